"""Here are the rounds, one an occasion, and which of them are over."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    RowMapping,
    Select,
    and_,
    delete,
    exists,
    func,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from quizbot.domain.mode import MODES, Tells
from quizbot.domain.round import Round
from quizbot.errors import NotFound
from quizbot.refs import ChannelRef, UserRef
from quizbot.store.channels import Channels, on_server
from quizbot.store.queries import insert
from quizbot.store.tables import attempts, channels, posts, rounds
from quizbot.store.values import PostKind, PostState, packed

ENDED = (PostState.SENT, PostState.REFUSED, PostState.UNDECIDED)


class Rounds:
    """The rounds table."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self._channels = Channels(connection)

    async def add(
        self, round_: Round, *, occasion: str, asked_by: UserRef | None = None
    ) -> tuple[Round, bool]:
        """Store the round of an occasion; the first one stands, and whether this was it.

        `asked_by`: who asked for it by hand.
        """
        channel_id = await self._channels.of(round_.channel) if round_.channel else None
        made = await self._connection.execute(
            insert(self._connection, rounds)
            .values(
                occasion=occasion,
                channel_id=channel_id,
                asked_by=packed(asked_by) if asked_by else None,
                **_values(round_),
            )
            .on_conflict_do_nothing(index_elements=["occasion"])
            .returning(rounds.c.id)
        )
        new = made.scalar_one_or_none() is not None
        return await self._one(rounds.c.occasion == occasion, occasion), new

    async def get(self, round_id: int) -> Round:
        """The round of that id. Raises NotFound."""
        return await self._one(rounds.c.id == round_id, f"round {round_id}")

    async def asker(self, round_id: int) -> UserRef | None:
        """Who asked for the round by hand; None where nobody did or that person was forgotten."""
        found = await self._connection.scalar(
            select(rounds.c.asked_by).where(rounds.c.id == round_id)
        )
        return UserRef(*json.loads(found)) if found else None

    async def asked_in(self, channel: ChannelRef, bank: str) -> list[str]:
        """The ids of the bank's items that the channel has had, oldest first."""
        channel_id = await self._channels.find(channel)
        found = await self._connection.scalars(
            select(rounds.c.item_id)
            .where(rounds.c.channel_id == channel_id, rounds.c.bank == bank)
            .order_by(rounds.c.opens_at, rounds.c.id)
        )
        return list(found)

    async def open_items(self, bank: str) -> set[str]:
        """The ids of the bank's items that some channel is being asked right now."""
        found = await self._connection.scalars(
            select(rounds.c.item_id).where(
                rounds.c.bank == bank,
                rounds.c.channel_id.is_not(None),
                rounds.c.settled.is_(False),
            )
        )
        return set(found)

    async def latest_in(self, channel: ChannelRef) -> Round | None:
        """The channel's newest round, or None."""
        channel_id = await self._channels.find(channel)
        found = await self._connection.execute(
            joined_rounds()
            .where(rounds.c.channel_id == channel_id)
            .order_by(rounds.c.opens_at.desc(), rounds.c.id.desc())
            .limit(1)
        )
        row = found.mappings().one_or_none()
        return None if row is None else round_of(row)

    async def had(self, occasion: str) -> bool:
        """Whether this occasion has its round already."""
        found = await self._connection.scalar(
            select(rounds.c.id).where(rounds.c.occasion == occasion)
        )
        return found is not None

    async def open_in(self, channel: ChannelRef, now: datetime) -> Round | None:
        """The newest round that is open in the channel at `now`, or None."""
        channel_id = await self._channels.find(channel)
        found = await self._connection.execute(
            joined_rounds()
            .where(
                rounds.c.channel_id == channel_id,
                rounds.c.opens_at <= now,
                or_(rounds.c.closes_at.is_(None), rounds.c.closes_at > now),
            )
            .order_by(rounds.c.opens_at.desc(), rounds.c.id.desc())
            .limit(1)
        )
        row = found.mappings().one_or_none()
        return None if row is None else round_of(row)

    async def secret_in(self, channel: ChannelRef, now: datetime) -> list[Round]:
        """The channel's open rounds that tell how they were answered at their close only."""
        channel_id = await self._channels.find(channel)
        found = await self._connection.execute(
            joined_rounds().where(rounds.c.channel_id == channel_id, still_secret(now))
        )
        return [round_of(row) for row in found.mappings()]

    async def secret_on_server(self, place: ChannelRef, now: datetime) -> list[Round]:
        """The same in all channels on the server of `place`."""
        found = await self._connection.execute(
            joined_rounds().where(
                rounds.c.settled.is_(False),  # by the index of what is open: these are few
                rounds.c.channel_id.in_(on_server(place)),
                still_secret(now),
            )
        )
        return [round_of(row) for row in found.mappings()]

    async def closing(self, now: datetime, limit: int, besides: Collection[int] = ()) -> list[int]:
        """Channel rounds over by `now` and not settled, whose question is sent or never will be.

        Only their ids: a row that can't be read fails alone, when it is fetched with `get`.
        """
        ended = exists().where(
            posts.c.round_id == rounds.c.id,
            posts.c.kind == PostKind.QUESTION.value,
            posts.c.state.in_([state.value for state in ENDED]),
        )
        found = await self._connection.scalars(
            select(rounds.c.id)
            .where(
                rounds.c.settled.is_(False),
                rounds.c.closes_at <= now,
                rounds.c.channel_id.is_not(None),
                rounds.c.id.not_in(besides),
                ended,
            )
            .order_by(rounds.c.closes_at, rounds.c.id)
            .limit(limit)
        )
        return list(found)

    async def earliest_close(self, after: datetime) -> datetime | None:
        """The next closing time later than `after` of a round that isn't settled."""
        found: datetime | None = await self._connection.scalar(
            select(func.min(rounds.c.closes_at, type_=rounds.c.closes_at.type)).where(
                rounds.c.settled.is_(False), rounds.c.closes_at > after
            )
        )
        return found

    async def close_at(self, round_id: int, at: datetime) -> Round:
        """Bring the round's close forward to `at`; a later time changes nothing."""
        await self._connection.execute(
            update(rounds)
            .where(
                rounds.c.id == round_id,
                or_(rounds.c.closes_at.is_(None), rounds.c.closes_at > at),
            )
            .values(closes_at=at)
        )
        return await self.get(round_id)

    async def settle(self, round_id: int) -> bool:
        """Mark the round as dealt with after its close: True for the one caller that did it."""
        done = await self._connection.execute(
            update(rounds)
            .where(rounds.c.id == round_id, rounds.c.settled.is_(False))
            .values(settled=True)
        )
        return done.rowcount > 0

    async def withdraw(self, round_id: int) -> None:
        """Take back a private round that nobody has answered; an answered one stays."""
        answered = exists().where(attempts.c.round_id == rounds.c.id)
        await self._connection.execute(
            delete(rounds).where(rounds.c.id == round_id, rounds.c.channel_id.is_(None), ~answered)
        )

    async def of_session(self, session_id: int) -> list[Round]:
        """The session's rounds in the order in which they were put."""
        found = await self._connection.execute(
            joined_rounds().where(rounds.c.session_id == session_id).order_by(rounds.c.id)
        )
        return [round_of(row) for row in found.mappings()]

    async def _one(self, condition: Any, what: str) -> Round:
        found = await self._connection.execute(joined_rounds().where(condition))
        row = found.mappings().one_or_none()
        if row is None:
            raise NotFound(f"there is no {what}")
        return round_of(row)


