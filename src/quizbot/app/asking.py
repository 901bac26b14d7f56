"""Here is putting the questions of a private session, each drawn when it is reached."""

from __future__ import annotations

from quizbot.app.picking import pick
from quizbot.app.tools import Tools, number, place, shown, words
from quizbot.domain.item import Item
from quizbot.domain.mode import EXAM
from quizbot.domain.round import Round, shown_order
from quizbot.domain.session import Progress, Session, is_over
from quizbot.errors import NotFound, UserError
from quizbot.ports import Caller, Press, Reply
from quizbot.store.store import Transaction
from quizbot.view import notice, question
from quizbot.view import session as session_view


async def ask(
    tools: Tools,
    caller: Caller,
    session: Session,
    position: int,
    *,
    replace_: bool = False,
    like: bool = False,
) -> Reply:
    """Put question `position` (from 0) of the session: the one already put, or a new draw.

    With `like` the draw is of the topic of the question before.
    """
    w = words(caller)
    async with tools.store.begin() as tx:
        progress = await tx.sessions.progress(session.id)
        put = await _put(tools, caller, tx, session, position, progress, like=like)
        if put is None:
            await tx.sessions.finish(session.id, tools.clock.now())
            title = tools.bank_title(session.bank)
            return Reply(session_view.over(w, session, progress, title), replace=replace_)
        round_, item = put
        figure = await tx.items.figure(item.figure.digest) if item.figure else None
    seen = shown(tools, round_, item, figure)
    return Reply(question.session_question(w, seen, session, position + 1), replace=replace_)


async def own_session(tools: Tools, press: Press) -> Session:
    """The session that a button names, if it is the caller's. Raises UserError where it isn't."""
    w = words(press.caller)
    session_id = number(press.action.args[0]) if press.action.args else None
    if session_id is None:
        raise UserError(notice.stale_button(w))
    try:
        async with tools.store.read() as tx:
            learner = await tx.learners.find(press.caller.user)
            session = await tx.sessions.get(session_id)
    except NotFound:
        raise UserError(notice.session_gone(w)) from None
    if learner is None or session.learner_id != learner.id:
        raise UserError(notice.not_your_round(w))
    return session


async def own_asking(tools: Tools, press: Press) -> Session:
    """The practice or review that a button names; an exam has buttons of its own."""
    session = await own_session(tools, press)
    if session.mode == EXAM:
        raise UserError(notice.stale_button(words(press.caller)))
    return session


async def _put(
    tools: Tools,
    caller: Caller,
    tx: Transaction,
    session: Session,
    position: int,
    progress: Progress,
    *,
    like: bool,
) -> tuple[Round, Item] | None:
    rounds = await tx.rounds.of_session(session.id)
    if position < len(rounds):
        round_ = rounds[position]
        return round_, await tx.items.get(round_.bank, round_.item_id, round_.revision)
    if position > progress.answered:
        raise UserError(notice.stale_button(words(caller)))
    bank = tools.library.catalog.banks.get(session.bank)
    if bank is None or is_over(session, progress, tools.clock.now()):
        return None
    last = bank.by_id.get(rounds[-1].item_id) if like and rounds else None
    topic, here = last.topic if last else None, place(caller)
    item = await pick(tools, tx, bank, session, rounds, place=here, topic=topic)
    if item is None:
        return None
    round_ = await keep_round(tools, tx, session, item, position, zone=caller.zone or "UTC")
    return round_, item


async def keep_round(
    tools: Tools, tx: Transaction, session: Session, item: Item, position: int, *, zone: str
) -> Round:
    """The session's round for `item` at `position`, stored now if it is new."""
    figure = tools.library.catalog.figure(item.figure.digest) if item.figure else None
    round_ = Round(
        id=0,
        bank=session.bank,
        item_id=item.id,
        revision=await tx.items.keep(item, figure),
        order=shown_order(item, tools.dice("order", session.id, position)),
        mode=session.mode,
        tells=session.mode.tells,
        opens_at=tools.clock.now(),
        closes_at=session.ends_at,
        learner_id=session.learner_id,
        session_id=session.id,
        zone=zone,
    )
    kept, _ = await tx.rounds.add(round_, occasion=f"session:{session.id}:{position}")
    return kept
