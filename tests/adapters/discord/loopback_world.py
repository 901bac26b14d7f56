"""Here is what the loopback Discord remembers, and the bad days that a test asks of it."""

from __future__ import annotations

import asyncio
import fnmatch
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

import discord

TOKEN = "secret"
V2 = 1 << 15


class Refusal(Exception):
    """Discord says no."""

    def __init__(
        self, status: int, code: int = 0, headers: Mapping[str, str] | None = None
    ) -> None:
        self.status, self.code, self.headers = status, code, headers or {}
        super().__init__(f"{status} ({code})")


class Cut(Enum):
    """The connection breaks, before or after what was asked is done."""

    BEFORE = auto()
    AFTER = auto()


@dataclass(slots=True)
class Fault:
    """What happens instead of an answer to the next `times` requests, after `spare` good ones."""

    method: str
    path: str
    act: Refusal | Cut
    times: int = 1
    spare: int = 0
    late: bool = False
    """The refusal comes although what was asked is done."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One request, when it came, and how it was answered (0: not at all)."""

    method: str
    path: str
    status: int
    at: float
    body: Any


@dataclass(slots=True)
class Interaction:
    """One interaction and its answers: a callback, then perhaps messages."""

    id: int
    token: str
    answers: list[dict[str, Any]] = field(default_factory=list)
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    async def reply(self) -> dict[str, Any]:
        """The first answer, once it is there."""
        async with asyncio.timeout(10):
            await self.answered.wait()
        return self.answers[0]


class World:
    """Messages, nonces and interactions."""

    def __init__(self) -> None:
        self._count = 0
        self.bot = self.snowflake()
        self.guild, self.channel, self.person = (self.snowflake() for _ in range(3))
        self.messages: dict[int, dict[str, Any]] = {}
        self.nonces: dict[tuple[int, str], dict[str, Any]] = {}
        self.interactions: dict[int, Interaction] = {}
        self.commands: list[dict[str, Any]] = []
        self.asked: list[Asked] = []
        self.faults: list[Fault] = []
        self.blind = 0
        """So many looks at the history see nothing yet."""

    def snowflake(self) -> int:
        """An id of this moment."""
        self._count += 1
        return discord.utils.time_snowflake(discord.utils.utcnow()) + self._count

    def requests(self, method: str, path: str = "*") -> list[Asked]:
        """What was asked of some paths."""
        return [
            one for one in self.asked if one.method == method and fnmatch.fnmatch(one.path, path)
        ]

    @property
    def invalid(self) -> int:
        """Requests that count for Discord's ban: 10,000 in ten minutes."""
        return sum(one.status in {401, 403, 429} for one in self.asked)

    def fault(self, method: str, path: str) -> Fault | None:
        """What goes wrong with this request, if anything."""
        for one in self.faults:
            if one.method != method or not fnmatch.fnmatch(path, one.path):
                continue
            if one.spare:
                one.spare -= 1
                return None
            one.times -= 1
            if not one.times:
                self.faults.remove(one)
            return one
        return None

    def create(self, channel: int, body: dict[str, Any], files: int = 0) -> dict[str, Any]:
        """A message, or the first with that nonce: also where that one is deleted by now."""
        check(body, creates=True)
        nonce = str(body.get("nonce", ""))
        if body.get("enforce_nonce") and (channel, nonce) in self.nonces:
            return self.nonces[channel, nonce]
        made = self.message(channel, body, files)
        self.messages[int(made["id"])] = made
        if nonce:
            self.nonces[channel, nonce] = made | {"nonce": nonce}
        return made | ({"nonce": nonce} if nonce else {})

    def message(self, channel: int, body: dict[str, Any], files: int = 0) -> dict[str, Any]:
        """A message of the bot's, as Discord shows it."""
        made: dict[str, Any] = {
            "id": str(self.snowflake()),
            "channel_id": str(channel),
            "type": 0,
            "content": "",
            "author": self.user(self.bot, bot=True),
            "timestamp": discord.utils.utcnow(),
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "embeds": [],
            "mentions": [],
            "mention_roles": [],
            "pinned": False,
            "flags": body["flags"],
            "components": numbered(body["components"]),
            "attachments": [_attachment(number) for number in range(files)],
        }
        made["timestamp"] = made["timestamp"].isoformat()
        if "message_reference" in body:
            made["message_reference"] = body["message_reference"] | {"type": 0}
        return made

    def history(self, channel: int, limit: int, before: int | None) -> list[dict[str, Any]]:
        """The newest messages first."""
        if self.blind:
            self.blind -= 1
            return []
        found = [one for one in self.messages.values() if one["channel_id"] == str(channel)]
        found.sort(key=lambda one: -int(one["id"]))
        return [one for one in found if before is None or int(one["id"]) < before][:limit]

    def user(self, id_: int, *, bot: bool = False) -> dict[str, Any]:
        """A person, or the bot."""
        name = "quizbot" if bot else "Ada"
        return {
            "id": str(id_),
            "username": name,
            "discriminator": "0",
            "avatar": None,
            "global_name": name,
            "bot": bot,
        }


def check(body: dict[str, Any], *, creates: bool) -> None:
    """What Discord doesn't take."""
    parts = [*nodes(body.get("components") or ())]
    ids = [one["id"] for one in parts if "id" in one]
    tokens = [one["custom_id"] for one in parts if "custom_id" in one]
    sound = (
        not (creates and not body.get("flags", 0) & V2),
        not {"content", "embeds", "poll"} & {key for key, value in body.items() if value},
        body.get("allowed_mentions") == {"parse": []},
        len(str(body.get("nonce", ""))) <= 25,
        1 <= len(parts) <= 40,
        len(set(ids)) == len(ids) and all(0 < id_ < 1 << 31 for id_ in ids),
        len(set(tokens)) == len(tokens) and all(len(token) <= 100 for token in tokens),
        sum(len(one.get("content", "")) for one in parts) <= 4_000,
    )
    if not all(sound):
        raise Refusal(400, 50035)


def nodes(components: Any) -> Iterator[dict[str, Any]]:
    """Every component, nested ones included."""
    for one in components:
        yield one
        yield from nodes(one.get("components", ()))


def numbered(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The components, each with an id: Discord gives one where there is none."""
    taken = {one["id"] for one in nodes(components) if "id" in one}
    free = (number for number in range(1, 100) if number not in taken)
    for one in nodes(components):
        one.setdefault("id", next(free))
        for item in one.get("items", ()):
            item["media"] |= {"proxy_url": item["media"]["url"], "content_type": "image/png"}
    return components


def _attachment(number: int) -> dict[str, Any]:
    url = "https://cdn.discordapp.com/x.png"
    return {"id": str(number + 1), "filename": "x.png", "size": 1, "url": url, "proxy_url": url}
