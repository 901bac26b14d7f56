"""Sitting a mock exam, and what comes of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from app.people import CHANNEL, Person, text_of, token
from app.test_practice import asked, message
from quizbot.app.tutor import FrontDoor
from quizbot.bank.catalog import Catalog
from quizbot.message import Message
from quizbot.testing.flat import flat
from quizbot.testing.house import House
from quizbot.testing.recording import RecordingAdapter

HEAD = """\
bank: mock
title: Mock
shuffle: false
blueprint:
  questions: 10
  minutes: 60
  pass: 0.6
  topics:
    even: {title: Even numbers, weight: 1}
    odd: {title: Odd numbers, weight: 1}
items:"""


def items(count: int) -> str:
    """The first option is right."""
    return "".join(
        f"""
  - id: q{number}
    topic: {"even" if number % 2 == 0 else "odd"}
    stem: What is number {number}?
    options: [{{text: right {number}, correct: true, why: yes}}, {{text: wrong {number}, why: no}}]
    trap: Trap {number}."""
        for number in range(count)
    )


@pytest.fixture(autouse=True)
def bank(house: House, tmp_path: Path) -> None:
    path = tmp_path / "mock.yaml"
    path.write_text(f"{HEAD}{items(12)}\n", encoding="utf-8")
    house.tools.library.paths = (*house.tools.library.paths, path)
    house.tools.library.catalog = Catalog.load(house.tools.library.paths)


@pytest.fixture
def ben(house: House) -> Person:
    return Person(house, "Ben", zone="Europe/Berlin")


async def press(person: Person, shown: Message, label: str) -> Message:
    return message(await person.presses(token(shown, label)))


async def begun(person: Person, count: int = 10) -> Message:
    return await press(person, message(await person.types(f"mock bank:mock {count}")), "Begin")


async def sit(person: Person, shown: Message, labels: str) -> Message:
    """Answer one question after the other; what is shown after the last."""
    for label in labels:
        shown = await press(person, shown, label)
    return shown


async def handed_in(person: Person, sheet: Message) -> Message:
    return await press(person, await press(person, sheet, "Hand in"), "Hand in")


async def test_what_awaits_one_is_said_before_the_clock_starts(house: House, ben: Person) -> None:
    said = text_of(await ben.types("mock bank:mock"))
    assert "10 questions, 1 hour, 60% passes" in said
    house.clock.advance(timedelta(hours=3))
    assert "question 1 of 10" in flat(await begun(ben))


async def test_a_shorter_exam_has_time_in_proportion(ben: Person) -> None:
    assert "5 questions, 30 minutes" in text_of(await ben.types("mock bank:mock 5"))


async def test_somebody_may_have_extra_time(house: House, ben: Person) -> None:
    tools = replace(house.tools, extra_time={"ben": 0.5})
    house.tutor = FrontDoor(tools)
    said = text_of(await ben.types("mock bank:mock"))
    assert "90 minutes" in said
    shown = await begun(ben)
    assert "90 minutes left" in flat(shown)


async def test_nothing_tells_right_or_wrong_before_the_end(ben: Person) -> None:
    shown = await begun(ben, 4)
    for label in "ABAB":
        assert "Trap" not in flat(shown)
        assert "yes" not in flat(shown)
        shown = await press(ben, shown, label)
    assert "4 of 4 answered" in flat(shown)
    assert "right" not in flat(shown).casefold()


async def test_the_report_tells_score_topics_and_every_question(house: House, ben: Person) -> None:
    shown = await begun(ben, 10)
    house.clock.advance(timedelta(minutes=20))
    report = await handed_in(ben, await sit(ben, shown, "AAAAAABBBB"))
    said = flat(report)
    assert "6 of 10 right (60%)" in said
    assert "Passed" in said
    assert "Even numbers" in said
    assert "20 minutes" in said
    page = await press(ben, report, "Go through the questions")
    assert f"Trap {asked(page)}." in flat(page)
    for _ in range(9):
        page = await press(ben, page, "Next")
    assert "Not right: you chose B" in flat(page)
    assert "6 of 10" in flat(await press(ben, page, "To the report"))


async def test_one_may_go_back_change_an_answer_and_flag(ben: Person) -> None:
    shown = await begun(ben, 3)
    second = await press(ben, shown, "B")
    flagged = await press(ben, second, "Flag")
    assert "flagged" in flat(flagged)
    first = await press(ben, flagged, "Back")
    assert "Chosen: B" in flat(first)
    again = await press(ben, first, "A")
    sheet = await press(ben, again, "Sheet")
    assert "1 of 3 answered" in flat(sheet)
    assert "Open: 2 and 3" in flat(sheet)
    assert "Flagged: 2" in flat(sheet)
    jumped = await press(ben, sheet, "Flagged: 2")
    assert "question 2 of 3" in flat(jumped)
    assert "flagged" not in flat(await press(ben, jumped, "Take the flag off"))
    report = await handed_in(ben, sheet)
    assert "1 of 3 right" in flat(report)
    assert "2 questions were left open" in flat(report)


async def test_it_goes_on_after_a_restart_on_another_device(house: House, ben: Person) -> None:
    await sit(ben, await begun(ben, 4), "AA")
    house.tutor = FrontDoor(house.tools)
    elsewhere = Person(house, "Ben", channel=None)
    running = message(await elsewhere.types("mock"))
    assert "2 of 4 answered" in flat(running)
    shown = await press(elsewhere, running, "Go on")
    assert "question 3 of 4" in flat(shown)
    assert "4 of 4 right" in flat(await handed_in(elsewhere, await sit(elsewhere, shown, "AA")))


async def test_at_the_limit_it_ends_by_itself_and_the_report_is_told(
    house: House, ben: Person, adapter: RecordingAdapter
) -> None:
    shown = await sit(ben, await begun(ben, 10), "AAA")
    await house.pass_time(timedelta(minutes=56))
    (reminder,) = adapter.told
    assert "ends soon" in reminder[1].summary
    assert "question 4 of 10" in flat(await press(ben, reminder[1], "Go on"))
    await house.pass_time(timedelta(minutes=5))
    await house.work()
    assert len(adapter.told) == 2
    assert "3 of 10 right (30%)" in flat(adapter.told[1][1])
    late = await press(ben, shown, "A")
    assert "3 of 10 right (30%)" in flat(late)
    assert "Time used: 1 hour" in flat(late)


async def test_a_choice_that_comes_too_late_is_not_counted(house: House, ben: Person) -> None:
    shown = await sit(ben, await begun(ben, 10), "AAA")
    house.clock.advance(timedelta(minutes=61))
    assert "3 of 10 right" in flat(await press(ben, shown, "A"))


async def test_who_can_t_be_told_finds_the_report(
    house: House, ben: Person, adapter: RecordingAdapter
) -> None:
    await sit(ben, await begun(ben, 10), "AAA")
    adapter.shut = True
    await house.pass_time(timedelta(hours=2))
    exams = message(await ben.presses("exams:mock"))
    assert "3 of 10" in flat(exams)
    assert "3 of 10 right" in flat(await press(ben, exams, "See the latest report"))


async def test_past_exams_are_kept_and_compared(house: House, ben: Person) -> None:
    await handed_in(ben, await sit(ben, await begun(ben, 4), "AABB"))
    house.clock.advance(timedelta(days=1))
    report = await handed_in(ben, await sit(ben, await begun(ben, 4), "AAAB"))
    assert "The time before: 50%" in flat(report)
    past = flat(await press(ben, report, "Past exams"))
    assert "75%" in past
    assert "50%" in past


async def test_what_an_exam_asks_practice_does_not(ben: Person) -> None:
    await begun(ben, 10)
    shown = message(await ben.types("practice bank:mock count:5"))
    met = {asked(shown)}
    told = await press(ben, shown, "A")
    met.add(asked(await press(ben, told, "Next question")))
    assert len(met) == 2


async def test_an_exam_asks_nothing_that_a_channel_is_asked(house: House, ben: Person) -> None:
    await house.daily(CHANNEL, "mock")
    async with house.tools.store.read() as tx:
        daily = await tx.rounds.latest_in(CHANNEL)
    assert daily is not None
    shown = await begun(ben, 10)
    met = []
    for _ in range(10):
        met.append(f"q{asked(shown)}")
        shown = await press(ben, shown, "A")
    assert len(set(met)) == 10
    assert daily.item_id not in met


async def test_an_answer_button_forged_for_an_exam_tells_nothing(house: House, ben: Person) -> None:
    shown = await begun(ben, 4)
    _, round_id, option = token(shown, "A").split(":")
    for forged in (
        f"answer:{round_id}:{option}",
        f"answer:{round_id}",
        f"mine:{round_id}",
        "next:1:0",
        "stop:1",
        "resume:1",
        "restart:1",
        "exam_page:1:0",
        "exam_report:1",
        f"mark:{round_id}:hard",
        "exam:1:99",
        "exam:1",
        "flag:1:77:on",
        f"pick:{round_id}:{option}:{option}x",
        "pick:x",
        "pick",
        "exam_begin:mock",
        "exams:nowhere",
    ):
        said = text_of(await ben.presses(forged))
        assert "Trap" not in said, forged
        assert "incident" not in said, forged
    async with house.tools.store.read() as tx:
        assert (await tx.sessions.progress(1)).answered == 0


async def test_nobody_else_sees_or_changes_it(house: House, ben: Person) -> None:
    shown = await begun(ben, 4)
    mallory = Person(house, "Mal")
    for label in ("A", "Next", "Flag", "Sheet"):
        assert "belongs to another" in text_of(await mallory.presses(token(shown, label)))
    report = await handed_in(ben, await press(ben, shown, "Sheet"))
    assert "belongs to another" in text_of(
        await mallory.presses(token(report, "Go through the questions"))
    )


async def test_begin_pressed_twice_is_one_exam(house: House, ben: Person) -> None:
    welcome = message(await ben.types("mock bank:mock"))
    first, second = await press(ben, welcome, "Begin"), await press(ben, welcome, "Begin")
    assert token(first, "A") == token(second, "A")
    del house


async def test_a_bank_without_a_blueprint_says_so(ben: Person) -> None:
    said = text_of(await ben.types("mock bank:rivers"))
    assert "no blueprint" in said


async def test_an_exam_counts_for_no_board_but_for_progress(ben: Person) -> None:
    await handed_in(ben, await sit(ben, await begun(ben, 10), "A" * 10))
    assert "10" not in text_of(await ben.types("leaderboard"))
    assert "It rests on 10 questions" in text_of(await ben.types("progress bank:mock"))
