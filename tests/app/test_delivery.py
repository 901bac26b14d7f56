"""What must never happen to a channel's question: come twice, or get lost."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from app.people import CHANNEL, Person
from quizbot.app import delivery, scheduler
from quizbot.app.counts import EVERY, Counts
from quizbot.errors import Refused, Unreachable, Unsure
from quizbot.message import Message, actions
from quizbot.refs import ChannelRef, PostRef
from quizbot.store.values import PostKind, PostState
from quizbot.testing.house import DAILY, MONDAY_MORNING, House
from quizbot.testing.recording import RecordingAdapter

AN_HOUR = timedelta(hours=1)


class Once:
    """Raises on its first call only."""

    def __init__(self, error: BaseException) -> None:
        self.error: BaseException | None = error

    def __call__(self, channel: ChannelRef) -> None:
        del channel
        error, self.error = self.error, None
        if error is not None:
            raise error


def always(error: BaseException, only: ChannelRef) -> Callable[[ChannelRef], None]:
    def fail(channel: ChannelRef) -> None:
        if channel == only:
            raise error

    return fail


async def _state(house: House, kind: PostKind = PostKind.QUESTION) -> PostState:
    async with house.tools.store.read() as tx:
        latest = await tx.rounds.latest_in(CHANNEL)
        assert latest is not None
        post = await tx.posts.of(latest.id, kind)
        assert post is not None
        return post.state


@pytest.mark.parametrize("posted", [False, True], ids=["lost before", "lost after"])
@pytest.mark.parametrize(
    "failure",
    [
        lambda: Unreachable("down"),
        lambda: Unreachable("wait", retry_after=timedelta(seconds=30)),
        lambda: Unsure("no answer"),
        lambda: RuntimeError("the adapter has a bug"),
        lambda: asyncio.CancelledError(),
    ],
    ids=["down", "rate limited", "no answer", "bug", "killed"],
)
async def test_a_failure_neither_doubles_nor_loses_the_post(
    house: House, adapter: RecordingAdapter, failure: Callable[[], BaseException], *, posted: bool
) -> None:
    if posted:
        adapter.after = Once(failure())
    else:
        adapter.before = Once(failure())
    await house.schedule()
    house.clock.advance(AN_HOUR)
    with contextlib.suppress(asyncio.CancelledError):
        await house.work()
    for _ in range(3):
        await house.pass_time(timedelta(minutes=2))
    assert len(adapter.posts) == 1
    assert await _state(house) is PostState.SENT


async def test_where_we_may_not_look_the_post_stays_undecided_and_an_admin_is_told(
    house: House, adapter: RecordingAdapter
) -> None:
    ada = Person(house, "Ada", admin=True)
    await ada.sends("daily_form", FORM)
    adapter.blind, adapter.after = True, Once(Unsure("no answer"))
    await house.pass_time(AN_HOUR)
    await house.pass_time(timedelta(minutes=2))
    await house.pass_time(timedelta(minutes=2))
    assert len(adapter.posts) == 1
    assert await _state(house) is PostState.UNDECIDED
    assert [user for user, _ in adapter.told] == [ada.user]


async def test_a_refused_channel_is_paused_its_admin_told_once_and_the_others_go_on(
    house: House, adapter: RecordingAdapter
) -> None:
    other = ChannelRef("memory", "", "other")
    ada = Person(house, "Ada", admin=True)
    await ada.sends("daily_form", FORM)
    await house.schedule(replace(DAILY, channel=other))
    adapter.before = always(Refused("the channel is archived"), CHANNEL)
    await house.pass_time(AN_HOUR)
    for _ in range(2):
        await house.pass_time(timedelta(days=1))
    assert {post.ref.channel for post in adapter.posts} == {other}
    assert len([post for post in adapter.posts if post.under is None]) == 3
    assert [user for user, _ in adapter.told] == [ada.user]
    async with house.tools.store.read() as tx:
        schedule = await tx.schedules.of(CHANNEL)
    assert schedule is not None
    assert schedule.paused


async def test_a_channel_that_never_answers_keeps_no_other_waiting(
    house: House, adapter: RecordingAdapter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "PATIENCE", timedelta(milliseconds=50))
    slow = SlowAdapter(CHANNEL)
    house.adapters["memory"] = slow
    other = ChannelRef("memory", "", "other")
    await house.schedule()
    await house.schedule(replace(DAILY, channel=other))
    await house.pass_time(AN_HOUR)
    assert [post.ref.channel for post in slow.posts] == [other]


class SlowAdapter(RecordingAdapter):
    """One of its channels never answers."""

    def __init__(self, channel: ChannelRef) -> None:
        super().__init__()
        self._silent = channel

    async def post(
        self, channel: ChannelRef, message: Message, *, key: str, under: PostRef | None
    ) -> PostRef:
        if channel == self._silent:
            await asyncio.Event().wait()
        return await super().post(channel, message, key=key, under=under)


async def test_two_replicas_ticking_at_once_post_one_question(
    house: House, adapter: RecordingAdapter
) -> None:
    await house.schedule()
    house.clock.advance(AN_HOUR)
    await asyncio.gather(*(scheduler.tick(house.tools, house.adapters) for _ in range(4)))
    await asyncio.gather(*(delivery.deliver(house.tools, house.adapters) for _ in range(4)))
    assert len(adapter.posts) == 1


async def test_a_question_missed_by_downtime_comes_late_within_its_day(
    house: House, adapter: RecordingAdapter
) -> None:
    await house.schedule()
    await house.pass_time(timedelta(hours=12))
    assert len(adapter.posts) == 1


async def test_days_of_downtime_bring_one_question_not_a_pile(
    house: House, adapter: RecordingAdapter
) -> None:
    await house.schedule()
    await house.pass_time(timedelta(days=5, hours=3))
    assert len([post for post in adapter.posts if post.under is None]) == 1


async def test_a_clock_set_back_posts_no_second_question(
    house: House, adapter: RecordingAdapter
) -> None:
    await house.schedule()
    await house.pass_time(AN_HOUR)
    await house.pass_time(timedelta(hours=-3))
    await house.pass_time(timedelta(hours=3))
    assert len(adapter.posts) == 1


async def test_a_question_that_could_only_be_posted_after_its_close_is_not_posted(
    house: House, adapter: RecordingAdapter
) -> None:
    adapter.before = always(Unreachable("down"), CHANNEL)
    await house.schedule(replace(DAILY, closes_after=timedelta(hours=1)))
    await house.pass_time(AN_HOUR)
    adapter.before = None
    await house.pass_time(timedelta(hours=2))
    assert adapter.posts == []
    assert await _state(house) is PostState.REFUSED
    async with house.tools.store.read() as tx:
        schedule = await tx.schedules.of(CHANNEL)
    assert schedule is not None
    assert not schedule.paused


async def test_the_reveal_stands_under_its_question_once(
    house: House, adapter: RecordingAdapter
) -> None:
    await house.daily(CHANNEL)
    adapter.after = Once(Unsure("no answer"))
    await house.pass_time(timedelta(hours=8))
    await house.pass_time(timedelta(minutes=2))
    question, reveal = adapter.posts
    assert reveal.under == question.ref
    assert await _state(house, PostKind.REVEAL) is PostState.SENT


async def test_a_count_on_its_way_never_brings_the_buttons_back(
    house: House,
) -> None:
    slow = SlowEdits()
    house.adapters["memory"] = slow
    await house.daily(CHANNEL)
    house.tools.counts.touch(1)
    counting = asyncio.create_task(scheduler.refresh_counts(house.tools, house.adapters))
    await slow.begun.wait()
    await Person(house, "Ada", admin=True).types("daily close")
    closing = asyncio.create_task(house.work())
    while not [post for post in slow.posts if post.under]:
        await asyncio.sleep(0)
    slow.go.set()
    await asyncio.gather(counting, closing)
    assert all(action.verb != "answer" for action in actions(slow.posts[0].message))


class SlowEdits(RecordingAdapter):
    """Its first edit waits for a word."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.go = asyncio.Event(), asyncio.Event()

    async def edit(self, post: PostRef, message: Message) -> None:
        if not self.begun.is_set():
            self.begun.set()
            await self.go.wait()
        await super().edit(post, message)


