"""The commands, help, and the short words around them."""

from __future__ import annotations

import re

import pytest

from quizbot.message import Attachment, Emphasis, Message, actions
from quizbot.refs import ChannelRef
from quizbot.testing.flat import flat
from quizbot.view import (
    catalogue,
    help,  # noqa: A004 (the command's own name)
    notice,
    privacy,
)
from quizbot.view.wording import Wording
from view.scenes import everything

W = Wording.of("en")
SPECS = catalogue.commands(W)
BY_NAME = {spec.name: spec for spec in SPECS}


def test_the_catalogue_has_every_command_once() -> None:
    assert [spec.name for spec in SPECS] == [
        "practice",
        "mock",
        "review",
        "progress",
        "plan",
        "leaderboard",
        "daily",
        "daily me",
        "daily set",
        "daily off",
        "daily now",
        "daily close",
        "insights",
        "suggest",
        "suggestions",
        "privacy hide",
        "privacy show",
        "privacy alias",
        "privacy export",
        "privacy forget",
        "help",
    ]
    assert {spec.name for spec in SPECS if spec.admin} == {
        "daily set",
        "daily off",
        "daily now",
        "daily close",
        "insights",
        "suggestions",
    }
    assert [spec.name for spec in SPECS if spec.form] == ["plan", "daily set", "suggest"]


def test_the_catalogue_fits_the_platforms() -> None:
    for spec in SPECS:
        assert all(re.fullmatch(r"[a-z]{1,32}", word) for word in spec.name.split())
        assert 1 <= len(spec.summary) <= 100
        for parameter in spec.parameters:
            assert 1 <= len(parameter.summary) <= 100
            assert len(parameter.choices) <= 25


def test_help_shows_admins_theirs_and_nobody_else() -> None:
    everyone, admins = (flat(help.help_(W, SPECS, admin=admin)) for admin in (False, True))
    assert "/quiz practice [bank] [topic] [count] [difficulty]: " in everyone
    assert "daily set" not in everyone
    assert "/quiz daily set" in admins
    assert "For admins" in admins
    assert help.help_(W, SPECS, admin=False).summary == (
        "What you can ask. Try this: /quiz practice 5"
    )


def test_an_unknown_command_gets_the_nearest_and_an_example() -> None:
    message = help.unknown_command(W, "practise", "practice", "/quiz practice")
    assert message.summary == "There is no command “practise”. Did you mean /quiz practice?"
    other = help.unknown_command(W, "dance", None, "/quiz help")
    assert other.summary == "There is no command “dance”. /quiz help shows what you can ask."


def test_a_word_that_does_not_fit_learns_what_would() -> None:
    words = help.unknown_option(W, "leaderboard", "year", BY_NAME["leaderboard"])
    assert words == (
        "“year” doesn't fit /quiz leaderboard. You can give: period, bank, and scope."
        " Words to choose from: week, month, all, channel, and server."
    )
    alone = help.unknown_option(W, "daily off", "now", BY_NAME["daily off"])
    assert alone == "/quiz daily off stands alone: leave out “now”."


def test_an_unknown_bank_gets_the_nearest_or_all_there_are() -> None:
    near = notice.unknown_bank(W, "River", ("rivers", "seas"))
    assert near == "There is no bank “River”. Did you mean rivers?"
    far = notice.unknown_bank(W, "xyz", ("rivers", "seas"))
    assert far == "There is no bank “xyz”. There are: rivers and seas."
    many = notice.unknown_topic(W, "xyz", tuple(f"t{n:02}" for n in range(40)))
    assert many.endswith("and t11.")


def test_an_incident_reassures_and_names_its_number() -> None:
    words = flat(notice.incident(W, "4711"))
    assert "on our side" in words
    assert "tell an admin this number: 4711" in words


@pytest.mark.parametrize("message", [notice.refused, notice.undecided, notice.not_posted])
def test_an_admin_reads_the_place_the_problem_and_the_mend(message: object) -> None:
    assert callable(message)
    told = message(W, ChannelRef("memory", "", "general"), "missing_scope")
    assert isinstance(told, Message)
    words = flat(told)
    assert "#general" in words
    assert "missing_scope" in words
    assert "/quiz daily" in words


def test_forgetting_asks_first() -> None:
    message = privacy.ask_forget(W)
    assert [action.encode() for action in actions(message)] == ["forget:yes"]
    assert "can't be undone" in flat(message)
    assert Emphasis.DANGER in {
        button.emphasis for b in message.blocks for button in getattr(b, "buttons", ())
    }


def test_an_export_is_a_file() -> None:
    files = [b for b in privacy.exported(W, b"{}").blocks if isinstance(b, Attachment)]
    assert [(f.name, f.media_type, f.data) for f in files] == [
        ("quizbot.json", "application/json", b"{}")
    ]


def test_every_message_has_a_summary_that_ends_in_no_loose_sign() -> None:
    for view in everything(W):
        if isinstance(view, Message):
            assert view.summary.strip() == view.summary != ""
            assert view.summary[-1] not in ":,·("
            tokens = [action.encode() for action in actions(view)]
            assert len(tokens) == len(set(tokens))


def test_the_words_keep_the_houses_manners() -> None:
    hype = re.compile(r"!|\b(awesome|amazing|oops|wrong answer|failed|sorry|congrat\w*)\b", re.I)
    for view in everything(W):
        words = flat(view) if isinstance(view, Message) else str(view)
        if isinstance(view, (Message, str)):
            assert not hype.search(words), words
