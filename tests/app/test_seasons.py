"""What a channel is told when its month is over: once, kindly, and hidden people never."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from app.people import CHANNEL, Person, text_of, token
from quizbot.app import scheduler
from quizbot.bank.catalog import Catalog
from quizbot.domain.mode import Tells
from quizbot.errors import Unreachable
from quizbot.message import Image, Message
from quizbot.refs import ChannelRef
from quizbot.testing.flat import flat
from quizbot.testing.house import DAILY, House
from quizbot.testing.recording import RecordingAdapter

A_DAY = timedelta(days=1)
NUMBERS = replace(DAILY, bank="numbers")
DECEMBER, JANUARY = date(2026, 12, 1), date(2027, 1, 1)


def a_bank(count: int) -> str:
    """Items of five options, of which the first is right."""
    wrong = "".join(f", {{text: wrong {n}, why: no}}" for n in range(4))
    items = "".join(
        f"""
  - id: q{number}
    topic: counting
    stem: What is number {number}?
    options: [{{text: right, correct: true, why: yes}}{wrong}]
    trap: Trap {number}."""
        for number in range(count)
    )
    return f"bank: numbers\ntitle: Numbers\nshuffle: false\nitems:{items}\n"


@pytest.fixture(autouse=True)
def numbers(house: House, tmp_path: Path) -> None:
    path = tmp_path / "numbers.yaml"
    path.write_text(a_bank(80), encoding="utf-8")
    house.tools.library.paths = (*house.tools.library.paths, path)
    house.tools.library.catalog = Catalog.load(house.tools.library.paths)


async def until(house: House, day: date, hour: int = 0) -> None:
    """Go to that hour (UTC) of the day, and work."""
    house.clock.set(datetime(day.year, day.month, day.day, hour, tzinfo=UTC))
    await house.work()


async def last_evening(house: House) -> None:
    """Go to an hour before the end of December; its last question has come and closed."""
    await until(house, date(2026, 12, 31), 9)
    await until(house, date(2026, 12, 31), 23)


def recaps(adapter: RecordingAdapter, channel: ChannelRef = CHANNEL) -> list[Message]:
    return [
        post.message
        for post in adapter.posts
        if post.ref.channel == channel and " is over" in post.message.summary
    ]


async def play(house: House, adapter: RecordingAdapter, day: date, **answers: str) -> None:
    """The question of that day, and who presses what."""
    await until(house, day, 9)
    asked = [p.message for p in adapter.posts if p.message.summary.startswith("Question of")][-1]
    for name, label in answers.items():
        await Person(house, name).presses(token(asked, label))


async def december(house: House, adapter: RecordingAdapter, days: int = 3, **answers: str) -> None:
    """The first days of December, everybody pressing the same every day."""
    await house.schedule(NUMBERS)
    for number in range(days):
        await play(house, adapter, DECEMBER + number * A_DAY, **answers)


async def test_the_recap_comes_once_when_the_month_is_over(
    house: House, adapter: RecordingAdapter
) -> None:
    await december(house, adapter, Ada="A", Ben="A", Chen="B")
    await last_evening(house)
    assert recaps(adapter) == []
    await until(house, JANUARY)
    for hour in (1, 9, 12):
        await until(house, JANUARY, hour)
    await until(house, JANUARY + 3 * A_DAY)
    (recap,) = recaps(adapter)
    words = flat(recap)
    assert "December 2026 is over" in words
    assert "and 9 answers" in words
    assert "1 | Ada | 36" in words
    assert "1 | Ben | 36" in words
    assert "Chen" not in words.replace("Ada, Ben, and Chen, 3 questions in a row", "")
    assert "Longest streak: Ada, Ben, and Chen, 3 questions in a row." in words
    assert "improved" not in words
    assert "hardest" not in words
    (picture,) = (block for block in recap.blocks if isinstance(block, Image))
    assert "1. Ada: 36 points; 1. Ben: 36 points" in picture.alt


async def test_several_replicas_owe_one_recap(house: House, adapter: RecordingAdapter) -> None:
    await december(house, adapter, Ada="A")
    await last_evening(house)
    house.clock.advance(timedelta(hours=1))
    for _ in range(3):
        await scheduler.tick(house.tools, house.adapters)
    await house.work()
    assert len(recaps(adapter)) == 1


async def test_an_answer_lost_on_the_way_posts_no_second_recap(
    house: House, adapter: RecordingAdapter
) -> None:
    await december(house, adapter, Ada="A")
    await last_evening(house)

    def lost(_: ChannelRef) -> None:
        adapter.after = None
        raise Unreachable("the answer was lost")

    adapter.after = lost
    await until(house, JANUARY)
    await until(house, JANUARY, 1)
    assert len(recaps(adapter)) == 1


async def test_the_month_ends_on_the_channel_s_own_clocks(
    house: House, adapter: RecordingAdapter
) -> None:
    await house.schedule(replace(NUMBERS, zone="Asia/Tokyo"))
    await until(house, DECEMBER)
    asked = [p.message for p in adapter.posts][-1]
    await Person(house, "Ada").presses(token(asked, "A"))
    await until(house, date(2026, 12, 31))
    await until(house, date(2026, 12, 31), 14)
    assert recaps(adapter) == []
    await until(house, date(2026, 12, 31), 15)
    assert len(recaps(adapter)) == 1


@pytest.mark.parametrize("tells", list(Tells))
async def test_a_question_still_open_at_the_end_is_waited_for(
    house: House, adapter: RecordingAdapter, tells: Tells
) -> None:
    await house.schedule(replace(NUMBERS, closes_after=timedelta(hours=24), tells=tells))
    await play(house, adapter, date(2026, 12, 31), Ada="A")
    await until(house, JANUARY, 8)
    assert recaps(adapter) == []
    asked = adapter.posts[-1].message
    await Person(house, "Ben").presses(token(asked, "A"))
    await until(house, JANUARY, 9)
    (recap,) = recaps(adapter)
    assert "1 | Ben | 10" in flat(recap)


async def test_where_nobody_answered_nothing_is_posted(
    house: House, adapter: RecordingAdapter
) -> None:
    await december(house, adapter)
    await until(house, JANUARY, 12)
    assert recaps(adapter) == []


async def test_a_channel_without_a_schedule_gets_none(
    house: House, adapter: RecordingAdapter
) -> None:
    await december(house, adapter, Ada="A")
    await Person(house, "Ada", admin=True).types("daily off")
    await until(house, JANUARY, 12)
    assert recaps(adapter) == []


async def test_a_private_daily_question_gets_none(house: House, adapter: RecordingAdapter) -> None:
    ben = Person(house, "Ben", channel=None)
    await house.schedule(replace(NUMBERS, channel=ChannelRef.direct(ben.user)))
    await until(house, DECEMBER, 9)
    await ben.presses(token((adapter.direct or adapter.posts)[-1].message, "A"))
    await until(house, JANUARY, 12)
    assert not any("is over" in post.message.summary for post in (*adapter.posts, *adapter.direct))


async def test_hidden_people_are_in_no_part_of_it(house: House, adapter: RecordingAdapter) -> None:
    await december(house, adapter, days=5, Ben="A")
    await play(house, adapter, date(2026, 12, 6), Ada="A", Ben="A")
    await Person(house, "Ben").types("privacy hide")
    await until(house, JANUARY)
    (recap,) = recaps(adapter)
    assert "Ben" not in flat(recap)
    assert "Ben" not in recap.summary
    assert "1 | Ada | 10 | 1 | 1" in flat(recap)
    assert "and 7 answers" in flat(recap)
    assert "streak" not in flat(recap)


async def test_an_alias_is_what_the_recap_says(house: House, adapter: RecordingAdapter) -> None:
    await Person(house, "Ben").types("privacy alias Night Owl")
    await december(house, adapter, Ben="A")
    await until(house, JANUARY)
    words = flat(recaps(adapter)[0])
    assert "1 | Night Owl | 36" in words
    assert "Longest streak: Night Owl, 3 questions" in words
    assert "Ben" not in words


async def test_somebody_who_hides_before_it_is_sent_is_not_named(
    house: House, adapter: RecordingAdapter
) -> None:
    await december(house, adapter, Ada="A", Ben="A")
    await last_evening(house)
    house.clock.advance(timedelta(hours=1))
    await scheduler.tick(house.tools, house.adapters)
    await Person(house, "Ben").types("privacy hide")
    await house.work()
    (recap,) = recaps(adapter)
    assert "Ada" in flat(recap)
    assert "Ben" not in flat(recap)


async def test_the_hardest_question_is_told_with_its_trap(
    house: House, adapter: RecordingAdapter
) -> None:
    people = ("Ada", "Ben", "Chen", "Dilara", "Emil")
    await house.schedule(NUMBERS)
    await play(house, adapter, DECEMBER, **dict.fromkeys(people, "A"))
    await play(house, adapter, DECEMBER + A_DAY, **dict.fromkeys(people, "B") | {"Ada": "A"})
    await play(house, adapter, DECEMBER + 2 * A_DAY, **dict.fromkeys(people[:4], "B"))
    hard = [post.message for post in adapter.posts if post.under is None][1]
    number = hard.summary.rpartition(" ")[2].rstrip("?")
    await until(house, JANUARY)
    words = flat(recaps(adapter)[0])
    assert f"The hardest question\nWhat is number {number}?" in words
    assert "20% of 5 answers were right" in words
    assert f"Trap {number}." in words


async def test_the_most_improved_is_told_where_it_is_sure(
    house: House, adapter: RecordingAdapter
) -> None:
    await house.schedule(NUMBERS)
    for number in range(31):
        await play(house, adapter, DECEMBER + number * A_DAY, Ada="A", Ben="B", Chen="B")
    for number in range(31):
        await play(house, adapter, JANUARY + number * A_DAY, Ada="A", Ben="A", Chen="B")
    await until(house, date(2027, 2, 1))
    first, second = recaps(adapter)
    assert "improved" not in flat(first)
    assert "Most improved: Ben, with an expected score " in flat(second)
    assert "January 2027 is over" in flat(second)
    assert "31 questions and 93 answers." in flat(second)


async def test_one_s_own_place_in_the_season_is_shown_in_private(
    house: House, adapter: RecordingAdapter
) -> None:
    await december(house, adapter, Ada="A", Ben="A")
    await play(house, adapter, date(2026, 12, 4), Ada="A")
    await until(house, JANUARY)
    await play(house, adapter, JANUARY, Ben="A")
    mine = token(recaps(adapter)[0], "Show my place")
    board = await Person(house, "Ben").presses(mine)
    assert board.private
    assert "Leaderboard: December 2026" in text_of(board)
    assert "rank 2 with 36 points, 16 behind" in text_of(board)
    assert "You aren't on this board" in text_of(await Person(house, "Chen").presses(mine))
    elsewhere = Person(house, "Eve", ChannelRef("memory", "", "elsewhere"))
    assert "Ada" not in text_of(await elsewhere.presses(mine))
    for strange in ("season", "season:", "season:999", "season:x"):
        assert "incident" not in text_of(await elsewhere.presses(strange))


async def test_a_season_that_cannot_be_read_neither_spins_nor_stops_the_others(
    house: House, adapter: RecordingAdapter
) -> None:
    other = ChannelRef("memory", "", "elsewhere")
    await house.schedule(replace(NUMBERS, channel=other))
    await house.schedule(NUMBERS)
    await until(house, DECEMBER, 9)
    for post in list(adapter.posts):
        await Person(house, "Ada", post.ref.channel).presses(token(post.message, "A"))
    await last_evening(house)
    async with house.tools.store._writing.begin() as connection:
        await connection.execute(text("UPDATE schedules SET tells = 'never' WHERE id = 1"))
    await until(house, JANUARY)
    assert len(recaps(adapter) + recaps(adapter, other)) == 1
    assert await scheduler.tick(house.tools, house.adapters) == 0
