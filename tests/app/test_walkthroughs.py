"""What people read and what is kept, from the first press to the board."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from app.people import CHANNEL, Person, menu, text_of, token
from quizbot.domain.mode import Tells
from quizbot.message import Message
from quizbot.refs import ChannelRef
from quizbot.testing.flat import flat
from quizbot.testing.house import DAILY, MONDAY_MORNING, House
from quizbot.testing.recording import RecordingAdapter

TRAP = "The best known river is not the longest one."


@pytest.fixture
def ben(house: House) -> Person:
    return Person(house, "Ben")


@pytest.fixture
def ada(house: House) -> Person:
    return Person(house, "Ada", admin=True)


async def question_of(house: House, adapter: RecordingAdapter) -> Message:
    await house.daily(CHANNEL)
    return adapter.posts[-1].message


async def test_the_answer_is_kept_before_the_verdict_and_stands(
    house: House, adapter: RecordingAdapter, ben: Person
) -> None:
    asked = await question_of(house, adapter)
    right, wrong = token(asked, "C"), token(asked, "A")
    first = text_of(await ben.presses(right))
    again = text_of(await ben.presses(wrong))
    assert "first answer" in again
    assert TRAP in first
    async with house.tools.store.read() as tx:
        learner = await tx.learners.find(ben.user)
        latest = await tx.rounds.latest_in(CHANNEL)
        assert learner is not None
        assert latest is not None
        kept = await tx.attempts.of(latest.id, learner.id)
    assert kept is not None
    assert kept.score.correct
    assert kept.points == 10


async def test_the_same_event_twice_gives_the_same_reply(
    house: House, adapter: RecordingAdapter, ben: Person
) -> None:
    asked = await question_of(house, adapter)
    await ben.presses(token(asked, "C"), event_id="e1")
    once = await ben.presses(token(asked, "C"), event_id="e1")
    twice = await ben.presses(token(asked, "C"), event_id="e1")
    assert once == twice


async def test_a_late_answer_is_practice_only(
    house: House, adapter: RecordingAdapter, ben: Person
) -> None:
    asked = await question_of(house, adapter)
    await house.pass_time(timedelta(hours=8))
    reply = text_of(await ben.presses(token(asked, "C")))
    assert "practice" in reply.casefold()
    board = text_of(await ben.types("leaderboard"))
    assert "Ben" not in board


async def test_a_round_of_another_channel_cannot_be_answered(
    house: House, adapter: RecordingAdapter
) -> None:
    asked = await question_of(house, adapter)
    stranger = Person(house, "Eve", channel=ChannelRef("memory", "", "elsewhere"))
    guessed = Person(house, "Mallory", channel=ChannelRef("memory", "other team", "general"))
    for person in (stranger, guessed):
        reply = text_of(await person.presses(token(asked, "C")))
        assert TRAP not in reply
        reply = text_of(await person.presses("mine:1"))
        assert TRAP not in reply
    async with house.tools.store.read() as tx:
        assert await tx.attempts.answered(1) == 0


@pytest.mark.parametrize(
    "forged",
    [
        "answer",
        "answer:1",
        "answer:999:x",
        "answer:1:nosuchoption",
        "answer:x:y",
        "answer:99999999999999999999:a",
        "next:1",
        "next:999:0",
        "next:1:x",
        "stop:7",
        "board:year",
        "board",
        "forget",
        "forget:no",
        "dance:1",
        "mine",
    ],
)
async def test_a_forged_button_changes_nothing_and_is_answered(
    house: House, adapter: RecordingAdapter, ben: Person, forged: str
) -> None:
    await question_of(house, adapter)
    reply = text_of(await ben.presses(forged))
    assert reply
    assert "incident" not in reply
    async with house.tools.store.read() as tx:
        assert await tx.attempts.answered(1) == 0


async def test_choosing_too_many_is_told_and_not_scored(
    house: House, adapter: RecordingAdapter, ben: Person
) -> None:
    await house.daily(CHANNEL, "seas")
    choice = menu(adapter.posts[-1].message)
    values = [option.value for option in choice.choices]
    reply = text_of(await ben.presses(choice.action.encode(), *values))
    assert "two" in reply or "2" in reply
    async with house.tools.store.read() as tx:
        assert await tx.attempts.answered(1) == 0


async def test_held_back_until_the_close_no_verdict_leaks(
    house: House, adapter: RecordingAdapter, ben: Person
) -> None:
    await house.schedule(replace(DAILY, tells=Tells.AT_CLOSE))
    await house.pass_time(timedelta(hours=1))
    asked = adapter.posts[-1].message
    early = text_of(await ben.presses(token(asked, "A")))
    assert TRAP not in early
    assert "well known, yet short" not in early
    assert text_of(await ben.presses("mine:1")).count(TRAP) == 0
    await house.pass_time(timedelta(hours=8))
    assert TRAP in text_of(await ben.presses("mine:1"))


async def test_closing_early_counts_everywhere(
    house: House, adapter: RecordingAdapter, ben: Person, ada: Person
) -> None:
    asked = await question_of(house, adapter)
    await ben.presses(token(asked, "C"))
    await ada.types("daily close")
    late = Person(house, "Late")
    await late.presses(token(asked, "C"))
    await house.work()
    assert adapter.posts[1].under == adapter.posts[0].ref
    board = text_of(await ben.types("leaderboard"))
    assert "Ben" in board
    assert "Late" not in board


async def test_an_edit_of_the_file_leaves_the_open_round_as_it_was(
    house: House, adapter: RecordingAdapter, ben: Person
) -> None:
    asked = await question_of(house, adapter)
    path = house.tools.library.paths[0]
    text = path.read_text(encoding="utf-8").replace("The Volga", "The Wolga")
    path.write_text(
        text.replace("        correct: true\n", "", 1).replace(
            "text: The Rhine\n", "text: The Rhine\n        correct: true\n"
        ),
        encoding="utf-8",
    )
    house.tools.library.reload()
    reply = text_of(await ben.presses(token(asked, "C")))
    assert "The Volga" in reply
    async with house.tools.store.read() as tx:
        assert (await tx.attempts.tally(1)).correct == 1


async def test_a_streak_earns_more_and_is_told(
    house: House, adapter: RecordingAdapter, ben: Person
) -> None:
    await house.schedule()
    earned = []
    for _ in range(3):
        house.clock.set(house.clock.now().replace(hour=9))
        await house.work()
        questions = [p.message for p in adapter.posts if p.message.summary.startswith("Question")]
        await ben.presses(token(questions[-1], "C"))
        async with house.tools.store.read() as tx:
            latest = await tx.rounds.latest_in(CHANNEL)
            learner = await tx.learners.find(ben.user)
            assert latest is not None
            assert learner is not None
            attempt = await tx.attempts.of(latest.id, learner.id)
        assert attempt is not None
        earned.append(attempt.points)
        await house.pass_time(timedelta(days=1))
    assert earned == [10, 12, 14]


async def test_hidden_people_are_on_no_board(
    house: House, adapter: RecordingAdapter, ben: Person
) -> None:
    asked = await question_of(house, adapter)
    await ben.presses(token(asked, "C"))
    await ben.types("privacy hide")
    assert "Ben" not in text_of(await Person(house, "Ada").types("leaderboard"))
    await ben.types("privacy show")
    assert "Ben" in text_of(await Person(house, "Ada").types("leaderboard"))


async def test_what_is_stored_is_shown_and_forgotten(
    house: House, adapter: RecordingAdapter, ben: Person
) -> None:
    asked = await question_of(house, adapter)
    await ben.presses(token(asked, "C"))
    await house.pass_time(timedelta(hours=8))
    assert "longest" in text_of(await ben.types("privacy export"))
    ask = await ben.types("privacy forget")
    assert ask.message is not None
    await ben.presses("forget:yes")
    async with house.tools.store.read() as tx:
        assert await tx.learners.find(ben.user) is None
        assert (await tx.attempts.tally(1)).answered == 1
    assert "Ben" not in text_of(await Person(house, "Ada").types("leaderboard"))
    assert "first answer" not in text_of(await ben.presses(token(asked, "C")))


async def test_a_person_forgotten_on_another_replica_begins_anew(
    house: House, adapter: RecordingAdapter, ben: Person
) -> None:
    asked = await question_of(house, adapter)
    await ben.types("privacy show")
    async with house.tools.store.begin() as tx:
        learner = await tx.learners.find(ben.user)
        assert learner is not None
        await tx.learners.forget(learner.id, house.clock.now())
    assert TRAP in text_of(await ben.presses(token(asked, "C")))
    assert "Ben" in text_of(await ben.types("leaderboard"))


async def test_nothing_that_names_a_forgotten_person_stays(
    house: House, adapter: RecordingAdapter, ada: Person
) -> None:
    await ada.sends("daily_form", VALUES)
    await ada.types("daily me 9:00 bank:rivers zone:UTC")
    await house.pass_time(timedelta(hours=1))
    await ada.presses(token(adapter.posts[0].message, "C"))
    async with house.tools.store.begin() as tx:
        learner = await tx.learners.find(ada.user)
        schedule = await tx.schedules.of(CHANNEL)
        assert learner is not None
        assert schedule is not None
        await tx.learners.forget(learner.id, house.clock.now())
        assert await tx.schedules.setter(schedule.id) is None
        assert await tx.schedules.of(ChannelRef.direct(ada.user)) is None
        assert await tx.rounds.latest_in(ChannelRef.direct(ada.user)) is None
        stored = await tx.learners.export(learner.id, house.clock.now())
    assert "ada" not in str(stored).casefold()


async def test_practice_stops_and_goes_on_later(house: House, ben: Person) -> None:
    first = await ben.types("practice bank:seas")
    assert first.message is not None
    assert first.private
    offered = await ben.types("practice")
    assert offered.message is not None
    resumed = await ben.presses(_with_verb(offered.message, "resume"))
    assert resumed.message == first.message
    choice = menu(first.message)
    by_label = {option.label: option.value for option in choice.choices}
    values = [value for label, value in by_label.items() if "Latvia" in label or "Finland" in label]
    told = await ben.presses(choice.action.encode(), *values)
    assert told.replace
    assert "Scandinavian does not mean Baltic." in text_of(told)


async def test_practice_never_shows_a_question_that_is_open_in_a_channel(
    house: House, adapter: RecordingAdapter, ben: Person
) -> None:
    await question_of(house, adapter)
    reply = await ben.types("practice bank:rivers")
    assert "longer than the others" not in text_of(reply)


async def test_a_practice_belongs_to_its_learner(house: House, ben: Person) -> None:
    reply = await ben.types("practice bank:rivers")
    assert reply.message is not None
    eve = Person(house, "Eve")
    assert TRAP not in text_of(await eve.presses(token(reply.message, "C")))
    assert "River" not in text_of(await eve.presses("next:1:0"))


async def test_a_practice_command_delivered_twice_is_one_practice(
    house: House, ben: Person
) -> None:
    once = await ben.types("practice bank:rivers", event_id="same")
    twice = await ben.types("practice bank:rivers", event_id="same")
    assert once == twice


@pytest.mark.parametrize(
    "typed", ["practice count:0", "practice count:999", "practice bank:nosuch", "practice 5 6"]
)
async def test_bad_input_is_told_with_the_mend(house: House, ben: Person, typed: str) -> None:
    del house
    reply = text_of(await ben.types(typed))
    assert "incident" not in reply
    assert reply


async def test_a_broken_file_stops_no_other_and_says_so(house: House, ben: Person) -> None:
    house.tools.library.paths[0].write_text("bank: [", encoding="utf-8")
    catalog = house.tools.library.reload()
    assert catalog.faults
    assert "Baltic" in text_of(await ben.types("practice bank:seas"))
    assert "longer" in text_of(await ben.types("practice bank:rivers"))


async def test_whoever_set_the_schedule_may_change_it(house: House, ada: Person) -> None:
    values = {
        "at": ("9:00",),
        "zone": ("Berlin",),
        "weekdays": ("0", "2"),
        "bank": ("rivers",),
        "hours": ("24",),
        "tells": ("at_once",),
    }
    reply = await ada.sends("daily_form", values)
    assert reply.message is not None
    plain_ada = Person(house, "Ada")
    assert (await plain_ada.types("daily set")).form is not None
    assert (await Person(house, "Ben").types("daily set")).form is None
    async with house.tools.store.read() as tx:
        schedule = await tx.schedules.of(CHANNEL)
    assert schedule is not None
    assert schedule.zone == "Europe/Berlin"
    assert schedule.weekdays == {0, 2}


async def test_setting_a_time_that_has_passed_today_waits_for_the_next_day(
    house: House, adapter: RecordingAdapter, ada: Person
) -> None:
    house.clock.set(MONDAY_MORNING + timedelta(hours=4))
    await house.schedule()
    await house.work()
    assert adapter.posts == []
    shown = text_of(await ada.types("daily"))
    assert "Rivers" in shown


async def test_a_missing_bank_is_told_to_its_admin_once(
    house: House, adapter: RecordingAdapter, ada: Person
) -> None:
    values = {
        "at": ("9:00",),
        "zone": ("UTC",),
        "weekdays": tuple("0123456"),
        "bank": ("seas",),
        "hours": ("8",),
        "tells": ("at_once",),
    }
    await ada.sends("daily_form", values)
    house.tools.library.catalog = replace(house.tools.library.catalog, banks={})
    await house.pass_time(timedelta(hours=1))
    await house.pass_time(timedelta(days=1))
    assert adapter.posts == []
    assert len(adapter.told) == 1
    assert "seas" in flat(adapter.told[0][1])


VALUES = {
    "at": ("9:00",),
    "zone": ("UTC",),
    "weekdays": tuple("0123456"),
    "bank": ("rivers",),
    "hours": ("8",),
    "tells": ("at_once",),
}


def _with_verb(message: Message, verb: str) -> str:
    from quizbot.message import actions

    return next(a.encode() for a in actions(message) if a.verb == verb)
