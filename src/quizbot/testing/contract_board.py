"""Here is what every adapter's contract asks of boards and seasons."""

from __future__ import annotations

from datetime import timedelta

from quizbot.testing.house import House
from quizbot.testing.stage import MEMBER, OTHER, Stage

UNTIL_CLOSE = timedelta(hours=8)


class BoardContract:
    """What must be true of boards on every platform."""

    async def test_a_month_that_is_over_is_told_once_and_hidden_people_are_not_named(
        self, stage: Stage, house: House
    ) -> None:
        await house.daily(stage.channel)
        await stage.press(MEMBER, "C")
        await stage.press(OTHER, "C")
        await stage.command(OTHER, "privacy hide")
        await house.pass_time(UNTIL_CLOSE)
        await house.pass_time(timedelta(hours=8))
        recap = (await stage.public())[-1]
        assert "November 2026 is over" in recap
        assert MEMBER in recap.casefold()
        assert OTHER not in recap.casefold()
        await house.pass_time(timedelta(minutes=5))
        told = [one for one in await stage.public() if "November 2026 is over" in one]
        assert len(told) == 1
        await stage.press(MEMBER, "Show my place")
        assert "rank 1" in (await stage.private(MEMBER))[-1]

    async def test_an_alias_is_shown_as_it_was_written_and_means_nothing(
        self, stage: Stage, house: House
    ) -> None:
        await house.daily(stage.channel)
        await stage.press(MEMBER, "C")
        alias = "<!channel>@everyone<@1>*a*"
        await stage.command(MEMBER, f"privacy alias name:{alias}")
        await stage.command(OTHER, "leaderboard")
        board = (await stage.private(OTHER))[-1]
        assert alias in board
        assert MEMBER not in board.casefold()
