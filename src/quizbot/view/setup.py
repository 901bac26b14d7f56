"""Here is the daily question's setting: its form, and what was set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from quizbot.domain.blueprint import Bank
from quizbot.domain.mode import Tells
from quizbot.domain.schedule import Schedule
from quizbot.message import (
    Action,
    Callout,
    Choice,
    FieldKind,
    FormField,
    FormSpec,
    Message,
    Tone,
)
from quizbot.view import parts
from quizbot.view.wording import Wording


@dataclass(frozen=True, slots=True)
class DailyValues:
    """The answers of the daily form, as typed."""

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
    """The form with its present answers and what is wrong with them."""
    several = len(banks) > 1
    topics = tuple(
        Choice(
            f"{bank.code}/{topic.code}",
            f"{bank.title}: {topic.title}" if several else topic.title,
        )
        for bank in banks
        for topic in bank.topics
    )
    fields = (
        FormField("at", w.say("Time"), FieldKind.TIME, (values.at,)),
        FormField("zone", w.say("Time zone"), FieldKind.ZONE, (values.zone,)),
        FormField(
            "weekdays",
            w.say("Weekdays"),
            FieldKind.CHOICES,
            values.weekdays,
            tuple(Choice(str(number), w.weekday(number)) for number in range(7)),
        ),
        FormField(
            "bank",
            w.say("Question bank"),
            FieldKind.CHOICE,
            (values.bank,),
            tuple(Choice(bank.code, bank.title) for bank in banks),
        ),
        FormField(
            "topics",
            w.say("Topics"),
            FieldKind.CHOICES,
            values.topics,
            topics,
            required=False,
            hint=w.say("None chosen means all of them."),
        ),
        FormField(
            "hours",
            w.say("Hours until it closes"),
            FieldKind.NUMBER,
            (values.hours,),
            hint=w.say("From 1 to 168."),
        ),
        FormField(
            "tells",
            w.say("When the answer is told"),
            FieldKind.CHOICE,
            (values.tells,),
            (
                Choice(Tells.AT_ONCE.value, w.say("At once, to each person in private")),
                Choice(Tells.AT_CLOSE.value, w.say("At the close, to everybody")),
            ),
        ),
    )
    named = tuple(_with_error(field, errors.get(field.name, "")) for field in fields)
    return FormSpec(Action("daily_form"), w.say("Daily question"), named, w.say("Save"))


def daily_set(
    w: Wording, schedule: Schedule, bank_title: str, next_due_at: datetime | None
) -> Message:
    """What was set."""
    return _note(w.say("The daily question is set"), _rhythm(w, schedule, bank_title, next_due_at))


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
    if schedule is None:
        words = [w.say("An admin sets one with /quiz daily set. In private: /quiz daily me 9:00.")]
        if open_round:
            words.insert(0, w.say("A question is open right now."))
        return _note(w.say("No daily question is set here"), words)
    words = _rhythm(w, schedule, bank_title, next_due_at)
    if topic_titles:
        words.append(w.say("Topics: {topics}.", topics=w.listing(topic_titles)))
    if open_round:
        words.append(w.say("A question is open right now."))
    return _note(w.say("The daily question"), words)


def daily_off(w: Wording, *, was_on: bool) -> Message:
    """No more daily question."""
    if was_on:
        return _note(
            w.say("The daily question is off"), [w.say("An open one goes on to its close.")]
        )
    return _note(w.say("No daily question was set here"), [])


def daily_posted(w: Wording) -> Message:
    """A question was ordered by hand."""
    return _note(w.say("A question is on its way"), [])


def daily_closed(w: Wording) -> Message:
    """A question was closed by hand."""
    return _note(w.say("The question is closed"), [w.say("The answer follows in the channel.")])


def me_set(
    w: Wording, schedule: Schedule, bank_title: str, next_due_at: datetime | None
) -> Message:
    """The daily question comes in private."""
    words = _rhythm(w, schedule, bank_title, next_due_at)
    return _note(
        w.say("Your own daily question is set"), [*words, w.say("End it with /quiz daily me off.")]
    )


def me_off(w: Wording, *, was_on: bool) -> Message:
    """No more daily question in private."""
    if was_on:
        return _note(w.say("Your own daily question is off"), [])
    return _note(w.say("You had no daily question of your own"), [])


def bad_time(w: Wording, text: str) -> str:
    """The time isn't one."""
    return w.say("“{text}” isn't a time. Write it like 9:00 or 18:30.", text=text)


def bad_zone(w: Wording, text: str, nearest: Sequence[str]) -> str:
    """The zone isn't one."""
    if nearest:
        return w.say(
            "“{text}” isn't a time zone. Did you mean {nearest}?",
            text=text,
            nearest=", ".join(nearest),
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
    return w.say("Choose topics of {bank} only, or none.", bank=bank_title)


def _rhythm(
    w: Wording, schedule: Schedule, bank_title: str, next_due_at: datetime | None
) -> list[str]:
    days = (
        w.say("every day")
        if len(schedule.weekdays) == 7
        else w.listing([w.weekday(day) for day in sorted(schedule.weekdays)])
    )
    words = [
        w.say(
            "{bank}, {days} at {at} ({zone}), open for {length}.",
            bank=bank_title,
            days=days,
            at=w.clock(schedule.at),
            zone=schedule.zone,
            length=w.duration(schedule.closes_after),
        )
    ]
    if schedule.paused:
        words.append(w.say("It is paused: an admin starts it again with /quiz daily set."))
    elif next_due_at is not None:
        words.append(w.say("Next: {when}.", when=w.moment(next_due_at, schedule.zone)))
    return words


def _note(title: str, words: Sequence[str]) -> Message:
    return Message(title, (Callout(Tone.NOTE, title, tuple(parts.sentence(one) for one in words)),))


def _with_error(field: FormField, error: str) -> FormField:
    return FormField(
        field.name,
        field.label,
        field.kind,
        field.values,
        field.choices,
        required=field.required,
        hint=field.hint,
        error=error,
    )
