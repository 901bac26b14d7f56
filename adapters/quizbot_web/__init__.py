"""Here is the playground: a web page with a simulated channel, to try quizbot without a platform.

Its settings are `host` and `port`, where quizbot's own HTTP server listens, and `data`, the folder
in which the channel's messages are kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from quizbot.clock import Clock, SystemClock
from quizbot.errors import SettingsError
from quizbot_web.adapter import PlaygroundAdapter
from quizbot_web.guard import Guard, is_loopback
from quizbot_web.settings import address

__all__ = ["PlaygroundAdapter", "create"]

_CLOCK = SystemClock()


def create(settings: Mapping[str, str], clock: Clock = _CLOCK) -> PlaygroundAdapter:
    """The adapter that `settings` describe.

    Raises SettingsError where a setting is wrong, the folder can't be read, or the server can be
    reached from other machines: the playground lets anyone be an admin.
    """
    host, port = address(settings)
    if not is_loopback(host):
        raise SettingsError(
            f"the playground lets anyone be an admin, so it is not served on {host}, which other"
            " machines can reach. Set QUIZBOT_HOST=127.0.0.1, or QUIZBOT_PLAYGROUND=0"
        )
    folder = Path(settings.get("data") or "data/playground")
    try:
        return PlaygroundAdapter(folder, Guard(host, port), clock)
    except OSError as error:
        raise SettingsError(
            f"the playground's folder {folder} can't be read ({error.strerror or error}). Make it"
            " readable, or name another in the playground's setting data"
        ) from error
