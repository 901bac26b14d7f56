"""What the tutor remembers beside answers."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, time, timedelta

from quizbot.domain.history import Answer, Grade
from quizbot.domain.mode import EXAM, Tells
from quizbot.domain.round import Round
from quizbot.domain.session import Session
from quizbot.refs import UserRef
from quizbot.store.plans import StoredPlan
from quizbot.store.sheets import Sheet
from store.conftest import ITEM, NOON, TODAY, Shop

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
LATER = NOON + 30 * DAY


async def test_a_history_lists_answers_with_their_marks_oldest_first(shop: Shop) -> None:
    first, second = await shop.round(), await shop.round(TODAY + DAY)
    await shop.answer(second, "Ben", right=False)
    await shop.answer(first, "Ben")
    await shop.answer(first, "Cleo", right=False)
    ben = await shop.learner("Ben")
    async with shop.store.begin() as tx:
        await tx.marks.put(first.id, ben.id, Grade.AGAIN)
        await tx.marks.put(first.id, ben.id, Grade.HARD)
    async with shop.store.read() as tx:
        history = await tx.histories.of(ben.id, "rivers", LATER)
        assert await tx.histories.of(ben.id, "seas", LATER) == []
    assert history == [
        Answer("longest", True, NOON + HOUR, Grade.HARD),
        Answer("longest", False, NOON + DAY + HOUR),
    ]


async def test_a_history_tells_no_verdict_that_is_held_back(shop: Shop) -> None:
    ben = await shop.learner("Ben")
    async with shop.store.begin() as tx:
        revision = await tx.items.keep(ITEM, None)
        open_ = an_exam_round(revision)
        kept, _ = await tx.rounds.add(open_, occasion="held back")
    await shop.answer(kept, "Ben")
    async with shop.store.read() as tx:
        assert await tx.histories.of(ben.id, "rivers", NOON + HOUR) == []
        assert len(await tx.histories.of(ben.id, "rivers", NOON + 9 * HOUR)) == 1


def an_exam_round(revision: str) -> Round:
    return Round(
        id=0,
        bank="rivers",
        item_id="longest",
        revision=revision,
        order=("a", "b"),
        mode=EXAM,
        tells=Tells.AT_CLOSE,
        opens_at=NOON,
        closes_at=NOON + 8 * HOUR,
        learner_id=1,
    )


async def test_a_group_is_everybody_of_the_workspace(shop: Shop) -> None:
    round_ = await shop.round()
    for name in ("Ben", "Cleo"):
        await shop.answer(round_, name)
    stranger = await shop.store.learner(UserRef("memory", "elsewhere", "ben"), "Ben")
    async with shop.store.read() as tx:
        group = await tx.histories.of_group(UserRef("memory", "", "ben"), "rivers", LATER)
        assert await tx.histories.of_group(stranger.user, "rivers", LATER) == []
    assert [one.learner_id for one in group] == [1, 2]


async def test_a_plan_is_kept_and_moved_by_one_replica_alone(shop: Shop) -> None:
    ben = await shop.learner("Ben")
    plan = StoredPlan(ben.id, "rivers", date(2027, 1, 31), 0.85, "Asia/Tokyo", time(7, 30))
    async with shop.store.begin() as tx:
        assert await tx.plans.of(ben.id, "rivers") == StoredPlan(ben.id, "rivers")
        await tx.plans.put(plan, next_nudge_at=NOON)
    async with shop.store.read() as tx:
        assert await tx.plans.of(ben.id, "rivers") == plan
        assert await tx.plans.due(NOON - HOUR, 10) == []
        assert await tx.plans.due(NOON, 10) == [(plan, NOON)]
        assert await tx.plans.earliest(NOON - HOUR) == NOON
    async with shop.store.begin() as tx:
        assert await tx.plans.move(plan, NOON, NOON + DAY)
        assert not await tx.plans.move(plan, NOON, NOON + DAY)
        assert await tx.plans.earliest(NOON) == NOON + DAY


async def test_an_exam_sheet_holds_the_last_choice_until_it_is_cleared(shop: Shop) -> None:
    ben = await shop.learner("Ben")
    wish = Session(0, ben.id, EXAM, "rivers", None, None, 1, NOON, NOON + HOUR)
    async with shop.store.begin() as tx:
        session = await tx.sessions.start(wish, occasion="exam")
        revision = await tx.items.keep(ITEM, None)
        round_ = replace(an_exam_round(revision), session_id=session.id)
        kept, _ = await tx.rounds.add(round_, occasion="exam:0")
        await tx.sheets.put(kept.id, Sheet(frozenset({"a"}), False, NOON))
        await tx.sheets.put(kept.id, Sheet(frozenset({"b"}), True, NOON + HOUR))
        assert await tx.sheets.of_session(session.id) == {
            kept.id: Sheet(frozenset({"b"}), True, NOON + HOUR)
        }
        await tx.sheets.clear(session.id)
        assert await tx.sheets.of_session(session.id) == {}


async def test_who_is_forgotten_leaves_no_plan_no_mark_and_no_sheet(shop: Shop) -> None:
    round_ = await shop.round()
    await shop.answer(round_, "Ben")
    ben = await shop.learner("Ben")
    async with shop.store.begin() as tx:
        await tx.marks.put(round_.id, ben.id, Grade.HARD)
        await tx.plans.put(StoredPlan(ben.id, "rivers", TODAY), next_nudge_at=None)
        exported = await tx.learners.export(ben.id, LATER)
        assert [mark["mark"] for mark in exported["marks"]] == ["hard"]
        assert [plan["exam_on"] for plan in exported["plans"]] == [TODAY.isoformat()]
        await tx.learners.forget(ben.id, LATER)
        assert await tx.plans.of(ben.id, "rivers") == StoredPlan(ben.id, "rivers")
        (left,) = await tx.histories.of(ben.id, "rivers", LATER)
        assert left.mark is None
