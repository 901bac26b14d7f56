"""Here is how the docs' pictures of Discord are made: `python tests/adapters/discord/pictures.py`.

The real discord.py plays a day in simcord's world, with the shipped questions; Chromium, which
QUIZBOT_TEST_CHROMIUM names, takes the pictures of simcord's page.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from datetime import timedelta
from pathlib import Path

from playwright.async_api import Browser, async_playwright

ROOT = Path(__file__).parents[3]
sys.path[:0] = [str(ROOT / "tests")]

from adapters.discord.discord_stage import DiscordStage  # noqa: E402
from quizbot.bank.catalog import Catalog  # noqa: E402
from quizbot.testing.clock import ManualClock  # noqa: E402
from quizbot.testing.house import MONDAY_MORNING, House, a_house  # noqa: E402
from quizbot.testing.stage import ADMIN, MEMBER, OTHER  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"


async def main(folder: Path) -> None:
    """Play, and take the pictures."""
    clock = ManualClock(MONDAY_MORNING)
    with tempfile.TemporaryDirectory() as place:
        banks = Path(place) / "banks"
        banks.mkdir()
        stage = DiscordStage(clock)
        url = f"sqlite:///{place}/q.db"
        async with a_house(url, banks, {"discord": stage.adapter}, clock) as house:
            house.tools.library.catalog = Catalog.load([ROOT / "questions" / "pmle"])
            await stage.start(house.tutor)
            async with async_playwright() as playwright:
                chromium = os.environ.get("QUIZBOT_TEST_CHROMIUM", "/usr/bin/chromium")
                browser = await playwright.chromium.launch(
                    executable_path=chromium, args=["--no-sandbox"]
                )
                await _play(house, stage, browser, folder)
                await browser.close()
            await stage.close()


async def _play(house: House, stage: DiscordStage, browser: Browser, folder: Path) -> None:
    await stage.command(ADMIN, "daily set")
    await stage.fill(ADMIN, {"at": ["10:00"], "zone": ["Europe/Berlin"], "hours": ["8"]})
    await house.pass_time(timedelta(hours=2))
    await stage.press(MEMBER, "B")
    await stage.press(OTHER, "D")
    await house.pass_time(timedelta(seconds=5))
    await _shoot(stage, browser, folder / "discord-question.png", 2300)
    await house.pass_time(timedelta(hours=8))
    await stage.command(MEMBER, "leaderboard")
    await stage.command(MEMBER, "practice 5 topic:monitoring")
    await _shoot(stage, browser, folder / "discord-reveal.png", 3400)


async def _shoot(stage: DiscordStage, browser: Browser, path: Path, height: int) -> None:
    viewers = [stage.people[MEMBER]]
    async with stage.world().preview(stage.place, viewers=viewers, layout="channel") as preview:
        page = await browser.new_page(viewport={"width": 1000, "height": height})
        await page.goto(preview.url)
        await page.wait_for_timeout(1500)
        await page.screenshot(path=path)
        await page.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES))
