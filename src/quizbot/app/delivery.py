"""Here is delivering what is owed to channels: each post once, whatever breaks in between.

A post is leased, sent, and recorded as sent. The first try sends; every later try looks first,
because an earlier one may have arrived although no answer came.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from datetime import timedelta

from quizbot.app import telling
from quizbot.app.posting import Due, due_post
from quizbot.app.tools import Tools
from quizbot.errors import DeliveryError, Refused, StoreError, Unreachable, Unsure
from quizbot.ports import Adapter
from quizbot.refs import PostRef
from quizbot.store.values import Post, PostKind

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=60)
PATIENCE = timedelta(seconds=20)
"""How long a platform may take for one call; the lease outlasts a look and a send."""

AT_ONCE = 64
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=5), timedelta(minutes=15)
MOST_TRIES = 60
TOO_LATE = "it could only be posted after its close"
IDLE = timedelta(seconds=15)
"""Between two looks at the database: what another replica owes is seen after it."""

Adapters = Mapping[str, Adapter]


async def deliver(tools: Tools, adapters: Adapters) -> int:
    """Send everything that is owed now, all channels side by side; how many posts were tried."""
    posts = await _lease(tools, adapters, AT_ONCE)
    async with asyncio.TaskGroup() as group:
        for post in posts:
            group.create_task(deliver_one(tools, adapters, post))
    return len(posts)


async def run(tools: Tools, adapters: Adapters) -> None:
    """Deliver until cancelled; a channel that is slow to answer keeps no other one waiting."""
    ear = tools.bell.listen()
    busy: set[asyncio.Task[None]] = set()
    async with asyncio.TaskGroup() as group:
        while True:
            try:
                posts = await _lease(tools, adapters, AT_ONCE - len(busy))
                pause = await _pause(tools)
            except Exception:  # the database may be away: go on and try again
                log.exception("nothing could be delivered")
                posts, pause = [], IDLE
            for post in posts:
                task = group.create_task(deliver_one(tools, adapters, post))
                busy.add(task)
                task.add_done_callback(busy.discard)
                task.add_done_callback(lambda _: tools.bell.ring())
            if not posts:
                await ear.wait(pause)


async def deliver_one(tools: Tools, adapters: Adapters, post: Post) -> None:
    """Send one leased post and record what became of it. Raises nothing but cancellation."""
    adapter = adapters[post.channel.platform]
    try:
        await _try(tools, adapters, adapter, post)
    except Exception:  # one bad post stops no other; its lease ends and it is tried again
        log.exception("post %s: could not be delivered", post.id)


async def _lease(tools: Tools, adapters: Adapters, limit: int) -> list[Post]:
    working = [name for name, adapter in adapters.items() if not adapter.missing]
    if not working or not limit:
        return []
    async with tools.store.begin() as tx:
        return await tx.posts.lease(tools.clock.now(), LEASE, limit, working)


async def _try(tools: Tools, adapters: Adapters, adapter: Adapter, post: Post) -> None:
    try:
        due = await due_post(tools, post)
    except StoreError:
        raise
    except Exception as error:  # it can't even be written: give up after the usual tries
        log.exception("post %s: its message could not be made", post.id)
        await _again(
            tools, adapters, post, f"its message could not be made: {type(error).__name__}", None
        )
        return
    if due is None:
        await _give_up(tools, post, TOO_LATE)
        return
    try:
        sent = await _send(tools, adapter, post, due)
    except Unreachable as error:
        await _again(tools, adapters, post, str(error), error.retry_after)
    except _TooLate as error:
        await _give_up(tools, post, str(error))
    except Refused as error:
        await _give_up(tools, post, str(error))
        await telling.refused(tools, adapters, post, str(error))
    except Unsure as error:
        if isinstance(error, _MayNotLook) or post.tries >= MOST_TRIES:
            await _leave_undecided(tools, post, str(error))
            await telling.undecided(tools, adapters, post, str(error))
        else:
            await _again(tools, adapters, post, str(error), None)
    else:
        async with tools.store.begin() as tx:
            await tx.posts.sent(post.id, sent)


class _TooLate(DeliveryError):
    """Nothing arrived before the round's close, and now it makes no sense any more."""


class _MayNotLook(Unsure):
    """An earlier try may have arrived, and the platform doesn't let us look."""


async def _send(tools: Tools, adapter: Adapter, post: Post, due: Due) -> PostRef:
    """Send with patience; whatever may have arrived although it failed is Unsure."""
    try:
        async with asyncio.timeout(PATIENCE.total_seconds()):
            return await _do(tools, adapter, post, due)
    except TimeoutError:
        raise Unsure("no answer came in time") from None
    except DeliveryError:
        raise
    except Exception as error:  # an adapter broke its promise: the message may stand there
        log.exception("post %s: the %s adapter failed", post.id, adapter.platform)
        raise Unsure(f"the adapter failed: {type(error).__name__}") from error


async def _do(tools: Tools, adapter: Adapter, post: Post, due: Due) -> PostRef:
    if post.kind is PostKind.CLOSING:
        if due.under is None:
            raise Refused("the question's own message is unknown")
        async with tools.counts.turn(post.round_id):
            await adapter.edit(due.under, due.message)
        return due.under
    found = await _look(adapter, post, due) if post.tries > 1 else None
    if found is not None:
        return found
    if due.only_look:
        raise _TooLate(TOO_LATE)
    return await adapter.post(post.channel, due.message, key=due.key, under=due.under)


async def _look(adapter: Adapter, post: Post, due: Due) -> PostRef | None:
    try:
        return await adapter.find(post.channel, key=due.key, under=due.under)
    except Unsure as error:
        raise _MayNotLook(str(error)) from error


async def _again(
    tools: Tools, adapters: Adapters, post: Post, problem: str, pause: timedelta | None
) -> None:
    """Put the post back. The pauses double from try to try, up to a quarter of an hour."""
    if post.tries >= MOST_TRIES:
        await _give_up(tools, post, problem)
        await telling.given_up(tools, adapters, post, problem)
        return
    doubled = FIRST_PAUSE * 2 ** min(post.tries - 1, 10)
    at = tools.clock.now() + (pause or min(doubled, LONGEST_PAUSE))
    log.warning("post %s: %s; again at %s", post.id, problem, at.isoformat())
    async with tools.store.begin() as tx:
        await tx.posts.retry(post.id, at, problem)


async def _give_up(tools: Tools, post: Post, problem: str) -> None:
    log.warning("post %s: refused: %s", post.id, problem)
    async with tools.store.begin() as tx:
        await tx.posts.refused(post.id, problem)


async def _leave_undecided(tools: Tools, post: Post, problem: str) -> None:
    log.warning("post %s: undecided: %s", post.id, problem)
    async with tools.store.begin() as tx:
        await tx.posts.undecided(post.id, problem)


async def _pause(tools: Tools) -> timedelta:
    """The time until the next try of a post, at most IDLE."""
    now = tools.clock.now()
    async with tools.store.read() as tx:
        earliest = await tx.posts.earliest()
    return IDLE if earliest is None else max(timedelta(seconds=1), min(IDLE, earliest - now))
