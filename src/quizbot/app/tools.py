"""Here is what a use case works with: the store, the banks, the clock, and who is an admin."""

from __future__ import annotations

import random
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from quizbot.app.bell import Bell
from quizbot.app.counts import Counts
from quizbot.bank.catalog import Catalog
from quizbot.bank.suggested import overtaken, suggested_items, with_suggested
from quizbot.clock import Clock
from quizbot.domain.blueprint import Bank
from quizbot.domain.item import Item
from quizbot.domain.round import Round
from quizbot.domain.suggestion import Approved
from quizbot.errors import NotFound, UserError
from quizbot.ports import Caller
from quizbot.refs import ChannelRef
from quizbot.store.store import Store
from quizbot.view import notice
from quizbot.view.question import Shown
from quizbot.view.wording import Wording


class Library:
    """The banks being served. A reload swaps the whole catalogue at once, or leaves it.

    `version` is that of the approved suggestions among the items.
    """

    def __init__(self, paths: Sequence[Path], catalog: Catalog) -> None:
        self.paths = tuple(paths)
        self.catalog = catalog
        self.version = (0, 0)
        self._files = catalog
        self._approved: tuple[Approved, ...] = ()
        self._turn = threading.Lock()  # a reload has a thread of its own

    def reload(self) -> Catalog:
        """Read the files anew; a bank that has become unreadable keeps its last good version."""
        files = Catalog.load(self.paths, self._files)
        with self._turn:
            self._files = files
            self.catalog = with_suggested(files, self._approved)
        return self.catalog

    def serve(self, approved: Sequence[Approved], version: tuple[int, int]) -> None:
        """Serve these suggestions beside the items of the files."""
        with self._turn:
            self._approved, self.version = tuple(approved), version
            self.catalog = with_suggested(self._files, self._approved)

    def overtaken(self) -> tuple[Approved, ...]:
        """Suggestions whose item is in the files by now."""
        return overtaken(self._files, self._approved)

    def suggested(self, code: str) -> tuple[Item, ...]:
        """The items that a bank has from suggestions. Raises NotFound."""
        return suggested_items(self._files.bank(code), self._approved)


@dataclass(frozen=True, slots=True)
class Tools:
    """What a use case works with.

    `seed` makes every draw repeatable. `admins` are user ids that are admins everywhere, beside
    those that the platform names. `extra_time` maps a person's id to the share of an exam's time
    that is added for them.
    """

    store: Store
    library: Library
    clock: Clock
    counts: Counts
    bell: Bell
    seed: str = "quizbot"
    admins: frozenset[str] = frozenset()
    extra_time: Mapping[str, float] = field(default_factory=dict)

    def dice(self, *occasion: object) -> random.Random:
        """Randomness for one occasion: the same occasion rolls the same dice on every replica."""
        return random.Random("|".join((self.seed, *map(str, occasion))))  # noqa: S311 (no secret)

    def bank(self, code: str | None, w: Wording) -> Bank:
        """The bank with that code, or the first one.

        Raises UserError with the nearest code where there is none such.
        """
        catalog = self.library.catalog
        if code is None:
            if catalog.default is None:
                raise UserError(notice.no_banks(w))
            return catalog.default
        try:
            return catalog.bank(code)
        except NotFound:
            raise UserError(notice.unknown_bank(w, code, tuple(catalog.banks))) from None

    def bank_title(self, code: str) -> str:
        """The bank's title, or its code where it isn't served any more."""
        bank = self.library.catalog.banks.get(code)
        return bank.title if bank else code


def number(text: str) -> int | None:
    """The id in a button's token; None where it can't be one of ours."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else None


def read_count(caller: Caller, typed: str, most: int) -> int:
    """A number of questions as typed, from 1 to `most`. Raises UserError where it is none."""
    if not typed.isdecimal() or len(typed) > 9 or not 1 <= int(typed) <= most:
        raise UserError(notice.bad_count(words(caller), typed, 1, most))
    return int(typed)


def words(caller: Caller) -> Wording:
    """The words in the caller's language."""
    return Wording.of(caller.locale)


def shown(tools: Tools, round_: Round, item: Item, figure: bytes | None = None) -> Shown:
    """The round and its item as a view wants them."""
    bank = tools.library.catalog.banks.get(round_.bank)
    topic = bank.topic(item.topic) if bank else None
    return Shown(
        round=round_,
        item=item,
        bank_title=tools.bank_title(round_.bank),
        topic_title=topic.title if topic else item.topic,
        zone=round_.zone,
        figure=figure,
    )


def place(caller: Caller) -> ChannelRef:
    """Where the caller is: the channel, or the private conversation with the bot."""
    return caller.channel or ChannelRef.direct(caller.user)


async def is_admin(tools: Tools, caller: Caller) -> bool:
    """Whether the caller may change this channel's schedule.

    Admins are those whom the platform or the settings name, whoever set the channel's schedule,
    and everybody in their own private conversation.
    """
    if caller.admin or caller.user.user in tools.admins or caller.channel is None:
        return True
    async with tools.store.read() as tx:
        schedule = await tx.schedules.of(caller.channel)
        return schedule is not None and await tx.schedules.setter(schedule.id) == caller.user


async def require_admin(tools: Tools, caller: Caller) -> None:
    """Raise UserError where the caller isn't an admin here."""
    if not await is_admin(tools, caller):
        raise UserError(notice.not_admin(words(caller)))
