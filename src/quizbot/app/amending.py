"""Here is changing a suggestion while it waits: by whoever wrote it, or by an admin."""

from __future__ import annotations

from quizbot.app import curating
from quizbot.app.suggesting import UNNAMED, outcome, typed
from quizbot.app.tools import Tools, words
from quizbot.bank.sketches import judged
from quizbot.domain.suggestion import State
from quizbot.errors import UserError
from quizbot.message import Action
from quizbot.ports import Caller, Form, Press, Reply
from quizbot.store.suggestions import Suggestion
from quizbot.view import notice, sketch, suggestion


async def open_form(tools: Tools, press: Press) -> Reply:
    """The form, filled with what the suggestion says."""
    w = words(press.caller)
    found = await _allowed(tools, press.caller, press.action)
    bank = tools.bank(found.bank, w)
    if found.state is not State.WAITING:
        return Reply(outcome(w, found, bank.title), replace=True)
    action = Action("amend_form", press.action.args)
    return Reply(form=sketch.sketch_form(w, bank, found.sketch, action, {}))


async def sent(tools: Tools, form: Form) -> Reply:
    """Keep the change, or give the form back with what is wrong at its fields."""
    w = words(form.caller)
    found = await _allowed(tools, form.caller, form.action)
    bank = tools.bank(found.bank, w)
    written = typed(form, bank)
    verdict = judged(written, bank, UNNAMED)
    if verdict.item is None:
        errors = sketch.by_field(w, verdict.faults)
        return Reply(form=sketch.sketch_form(w, bank, written, form.action, errors))
    async with tools.store.begin() as tx:
        await tx.suggestions.amend(found.id, written)
        found = await tx.suggestions.get(found.id)
    if found.state is not State.WAITING:
        return Reply(outcome(w, found, bank.title))
    if _as_admin(form.action):
        queue = curating.scope(found, form.action)
        return Reply(await curating.show(tools, form.caller, queue, found.id - 1))
    advice = [sketch.said(w, flaw) for flaw in verdict.flaws]
    return Reply(suggestion.waiting(w, found.id, bank.title, advice))


async def _allowed(tools: Tools, caller: Caller, action: Action) -> Suggestion:
    """The suggestion that is to be changed. Raises UserError where the caller may not."""
    found = await curating.named(tools, caller, action)
    if _as_admin(action):
        await curating.require_curator(tools, caller)
        return found
    async with tools.store.read() as tx:
        learner = await tx.learners.find(caller.user)
    if learner is None or learner.id != found.learner_id:
        raise UserError(notice.not_your_round(words(caller)))
    return found


def _as_admin(action: Action) -> bool:
    """Whether the button stood in the queue, not below one's own suggestion."""
    return len(action.args) > 1
