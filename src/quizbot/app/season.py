"""Here are the seasons: beginning one, noticing that it is over, and what its recap tells."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Sequence

from quizbot.app.standings import board_of
from quizbot.app.tools import Tools, number, place, words
from quizbot.domain import season
from quizbot.domain.blueprint import Bank
from quizbot.domain.estimates import Studied
from quizbot.domain.history import Answer
from quizbot.domain.item import Item
from quizbot.domain.round import Round
from quizbot.domain.season import Asked, Faced
from quizbot.domain.standing import Period, period_key
from quizbot.errors import NotFound, UserError
from quizbot.message import Message
from quizbot.ports import Press, Reply
from quizbot.refs import ChannelRef
from quizbot.store.boards import BoardKey
from quizbot.store.seasons import SeasonAnswer, SeasonRound
from quizbot.store.store import Transaction
from quizbot.store.values import PostKind
from quizbot.view import notice
from quizbot.view import season as view
from quizbot.view.season import A_STREAK, LongestStreak, Recap
from quizbot.view.wording import Wording

log = logging.getLogger(__name__)

BATCH = 200
MEASURED = 200
"""Of how many people, the most active ones, it is looked at how much they improved."""


async def begin(tx: Transaction, round_: Round) -> None:
    """A question came in a channel: its month isn't over before the question is closed.

    Private conversations have no seasons.
    """
    if round_.channel is None or round_.channel.is_direct or round_.day is None:
        return
    month = season.month_of(round_.day)
    end = season.ends_at(month, round_.zone)
    await tx.seasons.begin(round_.channel, month, max(end, round_.closes_at or end))


async def close(tools: Tools) -> int:
    """Owe a recap to every channel whose season is over; how many seasons were.

    One that fails stops no other, and is tried again at the next tick.
    """
    closed, failed = 0, set[int]()
    while True:
        async with tools.store.read() as tx:
            over = await tx.seasons.over(tools.clock.now(), BATCH, failed)
        for season_id in over:
            try:
                await _close_one(tools, season_id)
            except Exception:
                log.exception("season %s: could not be closed", season_id)
                failed.add(season_id)
            else:
                closed += 1
        if len(over) < BATCH or len(failed) >= BATCH:
            return closed


async def _close_one(tools: Tools, season_id: int) -> None:
    """The recap belongs to the season's last question; where nobody answered there is none."""
    async with tools.store.begin() as tx:
        over = await tx.seasons.get(season_id)
        if not await tx.seasons.tell(over.id) or await tx.schedules.of(over.channel) is None:
            return
        rounds = await tx.seasons.rounds(over.channel, over.month)
        if await tx.seasons.answered(rounds):
            now = tools.clock.now()
            await tx.posts.owe(rounds[-1].id, PostKind.RECAP, over.channel, now)


async def recap(tools: Tools, last: Round) -> Message:
    """What the season told to its channel whose last question was `last`."""
    if last.channel is None or last.day is None:
        raise ValueError(f"round {last.id} belongs to no season")
    month = season.month_of(last.day)
    async with tools.store.read() as tx:
        key = await _board(tools, tx, last.channel, last)
        top = season.podium(await tx.boards.top(key, season.NAMED + 1))
        rounds = await tx.seasons.rounds(last.channel, month)
        answers = await tx.seasons.answers(rounds)
        longest = await _longest(tx, rounds, answers)
        hardest = await _hardest(tx, rounds, answers)
    told = Recap(
        round_id=last.id,
        month=month,
        questions=len(rounds),
        answers=len(answers),
        podium=top,
        streak=longest,
        improved=await _improved(tools, last, answers),
        hardest=hardest,
    )
    return await asyncio.to_thread(view.recap, Wording.of("en"), told)


async def place_in(tools: Tools, press: Press) -> Reply:
    """The board of the season that a recap told of, with one's own place."""
    w = words(press.caller)
    id_ = number(press.action.args[0]) if press.action.args else None
    if id_ is None:
        raise UserError(notice.stale_button(w))
    learner = await tools.store.learner(press.caller.user, press.caller.name)
    async with tools.store.read() as tx:
        try:
            last = await tx.rounds.get(id_)
        except NotFound:
            raise UserError(notice.no_such_round(w)) from None
        if last.channel != place(press.caller) or last.day is None:
            raise UserError(notice.not_your_round(w))
        board = await board_of(tx, await _board(tools, tx, last.channel, last), learner.id)
    month = season.month_of(last.day)
    return Reply(await asyncio.to_thread(view.place, w, board, month))


