"""Here is the one place of wiring: settings become a store, banks, adapters and tasks."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal
from collections.abc import AsyncIterator, Iterator, Mapping
from datetime import timedelta

from quizbot import plugins
from quizbot.app import delivery, digest, health, scheduler, shelving
from quizbot.app.bell import Bell
from quizbot.app.counts import Counts
from quizbot.app.playground import ensure_schedule
from quizbot.app.tools import Library, Tools
from quizbot.app.tutor import FrontDoor
from quizbot.bank.catalog import Catalog, fingerprint
from quizbot.clock import Clock
from quizbot.errors import SettingsError
from quizbot.ports import Adapter, Route, Socket, Tutor
from quizbot.settings import Settings
from quizbot.store.store import Store
from quizbot.store.upgrading import upgrade

log = logging.getLogger(__name__)

LOOK_AT_FILES = timedelta(seconds=5)
START_AGAIN = timedelta(seconds=5)
DRAIN = timedelta(seconds=10)

PLATFORMS: Mapping[str, frozenset[str]] = {
    "slack": frozenset({"slack_bot_token", "slack_client_id"}),
    "discord": frozenset({"discord_token"}),
}
"""The settings any of which switches an adapter on."""


@contextlib.asynccontextmanager
async def opened(settings: Settings, clock: Clock) -> AsyncIterator[Tools]:
    """The tools over the settings' database (brought up to date) and banks; closed at the end.

    Raises StoreError where the database can't be used.
    """
    await upgrade(settings.database_url)
    store = await Store.open(settings.database_url)
    try:
        library = Library(settings.questions, Catalog.load(settings.questions))
        _report(library.catalog)
        gc.freeze()  # the banks live as long as the program: the collector needn't walk them
        tools = Tools(
            store,
            library,
            clock,
            Counts(),
            Bell(),
            admins=settings.admins,
            extra_time=settings.extra_time,
        )
        await shelving.shelve(tools)
        yield tools
    finally:
        await store.close()


async def run(settings: Settings, clock: Clock, adapters: Mapping[str, Adapter]) -> None:
    """Run quizbot with these adapters until SIGTERM or SIGINT; then finish what is in flight.

    Raises SettingsError or StoreError where it can't start.
    """
    server = plugins.server("http", _own(settings))
    async with opened(settings, clock) as tools:
        if "web" in adapters:
            await ensure_schedule(tools)
        routes: list[Route | Socket] = [*health.routes(tools.store, adapters)]
        routes += [route for adapter in adapters.values() for route in adapter.routes]
        tutor = FrontDoor(tools)
        with _signals() as stopping:
            work = asyncio.gather(
                server.run(routes),
                scheduler.run(tools, adapters),
                scheduler.run_counts(tools, adapters),
                delivery.run(tools, adapters),
                digest.run(tools, adapters),
                watch_banks(tools, playground="web" in adapters),
                *(keep_up(adapter, tutor) for adapter in adapters.values()),
            )
            await _until(stopping, work)


def adapters_of(settings: Settings) -> dict[str, Adapter]:
    """The adapters that the settings ask for, by name.

    Raises SettingsError where one isn't installed or its settings are wrong.
    """
    names = [name for name, keys in PLATFORMS.items() if keys & settings.adapters.keys()]
    playground = settings.playground
    if playground or (playground is None and not names):
        names.append("web")
    adapters = [plugins.adapter(name, _own(settings)) for name in names]
    return {adapter.platform: adapter for adapter in adapters}


async def keep_up(adapter: Adapter, tutor: Tutor) -> None:
    """Run `adapter`; where it breaks down, say so and start it again.

    Raises SettingsError: starting again mends no setting.
    """
    while True:
        try:
            await adapter.run(tutor)
        except SettingsError:
            raise
        except Exception:  # one platform's fault stops no other
            log.exception("the %s adapter broke down and starts again", adapter.platform)
        await asyncio.sleep(START_AGAIN.total_seconds())


async def watch_banks(tools: Tools, *, playground: bool = False) -> None:
    """Reload the banks whenever their files change.

    The playground gets its daily question as soon as there is a bank to ask from.
    """
    library = tools.library
    seen: str | None = None
    while True:
        try:
            before, seen = seen, await asyncio.to_thread(fingerprint, library.paths)
            if before not in {None, seen}:
                _report(await asyncio.to_thread(library.reload))
                if playground:
                    await ensure_schedule(tools)
        except Exception:  # whatever is in the files: what is served goes on
            log.exception("the banks could not be read anew; the last ones are still served")
        await asyncio.sleep(LOOK_AT_FILES.total_seconds())


def _own(settings: Settings) -> Mapping[str, str]:
    """What adapters and the server may read."""
    return {**settings.adapters, "host": settings.host, "port": str(settings.port)}


def _report(catalog: Catalog) -> None:
    for fault in catalog.faults:
        log.error("%s", fault)
    for bank in catalog.banks.values():
        log.info("bank %s: %d questions", bank.code, len(bank.items))
    if not catalog.banks:
        log.error("no question bank could be read: set QUIZBOT_QUESTIONS to a bank's folder")


@contextlib.contextmanager
def _signals() -> Iterator[asyncio.Event]:
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # Windows: Ctrl+C ends the loop instead
            loop.add_signal_handler(number, stopping.set)
    try:
        yield stopping
    finally:
        for number in (signal.SIGTERM, signal.SIGINT):
            with contextlib.suppress(NotImplementedError):
                loop.remove_signal_handler(number)


async def _until(stopping: asyncio.Event, work: asyncio.Future[list[None]]) -> None:
    """Wait for a signal or for the work to break; then give what is in flight time to finish."""
    signalled = asyncio.create_task(stopping.wait())
    await asyncio.wait((signalled, work), return_when=asyncio.FIRST_COMPLETED)
    signalled.cancel()
    if work.done():
        work.result()
        return
    log.info("stopping")
    work.cancel()
    with contextlib.suppress(asyncio.CancelledError, TimeoutError):
        async with asyncio.timeout(DRAIN.total_seconds()):
            await work
