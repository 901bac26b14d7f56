"""Here is deciding on suggested questions: the queue, approval, refusal with a reason."""

from __future__ import annotations

import hashlib
from dataclasses import astuple

from quizbot.app.reading import Call
from quizbot.app.shelving import shelve
from quizbot.app.suggesting import UNNAMED, outcome
from quizbot.app.tools import Tools, number, place, require_admin, shown, words
from quizbot.bank.sketches import judged
from quizbot.domain.blueprint import Bank
from quizbot.domain.item import Item
from quizbot.domain.mode import PRACTICE
from quizbot.domain.round import Round
from quizbot.domain.suggestion import Sketch, State, names
from quizbot.errors import NotFound, UserError
from quizbot.message import Action, Message
from quizbot.ports import Caller, Form, Press, Reply
from quizbot.store.store import Transaction
from quizbot.store.suggestions import Suggestion
from quizbot.view import curation, notice, sketch
from quizbot.view.curation import Waiting

LONGEST_REASON = 1_000


async def queue(tools: Tools, caller: Caller, call: Call) -> Reply:
    """The first suggestion that waits, of one bank or of all."""
    await require_curator(tools, caller)
    code = call.options.get("bank")
    bank = tools.bank(code, words(caller)).code if code else None
    return Reply(await show(tools, caller, bank, after=0))


async def next_(tools: Tools, press: Press) -> Reply:
    """The suggestion behind the button's one; behind the last comes the first again."""
    await require_curator(tools, press.caller)
    bank, *rest = press.action.args or ("",)
    after = number(rest[0]) if rest else None
    if after is None:
        raise UserError(notice.stale_button(words(press.caller)))
    return Reply(await show(tools, press.caller, bank or None, after=after), replace=True)


async def approve(tools: Tools, press: Press) -> Reply:
    """Let the bank ask it from now on, if it is what the admin has seen."""
    await require_curator(tools, press.caller)
    w = words(press.caller)
    suggestion = await named(tools, press.caller, press.action)
    if suggestion.state is State.WAITING:
        bank = tools.bank(suggestion.bank, w)
        seen = _mark(suggestion.sketch) in press.action.args
        fits = judged(suggestion.sketch, bank, UNNAMED).item is not None
        if seen and fits and await _approve(tools, press.caller, suggestion, bank):
            await shelve(tools)
            tools.bell.ring()
        suggestion = await named(tools, press.caller, press.action)
    if suggestion.state is State.WAITING:
        queue_of = scope(suggestion, press.action)
        again = await show(tools, press.caller, queue_of, suggestion.id - 1)
        return Reply(curation.changed(w, again), replace=True)
    return await concluded(tools, press.caller, suggestion.id, press.action)


async def ask_reason(tools: Tools, press: Press) -> Reply:
    """The form that asks why it is declined."""
    await require_curator(tools, press.caller)
    suggestion = await named(tools, press.caller, press.action)
    if suggestion.state is not State.WAITING:
        return await concluded(tools, press.caller, suggestion.id, press.action)
    action = Action("decline_form", press.action.args)
    stem = suggestion.sketch.stem
    return Reply(form=curation.decline_form(words(press.caller), action, stem, "", {}))


async def decline(tools: Tools, form: Form) -> Reply:
    """Turn it down; whoever suggested it is told why."""
    await require_curator(tools, form.caller)
    w = words(form.caller)
    suggestion = await named(tools, form.caller, form.action)
    reason = next(iter(form.values.get("reason", ())), "").strip()
    if not 0 < len(reason) <= LONGEST_REASON:
        errors = {"reason": curation.bad_reason(w, LONGEST_REASON)}
        stem = suggestion.sketch.stem
        return Reply(form=curation.decline_form(w, form.action, stem, reason, errors))
    async with tools.store.begin() as tx:
        admin = await tx.learners.of(form.caller.user, name=form.caller.name)
        now = tools.clock.now()
        await tx.suggestions.decline(suggestion.id, reason, by=admin.id, at=now)
    tools.bell.ring()
    return await concluded(tools, form.caller, suggestion.id, form.action)


async def require_curator(tools: Tools, caller: Caller) -> None:
    """Raise UserError where the caller may not decide what a bank asks.

    A bank is asked in every workspace: where there are several, only those whom the settings name
    decide. And nobody does so for being alone in a private conversation.
    """
    if caller.user.user in tools.admins:
        return
    w = words(caller)
    if caller.channel is None and not caller.admin:
        raise UserError(notice.not_admin(w))
    await require_admin(tools, caller)
    here = place(caller)
    async with tools.store.read() as tx:
        if await tx.channels.has_other_workspace(here):
            raise UserError(curation.shared_bank(w))


