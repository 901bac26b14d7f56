"""Here is a playground with a scripted tutor, for every test of it."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from adapters.web.playground import Playground, Visit
from adapters.web.scripted import ScriptedTutor

CHROMIUM = os.environ.get("QUIZBOT_TEST_CHROMIUM", "/usr/bin/chromium")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture
def tutor() -> ScriptedTutor:
    return ScriptedTutor()


@pytest_asyncio.fixture
async def playground(tutor: ScriptedTutor, tmp_path: Path) -> AsyncIterator[Playground]:
    playground = Playground(tmp_path / "playground")
    await playground.start(tutor)
    yield playground
    await playground.stop()


@pytest_asyncio.fixture
async def visit(playground: Playground) -> AsyncIterator[Visit]:
    """Open the page as a person, in a browser profile of their own; its console stays clean."""
    playwright_api = pytest.importorskip("playwright.async_api", reason="playwright is missing")
    if not await asyncio.to_thread(Path(CHROMIUM).exists):
        pytest.skip(f"there is no browser at {CHROMIUM}")
    async with playwright_api.async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)

        @contextlib.asynccontextmanager
        async def opened(persona: str = "ada", **options: Any) -> AsyncIterator[Any]:
            faults: list[str] = []
            context = await browser.new_context(**options)
            page = await context.new_page()
            page.on("pageerror", lambda error: faults.append(str(error)))
            page.on(
                "console",
                lambda line: faults.append(line.text) if "Content Security" in line.text else None,
            )
            await page.add_init_script(f"localStorage.setItem('quizbot.persona', '{persona}')")
            await page.goto(playground.origin)
            await page.wait_for_selector(f"html[data-ready={persona}]")
            yield page
            assert faults == []
            await context.close()

        yield opened
        await browser.close()
