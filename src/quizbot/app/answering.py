"""Here is answering: a button is pressed, the answer is kept, and the learner is told why."""

from __future__ import annotations

from dataclasses import replace

from quizbot.app import practice
from quizbot.app.tools import Tools, number, shown, words
from quizbot.domain.item import Item
from quizbot.domain.mode import EXAM, Tells
from quizbot.domain.round import Round, attempt
from quizbot.errors import NotFound, UserError
from quizbot.ports import Caller, Press, Reply
from quizbot.refs import ChannelRef
from quizbot.view import feedback, notice


async def answer(tools: Tools, press: Press) -> Reply:
    """Score the press, remember it, and tell the learner why."""
    w = words(press.caller)
    round_, item = await _round(tools, press)
    response = frozenset(press.action.args[1:] or press.values)
    if not response <= set(round_.order):
        raise UserError(notice.stale_button(w))
    if len(response) != item.choose:
        raise UserError(notice.choose_exactly(w, item.choose, len(response)))
    learner = await tools.store.learner(press.caller.user, press.caller.name)
    _check_audience(round_, press.caller, learner.id)
    if round_.session_id is not None and await practice.spoils(tools, round_):
        return await practice.instead(tools, press, round_)
    now = tools.clock.now()
    given = attempt(round_, item, learner.id, response, now)
    try:
        recorded = await tools.store.record(given)
    except NotFound:  # forgotten meanwhile, on another replica: the person begins anew
        tools.store.forget_learner(press.caller.user)
        learner = await tools.store.learner(press.caller.user, press.caller.name)
        recorded = await tools.store.record(replace(given, learner_id=learner.id))
    seen = shown(tools, recorded.round, item)
    if round_.session_id is not None:
        return await practice.after_answer(tools, press.caller, seen, recorded)
    if recorded.new:
        tools.counts.touch(round_.id)
    again = not recorded.new
    if recorded.round.tells is Tells.AT_CLOSE and not recorded.round.closed(now):
        return Reply(feedback.held_back(w, seen, recorded.attempt, again=again))
    return Reply(
        feedback.daily_feedback(w, seen, recorded.attempt, again=again, streak=recorded.streak)
    )


async def mine(tools: Tools, press: Press) -> Reply:
    """Show the caller's own answer to a round, and the breakdown once that spoils nothing."""
    w = words(press.caller)
    round_, item = await _round(tools, press)
    async with tools.store.read() as tx:
        learner = await tx.learners.find(press.caller.user)  # another replica may have forgotten it
        learner_id = learner.id if learner else 0
        round_ = await tx.rounds.get(round_.id)
        given = await tx.attempts.of(round_.id, learner_id)
    _check_workspace(round_, press.caller, learner_id)
    seen = shown(tools, round_, item)
    closed = round_.closed(tools.clock.now())
    if given is None:
        if not closed:
            raise UserError(notice.answer_first(w))
        return Reply(feedback.breakdown(w, seen))
    if round_.tells is Tells.AT_CLOSE and not closed:
        return Reply(feedback.held_back(w, seen, given, again=True))
    return Reply(feedback.daily_feedback(w, seen, given, again=True, streak=None))


async def _round(tools: Tools, press: Press) -> tuple[Round, Item]:
    w = words(press.caller)
    round_id = number(press.action.args[0]) if press.action.args else None
    if round_id is None:
        raise UserError(notice.stale_button(w))
    try:
        round_, item = await tools.store.shown(round_id)
    except NotFound:
        raise UserError(notice.no_such_round(w)) from None
    if round_.mode == EXAM:  # its answers go on the sheet, and tell nothing before the end
        raise UserError(notice.stale_button(w))
    if round_.channel is not None and round_.channel.is_direct:
        async with tools.store.read() as tx:  # its person may have been forgotten meanwhile
            round_ = await tx.rounds.get(round_id)
    return round_, item


def _check_audience(round_: Round, caller: Caller, learner_id: int) -> None:
    """A channel's round is answered in that channel; a private one by its own learner."""
    if round_.learner_id is not None:
        allowed = round_.learner_id == learner_id
    else:
        allowed = round_.channel == (caller.channel or ChannelRef.direct(caller.user))
    if not allowed:
        raise UserError(notice.not_your_round(words(caller)))


def _check_workspace(round_: Round, caller: Caller, learner_id: int) -> None:
    """A reveal may stand in a thread or be read later: its own workspace is near enough."""
    if round_.channel is None or round_.channel.is_direct or caller.channel is None:
        _check_audience(round_, caller, learner_id)
    elif (round_.channel.platform, round_.channel.workspace) != (
        caller.channel.platform,
        caller.channel.workspace,
    ):
        raise UserError(notice.not_your_round(words(caller)))
