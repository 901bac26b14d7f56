"""Here is which item a learner's session asks next."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from functools import partial

from quizbot.app import daily
from quizbot.app.knowledge import Knowledge, knowledge
from quizbot.app.tools import Tools
from quizbot.domain.blueprint import Bank
from quizbot.domain.drawing import pool
from quizbot.domain.gain import Mind, most_gain
from quizbot.domain.item import Item
from quizbot.domain.mode import EXAM, REVIEW
from quizbot.domain.review import due
from quizbot.domain.round import Round
from quizbot.domain.session import Session
from quizbot.refs import ChannelRef
from quizbot.store.store import Transaction


async def pick(
    tools: Tools,
    tx: Transaction,
    bank: Bank,
    session: Session,
    rounds: list[Round],
    *,
    place: ChannelRef,
    topic: str | None,
) -> Item | None:
    """The next item of the session, or None where it has nothing more to ask.

    Never one that it has asked, that is in the learner's running exam, or that a channel is being
    asked right now; one that a channel of
    the workspace is asked next only where nothing else is left. With `topic` it is one of that.
    """
    exam = await tx.sessions.open_of(session.learner_id, EXAM.name)
    sitting = await tx.rounds.of_session(exam.id) if exam else []
    asked = {round_.item_id for round_ in (*rounds, *sitting)}
    closed = await tx.rounds.open_items(bank.code) | asked
    coming = await daily.coming(tools, tx, place, bank)
    known = await knowledge(tx, session.learner_id, bank, tools.clock.now())
    topics = [code for code in (topic, session.topic) if code]
    wanted = {item.id for item in pool(bank, topics[:1], session.difficulty)}
    for avoid in (closed | coming, closed):
        if session.mode == REVIEW:
            found = _due(known, wanted, avoid, tools.clock.now())
        else:
            found = _gaining(tools, known, session, len(rounds), wanted - avoid)
        if found is not None:
            return bank.by_id[found]
    return None


def due_items(
    known: Knowledge, wanted: Collection[str], avoid: Collection[str], now: datetime
) -> list[str]:
    """For each card that is due the item to ask, its least used one; likeliest forgotten first."""
    by_code = {concept.code: concept for concept in known.concepts}
    mind = known.mind
    items = []
    for code in due(known.cards, now):
        free = [item for item in by_code[code].guesses if item in wanted and item not in avoid]
        if free:
            items.append(min(free, key=partial(_use, mind, now)))
    return items


def _use(mind: Mind, now: datetime, item: str) -> tuple[int, datetime]:
    return mind.uses.get(item, 0), mind.last.get(item, now)


def _due(
    known: Knowledge, wanted: Collection[str], avoid: Collection[str], now: datetime
) -> str | None:
    return next(iter(due_items(known, wanted, avoid, now)), None)


def _gaining(
    tools: Tools, known: Knowledge, session: Session, number: int, open_: Collection[str]
) -> str | None:
    every: Iterable[str] = (item for concept in known.concepts for item in concept.guesses)
    return most_gain(
        known.concepts,
        known.mind,
        now=tools.clock.now(),
        exam_at=known.plan.exam_at,
        avoid=set(every) - set(open_),
        rng=tools.dice("draw", session.id, number),
    )
