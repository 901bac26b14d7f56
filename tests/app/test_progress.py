"""One's own progress, one's plan, and the reminder of reviews."""

from __future__ import annotations

from datetime import date, time, timedelta

import pytest

from app.people import Person, text_of, token
from app.test_practice import answer, message, numbers  # noqa: F401 (an autouse fixture)
from quizbot.ports import FormSpec
from quizbot.testing.flat import flat
from quizbot.testing.house import House
from quizbot.testing.recording import RecordingAdapter

PLAN: dict[str, tuple[str, ...]] = {
    "exam": ("2027-01-31",),
    "retention": ("",),
    "nudge": ("18:00",),
    "zone": ("Asia/Tokyo",),
}


@pytest.fixture
def ben(house: House) -> Person:
    return Person(house, "Ben")


async def answer_all(person: Person, label: str = "A", count: int = 6) -> None:
    shown = message(await person.types(f"practice bank:numbers count:{count}"))
    while True:
        told = await answer(person, shown, label)
        if "Next question" not in flat(told):
            return
        shown = message(await person.presses(token(told, "Next question")))


async def test_below_ten_answers_nothing_is_claimed(ben: Person) -> None:
    await answer_all(ben)
    said = text_of(await ben.types("progress bank:numbers"))
    assert "Not enough answers yet" in said
    assert "4 more questions" in said
    assert "%" not in said


async def test_a_repeat_is_no_further_answer(house: House, ben: Person) -> None:
    for _ in range(3):
        await answer_all(ben)
        house.clock.advance(timedelta(days=1))
    assert "6 answered so far" in text_of(await ben.types("progress bank:numbers"))


async def test_what_to_study_next_is_said_from_the_first_day(ben: Person) -> None:
    said = text_of(await ben.types("progress bank:numbers"))
    assert "questions on" in said
    assert "would help most" in said


async def test_what_is_due_is_counted(house: House, ben: Person) -> None:
    await answer_all(ben, "B", count=5)
    house.clock.advance(timedelta(days=2))
    shown = message(await ben.types("progress bank:numbers"))
    assert "reviews are due" in flat(shown)
    assert "Review: question 1" in text_of(await ben.presses(token(shown, "Review")))


async def test_a_plan_is_kept_and_shown(house: House, ben: Person) -> None:
    opened = (await ben.types("plan bank:numbers")).form
    assert isinstance(opened, FormSpec)
    said = text_of(await ben.sends("plan_form:numbers", PLAN))
    assert "Exam: Sun" in said
    assert "18:00 (Asia/Tokyo)" in said
    again = (await ben.types("plan bank:numbers")).form
    assert again is not None
    assert [field.values for field in again.fields] == [
        ("2027-01-31",),
        (),
        ("18:00",),
        ("Asia/Tokyo",),
    ]
    async with house.tools.store.read() as tx:
        learner = await tx.learners.find(ben.user)
        assert learner is not None
        plan = await tx.plans.of(learner.id, "numbers")
    assert (plan.exam_on, plan.nudge_at) == (date(2027, 1, 31), time(18))


@pytest.mark.parametrize(
    ("field", "typed", "word"),
    [
        ("exam", "31.1.2027", "2027-01-31"),
        ("exam", "2020-01-31", "ahead"),
        ("exam", "9999-12-31", "ahead"),
        ("retention", "120", "70"),
        ("retention", "lots", "70"),
        ("nudge", "25:00", "25:00"),
        ("zone", "Asia/Tokio", "Asia/Tokyo"),
    ],
)
async def test_each_field_s_error_stands_at_the_field(
    ben: Person, field: str, typed: str, word: str
) -> None:
    reply = await ben.sends("plan_form:numbers", PLAN | {field: (typed,)})
    assert reply.form is not None
    errors = {one.name: one.error for one in reply.form.fields if one.error}
    assert list(errors) == [field]
    assert word in errors[field]


async def test_an_exam_ahead_brings_reviews_before_it(house: House, ben: Person) -> None:
    soon = (house.clock.now() + timedelta(days=6)).date().isoformat()
    await ben.sends("plan_form:numbers", PLAN | {"exam": (soon,), "nudge": ("",)})
    await answer_all(ben)
    house.clock.advance(timedelta(days=4, hours=12))
    assert "Review: question 1" in text_of(await ben.types("review bank:numbers"))


async def test_the_reminder_comes_once_a_day_and_only_when_something_is_due(
    house: House, ben: Person, adapter: RecordingAdapter
) -> None:
    await ben.sends("plan_form:numbers", PLAN)
    await house.pass_time(timedelta(hours=1))
    assert adapter.told == []
    await answer_all(ben, "B")
    for _ in range(2):
        await house.pass_time(timedelta(days=1))
        await house.work()
    reminders = [told for told in adapter.told if "due" in told[1].summary]
    assert len(reminders) == 2
    assert {user for user, _ in reminders} == {ben.user}
    assert "Review: question" in text_of(await ben.presses(token(reminders[0][1], "Review")))


async def test_after_a_long_downtime_a_reminder_waits_for_its_time(
    house: House, ben: Person, adapter: RecordingAdapter
) -> None:
    await answer_all(ben, "B")
    await ben.sends("plan_form:numbers", PLAN)
    await house.pass_time(timedelta(days=2, hours=6))
    assert adapter.told == []
    await house.pass_time(timedelta(hours=19))
    assert len(adapter.told) == 1
