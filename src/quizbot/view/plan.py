"""Here is one's plan for a bank: its form, and what was kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, time

from quizbot.message import Action, Button, Buttons, Callout, Emphasis, Message, Tone
from quizbot.ports import FieldKind, FormField, FormSpec
from quizbot.view import parts
from quizbot.view.wording import Wording


@dataclass(frozen=True, slots=True)
class PlanValues:
    """The answers of the form as they are typed."""

    exam: str
    retention: str
    nudge: str
    zone: str


def plan_form(
    w: Wording, bank: str, bank_title: str, values: PlanValues, errors: Mapping[str, str]
) -> FormSpec:
    """The form that sets the plan for a bank; `errors` by field."""
    fields = (
        FormField(
            "exam",
            w.say("Day of your exam"),
            FieldKind.TEXT,
            _filled(values.exam),
            required=False,
            hint=w.say("Such as 2027-01-31. Empty: none is planned."),
        ),
        FormField(
            "retention",
            w.say("Share to remember, in per cent"),
            FieldKind.NUMBER,
            _filled(values.retention),
            required=False,
            hint=w.say("More means more reviews. Empty: what suits most people."),
        ),
        FormField(
            "nudge",
            w.say("Remind me of reviews at"),
            FieldKind.TEXT,
            _filled(values.nudge),
            required=False,
            hint=w.say("Once a day, in private, where some are due. Empty: never."),
        ),
        FormField("zone", w.say("Your time zone"), FieldKind.ZONE, _filled(values.zone)),
    )
    told = tuple(replace(one, error=errors.get(one.name, "")) for one in fields)
    intro = (parts.sentence(bank_title),)
    return FormSpec(Action("plan_form", (bank,)), w.say("Your plan"), told, w.say("Keep it"), intro)


def plan_set(
    w: Wording, bank_title: str, exam_on: date | None, nudge_at: time | None, zone: str
) -> Message:
    """The plan was kept."""
    title = w.say("Your plan is kept")
    words = [bank_title]
    if exam_on is not None:
        words.append(
            w.say("Exam: {day}. Questions and reviews are chosen for it.", day=w.day(exam_on))
        )
    if nudge_at is not None:
        at = w.clock(nudge_at)
        words.append(
            w.say("A reminder comes at {at} ({zone}) when reviews are due.", at=at, zone=zone)
        )
    body = tuple(map(parts.sentence, words))
    return Message(f"{title} ({bank_title})", (Callout(Tone.NOTE, title, body),))


def nudge(w: Wording, bank: str, bank_title: str, due: int) -> Message:
    """Reviews are due: said once a day, to those who asked for it."""
    title = w.count("{n} review is due", "{n} reviews are due", due)
    words = w.say("A few minutes now keep them from fading. Skip it if today is not the day.")
    body = (parts.sentence(bank_title), parts.sentence(words))
    buttons = (
        Button(w.say("Review"), Action("run", ("review", bank)), Emphasis.PRIMARY),
        Button(w.say("My plan"), Action("run", ("plan", bank))),
    )
    return Message(f"{title} ({bank_title})", (Callout(Tone.NOTE, title, body), Buttons(buttons)))


def bad_day(w: Wording, typed: str) -> str:
    """The exam's day can't be understood, or doesn't lie ahead."""
    return w.say(
        "{typed} is no day that lies ahead. Write year, month and day, such as 2027-01-31.",
        typed=typed,
    )


def bad_retention(w: Wording, typed: str, least: int, most: int) -> str:
    """The share isn't one that can be aimed at."""
    return w.say(
        "{typed} can't be aimed at. Write a number from {least} to {most}.",
        typed=typed,
        least=w.number(least),
        most=w.number(most),
    )


def _filled(value: str) -> tuple[str, ...]:
    return (value,) if value else ()
