"""Here are the flaws that the wording of one item can have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quizbot.bank import _wording as wording
from quizbot.bank._items import letter
from quizbot.domain.item import Item, Order

UNEVEN_RATIO, UNEVEN_LETTERS = 3.0, 60
ECHO_WORDS = 3


@dataclass(frozen=True, slots=True)
class Flaw:
    """Something weak in an item: in the option of that number, else in what stands under `key`."""

    rule: str
    message: str
    mend: str
    option: int | None = None
    key: str = "id"


def item_flaws(item: Item) -> Iterator[Flaw]:
    """Every flaw of the item."""
    yield from _missing(item)
    yield from _negative(item)
    if item.order is Order.SHUFFLED:
        yield from _about_others(item)
    yield from _lengths(item)
    yield from _near_duplicates(item)
    yield from _echo(item)


def _missing(item: Item) -> Iterator[Flaw]:
    for number, option in enumerate(item.options):
        if not option.rationale:
            name = letter(number)
            verdict = "right" if option.id in item.key else "wrong"
            message = f"option {name} has no rationale"
            mend = f"Say in one line why {name} is {verdict}."
            yield Flaw("no-rationale", message, mend, number)
    if not item.trap:
        mend = "Name below `trap: |` the confusion it tests."
        yield Flaw("no-trap", "the item names no trap", mend)
    if not item.explanation:
        mend = "Give the answer in full below `explanation: |`."
        yield Flaw("no-explanation", "the item has no explanation", mend)
    if not item.references:
        yield Flaw("no-references", "the item names no source", "Add one below `references:`.")


def _negative(item: Item) -> Iterator[Flaw]:
    if word := wording.bare_negative(item.stem):
        message = f"the question turns on “{word}”, which is easily missed"
        yield Flaw("bare-negative", message, f"Ask the positive, or write **{word}**.", key="stem")


def _about_others(item: Item) -> Iterator[Flaw]:
    for number, option in enumerate(item.options):
        name = letter(number)
        if wording.is_collective(option.text):
            message = f"option {name} speaks of all the others, and the options are shuffled"
            mend = "Write an option of its own, or set `shuffle: false`."
            yield Flaw("collective-option", message, mend, number)
        elif wording.names_letters(option.text):
            message = f"option {name} names others by letter, and the options are shuffled"
            mend = "Say in words what it means, or set `shuffle: false`."
            yield Flaw("letter-option", message, mend, number)


def _lengths(item: Item) -> Iterator[Flaw]:
    lengths = [len(wording.visible(option.text)) for option in item.options]
    longest, shortest = max(lengths), min(lengths)
    if longest >= UNEVEN_RATIO * shortest and longest - shortest >= UNEVEN_LETTERS:
        number = lengths.index(longest)
        message = f"option {letter(number)} has {longest} letters, the shortest has {shortest}"
        yield Flaw("uneven-options", message, "Make the options about equally long.", number)


def _near_duplicates(item: Item) -> Iterator[Flaw]:
    seen: dict[str, int] = {}
    for number, option in enumerate(item.options):
        first = seen.setdefault(wording.bare(option.text), number)
        if first != number:
            message = f"options {letter(first)} and {letter(number)} hardly differ"
            mend = "Make the difference plain, or remove one."
            yield Flaw("near-duplicate-options", message, mend, number)


def _echo(item: Item) -> Iterator[Flaw]:
    if item.choose != 1:
        return
    key = next(number for number, option in enumerate(item.options) if option.id in item.key)
    words = wording.telling_words(item.options[key].text)
    stem = item.stem.casefold()
    if sum(word in stem for word in words) < ECHO_WORDS:  # most items: spares the costly look
        return
    asked = wording.telling_words(item.stem)
    echoed = words & asked
    others = (option.text for option in item.options if option.id not in item.key)
    shares = any(wording.telling_words(text) & asked for text in others)
    if len(echoed) >= ECHO_WORDS and not shares:
        message = f"only the key repeats words of the question: {', '.join(sorted(echoed))}"
        mend = "Say the key in other words, or let distractors repeat some too."
        yield Flaw("stem-echo", message, mend, key)
