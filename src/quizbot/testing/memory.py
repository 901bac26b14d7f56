"""Here is the stage of the platform in memory: the contract's own reference."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from quizbot.message import Action, Buttons, Menu, Message
from quizbot.ports import Caller, Command, Event, Form, FormSpec, Press, Reply, Tutor
from quizbot.refs import ChannelRef, PostRef, UserRef
from quizbot.testing.flat import flat
from quizbot.testing.recording import Posted, RecordingAdapter
from quizbot.testing.stage import ADMIN


class MemoryStage:
    """A `Stage` on a `RecordingAdapter`: people's private messages are lists."""

    def __init__(self) -> None:
        self.adapter = RecordingAdapter()
        self.channel = ChannelRef("memory", "", "general")
        self._private: dict[str, list[Posted]] = {}
        self._absorbed = 0
        self._forms: dict[str, FormSpec] = {}
        self._running: asyncio.Task[None] | None = None
        self._tutor: Tutor | None = None
        self._last: Event | None = None
        self._events = 0

    def user(self, person: str) -> UserRef:
        """A person's name on the platform."""
        return UserRef("memory", "", person)

    async def start(self, tutor: Tutor) -> None:
        """Connect."""
        self._tutor = tutor
        self._running = asyncio.create_task(self.adapter.run(tutor))

    async def stop(self) -> None:
        """Disconnect; the messages stay."""
        if self._running is not None:
            self._running.cancel()

    async def command(self, person: str, text: str) -> None:
        """Type `/quiz text`."""
        await self._deliver(Command(self._caller(person), text, self._event_id()))

    async def press(self, person: str, label: str) -> None:
        """Press the newest button of that label which the person can see."""
        for message in self._visible(person):
            for block in message.blocks:
                if isinstance(block, Buttons):
                    for button in block.buttons:
                        if button.label == label:
                            await self._press(person, button.action)
                            return
        raise AssertionError(f"{person} sees no button {label}")

    async def choose(self, person: str, labels: Sequence[str]) -> None:
        """Choose in the newest menu and send it."""
        for message in self._visible(person):
            for block in message.blocks:
                if isinstance(block, Menu):
                    chosen = [c.value for c in block.choices if any(x in c.label for x in labels)]
                    await self._press(person, block.action, tuple(chosen))
                    return
        raise AssertionError(f"{person} sees no menu")

    async def repeat(self) -> None:
        """Deliver the last event once more."""
        if self._last is None:
            raise AssertionError("nothing happened yet")
        await self._deliver(self._last)

    async def fill(self, person: str, values: Mapping[str, Sequence[str]]) -> None:
        """Fill the open form and send it; fields not named keep what they hold."""
        spec = self._forms.pop(person)
        kept = {field.name: field.values for field in spec.fields}
        sent = kept | {name: tuple(value) for name, value in values.items()}
        await self._deliver(Form(self._caller(person), spec.action, sent, self._event_id()))

    async def form(self, person: str) -> Mapping[str, str] | None:
        """The open form's fields and errors."""
        spec = self._forms.get(person)
        return {field.name: field.error for field in spec.fields} if spec else None

    async def public(self) -> Sequence[str]:
        """The channel's messages, each reply after its question."""
        posts = [post for post in self.adapter.posts if post.ref.channel == self.channel]
        return [
            flat(post.message)
            for top in posts
            if top.under is None
            for post in (top, *(reply for reply in posts if reply.under == top.ref))
        ]

    async def private(self, person: str) -> Sequence[str]:
        """What only this person sees."""
        return [flat(message) for message in self._of(person)]

    def _of(self, person: str) -> list[Message]:
        self._absorb()
        return [posted.message for posted in self._private.get(person, [])]

    def _absorb(self) -> None:
        """Put what came by direct message meanwhile where each person reads it."""
        for posted in self.adapter.direct[self._absorbed :]:
            person = posted.ref.channel.channel.removeprefix("@")
            self._private.setdefault(person, []).append(posted)
        self._absorbed = len(self.adapter.direct)

    def _visible(self, person: str) -> list[Message]:
        public = [p.message for p in self.adapter.posts if p.ref.channel == self.channel]
        return [*reversed(self._of(person)), *reversed(public)]

    async def _press(self, person: str, action: Action, values: tuple[str, ...] = ()) -> None:
        await self._deliver(Press(self._caller(person), action, self._event_id(), values))

    async def _deliver(self, event: Event) -> None:
        if self._tutor is None:
            raise AssertionError("the adapter isn't running")
        self._last = event
        reply = await self._tutor.handle(event)
        self._show(event.caller.user.user, reply)

    def _show(self, person: str, reply: Reply) -> None:
        if reply.form is not None:
            self._forms[person] = reply.form
        if reply.message is not None:
            self._absorb()
            mine = self._private.setdefault(person, [])
            if reply.replace and mine:
                mine.pop()
            ref = PostRef(ChannelRef.direct(self.user(person)), f"reply-{self._events}")
            mine.append(Posted(ref, reply.message, None))

    def _event_id(self) -> str:
        self._events += 1
        return f"event-{self._events}"

    def _caller(self, person: str) -> Caller:
        return Caller(
            user=self.user(person),
            name=person.capitalize(),
            channel=self.channel,
            admin=person == ADMIN,
        )
