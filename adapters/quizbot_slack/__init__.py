"""Here is Slack: the question in channels, private answers, `/quiz` commands, the home tab."""

from __future__ import annotations

from collections.abc import Mapping

from quizbot.clock import Clock, SystemClock
from quizbot_slack import settings as own
from quizbot_slack.adapter import SlackAdapter

__all__ = ["SlackAdapter", "create"]

_CLOCK = SystemClock()


def create(settings: Mapping[str, str], clock: Clock = _CLOCK) -> SlackAdapter:
    """The adapter that `settings` describe. Raises SettingsError where they can't work."""
    return SlackAdapter(own.read(settings), clock)
