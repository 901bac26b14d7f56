"""Here is the bell that a use case rings when it leaves work for the clock's tasks."""

from __future__ import annotations

import asyncio
from datetime import timedelta


class Bell:
    """Wakes every task that listens. Missing a ring costs a pause, no work: all is in the store."""

    def __init__(self) -> None:
        self._ears: list[asyncio.Event] = []

    def ring(self) -> None:
        """Wake the listeners, now or as soon as they wait again."""
        for ear in self._ears:
            ear.set()

    def listen(self) -> Ear:
        """A listener of one's own."""
        event = asyncio.Event()
        self._ears.append(event)
        return Ear(event)


class Ear:
    """One listener of a bell."""

    def __init__(self, event: asyncio.Event) -> None:
        self._event = event

    async def wait(self, longest: timedelta) -> None:
        """Return at the next ring (at once, if it rang since the last wait), or after `longest`."""
        try:
            async with asyncio.timeout(max(0.0, longest.total_seconds())):
                await self._event.wait()
        except TimeoutError:
            return
        finally:
            self._event.clear()
