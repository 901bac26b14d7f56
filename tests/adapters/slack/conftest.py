"""Here is a fake Slack with a quizbot on it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from adapters.slack.slack_server import SlackServer
from adapters.slack.slack_shop import Shop
from adapters.slack.slack_stage import SlackStage, a_workspace
from adapters.slack.slack_world import Workspace
from quizbot.testing.clock import ManualClock
from quizbot.testing.house import MONDAY_MORNING, House, a_house


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(MONDAY_MORNING)


@pytest_asyncio.fixture
async def server(clock: ManualClock) -> AsyncIterator[SlackServer]:
    async with SlackServer(clock).serve() as server:
        yield server


@pytest.fixture
def stage(server: SlackServer, clock: ManualClock) -> SlackStage:
    return SlackStage(server, clock)


@pytest_asyncio.fixture
async def shop(server: SlackServer, clock: ManualClock, tmp_path: Path) -> AsyncIterator[Shop]:
    banks = tmp_path / "banks"
    banks.mkdir()
    async with a_house(f"sqlite:///{tmp_path / 'q.db'}", banks, {}, clock) as house:
        shop = Shop(server, house, clock)
        await shop.start()
        try:
            yield shop
        finally:
            await shop.stop()


@pytest.fixture
def workspaces(server: SlackServer) -> list[Workspace]:
    return [a_workspace(server), a_workspace(server, "T2", "xoxb-2")]


@pytest_asyncio.fixture
async def house(stage: SlackStage, tmp_path: Path) -> AsyncIterator[House]:
    banks = tmp_path / "banks"
    banks.mkdir()
    url = f"sqlite:///{tmp_path / 'q.db'}"
    async with a_house(url, banks, {"slack": stage.adapter}, stage.clock) as house:
        await stage.start(house.tutor)
        try:
            yield house
        finally:
            await stage.stop()
