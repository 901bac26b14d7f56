"""Here is what a learner says of an answer afterwards: a guess, or not understood yet."""

from __future__ import annotations

from quizbot.app.tools import Tools, number, words
from quizbot.domain.history import Grade
from quizbot.errors import UserError
from quizbot.ports import Press, Reply
from quizbot.view import feedback, notice

_SAID = {Grade.HARD.value: Grade.HARD, Grade.AGAIN.value: Grade.AGAIN}


async def mark(tools: Tools, press: Press) -> Reply:
    """Keep what the caller says of their own answer to a round."""
    w = words(press.caller)
    round_id = number(press.action.args[0]) if press.action.args else None
    said = _SAID.get(press.action.args[-1]) if len(press.action.args) == 2 else None
    if round_id is None or said is None:
        raise UserError(notice.stale_button(w))
    async with tools.store.begin() as tx:
        learner = await tx.learners.find(press.caller.user)
        if learner is None or await tx.attempts.of(round_id, learner.id) is None:
            raise UserError(notice.not_your_round(w))
        await tx.marks.put(round_id, learner.id, said)
    return Reply(feedback.marked(w, said))
