"""What practice and review ask, and what they never do."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from app.people import CHANNEL, Person, text_of, token
from quizbot.bank.catalog import Catalog
from quizbot.message import Message
from quizbot.testing.flat import flat
from quizbot.testing.house import House

A_DAY = timedelta(days=1)


def a_bank(count: int) -> str:
    """Items on two topics, of which `q0` and `q1` are siblings; the first option is right."""
    items = "".join(
        f"""
  - id: q{number}
    topic: {"even" if number % 2 == 0 else "odd"}
    stem: What is number {number}?
    related: [{"q1" if number == 0 else ""}]
    options: [{{text: right {number}, correct: true, why: yes}}, {{text: wrong {number}, why: no}}]
    trap: Trap {number}."""
        for number in range(count)
    )
    return f"bank: numbers\ntitle: Numbers\nshuffle: false\nitems:{items}\n"


@pytest.fixture
def ben(house: House) -> Person:
    return Person(house, "Ben")


@pytest.fixture(autouse=True)
def numbers(house: House, tmp_path: Path) -> None:
    path = tmp_path / "numbers.yaml"
    path.write_text(a_bank(6), encoding="utf-8")
    house.tools.library.paths = (*house.tools.library.paths, path)
    house.tools.library.catalog = Catalog.load(house.tools.library.paths)


def message(reply: object) -> Message:
    found = getattr(reply, "message", None)
    assert isinstance(found, Message)
    return found


def asked(shown: Message) -> str:
    (line,) = (line for line in flat(shown).splitlines() if line.startswith("What is number"))
    return line.removeprefix("What is number ").rstrip("?")


async def answer(person: Person, shown: Message, label: str = "A") -> Message:
    return message(await person.presses(token(shown, label)))


async def run_through(person: Person, shown: Message, label: str = "A") -> list[str]:
    """Answer question after question; which ones they were."""
    met = []
    while True:
        met.append(asked(shown))
        told = await answer(person, shown, label)
        if "Next question" not in flat(told):
            return met
        shown = message(await person.presses(token(told, "Next question")))


async def test_a_practice_through_the_bank_meets_every_item_once(ben: Person) -> None:
    met = await run_through(ben, message(await ben.types("practice bank:numbers count:6")))
    assert sorted(met) == [str(number) for number in range(6)]


async def test_of_two_siblings_the_second_waits_for_another_day(ben: Person) -> None:
    met = await run_through(ben, message(await ben.types("practice bank:numbers count:5")))
    assert len({"0", "1"} & set(met)) == 1


async def test_another_on_this_topic_is_of_this_topic(ben: Person) -> None:
    shown = message(await ben.types("practice bank:numbers count:6"))
    for _ in range(2):
        first = asked(shown)
        told = await answer(ben, shown)
        shown = message(await ben.presses(token(told, "Another on this topic")))
        assert int(asked(shown)) % 2 == int(first) % 2


async def test_the_question_that_a_channel_is_asked_next_is_kept_out_of_practice(
    house: House, ben: Person
) -> None:
    await house.schedule_in(CHANNEL, "numbers")
    met = await run_through(ben, message(await ben.types("practice bank:numbers count:5")))
    await house.pass_time(timedelta(hours=1))
    async with house.tools.store.read() as tx:
        daily = await tx.rounds.latest_in(CHANNEL)
    assert daily is not None
    assert daily.item_id not in {f"q{number}" for number in met}


async def test_nothing_is_due_before_anything_was_answered(ben: Person) -> None:
    said = text_of(await ben.types("review bank:numbers"))
    assert "Nothing to review" in said
    assert "Practise first" in said


async def test_what_went_wrong_is_due_on_the_next_day(house: House, ben: Person) -> None:
    shown = message(await ben.types("practice bank:numbers count:1"))
    missed = asked(shown)
    await answer(ben, shown, "B")
    assert "The next one is due" in text_of(await ben.types("review bank:numbers"))
    house.clock.advance(A_DAY)
    review = message(await ben.types("review bank:numbers"))
    assert "Review: question 1 of 1" in flat(review)
    assert asked(review) == missed or {asked(review), missed} == {"0", "1"}
    told = flat(await answer(ben, review))
    assert "Review done: 1 of 1" in told
    assert f"Trap {asked(review)}." in told


async def test_a_sibling_is_asked_in_the_place_of_the_wording_that_was_used(
    house: House, ben: Person
) -> None:
    shown = message(await ben.types("practice bank:numbers topic:even count:3"))
    met = await run_through(ben, shown, "B")
    assert "0" in met
    house.clock.advance(2 * A_DAY)
    again = await run_through(ben, message(await ben.types("review bank:numbers")))
    assert sorted(again) == ["1", "2", "4"]


async def test_what_is_to_be_explained_again_is_due_tomorrow_though_it_was_right(
    house: House, ben: Person
) -> None:
    told = await answer(ben, message(await ben.types("practice bank:numbers count:1")))
    said = text_of(await ben.presses(token(told, "Explain again later")))
    assert "comes back tomorrow" in said
    house.clock.advance(A_DAY)
    assert "Review: question 1 of 1" in text_of(await ben.types("review bank:numbers"))


async def test_a_lucky_guess_comes_back_sooner_than_what_was_known(
    house: House, ben: Person
) -> None:
    guesser = Person(house, "Gus")
    for person in (ben, guesser):
        told = await answer(person, message(await person.types("practice bank:numbers count:1")))
        if person is guesser:
            assert "lucky guess" in text_of(await person.presses(token(told, "I guessed")))
    house.clock.advance(A_DAY)
    assert "The next one is due" in text_of(await ben.types("review bank:numbers"))
    assert "Review: question" in text_of(await guesser.types("review bank:numbers"))


async def test_only_one_s_own_answers_are_marked(house: House, ben: Person) -> None:
    told = await answer(ben, message(await ben.types("practice bank:numbers count:1")))
    mark = token(told, "I guessed")
    said = text_of(await Person(house, "Mal").presses(mark))
    assert "belongs to another" in said
    for forged in ("mark", "mark:1", "mark:x:hard", "mark:1:easy", "mark:999999:hard"):
        assert "Noted" not in text_of(await ben.presses(forged))


async def test_a_review_that_leaves_some_says_how_many(house: House, ben: Person) -> None:
    await run_through(ben, message(await ben.types("practice bank:numbers count:6")), "B")
    house.clock.advance(2 * A_DAY)
    assert "2 of 5, the rest waits" in text_of(await ben.types("review 2 bank:numbers"))


async def test_a_review_goes_on_where_it_was_left(house: House, ben: Person) -> None:
    await run_through(ben, message(await ben.types("practice bank:numbers count:6")), "B")
    house.clock.advance(2 * A_DAY)
    first = message(await ben.types("review bank:numbers"))
    await answer(ben, first)
    offer = message(await ben.types("review"))
    assert "in the middle of a review: 1 of 5" in flat(offer)
    resumed = message(await ben.presses(token(offer, "Go on")))
    assert "Review: question 2 of 5" in flat(resumed)


async def test_after_the_daily_question_its_topic_can_be_practised(
    house: House, ben: Person
) -> None:
    await house.daily(CHANNEL, "numbers")
    async with house.tools.store.read() as tx:
        daily = await tx.rounds.latest_in(CHANNEL)
    assert daily is not None
    told = message(await ben.presses(f"answer:{daily.id}:{daily.order[0]}"))
    shown = message(await ben.presses(token(told, "Practise this topic")))
    assert int(asked(shown)) % 2 == int(daily.item_id.removeprefix("q")) % 2
    assert f"q{asked(shown)}" != daily.item_id
