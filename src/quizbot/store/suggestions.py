"""Here are the suggestions: questions that people typed, and what became of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from pydantic import TypeAdapter
from sqlalchemy import ColumnElement, RowMapping, Select, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from quizbot.domain.suggestion import Approved, Sketch, State
from quizbot.errors import NotFound
from quizbot.refs import ChannelRef
from quizbot.store.channels import Channels
from quizbot.store.queries import insert, is_sqlite
from quizbot.store.tables import channels, items, suggestions

_SKETCH = TypeAdapter(Sketch)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A suggested question.

    `learner_id` is whose it is and `channel` where it was typed; None where that person was
    forgotten. `item_id` is the name under which it is asked, once it is approved. `tell_after` is
    when somebody has to be told of it: admins while it waits, its author once it is decided.
    """

    id: int
    bank: str
    sketch: Sketch
    state: State
    learner_id: int | None
    channel: ChannelRef | None
    suggested_at: datetime
    item_id: str | None = None
    decided_at: datetime | None = None
    reason: str = ""
    tell_after: datetime | None = None


class Suggestions:
    """The suggestions table."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self._channels = Channels(connection)

    async def put(self, suggestion: Suggestion, *, occasion: str) -> Suggestion:
        """Store a suggestion. The same occasion again changes what it says while it waits."""
        content = _packed(suggestion.sketch)
        channel = suggestion.channel
        await self._connection.execute(
            insert(self._connection, suggestions)
            .values(
                occasion=occasion,
                learner_id=suggestion.learner_id,
                channel_id=await self._channels.of(channel) if channel else None,
                bank=suggestion.bank,
                content=content,
                state=State.WAITING.value,
                suggested_at=suggestion.suggested_at,
                reason="",
                tell_after=suggestion.tell_after,
            )
            .on_conflict_do_update(
                index_elements=["occasion"],
                set_={"content": content},
                where=suggestions.c.state == State.WAITING.value,
            )
        )
        (stored,) = await self._all(suggestions.c.occasion == occasion)
        return stored

    async def get(self, suggestion_id: int) -> Suggestion:
        """The suggestion of that id. Raises NotFound."""
        found = await self._all(suggestions.c.id == suggestion_id)
        if not found:
            raise NotFound(f"there is no suggestion {suggestion_id}")
        return found[0]

    async def queue(self, banks: Collection[str]) -> list[int]:
        """The ids of those that wait in these banks, oldest first."""
        found = await self._connection.scalars(
            select(suggestions.c.id)
            .where(suggestions.c.state == State.WAITING.value, suggestions.c.bank.in_(banks))
            .order_by(suggestions.c.id)
        )
        return list(found)

    async def waiting_of(self, learner_id: int, *, besides: str = "") -> int:
        """How many of the learner's suggestions wait, besides that of one occasion."""
        found = await self._connection.scalar(
            select(func.count()).where(
                suggestions.c.learner_id == learner_id,
                suggestions.c.state == State.WAITING.value,
                suggestions.c.occasion != besides,
            )
        )
        return int(found or 0)

    async def amend(self, suggestion_id: int, sketch: Sketch) -> bool:
        """Change what a suggestion says. False where it doesn't wait any more."""
        return await self._change(_waiting(suggestion_id), content=_packed(sketch))

    async def approve(self, suggestion: Suggestion, item_id: str, *, by: int, at: datetime) -> bool:
        """Serve it under that name from now on.

        False where it was decided already, or says something else by now than `suggestion` does.
        """
        same = suggestions.c.content == _packed(suggestion.sketch)
        return await self._change(
            _waiting(suggestion.id) & same,
            state=State.APPROVED.value,
            item_id=item_id,
            decided_by=by,
            decided_at=at,
            tell_after=at,
        )

    async def decline(self, suggestion_id: int, reason: str, *, by: int, at: datetime) -> bool:
        """Turn it down. False where it was decided already."""
        return await self._change(
            _waiting(suggestion_id),
            state=State.DECLINED.value,
            reason=reason,
            decided_by=by,
            decided_at=at,
            tell_after=at,
        )

    async def retire(self, gone: Iterable[Approved]) -> None:
        """Serve these no more: they are in their banks' files."""
        for one in gone:
            await self._change(
                (suggestions.c.bank == one.bank)
                & (suggestions.c.item_id == one.item_id)
                & (suggestions.c.state == State.APPROVED.value),
                state=State.RETIRED.value,
            )

    async def approved(self) -> list[Approved]:
        """All that are served, oldest first."""
        found = await self._all(suggestions.c.state == State.APPROVED.value)
        return [Approved(one.bank, one.item_id or "", one.sketch) for one in found]

    async def version(self) -> tuple[int, int]:
        """What changes whenever `approved` does: how many were approved, how many of them retired.

        Both only grow together or turn one into the other, so no two states share a version.
        """
        found = await self._connection.execute(
            select(suggestions.c.state, func.count())
            .where(suggestions.c.state.in_([State.APPROVED.value, State.RETIRED.value]))
            .group_by(suggestions.c.state)
        )
        counts: dict[str, int] = {row[0]: row[1] for row in found}
        return counts.get(State.APPROVED.value, 0), counts.get(State.RETIRED.value, 0)

    async def lock(self, bank: str) -> None:
        """Let nobody else name a suggestion of the bank until this transaction ends."""
        if is_sqlite(self._connection):  # it has one writer at a time anyway
            return
        first = select(func.min(suggestions.c.id)).where(suggestions.c.bank == bank)
        await self._connection.execute(
            select(suggestions.c.id)
            .where(suggestions.c.id == first.scalar_subquery())
            .with_for_update()
        )

    async def is_taken(self, bank: str, item_id: str) -> bool:
        """Whether an item of the bank ever had that name, suggested or shown from a file."""
        for table in (suggestions, items):
            same = (table.c.bank == bank) & (table.c.item_id == item_id)
            if await self._connection.scalar(select(table.c.bank).where(same).limit(1)):
                return True
        return False

    async def ripe(self, now: datetime, limit: int) -> list[Suggestion]:
        """Those of which somebody has to be told by `now`, the longest due first."""
        found = await self._connection.execute(
            _joined()
            .where(suggestions.c.tell_after <= now)
            .order_by(suggestions.c.tell_after, suggestions.c.id)
            .limit(limit)
        )
        return [_suggestion(row) for row in found.mappings()]

    async def plan(self, suggestion: Suggestion, later: datetime | None) -> bool:
        """Note when somebody has to be told next, None: never. False where another replica has."""
        return await self._change(
            (suggestions.c.id == suggestion.id)
            & (suggestions.c.tell_after == suggestion.tell_after),
            tell_after=later,
        )

    async def earliest(self, after: datetime) -> datetime | None:
        """The next instant later than `after` at which somebody has to be told."""
        at = suggestions.c.tell_after
        found: datetime | None = await self._connection.scalar(
            select(func.min(at, type_=at.type)).where(at > after)
        )
        return found

    async def _change(self, which: ColumnElement[bool], **values: object) -> bool:
        changed = await self._connection.execute(update(suggestions).where(which).values(**values))
        return changed.rowcount > 0

    async def _all(self, which: ColumnElement[bool]) -> list[Suggestion]:
        found = await self._connection.execute(_joined().where(which).order_by(suggestions.c.id))
        return [_suggestion(row) for row in found.mappings()]


def _waiting(suggestion_id: int) -> ColumnElement[bool]:
    return (suggestions.c.id == suggestion_id) & (suggestions.c.state == State.WAITING.value)


def _joined() -> Select[tuple[object, ...]]:
    return select(
        suggestions, channels.c.platform, channels.c.workspace, channels.c.channel
    ).outerjoin(channels, channels.c.id == suggestions.c.channel_id)


def _packed(sketch: Sketch) -> str:
    return _SKETCH.dump_json(sketch).decode()


def _suggestion(row: RowMapping) -> Suggestion:
    met = row["channel_id"] is not None
    return Suggestion(
        id=row["id"],
        bank=row["bank"],
        sketch=_SKETCH.validate_json(row["content"]),
        state=State(row["state"]),
        learner_id=row["learner_id"],
        channel=ChannelRef(row["platform"], row["workspace"], row["channel"]) if met else None,
        suggested_at=row["suggested_at"],
        item_id=row["item_id"],
        decided_at=row["decided_at"],
        reason=row["reason"],
        tell_after=row["tell_after"],
    )
