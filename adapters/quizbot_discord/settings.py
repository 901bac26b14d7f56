"""Here is what the Discord adapter reads of the settings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from quizbot.errors import SettingsError

_SHARDS = re.compile(r"(\d+)-(\d+)/(\d+)")


@dataclass(frozen=True, slots=True)
class Settings:
    """How quizbot connects to Discord. `shards`: those of this process, of how many; None: all."""

    token: str = field(repr=False)
    api_url: str = ""
    shards: tuple[tuple[int, ...], int] | None = None


def read(given: Mapping[str, str]) -> Settings:
    """The adapter's settings. Raises SettingsError where one can't be right."""
    token = given.get("discord_token", "")
    if not token:
        raise SettingsError("set DISCORD_TOKEN, the bot's token")
    api_url = given.get("discord_api_url", "").rstrip("/")
    if api_url and not re.fullmatch(r"https?://.+/api/v10", api_url):
        raise SettingsError("QUIZBOT_DISCORD_API_URL must be an address that ends in /api/v10")
    return Settings(token, api_url, _shards(given.get("discord_shards", "")))


def _shards(text: str) -> tuple[tuple[int, ...], int] | None:
    if not text:
        return None
    found = _SHARDS.fullmatch(text)
    if found is None or not int(found[1]) <= int(found[2]) < int(found[3]):
        raise SettingsError(
            f"QUIZBOT_DISCORD_SHARDS is {text!r}. Write FIRST-LAST/ALL, such as 0-3/16"
        )
    return tuple(range(int(found[1]), int(found[2]) + 1)), int(found[3])
