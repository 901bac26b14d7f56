"""Here is quizbot's own HTTP server: routes and sockets of `ports`, carried by aiohttp."""

from __future__ import annotations

import asyncio
import errno
import logging
from collections.abc import Mapping, Sequence

from aiohttp import WSCloseCode, WSMsgType, web

from quizbot.errors import SettingsError
from quizbot.ports import Request, Response, Route, Server, Socket
from quizbot_web.limits import (
    BODY_BYTES,
    FRAME_BYTES,
    HEARTBEAT_SECONDS,
    READ_SECONDS,
    SHUTDOWN_SECONDS,
)
from quizbot_web.settings import address

log = logging.getLogger(__name__)

_READING = {"GET", "HEAD"}


def create(settings: Mapping[str, str]) -> Server:
    """The server on the `host` and `port` of `settings`. Raises SettingsError."""
    return AiohttpServer(*address(settings))


class AiohttpServer:
    """Serves on one address."""

    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._port = port

    async def run(self, routes: Sequence[Route | Socket]) -> None:
        """Serve `routes` until cancelled. Raises SettingsError where the address can't be had.

        The route with the longest fitting path answers. `/` means just that address: a page at
        the root doesn't swallow what nobody serves.
        """
        carrier = _Carrier(routes)
        application = web.Application(client_max_size=BODY_BYTES)
        application.router.add_route("*", "/{path:.*}", carrier.answer)
        application.on_shutdown.append(carrier.close_sockets)
        runner = web.AppRunner(
            application, access_log=None, handle_signals=False, shutdown_timeout=SHUTDOWN_SECONDS
        )
        await runner.setup()
        try:
            await self._listen(runner)
            await asyncio.Event().wait()
        finally:
            await runner.cleanup()

    async def _listen(self, runner: web.AppRunner) -> None:
        try:
            await web.TCPSite(runner, self._host, self._port).start()
        except OSError as error:
            raise SettingsError(self._problem(error)) from error
        for host, port, *_ in runner.addresses:
            log.info("listening on http://%s:%d", host, port)

    def _problem(self, error: OSError) -> str:
        match error.errno:
            case errno.EADDRINUSE:
                return (
                    f"port {self._port} on {self._host} is taken by another program. Stop it, or"
                    " set QUIZBOT_PORT to a free port"
                )
            case errno.EACCES | errno.EPERM:
                return (
                    f"port {self._port} may not be used by this account. Set QUIZBOT_PORT to a port"
                    " above 1023"
                )
            case _:
                return (
                    f"{self._host} is no address of this machine ({error.strerror or error}). Set"
                    " QUIZBOT_HOST to one, such as 127.0.0.1"
                )


class _Carrier:
    """Brings each request to its route, and keeps the open sockets to close them in the end."""

    def __init__(self, routes: Sequence[Route | Socket]) -> None:
        self._routes = routes
        self._sockets: set[web.WebSocketResponse] = set()

    async def answer(self, request: web.Request) -> web.StreamResponse:
        fitting = [route for route in self._routes if _fits(route.path, request.path)]
        fitting.sort(key=lambda route: len(route.path), reverse=True)
        if not fitting:
            return web.Response(status=404, text="Nothing is here.", headers=_NOSNIFF)
        if isinstance(fitting[0], Socket):
            return await self._socket(fitting[0], request)
        for route in fitting:
            if isinstance(route, Route) and route.method in _methods(request.method):
                return _response(await route.handle(await _request(request)))
        allowed = sorted({route.method for route in fitting if isinstance(route, Route)})
        return web.Response(
            status=405,
            text="This address takes other methods.",
            headers={**_NOSNIFF, "Allow": ", ".join(allowed)},
        )

    async def close_sockets(self, _: web.Application) -> None:
        closing = [
            socket.close(code=WSCloseCode.GOING_AWAY, message=b"quizbot stops")
            for socket in self._sockets
        ]
        await asyncio.gather(*closing, return_exceptions=True)

    async def _socket(self, route: Socket, request: web.Request) -> web.StreamResponse:
        asked = await _request(request)
        if refusal := route.admit(asked):
            return _response(refusal)
        socket = web.WebSocketResponse(
            heartbeat=HEARTBEAT_SECONDS, max_msg_size=FRAME_BYTES, compress=False
        )
        if not socket.can_prepare(request).ok:
            return web.Response(
                status=426,
                text="Only for WebSockets.",
                headers={**_NOSNIFF, "Upgrade": "websocket"},
            )
        await socket.prepare(request)
        self._sockets.add(socket)
        try:
            await route.handle(asked, _AiohttpWire(socket))
        finally:
            self._sockets.discard(socket)
            await socket.close()
        return socket


class _AiohttpWire:
    """An open WebSocket of aiohttp as a `ports.Wire`."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self._socket = socket

    async def send(self, text: str) -> None:
        if self._socket.closed:
            raise ConnectionError("the other end is gone")
        await self._socket.send_str(text)  # raises ClientConnectionResetError, a ConnectionError

    async def receive(self) -> str | None:
        message = await self._socket.receive()
        return str(message.data) if message.type is WSMsgType.TEXT else None


_NOSNIFF = {"X-Content-Type-Options": "nosniff"}


def _fits(path: str, asked: str) -> bool:
    return asked == path or (path.endswith("/") and path != "/" and asked.startswith(path))


def _methods(method: str) -> set[str]:
    return _READING if method in _READING else {method}


async def _request(request: web.Request) -> Request:
    try:
        async with asyncio.timeout(READ_SECONDS):
            body = await request.read()
    except TimeoutError as error:
        raise web.HTTPRequestTimeout from error
    headers: dict[str, str] = {}
    for name, value in request.headers.items():
        key = name.lower()
        headers[key] = f"{headers[key]}, {value}" if key in headers else value
    return Request(request.method, request.path, headers, dict(request.query), body)


def _response(response: Response) -> web.Response:
    sent = web.Response(status=response.status, body=response.body, headers=_NOSNIFF)
    sent.headers.update(response.headers)
    sent.headers["Content-Type"] = response.content_type
    return sent
