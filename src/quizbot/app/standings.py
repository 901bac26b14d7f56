"""Here are the boards that people ask for."""

from __future__ import annotations

from quizbot.app.reading import Call
from quizbot.app.tools import Tools, place, words
from quizbot.domain.schedule import local_day
from quizbot.domain.standing import Board, Period, Ranked, period_key, ranked
from quizbot.errors import UserError
from quizbot.ports import Caller, Press, Reply
from quizbot.store.boards import BoardKey
from quizbot.view import notice, standing

TOP = 5


async def leaderboard(tools: Tools, caller: Caller, call: Call) -> Reply:
    """The board of the channel where the command was given."""
    period = Period(call.options.get("period", Period.WEEK))
    bank = call.options.get("bank")
    code = tools.bank(bank, words(caller)).code if bank else ""
    return await _board(tools, caller, period, code)


async def switch(tools: Tools, press: Press) -> Reply:
    """The same board over another period."""
    try:
        period = Period(press.action.args[0])
    except (IndexError, ValueError):
        raise UserError(notice.stale_button(words(press.caller))) from None
    bank = press.action.args[1] if len(press.action.args) > 1 else ""
    reply = await _board(tools, press.caller, period, bank)
    return Reply(reply.message, replace=True)


async def _board(tools: Tools, caller: Caller, period: Period, bank: str) -> Reply:
    channel = place(caller)
    learner = await tools.store.learner(caller.user, caller.name)
    async with tools.store.read() as tx:
        hidden = (await tx.learners.get(learner.id)).hidden
        latest = await tx.rounds.latest_in(channel)
        if latest is None and channel.is_direct:
            raise UserError(notice.needs_channel(words(caller)))
        day = local_day(tools.clock.now(), latest.zone if latest else "UTC")
        key = period_key(period, day)
        secret = await tx.rounds.secret_in(channel, tools.clock.now())
        without = [r.id for r in secret if r.day and period_key(period, r.day) == key]
        shown = BoardKey(channel, bank, key, without)
        top = ranked(await tx.boards.top(shown, TOP))
        own = await tx.boards.own(shown, learner.id)
        players = await tx.boards.players(shown)
    board = Board(
        top=top,
        own=Ranked(own[0], own[1]) if own else None,
        to_next=own[2] if own else None,
        players=players,
        hidden=hidden,
    )
    title = tools.bank_title(bank) if bank else None
    message = standing.board(words(caller), board, period, bank_title=title, bank=bank, day=day)
    return Reply(message)
