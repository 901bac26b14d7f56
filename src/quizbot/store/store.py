"""Here is the store: opening it, transactions, what is cached, and the way to the writer."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from quizbot.domain.item import Item
from quizbot.domain.round import Attempt, Round
from quizbot.errors import StoreError
from quizbot.refs import UserRef
from quizbot.store.analysis import Analysis
from quizbot.store.attempts import Attempts
from quizbot.store.boards import Boards
from quizbot.store.cabinet import CabinetTable
from quizbot.store.cancelling import to_its_end
from quizbot.store.channels import Channels
from quizbot.store.connecting import engine, is_there, shown, sqlite_path, store_errors
from quizbot.store.histories import Histories
from quizbot.store.items import Items
from quizbot.store.learners import Learners
from quizbot.store.marks import Marks
from quizbot.store.notices import Notices
from quizbot.store.plans import Plans
from quizbot.store.postgres_recorder import PostgresRecorder
from quizbot.store.posts import Posts
from quizbot.store.recent import Recent
from quizbot.store.rounds import Rounds
from quizbot.store.schedules import Schedules
from quizbot.store.seasons import Seasons
from quizbot.store.sessions import Sessions
from quizbot.store.sheets import Sheets
from quizbot.store.sqlite_recorder import SqliteRecorder
from quizbot.store.streaks import Streaks
from quizbot.store.suggestions import Suggestions
from quizbot.store.upgrading import require_newest
from quizbot.store.values import Learner, Recorded
from quizbot.store.writer import Writer


class Transaction:
    """The tables within one transaction."""

    def __init__(self, connection: AsyncConnection) -> None:
        self.channels = Channels(connection)
        self.learners = Learners(connection)
        self.items = Items(connection)
        self.schedules = Schedules(connection)
        self.rounds = Rounds(connection)
        self.attempts = Attempts(connection)
        self.analysis = Analysis(connection)
        self.posts = Posts(connection)
        self.sessions = Sessions(connection)
        self.seasons = Seasons(connection)
        self.boards = Boards(connection)
        self.streaks = Streaks(connection)
        self.notices = Notices(connection)
        self.cabinet = CabinetTable(connection)
        self.histories = Histories(connection)
        self.marks = Marks(connection)
        self.plans = Plans(connection)
        self.sheets = Sheets(connection)
        self.suggestions = Suggestions(connection)


class Store:
    """Everything that is remembered. Make one with `Store.open`."""

    def __init__(self, url: str, reading: AsyncEngine, writing: AsyncEngine) -> None:
        self._where = shown(url)
        self._reading = reading
        self._writing = writing
        self._turn = asyncio.Lock()
        self._path = sqlite_path(url)
        self._recorder = (
            SqliteRecorder(self._path, self._turn)
            if self._path
            else PostgresRecorder(writing, self._where)
        )
        self._writer = Writer(self._recorder)
        self._rounds: Recent[int, tuple[Round, Item]] = Recent()
        self._learners: Recent[UserRef, Learner] = Recent()

    @classmethod
    async def open(cls, url: str) -> Store:
        """The store at `url`. Raises StoreError where it can't be used or isn't up to date."""
        await require_newest(url)
        reading = engine(url, writing=False)
        writing = engine(url, writing=True) if sqlite_path(url) else reading
        return cls(url, reading, writing)

    async def close(self) -> None:
        """Write what is waiting and let go of the database."""
        await self._writer.close()
        await self._recorder.close()
        await self._reading.dispose()
        await self._writing.dispose()

    @contextlib.asynccontextmanager
    async def begin(self) -> AsyncIterator[Transaction]:
        """A transaction that writes: commits at the end, rolls back on an exception."""
        turn = self._turn if self._path else contextlib.nullcontext()
        async with turn:
            with store_errors(self._where):
                connection = self._writing.connect()
                try:
                    await to_its_end(_begun(connection))
                    yield Transaction(connection)
                    await to_its_end(connection.commit())
                finally:
                    if connection.sync_connection is not None:
                        await to_its_end(connection.close())

    @contextlib.asynccontextmanager
    async def read(self) -> AsyncIterator[Transaction]:
        """A transaction that only reads; it waits for no writer."""
        with store_errors(self._where):
            async with self._reading.begin() as connection:
                yield Transaction(connection)

    async def shown(self, round_id: int) -> tuple[Round, Item]:
        """A round and its item as it was shown. Raises NotFound.

        They are remembered; the closing time may meanwhile have been brought forward.
        """
        known = self._rounds.get(round_id)
        if known is not None:
            return known
        async with self.read() as tx:
            round_ = await tx.rounds.get(round_id)
            item = await tx.items.get(round_.bank, round_.item_id, round_.revision)
        self._rounds.put(round_id, (round_, item))
        return round_, item

    async def learner(self, user: UserRef, name: str) -> Learner:
        """The learner who is `user`, stored now if new, and known by `name` from now on."""
        known = self._learners.get(user)
        if known is not None and known.name == name:
            return known
        async with self.read() as tx:
            learner = await tx.learners.find(user)
        if learner is None or learner.name != name:
            async with self.begin() as tx:
                learner = await tx.learners.of(user, name=name)
        self._learners.put(user, learner)
        return learner

    def forget_learner(self, user: UserRef) -> None:
        """Remember nothing about `user` outside the database."""
        self._learners.drop(user)

    async def record(self, attempt: Attempt) -> Recorded:
        """Record an answer durably; which one stands, and what came of it.

        Raises NotFound where the round or the learner is unknown, StoreError where the database
        can't be written.
        """
        return await self._writer.record(attempt)

    async def check(self) -> None:
        """Raise StoreError where the database can't be reached."""
        with store_errors(self._where):
            async with self._reading.connect() as connection:
                await connection.execute(text("SELECT version_num FROM alembic_version"))
        if self._path is not None and not is_there(self._path):
            raise StoreError(f"the file of {self._where} is gone. Restore it, then start again.")


async def _begun(connection: AsyncConnection) -> None:
    await connection.start()
    await connection.begin()
