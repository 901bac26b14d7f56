"""Here is Socket Mode: events over connections that quizbot opens, so it needs no address."""

from __future__ import annotations

import asyncio
import logging

from slack_bolt.adapter.socket_mode.async_internals import run_async_bolt_app, send_async_response
from slack_bolt.app.async_app import AsyncApp
from slack_sdk.socket_mode.aiohttp import SocketModeClient
from slack_sdk.socket_mode.async_client import AsyncBaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.web.async_client import AsyncWebClient

from quizbot_slack.limits import CONNECTIONS

log = logging.getLogger(__name__)

PING = 10.0
AGAIN = 1.0


class FreshTicketClient(SocketModeClient):
    """Asks for a new address for every handshake: each address is good for one.

    slack_sdk 3.48 tries an address that failed once for ever.
    """

    async def connect(self) -> None:
        """Connect, and go on trying until it works or the client is closed."""
        while not self.closed:
            try:
                await self._connect()
            except Exception as error:  # noqa: BLE001 - whatever failed, the next try is the remedy
                if not self.closed:
                    log.warning("Slack's socket can't be opened (%s); trying again", error)
                    await asyncio.sleep(AGAIN)
            else:
                return

    async def _connect(self) -> None:
        self.auto_reconnect_enabled = False
        if self.current_session is not None:
            await self.current_session.close()
        address = self.wss_uri or await self.issue_new_wss_url()
        self.wss_uri = None
        self.current_session = await self.aiohttp_client_session.ws_connect(
            address, autoping=False, heartbeat=self.ping_interval, proxy=self.proxy
        )
        self.auto_reconnect_enabled = self.default_auto_reconnect_enabled
        self.stale = False
        for task in (self.current_session_monitor, self.message_receiver):
            if task is not None:
                task.cancel()
        self.current_session_monitor = asyncio.ensure_future(self.monitor_current_session())
        self.message_receiver = asyncio.ensure_future(self.receive_messages())


class Sockets:
    """The connections. While one is made anew, Slack sends events over another."""

    def __init__(self, app: AsyncApp, app_token: str, web: AsyncWebClient) -> None:
        self._app = app
        self._app_token = app_token
        self._web = web
        self._clients: list[FreshTicketClient] = []

    async def open(self) -> None:
        """Connect all of them. Raises SlackApiError where Slack doesn't take the app's token."""
        await self._web.apps_connections_open(app_token=self._app_token)
        for _ in range(CONNECTIONS):
            client = FreshTicketClient(self._app_token, web_client=self._web, ping_interval=PING)
            client.socket_mode_request_listeners.append(self._handle)
            self._clients.append(client)
        await asyncio.gather(*(client.connect() for client in self._clients))

    async def close(self) -> None:
        """Disconnect."""
        for client in self._clients:
            await client.close()  # type: ignore[no-untyped-call]
        self._clients.clear()

    @property
    def connected(self) -> bool:
        """Whether at least one connection stands."""
        return any(
            client.current_session is not None and not client.current_session.closed
            for client in self._clients
        )

    async def _handle(self, client: AsyncBaseSocketModeClient, request: SocketModeRequest) -> None:
        response = await run_async_bolt_app(self._app, request)
        await send_async_response(client, request, response, 0.0)
