"""Suggesting a question: from the form to the bank, and what became of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from app.people import CHANNEL, Person, text_of, token
from quizbot.app import scheduler
from quizbot.app.announcing import AGAIN, GIVEN_UP
from quizbot.app.suggesting import MOST_WAITING
from quizbot.app.tools import Library
from quizbot.bank.catalog import Catalog
from quizbot.bank.writing import items_yaml
from quizbot.domain.schedule import next_due
from quizbot.domain.suggestion import Sketch, State
from quizbot.errors import DeliveryError, Refused, Unreachable
from quizbot.message import Message
from quizbot.ports import FormSpec, Reply
from quizbot.refs import ChannelRef, PostRef, UserRef
from quizbot.store.suggestions import Suggestion
from quizbot.testing.flat import flat
from quizbot.testing.house import DAILY, House
from quizbot.testing.recording import RecordingAdapter

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
        return [
            await tx.suggestions.get(one) for one in await tx.suggestions.queue(["rivers", "seas"])
        ]


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


def message(reply: Reply) -> Message:
    assert reply.message is not None
    return reply.message


async def set_by(house: House, person: Person) -> None:
    """The person sets the channel's daily question."""
    planned = next_due(DAILY, house.clock.now())
    async with house.tools.store.begin() as tx:
        await tx.schedules.put(DAILY, set_by=person.user, next_due_at=planned)


async def state(house: House, id_: int = 1) -> State:
    async with house.tools.store.read() as tx:
        return (await tx.suggestions.get(id_)).state


async def test_an_admin_sees_it_exactly_as_it_will_look(ben: Person, ada: Person) -> None:
    await suggest(ben)
    shown = flat(message(await ada.types("suggestions")))
    for words in (
        "Suggestion 1 of 1",
        "Suggested by Ben",
        "Which river flows through Vienna?",
        "A The Danube",
        "B The Rhine",
        "The best known is not the nearest.",
        "A: right",
        "Vienna lies on it.",
        "It stays in the west.",
        "four capitals",
        "[Approve]",
        "[Edit]",
        "[Decline]",
    ):
        assert words in shown
    assert "[Skip]" not in shown


async def test_the_queue_is_gone_through_oldest_first_by_bank_and_round_again(
    ben: Person, ada: Person
) -> None:
    assert "No suggested question waits" in text_of(await ada.types("suggestions"))
    await suggest(ben, GOOD | {"stem": ("First?",)})
    await suggest(ben, GOOD | {"stem": ("Second?",), "topic": ("coasts",)}, bank="seas")
    await suggest(ben, GOOD | {"stem": ("Third?",)})
    shown = message(await ada.types("suggestions"))
    for words in ("First?", "Second?", "Third?", "First?"):
        assert words in flat(shown)
        shown = message(await ada.presses(token(shown, "Skip")))
    shown = message(await ada.types("suggestions rivers"))
    assert "Suggestion 1 of 2" in flat(shown)
    shown = message(await ada.presses(token(shown, "Skip")))
    assert "Third?" in flat(shown)
    told = message(await ada.presses(token(shown, "Approve")))
    shown = message(await ada.presses(token(told, "Next: 1 waits")))
    assert "First?" in flat(shown)


async def test_what_is_approved_has_its_name_and_its_author_is_told_once(
    house: House, adapter: RecordingAdapter, ben: Person, ada: Person
) -> None:
    await suggest(ben)
    approve = token(message(await ada.types("suggestions")), "Approve")
    assert "is approved" in text_of(await ada.presses(approve))
    assert "is approved" in text_of(await ada.presses(approve))
    for _ in range(2):
        await house.pass_time(timedelta(days=1))
    ((user, told),) = adapter.told
    assert user == ben.user
    assert "is approved" in flat(told)
    assert "Vienna" in flat(told)
    async with house.tools.store.read() as tx:
        (kept,) = await tx.suggestions.approved()
    assert kept.item_id == "which-river-flows-through-vienna"


