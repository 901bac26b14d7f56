"""Here is what the contract asks of learning in private: practice, review, mock exams, progress."""

from __future__ import annotations

from datetime import timedelta

from quizbot.testing.house import House
from quizbot.testing.stage import MEMBER, OTHER, Stage

STEM = "What is the capital of"
TRAP = "The best known city need not be the capital."
A_DAY = timedelta(days=1)


class LearningContract:
    """What must be true on every platform of what people learn by themselves."""

    async def test_practice_survives_a_restart_in_the_middle(
        self, stage: Stage, house: House
    ) -> None:
        await stage.command(MEMBER, "practice 2 bank:capitals")
        await restart(stage, house)
        await stage.press(MEMBER, "A")
        await stage.press(MEMBER, "Next question")
        assert "question 2 of 2" in (await stage.private(MEMBER))[-1]
        await restart(stage, house)
        await stage.press(MEMBER, "B")
        assert "1 of 2 questions right" in (await stage.private(MEMBER))[-1]
        assert await stage.public() == []

    async def test_what_went_wrong_comes_back_in_a_review(self, stage: Stage, house: House) -> None:
        await stage.command(MEMBER, "practice 1 bank:capitals")
        await stage.press(MEMBER, "B")
        await stage.command(MEMBER, "review bank:capitals")
        assert "Nothing to review" in (await stage.private(MEMBER))[-1]
        await house.pass_time(2 * A_DAY)
        await stage.command(MEMBER, "review bank:capitals")
        assert "Review: question 1 of 1" in (await stage.private(MEMBER))[-1]
        await restart(stage, house)
        await stage.press(MEMBER, "A")
        assert TRAP in (await stage.private(MEMBER))[-1]

    async def test_what_one_says_of_an_answer_is_noted(self, stage: Stage, house: House) -> None:
        del house
        await stage.command(MEMBER, "practice 1 bank:capitals")
        await stage.press(MEMBER, "A")
        await stage.press(MEMBER, "I guessed")
        assert "Noted" in (await stage.private(MEMBER))[-1]

    async def test_a_mock_exam_tells_nothing_before_its_end_and_survives_restarts(
        self, stage: Stage, house: House
    ) -> None:
        await stage.command(MEMBER, "mock bank:capitals")
        assert "8 minutes" in (await stage.private(MEMBER))[-1]
        await stage.press(MEMBER, "Begin")
        await stage.press(MEMBER, "Flag")
        await restart(stage, house)
        for label in ("A", "A", "B", "A"):
            shown = (await stage.private(MEMBER))[-1]
            assert STEM in shown
            assert TRAP not in shown
            await stage.press(MEMBER, label)
        assert "4 of 4 answered" in (await stage.private(MEMBER))[-1]
        await stage.press(MEMBER, "Hand in")
        await restart(stage, house)
        await stage.press(MEMBER, "Hand in")
        report = (await stage.private(MEMBER))[-1]
        assert "3 of 4 right" in report
        assert "The north" in report
        await stage.press(MEMBER, "Go through the questions")
        assert TRAP in (await stage.private(MEMBER))[-1]
        assert await stage.private(OTHER) == []
        assert await stage.public() == []

    async def test_a_mock_exam_ends_by_itself_and_is_told(self, stage: Stage, house: House) -> None:
        await stage.command(MEMBER, "mock bank:capitals")
        await stage.press(MEMBER, "Begin")
        await stage.press(MEMBER, "A")
        await house.pass_time(timedelta(minutes=7))
        assert "ends soon" in (await stage.private(MEMBER))[-1]
        await house.pass_time(timedelta(minutes=2))
        assert "1 of 4 right" in (await stage.private(MEMBER))[-1]

    async def test_progress_is_told_with_its_uncertainty_and_a_picture(
        self, stage: Stage, house: House
    ) -> None:
        del house
        await stage.command(MEMBER, "progress bank:capitals")
        assert "Not enough answers yet" in (await stage.private(MEMBER))[-1]
        await stage.command(MEMBER, "practice 12 bank:capitals")
        for number in range(12):
            await stage.press(MEMBER, "B" if number % 4 == 3 else "A")
            if number < 11:
                await stage.press(MEMBER, "Next question")
        await stage.command(MEMBER, "progress bank:capitals")
        told = (await stage.private(MEMBER))[-1]
        assert "to pass" in told
        assert "It rests on 12 questions" in told
        assert "How ready you are: Capitals" in told

    async def test_a_plan_is_set_by_a_form(self, stage: Stage, house: House) -> None:
        del house
        await stage.command(MEMBER, "plan bank:capitals")
        wrong = {"exam": ["soon"], "nudge": ["18:00"], "zone": ["Europe/Berlin"]}
        await stage.fill(MEMBER, wrong)
        errors = await stage.form(MEMBER)
        assert errors is not None
        assert "2027-01-31" in errors["exam"]
        await stage.fill(MEMBER, wrong | {"exam": ["2027-01-31"]})
        assert await stage.form(MEMBER) is None
        assert "Your plan is kept" in (await stage.private(MEMBER))[-1]


async def restart(stage: Stage, house: House) -> None:
    """The adapter ends and starts anew."""
    await stage.stop()
    await stage.start(house.tutor)
    house.adapters[stage.adapter.platform] = stage.adapter
