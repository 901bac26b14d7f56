"""Our HTTP server: the right route, the right refusal, and nobody else's page."""

from __future__ import annotations

import asyncio
import contextlib
import io
import socket
from collections.abc import AsyncIterator, Sequence

import aiohttp
import pytest

import quizbot_web
from adapters.web.playground import Playground, free_port
from adapters.web.scripted import board, png
from quizbot.errors import SettingsError
from quizbot.ports import Request, Response, Route, Socket, Wire
from quizbot.refs import UserRef
from quizbot_web import server
from quizbot_web.limits import BODY_BYTES, FRAME_BYTES


def _said(name: str) -> Route:
    async def handle(request: Request) -> Response:
        return Response(200, f"{name} {request.path} {len(request.body)}".encode())

    return Route("POST" if name == "post" else "GET", f"/{name}", handle)


@contextlib.asynccontextmanager
async def _serving(routes: Sequence[Route | Socket]) -> AsyncIterator[str]:
    port = free_port()
    task = asyncio.create_task(server.create({"port": str(port)}).run(routes))
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except ConnectionRefusedError:
            await asyncio.sleep(0.01)
        else:
            writer.close()
            await writer.wait_closed()
            break
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        task.cancel()
        await asyncio.wait([task])


async def _below(request: Request) -> Response:
    return Response(200, f"below {request.path} {request.query.get('q')}".encode())


async def _broken(request: Request) -> Response:
    raise RuntimeError("secret words")