async def test_a_message_that_cannot_be_made_is_given_up_in_the_end(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> bytes:
        raise RuntimeError("no font")

    monkeypatch.setattr(delivery, "MOST_TRIES", 3)
    monkeypatch.setattr("quizbot.view.picture.distribution", broken)
    await house.daily(CHANNEL)
    await house.pass_time(timedelta(hours=8))
    for _ in range(4):
        await house.pass_time(timedelta(minutes=20))
    assert await _state(house, PostKind.REVEAL) is PostState.REFUSED


async def test_a_question_deleted_by_somebody_is_still_revealed_and_its_admin_told_once(
    house: House, adapter: RecordingAdapter
) -> None:
    ada = Person(house, "Ada", admin=True)
    await ada.sends("daily_form", FORM)
    await house.pass_time(timedelta(hours=1))
    adapter.posts[0].ref = replace(adapter.posts[0].ref, message="deleted")
    await house.pass_time(timedelta(hours=8))
    assert await _state(house, PostKind.CLOSING) is PostState.REFUSED
    assert await _state(house, PostKind.REVEAL) is PostState.SENT
    await house.pass_time(timedelta(hours=1))
    assert [user for user, _ in adapter.told] == [ada.user]
    assert "could not be closed" in adapter.told[0][1].summary


def test_a_message_s_count_is_edited_once_in_some_seconds_at_most() -> None:
    counts, now = Counts(), MONDAY_MORNING
    counts.touch(1)
    assert counts.take(now) == [1]
    for second in (0, 1, 2):
        counts.touch(1)
        counts.touch(2)
        due = counts.take(now + timedelta(seconds=second))
        assert due == ([2] if second == 0 else [])
    assert counts.take(now + EVERY) == [1, 2]
    assert counts.take(now + 2 * EVERY) == []


FORM = {
    "at": ("09:00",),
    "zone": ("UTC",),
    "weekdays": tuple("0123456"),
    "bank": ("rivers",),
    "topics": (),
    "hours": ("8",),
    "tells": ("at_once",),
}


async def test_whoever_posted_by_hand_is_told_when_the_channel_refuses(
    house: House, adapter: RecordingAdapter
) -> None:
    adapter.before = always(Refused("no permission"), CHANNEL)
    ada = Person(house, "Ada", admin=True)
    await ada.types("daily now")
    await house.work()
    ((user, message),) = adapter.told
    assert user == ada.user
    assert "could not be delivered" in message.summary
    await house.pass_time(AN_HOUR)
    assert len(adapter.told) == 1


async def test_a_reveal_that_is_refused_is_told_once_and_pauses_nothing(
    house: House, adapter: RecordingAdapter
) -> None:
    ada = Person(house, "Ada", admin=True)
    await ada.types("daily now")
    await house.work()
    adapter.before = always(Refused("the thread is locked"), CHANNEL)
    await house.pass_time(timedelta(hours=24))
    assert [message.summary for _, message in adapter.told] == ["A post could not be delivered"]


async def test_a_post_given_up_after_all_its_tries_is_told(
    house: House, adapter: RecordingAdapter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "MOST_TRIES", 3)
    adapter.before = always(Unreachable("down"), CHANNEL)
    await Person(house, "Ada", admin=True).types("daily now")
    for _ in range(5):
        await house.pass_time(timedelta(minutes=20))
    assert len(adapter.told) == 1


async def test_who_asked_for_a_question_is_forgotten_with_the_rest(
    house: House, adapter: RecordingAdapter
) -> None:
    ada = Person(house, "Ada", admin=True)
    await ada.types("daily now")
    await ada.presses("forget:yes")
    async with house.tools.store.read() as tx:
        assert await tx.rounds.asker(1) is None
    adapter.before = always(Refused("gone"), CHANNEL)
    await house.work()
    assert adapter.told == []
