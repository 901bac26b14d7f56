"""Here is what quizbot sends by itself: posting, finding, editing, telling."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Mapping, Sequence
from datetime import timedelta

import aiohttp

from quizbot.clock import Clock
from quizbot.errors import DeliveryError, Refused, Unreachable, Unsure
from quizbot.message import Message
from quizbot.refs import ChannelRef, PostRef, UserRef
from quizbot_slack import limits, render
from quizbot_slack.calls import Answer, Calls, Faulty, Gone
from quizbot_slack.events import Came
from quizbot_slack.files import Files
from quizbot_slack.render import Part
from quizbot_slack.search import Own, Place, Search, named
from quizbot_slack.splitting import EDITED

log = logging.getLogger(__name__)

PAUSES = (timedelta(seconds=0.5), timedelta(seconds=1), timedelta(seconds=2))
"""Before a picture just uploaded is tried again: Slack needs a moment to look at it."""


class Outbox:
    """Messages of the bot in channels and in direct conversations."""

    def __init__(self, calls: Calls, http: aiohttp.ClientSession, own: Own, clock: Clock) -> None:
        self._calls = calls
        self._search = Search(calls, own, clock)
        self._directs: dict[tuple[str, str], str] = {}
        self._files = Files(calls, http)

    async def post(
        self, channel: ChannelRef, message: Message, *, key: str, under: PostRef | None
    ) -> PostRef:
        """Post `message`; what is too long for one message is several, with the buttons last."""
        where = await self.place(channel)
        pictures = await self._files.pictures(channel.workspace, message)
        try:
            return await self._post(channel, where, message, pictures, key, under)
        except Faulty as error:
            if not _is_about_pictures(error, pictures):
                raise
        self._forget_files(channel, pictures)
        return await self._post(channel, where, message, {}, key, under)

    async def find(self, channel: ChannelRef, *, key: str, under: PostRef | None) -> PostRef | None:
        """Our recent post marked with `key`. Raises Unsure where we may not look."""
        where = await self.place(channel)
        try:
            found = await self._search.find(Place(channel.workspace, where, _parent(under), key))
        except Refused as error:
            raise Unsure(f"quizbot may not look in the channel ({error})") from error
        return PostRef(channel, " ".join(found)) if found else None

    async def edit(self, post: PostRef, message: Message) -> None:
        """Put `message` in the place of `post`."""
        team, stands = post.channel.workspace, post.message.split()
        where = await self.place(post.channel)
        pictures = await self._files.pictures(team, message)
        try:
            await self._replace(team, where, stands, message, pictures)
        except Faulty as error:
            if not _is_about_pictures(error, pictures):
                raise
            self._forget_files(post.channel, pictures)
            await self._replace(team, where, stands, message, {})

    async def _replace(
        self,
        team: str,
        where: str,
        stands: Sequence[str],
        message: Message,
        pictures: Mapping[str, str],
    ) -> None:
        """Put parts in the place of those that stand; what is left over is taken away."""
        parts = render.parts(message, pictures)
        if len(parts) > len(stands):
            parts = render.parts(message, pictures, measure=EDITED)
        if len(parts) > len(stands):
            raise Refused("the message has grown over what Slack takes as one")
        surplus = len(stands) - len(parts)
        for ts, part in zip(stands[surplus:], parts, strict=True):
            arguments = {"channel": where, "ts": ts, "text": part.text}
            await self._call(
                team, "chat.update", {**arguments, "blocks": list(part.blocks)}, pictures
            )
        for ts in stands[:surplus]:
            with contextlib.suppress(Gone):  # an earlier try came as far as this
                await self._calls.call(team, "chat.delete", channel=where, ts=ts)

    async def change(self, team: str, channel: str, ts: str, message: Message) -> None:
        """Put `message` in the place of one in a conversation; what is too long follows it."""
        pictures = await self._pictures_at_once(team, message)
        first, *rest = render.parts(message, pictures)
        where: Answer = {"channel": channel, "ts": ts}
        await self._call(
            team,
            "chat.update",
            {**where, "text": first.text, "blocks": list(first.blocks)},
            pictures,
        )
        for part in rest:
            await self._call(team, "chat.postMessage", _new(channel, part), pictures)

    async def tell(self, user: UserRef, message: Message) -> PostRef:
        """Send `message` to one person in their conversation with the bot."""
        channel = ChannelRef.direct(user)
        where = await self.place(channel)
        pictures = await self._pictures_at_once(user.workspace, message)
        return await self._post(channel, where, message, pictures, "", None)

    async def whisper(self, came: Came, parts: Sequence[Part]) -> None:
        """Show `parts` where something happened, to the person who did it only."""
        where: Answer = {"channel": came.channel, "user": came.user}
        if came.thread:
            where["thread_ts"] = came.thread
        for part in parts:
            await self._calls.call(
                came.team,
                "chat.postEphemeral",
                **where,
                text=part.text,
                blocks=list(part.blocks),
            )

    async def share(self, user: UserRef, data: bytes, name: str, label: str) -> None:
        """Put a file into a person's conversation with the bot."""
        where = await self.place(ChannelRef.direct(user))
        await self._files.share(user.workspace, where, data, name, label)

    async def place(self, channel: ChannelRef) -> str:
        """Slack's id of the channel; a direct conversation is opened."""
        if not channel.is_direct:
            return channel.channel
        known = (channel.workspace, channel.channel)
        if known not in self._directs:
            answer = await self._calls.call(
                channel.workspace, "conversations.open", users=channel.channel[1:]
            )
            self._directs[known] = str(answer["channel"]["id"])
        return self._directs[known]

    async def _pictures_at_once(self, team: str, message: Message) -> dict[str, str]:
        """The pictures for somebody who waits: where Slack takes none now, their words do."""
        try:
            return await self._files.pictures(team, message)
        except Unreachable as error:
            log.warning("a picture can't be uploaded now (%s): its words stand for it", error)
            return {}

    async def _post(
        self,
        channel: ChannelRef,
        where: str,
        message: Message,
        pictures: Mapping[str, str],
        key: str,
        under: PostRef | None,
    ) -> PostRef:
        parts = render.parts(message, pictures)
        place = Place(channel.workspace, where, _parent(under), key)
        self._search.note(place)
        stands: list[str] = []
        for number, part in enumerate(parts):
            arguments = _new(where, part)
            arguments["blocks"] = named(part.blocks, key, number + 1, len(parts))
            if under is not None:
                arguments["thread_ts"] = _parent(under)
            try:
                answer = await self._call(
                    channel.workspace, "chat.postMessage", arguments, pictures
                )
            except (Refused, Unreachable):
                await self._take_back(channel.workspace, where, stands)
                raise
            stands.append(str(answer["ts"]))
        self._search.forget(place)
        return PostRef(channel, " ".join(stands))

    async def _call(
        self, team: str, method: str, arguments: Answer, pictures: Mapping[str, str]
    ) -> Answer:
        """Call a method, again after a pause while Slack looks at pictures just uploaded."""
        for pause in PAUSES:
            try:
                return await self._calls.call(team, method, **arguments)
            except Faulty as error:
                if not _is_about_pictures(error, pictures):
                    raise
                await asyncio.sleep(pause.total_seconds())
        return await self._calls.call(team, method, **arguments)

    async def _take_back(self, team: str, where: str, stands: Sequence[str]) -> None:
        """Take away the parts of a message that can't be finished now."""
        for ts in stands:
            try:
                await self._calls.call(team, "chat.delete", channel=where, ts=ts)
            except DeliveryError as error:
                log.warning("a part of a message stays in %s: %s", where, error)

    def _forget_files(self, channel: ChannelRef, pictures: Mapping[str, str]) -> None:
        """Pictures that Slack doesn't show: the words stand there; they are uploaded anew next."""
        log.warning("a picture could not be shown in %s; its words stand there", channel.channel)
        self._files.forget(channel.workspace, pictures)


def _is_about_pictures(error: Faulty, pictures: Mapping[str, str]) -> bool:
    return bool(pictures) and any(limits.FILE_NOT_READY in told for told in error.told)


def _parent(under: PostRef | None) -> str:
    """The ts of the message in whose thread something stands; empty outside of threads."""
    return under.message.split()[0] if under else ""


def _new(channel: str, part: Part) -> Answer:
    """The arguments of a new message: no preview of what it links to."""
    return {
        "channel": channel,
        "text": part.text,
        "blocks": list(part.blocks),
        "unfurl_links": False,
        "unfurl_media": False,
    }
