"""Here is a platform in memory: an adapter that remembers, and can be told to fail."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from quizbot.errors import Refused, Unsure
from quizbot.message import Message, marked
from quizbot.ports import Route, Socket, Tutor
from quizbot.refs import ChannelRef, PostRef, UserRef

NOWHERE = "nowhere"
"""A channel that isn't there."""


@dataclass(slots=True)
class Posted:
    """A message that stands in a channel or a private conversation of the platform in memory."""

    ref: PostRef
    message: Message
    under: PostRef | None
    edits: int = 0


class RecordingAdapter:
    """An `Adapter` whose platform is a list.

    `before` is called when a post arrives and may raise, so that nothing was posted; `after` is
    called when it stands there and may raise, so that the answer is lost. `blind`: it may not look
    at what it posted. `shut`: nobody can be told anything. `direct` holds what came into private
    conversations, told or posted.
    """

    def __init__(self, platform: str = "memory") -> None:
        self._platform = platform
        self.posts: list[Posted] = []
        self.told: list[tuple[UserRef, Message]] = []
        self.direct: list[Posted] = []
        self.before: Callable[[ChannelRef], None] | None = None
        self.after: Callable[[ChannelRef], None] | None = None
        self.blind = False
        self.shut = False
        self.tutor: Tutor | None = None

    @property
    def platform(self) -> str:
        """The name that its refs carry."""
        return self._platform

    @property
    def missing(self) -> str:
        """Nothing is ever missing."""
        return ""

    @property
    def notes(self) -> Sequence[str]:
        """Nothing."""
        return ()

    @property
    def routes(self) -> Sequence[Route | Socket]:
        """It serves nothing."""
        return ()

    async def run(self, tutor: Tutor) -> None:
        """Keep the tutor for tests to call, until cancelled."""
        self.tutor = tutor
        await asyncio.Event().wait()

    async def post(
        self, channel: ChannelRef, message: Message, *, key: str, under: PostRef | None
    ) -> PostRef:
        """Remember the message."""
        if not marked(message, key):
            raise AssertionError(f"a post that can't be found again by {key}")
        if channel.channel == NOWHERE:
            raise Refused("there is no such channel")
        if self.before is not None:
            self.before(channel)
        ref = PostRef(channel, str(len(self.posts) + 1))
        posted = Posted(ref, message, under)
        self.posts.append(posted)
        if channel.is_direct:
            self.direct.append(posted)
        if self.after is not None:
            self.after(channel)
        return ref

    async def find(self, channel: ChannelRef, *, key: str, under: PostRef | None) -> PostRef | None:
        """The newest message marked with `key`."""
        if self.blind:
            raise Unsure("this platform doesn't let us look")
        for posted in reversed(self.posts):
            same_place = posted.ref.channel == channel and posted.under == under
            if same_place and marked(posted.message, key):
                return posted.ref
        return None

    async def edit(self, post: PostRef, message: Message) -> None:
        """Put `message` in the post's place."""
        for posted in self.posts:
            if posted.ref == post:
                posted.message = message
                posted.edits += 1
                return
        raise Refused("that message isn't there")

    async def tell(self, user: UserRef, message: Message) -> PostRef:
        """Remember what one person was told."""
        if self.shut:
            raise Refused("that person takes no messages")
        self.told.append((user, message))
        ref = PostRef(ChannelRef.direct(user), f"told-{len(self.told)}")
        self.direct.append(Posted(ref, message, None))
        return ref
