"""The parts of a line stand in the order in which they are read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizbot.view import bidi


def drawn(text: str) -> str:
    """`text` as it looks, every character a part of its own."""
    return "".join(text[n] for n in bidi.visual(bidi.levels(text)))


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("abc", "abc"),
        ("אבג", "גבא"),
        ("ab אב cd", "ab בא cd"),
        ("אב cd גד", "דג cd בא"),
        ("אב 42 גד", "דג 42 בא"),
        ("ab אב גד cd", "ab דג בא cd"),
        ("אב.", ".בא"),
        ("ab אב.", "ab בא."),
        ("", ""),
    ],
)
def test_lines_in_two_directions(written: str, seen: str) -> None:
    assert drawn(written) == seen


@given(st.text("ab1 .אבا", max_size=30))
def test_every_part_is_drawn_once(written: str) -> None:
    order = bidi.visual(bidi.levels(written))
    assert sorted(order) == list(range(len(written)))
