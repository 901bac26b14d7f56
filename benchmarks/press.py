"""Here is the press: how many answers a second become durable, against SQLite itself.

Both sides write the same rows (an attempt, a streak, six board rows) with `synchronous=FULL`.
"""

from __future__ import annotations

import asyncio
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.result import Result, measured
from quizbot.domain.item import Item, Option
from quizbot.domain.mode import DAILY, Tells
from quizbot.domain.round import Attempt, Round, attempt
from quizbot.domain.standing import Period, period_key
from quizbot.refs import ChannelRef
from quizbot.store.connecting import PRAGMAS
from quizbot.store.store import Store
from quizbot.store.upgrading import upgrade

NOON = datetime(2026, 12, 1, 12, tzinfo=UTC)
WAITING = 1000
ITEM = Item(
    "rivers",
    "longest",
    "Which is longer?",
    (Option("a", "Rhine", ""), Option("b", "Volga", "")),
    frozenset({"b"}),
    "length",
)
PERIODS = [period_key(period, date(2026, 12, 1)) for period in Period]
BOARDS = [(bank, period) for bank in ("", "rivers") for period in PERIODS]

ATTEMPT = "INSERT OR IGNORE INTO attempts VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
STREAK = "INSERT OR REPLACE INTO streaks VALUES (?, ?, ?, ?, ?, ?, ?)"
BOARD = """
INSERT INTO standings (channel_id, bank, period, learner_id, points, correct, answered, hidden)
VALUES (1, ?, ?, ?, 10, 1, 1, 0) ON CONFLICT DO UPDATE SET
points = points + excluded.points, correct = correct + 1, answered = answered + 1
"""


def run(*, quick: bool) -> list[Result]:
    """Every figure about presses."""
    presses, runs = (2_000, 3) if quick else (20_000, 5)
    return [
        measured(
            "store: presses, 1,000 waiting, against a connection and a commit a press",
            lambda: _usual(max(200, presses // 40)) / _ours(presses),
            goal=15.0,
            at_least=True,
            runs=runs,
        ),
        measured(
            "store: presses, 1,000 waiting, against raw group commits of 1,000",
            lambda: _raw_groups(presses) / _ours(presses),
            goal=0.60,
            at_least=True,
            runs=runs,
        ),
        measured(
            "store: one lone press, median, against one raw commit",
            lambda: _lone(200 if quick else 1000) / _raw_lone(200 if quick else 1000),
            goal=2.0,
            at_least=False,
            runs=runs,
        ),
    ]


@contextmanager
def _prepared(people: int) -> Iterator[tuple[str, Round, list[int]]]:
    """A migrated database with a round and learners; its URL."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'press.db'}"
        round_, learners = asyncio.run(_fill(url, people))
        yield url, round_, learners


async def _fill(url: str, people: int) -> tuple[Round, list[int]]:
    await upgrade(url)
    store = await Store.open(url)
    channel = ChannelRef("memory", "", "here")
    round_ = Round(
        0,
        "rivers",
        "longest",
        "",
        ("a", "b"),
        DAILY,
        Tells.AT_ONCE,
        NOON,
        NOON + timedelta(days=1),
        channel=channel,
        schedule_id=1,
        day=NOON.date(),
    )
    async with store.begin() as tx:
        revision = await tx.items.keep(ITEM, None)
        kept, _ = await tx.rounds.add(replace(round_, revision=revision), occasion="press")
    await store.close()
    with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
        connection.executemany(
            "INSERT INTO learners VALUES (?, 'memory', '', ?, ?, 0)",
            [(n, f"u{n}", f"U{n}") for n in range(1, people + 1)],
        )
    return kept, list(range(1, people + 1))


def _given(round_: Round, learner: int) -> Attempt:
    return attempt(round_, ITEM, learner, frozenset({"b"}), NOON + timedelta(minutes=1))


def _ours(presses: int) -> float:
    """Seconds a press with 1,000 callers waiting at a time."""
    with _prepared(presses) as (url, round_, learners):
        return asyncio.run(_record(url, [_given(round_, learner) for learner in learners]))


async def _record(url: str, given: Sequence[Attempt]) -> float:
    store = await Store.open(url)
    waiting = iter(given)

    async def caller() -> None:
        for one in waiting:
            await store.record(one)

    began = time.perf_counter()
    await asyncio.gather(*(caller() for _ in range(WAITING)))
    took = time.perf_counter() - began
    await store.close()
    return took / len(given)


def _lone(presses: int) -> float:
    """The median seconds of a press when nobody else presses."""

    async def one_by_one(url: str, given: Sequence[Attempt]) -> list[float]:
        store = await Store.open(url)
        times = [await _timed(store, one) for one in given]
        await store.close()
        return times

    with _prepared(presses) as (url, round_, learners):
        given = [_given(round_, learner) for learner in learners]
        return statistics.median(asyncio.run(one_by_one(url, given)))


async def _timed(store: Store, given: Attempt) -> float:
    began = time.perf_counter()
    await store.record(given)
    return time.perf_counter() - began


def _raw_groups(presses: int) -> float:
    """Seconds a press for executemany in groups of 1,000, with nothing decided."""
    with _prepared(presses) as (url, round_, learners):
        connection = _connect(url)
        began = time.perf_counter()
        for start in range(0, presses, 1000):
            group = learners[start : start + 1000]
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(ATTEMPT, [_row(round_.id, learner) for learner in group])
            connection.executemany(STREAK, [(1, n, 1, 1, "2026-12", 0, 0) for n in group])
            connection.executemany(
                BOARD, [(bank, period, n) for n in group for bank, period in BOARDS]
            )
            connection.execute("COMMIT")
        took = time.perf_counter() - began
        connection.close()
        return took / presses


def _raw_lone(presses: int) -> float:
    """The median seconds of one raw transaction with the same rows on an open connection."""
    with _prepared(presses) as (url, round_, learners):
        connection = _connect(url)
        times = [_clocked(partial(_commit, connection, round_.id, n)) for n in learners]
        connection.close()
        return statistics.median(times)


def _usual(presses: int) -> float:
    """Seconds a press for what most bots do: a connection, a few statements, a commit."""
    with _prepared(presses) as (url, round_, learners):

        def press(learner: int) -> None:
            connection = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)
            connection.execute("PRAGMA synchronous=FULL")
            _commit(connection, round_.id, learner)
            connection.close()

        began = time.perf_counter()
        for learner in learners:
            press(learner)
        return (time.perf_counter() - began) / presses


def _commit(connection: sqlite3.Connection, round_id: int, learner: int) -> None:
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(ATTEMPT, _row(round_id, learner))
    connection.execute(STREAK, (1, learner, 1, 1, "2026-12", 0, 0))
    connection.executemany(BOARD, [(bank, period, learner) for bank, period in BOARDS])
    connection.execute("COMMIT")


def _connect(url: str) -> sqlite3.Connection:
    connection = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)
    for pragma in PRAGMAS:
        connection.execute(pragma)
    return connection


def _row(round_id: int, learner: int) -> tuple[Any, ...]:
    return (round_id, learner, "b", 1.0, True, 1_796_000_000_000_000, True, 10)


def _clocked(work: Callable[[], None]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
