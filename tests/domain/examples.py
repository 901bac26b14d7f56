"""Items that tests of the domain share."""

from __future__ import annotations

from quizbot.domain.blueprint import Bank, Topic
from quizbot.domain.item import Item, Option, Order


def an_item(
    item_id: str = "item",
    *,
    options: int = 4,
    key: str = "a",
    topic: str = "topic",
    order: Order = Order.SHUFFLED,
    related: tuple[str, ...] = (),
    partial_credit: bool = False,
) -> Item:
    """An item with the option ids a, b, c …, of which those in `key` are right."""
    return Item(
        bank="bank",
        id=item_id,
        stem="Which?",
        options=tuple(Option(letter, f"text {letter}", "why") for letter in "abcdefghij"[:options]),
        key=frozenset(key),
        topic=topic,
        order=order,
        related=related,
        partial_credit=partial_credit,
    )


def a_bank(*items: Item, **weights: float) -> Bank:
    """A bank of `items`; its topics are those that `weights` names, else the items', all equal."""
    shares = weights or {item.topic: 1.0 for item in items}
    topics = tuple(Topic(code, code.title(), weight) for code, weight in shares.items())
    return Bank("bank", "Bank", items, topics)
