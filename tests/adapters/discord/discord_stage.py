"""Here is the contract's stage on Discord: the real discord.py in simcord's world."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord
import simcord

from quizbot.ports import Adapter, Tutor
from quizbot.refs import ChannelRef, UserRef
from quizbot.testing.clock import ManualClock
from quizbot.testing.stage import ADMIN, MEMBER, OTHER
from quizbot_discord import DiscordAdapter, create
from quizbot_discord.forms import VERB

_HINTS = ("Markdown works", "A star before", "What people mix", "The answer in", "A web address")
_ESCAPED = re.compile(r"\\([^0-9A-Za-z\s])")
_MARKS = re.compile(r"(?m)^(?:-# |#{1,3} |> |- )|(?<!\\)(?:\*+|~~|`+)")


class DiscordStage:
    """A guild with one channel and three members."""

    def __init__(self, clock: ManualClock) -> None:
        self.clock = clock
        self._adapter = self._made()
        self.env: simcord.Env | None = None
        self.people: dict[str, Any] = {}
        self.place: Any = None
        self._running: asyncio.Task[None] | None = None
        self._over = asyncio.Event()
        self._modal: dict[str, Any] = {}
        self._last: Any = None

    @property
    def adapter(self) -> Adapter:
        return self._adapter

    @property
    def bot(self) -> Recorded:
        return self._adapter

    @property
    def channel(self) -> ChannelRef:
        return ChannelRef("discord", str(self.place.guild.id), str(self.place.id))

    def user(self, person: str) -> UserRef:
        return UserRef("discord", "", str(self.people[person].id))

    async def start(self, tutor: Tutor) -> None:
        if self.env is not None:
            self._adapter = self._made()
            await self.env.restart_bot(self._adapter.client(tutor))
            return
        ready = asyncio.Event()
        self._running = asyncio.create_task(self._live(tutor, ready))
        await asyncio.wait(
            {self._running, asyncio.ensure_future(ready.wait())},
            return_when=asyncio.FIRST_COMPLETED,
        )
        env: simcord.Env = self.world()
        guild = env.create_guild()
        self.place = guild.create_text_channel("general")
        rights = discord.Permissions(manage_guild=True)
        managers = guild.create_role("Managers", permissions=rights)
        for name in (ADMIN, MEMBER, OTHER):
            roles = [managers] if name == ADMIN else []
            self.people[name] = guild.add_member(env.create_user(name), roles=roles)

    async def stop(self) -> None:
        """The contract stops before a restart, which simcord does in one step."""

    async def close(self) -> None:
        if self._running is not None:
            self._over.set()
            await self._running

    def world(self) -> simcord.Env:
        assert self.env is not None
        return self.env

    async def _live(self, tutor: Tutor, ready: asyncio.Event) -> None:
        """simcord's world is left by the task that entered it."""
        async with simcord.run(self._adapter.client(tutor)) as self.env:
            ready.set()
            await self._over.wait()

    async def command(self, person: str, text: str) -> None:
        name, options = _typed(text)
        result = await self.people[person].slash(self.place, f"quiz {name}", **options)
        self._note(person, result)

    async def press(self, person: str, label: str) -> None:
        for message in reversed(self._seen_by(person)):
            for one in _controls(message.components):
                if getattr(one, "label", None) == label:
                    result = await self.people[person].click(message, label=label)
                    self._note(person, result)
                    return
        raise AssertionError(f"{person} sees no button {label}")

    async def choose(self, person: str, labels: Sequence[str]) -> None:
        for message in reversed(self._seen_by(person)):
            for one in _controls(message.components):
                if isinstance(one, discord.SelectMenu):
                    chosen = [o.value for o in one.options if any(x in o.label for x in labels)]
                    result = await self.people[person].select(message, chosen)
                    self._note(person, result)
                    return
        raise AssertionError(f"{person} sees no menu")

    async def repeat(self) -> None:
        """Discord's gateway dispatches the same interaction once more."""
        assert self._adapter.taken is not None
        assert self.env is not None
        with self.env._bot_scope():
            await self._adapter.take(*self._adapter.taken)

    async def fill(self, person: str, values: Mapping[str, Sequence[str]]) -> None:
        """Page after page, as far as `values` go: the next page is opened by its button."""
        shown, left = self._modal.pop(person), dict(values)
        while True:
            here = {name: left.pop(name) for name in _names(shown.modal) if name in left}
            sent = _held(shown.modal) | {
                name: _value(shown.modal, name, given) for name, given in here.items()
            }
            result = await self.people[person].submit_modal(shown, sent)
            page = self._page_button(person, 1)
            if not left or page is None:
                return
            shown = await self.people[person].click(page[0], custom_id=page[1])
            del result

    async def form(self, person: str) -> Mapping[str, str] | None:
        """The fields and errors of all pages; None where the form is done."""
        if person not in self._modal:
            first = self._page_button(person, 0)
            if first is None:
                return None
            self._modal[person] = await self.people[person].click(first[0], custom_id=first[1])
        shown = self._modal[person]
        errors = _errors(shown.modal)
        second = self._page_button(person, 1)
        if second is not None:
            other = await self.people[person].click(second[0], custom_id=second[1])
            errors |= _errors(other.modal)
        return errors

    async def public(self) -> Sequence[str]:
        history = [m for m in self.place.history() if not m.flags.ephemeral]
        return [
            flatten(message)
            for top in history
            if not _parent(top, history)
            for message in (top, *(m for m in history if _parent(m, history) == top.id))
        ]

    async def private(self, person: str) -> Sequence[str]:
        return [flatten(message) for message in self._own(person)]

    def _own(self, person: str) -> list[discord.Message]:
        """What only this person sees."""
        actor = self.people[person]
        own = [m for m in self.place.history(viewer=actor) if m.flags.ephemeral]
        return sorted([*own, *actor.user.dm_channel.history()], key=lambda m: m.id)

    def _seen_by(self, person: str) -> list[discord.Message]:
        shared = [m for m in self.place.history() if not m.flags.ephemeral]
        return [*shared, *self._own(person)]

    def _page_button(self, person: str, page: int) -> tuple[discord.Message, str] | None:
        """The newest message's button that opens a page of a form."""
        for message in reversed(self._own(person)[-1:]):
            for one in _controls(message.components):
                token = str(getattr(one, "custom_id", "")).split(":")
                if token[0] == VERB and token[-1] == str(page):
                    return message, ":".join(token)
        return None

    def _note(self, person: str, result: Any) -> None:
        if result.modal is not None:
            self._modal[person] = result

    def _made(self) -> Recorded:
        return Recorded.of(
            create({"discord_token": "secret", "discord_shards": "0-0/1"}, self.clock)
        )


