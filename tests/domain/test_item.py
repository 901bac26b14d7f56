"""The item: what it refuses, and when its revision changes."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.examples import an_item
from quizbot.domain.item import (
    MAX_OPTIONS,
    Difficulty,
    Figure,
    Item,
    Option,
    Order,
    Reference,
    option_id,
    revision,
)
from quizbot.domain.round import LETTERS
from quizbot.testing.strategies import codes, items, texts

FIGURE = Figure("ab" * 16, "A map of the Rhine", "image/png")
FULL = replace(
    an_item(key="ab", options=4),
    trap="the trap",
    explanation="the explanation",
    references=(Reference("Book", "https://example.org/book"),),
    figure=FIGURE,
)

SEEN: dict[str, Any] = {
    "bank": "other",
    "id": "other",
    "stem": "Which one?",
    "key": frozenset("bc"),
    "topic": "other",
    "trap": "",
    "explanation": "more",
    "order": Order.FIXED,
    "partial_credit": True,
    "figure": None,
    "references": (),
}
UNSEEN: dict[str, Any] = {
    "difficulty": Difficulty.HARD,
    "tags": ("new",),
    "related": ("sibling",),
    "author": "Ada",
    "reviewed": date(2026, 11, 30),
}


def with_option(position: int, option: Option) -> Item:
    options = list(FULL.options)
    options[position] = option
    return replace(FULL, options=tuple(options))


@pytest.mark.parametrize("name", SEEN)
def test_the_revision_changes_with_what_a_learner_sees_or_is_scored_by(name: str) -> None:
    assert revision(replace(FULL, **{name: SEEN[name]})) != revision(FULL)


@pytest.mark.parametrize("name", UNSEEN)
def test_the_revision_stays_with_what_only_authors_see(name: str) -> None:
    assert revision(replace(FULL, **{name: UNSEEN[name]})) == revision(FULL)


def test_every_field_of_an_item_is_either_seen_or_not() -> None:
    named = {name for name in Item.__dataclass_fields__ if name != "options"}
    assert named == SEEN.keys() | UNSEEN.keys()


@pytest.mark.parametrize(
    "changed",
    [
        with_option(0, Option("a", "text A", "why")),
        with_option(0, Option("a", "text a", "because")),
        with_option(3, Option("e", "text d", "why")),
        replace(FULL, options=FULL.options[:3]),
        replace(FULL, options=(*FULL.options, Option("e", "text e", "why"))),
        replace(FULL, references=(Reference("Book", "https://example.org/other"),)),
        replace(FULL, references=(Reference("Article", "https://example.org/book"),)),
        replace(FULL, figure=replace(FIGURE, digest="cd" * 16)),
        replace(FULL, figure=replace(FIGURE, alt="A map")),
    ],
)
def test_the_revision_changes_with_each_part(changed: Item) -> None:
    assert revision(changed) != revision(FULL)


def test_the_order_that_a_learner_sees_is_part_of_the_revision() -> None:
    fixed = replace(FULL, order=Order.FIXED)
    assert revision(replace(fixed, options=fixed.options[::-1])) != revision(fixed)


def test_text_that_moves_from_field_to_field_makes_another_revision() -> None:
    one = replace(FULL, trap="ab", explanation="c")
    assert revision(one) != revision(replace(FULL, trap="a", explanation="bc"))
    assert revision(replace(FULL, trap="x", explanation="")) != revision(
        replace(FULL, trap="", explanation="x")
    )


@settings(max_examples=50)
@given(items())
def test_the_revision_is_the_same_for_equal_items(item: Item) -> None:
    twin = replace(item, key=frozenset(sorted(item.key, reverse=True)))
    assert revision(twin) == revision(item)
    assert len(revision(item)) == 16
    assert int(revision(item), 16) >= 0


@settings(max_examples=50)
@given(items(), texts())
def test_another_stem_is_another_revision(item: Item, stem: str) -> None:
    changed = replace(item, stem=stem)
    assert (revision(changed) == revision(item)) == (stem == item.stem)


@given(codes(), st.lists(texts(), min_size=2, max_size=10, unique=True))
def test_option_ids_depend_on_the_text_and_on_nothing_beside_it(
    item_id: str, written: list[str]
) -> None:
    forwards = {text: option_id(item_id, text) for text in written}
    backwards = {text: option_id(item_id, text) for text in reversed(written)}
    assert forwards == backwards
    assert all(len(id_) == 8 and id_.isascii() and id_.isalnum() for id_ in forwards.values())


def test_the_same_text_is_another_option_in_another_item() -> None:
    assert option_id("one", "All of the above") != option_id("two", "All of the above")


def test_option_ids_can_be_told_apart() -> None:
    ids = {option_id("item", str(number)) for number in range(1000)}
    assert len(ids) == 1000


def test_an_option_is_found_by_its_id() -> None:
    item = an_item()
    assert item.option("c").text == "text c"
    with pytest.raises(KeyError):
        item.option("e")


@settings(max_examples=50)
@given(items())
def test_an_item_asks_for_as_many_options_as_its_key_has(item: Item) -> None:
    assert item.choose == len(item.key)
    assert 1 <= item.choose < len(item.options)


@pytest.mark.parametrize("count", [2, 10])
def test_an_item_has_two_to_ten_options(count: int) -> None:
    assert len(an_item(options=count).options) == count


@pytest.mark.parametrize("count", [0, 1, 11])
def test_fewer_than_two_or_more_than_ten_options_are_refused(count: int) -> None:
    letters = "abcdefghijk"[:count]
    options = tuple(Option(letter, letter, "") for letter in letters)
    with pytest.raises(ValueError, match="2 to 10 options"):
        Item("bank", "item", "Which?", options, frozenset("a"), "topic")


def test_every_option_has_a_letter() -> None:
    assert len(set(LETTERS)) == MAX_OPTIONS


@pytest.mark.parametrize("key", ["", "abcd", "x", "ax", "abcdx"])
def test_a_key_of_none_of_all_or_of_strangers_is_refused(key: str) -> None:
    with pytest.raises(ValueError, match="some, not all"):
        an_item(key=key)


def test_two_options_of_one_id_are_refused() -> None:
    twice = (Option("a", "one", ""), Option("a", "two", ""), Option("b", "three", ""))
    with pytest.raises(ValueError, match="share an id"):
        replace(an_item(), options=twice)


def test_an_item_is_a_value() -> None:
    assert an_item() == an_item()
    assert hash(an_item()) == hash(an_item())
    with pytest.raises(AttributeError):
        an_item().stem = "Other?"  # type: ignore[misc]
