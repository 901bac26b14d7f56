"""Here is `quizbot doctor`: what is set, what is wrong, and how to mend it."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import typer
from rich.console import Console

from quizbot.bank.catalog import Catalog
from quizbot.cli.ending import OUTSIDE, USAGE, load_settings, told
from quizbot.clock import SystemClock
from quizbot.errors import QuizbotError, SettingsError, Severity, StoreError
from quizbot.runtime import adapters_of
from quizbot.settings import Settings
from quizbot.store.store import Store

EARLIEST = datetime(2026, 1, 1, tzinfo=UTC)
"""quizbot didn't exist before: a clock that shows less is wrong."""


def doctor() -> None:
    """Look at the settings, the database, the clock, the banks and the platforms."""
    with told():
        settings = load_settings()
    console = Console(highlight=False)
    worst = 0
    for name, look, code in (
        ("settings", _settings, USAGE),
        ("database", _database, OUTSIDE),
        ("clock", _clock, OUTSIDE),
        ("banks", _banks, USAGE),
        ("platforms", _platforms, USAGE),
    ):
        try:
            console.print(f"✓ {name}: {look(settings)}", style="green", markup=False)
        except QuizbotError as error:
            console.print(f"✗ {name}: {error}", style="red", markup=False)
            worst = max(worst, code)
    if worst:
        raise typer.Exit(worst)


def _settings(settings: Settings) -> str:
    return f"{Path.cwd()}; HTTP on {settings.host}:{settings.port}"


def _database(settings: Settings) -> str:
    async def look() -> str:
        store = await Store.open(settings.database_url)
        await store.close()
        return "opens and is up to date"

    if settings.database_url.startswith("sqlite:///"):
        path = Path(settings.database_url.removeprefix("sqlite:///"))
        if not path.exists():
            return f"{path} will be made at the first start"
    return asyncio.run(look())


def _clock(_settings: Settings) -> str:
    now = SystemClock().now()
    if now < EARLIEST:
        raise StoreError(f"it shows {now:%Y-%m-%d %H:%M} UTC. Set this machine's clock.")
    try:
        ZoneInfo("Europe/Berlin")
    except ZoneInfoNotFoundError:
        raise StoreError("no time zones are known. Install: pip install tzdata") from None
    return f"{now:%Y-%m-%d %H:%M} UTC"


def _banks(settings: Settings) -> str:
    catalog = Catalog.load(settings.questions)
    broken = [fault for fault in catalog.faults if fault.severity is Severity.ERROR]
    if not catalog.banks:
        places = ", ".join(map(str, settings.questions))
        raise SettingsError(f"no bank in {places}. Set QUIZBOT_QUESTIONS to a bank's folder.")
    if broken:
        raise SettingsError(f"{len(broken)} errors. See them with: quizbot check")
    return ", ".join(f"{bank.title} ({len(bank.items)})" for bank in catalog.banks.values())


def _platforms(settings: Settings) -> str:
    told = [
        f"{name} ({'; '.join(adapter.notes)})" if adapter.notes else name
        for name, adapter in adapters_of(settings).items()
    ]
    return ", ".join(told) or "none, HTTP only"