async def test_two_with_the_same_words_get_two_names_and_none_of_the_bank(
    house: House, ben: Person, ada: Person
) -> None:
    for stem in ("Longest?", "Longest?", "Which?"):
        await suggest(ben, GOOD | {"stem": (stem,)})
        await ada.presses(token(message(await ada.types("suggestions")), "Approve"))
    async with house.tools.store.read() as tx:
        named = [one.item_id for one in await tx.suggestions.approved()]
    assert named == ["longest-1", "longest-2", "which"]


async def test_declining_wants_a_reason_which_the_author_is_told(
    house: House, adapter: RecordingAdapter, ben: Person, ada: Person
) -> None:
    await suggest(ben)
    shown = message(await ada.types("suggestions"))
    asked = form_of(await ada.presses(token(shown, "Decline"))).action.encode()
    assert "Say why" in errors_of(await ada.sends(asked, {"reason": (" ",)}))["reason"]
    long = await ada.sends(asked, {"reason": ("x" * 1001,)})
    assert "1,000" in errors_of(long)["reason"]
    said = text_of(await ada.sends(asked, {"reason": ("Asked last week.",)}))
    assert "decided not to ask" in said
    await house.work()
    ((_, told),) = adapter.told
    assert "The reason: Asked last week." in flat(told)
    assert await state(house) is State.DECLINED
    late = text_of(await ada.presses(token(shown, "Approve")))
    assert "decided not to ask" in late
    assert await state(house) is State.DECLINED


async def test_an_admin_s_edit_opens_filled_and_comes_back_as_a_preview(
    house: House, ben: Person, ada: Person
) -> None:
    await suggest(ben)
    shown = message(await ada.types("suggestions"))
    opened = form_of(await ada.presses(token(shown, "Edit")))
    assert {one.name: one.values for one in opened.fields} == GOOD
    bad = await ada.sends(opened.action.encode(), GOOD | {"stem": ("",)})
    assert list(errors_of(bad)) == ["stem"]
    again = message(await ada.sends(opened.action.encode(), GOOD | {"stem": ("Through Wien?",)}))
    assert "Through Wien?" in flat(again)
    changed = message(await ada.presses(token(shown, "Approve")))
    assert "changed meanwhile" in flat(changed)
    assert await state(house) is State.WAITING
    assert "is approved" in text_of(await ada.presses(token(changed, "Approve")))


async def test_one_s_own_can_be_changed_while_it_waits_and_nobody_else_s(
    house: House, ben: Person, ada: Person
) -> None:
    told = message(await suggest(ben))
    change = token(told, "Change it")
    opened = form_of(await ben.presses(change)).action.encode()
    said = text_of(await ben.sends(opened, GOOD | {"trap": ()}))
    assert "Name the confusion" in said
    (kept,) = await waiting(house)
    assert kept.sketch.trap == ""
    eve = Person(house, "Eve")
    for reply in (await eve.presses(change), await eve.sends(opened, GOOD)):
        assert "belongs to another" in text_of(reply)
    await ada.presses(token(message(await ada.types("suggestions")), "Approve"))
    assert "is approved" in text_of(await ben.presses(change))
    assert "is approved" in text_of(await ben.sends(opened, GOOD))


@pytest.mark.parametrize("channel", [CHANNEL, None])
async def test_who_is_no_admin_decides_nothing_also_in_private(
    house: House, ben: Person, ada: Person, channel: ChannelRef | None
) -> None:
    await suggest(ben)
    shown = message(await ada.types("suggestions"))
    tokens = [token(shown, label) for label in ("Approve", "Edit", "Decline")]
    eve = Person(house, "Eve", channel)
    for forged in (*tokens, "queue::0", "amend:1:all"):
        assert "admin" in text_of(await eve.presses(forged))
    for forged in ("amend_form:1:all", "decline_form:1:all"):
        assert "admin" in text_of(await eve.sends(forged, GOOD | {"reason": ("No.",)}))
    assert "admin" in text_of(await eve.types("suggestions"))
    assert await state(house) is State.WAITING


