"""Here is a whole quizbot for tests: real store, real banks, a clock in the hand."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from pathlib import Path

from quizbot.app import delivery, scheduler
from quizbot.app.bell import Bell
from quizbot.app.counts import Counts
from quizbot.app.tools import Library, Tools
from quizbot.app.tutor import FrontDoor
from quizbot.bank.catalog import Catalog
from quizbot.domain.schedule import Schedule, next_due
from quizbot.ports import Adapter
from quizbot.refs import ChannelRef
from quizbot.store.store import Store
from quizbot.store.upgrading import upgrade
from quizbot.testing.clock import ManualClock

MONDAY_MORNING = datetime(2026, 11, 30, 8, 0, tzinfo=UTC)
NINE = time(9, 0)

DAILY = Schedule(
    id=0,
    channel=ChannelRef("memory", "", "general"),
    bank="rivers",
    at=NINE,
    zone="UTC",
    weekdays=frozenset(range(7)),
    closes_after=timedelta(hours=8),
)
"""A question at nine, closed at five, in UTC."""

BANK = """\
bank: rivers
title: Rivers
shuffle: false
items:
  - id: longest
    topic: length
    stem: Which river is *longer* than the others?
    options:
      - text: The Rhine
        why: About 1,230 km; well known, yet short.
      - text: The Danube
        why: About 2,850 km; long, but the Volga is longer.
      - text: The Volga
        correct: true
        why: About 3,530 km.
    trap: The best known river is not the longest one.
    explanation: The Volga is Europe's longest river.
    references: [{title: Rivers, url: "https://example.org/rivers"}]
"""

PAIR = """\
bank: seas
title: Seas
shuffle: false
items:
  - id: baltic
    topic: coasts
    stem: Which two countries have a coast on the Baltic Sea? (Choose two.)
    options:
      - text: Latvia
        correct: true
        why: Its capital lies on the Gulf of Riga.
      - text: Slovakia
        why: It has no coast at all.
      - text: Finland
        correct: true
        why: On the Gulf of Bothnia and the Gulf of Finland.
      - text: Norway
        why: Its coasts are on the North Sea and the Atlantic.
    trap: Scandinavian does not mean Baltic.
    explanation: Latvia and Finland have Baltic coasts.
    references: [{title: Seas, url: "https://example.org/seas"}]
"""

TRICKY = """\
bank: tricky
title: "<!channel> *Tricky*"
shuffle: false
items:
  - id: markup
    topic: text
    stem: "What does `<script>alert(1)</script>` & <!channel> @everyone mean, 日本?"
    options:
      - text: "<b>bold</b> & ||spoiler||"
        correct: true
        why: "It is text: [not a link](javascript:alert)"
      - text: "مرحبا <@U123> </answer:1>"
        why: It is text too.
    trap: Text is not markup.
    explanation: All of it is text.
    references: [{title: Text, url: "https://example.org/text"}]
"""


CAPITALS = """\
bank: capitals
title: Capitals
shuffle: false
blueprint:
  questions: 4
  minutes: 8
  pass: 0.5
  topics:
    north: {title: The north, weight: 1}
    south: {title: The south, weight: 1}
items:
""" + "".join(
    f"""\
  - id: {country.lower()}
    topic: {topic}
    stem: What is the capital of {country}?
    options:
      - text: {right}
        correct: true
        why: The government sits there.
      - text: {wrong}
        why: It is larger or better known, no more.
    trap: The best known city need not be the capital.
    explanation: It is {right}.
    references: [{{title: Capitals, url: "https://example.org/{country.lower()}"}}]
"""
    for country, topic, right, wrong in (
        ("Canada", "north", "Ottawa", "Toronto"),
        ("Kazakhstan", "north", "Astana", "Almaty"),
        ("Switzerland", "north", "Bern", "Zurich"),
        ("Morocco", "north", "Rabat", "Casablanca"),
        ("Turkey", "north", "Ankara", "Istanbul"),
        ("Vietnam", "north", "Hanoi", "Da Nang"),
        ("Australia", "south", "Canberra", "Sydney"),
        ("Brazil", "south", "Brasilia", "Rio"),
        ("Tanzania", "south", "Dodoma", "Arusha"),
        ("Bolivia", "south", "Sucre", "Santa Cruz"),
        ("Ecuador", "south", "Quito", "Guayaquil"),
        ("Nigeria", "south", "Abuja", "Lagos"),
    )
)


@dataclass(slots=True)
class House:
    """A running quizbot without its endless tasks: a test does the clock's work itself."""

    tools: Tools
    clock: ManualClock
    tutor: FrontDoor
    adapters: dict[str, Adapter]

    async def work(self) -> None:
        """Everything that the clock's tasks would do by now, until nothing is left to do."""
        while await scheduler.tick(self.tools, self.adapters) + await delivery.deliver(
            self.tools, self.adapters
        ):
            pass
        await scheduler.refresh_counts(self.tools, self.adapters)

    async def pass_time(self, duration: timedelta) -> None:
        """Let `duration` pass, then work."""
        self.clock.advance(duration)
        await self.work()

    async def schedule(self, schedule: Schedule = DAILY) -> Schedule:
        """Keep `schedule`; its first question is the next one from now on."""
        planned = next_due(schedule, self.clock.now())
        async with self.tools.store.begin() as tx:
            return await tx.schedules.put(schedule, set_by=None, next_due_at=planned)

    async def schedule_in(self, channel: ChannelRef, bank: str = "rivers") -> Schedule:
        """Schedule a question at nine in `channel`."""
        return await self.schedule(replace(DAILY, channel=channel, bank=bank))

    async def daily(self, channel: ChannelRef, bank: str = "rivers") -> None:
        """Schedule a question at nine in `channel`, go there, and post it."""
        await self.schedule_in(channel, bank)
        self.clock.set(MONDAY_MORNING + timedelta(hours=1))
        await self.work()


@contextlib.asynccontextmanager
async def a_house(
    url: str,
    folder: Path,
    adapters: Mapping[str, Adapter],
    clock: ManualClock | None = None,
) -> AsyncIterator[House]:
    """A quizbot over the database `url` with some small banks written to `folder`."""
    banks = {"rivers": BANK, "seas": PAIR, "tricky": TRICKY, "capitals": CAPITALS}
    for name, text in banks.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    paths = [folder / f"{name}.yaml" for name in banks]
    clock = clock or ManualClock(MONDAY_MORNING)
    await upgrade(url)
    store = await Store.open(url)
    try:
        library = Library(paths, Catalog.load(paths))
        tools = Tools(store, library, clock, Counts(), Bell())
        yield House(tools, clock, FrontDoor(tools), dict(adapters))
    finally:
        await store.close()
