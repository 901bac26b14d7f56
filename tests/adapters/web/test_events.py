"""What a page sends becomes an event, or is turned away in words."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizbot_web import events
from quizbot_web.limits import COMMAND_CHARACTERS, VALUE_CHARACTERS

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("/quiz practice ml", "practice ml"),
        ("practice ml", "practice ml"),
        ("/practice ml", "practice ml"),
        ("//quiz help", "help"),
        ("  /quiz   daily set ", "daily set"),
        ("/quiz", ""),
        ("quiz", ""),
        ("quizzes", "quizzes"),
    ],
)
def test_a_command_is_understood_with_and_without_its_prefix(said: str, text: str) -> None:
    sent = {"type": "command", "id": "1", "channel": "general", "text": said}
    typed = events.frame(json.dumps(sent))
    assert isinstance(typed, events.Typed)
    assert typed.text == text


@given(st.text() | anything.map(json.dumps))
def test_anything_else_is_malformed_and_nothing_worse(text: str) -> None:
    with pytest.raises(events.Malformed):
        events.frame(text)


@given(
    st.fixed_dictionaries(
        {
            "type": st.sampled_from(["press", "command", "form", "complete"]) | anything,
            "id": st.just("1") | anything,
        },
        optional=dict.fromkeys(
            ("article", "action", "values", "channel", "text", "command", "parameter", "typed"),
            anything,
        ),
    )
)
def test_a_frame_of_our_shape_with_odd_values_is_read_or_malformed(sent: dict[str, object]) -> None:
    with contextlib.suppress(events.Malformed):
        assert events.frame(json.dumps(sent)).id == "1"


@pytest.mark.parametrize(
    "sent",
    [
        {
            "type": "command",
            "id": "1",
            "channel": "general",
            "text": "x" * (COMMAND_CHARACTERS + 1),
        },
        {"type": "press", "id": "1", "article": "1", "action": "a b"},
        {"type": "press", "id": "1", "article": "1", "action": "a:" + "b" * 100},
        {"type": "press", "id": "x" * 65, "article": "1", "action": "a"},
        {"type": "press", "id": "a/b", "article": "1", "action": "a"},
        {"type": "press", "id": "1", "article": "1", "action": "a", "values": ["x"] * 101},
        {"type": "form", "id": "1", "channel": "general", "action": "a", "values": {"n": "text"}},
        {
            "type": "form",
            "id": "1",
            "channel": "general",
            "action": "a",
            "values": {"n": ["x" * (VALUE_CHARACTERS + 1)]},
        },
    ],
)
def test_what_is_past_a_limit_is_malformed(sent: dict[str, object]) -> None:
    with pytest.raises(events.Malformed):
        events.frame(json.dumps(sent))


def test_a_deep_nesting_is_malformed() -> None:
    with pytest.raises(events.Malformed):
        events.frame("[" * 60_000)


def test_zones_and_locales_of_a_page_are_taken_only_where_they_exist() -> None:
    assert events.zone("Europe/Berlin") == "Europe/Berlin"
    assert events.zone("Europe/Berlim") is None
    assert events.zone("../../etc/passwd") is None
    assert events.zone("") is None
    assert events.locale("de-CH") == "de-CH"
    assert events.locale("<b>") == "en"
