"""What must be true of boards and streaks: they are what the attempts add up to, whatever came."""

from __future__ import annotations

import asyncio
import os
import tempfile
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizbot.domain.round import Attempt, Round
from quizbot.domain.scoring import points
from quizbot.domain.standing import Period, Standing, Streak, advance, period_key
from quizbot.store.boards import BoardKey
from quizbot.store.store import Store
from quizbot.store.upgrading import upgrade
from store.conftest import HERE, NOON, Shop

PEOPLE = ("Ada", "Ben", "Chen")
SERVER = "QUIZBOT_TEST_POSTGRES_URL"


@dataclass(frozen=True, slots=True)
class Day:
    """One day in the channel: who answers (and how) after so many hours, and what else happens.

    The round closes after eight hours, or after `closed_after` hours where somebody closes it.
    """

    scheduled: bool
    came: bool
    presses: tuple[tuple[str, bool, int], ...]
    closed_after: int | None
    hides: tuple[str, bool] | None


_PRESS = st.tuples(st.sampled_from(PEOPLE), st.booleans(), st.sampled_from([1, 5, 7, 8, 30]))
_DAYS = st.lists(
    st.builds(
        Day,
        scheduled=st.integers(0, 3).map(bool),
        came=st.integers(0, 4).map(bool),
        presses=st.lists(_PRESS, max_size=6).map(tuple),
        closed_after=st.sampled_from([None, None, None, 5]),
        hides=st.none() | st.tuples(st.sampled_from(PEOPLE), st.booleans()),
    ),
    max_size=8,
)


@given(_DAYS)
@settings(max_examples=25, deadline=None)
def test_the_rollup_on_sqlite_is_the_sum_of_its_attempts(days: list[Day]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_live_through(f"sqlite:///{Path(folder) / 'quizbot.db'}", days))


@pytest.mark.postgres
@given(_DAYS)
@settings(max_examples=6, deadline=None)
def test_the_rollup_on_postgresql_is_the_sum_of_its_attempts(days: list[Day]) -> None:
    with _fresh_database() as url:
        asyncio.run(_live_through(url, days))


async def _live_through(url: str, days: Sequence[Day]) -> None:
    await upgrade(url)
    shop = Shop(await Store.open(url), url)
    try:
        lived = []
        for offset, day in enumerate(days):
            lived.append((day, await _live(shop, offset, day)))
        await _compare(shop, lived)
    finally:
        await shop.store.close()


async def _live(shop: Shop, offset: int, day: Day) -> Round:
    date = NOON.date() + timedelta(days=9 * offset // 2)  # over ends of weeks and months
    round_ = await shop.round(date, scheduled=day.scheduled, sent=day.came)
    if day.closed_after is not None:
        async with shop.store.begin() as tx:
            at = round_.opens_at + timedelta(hours=day.closed_after)
            round_ = await tx.rounds.close_at(round_.id, at)
    if day.came:
        await asyncio.gather(
            *(
                shop.answer(round_, name, right=right, after=timedelta(hours=hours))
                for name, right, hours in day.presses
            )
        )
    if day.hides is not None:
        name, hidden = day.hides
        learner = await shop.learner(name)
        async with shop.store.begin() as tx:
            await tx.learners.set_hidden(learner.id, hidden=hidden)
    return round_


async def _compare(shop: Shop, lived: Sequence[tuple[Day, Round]]) -> None:
    """Count everything anew from the attempts, by the rules of the domain alone."""
    streaks: dict[int, Streak] = {}
    sums: dict[tuple[str, str, int], list[int]] = {}
    number = 0
    for day, round_ in lived:
        number += day.came and day.scheduled
        if not day.came:
            continue
        for name in PEOPLE:
            stands = await shop.stands(round_, name)
            if stands is None:
                continue
            assert stands.counts == (not round_.closed(stands.answered_at))
            assert stands.points == _points(stands, number, day, round_, streaks)
            if stands.counts:
                _add(sums, round_, stands)
    names = {(await shop.learner(name)).id: name for name in PEOPLE}
    async with shop.store.read() as tx:
        hidden = {one for one in names if (await tx.learners.get(one)).hidden}
        for learner_id in names:
            expected = streaks.get(learner_id, Streak())
            assert await tx.streaks.of(HERE, learner_id) == expected
        for bank, period in {key[:2] for key in sums}:
            shown = {
                Standing(one, names[one], *sums[bank, period, one])
                for one in names
                if (bank, period, one) in sums and one not in hidden
            }
            assert set(await tx.boards.top(BoardKey(HERE, bank, period), 10)) == shown
            assert await tx.boards.players(BoardKey(HERE, bank, period)) == len(shown)


def _points(
    stands: Attempt, number: int, day: Day, round_: Round, streaks: dict[int, Streak]
) -> int:
    if not stands.counts or round_.day is None:
        return 0
    streak = streaks.get(stands.learner_id, Streak())
    if not day.scheduled:
        return points(stands.score, streak.length)
    streak = streaks[stands.learner_id] = advance(streak, number, round_.day)
    return points(stands.score, streak.length - 1)


def _add(sums: dict[tuple[str, str, int], list[int]], round_: Round, stands: Attempt) -> None:
    assert round_.day is not None
    for bank in ("", round_.bank):
        for period in Period:
            key = (bank, period_key(period, round_.day), stands.learner_id)
            total = sums.setdefault(key, [0, 0, 0])
            total[0] += stands.points
            total[1] += 1
            total[2] += stands.score.correct


@contextmanager
def _fresh_database() -> Iterator[str]:
    server = os.environ.get(SERVER)
    if not server:
        pytest.skip(f"no PostgreSQL server: set {SERVER}=postgresql://USER@HOST/NAME")
    asyncpg = pytest.importorskip("asyncpg")
    name = f"quizbot_test_{uuid.uuid4().hex}"

    async def tell(statement: str) -> None:
        connection = await asyncpg.connect(server)
        await connection.execute(statement)
        await connection.close()

    asyncio.run(tell(f'CREATE DATABASE "{name}"'))
    try:
        yield f"{server.rpartition('/')[0]}/{name}"
    finally:
        asyncio.run(tell(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'))
