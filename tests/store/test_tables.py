"""What must be true of each table: what goes in comes out, and what isn't there is said."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta, timezone

import pytest
from sqlalchemy import text

from quizbot.domain.item import Difficulty, Figure, Reference
from quizbot.domain.mode import PRACTICE, Tells
from quizbot.domain.round import Round, attempt
from quizbot.domain.session import Progress, Session
from quizbot.errors import NotFound
from quizbot.refs import ChannelRef, UserRef
from quizbot.store.columns import instant, micros
from quizbot.store.connecting import engine
from quizbot.store.values import PostKind
from store.conftest import HERE, ITEM, NOON, Shop

A_DAY = timedelta(days=1)
MANY = (
    "SET enable_seqscan = off",
    "INSERT INTO channels VALUES (1, 'memory', '', 'here')",
    "INSERT INTO learners SELECT n, 'memory', '', n, n, false FROM generate_series(1, 3000) n",
    "INSERT INTO standings SELECT 1, '', 'all', n, n, 1, 1, false FROM generate_series(1, 3000) n",
    "ANALYZE standings",
)
"""A board with so many people on it that PostgreSQL chooses its index with care."""


async def test_an_item_is_kept_as_it_was(shop: Shop) -> None:
    drawn = replace(
        ITEM,
        explanation="**Both** flow; “quoted”, 日本語",
        difficulty=Difficulty.HARD,
        references=(Reference("Rivers", "https://example.org/rivers"),),
        figure=Figure("d1", "a map", "image/png"),
    )
    async with shop.store.begin() as tx:
        first = await tx.items.keep(ITEM, None)
        second = await tx.items.keep(drawn, b"\x89PNG\x00")
        assert await tx.items.keep(drawn, b"other") == second != first
    async with shop.store.read() as tx:
        assert await tx.items.get("rivers", "longest", first) == ITEM
        assert await tx.items.get("rivers", "longest", second) == drawn
        assert await tx.items.figure("d1") == b"\x89PNG\x00"
        assert await tx.items.figure("d2") is None
        with pytest.raises(NotFound, match="rivers/longest"):
            await tx.items.get("rivers", "longest", "none")


async def test_a_channel_has_one_schedule(shop: Shop) -> None:
    ada = UserRef("memory", "", "ada")
    first = await shop.schedule()
    changed = replace(
        first,
        id=0,
        at=time(7, 30),
        zone="Asia/Tokyo",
        weekdays=frozenset({0, 4}),
        tells=Tells.AT_CLOSE,
        topics=("length",),
    )
    async with shop.store.begin() as tx:
        second = await tx.schedules.put(changed, set_by=ada, next_due_at=NOON + A_DAY)
        assert second == replace(changed, id=first.id)
        assert await tx.schedules.of(HERE) == await tx.schedules.get(first.id) == second
        assert await tx.schedules.setter(first.id) == ada
        assert await tx.schedules.next_due_at(first.id) == NOON + A_DAY
        assert await tx.schedules.remove(HERE)
        assert not await tx.schedules.remove(HERE)
        assert await tx.schedules.of(HERE) is None
        with pytest.raises(NotFound, match="schedule"):
            await tx.schedules.get(first.id)


async def test_what_is_due_comes_oldest_first(shop: Shop) -> None:
    made = [await shop.schedule(ChannelRef("memory", "", f"c{number}")) for number in range(4)]
    async with shop.store.begin() as tx:
        for one, hours in zip(made, (3, 1, 2, 9), strict=True):
            await tx.schedules.plan(one.id, NOON + timedelta(hours=hours))
        await tx.schedules.pause(made[2].id, paused=True, next_due_at=None)
        due = await tx.schedules.due(NOON + timedelta(hours=3), 10)
        assert [id_ for id_, _ in due] == [made[1].id, made[0].id]
        assert [at for _, at in due] == [NOON + timedelta(hours=hours) for hours in (1, 3)]
        assert len(await tx.schedules.due(NOON + A_DAY, 1)) == 1
        assert await tx.schedules.earliest(NOON) == NOON + timedelta(hours=1)
        assert (await tx.schedules.get(made[2].id)).paused


async def test_a_channel_s_rounds_are_told_apart(shop: Shop) -> None:
    async with shop.store.read() as tx:
        assert await tx.rounds.latest_in(HERE) is None
        assert await tx.rounds.earliest_close(NOON) is None
    first, second = await shop.round(), await shop.round(NOON.date() + A_DAY)
    async with shop.store.begin() as tx:
        assert await tx.rounds.latest_in(HERE) == second
        assert await tx.rounds.asked_in(HERE, "rivers") == ["longest", "longest"]
        assert await tx.rounds.asked_in(HERE, "seas") == []
        assert await tx.rounds.open_items("rivers") == {"longest"}
        assert await tx.rounds.earliest_close(NOON) == first.closes_at
        await tx.rounds.settle(first.id)
        await tx.rounds.settle(second.id)
        assert await tx.rounds.open_items("rivers") == set()
        assert await tx.rounds.earliest_close(NOON) is None
        with pytest.raises(NotFound, match="round"):
            await tx.rounds.get(999)


async def test_a_session_counts_its_rounds(shop: Shop) -> None:
    ben = await shop.learner("Ben")
    given = Session(
        0, ben.id, PRACTICE, "rivers", "length", Difficulty.EASY, 2, NOON, NOON + A_DAY, None
    )
    async with shop.store.begin() as tx:
        session = await tx.sessions.start(given, occasion="press:1")
        assert await tx.sessions.start(replace(given, length=9), occasion="press:1") == session
        assert session == replace(given, id=session.id)
        assert await tx.sessions.open_of(ben.id, "practice") == session
        assert await tx.sessions.open_of(ben.id, "exam") is None
        revision = await tx.items.keep(ITEM, None)
        asked = Round(
            0,
            "rivers",
            "longest",
            revision,
            ("b", "a"),
            PRACTICE,
            Tells.AT_ONCE,
            NOON,
            None,
            learner_id=ben.id,
            session_id=session.id,
        )
        one, new = await tx.rounds.add(asked, occasion="session:1:1")
        again, newer = await tx.rounds.add(replace(asked, order=("a", "b")), occasion="session:1:1")
        assert (new, newer, again) == (True, False, one)
        two, _ = await tx.rounds.add(asked, occasion="session:1:2")
        assert await tx.rounds.of_session(session.id) == [one, two]
        assert await tx.rounds.earliest_close(NOON) is None
        assert await tx.rounds.open_items("rivers") == set()
    recorded = await shop.store.record(attempt(one, ITEM, ben.id, frozenset("b"), NOON))
    assert (recorded.attempt.counts, recorded.attempt.points, recorded.streak) == (True, 0, None)
    async with shop.store.begin() as tx:
        assert await tx.sessions.progress(session.id) == Progress(2, 1, 1)
        assert await tx.attempts.seen(ben.id, "rivers") == {"longest": NOON}
        assert await tx.attempts.seen(ben.id, "seas") == {}
        await tx.sessions.finish(session.id, NOON)
        await tx.sessions.finish(session.id, NOON + A_DAY)
        assert (await tx.sessions.get(session.id)).finished_at == NOON
        assert await tx.sessions.open_of(ben.id, "practice") is None
        with pytest.raises(NotFound, match="session"):
            await tx.sessions.get(999)


async def test_a_tally_counts_people_by_option(shop: Shop) -> None:
    round_ = await shop.round()
    for name, right in (("Ada", True), ("Ben", False), ("Chen", True)):
        await shop.answer(round_, name, right=right)
    await shop.answer(round_, "Late", after=timedelta(hours=9))
    async with shop.store.read() as tx:
        tally = await tx.attempts.tally(round_.id)
        assert await tx.attempts.answered(round_.id) == 3
    assert (tally.by_option, tally.answered, tally.correct) == ({"b": 2, "a": 1}, 3, 2)


async def test_an_export_holds_answers_streaks_and_sessions(shop: Shop) -> None:
    await shop.answer(await shop.round(), "Ben")
    ben = await shop.learner("Ben")
    async with shop.store.read() as tx:
        stored = await tx.learners.export(ben.id, NOON)
        assert await tx.learners.find(ben.user) == await tx.learners.get(ben.id) == ben
        assert await tx.learners.find(UserRef("memory", "", "nobody")) is None
        with pytest.raises(NotFound, match="learner"):
            await tx.learners.export(999, NOON)
    assert stored["name"] == "Ben"
    assert [one["response"] for one in stored["answers"]] == ["b"]
    assert [one["length"] for one in stored["streaks"]] == [1]


async def test_a_reveal_whose_question_was_refused_wakes_nobody(shop: Shop) -> None:
    round_ = await shop.round(sent=False)
    async with shop.store.begin() as tx:
        question = await tx.posts.of(round_.id, PostKind.QUESTION)
        assert question is not None
        await tx.posts.owe(round_.id, PostKind.REVEAL, HERE, NOON)
        await tx.posts.lease(NOON, A_DAY, 10, ["memory"])
        await tx.posts.refused(question.id, "gone")
        assert await tx.posts.earliest() is None
        assert await tx.posts.lease(NOON + A_DAY, A_DAY, 10, ["memory"]) == []


def test_an_instant_keeps_its_microseconds_and_refuses_a_naive_one() -> None:
    at = datetime(2026, 12, 1, 12, 0, 0, 123456, tzinfo=timezone(timedelta(hours=9)))
    assert instant(micros(at)) == at
    assert instant(micros(at)).tzinfo is UTC
    with pytest.raises(ValueError, match="time zone"):
        micros(at.replace(tzinfo=None))


@pytest.mark.parametrize(
    ("query", "index"),
    [
        (
            "SELECT learner_id FROM standings WHERE channel_id = 1 AND bank = '' AND"
            " period = 'all' AND hidden IS false ORDER BY points DESC LIMIT 10",
            "ix_standings_board",
        ),
        (
            "SELECT count(*) FROM standings WHERE channel_id = 1 AND bank = '' AND"
            " period = 'all' AND hidden IS false AND points > 2990",
            "ix_standings_board",
        ),
        ("SELECT id FROM schedules WHERE next_due_at <= 5", "ix_schedules_next_due_at"),
    ],
    ids=["top", "own rank", "due"],
)
async def test_an_index_answers(shop: Shop, query: str, index: str) -> None:
    reading = engine(shop.url, writing=False)
    async with reading.connect() as connection:
        if connection.dialect.name == "sqlite":
            plan = await connection.execute(text(f"EXPLAIN QUERY PLAN {query}"))
        else:
            for statement in MANY:
                await connection.execute(text(statement))
            plan = await connection.execute(text(f"EXPLAIN {query}"))
        assert index in "\n".join(str(row) for row in plan)
    await reading.dispose()
