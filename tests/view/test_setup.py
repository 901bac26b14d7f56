"""What people read when they set a daily question, and the form that asks for it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from quizbot.domain.mode import Tells
from quizbot.ports import FormField
from quizbot.testing.flat import flat
from quizbot.view import setup
from quizbot.view.wording import Wording
from view.scenes import BANK, CLOSES, SCHEDULE, VALUES

W = Wording.of("en")


def fields(*banks: str, errors: dict[str, str] | None = None) -> dict[str, FormField]:
    several = [replace(BANK, code=code, title=code.title()) for code in banks or ("rivers",)]
    form = setup.daily_form(W, VALUES, several, errors or {})
    assert form.action.encode() == "daily_form"
    return {field.name: field for field in form.fields}


def test_the_form_asks_for_everything_and_keeps_what_was_typed() -> None:
    asked = fields()
    assert list(asked) == ["at", "zone", "weekdays", "bank", "topics", "hours", "tells"]
    assert asked["at"].values == ("9:00",)
    assert [choice.value for choice in asked["weekdays"].choices] == list("0123456")
    assert [choice.label for choice in asked["topics"].choices] == ["Μήκος"]
    assert [choice.value for choice in asked["tells"].choices] == ["at_once", "at_close"]
    assert not asked["topics"].required


def test_with_several_banks_a_topic_names_its_bank() -> None:
    choices = fields("rivers", "seas")["topics"].choices
    assert [(choice.value, choice.label) for choice in choices] == [
        ("rivers/length", "Rivers: Μήκος"),
        ("seas/length", "Seas: Μήκος"),
    ]


def test_an_error_stands_at_its_field() -> None:
    asked = fields(errors={"hours": setup.bad_hours(W, "{many}")})
    assert asked["hours"].error == "“{many}” isn't a whole number from 1 to 168."
    assert not asked["at"].error


def test_what_was_set_is_told_in_full() -> None:
    message = setup.daily_set(W, SCHEDULE, "Rivers", CLOSES)
    assert flat(message) == "\n".join(
        [
            "The daily question is set",
            "Rivers: Monday to Friday at 09:30 (Europe/Berlin), open for 24 hours.",
            "Each person learns at once, in private, how they did.",
            "Next: Tue 1 Dec, 14:00 CET.",
        ]
    )


@pytest.mark.parametrize(
    ("weekdays", "words"),
    [
        (range(7), "every day"),
        (range(5), "Monday to Friday"),
        ((1, 4), "Tuesday and Friday"),
        ((6,), "Sunday"),
    ],
)
def test_the_days_are_told_shortly(weekdays: tuple[int, ...], words: str) -> None:
    schedule = replace(SCHEDULE, weekdays=frozenset(weekdays))
    assert f"Rivers: {words} at" in flat(setup.daily_set(W, schedule, "Rivers", CLOSES))


def test_a_paused_schedule_says_how_it_goes_on() -> None:
    paused = replace(SCHEDULE, paused=True, tells=Tells.AT_CLOSE, closes_after=timedelta(days=2))
    words = flat(setup.daily_shown(W, paused, "Rivers", ["Length"], None, open_round=True))
    assert words.startswith("The daily question here\nA question is open right now.\n")
    assert "open for 2 days." in words
    assert "Everyone learns the answer at the close." in words
    assert "It is paused. An admin starts it again with /quiz daily set." in words
    assert words.endswith("Topics: Length.")


def test_where_nothing_is_scheduled_the_way_to_it_is_told() -> None:
    words = flat(setup.daily_shown(W, None, "", [], None, open_round=False))
    assert "An admin sets one with /quiz daily set." in words
    assert "/quiz daily me 9:00" in words


def test_switching_off_what_was_not_on_is_no_error() -> None:
    assert setup.daily_off(W, was_on=False).summary == "No daily question was set here"
    assert setup.me_off(W, was_on=False).summary == "You had no daily question of your own"


def test_a_bad_zone_gets_the_nearest_ones() -> None:
    words = setup.bad_zone(W, "Berlim", ["Europe/Berlin", "Atlantic/Bermuda"])
    assert words == "“Berlim” isn't a time zone. Did you mean Europe/Berlin or Atlantic/Bermuda?"
