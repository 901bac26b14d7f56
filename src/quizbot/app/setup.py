"""Here is setting up a channel's daily question: shown, set, switched off, posted by hand."""

from __future__ import annotations

from datetime import datetime

from quizbot.app import daily
from quizbot.app.reading import Call
from quizbot.app.schedule_form import (
    first_values,
    sent_values,
    understand,
    values_of,
    with_options,
)
from quizbot.app.tools import Tools, place, require_admin, words
from quizbot.domain.schedule import Schedule
from quizbot.errors import UserError
from quizbot.ports import Caller, Form, Reply
from quizbot.refs import ChannelRef, UserRef
from quizbot.view import notice, setup


async def show(tools: Tools, caller: Caller, _call: Call) -> Reply:
    """When this channel's question comes, and what it draws from."""
    channel = place(caller)
    async with tools.store.read() as tx:
        schedule = await tx.schedules.of(channel)
        planned = await tx.schedules.next_due_at(schedule.id) if schedule else None
        open_ = await tx.rounds.open_in(channel, tools.clock.now())
    message = setup.daily_shown(
        words(caller),
        schedule,
        tools.bank_title(schedule.bank) if schedule else "",
        _topic_titles(tools, schedule),
        planned,
        open_round=open_ is not None,
    )
    return Reply(message)


async def open_form(tools: Tools, caller: Caller, call: Call) -> Reply:
    """The form that sets the daily question, filled with what holds now and what was typed."""
    await require_admin(tools, caller)
    w = words(caller)
    default = tools.bank(None, w)
    async with tools.store.read() as tx:
        schedule = await tx.schedules.of(place(caller))
    values = values_of(schedule) if schedule else first_values(caller, default)
    banks = tuple(tools.library.catalog.banks.values())
    return Reply(form=setup.daily_form(w, with_options(values, call.options), banks, {}))


async def set_(tools: Tools, form: Form) -> Reply:
    """Take the sent form: keep the schedule, or give the form back with what is wrong."""
    await require_admin(tools, form.caller)
    w = words(form.caller)
    values = sent_values(form)
    understood = understand(tools, w, values, place(form.caller))
    if not isinstance(understood, Schedule):
        banks = tuple(tools.library.catalog.banks.values())
        return Reply(form=setup.daily_form(w, values, banks, understood))
    kept, planned = await _keep(tools, understood, form.caller.user)
    return Reply(setup.daily_set(w, kept, tools.bank_title(kept.bank), planned))


async def off(tools: Tools, caller: Caller, _call: Call) -> Reply:
    """No more daily question in this channel; an open one goes on to its close."""
    await require_admin(tools, caller)
    async with tools.store.begin() as tx:
        was_on = await tx.schedules.remove(place(caller))
    return Reply(setup.daily_off(words(caller), was_on=was_on))


async def now(tools: Tools, caller: Caller, call: Call) -> Reply:
    """Post a question at once, also where nothing is scheduled."""
    await require_admin(tools, caller)
    w = words(caller)
    channel = place(caller)
    async with tools.store.read() as tx:
        schedule = await tx.schedules.of(channel)
    bank = tools.bank(schedule.bank if schedule else None, w)
    opened = await daily.open_by_hand(
        tools, channel, bank, schedule, asked_by=caller.user, event_id=call.event_id
    )
    if not opened:
        raise UserError(notice.nothing_fits(w, bank.title))
    return Reply(setup.daily_posted(w))


async def close(tools: Tools, caller: Caller, _call: Call) -> Reply:
    """Close the open question before its time."""
    await require_admin(tools, caller)
    if not await daily.close_now(tools, place(caller)):
        raise UserError(notice.nothing_open(words(caller)))
    return Reply(setup.daily_closed(words(caller)))


async def me(tools: Tools, caller: Caller, call: Call) -> Reply:
    """The daily question in the caller's private conversation with the bot."""
    w = words(caller)
    channel = ChannelRef.direct(caller.user)
    if call.options.get("at", "").casefold() == "off":
        async with tools.store.begin() as tx:
            was_on = await tx.schedules.remove(channel)
        return Reply(setup.me_off(w, was_on=was_on))
    async with tools.store.read() as tx:
        present = await tx.schedules.of(channel)
    values = values_of(present) if present else first_values(caller, tools.bank(None, w))
    values = with_options(values, call.options)
    understood = understand(tools, w, values, channel)
    if not isinstance(understood, Schedule):
        raise UserError(" ".join(understood.values()))
    kept, planned = await _keep(tools, understood, caller.user)
    return Reply(setup.me_set(w, kept, tools.bank_title(kept.bank), planned))


async def _keep(
    tools: Tools, schedule: Schedule, set_by: UserRef
) -> tuple[Schedule, datetime | None]:
    """Store the schedule; its first question is the next one of a day that had none yet."""
    async with tools.store.begin() as tx:
        planned = await daily.next_free(tx, schedule, tools.clock.now())
        kept = await tx.schedules.put(schedule, set_by=set_by, next_due_at=planned)
    return kept, planned


def _topic_titles(tools: Tools, schedule: Schedule | None) -> list[str]:
    bank = tools.library.catalog.banks.get(schedule.bank) if schedule else None
    if bank is None or schedule is None:
        return []
    return [topic.title for topic in bank.topics if topic.code in schedule.topics]
