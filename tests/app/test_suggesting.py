"""Suggesting a question: from the form to the bank, and what became of it."""

from __future__ import annotations

import pytest

from app.people import CHANNEL, Person, text_of
from quizbot.app.suggesting import MOST_WAITING
from quizbot.domain.suggestion import Sketch
from quizbot.ports import FormSpec, Reply
from quizbot.refs import ChannelRef
from quizbot.store.suggestions import Suggestion
from quizbot.testing.house import House

Values = dict[str, tuple[str, ...]]

GOOD: Values = {
    "stem": ("Which river flows through *Vienna*?",),
    "options": ("* The Danube :: Vienna lies on it.\n- The Rhine :: It stays in the west.",),
    "trap": ("The best known is not the nearest.",),
    "explanation": ("The Danube flows through four capitals.",),
    "topic": ("length",),
    "difficulty": ("easy",),
    "source": ("Danube https://example.org/danube",),
}


@pytest.fixture
def ben(house: House) -> Person:
    return Person(house, "Ben")


@pytest.fixture
def ada(house: House) -> Person:
    return Person(house, "Ada", admin=True)


def form_of(reply: Reply) -> FormSpec:
    assert reply.form is not None
    return reply.form


def errors_of(reply: Reply) -> dict[str, str]:
    return {one.name: one.error for one in form_of(reply).fields if one.error}


async def suggest(person: Person, values: Values = GOOD, bank: str = "rivers") -> Reply:
    opened = form_of(await person.types(f"suggest bank:{bank}"))
    return await person.sends(opened.action.encode(), values)


async def waiting(house: House) -> list[Suggestion]:
    async with house.tools.store.read() as tx:
        return [await tx.suggestions.get(one) for one in await tx.suggestions.queue()]


async def test_a_good_question_waits_with_all_that_was_typed(house: House, ben: Person) -> None:
    said = text_of(await suggest(ben))
    assert "waits for an admin" in said
    assert "better still" not in said
    (kept,) = await waiting(house)
    assert kept.sketch == Sketch(**{name: typed[0] for name, typed in GOOD.items()})
    assert (kept.bank, kept.channel) == ("rivers", CHANNEL)


async def test_what_would_make_it_better_is_said(ben: Person) -> None:
    said = text_of(await suggest(ben, GOOD | {"trap": (), "source": ()}))
    assert "waits for an admin" in said
    assert "Name the confusion" in said
    assert "Name a place to read on" in said


@pytest.mark.parametrize(
    ("field", "typed", "word"),
    [
        ("stem", "", "Write the question"),
        ("options", "- The Rhine\n- The Danube", "begin its line with *"),
        ("options", "* The Rhine\n* The Danube", "Every option"),
        ("options", "* The Rhine", "at least two"),
        ("options", "* A\n" + "\n".join("BCDEFGHIJK"), "At most 10"),
        ("options", "* The Rhine\n- The Rhine", "Option 2 is there twice"),
        ("options", "* The Rhine\n- :: a why alone\n", "at least two"),
        ("topic", "Broad rivers", "short name"),
        ("difficulty", "brutal", "easy, medium or hard"),
        ("source", "a book", "https://"),
        ("trap", "a\u202eb", "invisible"),
        ("explanation", "x" * 3001, "3,000"),
    ],
)
async def test_each_field_s_error_stands_there_and_nothing_typed_is_lost(
    house: House, ben: Person, field: str, typed: str, word: str
) -> None:
    reply = await suggest(ben, GOOD | {field: (typed,)})
    assert list(errors_of(reply)) == [field]
    assert word in errors_of(reply)[field]
    held = {one.name: one.values for one in form_of(reply).fields}
    assert {name: held[name] for name in GOOD if name != field} == {
        name: typed for name, typed in GOOD.items() if name != field
    }
    assert "".join(held[field]) == typed.strip()
    assert await waiting(house) == []
    again = await ben.sends(form_of(reply).action.encode(), GOOD)
    assert "waits for an admin" in text_of(again)


async def test_a_form_sent_again_changes_what_it_sent_before(house: House, ben: Person) -> None:
    opened = form_of(await ben.types("suggest")).action.encode()
    await ben.sends(opened, GOOD | {"source": (), "difficulty": ("medium",)})
    await ben.sends(opened, GOOD)
    (kept,) = await waiting(house)
    assert kept.sketch.source == GOOD["source"][0]
    await Person(house, "Eve").sends(opened, GOOD)
    assert len(await waiting(house)) == 2


async def test_a_topic_may_be_typed_by_its_title(house: House, ben: Person) -> None:
    await suggest(ben, GOOD | {"topic": ("LENGTH",)})
    (kept,) = await waiting(house)
    assert kept.sketch.topic == "length"


async def test_the_bank_is_the_one_that_was_named_or_the_likeliest(ben: Person) -> None:
    assert form_of(await ben.types("suggest seas")).action.args[0] == "seas"
    assert form_of(await ben.types("suggest")).action.args[0] == "rivers"
    assert "no bank" in text_of(await ben.types("suggest bank:mars"))


async def test_nobody_floods_the_queue(house: House, ben: Person) -> None:
    for _ in range(MOST_WAITING):
        await suggest(ben)
    reply = await suggest(ben)
    assert "20 suggestions" in errors_of(reply)["stem"]
    assert len(await waiting(house)) == MOST_WAITING
    assert "waits" in text_of(await suggest(Person(house, "Cleo")))


async def test_it_can_be_suggested_in_private(house: House) -> None:
    person = Person(house, "Dan", channel=None)
    await suggest(person)
    (kept,) = await waiting(house)
    assert kept.channel == ChannelRef.direct(person.user)


@pytest.mark.parametrize("forged", ["suggest_form", "suggest_form:rivers", "suggest_form:mars:1"])
async def test_a_forged_form_keeps_nothing(house: House, ben: Person, forged: str) -> None:
    assert text_of(await ben.sends(forged, GOOD))
    assert await waiting(house) == []


async def test_ones_data_holds_ones_suggestions_and_forgetting_takes_them_away(
    house: House, ben: Person
) -> None:
    await suggest(ben)
    assert "Vienna" in text_of(await ben.types("privacy export"))
    await ben.presses("forget:yes")
    assert await waiting(house) == []
