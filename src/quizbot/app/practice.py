"""Here is practice: private questions one after another, with feedback; stop and go on later."""

from __future__ import annotations

from dataclasses import replace

from quizbot.app.asking import ask, own_asking
from quizbot.app.knowledge import bank_of
from quizbot.app.reading import Call
from quizbot.app.tools import Tools, number, read_count, words
from quizbot.domain.drawing import pool
from quizbot.domain.item import Difficulty
from quizbot.domain.mode import PRACTICE
from quizbot.domain.round import Round
from quizbot.domain.session import Session, is_over
from quizbot.errors import NotFound, UserError
from quizbot.ports import Caller, Press, Reply
from quizbot.store.values import Recorded
from quizbot.view import feedback, notice
from quizbot.view import session as session_view
from quizbot.view.question import Shown

DEFAULT_LENGTH, MAX_LENGTH = 5, 50
SAME_TOPIC = "same"
"""In a button: the next question shall be like the one before."""


async def start(tools: Tools, caller: Caller, call: Call) -> Reply:
    """Begin a practice, or offer to go on with the one that isn't finished."""
    w = words(caller)
    wish = await _wish(tools, caller, call)
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
    return await ask(tools, caller, session, 0)


async def more(tools: Tools, press: Press) -> Reply:
    """Practise the topic of the question that the button belongs to."""
    w = words(press.caller)
    round_id = number(press.action.args[0]) if press.action.args else None
    if round_id is None:
        raise UserError(notice.stale_button(w))
    try:
        _, item = await tools.store.shown(round_id)
    except NotFound:
        raise UserError(notice.no_such_round(w)) from None
    bank = tools.bank(item.bank, w)
    items = pool(bank, (item.topic,))
    if not items:
        raise UserError(notice.nothing_fits(w, bank.title))
    length = min(DEFAULT_LENGTH, len(items))
    now = tools.clock.now()
    async with tools.store.begin() as tx:
        learner = await tx.learners.of(press.caller.user, name=press.caller.name)
        wish = Session(0, learner.id, PRACTICE, bank.code, item.topic, None, length, now)
        occasion = f"more:{learner.id}:{press.id}"
        session = await tx.sessions.start(wish, occasion=occasion)
    return await ask(tools, press.caller, session, 0)


async def next_(tools: Tools, press: Press) -> Reply:
    """Put the next question of a session (pressed twice: the same one)."""
    session = await own_asking(tools, press)
    _, *rest = press.action.args
    answered = number(rest[0]) if rest else None
    if answered is None:
        raise UserError(notice.stale_button(words(press.caller)))
    like = rest[1:] == [SAME_TOPIC]
    return await ask(tools, press.caller, session, answered, replace_=True, like=like)


async def resume(tools: Tools, press: Press) -> Reply:
    """Go on where the session was left."""
    session = await own_asking(tools, press)
    async with tools.store.read() as tx:
        progress = await tx.sessions.progress(session.id)
    return await ask(tools, press.caller, session, progress.answered, replace_=True)


async def restart(tools: Tools, press: Press) -> Reply:
    """Drop whatever of its kind is running and begin one like the button's (a redelivery: none)."""
    old = await own_asking(tools, press)
    now = tools.clock.now()
    occasion = f"restart:{old.id}:{press.id}"
    async with tools.store.begin() as tx:
        session = await tx.sessions.made_by(occasion)
        if session is None:
            while (running := await tx.sessions.open_of(old.learner_id, old.mode.name)) is not None:
                await tx.sessions.finish(running.id, now)
            fresh = replace(old, id=0, started_at=now, finished_at=None)
            session = await tx.sessions.start(fresh, occasion=occasion)
        progress = await tx.sessions.progress(session.id)
    return await ask(tools, press.caller, session, progress.answered, replace_=True)


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
    reply = await ask(tools, press.caller, session, progress.answered, replace_=True)
    if reply.message is None:
        return reply
    return replace(reply, message=session_view.swapped(words(press.caller), reply.message))


async def stop(tools: Tools, press: Press) -> Reply:
    """End the session here and say how it went."""
    session = await own_asking(tools, press)
    async with tools.store.begin() as tx:
        await tx.sessions.finish(session.id, tools.clock.now())
        progress = await tx.sessions.progress(session.id)
    title = tools.bank_title(session.bank)
    message = session_view.over(words(press.caller), session, progress, title)
    return Reply(message, replace=True)


async def after_answer(tools: Tools, caller: Caller, seen: Shown, recorded: Recorded) -> Reply:
    """What a learner reads after answering a question of a private session."""
    session_id = seen.round.session_id
    if session_id is None:
        raise ValueError("a practice round belongs to a session")
    async with tools.store.begin() as tx:
        session = await tx.sessions.get(session_id)
        progress = await tx.sessions.progress(session_id)
        if is_over(session, progress, tools.clock.now()):
            await tx.sessions.finish(session_id, tools.clock.now())
    message = feedback.session_feedback(
        words(caller), seen, recorded.attempt, progress, session, again=not recorded.new
    )
    return Reply(message, replace=True)


async def _wish(tools: Tools, caller: Caller, call: Call) -> Session:
    """The session that the command asks for. Raises UserError where nothing fits."""
    w = words(caller)
    topic = call.options.get("topic")
    code = call.options.get("bank") or _owner(tools, topic)
    bank = await bank_of(tools, caller, code)
    if topic is not None and bank.topic(topic) is None:
        codes = tuple(known.code for known in bank.topics)
        raise UserError(notice.unknown_topic(w, topic, codes))
    level = call.options.get("difficulty")
    difficulty = Difficulty(level) if level else None
    count = read_count(caller, call.options.get("count", str(DEFAULT_LENGTH)), MAX_LENGTH)
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
        length=min(count, fitting),
        started_at=tools.clock.now(),
    )


def _owner(tools: Tools, topic: str | None) -> str | None:
    """The first bank that has the topic."""
    banks = tools.library.catalog.banks.values()
    return next((bank.code for bank in banks if topic and bank.topic(topic)), None)
