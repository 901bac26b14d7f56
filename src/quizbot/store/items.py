"""Here are the items as they were shown, each revision once, and their pictures."""

from __future__ import annotations

from pydantic import TypeAdapter
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from quizbot.domain.item import Item, revision
from quizbot.errors import NotFound
from quizbot.store.queries import insert
from quizbot.store.tables import figures, items

_ITEM = TypeAdapter(Item)


class Items:
    """The items and figures tables."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def keep(self, item: Item, figure: bytes | None) -> str:
        """Store the item as it is now (and its picture), unless it is there; its revision."""
        digest = revision(item)
        await self._connection.execute(
            insert(self._connection, items)
            .values(
                bank=item.bank,
                item_id=item.id,
                revision=digest,
                content=_ITEM.dump_json(item).decode(),
            )
            .on_conflict_do_nothing()
        )
        if item.figure is not None and figure is not None:
            await self._connection.execute(
                insert(self._connection, figures)
                .values(digest=item.figure.digest, data=figure)
                .on_conflict_do_nothing()
            )
        return digest

    async def get(self, bank: str, item_id: str, revision: str) -> Item:
        """The item as it was in that revision. Raises NotFound."""
        content = await self._connection.scalar(
            select(items.c.content).where(
                items.c.bank == bank, items.c.item_id == item_id, items.c.revision == revision
            )
        )
        if content is None:
            raise NotFound(f"item {bank}/{item_id} isn't stored in revision {revision}")
        return _ITEM.validate_json(content)

    async def of_bank(self, bank: str) -> dict[tuple[str, str], Item]:
        """Every item of the bank as it was ever shown, by id and revision."""
        found = await self._connection.execute(
            select(items.c.item_id, items.c.revision, items.c.content).where(items.c.bank == bank)
        )
        return {(row[0], row[1]): _ITEM.validate_json(row[2]) for row in found}

    async def figure(self, digest: str) -> bytes | None:
        """The bytes of a picture, or None."""
        found = await self._connection.scalar(
            select(figures.c.data).where(figures.c.digest == digest)
        )
        return None if found is None else bytes(found)
