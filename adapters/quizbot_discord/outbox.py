"""Here is what quizbot sends by itself: posting, finding, editing, telling."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import discord

from quizbot.errors import Refused, Unsure
from quizbot.message import Action, Message
from quizbot.ports import Cabinet
from quizbot.refs import ChannelRef, PostRef, UserRef
from quizbot_discord import limits, marks, render
from quizbot_discord.faults import Archived, NoChannel, NoMessage, told
from quizbot_discord.marks import Mark
from quizbot_discord.render import Part

NOBODY = discord.AllowedMentions.none()

Place = discord.PartialMessageable


class Outbox:
    """Messages of the bot in channels and in direct conversations.

    A post may take several Discord messages, its parts; a PostRef names them all. The cabinet
    keeps what a later call must know and no message tells.
    """

    def __init__(self, client: discord.Client, cabinet: Cabinet) -> None:
        self._client = client
        self._cabinet = cabinet
        self._directs: dict[str, int] = {}

    async def post(
        self, channel: ChannelRef, message: Message, *, key: str, under: PostRef | None
    ) -> PostRef:
        """Post `message`; as a reply to `under` if given. The same key soon again is one post."""
        where = await self._place(channel)
        removed = await self._cabinet.get(_removed(channel, key, under)) or ""
        parts = render.parts(message)
        stands: list[str] = []
        try:
            for number, part in enumerate(parts):
                mark = Mark(key, number, len(parts))
                nonce = _nonce(channel, key, number, under, removed)
                stands.append(await _send(where, part, mark=mark, nonce=nonce, under=under))
        except Refused:
            await _remove(where, stands)
            raise
        return PostRef(channel, " ".join(stands))

    async def find(self, channel: ChannelRef, *, key: str, under: PostRef | None) -> PostRef | None:
        """Our recent post marked with `key`. Raises Unsure where we may not look.

        Of a post that arrived in part, what arrived is taken away: it is posted afresh.
        """
        try:
            where = await self._place(channel)
            found, orphans = await self._look(where, key, under)
            if found is None and orphans:
                # Its nonces stay known for a while, and would bring the removed messages back.
                await self._cabinet.put(_removed(channel, key, under), orphans[0])
                await _remove(where, orphans)
        except NoChannel:
            return None  # what isn't there holds no post
        except Refused as error:
            raise Unsure(f"quizbot may not look in the channel ({error})") from error
        return None if found is None else PostRef(channel, " ".join(found))

    async def edit(self, post: PostRef, message: Message) -> None:
        """Put `message` in the place of `post`, with as many parts as it takes now.

        A thread that is archived by now is opened: Discord lets nothing be edited in it else.
        """
        where = await self._place(post.channel)
        try:
            await self._edit(where, post, message)
        except Archived as archived:
            await self._open(where, archived)
            await self._edit(where, post, message)

    async def tell(self, user: UserRef, message: Message) -> PostRef:
        """Send `message` to one person in their conversation with the bot."""
        channel = ChannelRef.direct(user)
        where = await self._place(channel)
        stands = [await _send(where, part) for part in render.parts(message)]
        return PostRef(channel, " ".join(stands))

    async def _open(self, thread: Place, archived: Archived) -> None:
        """Open a thread again. Raises `archived` where quizbot may not: it is locked."""
        try:
            with told(creates=False):
                await self._client.http.edit_channel(thread.id, archived=False)
        except Refused:
            raise archived from None

    async def _edit(self, where: Place, post: PostRef, message: Message) -> None:
        name = f"discord/parts/{_first(post)}"
        kept, _, removed = (await self._cabinet.get(name) or post.message).partition("/")
        stands, parts = kept.split(), render.parts(message)
        for id_, part in zip(stands, parts, strict=False):
            await _change(where, id_, part)
        surplus, now = stands[len(parts) :], stands[: len(parts)]
        await _remove(where, surplus)
        for number, part in enumerate(parts[len(stands) :], len(stands)):
            nonce = _nonce(post.channel, name, number, post, removed)
            now.append(await _send(where, part, nonce=nonce, under=post))
        if now != stands:
            await self._cabinet.put(name, f"{' '.join(now)}/{''.join(surplus[-1:]) or removed}")

    async def _look(
        self, where: Place, key: str, under: PostRef | None
    ) -> tuple[Sequence[str] | None, Sequence[str]]:
        """The parts of a whole post if there is one, and otherwise those of a broken one."""
        tries: dict[int, dict[int, str]] = {}
        seen = 0
        with told(creates=False):
            async for one in where.history(limit=limits.LOOK_BACK):
                seen += 1
                mark = self._mark(one, key, under)
                if mark is None:
                    continue
                parts = tries.setdefault(mark.count, {})
                parts[mark.number] = str(one.id)
                if len(parts) == mark.count:
                    return [parts[number] for number in sorted(parts)], ()
        if seen >= limits.LOOK_BACK:
            raise Unsure("there are more messages than quizbot looks at")
        return None, [id_ for parts in tries.values() for id_ in parts.values()]

    def _mark(self, one: discord.Message, key: str, under: PostRef | None) -> Mark | None:
        """The mark of a message of ours; one that lost it is still known by its buttons."""
        answers = str(one.reference.message_id) if one.reference else None
        mine = self._client.user is not None and one.author.id == self._client.user.id
        if not mine or answers != (_first(under) if under else None):
            return None
        wanted = Action.decode(key)
        offers = any(action.starts_with(wanted) for action in render.offered(one.components))
        return marks.read(one.components, key) or (Mark(key, 0, 1) if offers else None)

    async def _place(self, channel: ChannelRef) -> Place:
        """The channel; a direct conversation is opened."""
        if not channel.is_direct:
            return self._client.get_partial_messageable(_snowflake(channel.channel))
        if channel.channel not in self._directs:
            with told(creates=False):
                opened = await self._client.create_dm(
                    discord.Object(_snowflake(channel.channel[1:]))
                )
            self._directs[channel.channel] = opened.id
        return self._client.get_partial_messageable(self._directs[channel.channel])


async def _send(
    where: Place,
    part: Part,
    *,
    mark: Mark | None = None,
    nonce: str | None = None,
    under: PostRef | None = None,
) -> str:
    """Send one part; the id that it got."""
    extra: dict[str, Any] = {"nonce": nonce} if nonce else {}
    if under is not None:
        extra["reference"] = discord.MessageReference(
            message_id=int(_first(under)), channel_id=where.id, fail_if_not_exists=False
        )
    with told(creates=True):
        sent = await where.send(
            view=part.view(mark), files=part.files(), allowed_mentions=NOBODY, **extra
        )
    return str(sent.id)


async def _change(where: Place, id_: str, part: Part) -> None:
    with told(creates=False):
        await where.get_partial_message(int(id_)).edit(
            view=part.view(), attachments=part.files(), allowed_mentions=NOBODY
        )


async def _remove(where: Place, ids: Sequence[str]) -> None:
    """Delete messages of ours; one that is gone already is as good."""
    for id_ in ids:
        try:
            with told(creates=False):
                await where.get_partial_message(int(id_)).delete()
        except NoMessage:
            continue


def _first(post: PostRef) -> str:
    return post.message.split()[0]


def _removed(channel: ChannelRef, key: str, under: PostRef | None) -> str:
    return f"discord/removed/{_nonce(channel, key, 0, under, '')}"


def _nonce(channel: ChannelRef, key: str, number: int, under: PostRef | None, removed: str) -> str:
    """The same for the same post: Discord makes one message of what comes again soon."""
    text = f"{channel.channel}|{key}|{number}|{under.message if under else ''}|{removed}"
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()


def _snowflake(text: str) -> int:
    if not text.isdecimal():
        raise Refused(f"{text} is no channel or person of Discord")
    return int(text)
