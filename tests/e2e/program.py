"""Here is quizbot as a stranger starts it: a process of its own, with a page to open."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp

PATIENCE = 30


class Program:
    """A `quizbot run` in `folder`."""

    def __init__(self, folder: Path, questions: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self._folder = folder
        self._questions = questions
        self._process: asyncio.subprocess.Process | None = None

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    @property
    def database(self) -> Path:
        return self._folder / "data" / "quizbot.db"

    async def start(self) -> None:
        """Start it and wait until it is ready."""
        environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("QUIZBOT_", "SLACK_", "DISCORD_"))
        }
        environment |= {
            "QUIZBOT_PORT": str(self._port),
            "QUIZBOT_QUESTIONS": str(self._questions),
        }
        log = (self._folder / "log.txt").open("ab")
        with log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "quizbot",
                "run",
                cwd=self._folder,
                env=environment,
                stdout=log,
                stderr=log,
            )
        async with asyncio.timeout(PATIENCE):
            while not await self._ready():
                if self._process.returncode is not None:
                    raise AssertionError((self._folder / "log.txt").read_text())
                await asyncio.sleep(0.05)

    async def kill(self) -> None:
        """SIGKILL: no word of farewell."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> int:
        """SIGTERM; the exit code."""
        return await self._end(signal.SIGTERM)

    async def _end(self, number: signal.Signals) -> int:
        if self._process is None:
            return 0
        process, self._process = self._process, None
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(number)
        async with asyncio.timeout(PATIENCE):
            return await process.wait()

    async def _ready(self) -> bool:
        try:
            async with (
                aiohttp.ClientSession() as session,
                session.get(f"{self.origin}/readyz") as response,
            ):
                return bool(json.loads(await response.text())["ready"])
        except (aiohttp.ClientError, ValueError, KeyError):
            return False


@contextlib.asynccontextmanager
async def running(folder: Path, questions: Path) -> AsyncIterator[Program]:
    """A program that is ready; stopped at the end."""
    program = Program(folder, questions)
    await program.start()
    try:
        yield program
    finally:
        await program.stop()
