"""Here is suggesting a question: the form, and what is done with it while it waits."""

from __future__ import annotations

import hashlib

from quizbot.app.knowledge import bank_of
from quizbot.app.reading import Call
from quizbot.app.tools import Tools, place, words
from quizbot.bank.sketches import FIELDS, judged
from quizbot.domain.blueprint import Bank
from quizbot.domain.suggestion import Sketch, State
from quizbot.errors import UserError
from quizbot.message import Action, Message
from quizbot.ports import Caller, Form, Reply
from quizbot.store.suggestions import Suggestion
from quizbot.view import notice, sketch, suggestion, text
from quizbot.view.wording import Wording

MOST_WAITING = 20
"""Suggestions of one person that may wait at a time: nobody reads more."""

UNNAMED = "suggestion"
"""The name of an item that has none of its own yet."""


async def open_form(tools: Tools, caller: Caller, call: Call) -> Reply:
    """An empty form. It is known by the event: sent again, it changes what it sent before."""
    w = words(caller)
    bank = await bank_of(tools, caller, call.options.get("bank"))
    key = hashlib.blake2b(call.event_id.encode(), digest_size=8).hexdigest()
    action = Action("suggest_form", (bank.code, key))
    return Reply(form=sketch.sketch_form(w, bank, Sketch(), action, {}))


async def sent(tools: Tools, form: Form) -> Reply:
    """Keep what was typed, or give the form back with what is wrong at its fields."""
    w = words(form.caller)
    if len(form.action.args) != 2:
        raise UserError(notice.stale_button(w))
    code, key = form.action.args
    bank = tools.bank(code, w)
    written = typed(form, bank)
    found = judged(written, bank, UNNAMED)
    if found.item is None:
        errors = sketch.by_field(w, found.faults)
        return Reply(form=sketch.sketch_form(w, bank, written, form.action, errors))
    kept = await _keep(tools, form.caller, bank, written, key)
    if kept is None:
        errors = {"stem": sketch.too_many(w, MOST_WAITING)}
        return Reply(form=sketch.sketch_form(w, bank, written, form.action, errors))
    tools.bell.ring()
    if kept.state is not State.WAITING:
        return Reply(outcome(w, kept, bank.title))
    advice = [sketch.said(w, flaw) for flaw in found.flaws]
    return Reply(suggestion.waiting(w, kept.id, bank.title, advice))


def typed(form: Form, bank: Bank) -> Sketch:
    """What the form holds; a topic may be typed by its title too."""
    values = {name: next(iter(form.values.get(name, ())), "") for name in FIELDS}
    clean = {name: "\n".join(text.splitlines()).strip() for name, text in values.items()}
    wanted = clean["topic"].casefold()
    for topic in bank.topics:
        if wanted in {topic.code, topic.title.casefold()}:
            clean["topic"] = topic.code
    return Sketch(**clean)


def outcome(w: Wording, decided: Suggestion, bank_title: str) -> Message:
    """What became of a suggestion that is decided."""
    gist = text.gist(decided.sketch.stem)
    return suggestion.decided(w, bank_title, gist, decided.state, decided.reason)


async def _keep(
    tools: Tools, caller: Caller, bank: Bank, written: Sketch, key: str
) -> Suggestion | None:
    """The suggestion as it is kept now; None where too many of the caller's wait already."""
    now = tools.clock.now()
    async with tools.store.begin() as tx:
        learner = await tx.learners.of(caller.user, name=caller.name)
        occasion = f"{learner.id}:{bank.code}:{key}"
        if await tx.suggestions.waiting_of(learner.id, besides=occasion) >= MOST_WAITING:
            return None
        wish = Suggestion(
            id=0,
            bank=bank.code,
            sketch=written,
            state=State.WAITING,
            learner_id=learner.id,
            channel=place(caller),
            suggested_at=now,
            tell_after=now,
        )
        return await tx.suggestions.put(wish, occasion=occasion)
