"""Here is how items and banks are written as question files, the same each time, easy to read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from quizbot.bank._images import SUFFIXES
from quizbot.bank._yaml_text import entry, indented, inline, listed, member
from quizbot.domain.blueprint import Bank, Blueprint
from quizbot.domain.item import Difficulty, Figure, Item, Option, Order, Reference


def item_yaml(item: Item) -> str:
    """The item as an entry of the list `items:`, with its topic.

    Option ids aren't written: reading gives each option the id that its text has.
    """
    return _item(item, is_topic_said=False)


def items_yaml(items: Sequence[Item]) -> str:
    """The text of a file that holds the items, each with its topic."""
    return "items:\n" + _joined(tuple(items), is_topic_said=False)


def write_bank(bank: Bank, folder: Path) -> None:
    """Write the bank's files into `folder`, which should be new: other files in it stay.

    Raises ValueError where some items give partial credit and others don't, which no file can say.
    """
    (folder / "images" if bank.figures else folder).mkdir(parents=True, exist_ok=True)
    (folder / "bank.yaml").write_text(_head(bank), "utf-8", newline="\n")
    for name, text in _item_files(bank):
        (folder / name).write_text(text, "utf-8", newline="\n")
    for item in bank.items:
        if item.figure is not None:
            (folder / _image_name(item.figure)).write_bytes(bank.figures[item.figure.digest])


def _head(bank: Bank) -> str:
    credit = {item.partial_credit for item in bank.items}
    if len(credit) > 1:
        raise ValueError(f"{bank.code}: all items or none must give partial credit")
    text = entry("bank", bank.code) + entry("title", bank.title)
    if credit == {True}:
        text += "partial_credit: true\n"
    if bank.blueprint is not None:
        text += "blueprint:\n" + indented(_blueprint(bank.blueprint))
    return text


def _blueprint(blueprint: Blueprint) -> str:
    text = f"questions: {blueprint.questions}\n"
    text += f"minutes: {round(blueprint.time.total_seconds() / 60)}\n"
    text += f"pass: {_number(blueprint.cut)}\ntopics:\n"
    for topic in blueprint.topics:
        title = inline(topic.title, flow=True)
        text += f"  {topic.code}: {{title: {title}, weight: {_number(topic.weight)}}}\n"
    return text


def _item_files(bank: Bank) -> Iterator[tuple[str, str]]:
    """A file for each topic where that keeps the order of the items, else one for all."""
    runs = [(topic, list(items)) for topic, items in groupby(bank.items, lambda item: item.topic)]
    topics = [topic for topic, _ in runs]
    if len(set(topics)) < len(topics):
        yield "items.yaml", items_yaml(bank.items)
        return
    in_order = sorted(f"{topic}.yaml" for topic in topics) == [f"{topic}.yaml" for topic in topics]
    for number, (topic, items) in enumerate(runs):
        name = topic if in_order and "bank" not in topics else f"{number + 1:04}-{topic}"
        text = f"topic: {inline(topic)}\nitems:\n" + _joined(tuple(items), is_topic_said=True)
        yield f"{name}.yaml", text


def _joined(items: tuple[Item, ...], *, is_topic_said: bool) -> str:
    return "\n".join(indented(_item(item, is_topic_said=is_topic_said)) for item in items)


def _item(item: Item, *, is_topic_said: bool) -> str:
    lines = [entry("id", item.id)]
    if not is_topic_said:
        lines.append(entry("topic", item.topic))
    lines.append(entry("stem", item.stem))
    if item.figure is not None:
        image = entry("file", _image_name(item.figure)) + entry("alt", item.figure.alt)
        lines.append("image:\n" + indented(image))
    options = "".join(member(_option(option, item)) for option in item.options)
    lines.append("options:\n" + indented(options))
    if item.order is Order.FIXED:
        lines.append("shuffle: false\n")
    lines += _learning(item)
    return member("".join(lines))


def _learning(item: Item) -> Iterator[str]:
    if item.trap:
        yield entry("trap", item.trap)
    if item.explanation:
        yield entry("explanation", item.explanation)
    if item.difficulty is not Difficulty.MEDIUM:
        yield entry("difficulty", item.difficulty)
    if item.tags:
        yield f"tags: {listed(item.tags)}\n"
    if item.related:
        yield f"related: {listed(item.related)}\n"
    if item.references:
        references = "".join(member(_reference(reference)) for reference in item.references)
        yield "references:\n" + indented(references)
    if item.author:
        yield entry("author", item.author)
    if item.reviewed:
        yield f"reviewed: {item.reviewed.isoformat()}\n"


def _option(option: Option, item: Item) -> str:
    text = entry("text", option.text)
    if option.id in item.key:
        text += "correct: true\n"
    return text + (entry("why", option.rationale) if option.rationale else "")


def _reference(reference: Reference) -> str:
    return entry("title", reference.title) + entry("url", reference.url)


def _image_name(figure: Figure) -> str:
    return f"images/{figure.digest}{SUFFIXES[figure.media_type]}"


def _number(value: float) -> str:
    """A decimal number without an exponent, as short as it can be."""
    return f"{value:.9f}".rstrip("0").rstrip(".")
