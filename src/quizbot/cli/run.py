"""Here is `quizbot run`."""

from __future__ import annotations

import asyncio

from quizbot.cli import logs
from quizbot.cli.ending import errors, load_settings, told
from quizbot.clock import SystemClock
from quizbot.runtime import adapters_of
from quizbot.runtime import run as run_runtime


def run() -> None:
    """Start the bot: every platform that is configured, else the playground in your browser."""
    with told():
        settings = load_settings()
        logs.configure(settings)
        adapters = adapters_of(settings)
        if "web" in adapters:
            errors.print(f"Playground: http://{settings.host}:{settings.port}", style="bold green")
        asyncio.run(run_runtime(settings, SystemClock(), adapters))
