"""The adapter contract on the platform in memory."""

from __future__ import annotations

import pytest

from quizbot.testing.contract import AdapterContract
from quizbot.testing.memory import MemoryStage


class TestMemory(AdapterContract):
    @pytest.fixture
    def stage(self) -> MemoryStage:
        return MemoryStage()