class TestRouting:
    async def test_exact_paths_prefixes_and_what_is_not_there(self) -> None:
        routes = [
            _said("exact"),
            _said("post"),
            Route("GET", "/tree/", _below),
            Route("GET", "/", _below),
        ]
        async with _serving(routes) as origin, aiohttp.ClientSession(origin) as http:
            for path, status, text in (
                ("/exact", 200, "exact /exact 0"),
                ("/exact/more", 404, None),
                ("/tree/a/b?q=1", 200, "below /tree/a/b 1"),
                ("/tree", 404, None),
                ("/", 200, "below / None"),
                ("/other", 404, None),
            ):
                async with http.get(path) as response:
                    assert response.status == status, path
                    assert text in (None, await response.text())

    async def test_a_wrong_method_is_405_and_a_large_body_413(self) -> None:
        async with (
            _serving([_said("post")]) as origin,
            aiohttp.ClientSession(origin) as http,
        ):
            async with http.get("/post") as response:
                assert (response.status, response.headers["allow"]) == (405, "POST")
            async with http.post("/post", data=io.BytesIO(b"x" * BODY_BYTES)) as response:
                assert response.status == 200
            async with http.post("/post", data=io.BytesIO(b"x" * (BODY_BYTES + 1))) as response:
                assert response.status == 413

    async def test_a_broken_handler_tells_nothing_of_itself(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        async with (
            _serving([Route("GET", "/broken", _broken)]) as origin,
            aiohttp.ClientSession(origin) as http,
            http.get("/broken") as response,
        ):
            assert response.status == 500
            assert "secret" not in await response.text()
        assert "secret words" in caplog.text

    async def test_a_head_is_answered_like_a_get_without_a_body(self) -> None:
        async with (
            _serving([_said("exact")]) as origin,
            aiohttp.ClientSession(origin) as http,
            http.head("/exact") as response,
        ):
            assert (response.status, await response.read()) == (200, b"")


class TestSockets:
    async def test_admission_comes_before_the_upgrade_and_a_long_frame_ends_it(self) -> None:
        got: list[str | None] = []

        def admit(request: Request) -> Response | None:
            return Response(403, b"no") if request.query.get("no") else None

        async def echo(request: Request, wire: Wire) -> None:
            while (text := await wire.receive()) is not None:
                got.append(text)
                await wire.send(f"{request.path} {text}")

        async with (
            _serving([Socket("/live", admit, echo)]) as origin,
            aiohttp.ClientSession(origin) as http,
        ):
            async with http.get("/live") as response:
                assert response.status == 426
            with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
                await http.ws_connect("/live?no=1")
            async with http.ws_connect("/live") as wire:
                await wire.send_str("hello")
                assert await wire.receive_str() == "/live hello"
                await wire.send_str("x" * (FRAME_BYTES + 1))
                assert (await wire.receive()).type is aiohttp.WSMsgType.CLOSE
                assert wire.close_code == aiohttp.WSCloseCode.MESSAGE_TOO_BIG
        assert got == ["hello"]

    async def test_stopping_closes_open_sockets_at_once(self) -> None:
        async def wait(request: Request, wire: Wire) -> None:
            await wire.receive()

        async with contextlib.AsyncExitStack() as stack:
            http = await stack.enter_async_context(aiohttp.ClientSession())
            serving = _serving([Socket("/live", lambda _: None, wait)])
            origin = await serving.__aenter__()
            wire = await stack.enter_async_context(http.ws_connect(f"{origin}/live"))
            receiving = asyncio.create_task(wire.receive())
            async with asyncio.timeout(3):
                await serving.__aexit__(None, None, None)
                await receiving
            assert wire.close_code == aiohttp.WSCloseCode.GOING_AWAY


class TestSettings:
    async def test_a_taken_port_is_told_in_plain_words(self) -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = str(taken.getsockname()[1])
            with pytest.raises(SettingsError, match=f"{port}.*taken.*QUIZBOT_PORT"):
                await server.create({"port": port}).run([])

    async def test_an_address_that_is_not_ours_is_told_in_plain_words(self) -> None:
        with pytest.raises(SettingsError, match="QUIZBOT_HOST"):
            await server.create({"host": "192.0.2.1", "port": str(free_port())}).run([])

    @pytest.mark.parametrize("port", ["abc", "-1", "65536", "８０"])
    def test_a_port_that_is_none_is_told(self, port: str) -> None:
        with pytest.raises(SettingsError, match="QUIZBOT_PORT"):
            server.create({"port": port})

    @pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.2", "quiz.example.org"])
    def test_the_playground_is_never_served_to_other_machines(self, host: str) -> None:
        with pytest.raises(SettingsError, match="QUIZBOT_PLAYGROUND=0"):
            quizbot_web.create({"host": host})


class TestGuard:
    async def test_the_page_comes_with_a_strict_policy(self, playground: Playground) -> None:
        async with aiohttp.ClientSession(playground.origin) as http:
            for path in (
                "/",
                "/playground/page.js",
                "/playground/page.css",
                "/playground/icon.svg",
            ):
                async with http.get(path) as response:
                    assert response.status == 200, path
                    policy = response.headers["content-security-policy"]
                    assert policy.startswith(
                        "default-src 'none'; script-src 'self'; style-src 'self'"
                    )
                    assert response.headers["x-content-type-options"] == "nosniff"
                    assert response.headers["referrer-policy"] == "no-referrer"
                    tag = response.headers["etag"]
                async with http.get(path, headers={"if-none-match": tag}) as response:
                    assert response.status == 304
            for path in (
                "/playground/adapter.py",
                "/playground/../adapter.py",
                "/playground/files/x",
            ):
                async with http.get(path) as response:
                    assert response.status == 404, path

    @pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "a@localhost", ""])
    async def test_another_name_for_this_machine_is_refused(
        self, playground: Playground, host: str
    ) -> None:
        port = playground.settings["port"]
        async with aiohttp.ClientSession(playground.origin) as http:
            for name in (host, f"{host}:{port}"):
                async with http.get("/", headers={"host": name}) as response:
                    assert response.status == 403, name

    async def test_loopback_names_with_the_right_port_are_ours(
        self, playground: Playground
    ) -> None:
        port = playground.settings["port"]
        async with aiohttp.ClientSession(playground.origin) as http:
            for name, status in (
                (f"localhost:{port}", 200),
                (f"[::1]:{port}", 200),
                (f"127.0.0.1:{port}", 200),
                ("localhost:1", 403),
            ):
                async with http.get("/", headers={"host": name}) as response:
                    assert response.status == status, name

    @pytest.mark.parametrize("origin", [None, "http://evil.example", "null", "http://127.0.0.1:1"])
    async def test_a_socket_from_another_page_is_refused(
        self, playground: Playground, origin: str | None
    ) -> None:
        async with aiohttp.ClientSession(playground.origin) as http:
            with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
                await http.ws_connect("/playground/live?as=ada", origin=origin)

    async def test_a_stranger_is_no_persona(self, playground: Playground) -> None:
        async with aiohttp.ClientSession(playground.origin) as http:
            with pytest.raises(aiohttp.WSServerHandshakeError, match="400"):
                await http.ws_connect("/playground/live?as=eve", origin=playground.origin)

    async def test_a_file_is_handed_to_those_who_see_its_message(
        self, playground: Playground
    ) -> None:
        await playground.adapter.tell(UserRef("web", "", "ada"), board())
        async with playground.page("ada") as ada:
            (article,) = ada.articles.values()
        picture, table = (block for block in article["body"]["blocks"] if "file" in block)
        async with aiohttp.ClientSession(playground.origin) as http:
            async with http.get(f"/playground/files/{picture['file']}?as=ada") as response:
                assert response.content_type == "image/png"
                assert await response.read() == png(160, 60)
            async with http.get(f"/playground/files/{table['file']}?as=ada") as response:
                assert response.headers["content-disposition"].startswith("attachment")
            async with http.get(f"/playground/files/{table['file']}?as=ben") as response:
                assert response.status == 404
            async with http.get(f"/playground/files/{table['file']}") as response:
                assert response.status == 404
