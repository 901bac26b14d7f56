"""Here is what suggestions tell of a person, and how it is forgotten."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Text, cast, delete, literal, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from quizbot.domain.suggestion import State
from quizbot.store.tables import suggestions
from quizbot.store.values import FORGOTTEN

_SERVED = [State.APPROVED.value, State.RETIRED.value]


async def suggestions_of(connection: AsyncConnection, learner_id: int) -> list[dict[str, Any]]:
    """What the person suggested and what they decided on, ready for JSON, oldest first."""
    mine = suggestions.c.learner_id == learner_id
    found = await connection.execute(
        select(suggestions, mine.label("mine"))
        .where(mine | (suggestions.c.decided_by == learner_id))
        .order_by(suggestions.c.id)
    )
    return [
        {
            "bank": row["bank"],
            "item_id": row["item_id"],
            "state": row["state"],
            "role": "suggested" if row["mine"] else "decided",
            "content": json.loads(row["content"]) if row["mine"] else None,
            "reason": row["reason"],
            "suggested_at": row["suggested_at"].isoformat(),
            "decided_at": row["decided_at"].isoformat() if row["decided_at"] else None,
        }
        for row in found.mappings()
    ]


async def forget_suggestions(connection: AsyncConnection, learner_id: int) -> None:
    """Delete what waits or was declined; what is asked by now stays, without its author's name."""
    mine = suggestions.c.learner_id == learner_id
    await connection.execute(delete(suggestions).where(mine, suggestions.c.state.not_in(_SERVED)))
    nameless = literal(f"{FORGOTTEN}:") + cast(suggestions.c.id, Text)
    await connection.execute(
        update(suggestions)
        .where(mine)
        .values(learner_id=None, channel_id=None, tell_after=None, occasion=nameless)
    )
    await connection.execute(
        update(suggestions).where(suggestions.c.decided_by == learner_id).values(decided_by=None)
    )
