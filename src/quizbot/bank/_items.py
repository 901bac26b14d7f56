"""Here is how the node of one question becomes an item, or a list of what is wrong with it.

The checks are written out by hand: they cost a few microseconds a question, and each has words of
its own. `_models.py` says the same shape for editors; a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from quizbot.bank import _fields as read
from quizbot.bank._images import Images
from quizbot.bank._nodes import Mapping, Sequence
from quizbot.bank._notes import Notes
from quizbot.domain.item import (
    MAX_OPTIONS,
    MIN_OPTIONS,
    Difficulty,
    Item,
    Option,
    Order,
    Reference,
    option_id,
)

ITEM_KEYS = frozenset(
    {
        "id", "topic", "stem", "image", "options", "shuffle", "trap", "explanation", "difficulty",
        "tags", "related", "references", "author", "reviewed",
    }
)  # fmt: skip
OPTION_KEYS = frozenset({"text", "correct", "why"})
REFERENCE_KEYS = frozenset({"title", "url"})

LETTERS = "abcdefghij"
_DIFFICULTIES = {difficulty.value: difficulty for difficulty in Difficulty}
_MISREAD = frozenset({"bad-boolean", "unknown-key", "wrong-type"})  # after these, no-key is noise
_OPTIONS_MEND = "Write `options:` and below it `- text: …` for each, `correct: true` in the key."


@dataclass(frozen=True, slots=True)
class Ground:
    """What bank and file say for all the items of a file.

    `topics` are the codes that the blueprint knows, None where every code is welcome; `topic` is
    the file's, None where it is wrong and a fault says so already.
    """

    bank: str
    order: Order
    partial_credit: bool
    topics: Collection[str] | None
    topic: str | None
    images: Images

    def of(self, topic: str | None) -> Ground:
        """The same for a file of that topic."""
        return replace(self, topic=topic)


def identity(node: Mapping, notes: Notes) -> str:
    """The item's id, noted as the item that the next faults are about; empty where it has none."""
    name = read.text(node, "id", notes)
    notes.item = name or None
    if not name:
        notes.error(
            "missing-id",
            read.place(node, "id"),
            "the item has no id",
            "Give it a short name that no other item has and that never changes.",
        )
    elif not read.CODE.fullmatch(name):
        read.bad_code(read.place(node, "id"), f"id `{name}`", notes)
    return name


def item(name: str, node: Mapping, ground: Ground, notes: Notes) -> Item | None:
    """The item that `node` tells, or None where it has a fault."""
    before = len(notes.faults)
    read.check_keys(node, ITEM_KEYS, "an item", notes)
    stem = read.text(node, "stem", notes)
    if not stem and read.is_empty(node.values.get("stem")):
        notes.error(
            "missing-stem",
            read.place(node, "stem"),
            "the item asks nothing",
            "Write the question below `stem: |`.",
        )
    options, key = _options(name, node, notes)
    topic = topic_of(node, ground, notes)
    image = read.mapping(
        node, "image", "Write `image: {file: name.png, alt: What it shows}`.", notes
    )
    figure = ground.images.figure(image, notes) if image else None
    difficulty = _difficulty(node, notes)
    shuffled = read.boolean(node, "shuffle", notes, otherwise=ground.order is Order.SHUFFLED)
    trap = read.text(node, "trap", notes)
    explanation = read.text(node, "explanation", notes)
    tags = read.texts(node, "tags", notes)
    related = read.texts(node, "related", notes)
    references = _references(node, notes)
    author = read.text(node, "author", notes)
    reviewed = read.day(node, "reviewed", notes)
    if len(notes.faults) > before or topic is None:
        return None
    return Item(
        bank=ground.bank,
        id=name,
        stem=stem,
        options=options,
        key=key,
        topic=topic,
        trap=trap,
        explanation=explanation,
        difficulty=difficulty,
        order=Order.SHUFFLED if shuffled else Order.FIXED,
        tags=tags,
        related=related,
        references=references,
        figure=figure,
        author=author,
        reviewed=reviewed,
        partial_credit=ground.partial_credit,
    )


def topic_of(node: Mapping, ground: Ground, notes: Notes) -> str | None:
    """The topic that `node` names, else that of its file, or None where it is wrong."""
    topic = read.text(node, "topic", notes)
    if not topic:
        if ground.topic == "" and ground.topics is not None:
            notes.error(
                "missing-topic",
                read.place(node, "topic"),
                "the item names no topic of the blueprint, and its file names none",
                f"Write `topic:` with one of {', '.join(ground.topics)}.",
            )
            return None
        return ground.topic
    known = ground.topics
    if (known is None and read.CODE.fullmatch(topic)) or (known is not None and topic in known):
        return topic
    if known is None:
        read.bad_code(read.place(node, "topic"), f"topic `{topic}`", notes)
        return None
    near = read.nearest(topic, known)
    notes.error(
        "unknown-topic",
        read.place(node, "topic"),
        f"the blueprint has no topic `{topic}`",
        f"Did you mean `{near}`?" if near else f"Known are {', '.join(known)}.",
    )
    return None


