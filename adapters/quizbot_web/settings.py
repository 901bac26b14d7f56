"""Here is how the two settings of our HTTP server are read."""

from __future__ import annotations

from collections.abc import Mapping

from quizbot.errors import SettingsError

_HIGHEST_PORT = 65_535


def address(settings: Mapping[str, str]) -> tuple[str, int]:
    """Host and port of the server; port 0 lets the system choose. Raises SettingsError."""
    host = settings.get("host") or "127.0.0.1"
    given = settings.get("port") or "8080"
    if not given.isascii() or not given.isdigit() or int(given) > _HIGHEST_PORT:
        raise SettingsError(
            f"QUIZBOT_PORT is {given!r}, which is no port. Give a number from 1 to {_HIGHEST_PORT}"
        )
    return host, int(given)
