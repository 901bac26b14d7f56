"""Here is a person's own page: what comes next where they learn, and how they stand."""

from __future__ import annotations

from quizbot.app.knowledge import knowledge
from quizbot.app.tools import Tools, words
from quizbot.domain.review import due
from quizbot.domain.schedule import local_day
from quizbot.domain.standing import Period, Ranked, period_key
from quizbot.ports import Press, Reply
from quizbot.refs import ChannelRef
from quizbot.store.boards import BoardKey
from quizbot.store.store import Transaction
from quizbot.view.home import Learning, Place
from quizbot.view.home import home as view

PLACES = 5


async def home(tools: Tools, press: Press) -> Reply:
    """The caller's page."""
    async with tools.store.read() as tx:
        learner = await tx.learners.find(press.caller.user)
        channels = await tx.boards.places(learner.id, PLACES) if learner else []
        places = [await _place(tools, tx, one, learner.id) for one in channels] if learner else []
        learning = await _learning(tools, tx, learner.id) if learner else None
    return Reply(view(words(press.caller), press.caller.name, places, learning), replace=True)


async def _learning(tools: Tools, tx: Transaction, learner_id: int) -> Learning | None:
    """What the learner has to review in the bank in which they answered last."""
    code = await tx.histories.last_bank(learner_id)
    bank = tools.library.catalog.banks.get(code) if code else None
    if bank is None:
        return None
    now = tools.clock.now()
    known = await knowledge(tx, learner_id, bank, now)
    return Learning(bank.code, bank.title, len(due(known.cards, now)), known.plan.ahead(now))


async def _place(tools: Tools, tx: Transaction, channel: ChannelRef, learner_id: int) -> Place:
    now = tools.clock.now()
    schedule = await tx.schedules.of(channel)
    latest = await tx.rounds.latest_in(channel)
    zone = schedule.zone if schedule else latest.zone if latest else "UTC"
    key = period_key(Period.WEEK, local_day(now, zone))
    secret = [round_.id for round_ in await tx.rounds.secret_in(channel, now)]
    board = BoardKey(channel, "", key, secret)
    own = await tx.boards.own(board, learner_id)
    return Place(
        channel=channel,
        next_at=await tx.schedules.next_due_at(schedule.id) if schedule else None,
        zone=zone,
        own=Ranked(own[0], own[1]) if own else None,
        players=await tx.boards.players(board),
        streak=(await tx.streaks.of(channel, learner_id)).length,
    )
