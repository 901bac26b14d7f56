"""Here is practice: private questions one after another, with feedback; stop and go on later."""

from __future__ import annotations

from dataclasses import replace

from quizbot.app.reading import Call
from quizbot.app.tools import Tools, number, shown, words
from quizbot.domain.blueprint import Bank
from quizbot.domain.drawing import next_practice, pool
from quizbot.domain.item import Difficulty, Item
from quizbot.domain.mode import PRACTICE
from quizbot.domain.round import Round, shown_order
from quizbot.domain.session import Progress, Session, is_over
from quizbot.errors import NotFound, UserError
from quizbot.ports import Caller, Press, Reply
from quizbot.store.store import Transaction
from quizbot.store.values import Recorded
from quizbot.view import feedback, notice, question
from quizbot.view import session as session_view
from quizbot.view.question import Shown
from quizbot.view.wording import Wording

DEFAULT_LENGTH, MAX_LENGTH = 5, 50


async def start(tools: Tools, caller: Caller, call: Call) -> Reply:
    """Begin a practice, or offer to go on with the one that isn't finished."""
    w = words(caller)
    wish = _wish(tools, caller, call)
    async with tools.store.begin() as tx:
        learner = await tx.learners.of(caller.user, name=caller.name)
        occasion = f"practice:{learner.id}:{call.event_id}"
        session = await tx.sessions.made_by(occasion)
        if session is None:
            unfinished = await tx.sessions.open_of(learner.id, PRACTICE.name)
            if unfinished is not None and not call.options:
                progress = await tx.sessions.progress(unfinished.id)
                title = tools.bank_title(unfinished.bank)
                return Reply(session_view.offer(w, unfinished, progress, title))
            if unfinished is not None:
                await tx.sessions.finish(unfinished.id, tools.clock.now())
            session = await tx.sessions.start(
                replace(wish, learner_id=learner.id), occasion=occasion
            )
    return await _ask(tools, caller, session, 0)


async def next_(tools: Tools, press: Press) -> Reply:
    """Put the next question of a practice (pressed twice: the same one)."""
    session = await _own_session(tools, press)
    answered = number(press.action.args[1]) if len(press.action.args) == 2 else None
    if answered is None:
        raise UserError(notice.stale_button(words(press.caller)))
    return await _ask(tools, press.caller, session, answered, replace_=True)


async def resume(tools: Tools, press: Press) -> Reply:
    """Go on where the practice was left."""
    session = await _own_session(tools, press)
    async with tools.store.read() as tx:
        progress = await tx.sessions.progress(session.id)
    return await _ask(tools, press.caller, session, progress.answered, replace_=True)


async def restart(tools: Tools, press: Press) -> Reply:
    """Drop whatever practice is running and begin one like the button's (a redelivery: none)."""
    old = await _own_session(tools, press)
    now = tools.clock.now()
    occasion = f"restart:{old.id}:{press.id}"
    async with tools.store.begin() as tx:
        session = await tx.sessions.made_by(occasion)
        if session is None:
            while (running := await tx.sessions.open_of(old.learner_id, PRACTICE.name)) is not None:
                await tx.sessions.finish(running.id, now)
            fresh = replace(old, id=0, started_at=now, finished_at=None)
            session = await tx.sessions.start(fresh, occasion=occasion)
        progress = await tx.sessions.progress(session.id)
    return await _ask(tools, press.caller, session, progress.answered, replace_=True)


async def spoils(tools: Tools, round_: Round) -> bool:
    """Whether the breakdown of a practice question would give away a channel's open one."""
    async with tools.store.read() as tx:
        answered = await tx.attempts.of(round_.id, round_.learner_id or 0)
        return answered is None and round_.item_id in await tx.rounds.open_items(round_.bank)


async def instead(tools: Tools, press: Press, round_: Round) -> Reply:
    """Another question in the place of one that a channel is being asked by now."""
    async with tools.store.begin() as tx:
        await tx.rounds.withdraw(round_.id)
        session = await tx.sessions.get(round_.session_id or 0)
        progress = await tx.sessions.progress(session.id)
    reply = await _ask(tools, press.caller, session, progress.answered, replace_=True)
    if reply.message is None:
        return reply
    return replace(reply, message=session_view.swapped(words(press.caller), reply.message))


async def stop(tools: Tools, press: Press) -> Reply:
    """End the practice here and say how it went."""
    session = await _own_session(tools, press)
    async with tools.store.begin() as tx:
        await tx.sessions.finish(session.id, tools.clock.now())
        progress = await tx.sessions.progress(session.id)
    title = tools.bank_title(session.bank)
    message = session_view.over(words(press.caller), session, progress, title)
    return Reply(message, replace=True)