async def _board(tools: Tools, tx: Transaction, channel: ChannelRef, last: Round) -> BoardKey:
    secret = await tx.rounds.secret_in(channel, tools.clock.now())
    day = last.day or last.opens_at.date()
    return BoardKey(channel, "", period_key(Period.MONTH, day), [one.id for one in secret])


def _faced(rounds: Sequence[SeasonRound], answers: Sequence[SeasonAnswer]) -> list[Faced]:
    """The season's answers by item, as it was shown."""
    given, right = Counter[int](), Counter[int]()
    for answer in answers:
        given[answer.round_id] += 1
        right[answer.round_id] += answer.correct
    by_item: dict[tuple[str, str, str], list[int]] = defaultdict(list)
    for one in rounds:
        by_item[one.bank, one.item_id, one.revision].append(one.id)
    return [
        Faced(max(ids), sum(given[id_] for id_ in ids), sum(right[id_] for id_ in ids))
        for ids in by_item.values()
    ]


async def _hardest(
    tx: Transaction, rounds: Sequence[SeasonRound], answers: Sequence[SeasonAnswer]
) -> tuple[Item, Faced] | None:
    found = season.hardest(_faced(rounds, answers))
    if found is None:
        return None
    one = next(round_ for round_ in rounds if round_.id == found.round_id)
    return await tx.items.get(one.bank, one.item_id, one.revision), found


async def _longest(
    tx: Transaction, rounds: Sequence[SeasonRound], answers: Sequence[SeasonAnswer]
) -> LongestStreak | None:
    """Whose streak was longest, of those whom boards show."""
    people: dict[int, set[int]] = defaultdict(set)
    for answer in answers:
        if not answer.hidden:
            people[answer.round_id].add(answer.learner_id)
    asked = sorted(
        (Asked(one.number, one.day, people[one.id]) for one in rounds if one.number is not None),
        key=lambda one: one.number,
    )
    found = season.streaks(asked)
    length = max(found.values(), default=0)
    holders = [learner_id for learner_id, held in found.items() if held == length]
    if length < A_STREAK:
        return None
    names = await _named(tx, holders[: season.NAMED]) if len(holders) <= season.NAMED else []
    return LongestStreak(length, tuple(names), len(holders))


async def _named(tx: Transaction, learner_ids: Sequence[int]) -> list[str]:
    """The names of these people; whoever is hidden by now is left out."""
    found = [await tx.learners.get(learner_id) for learner_id in learner_ids]
    return sorted((one.shown_as for one in found if not one.hidden), key=str.casefold)


async def _improved(
    tools: Tools, last: Round, answers: Sequence[SeasonAnswer]
) -> tuple[str, float] | None:
    """Who surely improved most in the bank of the season's last question, and by how much."""
    bank = tools.library.catalog.banks.get(last.bank)
    given = Counter(answer.learner_id for answer in answers if not answer.hidden)
    people = [learner_id for learner_id, _ in given.most_common(MEASURED)]
    if bank is None or not bank.items or not people:
        return None
    async with tools.store.read() as tx:
        someone = await tx.learners.get(people[0])
        found = await tx.histories.of_group(someone.user, bank.code, tools.clock.now())
    group = [(one.learner_id, one.answer) for one in found]
    best = await asyncio.to_thread(_most_improved, bank, group, people, last)
    if best is None:
        return None
    async with tools.store.read() as tx:
        names = await _named(tx, [best[0]])
    return (names[0], best[1]) if names else None


def _most_improved(
    bank: Bank, group: Sequence[tuple[int, Answer]], people: Sequence[int], last: Round
) -> tuple[int, float] | None:
    """Who improved most within the season, and by how much; None where nobody surely did."""
    from quizbot.domain.studying import studied_each  # numpy is loaded when it is needed first

    month = season.month_of(last.day or last.opens_at.date())
    ends = season.begins_at(month, last.zone), season.ends_at(month, last.zone)
    before, after = (
        studied_each(bank, [pair for pair in group if pair[1].at < end], people, end)
        for end in ends
    )
    gains = ((one, _gain(before[one], after[one])) for one in people)
    sure = [(one, gain) for one, gain in gains if gain is not None]
    return max(sure, key=lambda pair: pair[1], default=None)


def _gain(before: Studied, after: Studied) -> float | None:
    if before.readiness is None or after.readiness is None:
        return None
    return season.improvement(before.readiness.score, after.readiness.score)