def still_secret(now: datetime) -> ColumnElement[bool]:
    """Whether a round tells how it was answered at its close only, and isn't closed at `now`."""
    return and_(
        rounds.c.tells == Tells.AT_CLOSE.value,
        or_(rounds.c.closes_at.is_(None), rounds.c.closes_at > now),
    )


def joined_rounds() -> Select[Any]:
    """Rounds with their channels."""
    return select(rounds, channels.c.platform, channels.c.workspace, channels.c.channel).outerjoin(
        channels, channels.c.id == rounds.c.channel_id
    )


def _values(round_: Round) -> dict[str, Any]:
    return {
        "bank": round_.bank,
        "item_id": round_.item_id,
        "revision": round_.revision,
        "shown": json.dumps(round_.order),
        "mode": round_.mode.name,
        "tells": round_.tells.value,
        "opens_at": round_.opens_at,
        "closes_at": round_.closes_at,
        "learner_id": round_.learner_id,
        "session_id": round_.session_id,
        "schedule_id": round_.schedule_id,
        "day": round_.day,
        "zone": round_.zone,
        "settled": round_.channel is None,  # a private round leaves nothing to do after its close
    }


def round_of(row: RowMapping | Mapping[str, Any]) -> Round:
    """The round in a row that was joined with its channel."""
    channel = row["channel"]
    return Round(
        id=row["id"],
        bank=row["bank"],
        item_id=row["item_id"],
        revision=row["revision"],
        order=tuple(json.loads(row["shown"])),
        mode=MODES[row["mode"]],
        tells=Tells(row["tells"]),
        opens_at=row["opens_at"],
        closes_at=row["closes_at"],
        channel=ChannelRef(row["platform"], row["workspace"], channel) if channel else None,
        learner_id=row["learner_id"],
        session_id=row["session_id"],
        schedule_id=row["schedule_id"],
        day=row["day"],
        zone=row["zone"],
    )
