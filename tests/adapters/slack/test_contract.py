"""Slack keeps the contract of every adapter, on the real slack-bolt, in both of its modes."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio

from adapters.slack.slack_http import HttpStage
from adapters.slack.slack_server import SlackServer
from quizbot.testing.clock import ManualClock
from quizbot.testing.contract import AdapterContract


class TestSocketMode(AdapterContract):
    """The contract over sockets; `stage` is this folder's."""


class TestHttp(AdapterContract):
    """The contract over signed HTTP."""

    @pytest_asyncio.fixture
    async def stage(self, server: SlackServer, clock: ManualClock) -> AsyncIterator[HttpStage]:
        stage = HttpStage(server, clock)
        yield stage
        await stage.close()
