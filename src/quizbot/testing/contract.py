"""Here is the contract of every adapter, as tests: subclass it and give it your `Stage`.

    class TestMyPlatform(AdapterContract):
        @pytest_asyncio.fixture
        async def stage(self, tmp_path):
            ...

The whole of quizbot runs behind it, on a real database; only the time is ours.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from quizbot.errors import Refused
from quizbot.message import Action, Button, Buttons, Heading, Message
from quizbot.refs import ChannelRef, PostRef
from quizbot.testing.contract_board import BoardContract
from quizbot.testing.contract_learning import LearningContract
from quizbot.testing.contract_suggesting import SuggestingContract
from quizbot.testing.house import House, a_house
from quizbot.testing.stage import ADMIN, MEMBER, OTHER, Stage

STEM = "Which river is longer than the others?"
OPTIONS = ("The Rhine", "The Danube", "The Volga")
TRAP = "The best known river is not the longest one."
RATIONALES = ("well known, yet short", "the Volga is longer", "About 3,530 km")
UNTIL_CLOSE = timedelta(hours=8)


class AdapterContract(BoardContract, LearningContract, SuggestingContract):
    """What must be true on every platform."""

    @pytest_asyncio.fixture
    async def house(self, stage: Stage, tmp_path: Path) -> AsyncIterator[House]:
        """A quizbot with the stage's adapter connected."""
        banks = tmp_path / "banks"
        banks.mkdir()
        platform = stage.adapter.platform
        url = f"sqlite:///{tmp_path / 'contract.db'}"
        async with a_house(url, banks, {platform: stage.adapter}) as house:
            await stage.start(house.tutor)
            try:
                yield house
            finally:
                await stage.stop()

    async def test_the_question_is_posted_with_every_option_in_full(
        self, stage: Stage, house: House
    ) -> None:
        await house.daily(stage.channel)
        (question,) = await stage.public()
        assert STEM in question
        assert all(option in question for option in OPTIONS)
        assert TRAP not in question
        assert not any(rationale in question for rationale in RATIONALES)

    async def test_a_press_is_answered_privately_with_the_verdict_the_trap_and_every_reason(
        self, stage: Stage, house: House
    ) -> None:
        await house.daily(stage.channel)
        await stage.press(MEMBER, "A")
        (told,) = await stage.private(MEMBER)
        assert TRAP in told
        assert all(rationale in told for rationale in RATIONALES)
        assert await stage.private(OTHER) == []
        (question,) = await stage.public()
        assert TRAP not in question

    async def test_the_first_answer_stands(self, stage: Stage, house: House) -> None:
        await house.daily(stage.channel)
        await stage.press(MEMBER, "C")
        first = (await stage.private(MEMBER))[-1]
        await stage.press(MEMBER, "A")
        again = (await stage.private(MEMBER))[-1]
        assert TRAP in again
        assert first != again
        await stage.command(MEMBER, "leaderboard")
        assert "10" in (await stage.private(MEMBER))[-1]

    async def test_an_event_delivered_twice_changes_nothing(
        self, stage: Stage, house: House
    ) -> None:
        await house.daily(stage.channel)
        await stage.press(MEMBER, "C")
        await stage.repeat()
        async with house.tools.store.read() as tx:
            latest = await tx.rounds.latest_in(stage.channel)
            assert latest is not None
            assert await tx.attempts.answered(latest.id) == 1

    async def test_the_count_of_answers_is_shown_live(self, stage: Stage, house: House) -> None:
        await house.daily(stage.channel)
        await stage.press(MEMBER, "A")
        await stage.press(OTHER, "C")
        await house.pass_time(timedelta(seconds=5))
        (question,) = await stage.public()
        assert "2 people" in question

    async def test_the_board_shows_everybody_who_answered(self, stage: Stage, house: House) -> None:
        await house.daily(stage.channel)
        await stage.press(MEMBER, "C")
        await stage.press(OTHER, "A")
        await stage.command(OTHER, "leaderboard")
        board = (await stage.private(OTHER))[-1].casefold()
        assert MEMBER in board
        assert OTHER in board

    async def test_choose_two_needs_both(self, stage: Stage, house: House) -> None:
        await house.daily(stage.channel, "seas")
        await stage.choose(MEMBER, ["Latvia", "Finland"])
        await stage.choose(OTHER, ["Latvia", "Norway"])
        async with house.tools.store.read() as tx:
            latest = await tx.rounds.latest_in(stage.channel)
            assert latest is not None
            tally = await tx.attempts.tally(latest.id)
        assert (tally.answered, tally.correct) == (2, 1)
        assert "Its capital lies on the Gulf of Riga." in (await stage.private(OTHER))[-1]

    async def test_at_the_close_the_buttons_leave_and_the_answer_is_revealed(
        self, stage: Stage, house: House
    ) -> None:
        await house.daily(stage.channel)
        await stage.press(MEMBER, "A")
        await house.pass_time(UNTIL_CLOSE)
        question, reveal = await stage.public()
        assert "[A]" not in question
        assert TRAP in reveal
        assert "The Volga" in reveal
        await house.pass_time(timedelta(minutes=5))
        assert len(await stage.public()) == 2

    async def test_a_button_works_after_a_restart(self, stage: Stage, house: House) -> None:
        await house.daily(stage.channel)
        await stage.stop()
        await stage.start(house.tutor)
        house.adapters[stage.adapter.platform] = stage.adapter
        await stage.press(MEMBER, "C")
        assert TRAP in (await stage.private(MEMBER))[-1]

    async def test_ones_own_answer_can_be_seen_after_the_close(
        self, stage: Stage, house: House
    ) -> None:
        await house.daily(stage.channel)
        await stage.press(MEMBER, "A")
        await house.pass_time(UNTIL_CLOSE)
        await stage.press(MEMBER, "Show my answer")
        assert "well known, yet short" in (await stage.private(MEMBER))[-1]

    async def test_practice_goes_from_question_to_question_in_private(
        self, stage: Stage, house: House
    ) -> None:
        await stage.command(MEMBER, "practice bank:rivers")
        assert STEM in (await stage.private(MEMBER))[-1]
        await stage.press(MEMBER, "B")
        assert "the Volga is longer" in (await stage.private(MEMBER))[-1]
        assert await stage.public() == []
        assert await stage.private(OTHER) == []

    async def test_the_daily_form_tells_each_fields_error_and_then_sets_the_question(
        self, stage: Stage, house: House
    ) -> None:
        await stage.command(ADMIN, "daily set")
        opened = await stage.form(ADMIN)
        assert opened is not None
        assert not any(opened.values())
        wrong = {"at": ["25:00"], "zone": ["Europe/Berlim"], "hours": ["8"]}
        await stage.fill(ADMIN, wrong)
        errors = await stage.form(ADMIN)
        assert errors is not None
        assert errors["at"]
        assert "Europe/Berlin" in errors["zone"]
        assert not errors["hours"]
        await stage.fill(ADMIN, {"at": ["10:30"], "zone": ["Europe/Berlin"], "hours": ["8"]})
        assert await stage.form(ADMIN) is None
        async with house.tools.store.read() as tx:
            schedule = await tx.schedules.of(stage.channel)
        assert schedule is not None
        assert (f"{schedule.at:%H:%M}", schedule.zone) == ("10:30", "Europe/Berlin")

    async def test_somebody_who_is_no_admin_changes_nothing(
        self, stage: Stage, house: House
    ) -> None:
        await stage.command(MEMBER, "daily now")
        await stage.command(MEMBER, "daily set")
        await house.work()
        assert await stage.public() == []
        assert await stage.form(MEMBER) is None
        assert "admin" in (await stage.private(MEMBER))[-1]

    async def test_an_admin_posts_one_at_once_and_a_repeat_posts_none(
        self, stage: Stage, house: House
    ) -> None:
        await stage.command(ADMIN, "daily now")
        await stage.repeat()
        await house.work()
        assert len(await stage.public()) == 1

    async def test_an_unknown_word_gets_the_nearest_command(
        self, stage: Stage, house: House
    ) -> None:
        del house
        await stage.command(MEMBER, "leaderbord")
        assert "leaderboard" in (await stage.private(MEMBER))[-1]

    async def test_text_that_looks_like_markup_arrives_as_written(
        self, stage: Stage, house: House
    ) -> None:
        await house.daily(stage.channel, "tricky")
        (question,) = await stage.public()
        for written in (
            "<script>alert(1)</script>",
            "<!channel>",
            "@everyone",
            "日本",
            "<b>bold</b>",
            "||spoiler||",
            "مرحبا",
            "<@U123>",
        ):
            assert written in question

    async def test_a_post_is_found_again_by_its_own_key_only(
        self, stage: Stage, house: House
    ) -> None:
        del house
        adapter, channel = stage.adapter, stage.channel
        posted = await adapter.post(channel, _keyed("answer:12"), key="answer:12", under=None)
        assert await adapter.find(channel, key="answer:12", under=None) == posted
        assert await adapter.find(channel, key="answer:1", under=None) is None
        elsewhere = ChannelRef(channel.platform, channel.workspace, f"{channel.channel}2")
        assert await adapter.find(elsewhere, key="answer:12", under=None) is None

    async def test_a_reply_is_found_by_itself_and_never_its_parent(
        self, stage: Stage, house: House
    ) -> None:
        del house
        adapter, channel = stage.adapter, stage.channel
        parent = await adapter.post(channel, _keyed("mine:3"), key="mine:3", under=None)
        assert await adapter.find(channel, key="mine:3", under=parent) is None
        reply = await adapter.post(channel, _keyed("mine:3"), key="mine:3", under=parent)
        assert await adapter.find(channel, key="mine:3", under=parent) == reply
        assert await adapter.find(channel, key="mine:3", under=None) == parent

    async def test_insights_are_for_admins_alone(self, stage: Stage, house: House) -> None:
        await house.daily(stage.channel)
        await stage.press(MEMBER, "A")
        await house.pass_time(UNTIL_CLOSE)
        await stage.command(MEMBER, "insights")
        assert "Insights: Rivers" not in (await stage.private(MEMBER))[-1]
        await stage.command(ADMIN, "insights")
        told = "\n".join(await stage.private(ADMIN))
        assert "Insights: Rivers" in told
        assert "Not enough answers yet" in told
        assert "question by question (CSV)" in told
        assert "question by question (JSON)" in told
        assert not any("Insights" in message for message in await stage.public())

    async def test_what_is_gone_is_refused(self, stage: Stage, house: House) -> None:
        del house
        adapter, channel = stage.adapter, stage.channel
        nowhere = ChannelRef(channel.platform, channel.workspace, "nowhere")
        with pytest.raises(Refused):
            await adapter.post(nowhere, _keyed("mine:4"), key="mine:4", under=None)
        with pytest.raises(Refused):
            await adapter.edit(PostRef(channel, "404"), _keyed("mine:4"))

    async def test_what_one_person_is_told_nobody_else_sees(
        self, stage: Stage, house: House
    ) -> None:
        del house
        await stage.adapter.tell(stage.user(MEMBER), _keyed("mine:1"))
        assert "Heads up" in (await stage.private(MEMBER))[-1]
        assert await stage.private(OTHER) == []
        assert await stage.public() == []

    async def test_the_same_question_comes_by_direct_message_to_whoever_asked(
        self, stage: Stage, house: House
    ) -> None:
        await stage.command(MEMBER, "daily me 9:00 bank:rivers zone:UTC")
        await house.pass_time(timedelta(hours=1))
        assert STEM in (await stage.private(MEMBER))[-1]
        assert await stage.public() == []
        assert await stage.private(OTHER) == []


def _keyed(key: str) -> Message:
    verb, *args = key.split(":")
    button = Button("Look", Action(verb, (*args, "x")))
    return Message("Heads up", (Heading("Heads up"), Buttons((button,))))
