"""Here is what the contract asks of a platform under test: what people do there, and what they see.

An adapter's author writes one `Stage`: it starts the adapter against the platform (or a faithful
fake of it) and acts and looks as a person would.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from quizbot.ports import Adapter, Tutor
from quizbot.refs import ChannelRef, UserRef

ADMIN, MEMBER, OTHER = "ada", "ben", "chen"
"""The people of every stage: the platform calls the first an admin, the others not."""


class Stage(Protocol):
    """A platform with an adapter on it."""

    @property
    def adapter(self) -> Adapter:
        """The adapter that runs now (another object after a restart)."""
        ...

    @property
    def channel(self) -> ChannelRef:
        """The channel in which the contract plays."""
        ...

    def user(self, person: str) -> UserRef:
        """A person's name on the platform."""
        ...

    async def start(self, tutor: Tutor) -> None:
        """Run the adapter until it is connected."""
        ...

    async def stop(self) -> None:
        """End the adapter; the platform goes on and keeps its messages."""
        ...

    async def command(self, person: str, text: str) -> None:
        """Type `/quiz text` in the channel; returns when the reply is there."""
        ...

    async def press(self, person: str, label: str) -> None:
        """Press the newest button of that label which the person can see."""
        ...

    async def choose(self, person: str, labels: Sequence[str]) -> None:
        """In the newest menu that the person can see, choose by visible label, and send it."""
        ...

    async def repeat(self) -> None:
        """Deliver the last event to the adapter once more, as platforms do."""
        ...

    async def fill(self, person: str, values: Mapping[str, Sequence[str]]) -> None:
        """Fill the form that is open for the person, by field name, and send it."""
        ...

    async def form(self, person: str) -> Mapping[str, str] | None:
        """The form open for the person: its fields' names and errors; None where none is open."""
        ...

    async def public(self) -> Sequence[str]:
        """The channel's messages as flat text, oldest first, replies after what they belong to."""
        ...

    async def private(self, person: str) -> Sequence[str]:
        """What only this person sees, as flat text, oldest first."""
        ...
