"""Here are the marks: what learners said of their answers afterwards."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from quizbot.domain.history import Grade
from quizbot.store.queries import insert
from quizbot.store.tables import marks


class Marks:
    """The marks table."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def put(self, round_id: int, learner_id: int, mark: Grade) -> None:
        """Note the learner's mark on their answer to the round; the newest stands."""
        await self._connection.execute(
            insert(self._connection, marks)
            .values(round_id=round_id, learner_id=learner_id, mark=mark.value)
            .on_conflict_do_update(
                index_elements=["round_id", "learner_id"], set_={"mark": mark.value}
            )
        )
