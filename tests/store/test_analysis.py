"""What must be true of the answers that analysis looks at: first ones, in time, in their scope."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from quizbot.domain.mode import PRACTICE
from quizbot.domain.participation import Activity, Span
from quizbot.domain.round import Round, attempt
from quizbot.refs import ChannelRef
from quizbot.store.analysis import FirstAnswer, Scope
from store.conftest import HERE, ITEM, NOON, TODAY, Shop

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
ELSEWHERE = ChannelRef("memory", "", "elsewhere")
ALL = Scope("rivers")


async def practised(shop: Shop, name: str, *, at: timedelta, right: bool = True) -> None:
    """Somebody answers the item in private."""
    learner = await shop.learner(name)
    round_ = Round(
        id=0,
        bank="rivers",
        item_id="longest",
        revision="",
        order=("a", "b"),
        mode=PRACTICE,
        tells=PRACTICE.tells,
        opens_at=NOON + at,
        closes_at=None,
        learner_id=learner.id,
    )
    async with shop.store.begin() as tx:
        revision = await tx.items.keep(ITEM, None)
        kept, _ = await tx.rounds.add(replace(round_, revision=revision), occasion=f"{name}{at}")
    response = frozenset({"b" if right else "a"})
    await shop.store.record(attempt(kept, ITEM, learner.id, response, NOON + at))


async def firsts(shop: Shop, scope: Scope = ALL, since: timedelta | None = None) -> list[str]:
    """Who has a first answer there, and which."""
    names = {(await shop.learner(name)).id: name for name in ("Ada", "Ben", "Chen")}
    async with shop.store.read() as tx:
        found = await tx.analysis.first_answers(scope, None if since is None else NOON + since)
    return [f"{names[one.learner_id]} {''.join(one.response)}" for one in found]


async def test_a_first_answer_tells_who_chose_what_of_which_revision(shop: Shop) -> None:
    round_ = await shop.round()
    await shop.answer(round_, "Ada", right=False)
    ada = await shop.learner("Ada")
    async with shop.store.read() as tx:
        (found,) = await tx.analysis.first_answers(ALL)
    assert found == FirstAnswer(
        ada.id, "longest", round_.revision, frozenset("a"), correct=False, answered_at=NOON + HOUR
    )


async def test_only_the_first_answer_to_an_item_counts(shop: Shop) -> None:
    await shop.answer(await shop.round(), "Ada", right=False)
    await shop.answer(await shop.round(TODAY + DAY), "Ada", right=True)
    await shop.answer(await shop.round(TODAY + 2 * DAY), "Ben", right=True)
    assert await firsts(shop) == ["Ada a", "Ben b"]


async def test_whoever_first_answered_late_has_no_first_answer(shop: Shop) -> None:
    await shop.answer(await shop.round(), "Ada", after=9 * HOUR)
    await shop.answer(await shop.round(TODAY + DAY), "Ada")
    assert await firsts(shop) == []


async def test_a_repeat_in_another_place_or_period_is_no_first_answer(shop: Shop) -> None:
    await shop.answer(await shop.round(channel=ELSEWHERE), "Ada", right=False)
    await shop.answer(await shop.round(TODAY + DAY), "Ada")
    await shop.answer(await shop.round(TODAY + 2 * DAY), "Ben")
    assert await firsts(shop, Scope("rivers", HERE)) == ["Ben b"]
    assert await firsts(shop, since=DAY) == ["Ben b"]
    assert await firsts(shop, Scope("rivers", ELSEWHERE)) == ["Ada a"]


async def test_a_channel_includes_what_its_people_answer_in_private(shop: Shop) -> None:
    await practised(shop, "Ada", at=-DAY)
    await practised(shop, "Ben", at=-DAY)
    await shop.answer(await shop.round(), "Ada", right=False)
    assert await firsts(shop, Scope("rivers", HERE)) == ["Ada b"]
    assert await firsts(shop) == ["Ada b", "Ben b"]


@pytest.mark.parametrize("scope", [Scope("seas"), Scope("rivers", ELSEWHERE)])
async def test_another_bank_and_an_unknown_channel_have_none(shop: Shop, scope: Scope) -> None:
    await shop.answer(await shop.round(), "Ada")
    assert await firsts(shop, scope) == []
    async with shop.store.read() as tx:
        assert await tx.analysis.people(scope) == 0


async def test_whoever_was_forgotten_still_counts_without_a_name(shop: Shop) -> None:
    round_ = await shop.round()
    await shop.answer(round_, "Ada")
    ada = await shop.learner("Ada")
    async with shop.store.begin() as tx:
        await tx.learners.forget(ada.id, NOON + DAY)
    async with shop.store.read() as tx:
        (found,) = await tx.analysis.first_answers(ALL)
    assert found.response == frozenset("b")


async def test_participation_counts_people_and_answers_step_by_step(shop: Shop) -> None:
    for day, names in ((0, ("Ada", "Ben")), (2, ("Ada",)), (3, ("Ada",))):
        round_ = await shop.round(TODAY + day * DAY)
        for name in names:
            await shop.answer(round_, name)
    await practised(shop, "Ada", at=3 * HOUR)
    await practised(shop, "Chen", at=3 * HOUR)
    span = Span(NOON, NOON + 3 * DAY)
    async with shop.store.read() as tx:
        everywhere = await tx.analysis.activity(ALL, span)
        here = await tx.analysis.activity(Scope("rivers", HERE), span)
        assert await tx.analysis.people(ALL) == 3
        assert await tx.analysis.people(ALL, NOON + DAY) == 1
    assert everywhere == [
        Activity(NOON, 3, 4),
        Activity(NOON + DAY, 0, 0),
        Activity(NOON + 2 * DAY, 1, 1),
    ]
    assert here[0] == Activity(NOON, 2, 3)


async def test_every_wording_of_a_bank_s_items_is_there(shop: Shop) -> None:
    reworded = replace(ITEM, stem="Which one is longer?")
    async with shop.store.begin() as tx:
        one, two = await tx.items.keep(ITEM, None), await tx.items.keep(reworded, None)
        await tx.items.keep(replace(ITEM, bank="seas"), None)
    async with shop.store.read() as tx:
        found = await tx.items.of_bank("rivers")
    assert found == {("longest", one): ITEM, ("longest", two): reworded}
