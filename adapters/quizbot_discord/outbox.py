"""Here is what quizbot sends by itself: posting, finding, editing, telling."""

from __future__ import annotations

import contextlib
import hashlib
import logging
from collections.abc import Iterator
from typing import Any

import aiohttp
import discord

from quizbot.errors import Refused, Unreachable, Unsure
from quizbot.message import Action, Message
from quizbot.refs import ChannelRef, PostRef, UserRef
from quizbot_discord import limits, render

log = logging.getLogger(__name__)

NOBODY = discord.AllowedMentions.none()


class Outbox:
    """Messages of the bot in channels and in direct conversations."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._directs: dict[str, int] = {}

    async def post(
        self, channel: ChannelRef, message: Message, *, key: str, under: PostRef | None
    ) -> PostRef:
        """Post `message`; as a reply to `under` if given. The same key soon again is one post."""
        where = await self._place(channel)
        stands: list[str] = []
        for number, part in enumerate(render.parts(message)):
            extra: dict[str, Any] = {}
            if under is not None:
                extra["reference"] = discord.MessageReference(
                    message_id=int(under.message.split()[0]),
                    channel_id=where.id,
                    fail_if_not_exists=False,
                )
            with _sending(creates=True):
                sent = await where.send(
                    view=part.view(),
                    files=part.files(),
                    allowed_mentions=NOBODY,
                    nonce=_nonce(channel, key, number, under),
                    **extra,
                )
            stands.append(str(sent.id))
        return PostRef(channel, " ".join(stands))

    async def find(self, channel: ChannelRef, *, key: str, under: PostRef | None) -> PostRef | None:
        """Our recent post marked with `key`. Raises Unsure where we may not look."""
        wanted = Action.decode(key)
        parent = int(under.message.split()[0]) if under else None
        try:
            where = await self._place(channel)
            with _sending(creates=False):
                seen = 0
                async for one in where.history(limit=limits.LOOK_BACK):
                    seen += 1
                    mine = self._client.user is not None and one.author.id == self._client.user.id
                    answers = one.reference.message_id if one.reference else None
                    if not mine or answers != parent:
                        continue
                    if any(a.starts_with(wanted) for a in render.offered(one.components)):
                        return PostRef(channel, str(one.id))
        except NoChannel:
            return None  # what isn't there holds no post
        except Refused as error:
            raise Unsure(f"quizbot may not look in the channel ({error})") from error
        if seen >= limits.LOOK_BACK:
            raise Unsure("there are more messages than quizbot looks at")
        return None

    async def edit(self, post: PostRef, message: Message) -> None:
        """Put `message` in the place of `post`."""
        where = await self._place(post.channel)
        stands = post.message.split()
        parts = render.parts(message)
        if len(parts) > len(stands):
            raise Refused("the message has grown over what Discord takes as one")
        for id_, part in zip(stands[-len(parts) :], parts, strict=True):
            with _sending(creates=False):
                await where.get_partial_message(int(id_)).edit(
                    view=part.view(), attachments=part.files(), allowed_mentions=NOBODY
                )

    async def tell(self, user: UserRef, message: Message) -> PostRef:
        """Send `message` to one person in their conversation with the bot."""
        channel = ChannelRef.direct(user)
        where = await self._place(channel)
        stands: list[str] = []
        for part in render.parts(message):
            with _sending(creates=True):
                sent = await where.send(
                    view=part.view(), files=part.files(), allowed_mentions=NOBODY
                )
            stands.append(str(sent.id))
        return PostRef(channel, " ".join(stands))

    async def _place(self, channel: ChannelRef) -> discord.PartialMessageable:
        """The channel; a direct conversation is opened."""
        if not channel.is_direct:
            return self._client.get_partial_messageable(_snowflake(channel.channel))
        if channel.channel not in self._directs:
            with _sending(creates=False):
                opened = await self._client.create_dm(
                    discord.Object(_snowflake(channel.channel[1:]))
                )
            self._directs[channel.channel] = opened.id
        return self._client.get_partial_messageable(self._directs[channel.channel])


class NoChannel(Refused):
    """The channel isn't there."""


@contextlib.contextmanager
def _sending(*, creates: bool) -> Iterator[None]:
    """Turn what discord.py raises into one of three DeliveryErrors."""
    try:
        yield
    except discord.RateLimited as error:
        raise Unreachable("Discord asked us to wait") from error
    except discord.HTTPException as error:
        if error.status >= 500:
            raise _lost(f"Discord failed: {error.status}", creates=creates) from error
        if error.status == 429:
            raise Unreachable("Discord asked us to wait") from error
        if error.status not in {401, 403, 404}:
            log.exception("Discord refused what we sent: %s", error.code)
        kind = NoChannel if error.code == limits.UNKNOWN_CHANNEL else Refused
        raise kind(f"{error.text or error.status} ({error.code})") from error
    except aiohttp.ClientConnectorError as error:
        raise Unreachable(f"Discord can't be reached: {error}") from error
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        raise _lost(f"no answer from Discord: {type(error).__name__}", creates=creates) from error


def _lost(reason: str, *, creates: bool) -> Exception:
    return Unsure(reason) if creates else Unreachable(reason)


def _nonce(channel: ChannelRef, key: str, number: int, under: PostRef | None) -> str:
    """The same for the same post: Discord makes one message of what comes again soon."""
    text = f"{channel.channel}|{key}|{number}|{under.message if under else ''}"
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


def _snowflake(text: str) -> int:
    if not text.isdecimal():
        raise Refused(f"{text} is no channel or person of Discord")
    return int(text)
