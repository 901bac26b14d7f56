"""Here is how databases are reached, and what their failures mean to a person."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from quizbot.errors import QuizbotError, StoreError

BUSY = 30_000
"""Milliseconds to wait for another process's transaction on the same SQLite file."""

CHECKPOINT = 4000
"""Pages (of 4 KiB) in the log before they are moved into the file: seldom, for it waits twice for
the disk."""

POOL = 8
PRAGMAS = (
    f"PRAGMA busy_timeout={BUSY}",
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    f"PRAGMA wal_autocheckpoint={CHECKPOINT}",
)

_MENDS = (
    ("readonly database", "Make the file and its folder writable for quizbot"),
    ("disk is full", "Free some space on the disk, then go on: nothing was damaged"),
    ("not a database", "Point QUIZBOT_DATABASE_URL at another file, or restore a backup"),
    ("malformed", "The file is damaged: restore a backup"),
    ("unable to open", "Check that the folder exists and is writable"),
    ("disk i/o error", "Look after the disk: it can't be read or written"),
    ("locked", "Another program holds the file: end it. Several processes need PostgreSQL"),
    ("password authentication", "Check user and password in QUIZBOT_DATABASE_URL"),
    ("permission denied", "Give quizbot's user the right to make and change tables there"),
    ("role", "Create that user, or correct its name in QUIZBOT_DATABASE_URL"),
    ("relation", "Run: quizbot db upgrade"),
    ("does not exist", "Create the database, or correct its name in QUIZBOT_DATABASE_URL"),
    ("too many clients", "Allow the server more connections, or run fewer replicas"),
    ("queuepool limit", "The database is too slow for all that is asked of it: look at its load"),
    ("not known", "Correct the server's name in QUIZBOT_DATABASE_URL"),
    ("name resolution", "Correct the server's name in QUIZBOT_DATABASE_URL"),
    ("starting up", "Wait until the database server is up, then start again"),
    ("connection refused", "Start the database server, or correct its address"),
    ("connect call failed", "Start the database server, or correct its address"),
    ("connection was closed", "The database server went away: it is tried again by itself"),
)


def sqlite_path(url: str) -> str | None:
    """The file of a SQLite URL; None for other databases. Raises StoreError without a file."""
    if not url.startswith("sqlite:///"):
        return None
    path = url.removeprefix("sqlite:///")
    if not path or path == ":memory:":
        raise StoreError(
            "SQLite needs a file: write QUIZBOT_DATABASE_URL=sqlite:///data/quizbot.db"
        )
    return path


def shown(url: str) -> str:
    """The URL without its password. Raises StoreError where it isn't one."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except (ArgumentError, ValueError):
        raise StoreError(
            "QUIZBOT_DATABASE_URL is no database's address."
            " Write sqlite:///PATH or postgresql://USER:PASSWORD@HOST/NAME"
        ) from None


def is_there(path: str) -> bool:
    """Whether a SQLite file is there already."""
    return Path(path).exists()


def make_file(path: str) -> None:
    """Make a SQLite file, empty, and its folder, unless it is there. Raises StoreError."""
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        if not is_there(path):
            Path(path).touch()
    except OSError as error:
        raise StoreError(f"{path} can't be made ({error.strerror}). Make it by hand.") from None


def _existing(path: str) -> str:
    """The address of a SQLite file that must be there: one that was deleted isn't made anew."""
    return f"file:{quote(str(Path(path).absolute()))}?mode=rw"


def engine(url: str, *, writing: bool) -> AsyncEngine:
    """An engine for the URL. On SQLite a writing one takes the write lock when it begins."""
    path = sqlite_path(url)
    if path is None:
        return _postgres(url)
    size = 1 if writing else POOL
    address = f"sqlite+aiosqlite:///{_existing(path)}&uri=true"
    made = create_async_engine(address, pool_size=size, max_overflow=size)
    begin = "BEGIN IMMEDIATE" if writing else "BEGIN"

    @event.listens_for(made.sync_engine, "connect")
    def _connected(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(pragma)
        cursor.close()

    @event.listens_for(made.sync_engine, "invalidate")
    def _given_up(connection: Any, _record: Any, _error: Any) -> None:
        # A statement was cancelled halfway. Python's close() would leave the transaction open, and
        # its lock held, for as long as anything still knows the statement's cursor.
        connection.rollback()

    @event.listens_for(made.sync_engine, "begin")
    def _begun(connection: Any) -> None:
        connection.exec_driver_sql(begin)

    return made


def raw_sqlite(path: str) -> sqlite3.Connection:
    """A connection of one's own to a SQLite file, for a thread of one's own."""
    connection = sqlite3.connect(
        _existing(path), uri=True, isolation_level=None, check_same_thread=False
    )
    connection.row_factory = sqlite3.Row
    try:
        for pragma in PRAGMAS:
            connection.execute(pragma)
    except BaseException:
        connection.close()
        raise
    return connection


@contextlib.contextmanager
def store_errors(where: str) -> Iterator[None]:
    """Turn what a database driver raises into a StoreError that says how to mend it."""
    try:
        yield
    except (QuizbotError, IntegrityError):
        raise
    except (DBAPIError, NoConnectionFree, sqlite3.Error, OSError) as error:
        raise store_error(where, error) from error


def store_error(where: str, error: BaseException) -> StoreError:
    """What a driver's error means to a person."""
    origin = getattr(error, "orig", None) or error
    text = str(origin).strip() or type(origin).__name__
    mend = next((mend for sign, mend in _MENDS if sign in text.casefold()), "See the log")
    return StoreError(f"the database {where} can't be used: {text.splitlines()[0]}. {mend}.")


def _postgres(url: str) -> AsyncEngine:
    plain = re.sub(r"^postgresql(\+\w+)?://", "postgresql+asyncpg://", url)
    try:
        return create_async_engine(plain, pool_size=POOL, max_overflow=POOL, pool_pre_ping=True)
    except ModuleNotFoundError:
        raise StoreError(
            f"{shown(url)} needs a driver that isn't installed."
            " For PostgreSQL: pip install 'quizbot[postgres]'"
        ) from None