async def show(tools: Tools, caller: Caller, bank: str | None, after: int) -> Message:
    """The first that waits behind the one of the id `after`, as it will look."""
    w = words(caller)
    async with tools.store.read() as tx:
        ids = await _queue(tools, tx, bank)
        if not ids:
            return curation.none_wait(w)
        id_ = next((one for one in ids if one > after), ids[0])
        suggestion = await tx.suggestions.get(id_)
        author = await _author(tx, suggestion)
    mark = _mark(suggestion.sketch)
    waiting = Waiting(id_, mark, bank, ids.index(id_) + 1, len(ids), author)
    served = tools.bank(suggestion.bank, w)
    found = judged(suggestion.sketch, served, UNNAMED)
    if found.item is None:
        problems = list(sketch.by_field(w, found.faults).values())
        return curation.broken(w, waiting, suggestion.sketch.stem, problems)
    advice = [sketch.said(w, flaw) for flaw in found.flaws]
    return curation.preview(w, waiting, shown(tools, _round(tools, found.item), found.item), advice)


async def named(tools: Tools, caller: Caller, action: Action) -> Suggestion:
    """The suggestion that a button or form names. Raises UserError where there is none."""
    id_ = number(action.args[0]) if action.args else None
    if id_ is None:
        raise UserError(notice.stale_button(words(caller)))
    try:
        async with tools.store.read() as tx:
            return await tx.suggestions.get(id_)
    except NotFound:
        raise UserError(curation.gone(words(caller))) from None


async def concluded(tools: Tools, caller: Caller, id_: int, action: Action) -> Reply:
    """What became of a suggestion, and the way to the next one."""
    w = words(caller)
    async with tools.store.read() as tx:
        suggestion = await tx.suggestions.get(id_)
        bank = scope(suggestion, action)
        left = len(await _queue(tools, tx, bank))
    told = outcome(w, suggestion, tools.bank_title(suggestion.bank))
    return Reply(curation.onward(w, told, bank, id_, left), replace=True)


def scope(suggestion: Suggestion, action: Action) -> str | None:
    """The bank whose queue is gone through; None: that of all banks."""
    return suggestion.bank if action.args[-1] == "bank" else None


async def _queue(tools: Tools, tx: Transaction, bank: str | None) -> list[int]:
    """The ids of those that wait; of a bank that isn't served nothing can be decided."""
    served = tools.library.catalog.banks
    return await tx.suggestions.queue([bank] if bank else list(served))


async def _approve(tools: Tools, caller: Caller, suggestion: Suggestion, bank: Bank) -> bool:
    """Name and approve it. False where it is decided or changed meanwhile."""
    async with tools.store.begin() as tx:
        await tx.suggestions.lock(bank.code)
        admin = await tx.learners.of(caller.user, name=caller.name)
        name = await _name(tx, suggestion, bank)
        return await tx.suggestions.approve(suggestion, name, by=admin.id, at=tools.clock.now())


async def _name(tx: Transaction, suggestion: Suggestion, bank: Bank) -> str:
    """The item's name: of the stem, and one that no item of the bank has or ever had."""
    for name in names(suggestion.sketch.stem, suggestion.id):
        if name not in bank.by_id and not await tx.suggestions.is_taken(bank.code, name):
            return name
    raise AssertionError("there is always another name")


async def _author(tx: Transaction, suggestion: Suggestion) -> str:
    """Who wrote it; empty where that person is forgotten or hidden."""
    if suggestion.learner_id is None:
        return ""
    learner = await tx.learners.get(suggestion.learner_id)
    return "" if learner.hidden else learner.name


def _round(tools: Tools, item: Item) -> Round:
    """A round that is never stored: what a preview is drawn from, in the order as written."""
    return Round(
        id=0,
        bank=item.bank,
        item_id=item.id,
        revision="",
        order=tuple(option.id for option in item.options),
        mode=PRACTICE,
        tells=PRACTICE.tells,
        opens_at=tools.clock.now(),
        closes_at=None,
        learner_id=0,
    )


def _mark(written: Sketch) -> str:
    """A short name for all that a suggestion says."""
    packed = "\0".join(map(str, astuple(written)))
    return hashlib.blake2b(packed.encode(errors="replace"), digest_size=16).hexdigest()
