"""Here is the contract's stage on the playground: real adapter, real server, real WebSockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import aiohttp

from quizbot.ports import Adapter, Tutor
from quizbot.refs import ChannelRef, UserRef
from quizbot.testing.clock import ManualClock
from quizbot.testing.stage import ADMIN, MEMBER, OTHER
from quizbot_web import PlaygroundAdapter, create, server

PATIENCE = 10


class WebStage:
    """The playground; every person has a page open."""

    def __init__(self, folder: Path, clock: ManualClock) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = str(free.getsockname()[1])
        self._settings = {"host": "127.0.0.1", "port": port, "data": str(folder)}
        self._base = f"http://127.0.0.1:{port}"
        self._clock = clock
        self._adapter: PlaygroundAdapter = create(self._settings, clock)
        self._tasks: list[asyncio.Task[None]] = []
        self._pages: dict[str, _Page] = {}
        self._last: tuple[str, dict[str, Any]] | None = None
        self._events = 0

    @property
    def adapter(self) -> Adapter:
        return self._adapter

    @property
    def channel(self) -> ChannelRef:
        return ChannelRef("web", "", "general")

    def user(self, person: str) -> UserRef:
        return UserRef("web", "", person)

    async def start(self, tutor: Tutor) -> None:
        if self._tasks:
            self._adapter = create(self._settings, self._clock)
        serving = server.create(self._settings)
        self._tasks = [
            asyncio.create_task(self._adapter.run(tutor)),
            asyncio.create_task(serving.run(self._adapter.routes)),
        ]
        for person in (ADMIN, MEMBER, OTHER):
            self._pages[person] = await _Page.open(self._base, person)

    async def stop(self) -> None:
        for page in self._pages.values():
            await page.close()
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def command(self, person: str, text: str) -> None:
        frame = {"type": "command", "channel": "general", "text": f"/quiz {text}"}
        await self._send(person, frame)

    async def press(self, person: str, label: str) -> None:
        await self._pages[person].settle()
        article, button = next(
            (article, button)
            for article in reversed(self._pages[person].articles.values())
            for block in article["body"]["blocks"]
            if block["kind"] == "buttons"
            for button in block["buttons"]
            if button["label"] == label
        )
        frame = {"type": "press", "article": article["id"], "action": button["action"]}
        await self._send(person, frame)

    async def choose(self, person: str, labels: Sequence[str]) -> None:
        await self._pages[person].settle()
        article, menu = next(
            (article, block)
            for article in reversed(self._pages[person].articles.values())
            for block in article["body"]["blocks"]
            if block["kind"] == "menu"
        )
        chosen = [c["value"] for c in menu["choices"] if any(x in c["label"] for x in labels)]
        frame = {"type": "press", "article": article["id"], "action": menu["action"]}
        await self._send(person, {**frame, "values": chosen})

    async def repeat(self) -> None:
        assert self._last is not None
        await self._pages[self._last[0]].send(self._last[1])

    async def fill(self, person: str, values: Mapping[str, Sequence[str]]) -> None:
        page = self._pages[person]
        assert page.form is not None
        kept = {field["name"]: field["values"] for field in page.form["fields"]}
        sent = kept | {name: list(value) for name, value in values.items()}
        frame = {"type": "form", "channel": "general", "action": page.form["action"]}
        page.form = None
        await self._send(person, {**frame, "values": sent})

    async def form(self, person: str) -> Mapping[str, str] | None:
        form = self._pages[person].form
        return {field["name"]: field["error"] for field in form["fields"]} if form else None

    async def public(self) -> Sequence[str]:
        articles = await self._visible(OTHER)
        channel = [a for a in articles if not a["persona"] and a["channel"] == "general"]
        return [
            _flat(article)
            for top in channel
            if not top["under"]
            for article in (top, *(reply for reply in channel if reply["under"] == top["id"]))
        ]

    async def private(self, person: str) -> Sequence[str]:
        return [_flat(a) for a in await self._visible(person) if a["persona"] == person]

    async def _visible(self, person: str) -> list[dict[str, Any]]:
        """What a page that is opened right now shows."""
        page = await _Page.open(self._base, person)
        await page.close()
        return list(page.articles.values())

    async def _send(self, person: str, frame: dict[str, Any]) -> None:
        self._events += 1
        self._last = (person, {**frame, "id": f"{person}-{self._events}"})
        await self._pages[person].send(self._last[1])


class _Page:
    """One open page, as its script would keep it."""

    def __init__(
        self, session: aiohttp.ClientSession, wire: aiohttp.ClientWebSocketResponse
    ) -> None:
        self._session = session
        self._wire = wire
        self.articles: dict[str, dict[str, Any]] = {}
        self.form: dict[str, Any] | None = None

    @classmethod
    async def open(cls, base: str, person: str) -> _Page:
        session = aiohttp.ClientSession(headers={"Origin": base})
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    wire = await session.ws_connect(f"{base}/playground/live?as={person}&zone=UTC")
                    break
                except aiohttp.ClientError:
                    await asyncio.sleep(0.02)
        page = cls(session, wire)
        state = await wire.receive_json(timeout=PATIENCE)
        page.articles = {article["id"]: article for article in state["articles"]}
        return page

    async def send(self, frame: dict[str, Any]) -> None:
        """Send an event and take everything in until it is done."""
        await self._wire.send_str(json.dumps(frame))
        while True:
            told = await self._wire.receive_json(timeout=PATIENCE)
            if told["type"] == "article":
                self.articles.pop(told["article"]["id"], None)
                self.articles[told["article"]["id"]] = told["article"]
            elif told["type"] == "form":
                self.form = told["form"]
            elif told.get("id") == frame["id"]:
                assert told["type"] in {"done", "completions"}, told
                return

    async def settle(self) -> None:
        """Take in what was pushed before now: the answer to a question comes after it."""
        await self.send(
            {"type": "complete", "id": "settle", "command": "", "parameter": "", "typed": ""}
        )

    async def close(self) -> None:
        await self._wire.close()
        await self._session.close()


def _flat(article: dict[str, Any]) -> str:
    return "\n".join(_lines(article["body"]["blocks"]))


def _lines(blocks: list[dict[str, Any]]) -> list[str]:
    lines: list[str] = []
    for block in blocks:
        match block["kind"]:
            case "paragraph" | "footnote":
                lines.append("".join(span["text"] for span in block["text"]))
            case "heading":
                lines.append(block["text"])
            case "code":
                lines.append(block["source"])
            case "quote":
                lines.extend(_lines(block["body"]))
            case "listing":
                for entry in block["entries"]:
                    lines.append(entry["marker"])
                    lines.extend(_lines(entry["body"]))
            case "callout":
                lines.append(block["title"])
                lines.extend(_lines(block["body"]))
            case "table":
                lines.extend(" | ".join(row) for row in [block["header"], *block["rows"]])
            case "image":
                lines.append(block["alt"])
            case "attachment":
                lines.append(block["label"])
            case "buttons":
                lines.extend(f"[{button['label']}]" for button in block["buttons"])
            case "menu":
                lines.extend(f"( ) {choice['label']}" for choice in block["choices"])
            case other:
                raise AssertionError(other)
    return lines
