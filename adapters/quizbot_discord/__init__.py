"""Here is Discord: the question in channels, private answers, `/quiz` commands."""

from __future__ import annotations

from collections.abc import Mapping

from quizbot.clock import Clock, SystemClock
from quizbot_discord import settings as own
from quizbot_discord.adapter import DiscordAdapter

__all__ = ["DiscordAdapter", "create"]

_CLOCK = SystemClock()


def create(settings: Mapping[str, str], clock: Clock = _CLOCK) -> DiscordAdapter:
    """The adapter that `settings` describe. Raises SettingsError where they can't work."""
    return DiscordAdapter(own.read(settings), clock)
