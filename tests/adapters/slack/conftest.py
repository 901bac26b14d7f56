"""Here is a fake Slack with a quizbot on it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from adapters.slack.slack_server import SlackServer
from adapters.slack.slack_stage import SlackStage
from quizbot.testing.clock import ManualClock
from quizbot.testing.house import MONDAY_MORNING


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
