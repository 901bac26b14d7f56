"""Here are the live counts: which questions have new answers that their messages don't show yet."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

EVERY = timedelta(seconds=3)
"""The least time between two edits of one message (Slack: 50 edits a minute and workspace)."""


class Counts:
    """The rounds whose shown count is old. Held in memory: losing it costs a number, no answer."""

    def __init__(self) -> None:
        self._touched: set[int] = set()
        self._shown_at: dict[int, datetime] = {}
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def touch(self, round_id: int) -> None:
        """Note that the round was answered."""
        self._touched.add(round_id)

    def turn(self, round_id: int) -> asyncio.Lock:
        """Whoever edits the round's message holds this: a count never lands after the close."""
        return self._turns.setdefault(round_id, asyncio.Lock())

    def take(self, now: datetime) -> list[int]:
        """The rounds whose message may be edited at `now`; they count as shown from now on."""
        self._shown_at = {
            id_: at for id_, at in self._shown_at.items() if timedelta() <= now - at < EVERY
        }
        ready = sorted(id_ for id_ in self._touched if id_ not in self._shown_at)
        self._touched.difference_update(ready)
        self._shown_at.update(dict.fromkeys(ready, now))
        return ready
