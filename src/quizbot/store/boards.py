"""Here are the boards, read from the rollup that the writer keeps."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    FromClause,
    RowMapping,
    Select,
    and_,
    case,
    func,
    select,
    true,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from quizbot.domain.standing import Period, Scope, Standing
from quizbot.refs import ChannelRef
from quizbot.store.channels import Channels, on_server
from quizbot.store.tables import attempts, channels, learners, standings

_NAME = func.coalesce(learners.c.alias, learners.c.name)
_SUMS = ("points", "answered", "correct")


@dataclass(frozen=True, slots=True)
class BoardKey:
    """Which board: a channel's or its whole server's, for a bank (empty: any) and a period's key.

    `without`: rounds whose answers are left out, because they tell nothing yet. Private
    conversations are on no server's board.
    """

    channel: ChannelRef
    bank: str
    period: str
    without: Collection[int] = ()
    scope: Scope = Scope.CHANNEL


class Boards:
    """The standings table."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self._channels = Channels(connection)

    async def top(self, board: BoardKey, limit: int) -> list[Standing]:
        """The first `limit` people who aren't hidden, by points, equal ones by name."""
        rows = await self._rows(board)
        points = rows.selected_columns["points"]
        found = await self._connection.execute(
            rows.order_by(points.desc(), func.lower(_NAME), learners.c.id).limit(limit)
        )
        return [_standing(row) for row in found.mappings()]

    async def own(
        self, board: BoardKey, learner_id: int
    ) -> tuple[int, Standing, int | None] | None:
        """One learner's rank, standing, and points missing to the next; None if not shown."""
        rows = await self._rows(board)
        found = await self._connection.execute(rows.where(learners.c.id == learner_id))
        row = found.mappings().one_or_none()
        if row is None:
            return None
        mine = _standing(row)
        all_ = rows.subquery()
        above = await self._connection.execute(
            select(func.count(), func.min(all_.c.points)).where(all_.c.points > mine.points)
        )
        ahead, nearest = above.one()
        return int(ahead) + 1, mine, None if nearest is None else int(nearest) - mine.points

    async def players(self, board: BoardKey) -> int:
        """How many people the board shows."""
        rows = (await self._rows(board)).subquery()
        found = await self._connection.scalar(select(func.count()).select_from(rows))
        return int(found or 0)

    async def places(self, learner_id: int, limit: int) -> list[ChannelRef]:
        """The channels in which the learner is on a board, where they have most points first."""
        found = await self._connection.execute(
            select(channels.c.platform, channels.c.workspace, channels.c.channel)
            .join(standings, standings.c.channel_id == channels.c.id)
            .where(
                standings.c.learner_id == learner_id,
                standings.c.bank == "",
                standings.c.period == Period.ALL.value,
            )
            .order_by(standings.c.points.desc(), channels.c.id)
            .limit(limit)
        )
        return [ChannelRef(*row) for row in found]

    async def _rows(self, board: BoardKey) -> Select[Any]:
        """Everybody on the board, with what they have there."""
        held = (await self._held(board)).subquery("held")
        source: FromClause = held.join(learners, learners.c.id == held.c.learner_id)
        columns: list[ColumnElement[int]] = [held.c[name] for name in _SUMS]
        shown: ColumnElement[bool] = true()
        if board.without:
            secret = _given(board.without)
            source = source.outerjoin(secret, secret.c.learner_id == held.c.learner_id)
            shown = held.c.answered > func.coalesce(secret.c.answered, 0)
            columns = [_less(name, held.c[name], secret.c[name]) for name in _SUMS]
        return (
            select(held.c.learner_id, _NAME.label("name"), *columns)
            .select_from(source)
            .where(shown)
        )

    async def _held(self, board: BoardKey) -> Select[Any]:
        """The rollup's rows of the board; on a server a person's rows are added up."""
        columns = [standings.c[name] for name in _SUMS]
        where = and_(
            standings.c.bank == board.bank,
            standings.c.period == board.period,
            standings.c.hidden.is_(False),
        )
        if board.scope is Scope.CHANNEL:
            here = standings.c.channel_id == await self._channels.find(board.channel)
            return select(standings.c.learner_id, *columns).where(here, where)
        added = [func.sum(column).label(column.name) for column in columns]
        there = standings.c.channel_id.in_(on_server(board.channel))
        found = select(standings.c.learner_id, *added).where(there, where)
        return found.group_by(standings.c.learner_id)


def _given(rounds: Collection[int]) -> Any:
    """What each learner's answers to these rounds have put on the board."""
    right = case((attempts.c.correct.is_(True), 1), else_=0)
    return (
        select(
            attempts.c.learner_id,
            func.sum(attempts.c.points).label("points"),
            func.count().label("answered"),
            func.sum(right).label("correct"),
        )
        .where(attempts.c.round_id.in_(rounds), attempts.c.counts.is_(True))
        .group_by(attempts.c.learner_id)
        .subquery()
    )


def _less(name: str, held: ColumnElement[int], secret: ColumnElement[int]) -> ColumnElement[int]:
    return (held - func.coalesce(secret, 0)).label(name)


def _standing(row: RowMapping) -> Standing:
    return Standing(
        row["learner_id"],
        row["name"],
        int(row["points"]),
        int(row["answered"]),
        int(row["correct"]),
    )
