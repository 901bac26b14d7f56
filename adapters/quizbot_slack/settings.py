"""Here is what the Slack adapter reads of the settings, and which of them go together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from quizbot.errors import SettingsError

API = "https://slack.com/api/"
KEY_CHARACTERS = 32


@dataclass(frozen=True, slots=True)
class Settings:
    """How quizbot connects to Slack.

    `bot_token`: of the one workspace. `app_token`: Socket Mode. `signing_secret`: HTTP.
    `client_id` and `client_secret`: many workspaces, which install by themselves; their tokens
    are encrypted with `secret_key`.
    """

    bot_token: str = field(default="", repr=False)
    app_token: str = field(default="", repr=False)
    signing_secret: str = field(default="", repr=False)
    client_id: str = ""
    client_secret: str = field(default="", repr=False)
    api_url: str = API
    secret_key: str = field(default="", repr=False)

    @property
    def many(self) -> bool:
        """Whether workspaces install quizbot by themselves."""
        return bool(self.client_id)


def read(given: Mapping[str, str]) -> Settings:
    """The adapter's settings.

    Raises SettingsError where what is given isn't enough to connect, or contradicts itself.
    """
    names = ("bot_token", "app_token", "signing_secret", "client_id", "client_secret", "api_url")
    found = {name: given.get(f"slack_{name}", "") for name in names}
    found["secret_key"] = given.get("secret_key", "")
    settings = Settings(**{name: value for name, value in found.items() if value})
    _check(settings)
    return settings


def _check(settings: Settings) -> None:
    for name, value, start in (
        ("SLACK_BOT_TOKEN", settings.bot_token, "xoxb-"),
        ("SLACK_APP_TOKEN", settings.app_token, "xapp-"),
    ):
        if value and not value.startswith(start):
            raise SettingsError(f"{name} doesn't start with {start}: it is another kind of token")
    if not settings.api_url.endswith("/api/"):
        raise SettingsError("QUIZBOT_SLACK_API_URL must end in /api/")
    if bool(settings.client_id) != bool(settings.client_secret):
        raise SettingsError("SLACK_CLIENT_ID and SLACK_CLIENT_SECRET go together: set both")
    if settings.many and not settings.signing_secret:
        raise SettingsError("many workspaces need SLACK_SIGNING_SECRET beside SLACK_CLIENT_ID")
    if settings.many and len(settings.secret_key) < KEY_CHARACTERS:
        raise SettingsError(
            f"many workspaces need QUIZBOT_SECRET_KEY, at least {KEY_CHARACTERS} characters, to"
            " encrypt their tokens. Make one: python3 -c 'import secrets;"
            " print(secrets.token_urlsafe(32))'"
        )
    if settings.many and settings.bot_token:
        raise SettingsError(
            "SLACK_BOT_TOKEN is for one workspace: leave it out with SLACK_CLIENT_ID"
        )
    if not settings.many and not settings.bot_token:
        raise SettingsError("set SLACK_BOT_TOKEN, the token that starts with xoxb-")
    if not settings.app_token and not settings.signing_secret:
        raise SettingsError(
            "Slack's events need a way in: set SLACK_APP_TOKEN (Socket Mode, no public address), or"
            " SLACK_SIGNING_SECRET (HTTP at /slack/events)"
        )
