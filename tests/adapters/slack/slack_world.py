"""Here is what a small Slack holds: workspaces, people, channels, messages, files, views."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

Json = dict[str, Any]

METHOD_SCOPES = {
    "chat.postMessage": "chat:write",
    "chat.postEphemeral": "chat:write",
    "chat.update": "chat:write",
    "chat.delete": "chat:write",
    "conversations.open": "im:write",
    "conversations.history": "channels:history",
    "conversations.replies": "channels:history",
    "users.info": "users:read",
    "files.getUploadURLExternal": "files:write",
    "files.completeUploadExternal": "files:write",
}
"""The scope that each method needs, as the methods' own pages say."""

ALL_SCOPES = {*METHOD_SCOPES.values(), "commands"}


class HasTime(Protocol):
    """What tells the fake's time."""

    def now(self) -> datetime: ...


@dataclass
class Workspace:
    """A team that has installed the App."""

    id: str
    bot_token: str
    bot_user: str = "UBOT"
    bot_id: str = "B1"
    scopes: set[str] = field(default_factory=lambda: set(ALL_SCOPES))
    revoked: bool = False
    people: dict[str, Json] = field(default_factory=dict)
    channels: dict[str, Channel] = field(default_factory=dict)

    def person(self, id_: str, name: str, *, admin: bool = False, tz: str = "UTC") -> None:
        """Somebody joins the team."""
        profile = {"display_name": name.capitalize(), "real_name": name.capitalize()}
        self.people[id_] = {
            "id": id_,
            "team_id": self.id,
            "name": name,
            "tz": tz,
            "locale": "en-US",
            "is_admin": admin,
            "is_owner": False,
            "profile": profile,
        }


@dataclass
class Channel:
    """A channel, or with `user` a conversation of one person with the App."""

    id: str
    members: set[str]
    bot_in: bool = True
    archived: bool = False
    user: str = ""


@dataclass
class Message:
    """A message. `ephemeral_to`: only that person sees it."""

    channel: str
    ts: str
    text: str
    blocks: list[Json]
    thread_ts: str = ""
    ephemeral_to: str = ""
    edits: int = 0
    bot_id: str = "B1"

    def as_slack_tells(self) -> Json:
        """As `conversations.history` and payloads have it."""
        told: Json = {
            "type": "message",
            "ts": self.ts,
            "bot_id": self.bot_id,
            "app_id": "A1",
            "text": self.text,
            "blocks": self.blocks,
        }
        return told | ({"thread_ts": self.thread_ts} if self.thread_ts else {})


@dataclass
class View:
    """An open modal, or a home tab."""

    id: str
    user: str
    body: Json
    errors: Json = field(default_factory=dict)
    hash: str = "h0"

    def change(self, body: Json, number: int) -> None:
        """Another view stands in its place; errors at fields alone change nothing."""
        self.body, self.errors, self.hash = body, {}, f"h{number}"


@dataclass
class World:
    """All of it, and the clock that it lives by."""

    clock: HasTime
    workspaces: dict[str, Workspace] = field(default_factory=dict)
    messages: list[Message] = field(default_factory=list)
    modals: dict[str, View] = field(default_factory=dict)
    homes: dict[str, Json] = field(default_factory=dict)
    files: dict[str, Json] = field(default_factory=dict)
    triggers: dict[str, tuple[datetime, str]] = field(default_factory=dict)
    response_urls: dict[str, Json] = field(default_factory=dict)
    counter: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    def number(self) -> int:
        """The next number, never given twice."""
        return next(self.counter)

    def ts(self) -> str:
        """A message's ts: rising and unique."""
        return f"{self.clock.now().timestamp():.0f}.{self.number():06d}"

    def by_token(self, token: str) -> Workspace | None:
        """The workspace whose bot token this is."""
        return next((w for w in self.workspaces.values() if w.bot_token == token), None)

    def find(self, channel: str, ts: str) -> Message | None:
        """The public message of that ts."""
        return next(
            (m for m in self.messages if (m.channel, m.ts) == (channel, ts) and not m.ephemeral_to),
            None,
        )

    def add(self, channel: str, body: Json, *, to: str = "", bot_id: str = "B1") -> Message:
        """A message comes into the channel; ids are filled in where it has none."""
        blocks = list(body.get("blocks") or ())
        filled = [{"block_id": f"b{self.number()}", **block} for block in blocks]
        message = Message(
            channel,
            self.ts(),
            str(body.get("text", "")),
            filled,
            str(body.get("thread_ts") or ""),
            to,
            bot_id=bot_id,
        )
        self.messages.append(message)
        return message

    def replace(self, message: Message, body: Json) -> None:
        """A message is edited."""
        blocks = list(body.get("blocks") or ())
        message.blocks = [{"block_id": f"b{self.number()}", **block} for block in blocks]
        message.text = str(body.get("text", ""))
        message.edits += 1
