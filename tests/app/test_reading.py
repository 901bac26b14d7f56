"""How forgiving the slash command is."""

from __future__ import annotations

import pytest

from quizbot.app.reading import Call, Misread, read
from quizbot.message import Choice
from quizbot.ports import Caller, Command, CommandSpec, Parameter, ParameterKind
from quizbot.refs import UserRef

LEVELS = (Choice("easy", "Easy"), Choice("hard", "Hard"))
SPECS = (
    CommandSpec("help", "Help"),
    CommandSpec(
        "practice",
        "Practise",
        (
            Parameter("bank", "Bank", completes=True),
            Parameter("topic", "Topic", completes=True),
            Parameter("count", "How many", ParameterKind.NUMBER),
            Parameter("difficulty", "How hard", ParameterKind.CHOICE, LEVELS),
        ),
    ),
    CommandSpec("daily", "When it comes"),
    CommandSpec("daily set", "Set it", admin=True, form=True),
    CommandSpec("leaderboard", "The board"),
)


def knows(parameter: str, word: str) -> str | None:
    known = {"bank": {"pmle": "pmle", "professional ml": "pmle"}, "topic": {"scaling": "scaling"}}
    return known.get(parameter, {}).get(word.casefold())


def reading(text: str, **options: str) -> Call | Misread:
    caller = Caller(UserRef("memory", "", "ben"), "Ben", None)
    return read(Command(caller, text, "e1", options), SPECS, knows)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("practice", {}),
        ("  PRACTICE  ", {}),
        ("practice 5", {"count": "5"}),
        ("practice scaling 5", {"topic": "scaling", "count": "5"}),
        ("practice 5 Scaling hard", {"topic": "scaling", "count": "5", "difficulty": "hard"}),
        ("practice topic:scaling", {"topic": "scaling"}),
        ("practice Topic=Scaling COUNT:7", {"topic": "scaling", "count": "7"}),
        ('practice bank:"Professional ML"', {"bank": "pmle"}),
        ("practice “professional ml”", {"bank": "pmle"}),
        ("practice Hard pmle", {"bank": "pmle", "difficulty": "hard"}),
        ("/quiz practice 3", {"count": "3"}),
        ("practice bank:unheard", {"bank": "unheard"}),
        ("practice it's", {"bank": "it's"}),
    ],
)
def test_what_was_meant_is_understood(text: str, options: dict[str, str]) -> None:
    call = reading(text)
    assert isinstance(call, Call)
    assert call.spec.name == "practice"
    assert call.options == options


def test_options_beside_the_text_count_as_typed() -> None:
    call = reading("practice", topic="Scaling", count="4", bank="")
    assert isinstance(call, Call)
    assert call.options == {"topic": "scaling", "count": "4"}


@pytest.mark.parametrize(
    ("text", "name"),
    [("", "help"), ("daily", "daily"), ("daily show", "daily"), ("Daily SET", "daily set")],
)
def test_commands_of_one_and_two_words(text: str, name: str) -> None:
    call = reading(text)
    assert isinstance(call, Call)
    assert call.spec.name == name


@pytest.mark.parametrize(
    ("text", "nearest"),
    [("leaderbord", "leaderboard"), ("practise", "practice"), ("dialy set", "daily set")],
)
def test_a_misspelt_command_gets_the_nearest(text: str, nearest: str) -> None:
    misread = reading(text)
    assert isinstance(misread, Misread)
    assert misread.nearest is not None
    assert misread.nearest.name == nearest


def test_nonsense_gets_no_false_friend() -> None:
    misread = reading("xyzzy")
    assert isinstance(misread, Misread)
    assert misread.nearest is None


def test_a_word_that_fits_no_option_names_the_command() -> None:
    misread = reading("daily tomorrow")
    assert isinstance(misread, Misread)
    assert misread.typed == "tomorrow"
    assert misread.spec is not None
    assert misread.spec.name == "daily"


def test_a_choice_that_is_none_is_named() -> None:
    misread = reading("practice difficulty:extreme")
    assert isinstance(misread, Misread)
    assert misread.typed == "extreme"
