"""What must be true of the running program: one platform's fault stops no other."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from quizbot import plugins, runtime
from quizbot.app.playground import ensure_schedule
from quizbot.app.tutor import FrontDoor
from quizbot.bank.catalog import Catalog
from quizbot.errors import SettingsError
from quizbot.ports import Tutor
from quizbot.settings import Settings, load
from quizbot.testing.clock import ManualClock
from quizbot.testing.house import BANK, MONDAY_MORNING
from quizbot.testing.recording import RecordingAdapter


class Breaking(RecordingAdapter):
    """Breaks down twice, then runs."""

    def __init__(self, *errors: Exception) -> None:
        super().__init__()
        self.errors = list(errors)
        self.running = asyncio.Event()

    async def run(self, tutor: Tutor) -> None:
        if self.errors:
            raise self.errors.pop(0)
        self.running.set()
        await super().run(tutor)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    (tmp_path / "rivers.yaml").write_text(BANK, encoding="utf-8")
    return load(
        {
            "QUIZBOT_DATABASE_URL": f"sqlite:///{tmp_path / 'q.db'}",
            "QUIZBOT_QUESTIONS": "rivers.yaml",
        },
        tmp_path,
    )


async def test_an_adapter_that_breaks_down_is_started_again(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime, "START_AGAIN", timedelta())
    adapter = Breaking(RuntimeError("one"), ConnectionError("two"))
    async with runtime.opened(settings, ManualClock(MONDAY_MORNING)) as tools:
        task = asyncio.create_task(runtime.keep_up(adapter, FrontDoor(tools)))
        async with asyncio.timeout(10):
            await adapter.running.wait()
        task.cancel()


async def test_a_wrong_setting_ends_the_program(settings: Settings) -> None:
    adapter = Breaking(SettingsError("the token is wrong"))
    async with runtime.opened(settings, ManualClock(MONDAY_MORNING)) as tools:
        with pytest.raises(SettingsError, match="token"):
            await runtime.keep_up(adapter, FrontDoor(tools))


async def test_a_changed_bank_is_served_without_a_restart(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime, "LOOK_AT_FILES", timedelta(milliseconds=10))
    path = settings.questions[0]
    async with runtime.opened(settings, ManualClock(MONDAY_MORNING)) as tools:
        task = asyncio.create_task(runtime.watch_banks(tools))
        await asyncio.sleep(0.1)
        path.write_text(BANK.replace("title: Rivers", "title: Streams of Europe"), encoding="utf-8")
        async with asyncio.timeout(10):
            while tools.bank_title("rivers") != "Streams of Europe":
                await asyncio.sleep(0.01)
        path.write_text("bank: [", encoding="utf-8")
        async with asyncio.timeout(10):
            while not tools.library.catalog.faults:
                await asyncio.sleep(0.01)
        assert tools.bank_title("rivers") == "Streams of Europe"
        task.cancel()


async def test_files_that_cannot_be_read_anew_end_nothing(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(runtime, "LOOK_AT_FILES", timedelta(milliseconds=10))
    async with runtime.opened(settings, ManualClock(MONDAY_MORNING)) as tools:
        reload, failures = tools.library.reload, [MemoryError("a file of two terabytes")]

        def failing() -> Catalog:
            if failures:
                raise failures.pop()
            return reload()

        monkeypatch.setattr(tools.library, "reload", failing)
        task = asyncio.create_task(runtime.watch_banks(tools))
        await asyncio.sleep(0.1)
        path = tmp_path / "rivers.yaml"
        path.write_text(BANK.replace("title: Rivers", "title: Waters"), encoding="utf-8")
        async with asyncio.timeout(10):
            while failures:
                await asyncio.sleep(0.01)
        path.write_text(BANK.replace("title: Rivers", "title: Great Waters"), encoding="utf-8")
        async with asyncio.timeout(10):
            while tools.bank_title("rivers") != "Great Waters":
                await asyncio.sleep(0.01)
        task.cancel()


async def test_the_playground_has_its_question_once_its_bank_is_mended(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(runtime, "LOOK_AT_FILES", timedelta(milliseconds=10))
    path = tmp_path / "rivers.yaml"
    path.write_text("bank: [", encoding="utf-8")
    async with runtime.opened(settings, ManualClock(MONDAY_MORNING)) as tools:
        await ensure_schedule(tools)
        task = asyncio.create_task(runtime.watch_banks(tools, playground=True))
        await asyncio.sleep(0.1)
        path.write_text(BANK, encoding="utf-8")
        async with asyncio.timeout(10):
            while True:
                async with tools.store.read() as tx:
                    if await tx.schedules.due(MONDAY_MORNING, 1):
                        break
                await asyncio.sleep(0.01)
        task.cancel()


def test_platforms_are_switched_on_by_their_settings(tmp_path: Path) -> None:
    assert set(runtime.adapters_of(load({}, tmp_path))) == {"web"}
    assert runtime.adapters_of(load({"QUIZBOT_PLAYGROUND": "0"}, tmp_path)) == {}
    assert set(runtime.adapters_of(load({"DISCORD_TOKEN": "secret"}, tmp_path))) == {"discord"}
    slack = {"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_APP_TOKEN": "xapp-1", "QUIZBOT_PLAYGROUND": "1"}
    assert set(runtime.adapters_of(load(slack, tmp_path))) == {"slack", "web"}


def test_an_adapter_that_is_not_installed_says_how_to_get_it() -> None:
    with pytest.raises(SettingsError, match=r"pip install 'quizbot\[matrix\]'"):
        plugins.adapter("matrix", {})
