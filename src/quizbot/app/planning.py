"""Here is one's plan for a bank: the exam's day, how sure one wants to be, and reminders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta

from quizbot.app.knowledge import bank_of
from quizbot.app.reading import Call
from quizbot.app.times import find_zone, nearest_zones, read_time
from quizbot.app.tools import Tools, words
from quizbot.domain import schedule
from quizbot.errors import UserError
from quizbot.ports import Caller, Form, Reply
from quizbot.store.plans import StoredPlan
from quizbot.view import notice, plan, setup
from quizbot.view.plan import PlanValues
from quizbot.view.wording import Wording

LEAST, MOST = 70, 97
"""Per cent of cards to remember that may be asked for."""

HORIZON = timedelta(days=3 * 366)


async def open_form(tools: Tools, caller: Caller, call: Call) -> Reply:
    """The form that sets the caller's plan, filled with what holds now."""
    w = words(caller)
    bank = await bank_of(tools, caller, call.options.get("bank"))
    async with tools.store.read() as tx:
        learner = await tx.learners.find(caller.user)
        stored = await tx.plans.of(learner.id if learner else 0, bank.code)
    zone = stored.zone if stored.nudge_at or stored.exam_on else caller.zone or "UTC"
    values = PlanValues(
        exam=stored.exam_on.isoformat() if stored.exam_on else "",
        retention=str(round(stored.retention * 100)) if stored.retention else "",
        nudge=f"{stored.nudge_at:%H:%M}" if stored.nudge_at else "",
        zone=zone,
    )
    return Reply(form=plan.plan_form(w, bank.code, bank.title, values, {}))


async def set_(tools: Tools, form: Form) -> Reply:
    """Take the sent form: keep the plan, or give the form back with what is wrong."""
    w = words(form.caller)
    code = form.action.args[0] if form.action.args else None
    if code is None:
        raise UserError(notice.stale_button(w))
    bank = tools.bank(code, w)
    names = ("exam", "retention", "nudge", "zone")
    values = PlanValues(*(next(iter(form.values.get(n, ())), "").strip() for n in names))
    now = tools.clock.now()
    understood = _understand(w, values, now)
    if isinstance(understood, Mapping):
        return Reply(form=plan.plan_form(w, bank.code, bank.title, values, understood))
    async with tools.store.begin() as tx:
        learner = await tx.learners.of(form.caller.user, name=form.caller.name)
        stored = replace(understood, learner_id=learner.id, bank=bank.code)
        await tx.plans.put(stored, next_nudge_at=next_nudge(stored, now))
    tools.bell.ring()
    return Reply(plan.plan_set(w, bank.title, stored.exam_on, stored.nudge_at, stored.zone))


def next_nudge(plan_: StoredPlan, after: datetime) -> datetime | None:
    """The next instant at which the learner wants to be reminded; None: never."""
    if plan_.nudge_at is None:
        return None
    today = schedule.local_day(after, plan_.zone)
    days = (today + timedelta(days=number) for number in range(3))
    instants = (schedule.instant(day, plan_.nudge_at, plan_.zone) for day in days)
    return next((at for at in instants if at is not None and at > after), None)


def _understand(w: Wording, values: PlanValues, now: datetime) -> StoredPlan | Mapping[str, str]:
    """The plan that the answers make, or what is wrong with them by field."""
    errors: dict[str, str] = {}
    zone = find_zone(values.zone)
    if zone is None:
        errors["zone"] = setup.bad_zone(w, values.zone, nearest_zones(values.zone))
    exam_on = _day(values.exam)
    today = schedule.local_day(now, zone or "UTC")
    if values.exam and (exam_on is None or not today < exam_on <= today + HORIZON):
        errors["exam"] = plan.bad_day(w, values.exam)
    nudge_at = read_time(values.nudge) if values.nudge else None
    if values.nudge and nudge_at is None:
        errors["nudge"] = setup.bad_time(w, values.nudge)
    typed = values.retention.rstrip("% ")
    wanted = int(typed) if typed.isdecimal() and len(typed) < 4 else 0
    if values.retention and not LEAST <= wanted <= MOST:
        errors["retention"] = plan.bad_retention(w, values.retention, LEAST, MOST)
    if errors or zone is None:
        return errors
    return StoredPlan(0, "", exam_on, wanted / 100 or None, zone, nudge_at)


def _day(typed: str) -> date | None:
    try:
        return date.fromisoformat(typed)
    except ValueError:
        return None
