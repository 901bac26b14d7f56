"""Slack is answered within its three seconds, whatever the database does."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from adapters.slack.kit_text import flatten
from adapters.slack.slack_server import SlackServer
from adapters.slack.slack_stage import GENERAL, IDS, SlackStage
from adapters.slack.slack_world import Message as WorldMessage
from quizbot.message import Choice, Message
from quizbot.ports import Cabinet, CommandSpec, Event, Needs, Reply, Trouble, Tutor
from quizbot.testing.house import House, a_house
from quizbot.testing.stage import ADMIN, MEMBER
from quizbot_slack import limits

TRAP = "The best known river is not the longest one."


class Slow:
    """A tutor whose database is stuck until `go` is set."""

    def __init__(self, tutor: Tutor) -> None:
        self._tutor = tutor
        self.go = asyncio.Event()

    @property
    def commands(self) -> Sequence[CommandSpec]:
        return self._tutor.commands

    def commands_in(self, locale: str) -> Sequence[CommandSpec]:
        return self._tutor.commands_in(locale)

    @property
    def cabinet(self) -> Cabinet:
        return self._tutor.cabinet

    def needs(self, event: Event) -> Needs:
        return self._tutor.needs(event)

    def complete(self, command: str, parameter: str, typed: str) -> Sequence[Choice]:
        return self._tutor.complete(command, parameter, typed)

    def excuse(self, trouble: Trouble, event: Event) -> Message:
        return self._tutor.excuse(trouble, event)

    async def handle(self, event: Event) -> Reply:
        await self.go.wait()
        return await self._tutor.handle(event)


@pytest_asyncio.fixture
async def house(stage: SlackStage, tmp_path: Path) -> AsyncIterator[House]:
    banks = tmp_path / "banks"
    banks.mkdir()
    url = f"sqlite:///{tmp_path / 'q.db'}"
    async with a_house(url, banks, {"slack": stage.adapter}, stage.clock) as house:
        yield house


@pytest_asyncio.fixture
async def slow(house: House, stage: SlackStage) -> AsyncIterator[Slow]:
    slow = Slow(house.tutor)
    await stage.start(slow)
    try:
        yield slow
    finally:
        slow.go.set()
        await stage.stop()


def first_button(server: SlackServer) -> tuple[WorldMessage, str]:
    (question,) = (m for m in server.world.messages if not m.ephemeral_to)
    row = next(block for block in question.blocks if block["type"] == "actions")
    return question, str(row["elements"][0]["action_id"])


async def test_a_press_is_acknowledged_before_it_is_answered(
    house: House, stage: SlackStage, server: SlackServer, slow: Slow
) -> None:
    await house.daily(stage.channel)
    question, button = first_button(server)
    await stage.people.press(IDS[MEMBER], question, button)  # returns when acknowledged
    assert await stage.private(MEMBER) == []
    slow.go.set()
    await stage.slack.settled()
    assert TRAP in (await stage.private(MEMBER))[-1]


async def test_a_command_is_acknowledged_before_it_is_answered(
    stage: SlackStage, slow: Slow
) -> None:
    await stage.people.command(IDS[MEMBER], GENERAL, "help")
    assert await stage.private(MEMBER) == []
    slow.go.set()
    await stage.slack.settled()
    assert "practice" in (await stage.private(MEMBER))[-1]


async def test_a_form_that_takes_long_says_so_and_then_its_result(
    stage: SlackStage, server: SlackServer, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "FORM_PATIENCE", timedelta(milliseconds=20))
    slow.go.set()
    await stage.command(ADMIN, "daily set")
    slow.go.clear()
    await stage.people.submit(IDS[ADMIN], {"at": ["10:00"], "zone": ["Europe/Berlin"]})
    view = server.world.modals[IDS[ADMIN]]
    assert "longer than usual" in flatten(view.body["blocks"])
    slow.go.set()
    await stage.slack.settled()
    assert "10:00" in flatten(view.body["blocks"])


async def test_what_came_in_before_a_stop_is_answered(
    house: House, stage: SlackStage, server: SlackServer, slow: Slow
) -> None:
    await house.daily(stage.channel)
    question, button = first_button(server)
    await stage.people.press(IDS[MEMBER], question, button)
    stopping = asyncio.create_task(stage.stop())
    await asyncio.sleep(0.01)
    slow.go.set()
    with contextlib.suppress(asyncio.CancelledError):
        await stopping
    assert TRAP in (await stage.private(MEMBER))[-1]


async def test_the_form_knows_the_zone_of_whoever_asks(
    stage: SlackStage, slow: Slow, server: SlackServer
) -> None:
    slow.go.set()
    await stage.command(ADMIN, "daily set")
    view = server.world.modals[IDS[ADMIN]]
    (zone,) = (b for b in view.body["blocks"] if b.get("block_id") == "zone")
    assert zone["element"]["initial_value"] == "Europe/Berlin"
