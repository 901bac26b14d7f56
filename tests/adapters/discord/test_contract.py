"""Discord keeps the contract of every adapter, on the real discord.py."""

from __future__ import annotations

import pytest
import simcord

from quizbot.testing.contract import AdapterContract
from quizbot.testing.house import House
from quizbot.testing.stage import MEMBER, Stage


class TestDiscord(AdapterContract):
    """The contract; `stage` is this folder's."""

    async def test_an_unknown_word_gets_the_nearest_command(
        self, stage: Stage, house: House
    ) -> None:
        """Discord's own client doesn't let an unknown word be sent."""
        del house
        with pytest.raises(simcord.SetupError):
            await stage.command(MEMBER, "leaderbord")
