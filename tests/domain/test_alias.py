"""What an alias may be."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizbot.domain.alias import LONGEST, alias


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Night Owl", "Night Owl"),
        ("  Night \n\t Owl ", "Night Owl"),
        ("\u202eevil\u2066", "evil"),
        ("a\u200bb\x00", "ab"),
        ("\u200b\u00ad ", ""),
        ("", ""),
        ("e\u0301", "é"),
        ("<!channel> @everyone", "<!channel> @everyone"),
        ("漂移 🎉", "漂移 🎉"),
    ],
)
def test_an_alias_is_what_can_be_seen_of_it(typed: str, shown: str) -> None:
    assert alias(typed) == shown


def test_an_alias_fits_on_a_board() -> None:
    assert alias("x" * LONGEST) == "x" * LONGEST
    with pytest.raises(ValueError, match="32"):
        alias("x" * (LONGEST + 1))


@given(st.text(max_size=LONGEST))
def test_an_alias_has_no_hidden_character_and_stays_what_it_is(typed: str) -> None:
    try:
        chosen = alias(typed)
    except ValueError:
        return
    assert not any(unicodedata.category(one)[0] == "C" for one in chosen)
    assert chosen == alias(chosen)
    assert len(chosen) <= LONGEST
