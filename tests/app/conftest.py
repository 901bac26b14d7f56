"""Here is a house over the platform in memory."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from quizbot.testing.house import House, a_house
from quizbot.testing.recording import RecordingAdapter


@pytest.fixture
def adapter() -> RecordingAdapter:
    return RecordingAdapter()


@pytest_asyncio.fixture
async def house(
    adapter: RecordingAdapter, database_url: str, tmp_path: Path
) -> AsyncIterator[House]:
    banks = tmp_path / "banks"
    banks.mkdir()
    async with a_house(database_url, banks, {"memory": adapter}) as house:
        yield house
