"""What nobody may gain or lose by an unlucky moment."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import text

from app.people import CHANNEL, Person, text_of, token
from quizbot.app import daily, scheduler
from quizbot.domain.mode import Tells
from quizbot.message import Action, Attachment, Button, Buttons, Message
from quizbot.ports import Reply
from quizbot.refs import ChannelRef
from quizbot.testing.flat import flat
from quizbot.testing.house import DAILY, MONDAY_MORNING, House
from quizbot.testing.recording import RecordingAdapter

ELSEWHERE = ChannelRef("memory", "", "elsewhere")
TRAP = "The best known river is not the longest one."
A_DAY = timedelta(days=1)


@pytest.fixture
def ada(house: House) -> Person:
    return Person(house, "Ada", admin=True)


@pytest.fixture
def ben(house: House) -> Person:
    return Person(house, "Ben")


async def sql(house: House, statement: str) -> list[object]:
    """What only a fault of the database or of another program would do to a row."""
    async with house.tools.store._writing.begin() as connection:
        result = await connection.execute(text(statement))
        return [tuple(row) for row in result] if result.returns_rows else []


def exported(reply: Reply) -> str:
    assert reply.message is not None
    return next(b.data for b in reply.message.blocks if isinstance(b, Attachment)).decode()


async def test_a_channel_gets_its_question_although_another_one_s_schedule_is_gone(
    house: House, adapter: RecordingAdapter
) -> None:
    await house.daily(CHANNEL)
    async with house.tools.store.begin() as tx:
        await tx.schedules.remove(CHANNEL)
    await house.schedule(replace(DAILY, channel=ELSEWHERE, at=DAILY.at.replace(hour=10)))
    await house.pass_time(timedelta(hours=1))
    assert [post.ref.channel for post in adapter.posts] == [CHANNEL, ELSEWHERE]


async def test_set_anew_on_a_day_that_had_its_question_the_next_one_comes_when_it_was_promised(
    house: House, adapter: RecordingAdapter, ada: Person
) -> None:
    await house.daily(CHANNEL)
    form = {
        "at": ("10:00",),
        "zone": ("UTC",),
        "weekdays": tuple("0123456"),
        "bank": ("rivers",),
        "hours": ("8",),
        "tells": ("at_once",),
    }
    said = text_of(await ada.sends("daily_form", form))
    assert "Tuesday" in said or "1 Dec" in said or "Dec 1" in said
    await house.pass_time(timedelta(hours=2))
    assert len(adapter.posts) == 1
    await house.pass_time(timedelta(hours=23))
    assert sum("Which river" in flat(post.message) for post in adapter.posts) == 2


async def test_a_schedule_that_cannot_be_opened_neither_spins_nor_stops_the_others(
    house: House, adapter: RecordingAdapter
) -> None:
    await house.schedule(replace(DAILY, channel=ELSEWHERE))
    await house.schedule()
    await sql(house, "UPDATE schedules SET zone = 'US/Gone', tells = 'never' WHERE id = 1")
    house.clock.set(MONDAY_MORNING + timedelta(hours=1))
    await house.work()
    assert [post.ref.channel for post in adapter.posts] == [CHANNEL]
    assert await scheduler.tick(house.tools, house.adapters) == 0


async def test_a_round_that_cannot_be_settled_neither_spins_nor_stops_the_others(
    house: House, adapter: RecordingAdapter
) -> None:
    await house.schedule(replace(DAILY, channel=ELSEWHERE))
    await house.daily(CHANNEL)
    await sql(house, "UPDATE rounds SET tells = 'never' WHERE id = 1")
    await house.pass_time(timedelta(hours=8))
    assert sum(TRAP in flat(post.message) for post in adapter.posts) == 1
    assert await scheduler.tick(house.tools, house.adapters) == 0


async def test_what_is_told_at_the_close_shows_before_it_neither_on_boards_nor_in_exports(
    house: House, adapter: RecordingAdapter, ben: Person
) -> None:
    await house.schedule(replace(DAILY, tells=Tells.AT_CLOSE))
    house.clock.set(MONDAY_MORNING + timedelta(hours=1))
    await house.work()
    asked = adapter.posts[0].message
    right, wrong = ben, Person(house, "Chen")
    await right.presses(token(asked, "C"))
    await wrong.presses(token(asked, "A"))
    boards = {
        text_of(await one.types("leaderboard")).replace("Chen", "Ben") for one in (ben, wrong)
    }
    assert len(boards) == 1
    told = {exported(await one.types("privacy export")) for one in (right, wrong)}
    assert not any('"points": 10' in one or '"correct": true' in one for one in told)
    await house.pass_time(timedelta(hours=8))
    assert "10" in text_of(await ben.types("leaderboard"))
    assert '"points": 10' in exported(await right.types("privacy export"))


async def test_practice_tells_nothing_about_a_question_that_a_channel_is_asked_by_now(
    house: House, ben: Person
) -> None:
    await house.schedule()
    asked = await ben.types("practice bank:rivers")
    assert asked.message is not None
    button = token(asked.message, "A")
    house.clock.set(MONDAY_MORNING + timedelta(hours=1))
    await house.work()
    said = text_of(await ben.presses(button))
    assert TRAP not in said
    await house.pass_time(A_DAY)


async def test_who_is_forgotten_is_counted_once_in_a_question_that_is_still_open(
    house: House, adapter: RecordingAdapter, ben: Person
) -> None:
    await house.daily(CHANNEL)
    asked = adapter.posts[0].message
    await ben.presses(token(asked, "A"))
    await ben.presses("forget:yes")
    await ben.presses(token(asked, "C"))
    async with house.tools.store.read() as tx:
        assert (await tx.attempts.tally(1)).answered == 1


async def test_an_older_open_question_can_be_closed_too(
    house: House, adapter: RecordingAdapter, ada: Person
) -> None:
    await ada.types("daily now")
    await ada.types("daily now")
    await house.work()
    for _ in range(2):
        assert "open right now" in text_of(await ada.types("daily"))
        await ada.types("daily close")
    assert "open right now" not in text_of(await ada.types("daily"))
    await house.work()
    assert sum(TRAP in flat(post.message) for post in adapter.posts) == 2


async def test_a_private_question_answered_on_a_replica_that_missed_the_forgetting(
    house: House, adapter: RecordingAdapter, ben: Person
) -> None:
    alone = replace(ben, channel=None)
    await alone.types("daily me 9:00 bank:rivers zone:UTC")
    await house.pass_time(timedelta(hours=1))
    asked = adapter.posts[-1].message
    await alone.presses(token(asked, "C"))
    async with house.tools.store.begin() as tx:  # as another replica does it: the caches stay
        learner = await tx.learners.find(ben.user)
        assert learner is not None
        await tx.learners.forget(learner.id, house.clock.now())
    assert TRAP not in text_of(await alone.presses("mine:1"))
    assert TRAP not in text_of(await alone.presses(token(asked, "A")))


async def test_a_post_that_arrives_after_the_forgetting_leaves_no_name(
    house: House, adapter: RecordingAdapter, ben: Person
) -> None:
    await ben.types("daily me 9:00 bank:rivers zone:UTC")
    house.clock.advance(timedelta(hours=1))
    await scheduler.tick(house.tools, house.adapters)
    async with house.tools.store.begin() as tx:
        (post,) = await tx.posts.lease(house.clock.now(), timedelta(minutes=1), 1, ["memory"])
    asked = Message("Hello", (Buttons((Button("A", Action("answer", ("1", "a"))),)),))
    sent = await adapter.post(post.channel, asked, key="answer:1", under=None)
    await ben.presses("forget:yes")
    async with house.tools.store.begin() as tx:
        await tx.posts.sent(post.id, sent)
    assert "ben" not in str(await sql(house, "SELECT * FROM posts"))


async def test_an_event_of_the_same_id_belongs_to_each_person_alone(
    house: House, ben: Person
) -> None:
    chen = Person(house, "Chen")
    first = await ben.types("practice bank:rivers", event_id="same")
    second = await chen.types("practice bank:rivers", event_id="same")
    assert first.message is not None
    assert second.message is not None
    assert token(first.message, "A") != token(second.message, "A")


async def test_a_next_button_of_a_question_not_reached_yet_is_refused(
    house: House, ben: Person
) -> None:
    await ben.types("practice count:2")
    said = text_of(await ben.presses("next:1:1"))
    assert "Which" not in said
    assert "answer" not in said.casefold() or "button" in said.casefold()
    async with house.tools.store.read() as tx:
        assert (await tx.sessions.progress(1)).asked == 1


async def test_starting_over_leaves_one_practice_running(house: House, ben: Person) -> None:
    await ben.types("practice bank:rivers")
    await ben.presses("restart:1")
    await ben.presses("stop:2")
    await ben.types("practice bank:rivers topic:length")
    await ben.presses("restart:1")
    async with house.tools.store.begin() as tx:
        running = await tx.sessions.open_of(1, "practice")
        assert running is not None
        await tx.sessions.finish(running.id, house.clock.now())
        assert await tx.sessions.open_of(1, "practice") is None


async def test_close_now_takes_the_newest_open_question(house: House, ada: Person) -> None:
    await ada.types("daily now")
    house.clock.advance(timedelta(minutes=1))
    await ada.types("daily now")
    assert await daily.close_now(house.tools, CHANNEL)
    async with house.tools.store.read() as tx:
        still = await tx.rounds.open_in(CHANNEL, house.clock.now())
    assert still is not None
    assert still.id == 1


async def test_a_clock_that_runs_while_one_schedule_fails_rests_between_its_rounds(
    house: House,
) -> None:
    await house.schedule()
    await sql(house, "UPDATE schedules SET zone = 'US/Gone'")
    house.clock.set(MONDAY_MORNING + timedelta(hours=2))
    ear = house.tools.bell.listen()
    task = asyncio.create_task(scheduler.run(house.tools, house.adapters))
    await asyncio.sleep(0.3)
    rang = ear._event.is_set()
    task.cancel()
    assert not rang
