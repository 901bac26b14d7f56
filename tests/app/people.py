"""Here are people who press and type, for the tests of use cases."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

from quizbot.message import Action, Buttons, Menu, Message
from quizbot.ports import Caller, Command, Form, Press, Reply
from quizbot.refs import ChannelRef, UserRef
from quizbot.testing.flat import flat
from quizbot.testing.house import House

CHANNEL = ChannelRef("memory", "", "general")


@dataclass
class Person:
    """Somebody in a channel (None: in private with the bot)."""

    house: House
    name: str
    channel: ChannelRef | None = CHANNEL
    admin: bool = False
    zone: str | None = None
    counter: itertools.count[int] = field(default_factory=itertools.count)

    @property
    def user(self) -> UserRef:
        return UserRef("memory", "", self.name.lower())

    @property
    def caller(self) -> Caller:
        return Caller(self.user, self.name, self.channel, admin=self.admin, zone=self.zone)

    def event_id(self) -> str:
        return f"{self.name}-{next(self.counter)}"

    async def types(self, text: str, event_id: str | None = None) -> Reply:
        command = Command(self.caller, text, event_id or self.event_id())
        return await self.house.tutor.handle(command)

    async def presses(self, token: str, *values: str, event_id: str | None = None) -> Reply:
        action = Action.decode(token)
        press = Press(self.caller, action, event_id or self.event_id(), values)
        return await self.house.tutor.handle(press)

    async def sends(self, token: str, values: dict[str, tuple[str, ...]]) -> Reply:
        form = Form(self.caller, Action.decode(token), values, self.event_id())
        return await self.house.tutor.handle(form)


def text_of(reply: Reply) -> str:
    """The words of a reply that must be a message."""
    assert reply.message is not None
    return flat(reply.message)


def token(message: Message, label: str) -> str:
    """The token of the button with that label."""
    for block in message.blocks:
        if isinstance(block, Buttons):
            for button in block.buttons:
                if button.label == label:
                    return button.action.encode()
    raise AssertionError(f"no button {label} in: {flat(message)}")


def menu(message: Message) -> Menu:
    """The message's menu."""
    return next(block for block in message.blocks if isinstance(block, Menu))
