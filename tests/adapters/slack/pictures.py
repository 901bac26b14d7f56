"""Here is how the docs' pictures of Slack are made: `python tests/adapters/slack/pictures.py`.

The real adapter plays a day on the fake Slack, with the shipped questions; Chromium, which
QUIZBOT_TEST_CHROMIUM names, takes the pictures.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from playwright.async_api import Browser, async_playwright

ROOT = Path(__file__).parents[3]
sys.path[:0] = [str(ROOT / "tests")]

from adapters.slack import kit_page  # noqa: E402
from adapters.slack.slack_server import SlackServer  # noqa: E402
from adapters.slack.slack_stage import GENERAL, IDS, SlackStage  # noqa: E402
from adapters.slack.slack_world import Message  # noqa: E402
from quizbot.app.tools import Library  # noqa: E402
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
        async with SlackServer(clock).serve() as server:
            stage = SlackStage(server, clock)
            url = f"sqlite:///{place}/q.db"
            async with a_house(url, banks, {"slack": stage.adapter}, clock) as house:
                shipped = [ROOT / "questions" / "pmle"]
                library = Library([*house.tools.library.paths, *shipped], Catalog.load(shipped))
                house.tools.library.catalog = library.catalog
                await stage.start(house.tutor)
                async with async_playwright() as playwright:
                    chromium = os.environ.get("QUIZBOT_TEST_CHROMIUM", "/usr/bin/chromium")
                    browser = await playwright.chromium.launch(
                        executable_path=chromium, args=["--no-sandbox"]
                    )
                    await _play(house, stage, browser, folder)
                    await browser.close()
                await stage.stop()


async def _play(house: House, stage: SlackStage, browser: Browser, folder: Path) -> None:
    await stage.command(ADMIN, "daily set")
    typed = {"at": "10:00", "zone": "Europe/Berlim", "hours": "800"}
    await stage.fill(ADMIN, {name: [value] for name, value in typed.items()})
    view = stage.server.world.modals[IDS[ADMIN]]
    await _shoot(browser, folder / "slack-form.png", kit_page.modal(view.body, view.errors, typed))
    await stage.fill(ADMIN, {"at": ["10:00"], "zone": ["Europe/Berlin"], "hours": ["8"]})
    await house.pass_time(timedelta(hours=2))
    await stage.press(MEMBER, "B")
    await stage.press(OTHER, "D")
    await house.pass_time(timedelta(seconds=5))
    await _channel(stage, browser, folder / "slack-question.png")
    await house.pass_time(timedelta(hours=8))
    await _channel(stage, browser, folder / "slack-reveal.png")
    stage.server.world.messages.clear()
    await stage.command(MEMBER, "practice 5 topic:monitoring")
    await stage.command(MEMBER, "leaderboard")
    await stage.command(MEMBER, "help")
    await _channel(stage, browser, folder / "slack-commands.png")
    stage.server.world.messages.clear()
    _only_choose_two(house)
    await stage.command(OTHER, "practice 1")
    await _channel(stage, browser, folder / "slack-choose.png", OTHER)
    stage.server.world.messages.clear()
    await stage.command(MEMBER, "leaderbord")
    await stage.command(MEMBER, "daily set")
    await stage.command(MEMBER, "daily")
    await stage.command(MEMBER, "privacy forget")
    await _channel(stage, browser, folder / "slack-private.png")
    await stage.people.open_home(IDS[MEMBER])
    await stage.slack.settled()
    home = stage.server.world.homes[IDS[MEMBER]]
    await _shoot(browser, folder / "slack-home.png", kit_page.home(home))


def _only_choose_two(house: House) -> None:
    """From now on only a question with two answers is asked."""
    (bank,) = house.tools.library.catalog.banks.values()
    item = next(item for item in bank.items if len(item.key) == 2)
    house.tools.library.catalog = Catalog({bank.code: replace(bank, items=(item,))})


async def _channel(stage: SlackStage, browser: Browser, path: Path, person: str = MEMBER) -> None:
    seen = [m for m in stage.seen_by(person) if m.channel == GENERAL]
    ordered = [
        message
        for top in seen
        if not top.thread_ts
        for message in (top, *(m for m in seen if m.thread_ts == top.ts))
    ]
    shown = [_shown(stage, message) for message in ordered]
    await _shoot(browser, path, kit_page.page("general", shown))


def _shown(stage: SlackStage, message: Message) -> kit_page.Shown:
    files = {id_: file["data"] for id_, file in stage.server.world.files.items()}
    private, reply = bool(message.ephemeral_to), bool(message.thread_ts)
    return kit_page.Shown(message.blocks, "10:00 AM", private, reply, files)


async def _shoot(browser: Browser, path: Path, html: str) -> None:
    page = await browser.new_page(viewport={"width": 760, "height": 100}, device_scale_factor=1)
    await page.set_content(html)
    await page.screenshot(path=path, full_page=True)
    await page.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES))
