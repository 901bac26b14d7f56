"""What must be true when the program is killed: whatever was told as saved is there."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from quizbot.store.boards import BoardKey
from quizbot.store.store import Store
from quizbot.store.upgrading import upgrade
from store.conftest import HERE, Shop

RECORDS = """
import asyncio, sys
from datetime import UTC, datetime
from quizbot.domain.round import Attempt
from quizbot.domain.scoring import Score
from quizbot.store.store import Store

AT = datetime(2026, 12, 1, 13, tzinfo=UTC)

async def main(url, round_id, first, last):
    store = await Store.open(url)
    learners = iter(range(first, last))
    async def press():
        for learner in learners:
            given = Attempt(round_id, learner, frozenset("b"), Score(1.0, True), AT, True)
            recorded = await store.record(given)
            sys.stdout.write(f"{recorded.attempt.learner_id}\\n")
            sys.stdout.flush()
    await asyncio.gather(*(press() for _ in range(50)))
    await store.close()

asyncio.run(main(sys.argv[1], *map(int, sys.argv[2:])))
"""
UPGRADES = """
import asyncio, sys
from quizbot.store.upgrading import upgrade
asyncio.run(upgrade(sys.argv[1]))
"""


def _started(program: str, *arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", program, *map(str, arguments)], stdout=subprocess.PIPE, text=True
    )


async def _people(shop: Shop, count: int) -> list[int]:
    return [(await shop.learner(f"P{number}")).id for number in range(count)]


def _told(process: subprocess.Popen[str], *, until: int | None = None) -> Iterator[int]:
    """The learners whose answers the process called saved; killed after so many."""
    assert process.stdout is not None
    with process, process.stdout:
        for count, line in enumerate(process.stdout, start=1):
            if line.endswith("\n"):
                yield int(line)
            if count == until:
                process.kill()


@pytest.mark.slow
async def test_what_was_told_as_saved_outlives_a_kill(shop: Shop) -> None:
    round_ = await shop.round()
    ids = await _people(shop, 600)
    process = _started(RECORDS, shop.url, round_.id, ids[0], ids[-1] + 1)
    told = await asyncio.to_thread(set, _told(process, until=120))
    again = await Store.open(shop.url)
    async with again.read() as tx:
        kept = {one for one in ids if await tx.attempts.of(round_.id, one) is not None}
        players = await tx.boards.players(BoardKey(HERE, "", "all"))
    await again.close()
    assert len(told) >= 120
    assert told <= kept
    assert players == len(kept)


@pytest.mark.slow
async def test_two_processes_keep_one_answer_each(shop: Shop) -> None:
    round_ = await shop.round()
    ids = await _people(shop, 150)
    both = [_started(RECORDS, shop.url, round_.id, ids[0], ids[-1] + 1) for _ in range(2)]
    told = await asyncio.gather(*(asyncio.to_thread(list, _told(process)) for process in both))
    assert [process.returncode for process in both] == [0, 0]
    assert [sorted(one) for one in told] == [ids, ids]
    async with shop.store.read() as tx:
        top = await tx.boards.top(BoardKey(HERE, "", "all"), 200)
    assert [(one.answered, one.points) for one in top] == [(1, 10)] * 150


@pytest.mark.slow
async def test_several_processes_may_upgrade_at_once(database_url: str) -> None:
    processes = [_started(UPGRADES, database_url) for _ in range(4)]
    ends = await asyncio.gather(*(asyncio.to_thread(process.wait) for process in processes))
    for process in processes:
        if process.stdout is not None:
            process.stdout.close()
    assert ends == [0, 0, 0, 0]
    store = await Store.open(database_url)
    await store.close()


async def test_a_folder_is_made_for_the_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new' / 'data' / 'quizbot.db'}"
    await upgrade(url)
    await (await Store.open(url)).close()
