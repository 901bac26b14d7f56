"""Items that tests of the domain share."""

from __future__ import annotations

from hypothesis import strategies as st

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


@st.composite
def bare_items(draw: st.DrawFn, *, partial_credit: bool | None = None) -> Item:
    """Items of any number of options and any key, without much to read: quick to draw."""
    letters = "abcdefghij"[: draw(st.integers(2, 10))]
    key = draw(st.sets(st.sampled_from(letters), min_size=1, max_size=len(letters) - 1))
    return an_item(
        options=len(letters),
        key="".join(key),
        order=draw(st.sampled_from(Order)),
        partial_credit=draw(st.booleans()) if partial_credit is None else partial_credit,
    )
