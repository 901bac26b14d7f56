"""What people see on boards: of a channel and of a whole server."""

from __future__ import annotations

from datetime import timedelta

import pytest

from app.people import CHANNEL, Person, text_of, token
from quizbot.message import Attachment, Image, Message
from quizbot.ports import Reply
from quizbot.refs import ChannelRef
from quizbot.testing.flat import flat
from quizbot.testing.house import MONDAY_MORNING, House
from quizbot.testing.recording import RecordingAdapter

ELSEWHERE = ChannelRef("memory", "", "elsewhere")
OTHER_SERVER = ChannelRef("memory", "other", "general")


def message(reply: Reply) -> Message:
    assert reply.message is not None
    return reply.message


def exported(reply: Reply) -> str:
    return next(b.data for b in message(reply).blocks if isinstance(b, Attachment)).decode()


def pictures(reply: Reply) -> list[Image]:
    return [block for block in message(reply).blocks if isinstance(block, Image)]


async def questions(
    house: House, adapter: RecordingAdapter, *channels: ChannelRef
) -> dict[ChannelRef, str]:
    """The same question posted in each channel; the token of its right answer."""
    for channel in channels:
        await house.schedule_in(channel)
    house.clock.set(MONDAY_MORNING + timedelta(hours=1))
    await house.work()
    return {post.ref.channel: token(post.message, "C") for post in adapter.posts}


async def test_on_the_server_s_board_a_person_stands_once_with_the_sum(
    house: House, adapter: RecordingAdapter
) -> None:
    asked = await questions(house, adapter, CHANNEL, ELSEWHERE, OTHER_SERVER)
    ada, ben = Person(house, "Ada"), Person(house, "Ben")
    for channel, answer in asked.items():
        await Person(house, "Ben", channel).presses(answer)
    await Person(house, "Ada", ELSEWHERE).presses(asked[ELSEWHERE])
    assert "1 | Ben (you) | 10 | 1 | 1" in text_of(await ben.types("leaderboard"))
    board = text_of(await ada.types("leaderboard scope:server"))
    assert "1 | Ben | 20 | 2 | 2" in board
    assert "2 | Ada (you) | 10 | 1 | 1" in board
    assert board.count("| Ben") == 1
    assert "rank 2 with 10 points, 10 behind" in board


async def test_one_button_leads_to_the_server_s_board_and_back(
    house: House, adapter: RecordingAdapter
) -> None:
    asked = await questions(house, adapter, CHANNEL, ELSEWHERE)
    await Person(house, "Ada", ELSEWHERE).presses(asked[ELSEWHERE])
    ben = Person(house, "Ben")
    here = message(await ben.types("leaderboard month bank:rivers"))
    assert "Ada" not in flat(here)
    there = message(await ben.presses(token(here, "All channels")))
    assert "Ada" in flat(there)
    assert "Rivers" in flat(there)
    assert "Leaderboard: this month" in flat(there)
    back = await ben.presses(token(there, "This channel"))
    assert back.replace
    assert flat(message(back)) == flat(here)


async def test_the_board_has_a_picture_that_says_the_same(
    house: House, adapter: RecordingAdapter
) -> None:
    asked = await questions(house, adapter, CHANNEL)
    ada, ben = Person(house, "Ada"), Person(house, "Ben")
    await ada.presses(asked[CHANNEL])
    await ben.presses(asked[CHANNEL])
    (both,) = pictures(await ben.types("leaderboard"))
    assert both.alt == "Leaderboard: this week. 1. Ada: 10 points; 1. Ben: 10 points."
    await ada.types("privacy hide")
    (alone,) = pictures(await ben.types("leaderboard"))
    assert alone.alt == "Leaderboard: this week. 1. Ben: 10 points."
    assert alone.data != both.data


async def test_somebody_hidden_is_on_no_server_s_board(
    house: House, adapter: RecordingAdapter
) -> None:
    asked = await questions(house, adapter, CHANNEL, ELSEWHERE)
    for channel, answer in asked.items():
        await Person(house, "Ben", channel).presses(answer)
    ben = Person(house, "Ben")
    await ben.types("privacy hide")
    board = message(await Person(house, "Ada").types("leaderboard server"))
    assert "Ben" not in flat(board)
    assert not pictures(Reply(board))
    assert "You are hidden" in text_of(await ben.types("leaderboard server"))


async def test_a_private_daily_question_is_on_no_server_s_board(
    house: House, adapter: RecordingAdapter
) -> None:
    ben = Person(house, "Ben", channel=None)
    direct = ChannelRef.direct(ben.user)
    asked = await questions(house, adapter, CHANNEL, direct)
    await ben.presses(asked[direct])
    assert "Ben" in text_of(await ben.types("leaderboard"))
    assert "Ben" not in text_of(await Person(house, "Ada").types("leaderboard server"))


@pytest.mark.parametrize("button", ["board", "board:decade", "board:week::moon", "board:week:x:"])
async def test_a_strange_button_is_answered_in_words(house: House, button: str) -> None:
    assert "incident" not in text_of(await Person(house, "Ben").presses(button))


async def test_an_alias_stands_on_boards_until_it_is_cleared(
    house: House, adapter: RecordingAdapter
) -> None:
    asked = await questions(house, adapter, CHANNEL)
    ada, ben = Person(house, "Ada"), Person(house, "Ben")
    await ben.presses(asked[CHANNEL])
    assert "Boards show you as Night Owl" in text_of(await ben.types("privacy alias Night Owl"))
    board = message(await ada.types("leaderboard"))
    assert "1 | Night Owl | 10" in flat(board)
    assert "Ben" not in flat(board)
    assert "Night Owl (you)" in text_of(await ben.types("leaderboard server"))
    assert "Night Owl" in exported(await ben.types("privacy export"))
    await ben.types("privacy alias")
    assert "1 | Ben | 10" in text_of(await ada.types("leaderboard"))


async def test_people_with_equal_points_stand_by_the_names_they_show(
    house: House, adapter: RecordingAdapter
) -> None:
    asked = await questions(house, adapter, CHANNEL)
    for name in ("Ada", "Ben"):
        await Person(house, name).presses(asked[CHANNEL])
    await Person(house, "Ada").types("privacy alias Zoe")
    (picture,) = pictures(await Person(house, "Chen").types("leaderboard"))
    assert picture.alt.endswith("1. Ben: 10 points; 1. Zoe: 10 points.")


@pytest.mark.parametrize("typed", ["name:Night Owl", '"Night Owl"', "NAME=Night Owl"])
async def test_an_alias_may_be_named_or_quoted(house: House, typed: str) -> None:
    said = text_of(await Person(house, "Ben").types(f"privacy alias {typed}"))
    assert "Boards show you as Night Owl" in said


async def test_an_alias_that_is_too_long_is_refused_in_words(house: House) -> None:
    said = text_of(await Person(house, "Ben").types(f"privacy alias {'x' * 33}"))
    assert "at most 32 characters" in said


async def test_forgetting_forgets_the_alias_and_hiding_hides_it(
    house: House, adapter: RecordingAdapter
) -> None:
    asked = await questions(house, adapter, CHANNEL)
    ben = Person(house, "Ben")
    await ben.presses(asked[CHANNEL])
    await ben.types("privacy alias Night Owl")
    await ben.types("privacy hide")
    assert "Night Owl" not in text_of(await Person(house, "Ada").types("leaderboard"))
    assert "no board shows you" in text_of(await ben.types("privacy alias Owl"))
    await ben.presses("forget:yes")
    assert "Owl" not in exported(await ben.types("privacy export"))
