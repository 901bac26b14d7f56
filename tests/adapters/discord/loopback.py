"""Here is a Discord of our own on loopback, to which the unmodified discord.py connects.

simcord stands in for discord.py's own network code; this is the network: lost answers, 429, a
gateway that drops, resumes and invalidates sessions.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass

from aiohttp import web

from adapters.discord.loopback_gateway import Gateway
from adapters.discord.loopback_rest import BASE, Rest
from adapters.discord.loopback_world import World


@dataclass(frozen=True, slots=True)
class Loopback:
    """A running Discord, its REST at `api`."""

    world: World
    gateway: Gateway
    api: str


@contextlib.asynccontextmanager
async def loopback() -> AsyncIterator[Loopback]:
    """A Discord while the context lasts."""
    world = World()
    gateway = Gateway(world)
    rest = Rest(world, lambda: gateway.address)
    app = web.Application(middlewares=[rest.middleware], client_max_size=20 << 20)
    app.add_routes([*rest.routes(), web.get("/socket{rest:.*}", gateway.connect)])
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    gateway.address = f"ws://{host}:{port}/socket"
    try:
        yield Loopback(world, gateway, f"http://{host}:{port}{BASE}")
    finally:
        await gateway.close()
        await runner.cleanup()
