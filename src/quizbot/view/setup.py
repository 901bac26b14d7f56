"""Here is the daily question's setting: its form, and what was set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from quizbot.domain.blueprint import Bank
from quizbot.domain.mode import Tells
from quizbot.domain.schedule import Schedule
from quizbot.message import Action, Choice, Message, Tone
from quizbot.ports import FieldKind, FormField, FormSpec
from quizbot.view import parts
from quizbot.view.wording import Wording

_WEEK = range(7)
_WORKDAYS = frozenset(range(5))


@dataclass(frozen=True, slots=True)
class DailyValues:
    """The answers of the daily form, as typed. `topics` are `bank/topic`, `weekdays` "0" to "6"."""

    at: str
    zone: str
    weekdays: tuple[str, ...]
    bank: str
    topics: tuple[str, ...]
    hours: str
    tells: str


def daily_form(
    w: Wording, values: DailyValues, banks: Sequence[Bank], errors: Mapping[str, str]
) -> FormSpec:
    """The form with its present answers and what is wrong with them, by field name."""
    fields = (*_when(w, values), *_what(w, values, banks), *_how(w, values))
    marked = tuple(replace(field, error=errors.get(field.name, "")) for field in fields)
    return FormSpec(Action("daily_form"), w.say("Daily question"), marked, w.say("Save"))


def daily_set(
    w: Wording, schedule: Schedule, bank_title: str, next_due_at: datetime | None
) -> Message:
    """What was set."""
    words = _rhythm(w, schedule, bank_title, next_due_at)
    return parts.told(Tone.NOTE, w.say("The daily question is set"), *words)


def daily_shown(
    w: Wording,
    schedule: Schedule | None,
    bank_title: str,
    topic_titles: Sequence[str],
    next_due_at: datetime | None,
    *,
    open_round: bool,
) -> Message:
    """When the channel's question comes, and what it draws from."""
    now_open = [w.say("A question is open right now.")] if open_round else []
    if schedule is None:
        return parts.told(
            Tone.NOTE,
            w.say("No daily question is set here"),
            *now_open,
            w.say("An admin sets one with /quiz daily set."),
            w.say("For one of your own, in private: /quiz daily me 9:00"),
        )
    words = _rhythm(w, schedule, bank_title, next_due_at)
    if topic_titles:
        words.append(w.say("Topics: {topics}.", topics=w.listing(topic_titles)))
    return parts.told(Tone.NOTE, w.say("The daily question here"), *now_open, *words)


def daily_off(w: Wording, *, was_on: bool) -> Message:
    """No more daily question."""
    if not was_on:
        return parts.told(Tone.NOTE, w.say("No daily question was set here"))
    return parts.told(
        Tone.NOTE,
        w.say("The daily question is off"),
        w.say("A question that is open stays open until its close."),
    )


def daily_posted(w: Wording) -> Message:
    """A question was ordered by hand."""
    return parts.told(Tone.NOTE, w.say("A question is on its way to this channel"))


def daily_closed(w: Wording) -> Message:
    """A question was closed by hand."""
    return parts.told(
        Tone.NOTE, w.say("The question is closed"), w.say("The answer follows in this channel.")
    )


def me_set(
    w: Wording, schedule: Schedule, bank_title: str, next_due_at: datetime | None
) -> Message:
    """The daily question comes in private."""
    words = _rhythm(w, schedule, bank_title, next_due_at)
    return parts.told(
        Tone.NOTE,
        w.say("Your own daily question is set"),
        *words,
        w.say("/quiz daily me off ends it."),
    )


def me_off(w: Wording, *, was_on: bool) -> Message:
    """No more daily question in private."""
    if was_on:
        return parts.told(Tone.NOTE, w.say("Your own daily question is off"))
    return parts.told(Tone.NOTE, w.say("You had no daily question of your own"))


def bad_time(w: Wording, text: str) -> str:
    """The time isn't one."""
    return w.say("“{text}” isn't a time. Write it like 9:00 or 18:30.", text=text)


