"""Here is sitting a mock exam: beginning, going from question to question, handing in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from quizbot.app import daily, exam_ending
from quizbot.app.asking import keep_round, own_session
from quizbot.app.knowledge import bank_of
from quizbot.app.reading import Call
from quizbot.app.tools import Tools, number, place, read_count, shown, words
from quizbot.domain.blueprint import Bank
from quizbot.domain.exam import paper, time_limit
from quizbot.domain.item import Item
from quizbot.domain.mode import EXAM
from quizbot.domain.round import Round
from quizbot.domain.session import Session
from quizbot.errors import NotFound, UserError
from quizbot.ports import Caller, Press, Reply
from quizbot.store.sheets import Sheet
from quizbot.store.store import Transaction
from quizbot.view import exam as view
from quizbot.view import notice

LONGEST = 300


@dataclass(frozen=True, slots=True)
class Desk:
    """A running exam: its rounds in order, and the sheet's lines by round."""

    session: Session
    rounds: list[Round]
    sheet: dict[int, Sheet]

    @property
    def standing(self) -> view.Standing:
        """Which questions are open, and which are flagged."""
        lines = [self.sheet.get(round_.id) for round_ in self.rounds]
        return view.Standing(
            self.session,
            open=[n for n, line in enumerate(lines) if line is None or not line.response],
            flagged=[n for n, line in enumerate(lines) if line is not None and line.flagged],
        )


async def start(tools: Tools, caller: Caller, call: Call) -> Reply:
    """What awaits the caller in a mock exam, or the one that is running."""
    w = words(caller)
    async with tools.store.begin() as tx:
        learner = await tx.learners.of(caller.user, name=caller.name)
        session = await tx.sessions.open_of(learner.id, EXAM.name)
        desk = await _open(tx, session) if session else None
    now = tools.clock.now()
    if desk is not None:
        if _over(desk.session, now):
            return await exam_ending.end(tools, caller, desk.session)
        title = tools.bank_title(desk.session.bank)
        return Reply(view.running(w, desk.standing, title, now, _zone(caller)))
    bank = await bank_of(tools, caller, call.options.get("bank"))
    if bank.blueprint is None:
        raise UserError(view.no_blueprint(w, bank.title))
    typed = call.options.get("count", str(bank.blueprint.questions))
    count = read_count(caller, typed, LONGEST)
    async with tools.store.read() as tx:
        questions = len(await _draw(tools, tx, caller, bank, learner.id, count))
    if not questions:
        raise UserError(notice.nothing_fits(w, bank.title))
    extra = tools.extra_time.get(caller.user.user, 0.0)
    time = time_limit(bank.blueprint, questions, extra)
    return Reply(view.welcome(w, bank, questions, time))


async def begin(tools: Tools, press: Press) -> Reply:
    """Draw the paper and start the clock (pressed twice: the same exam)."""
    w, caller = words(press.caller), press.caller
    if len(press.action.args) != 2:
        raise UserError(notice.stale_button(w))
    bank = tools.bank(press.action.args[0], w)
    count = read_count(caller, press.action.args[1], LONGEST)
    if bank.blueprint is None:
        raise UserError(view.no_blueprint(w, bank.title))
    async with tools.store.begin() as tx:
        learner = await tx.learners.of(caller.user, name=caller.name)
        session = await tx.sessions.open_of(learner.id, EXAM.name)
        if session is None:
            extra = tools.extra_time.get(caller.user.user, 0.0)
            session = await _begin(tools, tx, caller, bank, learner.id, count, extra=extra)
        desk = await _open(tx, session)
    return await _show(tools, caller, desk, 0, replace_=True)


async def go(tools: Tools, press: Press) -> Reply:
    """Show a question of the running exam."""
    desk = await _desk(tools, press)
    if desk is None:
        return await _ended(tools, press)
    return await _show(tools, press.caller, desk, _position(press, desk), replace_=True)


async def pick(tools: Tools, press: Press) -> Reply:
    """Put a choice on the sheet and go on to the next question."""
    w = words(press.caller)
    round_id = number(press.action.args[0]) if press.action.args else None
    try:
        round_, item = await tools.store.shown(round_id or 0)
    except NotFound:
        raise UserError(notice.stale_button(w)) from None
    own = replace(press, action=replace(press.action, args=(str(round_.session_id or 0),)))
    desk = await _desk(tools, own)
    if desk is None:
        return await _ended(tools, own)
    response = frozenset(press.action.args[1:] or press.values)
    if not response <= set(round_.order):
        raise UserError(notice.stale_button(w))
    if len(response) != item.choose:
        raise UserError(notice.choose_exactly(w, item.choose, len(response)))
    desk = await _write(tools, desk, round_.id, response=response)
    position = [one.id for one in desk.rounds].index(round_.id) + 1
    if position < len(desk.rounds):
        return await _show(tools, press.caller, desk, position, replace_=True)
    return _sheet(tools, press.caller, desk)


