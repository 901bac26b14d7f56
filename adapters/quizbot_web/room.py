"""Here is the playground's memory: every article, written down before anyone sees it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from quizbot.errors import Unreachable
from quizbot.message import Action, Message
from quizbot_web.articles import Article, surplus
from quizbot_web.journal import Journal
from quizbot_web.limits import EVENTS_KEPT, SHOWN
from quizbot_web.render import File, body, files, named_files

log = logging.getLogger(__name__)


class Room:
    """All articles of all channels. `show` is called with each one that is new or changed."""

    def __init__(self, folder: Path, show: Callable[[Article], None]) -> None:
        self._journal = Journal(folder)
        self._articles = self._journal.read()
        self._next = max((int(id_) for id_ in self._articles), default=0) + 1
        self._show = show
        self._turn = asyncio.Lock()
        self._writing: set[asyncio.Task[Article]] = set()

    def open(self) -> None:
        """Take the folder for this process. Raises OSError where it can't be had."""
        self._journal.open()

    async def close(self) -> None:
        """Finish what is being written, and let go of the folder."""
        if self._writing:
            await asyncio.wait(self._writing)
        self._journal.close()

    def get(self, id_: str) -> Article | None:
        """The article with this id, or None."""
        return self._articles.get(id_)

    def visible_to(self, persona: str) -> list[Article]:
        """The latest articles that `persona` may see, oldest first."""
        seen: dict[tuple[str, str], int] = {}
        shown = []
        for article in reversed(self._articles.values()):
            audience = (article.channel, article.persona)
            seen[audience] = seen.get(audience, 0) + 1
            if article.visible_to(persona) and seen[audience] <= SHOWN:
                shown.append(article)
        return shown[::-1]

    def posted(self, channel: str, key: Action, under: str) -> Article | None:
        """The latest article that quizbot posted there by itself, marked with `key`."""
        for article in reversed(self._articles.values()):
            if (article.channel, article.under) != (channel, under) or article.events:
                continue
            if article.marked(key):
                return article
        return None

    def answer_to(self, event: str) -> Article | None:
        """The article that the event `persona/id` was answered by, or None."""
        return next((one for one in self._articles.values() if event in one.events), None)

    def file(self, digest: str, persona: str) -> tuple[str, str, bytes] | None:
        """Media type, name and bytes of a file that `persona` may see."""
        for article in self._visible(persona):
            found = named_files(article.body).get(digest)
            data = self._journal.file(digest) if found else None
            if found and data is not None:
                return (*found, data)
        return None

    async def add(self, article: Article, message: Message) -> Article:
        """Keep `message` as a new article like `article`, whose id and body are made here."""
        return await self._write(
            lambda: replace(article, id=str(self._next), body=body(message)), files(message)
        )

    async def change(self, id_: str, message: Message, *, event: str = "") -> Article:
        """Put `message` in the place of what stands there, as the answer to `event` if given."""

        def changed() -> Article:
            stands = self._articles[id_]
            events = (*stands.events, event) if event else stands.events
            return replace(stands, body=body(message), events=events[-EVENTS_KEPT:])

        return await self._write(changed, files(message))

    async def _write(self, make: Callable[[], Article], attached: tuple[File, ...]) -> Article:
        # A caller that gives up must not leave a message on the disk that `posted` can't find.
        task = asyncio.create_task(self._commit(make, attached))
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)
        return await asyncio.shield(task)

    async def _commit(self, make: Callable[[], Article], attached: tuple[File, ...]) -> Article:
        async with self._turn:
            article = make()
            try:
                await asyncio.to_thread(self._append, article, attached)
            except OSError as error:
                raise Unreachable(f"{self._journal.folder} can't be written: {error}") from error
            self._next = max(self._next, int(article.id) + 1)
            self._articles[article.id] = article
            self._show(article)
            await self._tidy()
        return article

    def _append(self, article: Article, attached: tuple[File, ...]) -> None:
        if self._journal.is_short():
            log.warning(
                "messages in %s were taken away: they are written anew", self._journal.folder
            )
            self._journal.rewrite(self._articles.values())
        self._journal.append(article, attached)

    async def _tidy(self) -> None:
        for id_ in surplus(self._articles):
            del self._articles[id_]
        if self._journal.is_stale(len(self._articles)):
            try:
                await asyncio.to_thread(self._journal.rewrite, list(self._articles.values()))
            except OSError:
                log.warning("the playground's journal stays long: it can't be rewritten now")

    def _visible(self, persona: str) -> Iterator[Article]:
        return (article for article in self._articles.values() if article.visible_to(persona))
