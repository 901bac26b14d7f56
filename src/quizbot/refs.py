"""Here are the names of things on a platform: channels, people, posts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class UserRef:
    """A person on a platform.

    `workspace` is the Slack team the id belongs to; empty where ids hold for the whole platform
    (Discord, the playground).
    """

    platform: str
    workspace: str
    user: str


@dataclass(frozen=True, slots=True)
class ChannelRef:
    """A place on a platform where messages are posted.

    `workspace` is the Slack team, the Discord server, or empty. A person's private conversation
    with the bot is the channel `@USER`: the adapter opens it when something is posted there.
    """

    platform: str
    workspace: str
    channel: str

    @classmethod
    def direct(cls, user: UserRef) -> ChannelRef:
        """The private conversation of `user` with the bot."""
        return cls(user.platform, user.workspace, f"@{user.user}")

    @property
    def is_direct(self) -> bool:
        """Whether this is somebody's private conversation with the bot."""
        return self.channel.startswith("@")


@dataclass(frozen=True, slots=True)
class PostRef:
    """A message that stands in a channel, by the platform's own id of it."""

    channel: ChannelRef
    message: str
