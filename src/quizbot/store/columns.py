"""Here are the kinds of columns, and the metadata that all tables belong to."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import BigInteger, Dialect, Integer, MetaData
from sqlalchemy.types import TypeDecorator

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class Instant(TypeDecorator[datetime]):
    """An aware instant in UTC, kept as whole microseconds since 1970 on every database."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """To microseconds. Raises ValueError where the instant is naive."""
        del dialect
        return None if value is None else micros(value)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:
        """From microseconds."""
        del dialect
        return None if value is None else instant(value)


def micros(at: datetime) -> int:
    """Microseconds since 1970. Raises ValueError where the instant is naive."""
    if at.tzinfo is None:
        raise ValueError(f"{at} has no time zone; give an instant in UTC")
    return (at - EPOCH) // MICROSECOND


def instant(value: int) -> datetime:
    """The instant that many microseconds after 1970, in UTC."""
    return EPOCH + value * MICROSECOND


Id = BigInteger().with_variant(Integer, "sqlite")
"""A number that is given once: buttons carry it, so SQLite too must not give a freed one again
(`sqlite_autoincrement`)."""

metadata = MetaData(naming_convention=NAMES)
