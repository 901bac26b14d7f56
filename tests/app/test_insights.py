"""What an admin learns of a bank, and what nobody may learn of other people."""

from __future__ import annotations

import csv
import io
import json
from datetime import timedelta
from typing import Any

import pytest

from app.people import CHANNEL, Person, text_of, token
from quizbot.message import Attachment, Callout, Image, Message
from quizbot.ports import Reply
from quizbot.refs import ChannelRef
from quizbot.testing.house import House
from quizbot.testing.recording import RecordingAdapter

DAY = timedelta(days=1)
ITEMS = ("one", "two", "three", "four", "doubted")
ITEM = """\
  - id: {id}
    topic: water
    stem: "{stem}"
    options:
      - {{text: "Left of {id}", why: It is on the left., correct: true}}
      - {{text: "Right of {id}", why: It is on the right.}}
      - {{text: "Under {id}", why: It is under it.}}
      - {{text: "Nowhere near {id}", why: It is far away.}}
    trap: Left is not right.
    explanation: It is on the left.
    references: [{{title: Brooks, url: "https://example.org/brooks"}}]
"""
STRONG, WEAK = range(20), range(20, 40)


def brooks() -> str:
    """A bank of five questions, the first of which would be a formula in a spreadsheet."""
    stems = {id_: f"Where is brook {id_}?" for id_ in ITEMS} | {"one": "=1+1 brooks are where?"}
    items = "".join(ITEM.format(id=id_, stem=stems[id_]) for id_ in ITEMS)
    return f"bank: brooks\ntitle: Brooks\nshuffle: false\nitems:\n{items}"


@pytest.fixture
def ada(house: House) -> Person:
    return Person(house, "Ada", admin=True)


@pytest.fixture
async def served(house: House) -> House:
    path = house.tools.library.paths[0]
    path.write_text(brooks(), encoding="utf-8")
    house.tools.library.reload()
    return house


@pytest.fixture
async def answered(served: House, adapter: RecordingAdapter) -> House:
    """Five days on which forty people answered, and the last question closed.

    The strong ones are right, but where the key is wrong: there the weak ones are.
    """
    people = [Person(served, f"Learner{n}") for n in range(len(STRONG) + len(WEAK))]
    await served.daily(CHANNEL, "brooks")
    for day in range(len(ITEMS)):
        if day:
            await served.pass_time(DAY)
        asked = question(adapter)
        doubted = "brook doubted" in asked.summary
        for number, person in enumerate(people):
            right = "B" if doubted else "A"
            wrong = "A" if doubted else "BBC"[number % 3]
            await person.presses(token(asked, right if number in STRONG else wrong))
    await served.pass_time(timedelta(hours=9))
    return served


def question(adapter: RecordingAdapter) -> Message:
    """The newest question posted."""
    return [one.message for one in adapter.posts if "Question of the day" in one.message.summary][
        -1
    ]


def files(reply: Reply) -> dict[str, str]:
    """The reply's files by name."""
    assert reply.message is not None
    found = [block for block in reply.message.blocks if isinstance(block, Attachment)]
    return {file.name: file.data.decode() for file in found}


def figures(reply: Reply) -> dict[str, Any]:
    items = json.loads(files(reply)["insights-brooks.json"])["items"]
    return {item["item"]: item for item in items}


def warned(message: Message | None) -> list[str]:
    """The titles of what stands out, in order."""
    assert message is not None
    return [block.title for block in message.blocks if isinstance(block, Callout)]


async def test_a_wrong_key_comes_first_and_says_what_strong_people_choose(
    answered: House, ada: Person
) -> None:
    del answered
    reply = await ada.types("insights brooks")
    assert reply.private
    assert warned(reply.message)[0] == "Where is brook doubted?"
    said = text_of(reply)
    assert "Strong people choose “Right of doubted” rather than “Left of doubted”" in said
    assert "Nowhere near two" in said
    assert "40 people, 200 first answers" in said
    assert figures(reply)["doubted"]["flags"][0] == "key_may_be_wrong"
    assert [id_ for id_, item in figures(reply).items() if "key_may_be_wrong" in item["flags"]] == [
        "doubted"
    ]
    assert figures(reply)["two"]["facility"] == 0.5


async def test_participation_is_a_picture_with_the_same_in_words(
    answered: House, ada: Person
) -> None:
    del answered
    reply = await ada.types("insights brooks week")
    assert reply.message is not None
    (image,) = [block for block in reply.message.blocks if isinstance(block, Image)]
    assert image.data.startswith(b"\x89PNG")
    assert image.alt.count(": 40") == 5


