"""Here is the contract's stage on Slack: the real slack-bolt against the strict fake."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator, Mapping, Sequence

from adapters.slack.kit_text import flatten
from adapters.slack.slack_people import People
from adapters.slack.slack_server import SlackServer
from adapters.slack.slack_world import Channel, Json, Message, Workspace
from quizbot.ports import Adapter, Tutor
from quizbot.refs import ChannelRef, UserRef
from quizbot.testing.clock import ManualClock
from quizbot.testing.stage import ADMIN, MEMBER, OTHER
from quizbot_slack import SlackAdapter, create

TEAM, GENERAL = "T1", "C1"
IDS = {ADMIN: "UADA", MEMBER: "UBEN", OTHER: "UCHEN"}


def a_workspace(server: SlackServer, team: str = TEAM, bot: str = "xoxb-1") -> Workspace:
    """A workspace with three people and two channels."""
    workspace = Workspace(team, bot)
    for name, id_ in IDS.items():
        workspace.person(id_, name, admin=name == ADMIN, tz="Europe/Berlin")
    for id_ in (GENERAL, f"{GENERAL}2"):
        workspace.channels[id_] = Channel(id_, set(IDS.values()))
    server.world.workspaces[team] = workspace
    return workspace


class SlackStage:
    """One workspace, over Socket Mode."""

    def __init__(self, server: SlackServer, clock: ManualClock) -> None:
        self.server = server
        self.workspace = a_workspace(server)
        self.people = People(server, self.workspace)
        self.clock = clock
        self._adapter = self._made()
        self._running: asyncio.Task[None] | None = None

    @property
    def adapter(self) -> Adapter:
        return self._adapter

    @property
    def slack(self) -> SlackAdapter:
        return self._adapter

    @property
    def channel(self) -> ChannelRef:
        return ChannelRef("slack", TEAM, GENERAL)

    def user(self, person: str) -> UserRef:
        return UserRef("slack", TEAM, IDS[person])

    async def start(self, tutor: Tutor) -> None:
        if self._running is not None:
            self._adapter = self._made()
        self._running = asyncio.create_task(self._adapter.run(tutor))
        await self._until_connected()

    async def stop(self) -> None:
        if self._running is not None:
            self._running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._running

    async def command(self, person: str, text: str, channel: str = GENERAL) -> None:
        await self.people.command(IDS[person], channel, text)
        await self._adapter.settled()

    async def press(self, person: str, label: str) -> None:
        for message in reversed(self.seen_by(person)):
            for element in _elements(message.blocks):
                if element["type"] == "button" and element["text"]["text"] == label:
                    await self.people.press(IDS[person], message, element["action_id"])
                    await self._adapter.settled()
                    return
        raise AssertionError(f"{person} sees no button {label}")

    async def choose(self, person: str, labels: Sequence[str]) -> None:
        for message in reversed(self.seen_by(person)):
            for element in _elements(message.blocks):
                if element["type"] == "checkboxes":
                    shown = {o["value"]: o["text"]["text"] for o in element["options"]}
                    ticked = [v for v, text in shown.items() if any(x in text for x in labels)]
                    token = str(element["action_id"]).removeprefix("menu:")
                    await self.people.press(IDS[person], message, token, ticked)
                    await self._adapter.settled()
                    return
        raise AssertionError(f"{person} sees no menu")

    async def repeat(self) -> None:
        await self.people.repeat()
        await self._adapter.settled()

    async def fill(self, person: str, values: Mapping[str, Sequence[str]]) -> None:
        await self.people.submit(IDS[person], values)
        await self._adapter.settled()

    async def form(self, person: str) -> Mapping[str, str] | None:
        view = self.server.world.modals.get(IDS[person])
        if view is None:
            return None
        fields = [block["block_id"] for block in view.body["blocks"] if block["type"] == "input"]
        return {name: view.errors.get(name, "") for name in fields}

    async def public(self) -> Sequence[str]:
        held = [m for m in self.server.world.messages if m.channel == GENERAL]
        shown = [m for m in held if not m.ephemeral_to]
        return [
            flatten(message.blocks)
            for top in shown
            if not top.thread_ts
            for message in (top, *(reply for reply in shown if reply.thread_ts == top.ts))
        ]

    async def private(self, person: str) -> Sequence[str]:
        return [flatten(message.blocks) or message.text for message in self.own(person)]

    def own(self, person: str) -> list[Message]:
        """What only this person sees."""
        direct = f"D{IDS[person]}"
        return [
            message
            for message in self.server.world.messages
            if IDS[person] == message.ephemeral_to or message.channel == direct
        ]

    def seen_by(self, person: str) -> list[Message]:
        """All that a person sees, private things last."""
        held = self.server.world.messages
        return [
            *(m for m in held if m.channel == GENERAL and not m.ephemeral_to),
            *self.own(person),
        ]

    def _made(self) -> SlackAdapter:
        settings = {
            "slack_bot_token": "xoxb-1",
            "slack_app_token": "xapp-1",
            "slack_api_url": self.server.api_url,
        }
        return create(settings, self.clock)

    async def _until_connected(self) -> None:
        async with asyncio.timeout(10):
            while self._adapter.missing:
                assert self._running is not None
                if self._running.done():
                    self._running.result()
                await asyncio.sleep(0.01)
            await self.server.connected(2)


def _elements(blocks: Sequence[Json]) -> Iterator[Json]:
    for block in blocks:
        if block["type"] == "actions":
            yield from block["elements"]