async def after_answer(tools: Tools, caller: Caller, seen: Shown, recorded: Recorded) -> Reply:
    """What a learner reads after answering a practice question."""
    session_id = seen.round.session_id
    if session_id is None:
        raise ValueError("a practice round belongs to a session")
    async with tools.store.begin() as tx:
        session = await tx.sessions.get(session_id)
        progress = await tx.sessions.progress(session_id)
        if is_over(session, progress, tools.clock.now()):
            await tx.sessions.finish(session_id, tools.clock.now())
    message = feedback.practice_feedback(
        words(caller), seen, recorded.attempt, progress, session, again=not recorded.new
    )
    return Reply(message, replace=True)


def _wish(tools: Tools, caller: Caller, call: Call) -> Session:
    """The session that the command asks for. Raises UserError where nothing fits."""
    w = words(caller)
    topic = call.options.get("topic")
    bank = tools.bank(call.options.get("bank") or _owner(tools, topic), w)
    if topic is not None and bank.topic(topic) is None:
        codes = tuple(known.code for known in bank.topics)
        raise UserError(notice.unknown_topic(w, topic, codes))
    level = call.options.get("difficulty")
    difficulty = Difficulty(level) if level else None
    fitting = len(pool(bank, (topic,) if topic else (), difficulty))
    if not fitting:
        raise UserError(notice.nothing_fits(w, bank.title))
    return Session(
        id=0,
        learner_id=0,
        mode=PRACTICE,
        bank=bank.code,
        topic=topic,
        difficulty=difficulty,
        length=min(_count(caller, call), fitting),
        started_at=tools.clock.now(),
    )


def _owner(tools: Tools, topic: str | None) -> str | None:
    """The first bank that has the topic."""
    banks = tools.library.catalog.banks.values()
    return next((bank.code for bank in banks if topic and bank.topic(topic)), None)


def _count(caller: Caller, call: Call) -> int:
    typed = call.options.get("count", str(DEFAULT_LENGTH))
    if not typed.isdecimal() or len(typed) > 9 or not 1 <= int(typed) <= MAX_LENGTH:
        raise UserError(notice.bad_count(words(caller), typed, 1, MAX_LENGTH))
    return int(typed)


async def _own_session(tools: Tools, press: Press) -> Session:
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


async def _ask(
    tools: Tools, caller: Caller, session: Session, position: int, *, replace_: bool = False
) -> Reply:
    """Put question `position` (from 0) of the session: the one already put, or a new draw."""
    w = words(caller)
    async with tools.store.begin() as tx:
        progress = await tx.sessions.progress(session.id)
        put = await _put(tools, w, tx, session, position, progress)
        if put is None:
            await tx.sessions.finish(session.id, tools.clock.now())
            title = tools.bank_title(session.bank)
            return Reply(session_view.over(w, session, progress, title), replace=replace_)
        round_, item = put
        figure = await tx.items.figure(item.figure.digest) if item.figure else None
    seen = shown(tools, round_, item, figure)
    message = question.practice_question(
        w, seen, number=position + 1, length=session.length, session_id=session.id
    )
    return Reply(message, replace=replace_)


async def _put(
    tools: Tools, w: Wording, tx: Transaction, session: Session, position: int, progress: Progress
) -> tuple[Round, Item] | None:
    rounds = await tx.rounds.of_session(session.id)
    if position < len(rounds):
        round_ = rounds[position]
        return round_, await tx.items.get(round_.bank, round_.item_id, round_.revision)
    if position > progress.answered:
        raise UserError(notice.stale_button(w))
    if is_over(session, progress, tools.clock.now()):
        return None
    bank = tools.library.catalog.banks.get(session.bank)
    item = await _draw(tools, tx, bank, session, rounds) if bank else None
    if bank is None or item is None:
        return None
    figure = tools.library.catalog.figure(item.figure.digest) if item.figure else None
    round_ = Round(
        id=0,
        bank=bank.code,
        item_id=item.id,
        revision=await tx.items.keep(item, figure),
        order=shown_order(item, tools.dice("order", session.id, position)),
        mode=PRACTICE,
        tells=PRACTICE.tells,
        opens_at=tools.clock.now(),
        closes_at=None,
        learner_id=session.learner_id,
        session_id=session.id,
    )
    kept, _ = await tx.rounds.add(round_, occasion=f"session:{session.id}:{position}")
    return kept, item


async def _draw(
    tools: Tools, tx: Transaction, bank: Bank, session: Session, rounds: list[Round]
) -> Item | None:
    """The next item for this learner: never one of this session, nor a channel's open question."""
    seen = await tx.attempts.seen(session.learner_id, bank.code)
    avoid = await tx.rounds.open_items(bank.code) | {round_.item_id for round_ in rounds}
    items = pool(bank, (session.topic,) if session.topic else (), session.difficulty)
    return next_practice(bank, items, seen, avoid, tools.dice("draw", session.id, len(rounds)))