def _options(name: str, node: Mapping, notes: Notes) -> tuple[tuple[Option, ...], frozenset[str]]:
    nodes = read.sequence(node, "options", _OPTIONS_MEND, notes)
    before = len(notes.faults)
    options: list[Option] = []
    key: list[str] = []
    seen: dict[str, int] = {}
    for number, entry in enumerate(nodes):
        if type(entry) is not Mapping:
            read.wrong_entry(entry, f"option {letter(number)}", _OPTIONS_MEND, notes)
            continue
        read.check_keys(entry, OPTION_KEYS, "an option", notes)
        text = read.text(entry, "text", notes)
        option = Option(option_id(name, text), text, read.text(entry, "why", notes))
        options.append(option)
        if "correct" in entry.values and read.boolean(entry, "correct", notes, otherwise=False):
            key.append(option.id)
        if not text:
            _empty_option(entry, number, notes)
        elif (first := seen.setdefault(_folded(text), number)) != number:
            _same_option(entry, first, number, notes)
    if len({option.id for option in options}) < len(seen):
        _same_option(node, 0, len(options) - 1, notes)
    if not MIN_OPTIONS <= len(nodes) <= MAX_OPTIONS:
        _wrong_number(node, len(nodes), notes)
    elif not 0 < len(key) < len(nodes) and _MISREAD.isdisjoint(
        fault.rule for fault in notes.faults[before:]
    ):
        _wrong_key(node, len(key), notes)
    return tuple(options), frozenset(key)


def _folded(text: str) -> str:
    """`text` with each run of blank space made one space; most texts have none to fold."""
    if "\n" in text or "  " in text or "\t" in text:
        return " ".join(text.split())
    return text


def _empty_option(entry: Mapping, number: int, notes: Notes) -> None:
    if read.is_empty(entry.values.get("text")):
        notes.error(
            "empty-option",
            read.place(entry, "text"),
            f"option {letter(number)} has no text",
            "Write in `text:` what the learner may choose.",
        )


def _same_option(entry: Mapping, first: int, second: int, notes: Notes) -> None:
    notes.error(
        "duplicate-option",
        read.place(entry, "text"),
        f"options {letter(first)} and {letter(second)} have the same text",
        "Change one of them, or remove it.",
    )


def _wrong_number(node: Mapping, count: int, notes: Notes) -> None:
    at = read.place(node, "options")
    if count > MAX_OPTIONS:
        notes.error(
            "too-many-options",
            at,
            f"the item has {count} options, and {MAX_OPTIONS} are allowed",
            "Keep those that tempt most.",
        )
    elif count == 1:
        notes.error(
            "one-option", at, "the item has one option only", "Add a wrong one that tempts."
        )
    elif read.is_empty(node.values.get("options")) or type(node.values["options"]) is Sequence:
        notes.error("no-options", at, "the item has no options", _OPTIONS_MEND)


def _wrong_key(node: Mapping, right: int, notes: Notes) -> None:
    at = read.place(node, "options")
    if right == 0:
        notes.error(
            "no-key", at, "no option is the answer", "Write `correct: true` in the one that is."
        )
    else:
        notes.error(
            "all-key",
            at,
            "every option is an answer, so there is nothing to choose",
            "Remove `correct: true` from those that are wrong, or add a wrong one.",
        )


def _difficulty(node: Mapping, notes: Notes) -> Difficulty:
    written = read.text(node, "difficulty", notes)
    if written in _DIFFICULTIES:
        return _DIFFICULTIES[written]
    if written:
        notes.error(
            "bad-difficulty",
            read.place(node, "difficulty"),
            f"difficulty `{written}` is not known",
            "Write easy, medium or hard.",
        )
    return Difficulty.MEDIUM


def _references(node: Mapping, notes: Notes) -> tuple[Reference, ...]:
    mend = "Write `references:` and below it `- {title: …, url: https://…}` for each."
    found = []
    for entry in read.sequence(node, "references", mend, notes):
        if type(entry) is not Mapping:
            read.wrong_entry(entry, "a reference", mend, notes)
            continue
        read.check_keys(entry, REFERENCE_KEYS, "a reference", notes)
        url = read.url(entry, "url", notes)
        found.append(Reference(read.text(entry, "title", notes) or url, url))
    return tuple(found)


def letter(number: int) -> str:
    """The letter of the option of that number, counted from 0, in the order written."""
    return LETTERS[number] if number < len(LETTERS) else str(number + 1)
