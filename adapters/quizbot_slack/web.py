"""Here is Slack over HTTP: signed events at /slack/events, and installing by OAuth."""

from __future__ import annotations

import hashlib
import hmac
import logging
import secrets
from collections.abc import Sequence
from datetime import timedelta
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlencode, urljoin

from slack_bolt.app.async_app import AsyncApp
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_sdk.errors import SlackApiError
from slack_sdk.oauth import AuthorizeUrlGenerator
from slack_sdk.web.async_client import AsyncWebClient

from quizbot.clock import Clock
from quizbot.ports import Request, Response, Route
from quizbot_slack.calls import NO_ANSWER
from quizbot_slack.limits import BOT_SCOPES, OPTIONAL_SCOPES, REQUEST_AGE
from quizbot_slack.settings import Settings
from quizbot_slack.workspaces import Workspaces

log = logging.getLogger(__name__)

EVENTS, INSTALL, REDIRECT = "/slack/events", "/slack/install", "/slack/oauth_redirect"
STATE = "quizbot_slack_state"
STATE_LASTS = timedelta(minutes=10)


_NOT_RUNNING = Response(503, b"Not running.\n", headers={"Retry-After": "5"})


class Web:
    """Slack's addresses on quizbot's HTTP server. `app` is None while the adapter isn't running."""

    def __init__(self, settings: Settings, workspaces: Workspaces, clock: Clock) -> None:
        self._settings = settings
        self._workspaces = workspaces
        self._clock = clock
        self.app: AsyncApp | None = None

    @property
    def routes(self) -> Sequence[Route]:
        """The addresses that the settings ask for."""
        found: list[Route] = []
        if self._settings.signing_secret:
            found.append(Route("POST", EVENTS, self._events))
        if self._settings.many:
            found.append(Route("GET", INSTALL, self._install))
            found.append(Route("GET", REDIRECT, self._redirect))
        return found

    async def _events(self, request: Request) -> Response:
        """One event. The raw bytes are verified before anything reads them."""
        if not self._signed(request):
            return Response(401, b"The signature doesn't fit.\n")
        if self.app is None:
            return _NOT_RUNNING
        try:
            asked = _as_bolt_reads(request)
        except (ValueError, TypeError, AttributeError):  # Bolt takes every body for an event's
            return Response(400, b"Not an event.\n")
        said = await self.app.async_dispatch(asked)
        kind = said.headers.get("content-type", ["text/plain; charset=utf-8"])[0]
        return Response(said.status, (said.body or "").encode(), content_type=kind)

    def _signed(self, request: Request) -> bool:
        stamp = request.headers.get("x-slack-request-timestamp", "")
        signature = request.headers.get("x-slack-signature", "")
        if not stamp.isascii() or not stamp.isdecimal() or len(stamp) > 12 or not signature:
            return False
        age = abs(self._clock.now().timestamp() - int(stamp))
        if age > REQUEST_AGE.total_seconds() or not signature.isascii():
            return False
        # slack_sdk's verifier decodes the body first, so that a stranger's bytes break it.
        signed = f"v0:{stamp}:".encode() + request.body
        made = hmac.new(self._settings.signing_secret.encode(), signed, hashlib.sha256)
        return hmac.compare_digest(f"v0={made.hexdigest()}", signature)

    async def _install(self, _request: Request) -> Response:
        """Send the visitor to Slack to choose a workspace, with a state to come back with."""
        if self.app is None:
            return _NOT_RUNNING
        state = secrets.token_urlsafe(32)
        until = self._clock.now() + STATE_LASTS
        await self._workspaces.cabinet.put(_drawer(state), "1", until=until)
        asked = AuthorizeUrlGenerator(
            client_id=self._settings.client_id,
            scopes=[*BOT_SCOPES, *OPTIONAL_SCOPES],
            authorization_url=urljoin(self._settings.api_url, "/oauth/v2/authorize"),
        ).generate(state)
        cookie = (
            f"{STATE}={state}; Path=/slack; Max-Age={int(STATE_LASTS.total_seconds())};"
            " HttpOnly; Secure; SameSite=Lax"
        )
        return Response(302, headers={"Location": asked, "Set-Cookie": cookie})

    async def _redirect(self, request: Request) -> Response:
        """The visitor comes back from Slack: keep what was granted, and open the App there."""
        if refusal := await self._refusal(request):
            return refusal
        try:
            granted = await self._granted(request.query["code"])
            await self._workspaces.keep(granted)
        except (SlackApiError, ValueError) as error:
            log.warning("an installation failed: %s", type(error).__name__)
            return Response(400, b"Slack didn't grant it. Begin anew.\n")
        except NO_ANSWER as error:
            log.warning("an installation failed: %s", type(error).__name__)
            return Response(502, b"Slack can't be reached. Begin anew in a minute.\n")
        team = (granted.get("team") or {}).get("id", "")
        where = urlencode({"app": granted.get("app_id", ""), "team": team})
        address = urljoin(self._settings.api_url, f"/app_redirect?{where}")
        return Response(302, headers={"Location": address})

    async def _refusal(self, request: Request) -> Response | None:
        """Why nothing is asked of Slack for this visitor; the state is used up."""
        if self.app is None:
            return _NOT_RUNNING
        state = request.query.get("state", "")
        if not state or not secrets.compare_digest(state.encode(), _cookie(request).encode()):
            return Response(400, b"This installation wasn't begun in this browser. Begin anew.\n")
        if await self._workspaces.cabinet.take(_drawer(state)) is None:
            return Response(400, b"This installation took too long, or was used. Begin anew.\n")
        if not request.query.get("code"):
            return Response(400, b"Slack gave no code: the installation was cancelled.\n")
        return None

    async def _granted(self, code: str) -> dict[str, Any]:
        web = AsyncWebClient(base_url=self._settings.api_url, retry_handlers=[])
        asked = {
            "client_id": self._settings.client_id,
            "client_secret": self._settings.client_secret,
            "code": code,
        }
        answer = await web.api_call("oauth.v2.access", data=asked)
        return dict(answer.data) if isinstance(answer.data, dict) else {}


def _as_bolt_reads(request: Request) -> AsyncBoltRequest:
    return AsyncBoltRequest(
        body=request.body.decode(),
        query=urlencode(request.query),
        headers={name: [value] for name, value in request.headers.items()},
    )


def _drawer(state: str) -> str:
    return f"slack/state/{state}"


def _cookie(request: Request) -> str:
    try:
        found = SimpleCookie(request.headers.get("cookie", "")).get(STATE)
    except CookieError:
        return ""
    return found.value if found else ""
