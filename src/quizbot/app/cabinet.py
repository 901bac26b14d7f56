"""Here is the cabinet that adapters are given: each call is a transaction of its own."""

from __future__ import annotations

from datetime import datetime

from quizbot.app.tools import Tools


class StoredCabinet:
    """The `Cabinet` over the store."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools

    async def get(self, name: str) -> str | None:
        """What is kept under the name, or None."""
        async with self._tools.store.read() as tx:
            return await tx.cabinet.get(name, self._tools.clock.now())

    async def put(self, name: str, value: str, *, until: datetime | None = None) -> None:
        """Keep `value` under the name; until an instant, if given."""
        async with self._tools.store.begin() as tx:
            await tx.cabinet.put(name, value, until, self._tools.clock.now())

    async def take(self, name: str) -> str | None:
        """What is kept under the name, which is thrown away: one caller alone gets it."""
        async with self._tools.store.begin() as tx:
            value = await tx.cabinet.get(name, self._tools.clock.now())
            return value if await tx.cabinet.remove(name) else None

    async def remove(self, name: str) -> None:
        """Throw away what is kept under the name."""
        async with self._tools.store.begin() as tx:
            await tx.cabinet.remove(name)
