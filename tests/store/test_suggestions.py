"""What is kept of suggested questions."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from quizbot.domain.suggestion import Approved, Sketch, State
from quizbot.errors import NotFound
from quizbot.store.suggestions import Suggestion
from store.conftest import HERE, ITEM, NOON, Shop

HOUR = timedelta(hours=1)
SKETCH = Sketch("Which is longer?", "* Volga :: long\n- Rhine :: short", topic="length")


async def suggest(
    shop: Shop, name: str = "Ben", occasion: str = "one", sketch: Sketch = SKETCH
) -> Suggestion:
    learner = await shop.learner(name)
    wish = Suggestion(0, "rivers", sketch, State.WAITING, learner.id, HERE, NOON, tell_after=NOON)
    async with shop.store.begin() as tx:
        return await tx.suggestions.put(wish, occasion=occasion)


async def approve(shop: Shop, suggestion: Suggestion, name: str) -> bool:
    ada = await shop.learner("Ada")
    async with shop.store.begin() as tx:
        return await tx.suggestions.approve(suggestion, name, by=ada.id, at=NOON + HOUR)


async def stored(shop: Shop, suggestion: Suggestion) -> Suggestion:
    async with shop.store.read() as tx:
        return await tx.suggestions.get(suggestion.id)


async def test_a_suggestion_waits_as_it_was_typed(shop: Shop) -> None:
    kept = await suggest(shop)
    assert kept == await stored(shop, kept)
    assert (kept.sketch, kept.state, kept.channel) == (SKETCH, State.WAITING, HERE)
    async with shop.store.read() as tx:
        assert await tx.suggestions.queue(["rivers", "seas"]) == [kept.id]
        assert await tx.suggestions.queue(["seas"]) == []
        assert await tx.suggestions.waiting_of(kept.learner_id or 0) == 1
        assert await tx.suggestions.waiting_of(kept.learner_id or 0, besides="one") == 0
        with pytest.raises(NotFound):
            await tx.suggestions.get(999)


async def test_the_same_occasion_again_changes_it_while_it_waits(shop: Shop) -> None:
    first = await suggest(shop)
    changed = replace(SKETCH, source="https://example.org")
    again = await suggest(shop, sketch=changed)
    assert (again.id, again.sketch) == (first.id, changed)
    assert await approve(shop, again, "longer")
    late = await suggest(shop)
    assert (late.id, late.sketch, late.state) == (first.id, changed, State.APPROVED)


async def test_only_what_was_seen_is_approved_and_once(shop: Shop) -> None:
    seen = await suggest(shop)
    await suggest(shop, sketch=replace(SKETCH, trap="Other"))
    assert not await approve(shop, seen, "longer")
    now = await stored(shop, seen)
    assert await approve(shop, now, "longer")
    assert not await approve(shop, now, "longer-2")
    async with shop.store.begin() as tx:
        assert not await tx.suggestions.decline(seen.id, "no", by=1, at=NOON)
        assert not await tx.suggestions.amend(seen.id, SKETCH)
        assert await tx.suggestions.queue(["rivers", "seas"]) == []
        assert await tx.suggestions.approved() == [Approved("rivers", "longer", now.sketch)]


async def test_what_is_retired_is_served_no_more_and_every_change_has_its_version(
    shop: Shop,
) -> None:
    versions = []
    for occasion in ("one", "two"):
        kept = await suggest(shop, occasion=occasion)
        assert await approve(shop, kept, occasion)
        async with shop.store.read() as tx:
            versions.append(await tx.suggestions.version())
    async with shop.store.begin() as tx:
        gone = Approved("rivers", "one", SKETCH)
        await tx.suggestions.retire([gone, gone, Approved("rivers", "unknown", SKETCH)])
        versions.append(await tx.suggestions.version())
        assert [one.item_id for one in await tx.suggestions.approved()] == ["two"]
    assert versions == [(1, 0), (2, 0), (1, 1)]


async def test_a_name_is_taken_by_whatever_had_it_once(shop: Shop) -> None:
    kept = await suggest(shop)
    await approve(shop, kept, "longer")
    async with shop.store.begin() as tx:
        await tx.items.keep(ITEM, None)
        await tx.suggestions.retire([Approved("rivers", "longer", SKETCH)])
        assert await tx.suggestions.is_taken("rivers", "longer")
        assert await tx.suggestions.is_taken("rivers", ITEM.id)
        assert not await tx.suggestions.is_taken("seas", "longer")
        assert not await tx.suggestions.is_taken("rivers", "longer-2")


async def test_who_names_suggestions_of_a_bank_does_so_alone(shop: Shop) -> None:
    kept = [await suggest(shop, occasion=occasion) for occasion in ("one", "two")]
    ada = await shop.learner("Ada")

    async def name(suggestion: Suggestion) -> str:
        async with shop.store.begin() as tx:
            await tx.suggestions.lock("rivers")
            taken = await tx.suggestions.is_taken("rivers", "longer")
            item_id = "longer-2" if taken else "longer"
            assert await tx.suggestions.approve(suggestion, item_id, by=ada.id, at=NOON)
        return item_id

    named = await asyncio.gather(*map(name, kept))
    assert sorted(named) == ["longer", "longer-2"]


async def test_who_has_to_be_told_is_told_by_one_replica_alone(shop: Shop) -> None:
    kept = await suggest(shop)
    async with shop.store.begin() as tx:
        assert await tx.suggestions.ripe(NOON - HOUR, 9) == []
        assert await tx.suggestions.earliest(NOON - HOUR) == NOON
        assert await tx.suggestions.ripe(NOON, 9) == [kept]
        assert await tx.suggestions.plan(kept, None)
        assert not await tx.suggestions.plan(kept, NOON + HOUR)
        assert await tx.suggestions.ripe(NOON, 9) == []
        assert await tx.suggestions.decline(kept.id, "Too easy.", by=1, at=NOON + HOUR)
        (decided,) = await tx.suggestions.ripe(NOON + HOUR, 9)
    assert (decided.state, decided.reason) == (State.DECLINED, "Too easy.")


async def test_a_person_s_data_holds_what_they_suggested_and_decided(shop: Shop) -> None:
    kept = await suggest(shop)
    await approve(shop, kept, "longer")
    ben, ada = await shop.learner("Ben"), await shop.learner("Ada")
    async with shop.store.read() as tx:
        (mine,) = (await tx.learners.export(ben.id, NOON))["suggestions"]
        (decided,) = (await tx.learners.export(ada.id, NOON))["suggestions"]
    assert (mine["role"], mine["content"]["stem"]) == ("suggested", "Which is longer?")
    assert (decided["role"], decided["content"]) == ("decided", None)


async def test_who_is_forgotten_leaves_only_what_is_asked_by_now_and_no_name(shop: Shop) -> None:
    kept = [await suggest(shop, occasion=occasion) for occasion in ("one", "two", "three")]
    await approve(shop, kept[0], "longer")
    ben, ada = await shop.learner("Ben"), await shop.learner("Ada")
    async with shop.store.begin() as tx:
        assert await tx.suggestions.decline(kept[1].id, "no", by=ada.id, at=NOON)
        await tx.learners.forget(ben.id, NOON)
        await tx.learners.forget(ada.id, NOON)
        left = await tx.suggestions.get(kept[0].id)
        assert (left.learner_id, left.channel, left.tell_after) == (None, None, None)
        assert await tx.suggestions.approved() == [Approved("rivers", "longer", SKETCH)]
        for gone in kept[1:]:
            with pytest.raises(NotFound):
                await tx.suggestions.get(gone.id)
        assert (await tx.learners.export(ada.id, NOON))["suggestions"] == []
