"""Here is looking for our own posts in a channel, as seldom and as little as it can be done."""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from quizbot.clock import Clock
from quizbot.errors import DeliveryError, Unreachable, Unsure
from quizbot.message import Action
from quizbot_slack import limits, render
from quizbot_slack.calls import Answer, Calls
from quizbot_slack.render import Json

Own = Callable[[str], Awaitable[str]]
"""The id of quizbot's own bot in a workspace."""

REMEMBERED = 1_000


@dataclass(frozen=True, slots=True)
class Place:
    """Where a post with a key is looked for: a channel, or the thread of the message `parent`."""

    team: str
    channel: str
    parent: str
    key: str


@dataclass(slots=True)
class _Look:
    """A look that goes on where Slack made it wait: our own messages seen, and the next page."""

    begun: datetime
    oldest: datetime
    own: dict[str, Json] = field(default_factory=dict)
    cursor: str = ""
    pages: int = 0


class Search:
    """The posts that may stand in a channel although no answer came."""

    def __init__(self, calls: Calls, own: Own, clock: Clock) -> None:
        self._calls = calls
        self._own = own
        self._clock = clock
        self._tried: dict[Place, datetime] = {}
        self._looks: dict[Place, _Look] = {}

    def note(self, place: Place) -> None:
        """A post is tried now: nothing of it can be older."""
        self._tried.setdefault(place, self._clock.now())
        if len(self._tried) > REMEMBERED:
            self._tried.pop(next(iter(self._tried)))

    def forget(self, place: Place) -> None:
        """The post arrived: nobody looks for it any more."""
        self._tried.pop(place, None)

    async def find(self, place: Place) -> list[str] | None:
        """The ts of the parts of our post, the one with the buttons last.

        Parts of one that was never finished are taken away. Raises Unsure where there are more
        messages than we look at, Unreachable where the look goes on later.
        """
        try:
            found = await self._found(place)
        except (Unreachable, CancelledError):
            raise  # what was seen so far is kept
        except DeliveryError:
            del self._looks[place]
            raise
        look = self._looks.pop(place)
        for orphan in () if found else _parts(look.own.values(), place.key):
            where = {"channel": place.channel, "ts": orphan["ts"]}
            await self._calls.call(place.team, "chat.delete", **where)
        return found

    async def _found(self, place: Place) -> list[str] | None:
        """The post; after a look that had to wait, what came meanwhile is looked at too."""
        now = self._clock.now()
        look = self._looks.setdefault(place, _Look(now, self._oldest(place, now)))
        waited = look.pages > 0
        found = await self._look(place, look)
        if found or not waited:
            return found
        since = look.begun - limits.CLOCKS_DIFFER
        look = self._looks[place] = _Look(now, since, look.own)
        return await self._look(place, look)

    def _oldest(self, place: Place, now: datetime) -> datetime:
        tried = self._tried.get(place)
        return tried - limits.CLOCKS_DIFFER if tried else now - limits.LOOK_BACK

    async def _look(self, place: Place, look: _Look) -> list[str] | None:
        """Look page by page, no further than to the post."""
        bot = await self._own(place.team)
        while look.pages < limits.PAGES:
            answer = await self._page(place, look)
            told = (one for one in answer.get("messages", ()) if one.get("bot_id") == bot)
            look.own |= {one["ts"]: one for one in told if one["ts"] != place.parent}
            look.pages += 1
            look.cursor = str((answer.get("response_metadata") or {}).get("next_cursor") or "")
            ends = not answer.get("has_more") or not look.cursor
            found = _post(look.own.values(), place.key)
            if found and (ends or _is_whole(found)):
                return [one["ts"] for one in found]
            if ends:
                return None
        raise Unsure("there are more messages than quizbot looks at")

    async def _page(self, place: Place, look: _Look) -> Answer:
        asked: Answer = {
            "channel": place.channel,
            "limit": limits.PAGE,
            "oldest": f"{look.oldest.timestamp():.6f}",
        }
        if look.cursor:
            asked["cursor"] = look.cursor
        if not place.parent:
            return await self._calls.call(place.team, "conversations.history", **asked)
        asked["ts"] = place.parent
        return await self._calls.call(place.team, "conversations.replies", **asked)


def named(blocks: Sequence[Json], key: str, number: int, count: int) -> list[Json]:
    """The blocks of a part, the first of them named, so that the part is found again."""
    name = f"{key}~{number}~{count}"
    return [{**block, "block_id": name} if not n else block for n, block in enumerate(blocks)]


def _post(own: Collection[Json], key: str) -> list[Json]:
    """The parts of our post among our messages; none where its buttons aren't there."""
    wanted = Action.decode(key)
    for one in own:
        if any(action.starts_with(wanted) for action in render.offered(one.get("blocks", ()))):
            before = [part for part in _parts(own, key) if part["ts"] < one["ts"]]
            return [*sorted(before, key=_ts), one]
    return []


def _is_whole(found: Sequence[Json]) -> bool:
    """Whether all parts are there, as far as the last one's name tells."""
    count = _name(found[-1]).rpartition("~")[2]
    return not count.isdecimal() or int(count) <= len(found)


def _parts(own: Collection[Json], key: str) -> list[Json]:
    return [one for one in own if _name(one).rpartition("~")[0].rpartition("~")[0] == key]


def _name(message: Mapping[str, Any]) -> str:
    first: Mapping[str, Any] = next(iter(message.get("blocks") or ()), {})
    return str(first.get("block_id", ""))


def _ts(message: Json) -> str:
    return str(message["ts"])
