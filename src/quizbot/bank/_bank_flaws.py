"""Here are the flaws that only a whole bank can have: habits that give keys away, missing items."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator

from quizbot.bank._item_flaws import Flaw
from quizbot.bank._wording import visible
from quizbot.domain.blueprint import Bank
from quizbot.domain.item import Item, Order

LONG_KEY_SHARE = 0.30  # by chance the key is the longest of four in a quarter of the items
LONG_KEY_RATIO, LONG_KEY_LETTERS = 1.3, 10  # of the key beyond the longest distractor
LONG_KEY_ITEMS = 10  # among fewer items a share says little
POSITION_ITEMS = 12
POSITION_DEVIATIONS = 3.0


def bank_flaws(bank: Bank) -> Iterator[Flaw]:
    """Every flaw of the bank as a whole."""
    single = [item for item in bank.items if item.choose == 1]
    yield from _long_keys(single)
    yield from _positions([item for item in single if item.order is Order.FIXED])
    yield from _blueprint(bank)


def _long_keys(items: list[Item]) -> Iterator[Flaw]:
    long = [item.id for item in items if _key_is_longest(item)]
    if len(items) >= LONG_KEY_ITEMS and len(long) > LONG_KEY_SHARE * len(items):
        message = f"the key is by far the longest option in {len(long)} of {len(items)} items"
        some = ", ".join(long[:5]) + (", …" if len(long) > 5 else "")
        yield Flaw(
            "long-key", message, f"Shorten keys, or give distractors as much detail: {some}."
        )


def _key_is_longest(item: Item) -> bool:
    key = max(len(visible(option.text)) for option in item.options if option.id in item.key)
    rest = max(len(visible(option.text)) for option in item.options if option.id not in item.key)
    return key >= LONG_KEY_RATIO * rest and key - rest >= LONG_KEY_LETTERS


def _positions(items: list[Item]) -> Iterator[Flaw]:
    """Compare how often the key stands in each place with what chance would give.

    The number of keys in one place is a sum of independent draws with p = 1 / options, so its
    variance is the sum of p (1 - p).
    """
    if len(items) < POSITION_ITEMS:
        return
    places = Counter(
        number
        for item in items
        for number, option in enumerate(item.options)
        if option.id in item.key
    )
    for number, count in sorted(places.items()):
        chances = [1 / len(item.options) for item in items if len(item.options) > number]
        deviation = math.sqrt(sum(chance * (1 - chance) for chance in chances))
        if count > sum(chances) + POSITION_DEVIATIONS * deviation:
            message = f"option {'abcdefghij'[number]} is the key in {count} of {len(items)} items"
            mend = "Move the key about, or let the options be shuffled."
            yield Flaw("key-position", f"{message} whose order is fixed", mend)


def _blueprint(bank: Bank) -> Iterator[Flaw]:
    if bank.blueprint is None:
        return
    asked = bank.blueprint.questions
    if asked > len(bank.items):
        message = f"the exam asks {asked} questions, and the bank has {len(bank.items)}"
        yield Flaw("few-items", message, "Write more items, or ask fewer questions.")
    named = {item.topic for item in bank.items}
    for topic in bank.topics:
        if topic.code not in named:
            message = f"the topic {topic.code} has no item"
            yield Flaw("empty-topic", message, "Write one, or take the topic from the blueprint.")
