"""Here are the workspaces that quizbot is installed in, and their tokens, encrypted at rest."""

from __future__ import annotations

import base64
import hashlib
import json
import logging
from collections.abc import Mapping
from typing import Any

import aiohttp
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from quizbot.errors import Refused
from quizbot.ports import Cabinet
from quizbot_slack import limits
from quizbot_slack.calls import NO_ANSWER, code_of
from quizbot_slack.settings import Settings

log = logging.getLogger(__name__)

_DRAWER = "slack/installed/"


class Workspaces:
    """The one workspace of the settings' token, or the many that installed quizbot."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.only = ""
        """The one workspace, where there is one; a guest's payload names their own instead."""

        self._cabinet: Cabinet | None = None
        self._http: aiohttp.ClientSession | None = None
        self._clients: dict[str, AsyncWebClient] = {}
        self._bots: dict[str, str] = {}
        self._box = _box(settings.secret_key) if settings.many else None

    def open(self, cabinet: Cabinet, http: aiohttp.ClientSession) -> None:
        """Work with these from now on."""
        self._cabinet, self._http = cabinet, http
        self._clients.clear()
        self._bots.clear()

    @property
    def cabinet(self) -> Cabinet:
        """Where installations are kept. Raises Refused while the adapter isn't running."""
        if self._cabinet is None:
            raise Refused("the Slack adapter isn't running")
        return self._cabinet

    async def check(self) -> None:
        """Ask Slack about the one workspace's token. Raises SlackApiError where it is refused."""
        if self._settings.bot_token:
            found = await self._client(self._settings.bot_token).auth_test()
            self.only = str(found["team_id"])
            self._bots[self.only] = str(found["bot_id"])

    async def client(self, team: str) -> AsyncWebClient:
        """The workspace's web client. Raises Refused where quizbot isn't installed there."""
        token = self._settings.bot_token or (await self._installed(team)).get("token", "")
        if not token:
            raise Refused(f"quizbot isn't installed in workspace {team}")
        return self._client(token)

    async def bot(self, team: str) -> str:
        """The id of our own bot in a workspace, remembered. Raises Refused where there is none."""
        if team not in self._bots:
            kept = await self._installed(team)
            if not kept:
                raise Refused(f"quizbot isn't installed in workspace {team}")
            self._bots[team] = kept["bot_id"]
        return self._bots[team]

    async def keep(self, granted: Mapping[str, Any]) -> None:
        """Keep what `oauth.v2.access` granted; an earlier installation is replaced.

        Raises ValueError where it grants no bot in a workspace (an organisation's isn't taken yet),
        SlackApiError where the token is no good.
        """
        team = str((granted.get("team") or {}).get("id") or "")
        token = str(granted.get("access_token") or "")
        if not team or not token:
            raise ValueError("no bot in a workspace was granted")
        answer = await self._client(token).auth_test()
        kept = {"token": token, "bot_id": answer["bot_id"], "bot_user": answer["user_id"]}
        await self.cabinet.put(_DRAWER + team, self._sealed(json.dumps(kept)))
        self._bots.pop(team, None)
        log.info("installed in Slack workspace %s", team)

    async def forget(self, team: str, event: Mapping[str, Any]) -> None:
        """The App was removed from a workspace, or its bot's token was revoked."""
        if event.get("type") == "tokens_revoked" and not (event.get("tokens") or {}).get("bot"):
            return
        if await self._still_works(team):
            return  # an old event that came late: the workspace has installed it again meanwhile
        self._bots.pop(team, None)
        self._clients.clear()
        if self._settings.many:
            await self.cabinet.remove(_DRAWER + team)
        log.warning("removed from Slack workspace %s", team)

    async def _still_works(self, team: str) -> bool:
        """Whether Slack takes the token; a Slack that doesn't say throws none away."""
        try:
            await (await self.client(team)).auth_test()
        except Refused:
            return False
        except SlackApiError as error:
            return code_of(error) not in limits.TOKEN_WRONG
        except NO_ANSWER as error:
            log.warning("workspace %s may be gone: %s", team, type(error).__name__)
        return True

    async def _installed(self, team: str) -> dict[str, str]:
        sealed = await self.cabinet.get(_DRAWER + team) if self._settings.many else None
        if sealed is None or self._box is None:
            return {}
        try:
            return dict(json.loads(self._box.decrypt(sealed.encode())))
        except InvalidToken:
            raise Refused(
                f"the token of workspace {team} was encrypted with another QUIZBOT_SECRET_KEY"
            ) from None

    def _sealed(self, text: str) -> str:
        if self._box is None:
            raise Refused("SLACK_CLIENT_ID isn't set: workspaces can't install quizbot")
        return self._box.encrypt(text.encode()).decode()

    def _client(self, token: str) -> AsyncWebClient:
        if token not in self._clients:
            # No retries of the library's own: a lost answer to a post would make a second one.
            self._clients[token] = AsyncWebClient(
                token=token,
                base_url=self._settings.api_url,
                session=self._http,
                retry_handlers=[],
            )
        return self._clients[token]


def _box(keys: str) -> MultiFernet:
    """What seals with the first of the keys, and opens with any (after a change of keys)."""
    return MultiFernet(
        [
            Fernet(base64.urlsafe_b64encode(hashlib.sha256(key.strip().encode()).digest()))
            for key in keys.split(",")
        ]
    )
