"""Here is what cancellation may not cut in two."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


async def to_its_end(work: Coroutine[Any, Any, T]) -> T:
    """What `work` returns or raises.

    Where the caller is cancelled meanwhile, the work is still brought to its end, and only then the
    caller is: so that a lock which is being taken or given back is never left in between.
    """
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        while not task.done():
            try:
                await asyncio.wait([task])
            except asyncio.CancelledError:
                continue
        if not task.cancelled():
            task.exception()  # the cancellation outweighs it
        raise