def bad_zone(w: Wording, text: str, nearest: Sequence[str]) -> str:
    """The zone isn't one."""
    if nearest:
        return w.say(
            "“{text}” isn't a time zone. Did you mean {nearest}?",
            text=text,
            nearest=w.any_of(nearest),
        )
    return w.say("“{text}” isn't a time zone. Write it like Europe/Berlin.", text=text)


def no_weekday(w: Wording) -> str:
    """No weekday was chosen."""
    return w.say("Choose at least one weekday.")


def bad_hours(w: Wording, text: str) -> str:
    """The hours aren't a number in range."""
    return w.say("“{text}” isn't a whole number from 1 to 168.", text=text)


def topics_of_other_bank(w: Wording, bank_title: str) -> str:
    """Topics of another bank were chosen."""
    return w.say("Choose topics of {bank} only, or none at all.", bank=bank_title)


def _when(w: Wording, values: DailyValues) -> tuple[FormField, ...]:
    days = tuple(Choice(str(number), w.weekday(number)) for number in _WEEK)
    return (
        FormField("at", w.say("Time"), FieldKind.TIME, (values.at,)),
        FormField("zone", w.say("Time zone"), FieldKind.ZONE, (values.zone,)),
        FormField("weekdays", w.say("Weekdays"), FieldKind.CHOICES, values.weekdays, days),
    )


def _what(w: Wording, values: DailyValues, banks: Sequence[Bank]) -> tuple[FormField, ...]:
    several = len(banks) > 1
    topics = tuple(
        Choice(
            f"{bank.code}/{topic.code}",
            f"{bank.title}: {topic.title}" if several else topic.title,
        )
        for bank in banks
        for topic in bank.topics
    )
    bank = FormField(
        "bank",
        w.say("Question bank"),
        FieldKind.CHOICE,
        (values.bank,),
        tuple(Choice(bank.code, bank.title) for bank in banks),
    )
    if not topics:
        return (bank,)
    return (
        bank,
        FormField(
            "topics",
            w.say("Topics"),
            FieldKind.CHOICES,
            values.topics,
            topics,
            required=False,
            hint=w.say("Choose none to draw from all of them."),
        ),
    )


def _how(w: Wording, values: DailyValues) -> tuple[FormField, ...]:
    return (
        FormField(
            "hours",
            w.say("Hours until it closes"),
            FieldKind.NUMBER,
            (values.hours,),
            hint=w.say("From 1 to 168, which is a week."),
        ),
        FormField(
            "tells",
            w.say("When people learn the answer"),
            FieldKind.CHOICE,
            (values.tells,),
            (
                Choice(Tells.AT_ONCE.value, w.say("At once, each person in private")),
                Choice(Tells.AT_CLOSE.value, w.say("At the close, everyone together")),
            ),
        ),
    )


def _rhythm(
    w: Wording, schedule: Schedule, bank_title: str, next_due_at: datetime | None
) -> list[str]:
    """From what, when, how long, when the answer comes; and when the next one is due."""
    words = [
        w.say(
            "{bank}: {days} at {at} ({zone}), open for {length}.",
            bank=bank_title,
            days=_days(w, schedule.weekdays),
            at=w.clock(schedule.at),
            zone=schedule.zone,
            length=w.duration(schedule.closes_after),
        ),
        w.say("Everyone learns the answer at the close.")
        if schedule.tells is Tells.AT_CLOSE
        else w.say("Each person learns at once, in private, how they did."),
    ]
    if schedule.paused:
        words.append(w.say("It is paused. An admin starts it again with /quiz daily set."))
    elif next_due_at is not None:
        words.append(w.say("Next: {when}.", when=w.moment(next_due_at, schedule.zone)))
    return words


def _days(w: Wording, weekdays: frozenset[int]) -> str:
    if len(weekdays) == len(_WEEK):
        return w.say("every day")
    if weekdays == _WORKDAYS:
        return w.say("{first} to {last}", first=w.weekday(0), last=w.weekday(4))
    return w.listing([w.weekday(day) for day in sorted(weekdays)])
