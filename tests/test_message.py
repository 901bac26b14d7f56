"""What quizbot says, and the token that a button is."""

from __future__ import annotations

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizbot.message import (
    ACTION_LIMIT,
    Action,
    Button,
    Buttons,
    Callout,
    Choice,
    Heading,
    Image,
    Menu,
    Message,
    Paragraph,
    Prose,
    Span,
    Style,
    Table,
    Tone,
    actions,
    marked,
    plain,
)
from quizbot.testing.strategies import actions as some_actions
from quizbot.testing.strategies import messages, prose, styled

ANSWER = Action("answer", ("12", "b"))
MINE = Action("mine", ("12",))


def saying(*blocks: Buttons | Menu | Heading) -> Message:
    return Message("What is it?", blocks)


def pressing(*offered: Action) -> Message:
    return saying(Buttons(tuple(Button("Go", action) for action in offered)))


@given(some_actions())
def test_an_action_comes_back_from_its_button(action: Action) -> None:
    assert Action.decode(action.encode()) == action


@given(some_actions(), some_actions())
def test_two_actions_never_share_a_token(one: Action, other: Action) -> None:
    assert (one == other) == (one.encode() == other.encode())


def test_the_token_is_the_parts_joined_by_colons() -> None:
    assert ANSWER.encode() == "answer:12:b"
    assert Action("stop").encode() == "stop"
    assert Action("draw", ("", "")).encode() == "draw::"


@pytest.mark.parametrize(
    "junk",
    [
        "",
        ":",
        ":12",
        "answer:ü",
        "answer:a b",
        "answer:12\n",
        "\nanswer",
        "answer:<b>",
        "answer/12",
        "answer:١٢",  # digits, but not ASCII ones
        "an\0swer",
        "x" * (ACTION_LIMIT + 1),
        "x" + ":" * ACTION_LIMIT,
    ],
)
def test_a_token_that_is_none_of_ours_is_refused(junk: str) -> None:
    with pytest.raises(ValueError, match="action"):
        Action.decode(junk)


@given(st.text(max_size=120))
def test_any_text_is_read_back_exactly_or_refused(token: str) -> None:
    try:
        action = Action.decode(token)
    except ValueError:
        return
    assert action.encode() == token
    assert len(token) <= ACTION_LIMIT
    assert set(token) <= set(string.ascii_letters + string.digits + "_.-:")


def test_an_action_fills_the_shortest_platform_to_the_last_character() -> None:
    assert len(Action("x" * 98, ("1",)).encode()) == 100
    with pytest.raises(ValueError, match="at most 100 characters"):
        Action("x" * 98, ("12",))


@pytest.mark.parametrize("part", ["1:2", " ", "é", "a\n", "&", "*"])
def test_a_part_that_would_break_the_token_is_refused(part: str) -> None:
    with pytest.raises(ValueError, match="can't be an action"):
        Action("answer", (part,))
    with pytest.raises(ValueError, match="can't be an action"):
        Action(part)


@pytest.mark.parametrize(
    ("key", "found"),
    [
        ("answer:12:b", True),
        ("answer:12", True),
        ("answer", True),
        ("answer:1", False),
        ("answer:12:", False),
        ("answer:12:bc", False),
        ("answer:12:b:c", False),
        ("answer:2", False),
        ("ans", False),
        ("mine:12", False),
    ],
)
def test_keys_are_compared_part_by_part(key: str, found: bool) -> None:
    assert ANSWER.starts_with(Action.decode(key)) is found
    assert marked(pressing(ANSWER), key) is found


@given(some_actions(), st.data())
def test_an_action_starts_with_each_of_its_beginnings(action: Action, data: st.DataObject) -> None:
    kept = data.draw(st.integers(0, len(action.args)))
    beginning = Action(action.verb, action.args[:kept])
    assert action.starts_with(beginning)
    assert beginning.starts_with(action) == (kept == len(action.args))


def test_a_message_is_marked_by_any_button_or_menu() -> None:
    menu = Menu(ANSWER, "Choose two", (Choice("a", "A"), Choice("b", "B")), 2, 2, "Send")
    message = saying(
        Heading("Q"), Buttons((Button("Mine", MINE),)), menu, Buttons((Button("X", Action("x")),))
    )
    assert actions(message) == (MINE, ANSWER, Action("x"))
    assert all(marked(message, key) for key in ("mine:12", "answer:12", "x"))
    assert not marked(message, "answer:1")


def test_a_message_without_buttons_is_marked_by_nothing() -> None:
    assert actions(saying(Heading("answer:12"))) == ()
    assert not marked(saying(Heading("answer:12")), "answer:12")


def test_a_key_that_no_button_can_carry_is_refused_rather_than_not_found() -> None:
    with pytest.raises(ValueError, match="action"):
        marked(pressing(ANSWER), "answer 12")


@settings(max_examples=50)
@given(messages())
def test_a_message_is_marked_by_each_of_its_actions(message: Message) -> None:
    offered = actions(message)
    assert all(marked(message, action.encode()) for action in offered)
    assert all(marked(message, action.verb) for action in offered)


@settings(max_examples=30)
@given(messages())
def test_messages_are_values(message: Message) -> None:
    assert hash(message) == hash(Message(message.summary, message.blocks))


@settings(max_examples=50)
@given(prose())
def test_prose_is_a_value(body: Prose) -> None:
    assert Callout(Tone.NOTE, "", (body,)) == Callout(Tone.NOTE, "", (body,))


@given(styled())
def test_plain_text_is_every_character_and_no_mark(text: tuple[Span, ...]) -> None:
    assert plain(text) == "".join(span.text for span in text)
    unmarked = tuple(Span(span.text) for span in text)
    assert plain(unmarked) == plain(text)


def test_styles_combine() -> None:
    both = Style.BOLD | Style.CODE
    assert Style.BOLD in both
    assert Style.ITALIC not in both
    assert not Style.PLAIN


@pytest.mark.parametrize("row", [(), ("a",), ("a", "b", "c")])
def test_a_row_has_as_many_cells_as_the_header(row: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="as many cells"):
        Table(("rank", "name"), (("1", "Ada"), row))


def test_bytes_stay_out_of_logs() -> None:
    picture = Image(b"\x89PNG secret", "A chart")
    assert "secret" not in repr(picture)
    assert "A chart" in repr(picture)


def test_nothing_in_a_message_can_be_changed() -> None:
    paragraph = Paragraph((Span("text"),))
    with pytest.raises(AttributeError):
        paragraph.text = ()  # type: ignore[misc]
