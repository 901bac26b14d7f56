"""Here is what a person may do with what is stored about them."""

from __future__ import annotations

import json

from quizbot.app.reading import Call
from quizbot.app.tools import Tools, words
from quizbot.domain import alias as aliases
from quizbot.errors import UserError
from quizbot.ports import Caller, Press, Reply
from quizbot.view import notice, privacy


async def show(tools: Tools, caller: Caller, _call: Call) -> Reply:
    """Appear on boards again."""
    return await _set_hidden(tools, caller, hidden=False)


async def hide(tools: Tools, caller: Caller, _call: Call) -> Reply:
    """Appear on no board, picture or export."""
    return await _set_hidden(tools, caller, hidden=True)


async def alias(tools: Tools, caller: Caller, call: Call) -> Reply:
    """Stand on boards under another name; without one under the platform's again."""
    w = words(caller)
    try:
        chosen = aliases.alias(call.options.get("name", ""))
    except ValueError:
        raise UserError(privacy.alias_too_long(w, aliases.LONGEST)) from None
    async with tools.store.begin() as tx:
        learner = await tx.learners.of(caller.user, name=caller.name)
        await tx.learners.set_alias(learner.id, chosen or None)
    return Reply(privacy.called(w, chosen, hidden=learner.hidden))


async def export(tools: Tools, caller: Caller, _call: Call) -> Reply:
    """Everything that is stored about the caller, as a JSON file."""
    async with tools.store.begin() as tx:
        learner = await tx.learners.of(caller.user, name=caller.name)
        stored = await tx.learners.export(learner.id, tools.clock.now())
    packed = json.dumps(stored, ensure_ascii=False, indent=2, sort_keys=True)
    return Reply(privacy.exported(words(caller), packed.encode()))


async def ask_forget(_tools: Tools, caller: Caller, _call: Call) -> Reply:
    """Ask once more before anything is deleted."""
    return Reply(privacy.ask_forget(words(caller)))


async def forget(tools: Tools, press: Press) -> Reply:
    """Forget the caller; answers stay only as anonymous numbers of their questions."""
    if press.action.args != ("yes",):
        raise UserError(notice.stale_button(words(press.caller)))
    async with tools.store.begin() as tx:
        # Also somebody who never answered may have set a schedule.
        learner = await tx.learners.of(press.caller.user, name="")
        await tx.learners.forget(learner.id, tools.clock.now())
    tools.store.forget_learner(press.caller.user)
    return Reply(privacy.forgotten(words(press.caller)), replace=True)


async def _set_hidden(tools: Tools, caller: Caller, *, hidden: bool) -> Reply:
    async with tools.store.begin() as tx:
        learner = await tx.learners.of(caller.user, name=caller.name)
        await tx.learners.set_hidden(learner.id, hidden=hidden)
    return Reply(privacy.state(words(caller), hidden=hidden))
