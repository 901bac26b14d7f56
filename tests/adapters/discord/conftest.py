"""Here is a guild with a quizbot in it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from adapters.discord.discord_stage import DiscordStage
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
