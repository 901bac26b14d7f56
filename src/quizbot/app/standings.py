"""Here are the boards that people ask for."""

from __future__ import annotations

import asyncio
from datetime import date

from quizbot.app.reading import Call
from quizbot.app.tools import Tools, place, words
from quizbot.domain.schedule import local_day
from quizbot.domain.standing import Board, Period, Ranked, Scope, period_key, ranked
from quizbot.errors import UserError
from quizbot.ports import Caller, Press, Reply
from quizbot.refs import ChannelRef
from quizbot.store.boards import BoardKey
from quizbot.store.store import Transaction
from quizbot.view import notice, standing
from quizbot.view.standing import Which

TOP = 5


async def leaderboard(tools: Tools, caller: Caller, call: Call) -> Reply:
    """The board of the channel where the command was given, or of its server."""
    period = Period(call.options.get("period", Period.WEEK))
    scope = Scope(call.options.get("scope", Scope.CHANNEL))
    bank = call.options.get("bank")
    code = tools.bank(bank, words(caller)).code if bank else ""
    return await _board(tools, caller, period, scope, code)


async def switch(tools: Tools, press: Press) -> Reply:
    """The same board over another period, or from elsewhere."""
    period, bank, scope, *_ = (*press.action.args, "", "", "")
    try:
        asked = Period(period), Scope(scope or Scope.CHANNEL)
    except ValueError:
        raise UserError(notice.stale_button(words(press.caller))) from None
    reply = await _board(tools, press.caller, *asked, bank)
    return Reply(reply.message, replace=True)


async def _board(tools: Tools, caller: Caller, period: Period, scope: Scope, bank: str) -> Reply:
    here = place(caller)
    learner = await tools.store.learner(caller.user, caller.name)
    async with tools.store.read() as tx:
        latest = await tx.rounds.latest_in(here)
        day = local_day(tools.clock.now(), latest.zone if latest else "UTC")
        without = await _secret(tools, tx, here, scope, period, day)
        key = BoardKey(here, bank, period_key(period, day), without, scope)
        board = await board_of(tx, key, learner.id)
    if here.is_direct and latest is None and not (scope is Scope.SERVER and board.players):
        raise UserError(notice.needs_channel(words(caller)))
    title = tools.bank_title(bank) if bank else ""
    which = Which(period, scope, bank, title, day)
    return Reply(await asyncio.to_thread(standing.board, words(caller), board, which))


async def board_of(tx: Transaction, key: BoardKey, learner_id: int) -> Board:
    """A board as the learner sees it."""
    own = await tx.boards.own(key, learner_id)
    return Board(
        top=ranked(await tx.boards.top(key, TOP)),
        own=Ranked(own[0], own[1]) if own else None,
        to_next=own[2] if own else None,
        players=await tx.boards.players(key),
        hidden=(await tx.learners.get(learner_id)).hidden,
    )


async def _secret(
    tools: Tools, tx: Transaction, here: ChannelRef, scope: Scope, period: Period, day: date
) -> list[int]:
    """The rounds of the period that tell how they were answered at their close only."""
    now = tools.clock.now()
    if scope is Scope.SERVER:
        secret = await tx.rounds.secret_on_server(here, now)
    else:
        secret = await tx.rounds.secret_in(here, now)
    key = period_key(period, day)
    return [one.id for one in secret if one.day and period_key(period, one.day) == key]
