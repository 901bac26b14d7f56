"""Here is a running playground for tests: the real server and adapter, and pages as clients."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any
from uuid import uuid4

import aiohttp

import quizbot_web
from quizbot.ports import Tutor
from quizbot_web import server

LONG = 10.0

Visit = Callable[..., AbstractAsyncContextManager[Any]]
"""Opens the page in a browser as a persona; what else it takes, the browser's context gets."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Playground:
    """An adapter and its server on a port of their own; the folder outlives them."""

    def __init__(self, folder: Path) -> None:
        self.settings = {"host": "127.0.0.1", "port": str(free_port()), "data": str(folder)}
        self.adapter = quizbot_web.create(self.settings)
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.settings['port']}"

    async def start(self, tutor: Tutor) -> None:
        self._tasks = [
            asyncio.create_task(self.adapter.run(tutor)),
            asyncio.create_task(server.create(self.settings).run(self.adapter.routes)),
        ]
        async with asyncio.timeout(LONG):
            while not await self._is_up():
                if failed := [task for task in self._tasks if task.done()]:
                    failed[0].result()
                await asyncio.sleep(0.01)

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        self._tasks = []

    async def restart(self, tutor: Tutor) -> None:
        await self.stop()
        self.adapter = quizbot_web.create(self.settings)
        await self.start(tutor)

    @contextlib.asynccontextmanager
    async def page(self, persona: str) -> AsyncIterator[PageClient]:
        """A page of `persona`, connected and told the state."""
        address = f"{self.origin}/playground/live?as={persona}&zone=Europe/Berlin&locale=en-GB"
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(address, origin=self.origin) as wire,
        ):
            page = PageClient(wire)
            await page.until("state")
            yield page

    async def _is_up(self) -> bool:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", int(self.settings["port"]))
        except ConnectionRefusedError:
            return False
        writer.close()
        await writer.wait_closed()
        return not self.adapter.missing


class PageClient:
    """What page.js does, without drawing."""

    def __init__(self, wire: aiohttp.ClientWebSocketResponse) -> None:
        self._wire = wire
        self.articles: dict[str, dict[str, Any]] = {}
        self.form: dict[str, Any] | None = None
        self.state: dict[str, Any] = {}

    async def send(self, **event: object) -> str:
        """Send an event and wait for its outcome; `id` may be given to send it again."""
        event.setdefault("id", uuid4().hex)
        await self._wire.send_str(json.dumps(event))
        frame = await self.until("done", "refused", "failed", "malformed", "completions")
        return str(frame["type"])

    async def command(self, text: str, **more: object) -> str:
        return await self.send(type="command", channel="general", text=text, **more)

    async def press(
        self, article: str, action: str, values: Sequence[str] = (), **more: object
    ) -> str:
        return await self.send(
            type="press", article=article, action=action, values=list(values), **more
        )

    async def fill(self, action: str, values: Mapping[str, Sequence[str]]) -> str:
        return await self.send(type="form", channel="general", action=action, values=values)

    async def raw(self, text: str) -> dict[str, Any]:
        await self._wire.send_str(text)
        return await self.until("malformed")

    async def until(self, *types: str) -> dict[str, Any]:
        async with asyncio.timeout(LONG):
            while True:
                frame: dict[str, Any] = await self._wire.receive_json()
                self._take(frame)
                if frame["type"] in types:
                    return frame

    async def settle(self) -> None:
        """Take everything that was pushed before now: the answer to a question comes after it."""
        await self.send(type="complete", command="", parameter="", typed="")

    def _take(self, frame: dict[str, Any]) -> None:
        match frame["type"]:
            case "state":
                self.state = frame
                self.articles = {article["id"]: article for article in frame["articles"]}
            case "article":
                self.articles[frame["article"]["id"]] = frame["article"]
            case "form":
                self.form = frame["form"]


def flattened(value: object) -> str:
    """Every text in rendered JSON, one a line; buttons by their label in brackets."""
    match value:
        case str():
            return value
        case {"kind": "buttons", "buttons": list(buttons)}:
            return "\n".join(f"[{button['label']}] {button['description']}" for button in buttons)
        case {"kind": "paragraph" | "footnote", "text": list(spans)}:
            return "".join(flattened(span["text"]) for span in spans)
        case dict():
            return "\n".join(flattened(part) for part in value.values())
        case list() | tuple():
            return "\n".join(flattened(part) for part in value)
    return ""
