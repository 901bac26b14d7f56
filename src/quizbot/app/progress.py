"""Here is one's own progress in a bank: readiness, what is due, and what to study next."""

from __future__ import annotations

import asyncio
from datetime import datetime

from quizbot.app.knowledge import Knowledge, bank_of, knowledge
from quizbot.app.reading import Call
from quizbot.app.tools import Tools, words
from quizbot.domain.blueprint import Bank
from quizbot.domain.estimates import Studied
from quizbot.domain.gain import topic_to_study
from quizbot.domain.history import Answer
from quizbot.domain.review import due
from quizbot.errors import UserError
from quizbot.ports import Caller, Reply
from quizbot.view import notice
from quizbot.view import progress as view
from quizbot.view.progress import Advice, Reviews

ADVISED = 20
"""Questions that are looked ahead to say which topic helps most."""


async def progress(tools: Tools, caller: Caller, call: Call) -> Reply:
    """How ready the caller is, by topic, with its uncertainty, and what to do next."""
    w = words(caller)
    bank = await bank_of(tools, caller, call.options.get("bank"))
    if not bank.items:
        raise UserError(notice.nothing_fits(w, bank.title))
    now = tools.clock.now()
    async with tools.store.begin() as tx:
        learner = await tx.learners.of(caller.user, name=caller.name)
    async with tools.store.read() as tx:
        known = await knowledge(tx, learner.id, bank, now)
        stored = await tx.plans.of(learner.id, bank.code)
        group = await tx.histories.of_group(caller.user, bank.code, now)
    pairs = [(one.learner_id, one.answer) for one in group]
    found = await asyncio.to_thread(_studied, bank, pairs, learner.id, now)
    advice = _advice(tools, bank, known)
    message = view.progress(w, bank, found, _reviews(tools, known), advice, stored.exam_on)
    return Reply(message)


def _studied(
    bank: Bank, group: list[tuple[int, Answer]], learner_id: int, now: datetime
) -> Studied:
    from quizbot.domain.studying import studied  # numpy is loaded when it is needed first

    return studied(bank, group, learner_id, now)


def _reviews(tools: Tools, known: Knowledge) -> Reviews:
    cards = known.cards
    return Reviews(
        due=len(due(cards, tools.clock.now())),
        upcoming=min((card.due for card in cards.values()), default=None),
        leeches=sum(card.leech for card in cards.values()),
    )


def _advice(tools: Tools, bank: Bank, known: Knowledge) -> Advice | None:
    best = topic_to_study(
        known.concepts,
        known.mind,
        now=tools.clock.now(),
        exam_at=known.plan.exam_at,
        questions=ADVISED,
    )
    topic = bank.topic(best[0]) if best else None
    return Advice(topic, best[1]) if best and topic else None
