"""Here is opening and closing a channel's question, each in one transaction, so never by halves."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from quizbot.app import season
from quizbot.app.tools import Tools
from quizbot.domain.blueprint import Bank
from quizbot.domain.drawing import next_daily
from quizbot.domain.item import Item
from quizbot.domain.mode import DAILY, Tells
from quizbot.domain.round import Round, shown_order
from quizbot.domain.schedule import Occurrence, Schedule, closing, due, local_day, upcoming
from quizbot.refs import ChannelRef, UserRef
from quizbot.store.store import Transaction
from quizbot.store.values import PostKind, PostState

log = logging.getLogger(__name__)

BY_HAND_CLOSES_AFTER = timedelta(hours=24)
COMING = 20
"""Channels whose next question is kept out of private sessions."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What became of a due question: `round_` is None where the bank has nothing to draw."""

    schedule: Schedule
    occurrence: Occurrence
    round_: Round | None


async def open_due(tools: Tools, schedule: Schedule, planned: datetime) -> Opening | None:
    """Open the question of `schedule` that was planned for the instant `planned`.

    Plans the next one in the same transaction. None where it is too late for this one, or another
    replica was quicker.
    """
    now = tools.clock.now()
    occurrence = due(schedule, now)
    async with tools.store.begin() as tx:
        if await tx.schedules.next_due_at(schedule.id) != planned:
            return None
        await tx.schedules.plan(schedule.id, await next_free(tx, schedule, now))
        if occurrence is None or occurrence.at < planned:
            log.info("schedule %s: the question of %s is too late to ask", schedule.id, planned)
            return None
        bank = tools.library.catalog.banks.get(schedule.bank)
        item = await _draw(tools, tx, bank, schedule, occurrence) if bank else None
        if bank is None or item is None:
            return Opening(schedule, occurrence, None)
        round_ = replace(
            _round(bank, item, schedule.channel, now),
            tells=schedule.tells,
            closes_at=closing(schedule, occurrence, now),
            schedule_id=schedule.id,
            day=occurrence.day,
            zone=schedule.zone,
        )
        occasion = await _occasion(tx, schedule.channel, occurrence.day)
        opened = await _open(tools, tx, round_, item, occasion)
        if opened is None:
            log.warning("schedule %s: %s had its question already", schedule.id, occurrence.day)
        else:
            await season.begin(tx, opened)
    return Opening(schedule, occurrence, opened) if opened else None


async def open_by_hand(
    tools: Tools,
    channel: ChannelRef,
    bank: Bank,
    schedule: Schedule | None,
    *,
    asked_by: UserRef,
    event_id: str,
) -> bool:
    """Open a question in `channel` right now. False where its bank has nothing to draw.

    The same `event_id` again opens nothing further.
    """
    now = tools.clock.now()
    zone = schedule.zone if schedule else "UTC"
    async with tools.store.begin() as tx:
        occasion = f"now:{await tx.channels.of(channel)}:{event_id}"
        asked = await tx.rounds.asked_in(channel, bank.code)
        topics = schedule.topics if schedule else ()
        item = next_daily(bank, topics, asked, tools.dice("now", channel, len(asked)))
        if item is None:
            return False
        round_ = replace(
            _round(bank, item, channel, now),
            tells=schedule.tells if schedule else Tells.AT_ONCE,
            closes_at=now + (schedule.closes_after if schedule else BY_HAND_CLOSES_AFTER),
            day=local_day(now, zone),
            zone=zone,
        )
        await _open(tools, tx, round_, item, occasion, asked_by)
        if schedule is not None:
            await season.begin(tx, round_)
    tools.bell.ring()
    return True


async def close_now(tools: Tools, channel: ChannelRef) -> bool:
    """Close the channel's newest question before its time. False where none is open."""
    now = tools.clock.now()
    async with tools.store.begin() as tx:
        newest = await tx.rounds.open_in(channel, now)
        if newest is None:
            return False
        await tx.rounds.close_at(newest.id, now)
    tools.bell.ring()
    return True


async def next_free(tx: Transaction, schedule: Schedule, after: datetime) -> datetime | None:
    """When the channel gets its next question later than `after`; None while paused.

    A day that had its question gets no second one, also where the schedule was set anew.
    """
    for occurrence in upcoming(schedule, after):
        if not await tx.rounds.had(await _occasion(tx, schedule.channel, occurrence.day)):
            return occurrence.at
    return None


async def coming(tools: Tools, tx: Transaction, place: ChannelRef, bank: Bank) -> set[str]:
    """The ids of the items that channels of the workspace of `place` are asked next from `bank`.

    The draw is the one that will be made then: the same day rolls the same dice. Of many channels
    the nearest ones are looked at.
    """
    now = tools.clock.now()
    found = set()
    for schedule in await tx.schedules.nearest(place, bank.code, COMING):
        occurrence = next(upcoming(schedule, now), None)
        item = await _draw(tools, tx, bank, schedule, occurrence) if occurrence else None
        if item is not None:
            found.add(item.id)
    return found


async def settle(tools: Tools, round_id: int) -> None:
    """After a round's close: owe its channel the closing edit and the reveal, once."""
    now = tools.clock.now()
    async with tools.store.begin() as tx:
        round_ = await tx.rounds.get(round_id)
        if not await tx.rounds.settle(round_.id):
            return
        question = await tx.posts.of(round_.id, PostKind.QUESTION)
        if question is None or question.state is not PostState.SENT or round_.channel is None:
            return
        await tx.posts.owe(round_.id, PostKind.CLOSING, round_.channel, now)
        await tx.posts.owe(round_.id, PostKind.REVEAL, round_.channel, now)


def _round(bank: Bank, item: Item, channel: ChannelRef, now: datetime) -> Round:
    return Round(
        id=0,
        bank=bank.code,
        item_id=item.id,
        revision="",
        order=(),
        mode=DAILY,
        tells=DAILY.tells,
        opens_at=now,
        closes_at=None,
        channel=channel,
    )


async def _occasion(tx: Transaction, channel: ChannelRef, day: date) -> str:
    """What a channel's scheduled question of a day is known by: there is one at most."""
    return f"daily:{await tx.channels.of(channel)}:{day}"


async def _draw(
    tools: Tools, tx: Transaction, bank: Bank, schedule: Schedule, occurrence: Occurrence
) -> Item | None:
    asked = await tx.rounds.asked_in(schedule.channel, bank.code)
    dice = tools.dice("daily", schedule.channel, occurrence.day)
    return next_daily(bank, schedule.topics, asked, dice)


async def _open(
    tools: Tools,
    tx: Transaction,
    round_: Round,
    item: Item,
    occasion: str,
    asked_by: UserRef | None = None,
) -> Round | None:
    """Add the round and owe its post; None where this occasion has its round already."""
    if round_.channel is None:
        raise ValueError("a daily round has a channel")
    figure = tools.library.catalog.figure(item.figure.digest) if item.figure else None
    full = replace(
        round_,
        revision=await tx.items.keep(item, figure),
        order=shown_order(item, tools.dice("order", occasion)),
    )
    kept, new = await tx.rounds.add(full, occasion=occasion, asked_by=asked_by)
    if not new:
        return None
    await tx.posts.owe(kept.id, PostKind.QUESTION, round_.channel, round_.opens_at)
    return kept
