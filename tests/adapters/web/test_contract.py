"""The adapter contract on the playground."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.web.web_stage import WebStage
from quizbot.testing.clock import ManualClock
from quizbot.testing.contract import AdapterContract
from quizbot.testing.house import MONDAY_MORNING


class TestPlayground(AdapterContract):
    @pytest.fixture
    def stage(self, tmp_path: Path) -> WebStage:
        return WebStage(tmp_path / "playground", ManualClock(MONDAY_MORNING))