async def test_nobody_is_named_anywhere(answered: House, ada: Person) -> None:
    del answered
    reply = await ada.types("insights brooks")
    assert "learner" not in (text_of(reply) + "".join(files(reply).values())).casefold()


async def test_the_files_say_the_same_and_hold_no_formulas(answered: House, ada: Person) -> None:
    del answered
    reply = await ada.types("insights brooks")
    written = files(reply)["insights-brooks.csv"].removeprefix("\ufeff")
    rows = {row["item"]: row for row in csv.DictReader(io.StringIO(written))}
    assert set(rows) == set(ITEMS)
    assert rows["one"]["question"] == "'=1+1 brooks are where?"
    for id_, item in figures(reply).items():
        assert float(rows[id_]["facility"]) == item["facility"]
        assert rows[id_]["flags"] == " ".join(item["flags"])
        assert rows[id_]["option_1"] == f"Left of {id_}"
        assert float(rows[id_]["share_4"]) == 0
    assert float(rows["doubted"]["corrected"]) < 0  # a number stays one: no apostrophe


async def test_where_everybody_answered_everything_the_rest_score_is_used(
    answered: House, ada: Person
) -> None:
    del answered
    packed = json.loads(files(await ada.types("insights brooks"))["insights-brooks.json"])
    assert packed["compared_with"] == "rest_score"
    assert packed["people"] == 40
    assert packed["reliability"]["alpha"] is not None


async def test_an_open_question_is_left_out_until_it_closes(
    answered: House, ada: Person, adapter: RecordingAdapter
) -> None:
    await answered.pass_time(timedelta(hours=15))
    open_now = question(adapter).summary
    reply = await ada.types("insights brooks")
    assert len(figures(reply)) == 4
    assert not any(item["question"] in open_now for item in figures(reply).values())


async def test_a_mended_question_is_another_one(answered: House, ada: Person) -> None:
    path = answered.tools.library.paths[0]
    path.write_text(brooks().replace("brook two?", "the brook two?"), encoding="utf-8")
    answered.tools.library.reload()
    eve = Person(answered, "Eve")
    told = (await eve.types("practice brooks 5")).message
    for _ in range(4):
        assert told is not None
        told = (await eve.presses(token(told, "A"))).message
        assert told is not None
        told = (await eve.presses(token(told, "Next question"))).message
    assert told is not None
    await eve.presses(token(told, "A"))
    whole = await _everything(answered)
    stems = [item["question"] for item in whole["items"] if item["item"] == "two"]
    assert sorted(stems) == ["Where is brook two?", "Where is the brook two?"]
    assert figures(await ada.types("insights brooks"))["two"]["n"] == 40


async def _everything(house: House) -> dict[str, Any]:
    """What one of the bot's own admins sees in private: also who only practised."""
    object.__setattr__(house.tools, "admins", frozenset({"root"}))
    root = Person(house, "Root", channel=None)
    written: dict[str, Any] = json.loads(
        files(await root.types("insights brooks"))["insights-brooks.json"]
    )
    return written


async def test_too_few_answers_are_said_to_be_too_few_and_tell_nothing_else(
    served: House, ada: Person, adapter: RecordingAdapter
) -> None:
    await served.daily(CHANNEL, "brooks")
    await Person(served, "Ben").presses(token(question(adapter), "A"))
    await served.pass_time(timedelta(hours=9))
    reply = await ada.types("insights brooks")
    assert "Not enough answers yet" in text_of(reply)
    (item,) = figures(reply).values()
    assert item["verdict"] == "not enough answers yet"
    assert (item["n"], item["facility"], item["options"][0]["share"]) == (1, None, None)


async def test_a_bank_without_answers_is_no_error(served: House, ada: Person) -> None:
    del served
    reply = await ada.types("insights seas month")
    assert "0 people" in text_of(reply)
    assert "Not enough answers yet" in text_of(reply)


async def test_another_channel_s_answers_are_not_told(answered: House) -> None:
    elsewhere = Person(answered, "Mo", ChannelRef("memory", "", "elsewhere"), admin=True)
    assert "0 people" in text_of(await elsewhere.types("insights brooks"))


async def test_only_admins_see_them_and_in_private_only_the_bots_own(answered: House) -> None:
    member = await Person(answered, "Ben").types("insights brooks")
    alone = await Person(answered, "Ben", channel=None).types("insights brooks")
    platform_admin = await Person(answered, "Ada", channel=None, admin=True).types("insights")
    for reply in (member, alone, platform_admin):
        assert not files(reply)
        assert "Left of" not in text_of(reply)
