"""No sequence of presses, closes, reloads, faults, restarts and clock moves breaks the promises.

Nobody scores twice, no stored answer changes or is lost, and no day gets a second question.
"""

from __future__ import annotations

import asyncio
import contextlib
import tempfile
from collections.abc import Coroutine
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from app.people import CHANNEL, Person
from quizbot.domain.round import Attempt
from quizbot.domain.standing import Period, period_key
from quizbot.errors import DeliveryError, Unreachable, Unsure
from quizbot.message import Buttons
from quizbot.refs import ChannelRef
from quizbot.store.boards import BoardKey
from quizbot.testing.clock import ManualClock
from quizbot.testing.house import MONDAY_MORNING, House, a_house
from quizbot.testing.recording import RecordingAdapter

PEOPLE = ("Ada", "Ben", "Chen")


class Promises(RuleBasedStateMachine):
    """One channel with a daily question, three people, and everything that goes wrong."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.clock = ManualClock(MONDAY_MORNING)
        self.adapter = RecordingAdapter()
        self.stood: dict[tuple[int, str], Attempt] = {}
        self.event = 0
        self.open()

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(work)

    def open(self) -> None:
        self.exit = contextlib.AsyncExitStack()
        path = Path(self.folder.name)
        house = a_house(f"sqlite:///{path / 'q.db'}", path, {"memory": self.adapter}, self.clock)
        self.house: House = self.run(self.exit.enter_async_context(house))

    def teardown(self) -> None:
        self.run(self.exit.aclose())
        self.runner.close()
        self.folder.cleanup()

    @initialize()
    def a_schedule(self) -> None:
        self.run(self.house.schedule())

    @rule(hours=st.integers(0, 30), minutes=st.integers(0, 59))
    def time_passes(self, hours: int, minutes: int) -> None:
        self.run(self.house.pass_time(timedelta(hours=hours, minutes=minutes)))

    @rule(minutes=st.integers(1, 600))
    def the_clock_is_set_back(self, minutes: int) -> None:
        self.run(self.house.pass_time(-timedelta(minutes=minutes)))

    @precondition(lambda self: self.adapter.posts)
    @rule(
        who=st.sampled_from(PEOPLE),
        which=st.integers(0, 50),
        letter=st.integers(0, 2),
        times=st.integers(1, 3),
    )
    def somebody_presses(self, who: str, which: int, letter: int, times: int) -> None:
        posts = [post for post in self.adapter.posts if post.under is None]
        message = posts[which % len(posts)].message
        tokens = [
            button.action
            for block in message.blocks
            if isinstance(block, Buttons)
            for button in block.buttons
            if button.action.verb == "answer"
        ]
        if not tokens:
            return
        self.event += 1
        person = Person(self.house, who)
        press = tokens[letter % len(tokens)].encode()
        presses = [person.presses(press, event_id=f"e{self.event}") for _ in range(times)]
        self.run(_together(presses))

    @rule()
    def an_admin_closes(self) -> None:
        self.event += 1
        ada = Person(self.house, "Ada", admin=True)
        self.run(ada.types("daily close", event_id=f"e{self.event}"))
        self.run(self.house.work())

    @rule(again=st.booleans())
    def an_admin_posts(self, *, again: bool) -> None:
        self.event += 1
        ada = Person(self.house, "Ada", admin=True)
        for _ in range(2 if again else 1):
            self.run(ada.types("daily now", event_id=f"e{self.event}"))

    @rule(error=st.sampled_from([Unsure("?"), Unreachable("down")]), after=st.booleans())
    def the_next_post_fails(self, error: DeliveryError, *, after: bool) -> None:
        def fail(_channel: ChannelRef) -> None:
            self.adapter.before = self.adapter.after = None
            raise error

        if after:
            self.adapter.after = fail
        else:
            self.adapter.before = fail

    @rule(broken=st.booleans())
    def the_bank_is_reloaded(self, *, broken: bool) -> None:
        path = self.house.tools.library.paths[0]
        kept = path.read_text(encoding="utf-8")
        path.write_text("bank: [" if broken else kept.replace("Volga", "Wolga"), encoding="utf-8")
        self.house.tools.library.reload()
        path.write_text(kept, encoding="utf-8")

    @rule()
    def the_program_restarts(self) -> None:
        self.run(self.exit.aclose())
        self.open()

    @invariant()
    def no_stored_answer_changes_or_is_lost(self) -> None:
        present = self.run(_attempts(self.house, len(self.adapter.posts) + 5))
        for key, attempt in self.stood.items():
            assert present[key] == attempt
        self.stood = present

    @invariant()
    def a_day_has_one_question(self) -> None:
        days = self.run(_days(self.house))
        assert len(days) == len(set(days))

    @invariant()
    def no_question_and_no_recap_stands_twice(self) -> None:
        marks = [
            (action.action.verb == "season", action.action.args[0])
            for post in self.adapter.posts
            if post.under is None
            for block in post.message.blocks
            if isinstance(block, Buttons)
            for action in block.buttons[:1]
        ]
        assert len(marks) == len(set(marks))

    @invariant()
    def the_board_is_the_sum_of_the_answers(self) -> None:
        points = dict.fromkeys(PEOPLE, 0)
        for (_, name), attempt in self.stood.items():
            points[name] += attempt.points if attempt.counts else 0
        board = self.run(_board(self.house))
        assert {name: points[name] for name in board} == board
        assert sum(points.values()) == sum(board.values())


async def _together(presses: list[Coroutine[Any, Any, Any]]) -> None:
    replies = await asyncio.gather(*presses)
    assert all(reply.message is not None for reply in replies)


async def _attempts(house: House, most: int) -> dict[tuple[int, str], Attempt]:
    found: dict[tuple[int, str], Attempt] = {}
    async with house.tools.store.read() as tx:
        for name in PEOPLE:
            learner = await tx.learners.find(Person(house, name).user)
            for round_id in range(1, most) if learner else ():
                attempt = await tx.attempts.of(round_id, learner.id) if learner else None
                if attempt is not None:
                    found[round_id, name] = attempt
    return found


async def _days(house: House) -> list[str]:
    from quizbot.errors import NotFound

    days: list[str] = []
    async with house.tools.store.read() as tx:
        for round_id in range(1, 400):
            try:
                round_ = await tx.rounds.get(round_id)
            except NotFound:
                break
            if round_.schedule_id is not None:
                days.append(str(round_.day))
    return days


async def _board(house: House) -> dict[str, int]:
    key = period_key(Period.ALL, MONDAY_MORNING.date())
    async with house.tools.store.read() as tx:
        top = await tx.boards.top(BoardKey(CHANNEL, "", key), 10)
    return {standing.name: standing.points for standing in top}


@pytest.mark.slow
def test_the_promises_hold() -> None:
    run_state_machine_as_test(
        Promises,
        settings=settings(
            max_examples=25,
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
