"""Here is the part of the contract that is about suggesting questions: see `contract.py`."""

from __future__ import annotations

from quizbot.testing.house import House
from quizbot.testing.stage import ADMIN, MEMBER, OTHER, Stage


class SuggestingContract:
    """What must be true of suggestions on every platform."""

    async def test_a_suggested_question_tells_each_fields_error_and_then_waits(
        self, stage: Stage, house: House
    ) -> None:
        await stage.command(MEMBER, "suggest bank:rivers")
        opened = await stage.form(MEMBER)
        assert opened is not None
        assert not any(opened.values())
        typed = {"stem": ["Which river is *wider*?"], "topic": ["length"]}
        await stage.fill(MEMBER, {**typed, "options": ["- The Rhine\n- The Volga"]})
        errors = await stage.form(MEMBER)
        assert errors is not None
        assert errors["options"]
        assert not errors["stem"]
        await stage.fill(MEMBER, {**typed, "options": ["- The Rhine :: No.\n* The Volga :: Yes."]})
        assert await stage.form(MEMBER) is None
        assert "waits for an admin" in (await stage.private(MEMBER))[-1]
        async with house.tools.store.read() as tx:
            (waiting,) = await tx.suggestions.queue(["rivers"])
            kept = await tx.suggestions.get(waiting)
        assert kept.sketch.stem == "Which river is *wider*?"
        assert await stage.public() == []

    async def test_an_admin_edits_and_approves_what_was_suggested(
        self, stage: Stage, house: House
    ) -> None:
        await _suggested(stage)
        await stage.command(ADMIN, "suggestions")
        assert "Which river is wider?" in (await stage.private(ADMIN))[-1]
        await stage.press(ADMIN, "Edit")
        await stage.fill(ADMIN, {"stem": ["Which of the two is wider?"]})
        assert await stage.form(ADMIN) is None
        assert "Which of the two is wider?" in (await stage.private(ADMIN))[-1]
        await stage.press(ADMIN, "Approve")
        assert "is approved" in (await stage.private(ADMIN))[-1]
        await house.work()
        assert "is approved" in (await stage.private(MEMBER))[-1]

    async def test_an_admin_declines_with_a_reason_that_the_author_is_told(
        self, stage: Stage, house: House
    ) -> None:
        await _suggested(stage)
        await stage.command(ADMIN, "suggestions")
        await stage.press(ADMIN, "Decline")
        await stage.fill(ADMIN, {"reason": ["Too easy."]})
        await house.work()
        assert "Too easy." in (await stage.private(MEMBER))[-1]
        assert await stage.private(OTHER) == []


async def _suggested(stage: Stage) -> None:
    """A member suggests a question."""
    await stage.command(MEMBER, "suggest bank:rivers")
    options = "- The Rhine :: No.\n* The Volga :: Yes."
    values = {"stem": ["Which river is wider?"], "options": [options], "topic": ["length"]}
    await stage.fill(MEMBER, values)