async def flag(tools: Tools, press: Press) -> Reply:
    """Put a flag on a question, or take it off."""
    desk = await _desk(tools, press)
    if desk is None:
        return await _ended(tools, press)
    position = _position(press, desk)
    on = press.action.args[2:] == ("on",)
    desk = await _write(tools, desk, desk.rounds[position].id, flagged=on)
    return await _show(tools, press.caller, desk, position, replace_=True)


async def sheet(tools: Tools, press: Press) -> Reply:
    """What is open and what is flagged."""
    desk = await _desk(tools, press)
    return await _ended(tools, press) if desk is None else _sheet(tools, press.caller, desk)


async def hand_in(tools: Tools, press: Press) -> Reply:
    """End the exam, after asking once more."""
    desk = await _desk(tools, press)
    if desk is None:
        return await _ended(tools, press)
    if press.action.args[1:] != ("yes",):
        return Reply(view.sure(words(press.caller), desk.standing), replace=True)
    return await exam_ending.end(tools, press.caller, desk.session)


async def _begin(
    tools: Tools,
    tx: Transaction,
    caller: Caller,
    bank: Bank,
    learner_id: int,
    count: int,
    *,
    extra: float,
) -> Session:
    items = await _draw(tools, tx, caller, bank, learner_id, count)
    if not items or bank.blueprint is None:
        raise UserError(notice.nothing_fits(words(caller), bank.title))
    now = tools.clock.now()
    ends_at = now + time_limit(bank.blueprint, len(items), extra)
    wish = Session(0, learner_id, EXAM, bank.code, None, None, len(items), now, ends_at)
    session = await tx.sessions.start(wish, occasion=f"exam:{learner_id}:{now.isoformat()}")
    for position, item in enumerate(items):
        await keep_round(tools, tx, session, item, position, zone=_zone(caller))
    return session


async def _draw(
    tools: Tools, tx: Transaction, caller: Caller, bank: Bank, learner_id: int, count: int
) -> tuple[Item, ...]:
    """The paper: nothing that a channel is asked now, or next in this workspace."""
    history = await tx.histories.of(learner_id, bank.code, tools.clock.now())
    seen = {answer.item: answer.at for answer in history}
    open_ = await tx.rounds.open_items(bank.code)
    coming = await daily.coming(tools, tx, place(caller), bank)
    return paper(bank, count, seen, open_ | coming, tools.dice("exam", learner_id, len(history)))


async def _desk(tools: Tools, press: Press) -> Desk | None:
    """The caller's running exam that the button names; None where it is over."""
    session = await own_session(tools, press)
    if session.mode != EXAM:
        raise UserError(notice.stale_button(words(press.caller)))
    if _over(session, tools.clock.now()):
        return None
    async with tools.store.read() as tx:
        return await _open(tx, session)


async def _open(tx: Transaction, session: Session) -> Desk:
    rounds = await tx.rounds.of_session(session.id)
    return Desk(session, rounds, await tx.sheets.of_session(session.id))


async def _ended(tools: Tools, press: Press) -> Reply:
    session = await own_session(tools, press)
    return await exam_ending.end(tools, press.caller, session)


async def _write(
    tools: Tools,
    desk: Desk,
    round_id: int,
    *,
    response: frozenset[str] | None = None,
    flagged: bool | None = None,
) -> Desk:
    """Change one line of the sheet."""
    now = tools.clock.now()
    old = desk.sheet.get(round_id, Sheet(frozenset(), flagged=False, changed_at=now))
    line = Sheet(
        old.response if response is None else response,
        flagged=old.flagged if flagged is None else flagged,
        changed_at=old.changed_at if response is None else now,
    )
    async with tools.store.begin() as tx:
        await tx.sheets.put(round_id, line)
    return replace(desk, sheet=desk.sheet | {round_id: line})


async def _show(
    tools: Tools, caller: Caller, desk: Desk, position: int, *, replace_: bool
) -> Reply:
    round_ = desk.rounds[position]
    _, item = await tools.store.shown(round_.id)
    async with tools.store.read() as tx:
        figure = await tx.items.figure(item.figure.digest) if item.figure else None
    line = desk.sheet.get(round_.id)
    message = view.page(
        words(caller),
        shown(tools, round_, item, figure),
        desk.session,
        position,
        line.response if line else frozenset(),
        flagged=line.flagged if line else False,
        now=tools.clock.now(),
    )
    return Reply(message, replace=replace_)


def _sheet(tools: Tools, caller: Caller, desk: Desk) -> Reply:
    now = tools.clock.now()
    return Reply(view.sheet(words(caller), desk.standing, now, _zone(caller)), replace=True)


def _position(press: Press, desk: Desk) -> int:
    position = number(press.action.args[1]) if len(press.action.args) > 1 else None
    if position is None or position >= len(desk.rounds):
        raise UserError(notice.stale_button(words(press.caller)))
    return position


def _over(session: Session, now: datetime) -> bool:
    ended = session.ends_at is not None and now >= session.ends_at
    return session.finished_at is not None or ended


def _zone(caller: Caller) -> str:
    return caller.zone or "UTC"
