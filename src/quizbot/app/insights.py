"""Here are insights: how a bank's questions fare, for the admins of a channel. Nobody is named."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from quizbot.app.reading import Call
from quizbot.app.tools import Tools, require_admin, words
from quizbot.domain.findings import Analysis, Asked
from quizbot.domain.item import Item
from quizbot.domain.participation import Participation, Span
from quizbot.domain.scoring import Response
from quizbot.domain.standing import Period
from quizbot.errors import UserError
from quizbot.message import Attachment, Image, Message
from quizbot.ports import Caller, Reply
from quizbot.refs import ChannelRef
from quizbot.store.analysis import FirstAnswer, Scope
from quizbot.view import chart, insight_files
from quizbot.view import insights as view
from quizbot.view.insights import Insights
from quizbot.view.wording import Wording

LOOK_BACK = {Period.WEEK: timedelta(days=7), Period.MONTH: timedelta(days=30)}
PARTICIPATION = timedelta(weeks=12)
"""How far back participation goes where all answers are looked at."""


async def insights(tools: Tools, caller: Caller, call: Call) -> Reply:
    """How the bank's questions fare in the channel where the command was given."""
    w = words(caller)
    channel = await _place(tools, caller)
    bank = tools.bank(call.options.get("bank"), w)
    period = Period(call.options.get("period", Period.ALL))
    back = LOOK_BACK.get(period)
    since = tools.clock.now() - back if back else None
    found = await gathered(tools, Scope(bank.code, channel), since)
    return Reply(await asyncio.to_thread(_report, w, found))


async def digest(tools: Tools, scope: Scope, since: datetime) -> Message | None:
    """How the questions in the scope fared from `since` on; None where nobody answered."""
    found = await gathered(tools, scope, since)
    if not found.answers:
        return None
    return view.digest(Wording.of("en"), found)


async def gathered(tools: Tools, scope: Scope, since: datetime | None) -> Insights:
    """How the questions in the scope fared, from `since` on.

    A question that some channel is asked right now is left out until it closes, for an admin may
    still answer it.
    """
    now = tools.clock.now()
    span = Span(since or now - PARTICIPATION, now)
    async with tools.store.read() as tx:
        asked_now = await tx.rounds.open_items(scope.bank)
        given = await tx.analysis.first_answers(scope, since)
        stored = await tx.items.of_bank(scope.bank)
        activity = await tx.analysis.activity(scope, span)
        people = await tx.analysis.people(scope, since)
    answers = [one for one in given if one.item_id not in asked_now]
    items = {_name(one): stored[one.item_id, one.revision] for one in answers}
    took_part = Participation(people, span.step, tuple(activity))
    return Insights(
        bank=scope.bank,
        title=tools.bank_title(scope.bank),
        since=since,
        until=now,
        took_part=took_part if since else took_part.since_the_first(),
        analysis=await asyncio.to_thread(_analysis, items, answers),
        items=items,
    )


async def _place(tools: Tools, caller: Caller) -> ChannelRef | None:
    """Whose answers the caller may look at: a channel's, or for the bot's own admins everybody's.

    In private everybody is their own admin, which gives no right to other people's answers.
    """
    if caller.channel is not None:
        await require_admin(tools, caller)
    elif caller.user.user not in tools.admins:
        raise UserError(view.only_in_channel(words(caller)))
    return caller.channel


def _report(w: Wording, found: Insights) -> Message:
    alt = chart.participation_alt(w, found.took_part)
    picture = Image(chart.participation(w, found.took_part), alt, name="participation.png")
    files = (
        _file(w, found, insight_files.as_csv(found), "CSV", "text/csv"),
        _file(w, found, insight_files.as_json(found), "JSON", "application/json"),
    )
    return view.insights(w, found, chart=picture, files=files)


def _file(w: Wording, found: Insights, text: str, kind: str, media_type: str) -> Attachment:
    name = f"insights-{found.bank}.{kind.lower()}"
    return Attachment(text.encode(), name, media_type, view.file_label(w, kind))


def _analysis(items: Mapping[str, Item], answers: Sequence[FirstAnswer]) -> Analysis:
    from quizbot.domain.analysis import choice_analysis  # numpy takes a moment to import

    people: dict[int, dict[str, Response]] = {}
    for one in answers:
        people.setdefault(one.learner_id, {})[_name(one)] = one.response
    asked = [
        Asked(name, tuple(option.id for option in item.options), item.key)
        for name, item in sorted(items.items())
    ]
    return choice_analysis(asked, list(people.values()))


def _name(answer: FirstAnswer) -> str:
    """The item and its revision: a mended question is another one."""
    return f"{answer.item_id}@{answer.revision}"
