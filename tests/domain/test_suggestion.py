"""How options are typed, and how an item gets its name."""

from __future__ import annotations

import re
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizbot.domain.suggestion import NAME_LETTERS, Line, lines, names, titled_source


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("* The Volga :: 3,530 km", Line("The Volga", True, "3,530 km")),
        ("*The Volga", Line("The Volga", True, "")),
        ("✅ The Volga:: long", Line("The Volga", True, "long")),
        ("[x] The Volga ::", Line("The Volga", True, "")),
        ("- The Rhine :: short", Line("The Rhine", False, "short")),
        ("The Rhine", Line("The Rhine", False, "")),
        ("• The Rhine", Line("The Rhine", False, "")),
        ("[ ] The Rhine", Line("The Rhine", False, "")),
        ("*Volga* and more", Line("*Volga* and more", False, "")),
        ("* *Volga* :: yes :: yes", Line("*Volga*", True, "yes :: yes")),
        ("**Never**", Line("**Never**", False, "")),
        ("std::vector :: C++", Line("std::vector", False, "C++")),
        ("-5", Line("-5", False, "")),
        ("* ", Line("*", False, "")),
    ],
)
def test_an_option_is_read_from_its_line(typed: str, line: Line) -> None:
    assert lines(typed) == (line,)


def test_empty_lines_are_nothing_and_a_why_may_stand_below() -> None:
    typed = "\n* Volga\n:: It is long.\n:: Very.\n\n- Rhine :: short\r\n"
    assert lines(typed) == (
        Line("Volga", True, "It is long. Very."),
        Line("Rhine", False, "short"),
    )


@given(st.text(max_size=200))
def test_whatever_is_typed_is_read(typed: str) -> None:
    for line in lines(typed):
        assert line.text == line.text.strip()
        assert "\n" not in line.text + line.why


@pytest.mark.parametrize(
    ("stem", "name"),
    [
        ("Which river is *longer*?", "which-river-is-longer"),
        ("What's `kubectl top` for?", "whats-kubectl-top-for"),
        ("Où est-elle ?", "ou-est-elle"),
        ("Ποιος ποταμός;", "question"),
        ("", "question"),
        ("A" * 80, "a" * NAME_LETTERS),
    ],
)
def test_a_name_is_made_of_the_stem(stem: str, name: str) -> None:
    assert list(islice(names(stem, 17), 4)) == [name, f"{name}-17", f"{name}-17-2", f"{name}-17-3"]


@given(st.text(max_size=300), st.integers(1, 2**63 - 1))
def test_every_name_is_one_that_a_bank_may_have(stem: str, number: int) -> None:
    for name in islice(names(stem, number), 5):
        assert re.fullmatch(r"[a-z0-9][a-z0-9-]{0,59}", name)


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("https://example.org/a", ("", "https://example.org/a")),
        ("The docs: https://example.org", ("The docs", "https://example.org")),
        ("https://example.org – the docs", ("the docs", "https://example.org")),
        ("the docs", ("", "the docs")),
        ("", ("", "")),
    ],
)
def test_a_source_is_a_title_and_an_address(typed: str, read: tuple[str, str]) -> None:
    assert titled_source(typed) == read
