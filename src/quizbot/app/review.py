"""Here is review: what a learner is about to forget, asked once more."""

from __future__ import annotations

from quizbot.app.asking import ask
from quizbot.app.knowledge import Knowledge, bank_of, knowledge
from quizbot.app.picking import due_items
from quizbot.app.reading import Call
from quizbot.app.tools import Tools, read_count, words
from quizbot.domain.blueprint import Bank
from quizbot.domain.mode import REVIEW
from quizbot.domain.review import A_DAY
from quizbot.domain.session import Session
from quizbot.ports import Caller, Reply
from quizbot.store.store import Transaction
from quizbot.view import review as view
from quizbot.view import session as session_view

MAX_LENGTH = 100


async def start(tools: Tools, caller: Caller, call: Call) -> Reply:
    """Ask what is due for the caller, or go on with a review that isn't finished."""
    w = words(caller)
    bank = await bank_of(tools, caller, call.options.get("bank"))
    wanted = read_count(caller, call.options.get("count", str(A_DAY)), MAX_LENGTH)
    now = tools.clock.now()
    waiting: list[str] = []
    async with tools.store.begin() as tx:
        learner = await tx.learners.of(caller.user, name=caller.name)
        occasion = f"review:{learner.id}:{call.event_id}"
        session = await tx.sessions.made_by(occasion)
        unfinished = await tx.sessions.open_of(learner.id, REVIEW.name)
        if session is None and unfinished is not None and not call.options:
            progress = await tx.sessions.progress(unfinished.id)
            title = tools.bank_title(unfinished.bank)
            return Reply(session_view.offer(w, unfinished, progress, title))
        if session is None:
            known = await knowledge(tx, learner.id, bank, now)
            waiting = await due_now(tools, tx, known, bank)
            if not waiting:
                upcoming = min((card.due for card in known.cards.values()), default=None)
                return Reply(
                    view.nothing_due(w, bank.code, bank.title, upcoming, caller.zone or "UTC")
                )
            if unfinished is not None:
                await tx.sessions.finish(unfinished.id, now)
            length = min(wanted, len(waiting))
            wish = Session(0, learner.id, REVIEW, bank.code, None, None, length, now)
            session = await tx.sessions.start(wish, occasion=occasion)
    reply = await ask(tools, caller, session, 0)
    if reply.message is None or len(waiting) <= session.length:
        return reply
    return Reply(view.of_more(w, reply.message, session.length, len(waiting)))


async def due_now(tools: Tools, tx: Transaction, known: Knowledge, bank: Bank) -> list[str]:
    """The ids of the items that are due for a learner and that no channel is being asked."""
    closed = await tx.rounds.open_items(bank.code)
    return due_items(known, bank.by_id, closed, tools.clock.now())
