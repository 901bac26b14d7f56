"""Here are the pages that are open right now, and what still has to be sent to each."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field

from quizbot.ports import Wire
from quizbot_web.articles import Article
from quizbot_web.limits import IN_FLIGHT, PAGES, QUEUED
from quizbot_web.personas import Persona
from quizbot_web.render import Json


@dataclass(eq=False, slots=True)
class Page:
    """One open page: whose it is, and its frames to come; None ends it."""

    persona: Persona
    zone: str | None
    locale: str
    turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(IN_FLIGHT))
    frames: asyncio.Queue[Json | None] = field(default_factory=lambda: asyncio.Queue(QUEUED))

    def put(self, frame: Json | None) -> None:
        """Queue `frame`. A page that takes none is ended: it will come back and resync."""
        try:
            self.frames.put_nowait(frame)
        except asyncio.QueueFull:
            while not self.frames.empty():
                self.frames.get_nowait()
            self.frames.put_nowait(None)

    async def send_to(self, wire: Wire) -> None:
        """Send what is queued, until the page is ended or gone."""
        while (frame := await self.frames.get()) is not None:
            try:
                await wire.send(json.dumps(frame))
            except ConnectionError:
                return


class Pages:
    """All open pages."""

    def __init__(self) -> None:
        self._open: set[Page] = set()

    @property
    def are_full(self) -> bool:
        """Whether no further page may be opened."""
        return len(self._open) >= PAGES

    def add(self, page: Page) -> None:
        """A page was opened."""
        self._open.add(page)

    def remove(self, page: Page) -> None:
        """A page was closed."""
        self._open.discard(page)

    def end(self) -> None:
        """End every page: each comes back by itself once it is admitted again."""
        for page in self._open:
            page.put(None)

    def show(self, article: Article) -> None:
        """Push `article` to every page whose persona may see it."""
        frame: Json = {"type": "article", "article": shown(article)}
        for page in self._open:
            if article.visible_to(page.persona.id):
                page.put(frame)


def shown(article: Article) -> Json:
    """What a page is told of an article."""
    told = article.to_json()
    del told["events"]
    return told
