"""A group's daily question from end to end: the real program, a real browser, two people."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from e2e.program import Program, running
from quizbot.testing.house import BANK

playwright_api = pytest.importorskip("playwright.async_api", reason="playwright isn't installed")
expect = playwright_api.expect

CHROMIUM = os.environ.get("QUIZBOT_TEST_CHROMIUM", "/usr/bin/chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
TRAP = "The best known river is not the longest one."
RATIONALES = ("well known, yet short", "the Volga is longer", "About 3,530 km")

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not Path(CHROMIUM).exists(), reason=f"there is no browser at {CHROMIUM}"),
]


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    path = tmp_path / "rivers.yaml"
    path.write_text(BANK, encoding="utf-8")
    return path


@pytest_asyncio.fixture
async def program(tmp_path: Path, questions: Path) -> AsyncIterator[Program]:
    async with running(tmp_path, questions) as program:
        yield program


@pytest_asyncio.fixture
async def page(program: Program) -> AsyncIterator[Any]:
    async with playwright_api.async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = await browser.new_page(viewport={"width": 1280, "height": 900})
        await page.goto(program.origin)
        yield page
        await browser.close()


async def _be(page: Any, name: str) -> None:
    await page.get_by_role("radio", name=name).check()
    await page.wait_for_selector(f"html[data-ready={name.lower()}]")


async def _answer(page: Any, name: str, letter: str) -> None:
    await _be(page, name)
    await page.get_by_role("button", name=f"{letter}. ").first.click()
    told = page.locator("article[data-private]").last
    await expect(told).to_contain_text(TRAP)
    for rationale in RATIONALES:
        await expect(told).to_contain_text(rationale)


async def _close(page: Any) -> None:
    await _be(page, "Ada")
    await page.get_by_role("button", name="Close now").click()
    reveal = page.locator("article[data-message-id]:not([data-private])").nth(1)
    await expect(reveal).to_contain_text(TRAP, timeout=15_000)
    await expect(reveal.locator("img")).to_have_attribute("alt", _says("2"))
    await expect(page.get_by_role("button", name="A. ")).to_have_count(0)


def _says(text: str) -> Any:
    import re

    return re.compile(text)


async def _board(page: Any) -> None:
    await page.get_by_role("button", name="Leaderboard").click()
    board = page.locator("article[data-private]").last
    await expect(board.get_by_role("table")).to_contain_text("Ben")
    await expect(board.get_by_role("table")).to_contain_text("Chen")


async def test_two_people_answer_privately_and_the_board_shows_both(page: Any) -> None:
    question = page.locator("article[data-message-id]").first
    await expect(question).to_contain_text("longer than the others", timeout=15_000)
    await expect(question).not_to_contain_text(TRAP)
    await _answer(page, "Ben", "C")
    await _answer(page, "Chen", "A")
    await expect(question).to_contain_text("2 people", timeout=15_000)
    await _close(page)
    await _be(page, "Chen")
    await _board(page)


async def test_killed_in_the_middle_nothing_is_lost_and_nothing_comes_twice(
    page: Any, program: Program
) -> None:
    await expect(page.locator("article[data-message-id]")).to_have_count(1, timeout=15_000)
    await _answer(page, "Ben", "C")
    await program.kill()
    await program.start()
    await _answer(page, "Chen", "A")
    await program.kill()
    await program.start()
    await _be(page, "Ada")
    await page.get_by_role("button", name="Close now").click()
    await program.kill()
    await program.start()
    channel = page.locator("article[data-message-id]:not([data-private])")
    await expect(channel.nth(1)).to_contain_text(TRAP, timeout=90_000)
    await expect(channel).to_have_count(2)
    await _be(page, "Chen")
    await _board(page)
    with sqlite3.connect(program.database) as database:
        (attempts,) = database.execute("SELECT count(*) FROM attempts").fetchone()
        (rounds,) = database.execute("SELECT count(*) FROM rounds").fetchone()
    assert (attempts, rounds) == (2, 1)
