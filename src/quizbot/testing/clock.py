"""Here is a clock that moves only when told."""

from __future__ import annotations

from datetime import datetime, timedelta


class ManualClock:
    """A `Clock` for tests."""

    def __init__(self, now: datetime) -> None:
        self._now = now

    def now(self) -> datetime:
        """The instant it was last set to."""
        return self._now

    def advance(self, duration: timedelta) -> None:
        """Let `duration` pass; a negative one is a clock that was set back."""
        self._now += duration

    def set(self, now: datetime) -> None:
        """Jump to `now`."""
        self._now = now
