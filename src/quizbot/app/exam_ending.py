"""Here is the end of a mock exam: the sheet becomes answers, and the report is told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from datetime import datetime, timedelta

from quizbot.app.asking import own_session
from quizbot.app.tools import Tools, number, shown, words
from quizbot.domain.blueprint import Bank
from quizbot.domain.exam import Result, result
from quizbot.domain.mode import EXAM
from quizbot.domain.round import attempt
from quizbot.domain.session import Session
from quizbot.errors import DeliveryError, UserError
from quizbot.message import Message
from quizbot.ports import Adapter, Caller, Press, Reply
from quizbot.store.store import Transaction
from quizbot.view import exam as exam_view
from quizbot.view import exam_report as view
from quizbot.view import notice
from quizbot.view.wording import Wording

log = logging.getLogger(__name__)

BATCH, PAST = 50, 10
PATIENCE = timedelta(seconds=10)
WARNED = timedelta(minutes=5)
"""How long before its end an exam's person is reminded; in a short one a fifth of its time."""

Adapters = Mapping[str, Adapter]


async def end(tools: Tools, caller: Caller, session: Session) -> Reply:
    """End the exam, if it hasn't ended yet, and report how it went."""
    ended = await _finish(tools, session)
    return Reply(await _report(tools, words(caller), ended), replace=True)


async def report(tools: Tools, press: Press) -> Reply:
    """How one of the caller's exams went."""
    session = await _finished(tools, press)
    return Reply(await _report(tools, words(press.caller), session), replace=True)


async def page(tools: Tools, press: Press) -> Reply:
    """One question of a finished exam, with all there is to learn from it."""
    w = words(press.caller)
    session = await _finished(tools, press)
    position = number(press.action.args[1]) if len(press.action.args) == 2 else None
    async with tools.store.read() as tx:
        rounds = await tx.rounds.of_session(session.id)
        if position is None or position >= len(rounds):
            raise UserError(notice.stale_button(w))
        round_ = rounds[position]
        given = await tx.attempts.of(round_.id, session.learner_id)
        item = await tx.items.get(round_.bank, round_.item_id, round_.revision)
        figure = await tx.items.figure(item.figure.digest) if item.figure else None
    seen = shown(tools, round_, item, figure)
    response = given.response if given else frozenset()
    return Reply(view.question_page(w, seen, session, position, response), replace=True)


async def past(tools: Tools, press: Press) -> Reply:
    """The caller's exams of the past in a bank."""
    w = words(press.caller)
    code = press.action.args[0] if press.action.args else None
    bank = tools.bank(code, w)
    async with tools.store.read() as tx:
        learner = await tx.learners.find(press.caller.user)
        sessions = await tx.sessions.past(learner.id, EXAM.name, bank.code, PAST) if learner else []
        exams = []
        for session in sessions:
            found, _ = await _result(tx, bank, session)
            exams.append(view.Past(session, found.score.right, found.score.asked, found.passed))
    return Reply(view.past(w, bank.code, bank.title, exams, press.caller.zone or "UTC"))


async def watch(tools: Tools, adapters: Adapters) -> int:
    """End the exams whose time is up and remind of those that end soon; how many ended."""
    now = tools.clock.now()
    async with tools.store.read() as tx:
        ending = await tx.sessions.ending(now + WARNED, BATCH)
    async with asyncio.TaskGroup() as group:
        for session in ending:
            group.create_task(_watch_one(tools, adapters, session, now))
    return sum(session.ends_at is not None and session.ends_at <= now for session in ending)


async def _watch_one(tools: Tools, adapters: Adapters, session: Session, now: datetime) -> None:
    """Raises nothing but cancellation: one exam's fault stops no other."""
    try:
        if session.ends_at is None:
            return
        lead = min(WARNED, (session.ends_at - session.started_at) / 5)
        if session.ends_at <= now:
            ended = await _finish(tools, session)
            await _tell(tools, adapters, session, await _report(tools, Wording.of("en"), ended))
        elif session.ends_at - now <= lead:
            await _remind(tools, adapters, session, now)
    except (DeliveryError, TimeoutError) as error:
        log.info("exam %s: its person can't be told: %s", session.id, error)
    except Exception:
        log.exception("exam %s could not be looked after", session.id)


async def _remind(tools: Tools, adapters: Adapters, session: Session, now: datetime) -> None:
    async with tools.store.begin() as tx:
        if not await tx.notices.once(f"exam-ends:{session.id}", now):
            return
        rounds = await tx.rounds.of_session(session.id)
        lines = await tx.sheets.of_session(session.id)
    answered = {round_id for round_id, line in lines.items() if line.response}
    open_ = [n for n, round_ in enumerate(rounds) if round_.id not in answered]
    flagged = [n for n, r in enumerate(rounds) if r.id in lines and lines[r.id].flagged]
    standing = exam_view.Standing(session, open_, flagged)
    zone = rounds[0].zone if rounds else "UTC"
    message = exam_view.reminder(Wording.of("en"), standing, now, zone)
    await _tell(tools, adapters, session, message)


async def _tell(tools: Tools, adapters: Adapters, session: Session, message: Message) -> None:
    async with tools.store.read() as tx:
        learner = await tx.learners.get(session.learner_id)
    adapter = adapters.get(learner.user.platform)
    if adapter is not None:
        async with asyncio.timeout(PATIENCE.total_seconds()):
            await adapter.tell(learner.user, message)


async def _finish(tools: Tools, session: Session) -> Session:
    """Record the sheet's lines as attempts and note the end; done again it changes nothing."""
    now = tools.clock.now()
    async with tools.store.read() as tx:
        rounds = {round_.id: round_ for round_ in await tx.rounds.of_session(session.id)}
        lines = await tx.sheets.of_session(session.id)
    for round_id, line in lines.items():
        if line.response:
            _, item = await tools.store.shown(round_id)
            given = attempt(
                rounds[round_id], item, session.learner_id, line.response, line.changed_at
            )
            await tools.store.record(given)
    async with tools.store.begin() as tx:
        await tx.sessions.finish(session.id, min(now, session.ends_at or now))
        await tx.sheets.clear(session.id)
        return await tx.sessions.get(session.id)


async def _finished(tools: Tools, press: Press) -> Session:
    """The caller's finished exam that the button names. Raises UserError where it isn't one."""
    session = await own_session(tools, press)
    if session.mode != EXAM or session.finished_at is None:
        raise UserError(notice.stale_button(words(press.caller)))
    return session


async def _report(tools: Tools, w: Wording, session: Session) -> Message:
    served = tools.library.catalog.banks.get(session.bank)
    bank = served or Bank(session.bank, session.bank, (), ())
    async with tools.store.read() as tx:
        found, unanswered = await _result(tx, bank, session)
        earlier = [
            one
            for one in await tx.sessions.past(session.learner_id, EXAM.name, session.bank, PAST)
            if one.id < session.id
        ]
        before = (await _result(tx, bank, earlier[0]))[0].score.of_all if earlier else None
    told = view.Report(session, found, unanswered, before)
    return view.report(w, told, bank.title, {topic.code: topic.title for topic in bank.topics})


async def _result(tx: Transaction, bank: Bank, session: Session) -> tuple[Result, int]:
    """How an exam went, and how many of its questions have no answer."""
    answers, unanswered = [], 0
    for round_ in await tx.rounds.of_session(session.id):
        given = await tx.attempts.of(round_.id, session.learner_id)
        item = await tx.items.get(round_.bank, round_.item_id, round_.revision)
        answers.append((item.topic, given is not None and given.score.correct))
        unanswered += given is None
    return result(bank, answers), unanswered
