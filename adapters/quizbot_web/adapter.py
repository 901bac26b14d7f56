"""Here is the playground as an adapter: what the core asks of it, and its pages' events."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path

from quizbot.clock import Clock
from quizbot.errors import DeliveryError, Refused, SettingsError
from quizbot.message import Action, Message
from quizbot.ports import Caller, CommandSpec, Reply, Request, Response, Route, Socket, Tutor, Wire
from quizbot.refs import ChannelRef, PostRef, UserRef
from quizbot_web import events, render
from quizbot_web.articles import Article
from quizbot_web.assets import BELOW, Assets
from quizbot_web.guard import Guard, refused
from quizbot_web.pages import Page, Pages, shown
from quizbot_web.personas import PERSONAS, PLACES, PLATFORM
from quizbot_web.room import Room

log = logging.getLogger(__name__)

_Sent = events.Pressed | events.Typed | events.Filled


class PlaygroundAdapter:
    """The simulated platform: its channels, its personas, and the pages that show them."""

    def __init__(self, folder: Path, guard: Guard, clock: Clock) -> None:
        self._folder = folder
        self._guard = guard
        self._clock = clock
        self._pages = Pages()
        self._room = Room(folder, self._pages.show)
        self._assets = Assets(guard, self._room.file)
        self._answering = asyncio.Lock()
        self._tutor: Tutor | None = None
        self._handling: asyncio.TaskGroup | None = None

    @property
    def platform(self) -> str:
        """The name that this platform's refs carry."""
        return PLATFORM

    @property
    def missing(self) -> str:
        """Why no event can be handled right now; empty while `run` is active."""
        return "" if self._tutor else "the playground isn't running"

    @property
    def notes(self) -> Sequence[str]:
        """Where the page is."""
        return (f"page: http://{self._guard.host}:{self._guard.port}",)

    @property
    def routes(self) -> Sequence[Route | Socket]:
        """The page, what it loads, and its WebSocket."""
        return (
            Route("GET", "/", self._assets.page),
            Route("GET", BELOW, self._assets.below),
            Socket(f"{BELOW}live", self._admit, self._live),
        )

    async def run(self, tutor: Tutor) -> None:
        """Deliver the pages' events to `tutor` until cancelled.

        Raises SettingsError where the folder can't be written, or another quizbot writes to it.
        """
        try:
            self._room.open()
        except OSError as error:
            raise SettingsError(
                f"the playground can't write to {self._folder} ({error.strerror or error}). Stop"
                " the other quizbot, or mend the folder's rights"
            ) from error
        try:
            async with asyncio.TaskGroup() as handling:
                self._tutor, self._handling = tutor, handling
                try:
                    await asyncio.Event().wait()
                finally:  # before the group ends, which takes no further task
                    self._tutor = self._handling = None
        finally:
            self._pages.end()
            await self._room.close()

    async def post(
        self, channel: ChannelRef, message: Message, *, key: str, under: PostRef | None
    ) -> PostRef:
        """Post `message`; it is on the disk when this returns. `key` is in its buttons."""
        persona = _reader(channel)
        article = self._article(channel.channel, persona, under=under.message if under else "")
        return PostRef(channel, (await self._room.add(article, message)).id)

    async def find(self, channel: ChannelRef, *, key: str, under: PostRef | None) -> PostRef | None:
        """Our post marked with `key`: in the channel itself, or among the replies to `under`."""
        parent = under.message if under else ""
        found = self._room.posted(channel.channel, Action.decode(key), parent)
        return PostRef(channel, found.id) if found else None

    async def edit(self, post: PostRef, message: Message) -> None:
        """Put `message` in the place of `post`. Raises Refused where it is gone."""
        article = self._room.get(post.message)
        if article is None or article.channel != post.channel.channel:
            raise Refused(f"message {post.message} isn't in {post.channel.channel} any more")
        await self._room.change(article.id, message)

    async def tell(self, user: UserRef, message: Message) -> PostRef:
        """Send `message` to one persona privately."""
        channel = ChannelRef.direct(user)
        article = self._article(channel.channel, _reader(channel))
        return PostRef(channel, (await self._room.add(article, message)).id)

    def _admit(self, request: Request) -> Response | None:
        if refusal := self._guard.refusal(request, from_page=True):
            return refusal
        if request.query.get("as") not in PERSONAS:
            return refused(400, "There is no such persona.")
        if self._tutor is None or self._pages.are_full:
            return refused(503, "Come back in a moment.")
        return None

    async def _live(self, request: Request, wire: Wire) -> None:
        page = Page(
            PERSONAS[request.query["as"]],
            events.zone(request.query.get("zone", "")),
            events.locale(request.query.get("locale", "")),
        )
        self._pages.add(page)
        page.put(self._state(page))
        try:
            async with asyncio.TaskGroup() as both:
                sender = both.create_task(page.send_to(wire))
                reader = both.create_task(self._read(page, wire))
                await asyncio.wait({sender, reader}, return_when=asyncio.FIRST_COMPLETED)
                sender.cancel()
                reader.cancel()
        finally:
            self._pages.remove(page)

    def _state(self, page: Page) -> render.Json:
        commands = self._tutor.commands if self._tutor else ()
        return {
            "type": "state",
            "persona": page.persona.id,
            "personas": [
                {"id": one.id, "name": one.name, "admin": one.admin} for one in PERSONAS.values()
            ],
            "channels": list(PLACES),
            "commands": [_command(spec) for spec in commands],
            "articles": [shown(article) for article in self._room.visible_to(page.persona.id)],
        }

    async def _read(self, page: Page, wire: Wire) -> None:
        while (text := await wire.receive()) is not None:
            await page.turns.acquire()
            if self._tutor is None or self._handling is None:
                return
            self._handling.create_task(self._take(self._tutor, page, text))

    async def _take(self, tutor: Tutor, page: Page, text: str) -> None:
        """Do what a page's frame asks; the page waits for `done` or why not, or sends it again."""
        try:
            sent = events.frame(text)
            if isinstance(sent, events.Asked):
                found = tutor.complete(sent.command, sent.parameter, sent.typed)
                page.put({"type": "completions", "id": sent.id, "choices": render.choices(found)})
            else:
                page.put({"type": await self._handle(tutor, page, sent), "id": sent.id})
        except events.Malformed as problem:
            page.put({"type": "malformed", "reason": str(problem)})
        finally:
            page.turns.release()

    async def _handle(self, tutor: Tutor, page: Page, sent: _Sent) -> str:
        channel = self._channel(page, sent)
        if channel is None:
            return "refused"
        reply = await tutor.handle(events.event(sent, _caller(page, channel)))
        if reply.form:
            form = render.form(reply.form)
            page.put({"type": "form", "id": sent.id, "channel": channel, "form": form})
        if reply.message:
            try:
                async with self._answering:
                    await self._answer(page, sent, channel, reply, reply.message)
            except DeliveryError as error:
                log.warning("the answer to event %s can't be kept: %s", sent.id, error)
                return "failed"
        return "done"

    def _channel(self, page: Page, sent: _Sent) -> str | None:
        """Where `sent` happened; None where its sender can't see that."""
        if isinstance(sent, events.Pressed):
            pressed = self._room.get(sent.article)
            return pressed.channel if pressed and pressed.visible_to(page.persona.id) else None
        own = f"@{page.persona.id}"
        return sent.channel if sent.channel in {*PLACES, own} else None

    async def _answer(
        self, page: Page, sent: _Sent, channel: str, reply: Reply, message: Message
    ) -> None:
        event = f"{page.persona.id}/{sent.id}"
        pressed = self._room.get(sent.article) if isinstance(sent, events.Pressed) else None
        earlier = self._room.answer_to(event)
        if earlier:
            if earlier.events[-1] == event:
                await self._room.change(earlier.id, message)
        elif reply.replace and pressed and pressed.persona == page.persona.id:
            await self._room.change(pressed.id, message, event=event)
        else:
            reader = page.persona.id if reply.private or channel.startswith("@") else ""
            said = sent.said if isinstance(sent, events.Typed) else ""
            article = self._article(channel, reader, events=(event,), said=said, page=page)
            await self._room.add(article, message)

    def _article(
        self,
        channel: str,
        reader: str,
        *,
        under: str = "",
        events: tuple[str, ...] = (),
        said: str = "",
        page: Page | None = None,
    ) -> Article:
        return Article(
            id="",
            channel=channel,
            at=self._clock.now(),
            body={},
            persona=reader,
            under=under,
            events=events,
            said=said,
            author=page.persona.id if page else "",
        )


def _reader(channel: ChannelRef) -> str:
    """The only persona who may read `channel`, or empty. Raises Refused where there is none."""
    name = channel.channel
    if channel.is_direct and name[1:] in PERSONAS:
        return name[1:]
    if channel.platform != PLATFORM or name not in PLACES:
        raise Refused(f"the playground has no channel {name}")
    return ""


def _caller(page: Page, channel: str) -> Caller:
    ref = None if channel.startswith("@") else ChannelRef(PLATFORM, "", channel)
    one = page.persona
    return Caller(UserRef(PLATFORM, "", one.id), one.name, ref, one.admin, page.locale, page.zone)


def _command(spec: CommandSpec) -> render.Json:
    return {
        "name": spec.name,
        "summary": spec.summary,
        "admin": spec.admin,
        "form": spec.form,
        "parameters": [
            {
                "name": parameter.name,
                "summary": parameter.summary,
                "kind": parameter.kind.value,
                "choices": render.choices(parameter.choices),
                "completes": parameter.completes,
            }
            for parameter in spec.parameters
        ],
    }
