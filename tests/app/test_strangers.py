"""What somebody of another workspace gets by guessing ids: nothing."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from app.people import CHANNEL, Person
from quizbot.refs import ChannelRef, UserRef
from quizbot.testing.flat import flat
from quizbot.testing.house import House

TRAP = "The best known river is not the longest one."
ELSEWHERE = ChannelRef("memory", "T2", "general")


@dataclass
class Stranger(Person):
    """Somebody of the workspace T2, an admin there."""

    channel: ChannelRef | None = ELSEWHERE
    admin: bool = True

    @property
    def user(self) -> UserRef:
        return UserRef("memory", "T2", self.name.lower())


@pytest.fixture
async def played(house: House) -> House:
    """Ben has answered the open question, practised, sat an exam, and made a plan."""
    await house.daily(CHANNEL)
    ben = Person(house, "Ben")
    await ben.presses("answer:1:" + await first_option(house, 1))
    await ben.types("practice bank:capitals")
    await ben.presses("exam_begin:capitals:4")
    await ben.presses("hand:2:yes")
    await ben.sends("plan_form:capitals", {"exam": ("2027-01-31",), "zone": ("UTC",)})
    return house


async def first_option(house: House, round_id: int) -> str:
    async with house.tools.store.read() as tx:
        return (await tx.rounds.get(round_id)).order[0]


TOKENS = [
    "answer:1:{option}",
    "mine:1",
    "mark:1:hard",
    "more:1",
    "next:1:0",
    "resume:1",
    "restart:1",
    "stop:1",
    "exam:2:0",
    "pick:3:{option}",
    "flag:2:0:on",
    "sheet:2",
    "hand:2:yes",
    "exam_page:2:0",
    "exam_report:2",
    "exams:capitals",
    "run:progress:capitals",
    "run:review:rivers",
    "run:daily.close",
    "run:insights:rivers",
]


@pytest.mark.parametrize("guessed", TOKENS)
async def test_a_guessed_id_shows_and_changes_nothing_of_another_workspace(
    played: House, guessed: str
) -> None:
    mallory = Stranger(played, "Mallory")
    before = await state(played)
    reply = await mallory.presses(guessed.format(option=await first_option(played, 1)))
    said = flat(reply.message) if reply.message else ""
    assert TRAP not in said
    assert "Ben" not in said
    assert "of 4 right" not in said
    assert "incident" not in said
    assert await state(played) == before


@pytest.mark.parametrize("typed", ["leaderboard", "daily", "insights rivers", "daily close"])
async def test_a_command_elsewhere_tells_nothing_of_a_channel(played: House, typed: str) -> None:
    reply = await Stranger(played, "Mallory").types(typed)
    said = flat(reply.message) if reply.message else ""
    assert "Ben" not in said
    assert "1 person" not in said
    async with played.tools.store.read() as tx:
        assert await tx.rounds.open_in(CHANNEL, played.clock.now()) is not None


async def state(house: House) -> tuple[object, ...]:
    """What Ben has, and whether his channel's question is open."""
    async with house.tools.store.read() as tx:
        ben = await tx.learners.find(UserRef("memory", "", "ben"))
        assert ben is not None
        return (
            await tx.attempts.answered(1),
            await tx.sessions.get(1),
            await tx.sessions.get(2),
            await tx.sheets.of_session(2),
            await tx.plans.of(ben.id, "capitals"),
            await tx.histories.of(ben.id, "rivers", house.clock.now()),
            await tx.rounds.open_in(CHANNEL, house.clock.now()),
        )