async def test_where_banks_are_shared_only_those_whom_the_operator_names_decide(
    house: House, ben: Person
) -> None:
    await suggest(ben)
    async with house.tools.store.begin() as tx:
        await tx.channels.of(ChannelRef("memory", "elsewhere", "general"))
    ada = Person(house, "Ada", admin=True)
    assert "QUIZBOT_ADMINS" in text_of(await ada.types("suggestions"))
    house.tools = replace(house.tools, admins=frozenset({"ada"}))
    house.tutor = type(house.tutor)(house.tools)
    assert "Suggestion 1 of 1" in text_of(await Person(house, "Ada").types("suggestions"))


@pytest.mark.parametrize(
    "forged",
    [
        "approve",
        "approve:x",
        "approve:999:0:all",
        "queue",
        "queue:rivers:x",
        "amend:999",
        "decline",
    ],
)
async def test_a_forged_button_changes_nothing_and_is_answered(
    house: House, ben: Person, ada: Person, forged: str
) -> None:
    await suggest(ben)
    reply = text_of(await ada.presses(forged))
    assert reply
    assert "our side" not in reply
    assert await state(house) is State.WAITING


async def test_one_that_fits_its_bank_no_more_can_be_mended_and_not_approved(
    house: House, ben: Person, ada: Person
) -> None:
    await suggest(ben)
    approve = token(message(await ada.types("suggestions")), "Approve")
    async with house.tools.store.begin() as tx:
        await tx.suggestions.amend(1, replace((await tx.suggestions.get(1)).sketch, topic="A B"))
    shown = message(await ada.presses(approve))
    assert "breaks a rule" in flat(shown)
    assert "[Approve]" not in flat(shown)
    opened = form_of(await ada.presses(token(shown, "Edit"))).action.encode()
    assert "[Approve]" in flat(message(await ada.sends(opened, GOOD)))


async def test_whoever_set_the_schedule_is_told_once_a_day_how_many_wait(
    house: House, adapter: RecordingAdapter, ben: Person, ada: Person
) -> None:
    await set_by(house, ada)
    await suggest(ben)
    await house.work()
    await suggest(ben)
    await house.pass_time(timedelta(minutes=1))
    assert [(user, flat(told).split("\n")[0]) for user, told in adapter.told] == [
        (ada.user, "1 suggested question waits for you")
    ]
    await house.pass_time(timedelta(hours=22))
    assert len(adapter.told) == 1
    await house.pass_time(timedelta(hours=3))
    assert "2 suggested questions wait" in flat(adapter.told[-1][1])
    await house.pass_time(timedelta(days=3))
    assert len(adapter.told) == 2


async def test_one_suggested_in_private_is_told_to_an_admin_of_the_bank_s_channel(
    house: House, adapter: RecordingAdapter, ada: Person
) -> None:
    await set_by(house, ada)
    await suggest(Person(house, "Dan", channel=None))
    await house.work()
    assert [user for user, _ in adapter.told] == [ada.user]


class Failing(RecordingAdapter):
    """Can tell nobody anything, for a while."""

    def __init__(self, error: DeliveryError) -> None:
        super().__init__()
        self.error: DeliveryError | None = error
        self.tried = 0

    async def tell(self, user: UserRef, message: Message) -> PostRef:
        self.tried += 1
        if self.error is not None:
            raise self.error
        return await super().tell(user, message)


async def test_an_author_whose_platform_is_down_is_told_later(
    house: House, ben: Person, ada: Person
) -> None:
    failing = Failing(Unreachable("down"))
    house.adapters["memory"] = failing
    await suggest(ben)
    await ada.presses(token(message(await ada.types("suggestions")), "Approve"))
    await house.work()
    await house.pass_time(AGAIN)
    assert failing.tried == 2
    failing.error = None
    await house.pass_time(AGAIN)
    await house.pass_time(AGAIN)
    assert len(failing.told) == 1


