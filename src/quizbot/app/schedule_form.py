"""Here is the daily question's form: the answers that it starts with, and what they mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

from quizbot.app.times import find_zone, nearest_zones, read_time
from quizbot.app.tools import Tools
from quizbot.domain.blueprint import Bank
from quizbot.domain.mode import Tells
from quizbot.domain.schedule import Schedule
from quizbot.ports import Caller, Form
from quizbot.refs import ChannelRef
from quizbot.view import notice, setup
from quizbot.view.setup import DailyValues
from quizbot.view.wording import Wording

EVERY_DAY = tuple("0123456")
MAX_HOURS = 7 * 24


def first_values(caller: Caller, bank: Bank) -> DailyValues:
    """The answers for a channel that has no schedule: nine o'clock where the caller lives."""
    return DailyValues(
        at="09:00",
        zone=caller.zone or "UTC",
        weekdays=EVERY_DAY,
        bank=bank.code,
        topics=(),
        hours="24",
        tells=Tells.AT_ONCE,
    )


def values_of(schedule: Schedule) -> DailyValues:
    """The answers that would make `schedule` again."""
    return DailyValues(
        at=f"{schedule.at:%H:%M}",
        zone=schedule.zone,
        weekdays=tuple(str(day) for day in sorted(schedule.weekdays)),
        bank=schedule.bank,
        topics=tuple(f"{schedule.bank}/{code}" for code in schedule.topics),
        hours=str(schedule.closes_after // timedelta(hours=1)),
        tells=schedule.tells,
    )


def with_options(values: DailyValues, options: Mapping[str, str]) -> DailyValues:
    """The answers, with what was typed behind the command in their place."""
    if "bank" in options and options["bank"] != values.bank:
        values = replace(values, bank=options["bank"], topics=())
    return replace(values, at=options.get("at", values.at), zone=options.get("zone", values.zone))


def sent_values(form: Form) -> DailyValues:
    """The answers as they were sent; a field that is missing counts as empty."""
    return DailyValues(
        at=_one(form, "at"),
        zone=_one(form, "zone"),
        weekdays=tuple(form.values.get("weekdays", ())),
        bank=_one(form, "bank"),
        topics=tuple(form.values.get("topics", ())),
        hours=_one(form, "hours"),
        tells=_one(form, "tells"),
    )


def understand(
    tools: Tools, w: Wording, values: DailyValues, channel: ChannelRef
) -> Schedule | Mapping[str, str]:
    """The schedule that the answers make for `channel`, or what is wrong with them by field."""
    errors: dict[str, str] = {}
    at, zone = read_time(values.at), find_zone(values.zone)
    if at is None:
        errors["at"] = setup.bad_time(w, values.at)
    if zone is None:
        errors["zone"] = setup.bad_zone(w, values.zone, nearest_zones(values.zone))
    weekdays = frozenset(int(day) for day in values.weekdays if day in EVERY_DAY)
    if not weekdays:
        errors["weekdays"] = setup.no_weekday(w)
    hours = int(values.hours) if values.hours.isdecimal() and len(values.hours) < 4 else 0
    if not 1 <= hours <= MAX_HOURS:
        errors["hours"] = setup.bad_hours(w, values.hours)
    topics = _topics(tools, w, values, errors)
    if errors or at is None or zone is None:
        return errors
    return Schedule(
        id=0,
        channel=channel,
        bank=values.bank,
        at=at,
        zone=zone,
        weekdays=weekdays,
        closes_after=timedelta(hours=hours),
        tells=Tells.AT_CLOSE if values.tells == Tells.AT_CLOSE else Tells.AT_ONCE,
        topics=topics,
    )


def _topics(
    tools: Tools, w: Wording, values: DailyValues, errors: dict[str, str]
) -> tuple[str, ...]:
    banks = tools.library.catalog.banks
    bank = banks.get(values.bank)
    if bank is None:
        errors["bank"] = notice.unknown_bank(w, values.bank, tuple(banks))
        return ()
    if any(_owner(value) not in {"", bank.code} for value in values.topics):
        errors["topics"] = setup.topics_of_other_bank(w, bank.title)
        return ()
    codes = tuple(value.rpartition("/")[2] for value in values.topics)
    unknown = [code for code in codes if bank.topic(code) is None]
    if unknown:
        known: Sequence[str] = [topic.code for topic in bank.topics]
        errors["topics"] = notice.unknown_topic(w, unknown[0], known)
    return codes


def _owner(value: str) -> str:
    return value.rpartition("/")[0]


def _one(form: Form, name: str) -> str:
    return next(iter(form.values.get(name, ())), "").strip()
