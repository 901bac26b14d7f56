"""Here is a guild with a quizbot in it, and a quizbot on the line to a Discord of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from discord.gateway import DiscordWebSocket
from discord.http import Route

from adapters.discord.discord_stage import DiscordStage
from adapters.discord.loopback import Line, a_line
from quizbot.testing.clock import ManualClock
from quizbot.testing.house import MONDAY_MORNING, House, a_house


@pytest_asyncio.fixture
async def stage() -> AsyncIterator[DiscordStage]:
    stage = DiscordStage(ManualClock(MONDAY_MORNING))
    try:
        yield stage
    finally:
        await stage.close()


@pytest_asyncio.fixture
async def house(stage: DiscordStage, tmp_path: Path) -> AsyncIterator[House]:
    banks = tmp_path / "banks"
    banks.mkdir()
    url = f"sqlite:///{tmp_path / 'q.db'}"
    async with a_house(url, banks, {"discord": stage.adapter}, stage.clock) as house:
        await stage.start(house.tutor)
        yield house


@pytest.fixture
def shards(request: pytest.FixtureRequest) -> str:
    """One shard; `indirect` for another setting."""
    return str(getattr(request, "param", "0-0/1"))


@pytest_asyncio.fixture
async def line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shards: str) -> AsyncIterator[Line]:
    # The adapter sets both for the whole process; they are as they were after the test.
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    async with a_line(tmp_path, shards) as line:
        yield line
