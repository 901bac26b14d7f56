"""Here is Socket Mode: events over connections that quizbot opens, so it needs no address."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from aiohttp import ClientWebSocketResponse, WSMsgType
from slack_bolt.adapter.socket_mode.async_internals import run_async_bolt_app, send_async_response
from slack_bolt.app.async_app import AsyncApp
from slack_sdk.socket_mode.aiohttp import SocketModeClient
from slack_sdk.socket_mode.async_client import AsyncBaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.web.async_client import AsyncWebClient

from quizbot_slack.limits import CONNECTIONS

log = logging.getLogger(__name__)

PING = 10.0
AGAIN, LONGEST = 0.5, 30.0
GRACE = 12.0
"""Seconds for which an old connection is still read at most after a new one stands: Slack warns
some ten seconds before it lets go."""


class FreshTicketClient(SocketModeClient):
    """Asks for a new address for every handshake: each address is good for one.

    slack_sdk 3.48 tries an address that failed once for ever.
    """

    def __init__(self, app_token: str, web_client: AsyncWebClient) -> None:
        super().__init__(app_token, web_client=web_client, ping_interval=PING)
        self._retiring: set[asyncio.Future[None]] = set()

    async def connect(self) -> None:
        """Connect, and go on trying, more and more seldom, until it works or it is closed."""
        pause = AGAIN
        while not self.closed:
            try:
                await self._connect()
            except Exception as error:  # noqa: BLE001 - whatever failed, the next try is the remedy
                if not self.closed:
                    status = getattr(error, "status", "")  # never the address: it is a secret
                    log.warning(
                        "Slack's socket can't be opened: %s %s", type(error).__name__, status
                    )
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, LONGEST)
            else:
                return

    async def _connect(self) -> None:
        """Open a new connection first; the old one is read until Slack has let go of it."""
        address = self.wss_uri or await self.issue_new_wss_url()
        self.wss_uri = None
        fresh = await self.aiohttp_client_session.ws_connect(
            address, autoping=False, heartbeat=self.ping_interval, proxy=self.proxy
        )
        old, self.current_session = self.current_session, fresh
        self.stale = False
        self.last_ping_pong_time = None
        if self.current_session_monitor is not None:
            self.current_session_monitor.cancel()
        if old is not None:
            retiring = asyncio.ensure_future(self._retire(old, self.message_receiver))
            self._retiring.add(retiring)
            retiring.add_done_callback(self._retiring.discard)
        self.current_session_monitor = asyncio.ensure_future(self.monitor_current_session())
        self.message_receiver = asyncio.ensure_future(self.receive_messages())

    async def close(self) -> None:
        """Close, old connections too."""
        retiring = list(self._retiring)
        for one in retiring:
            one.cancel()
        await asyncio.gather(*retiring, return_exceptions=True)
        await super().close()  # type: ignore[no-untyped-call]

    async def _retire(
        self, session: ClientWebSocketResponse, receiver: asyncio.Future[None] | None
    ) -> None:
        """Read an old connection until Slack closes it; slack_sdk's own receiver stops too early.

        That one reads a single message more once there is another session.
        """
        if receiver is not None:
            receiver.cancel()
            await asyncio.wait({receiver})
        try:
            async with asyncio.timeout(GRACE):
                async for message in session:
                    if message.type is WSMsgType.TEXT:
                        await self.enqueue_message(message.data)
                    elif message.type is WSMsgType.PING:
                        await session.pong(message.data)
        except TimeoutError:
            pass
        finally:
            await session.close()


class Sockets:
    """The connections. While one is made anew, Slack sends events over another."""

    def __init__(self, app: AsyncApp, app_token: str, web: AsyncWebClient) -> None:
        self._app = app
        self._app_token = app_token
        self._web = web
        self._clients: list[FreshTicketClient] = []
        self._handling: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        """Connect all of them. Raises SlackApiError where Slack doesn't take the app's token."""
        await self._web.apps_connections_open(app_token=self._app_token)
        for _ in range(CONNECTIONS):
            client = FreshTicketClient(self._app_token, self._web)
            client.socket_mode_request_listeners.append(self._handle)
            self._clients.append(client)
        await asyncio.gather(*(client.connect() for client in self._clients))

    async def close(self) -> None:
        """Disconnect."""
        for client in self._clients:
            await client.close()
        self._clients.clear()

    @property
    def connected(self) -> bool:
        """Whether at least one connection stands."""
        return any(
            client.current_session is not None and not client.current_session.closed
            for client in self._clients
        )

    @property
    def handling(self) -> set[asyncio.Task[Any]]:
        """Events being taken, whose acknowledgements aren't out yet."""
        return set(self._handling)

    async def _handle(self, client: AsyncBaseSocketModeClient, request: SocketModeRequest) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._handling.add(task)
            task.add_done_callback(self._handling.discard)
        response = await run_async_bolt_app(self._app, request)
        await send_async_response(client, request, response, 0.0)
