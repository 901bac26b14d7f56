"""What a hostile or unlucky person can't break."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from app.people import CHANNEL, Person, text_of, token
from quizbot.refs import ChannelRef
from quizbot.store.boards import BoardKey
from quizbot.testing.house import House
from quizbot.testing.recording import RecordingAdapter

FORM: dict[str, tuple[str, ...]] = {
    "at": ("9:00",),
    "zone": ("UTC",),
    "weekdays": ("0",),
    "bank": ("rivers",),
    "hours": ("8",),
    "tells": ("at_once",),
}


@pytest.fixture
def ben(house: House) -> Person:
    return Person(house, "Ben")


async def test_a_form_sent_by_somebody_who_is_no_admin_sets_nothing(
    house: House, ben: Person
) -> None:
    assert "admin" in text_of(await ben.sends("daily_form", FORM))
    async with house.tools.store.read() as tx:
        assert await tx.schedules.of(CHANNEL) is None


@pytest.mark.parametrize("command", ["daily now", "daily close", "daily off", "daily set"])
async def test_admin_commands_are_checked_at_each_use(
    house: House, adapter: RecordingAdapter, ben: Person, command: str
) -> None:
    await house.daily(CHANNEL)
    reply = await ben.types(command)
    assert reply.form is None
    assert "admin" in text_of(reply)
    await house.work()
    assert len(adapter.posts) == 1


@pytest.mark.parametrize(
    "field",
    [
        {"at": ("25:00",)},
        {"at": ("",)},
        {"at": ("9" * 500,)},
        {"zone": ("../../etc/passwd",)},
        {"zone": ("Mars/Olympus",)},
        {"weekdays": ()},
        {"weekdays": ("7", "x")},
        {"bank": ("../rivers",)},
        {"topics": ("rivers/nosuch",)},
        {"topics": ("seas/coasts",)},
        {"hours": ("0",)},
        {"hours": ("-1",)},
        {"hours": ("1e9",)},
        {"hours": ()},
    ],
)
async def test_nonsense_in_the_form_is_told_at_its_field_and_sets_nothing(
    house: House, field: dict[str, tuple[str, ...]]
) -> None:
    ada = Person(house, "Ada", admin=True)
    reply = await ada.sends("daily_form", FORM | field)
    assert reply.form is not None
    (name,) = field
    assert [one.name for one in reply.form.fields if one.error] == [name]
    async with house.tools.store.read() as tx:
        assert await tx.schedules.of(CHANNEL) is None


@pytest.mark.parametrize(
    "typed",
    [
        "\x00",
        "practice '",
        'practice "" ""',
        "practice \u202eevil",
        "practice " + "x" * 2000,
        "{0} {w} {}",
        "practice bank:{bank}",
        "help me",
        "daily me 99:99",
        "daily me zone:Nowhere",
        "leaderboard decade",
        "privacy",
        "🧨",
    ],
)
async def test_weird_words_get_an_answer_and_no_incident(
    house: House, ben: Person, typed: str
) -> None:
    del house
    reply = text_of(await ben.types(typed))
    assert reply
    assert "incident" not in reply


async def test_a_hundred_presses_of_one_person_at_once_are_one_answer(
    house: House, adapter: RecordingAdapter, ben: Person
) -> None:
    await house.daily(CHANNEL)
    asked = adapter.posts[-1].message
    letters = [token(asked, letter) for letter in "ABC"]
    await asyncio.gather(*(ben.presses(letters[n % 3]) for n in range(100)))
    async with house.tools.store.read() as tx:
        assert await tx.attempts.answered(1) == 1
        (standing,) = await tx.boards.top(BoardKey(CHANNEL, "", "all"), 5)
    assert standing.answered == 1


async def test_a_bank_that_goes_away_in_the_middle_of_a_practice_ends_it_kindly(
    house: House, ben: Person
) -> None:
    first = await ben.types("practice bank:rivers")
    assert first.message is not None
    house.tools.library.catalog = replace(house.tools.library.catalog, banks={})
    told = await ben.presses(token(first.message, "C"))
    assert "The best known river" in text_of(told)
    again = text_of(await ben.types("practice"))
    assert "incident" not in again
    assert "incident" not in text_of(await ben.presses("restart:1"))


async def test_being_forgotten_in_the_middle_of_a_practice_ends_it(
    house: House, ben: Person
) -> None:
    first = await ben.types("practice bank:rivers")
    assert first.message is not None
    await ben.presses("forget:yes")
    for press in (token(first.message, "C"), "next:1:0", "resume:1", "stop:1"):
        reply = text_of(await ben.presses(press))
        assert "incident" not in reply
        assert "About 3,530 km" not in reply


async def test_the_reveal_waits_for_nobody_and_comes_without_answers(
    house: House, adapter: RecordingAdapter
) -> None:
    await house.daily(CHANNEL)
    await house.pass_time(timedelta(hours=8))
    assert len(adapter.posts) == 2


async def test_the_board_of_a_place_never_met_is_empty_and_kind(house: House) -> None:
    nowhere = Person(house, "Eve", channel=ChannelRef("memory", "", "nowhere"))
    assert "incident" not in text_of(await nowhere.types("leaderboard"))
    private = Person(house, "Eve", channel=None)
    assert "incident" not in text_of(await private.types("leaderboard"))


async def test_a_topic_is_found_in_whichever_bank_has_it(house: House, ben: Person) -> None:
    del house
    assert "Baltic" in text_of(await ben.types("practice coasts"))


async def test_changing_the_time_of_ones_own_question_keeps_the_rest(
    house: House, ben: Person
) -> None:
    await ben.types("daily me 9:00 bank:seas zone:Europe/Berlin")
    await ben.types("daily me 10:00")
    async with house.tools.store.read() as tx:
        schedule = await tx.schedules.of(ChannelRef.direct(ben.user))
    assert schedule is not None
    assert (f"{schedule.at:%H:%M}", schedule.bank, schedule.zone) == (
        "10:00",
        "seas",
        "Europe/Berlin",
    )


async def test_a_number_of_thousands_of_digits_is_no_incident(house: House, ben: Person) -> None:
    del house
    assert "incident" not in text_of(await ben.types("practice count:" + "9" * 4500))


async def test_closing_with_a_clock_set_back_is_no_incident(
    house: House, adapter: RecordingAdapter
) -> None:
    await house.daily(CHANNEL)
    house.clock.advance(timedelta(hours=-1))
    ada = Person(house, "Ada", admin=True)
    assert "incident" not in text_of(await ada.types("daily close"))
    assert len(adapter.posts) == 1