@pytest.mark.parametrize("error", [Refused("gone"), Unreachable("down")])
async def test_an_author_who_can_t_be_told_is_given_up_and_the_decision_stands(
    house: House, ben: Person, ada: Person, error: DeliveryError
) -> None:
    failing = Failing(error)
    house.adapters["memory"] = failing
    await suggest(ben)
    await ada.presses(token(message(await ada.types("suggestions")), "Approve"))
    await house.work()
    await house.pass_time(GIVEN_UP + AGAIN)
    tried = failing.tried
    await house.pass_time(GIVEN_UP)
    assert failing.tried == tried
    assert await state(house) is State.APPROVED


async def test_a_hidden_author_is_not_named(ben: Person, ada: Person) -> None:
    await suggest(ben)
    await ben.types("privacy hide")
    assert "Ben" not in text_of(await ada.types("suggestions"))


async def approved(person: Person, admin: Person, values: Values = GOOD) -> None:
    await suggest(person, values)
    await admin.presses(token(message(await admin.types("suggestions")), "Approve"))


def served(house: House) -> list[str]:
    return [item.id for item in house.tools.library.catalog.bank("rivers").items]


NAME = "which-river-flows-through-vienna"


async def test_what_is_approved_is_asked_at_once(house: House, ben: Person, ada: Person) -> None:
    await approved(ben, ada)
    assert served(house) == ["longest", NAME]
    asked = message(await ben.types("practice bank:rivers difficulty:easy"))
    assert "Which river flows through Vienna?" in flat(asked)
    assert "Vienna lies on it." in text_of(await ben.presses(token(asked, "A")))


async def test_what_waits_or_is_declined_is_not_asked(house: House, ben: Person) -> None:
    await suggest(ben)
    await house.work()
    assert served(house) == ["longest"]


async def test_another_replica_asks_it_within_a_tick(
    house: House, ben: Person, ada: Person
) -> None:
    files = house.tools.library
    other = replace(house.tools, library=Library(files.paths, Catalog.load(files.paths)))
    await approved(ben, ada)
    await scheduler.tick(other, {})
    assert NAME in other.library.catalog.bank("rivers").by_id


async def test_a_reload_of_the_files_keeps_it(house: House, ben: Person, ada: Person) -> None:
    await approved(ben, ada)
    house.tools.library.reload()
    assert served(house) == ["longest", NAME]


async def test_once_it_is_in_the_files_they_win_and_the_copy_never_comes_back(
    house: House, ben: Person, ada: Person
) -> None:
    await approved(ben, ada)
    library = house.tools.library
    file = next(path for path in library.paths if path.stem == "rivers")
    before = file.read_text(encoding="utf-8")
    (item,) = library.suggested("rivers")
    written = items_yaml([replace(item, trap="Mended.")]).removeprefix("items:\n")
    file.write_text(before + written, encoding="utf-8")
    library.reload()
    assert library.catalog.bank("rivers").by_id[NAME].trap == "Mended."
    await house.work()
    assert await state(house) is State.RETIRED
    file.write_text(before, encoding="utf-8")
    library.reload()
    await house.work()
    assert served(house) == ["longest"]
    await approved(ben, ada)
    assert served(house) == ["longest", f"{NAME}-2"]


async def test_one_whose_topic_is_gone_is_left_out_until_it_is_back(
    house: House, ben: Person, ada: Person
) -> None:
    blueprint = "blueprint:\n  questions: 2\n  minutes: 2\n  pass: 0.5\n  topics:\n    length: {}\n"
    library = house.tools.library
    file = next(path for path in library.paths if path.stem == "rivers")
    before = file.read_text(encoding="utf-8")
    await approved(ben, ada, GOOD | {"topic": ("length",)})
    file.write_text(before.replace("length", "lengths") + blueprint.replace("length", "lengths"))
    library.reload()
    assert served(house) == ["longest"]
    file.write_text(before + blueprint)
    library.reload()
    assert served(house) == ["longest", NAME]


async def test_who_is_forgotten_leaves_the_approved_question_and_no_name(
    house: House, adapter: RecordingAdapter, ben: Person, ada: Person
) -> None:
    await approved(ben, ada)
    await ben.presses("forget:yes")
    await house.work()
    assert served(house) == ["longest", NAME]
    assert adapter.told == []