class Recorded(DiscordAdapter):
    """The adapter, and the last interaction that it took."""

    taken: tuple[Tutor, Any] | None = None

    @classmethod
    def of(cls, made: DiscordAdapter) -> Recorded:
        made.__class__ = cls
        assert isinstance(made, cls)
        return made

    async def take(self, tutor: Tutor, interaction: Any) -> None:
        self.taken = (tutor, interaction)
        await super().take(tutor, interaction)


def flatten(message: discord.Message) -> str:
    """What a person reads: texts without their marks, buttons in brackets, pictures in words."""
    return "\n".join(_lines(message.components))


def _lines(components: Sequence[Any]) -> Iterator[str]:
    for one in components:
        if isinstance(one, discord.TextDisplay):
            yield plain(one.content)
        elif isinstance(one, discord.Button):
            yield f"[{one.label}]"
        elif isinstance(one, discord.SelectMenu):
            yield from (f"( ) {option.label}" for option in one.options)
        elif isinstance(one, discord.MediaGalleryComponent):
            yield from (str(item.description) for item in one.items)
        yield from _lines(getattr(one, "children", ()))


def plain(markdown: str) -> str:
    """Discord's Markdown as it is read."""
    return _ESCAPED.sub(r"\1", _MARKS.sub("", markdown))


def _controls(components: Sequence[Any]) -> Iterator[Any]:
    for one in components:
        if isinstance(one, (discord.Button, discord.SelectMenu)):
            yield one
        yield from _controls(getattr(one, "children", ()))


def _parent(message: discord.Message, history: Sequence[discord.Message]) -> int | None:
    answered = message.reference.message_id if message.reference else None
    return answered if any(m.id == answered for m in history) else None


def _names(modal: Mapping[str, Any]) -> list[str]:
    return [row["component"]["custom_id"] for row in modal["components"]]


def _errors(modal: Mapping[str, Any]) -> dict[str, str]:
    """Names of a modal's fields, and what is said under their labels."""
    return {
        row["component"]["custom_id"]: _error(row.get("description") or "")
        for row in modal["components"]
    }


def _error(description: str) -> str:
    hints = ("Choose none", "From 1 to 168", "Such as 2027", "More means", "Once a day", *_HINTS)
    return "" if description.startswith(hints) else description


def _value(modal: Mapping[str, Any], name: str, given: Sequence[str]) -> Any:
    (row,) = (r["component"] for r in modal["components"] if r["component"]["custom_id"] == name)
    return list(given) if row["type"] == 3 else given[0]


def _held(modal: Mapping[str, Any]) -> dict[str, Any]:
    """What the fields of a modal hold when it opens."""
    held: dict[str, Any] = {}
    for row in modal["components"]:
        one = row["component"]
        if one["type"] == 3:
            held[one["custom_id"]] = [o["value"] for o in one["options"] if o.get("default")]
        elif one.get("value"):
            held[one["custom_id"]] = one["value"]
    return held


def _typed(text: str) -> tuple[str, dict[str, str]]:
    """`practice 5 topic:x` as Discord's client sends it: a name and typed options."""
    words = text.split()
    named = [word.partition(":") for word in words if ":" in word and not word[0].isdecimal()]
    rest = [w for w in words if ":" not in w or w[0].isdecimal()]
    options = {name: value for name, _, value in named}
    name = " ".join(w for w in rest if not w[0].isdecimal())
    loose = [w for w in rest if w[0].isdecimal()]
    if loose:
        options["at" if ":" in loose[0] else "count"] = loose[0]
    return ("daily show" if name == "daily" else name), options
