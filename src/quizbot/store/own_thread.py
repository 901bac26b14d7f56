"""Here is a thread of one's own: it does what it is given, one thing after another."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import TypeVar

T = TypeVar("T")

_Work = Callable[[], None]


class OwnThread:
    """A thread that the event loop hands work to.

    It wakes the loop in half the time that an executor takes, whose futures come in pairs: that is
    most of the wait of a lone press.
    """

    def __init__(self, name: str) -> None:
        self._work: SimpleQueue[_Work | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    async def do(self, work: Callable[[], T]) -> T:
        """What `work` returns or raises, done in the thread.

        Work that was handed over is done to its end, also where the caller is cancelled meanwhile.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()

        def run() -> None:
            try:
                result = work()
            except BaseException as error:  # noqa: BLE001 (handed to the caller, who raises it)
                loop.call_soon_threadsafe(_fail, done, error)
            else:
                loop.call_soon_threadsafe(_finish, done, result)

        self._work.put(run)
        return await done

    def end(self) -> None:
        """End the thread after the work that it was given."""
        self._work.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            work()


def _finish(done: asyncio.Future[T], result: T) -> None:
    if not done.done():
        done.set_result(result)


def _fail(done: asyncio.Future[T], error: BaseException) -> None:
    if not done.done():
        done.set_exception(error)
