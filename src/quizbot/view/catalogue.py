"""Here is the catalogue of commands, as people read it."""

from __future__ import annotations

from quizbot.domain.item import Difficulty
from quizbot.domain.standing import Period
from quizbot.message import Choice
from quizbot.ports import CommandSpec, Parameter, ParameterKind
from quizbot.view.wording import Wording


def commands(w: Wording) -> tuple[CommandSpec, ...]:
    """Every `/quiz` command, the most used first."""
    bank = Parameter("bank", w.say("The question bank"), completes=True)
    topic = Parameter("topic", w.say("The topic"), completes=True)
    count = Parameter("count", w.say("How many questions"), ParameterKind.NUMBER)
    difficulty = Parameter("difficulty", w.say("How hard"), ParameterKind.CHOICE, _difficulties(w))
    period = Parameter("period", w.say("Which time"), ParameterKind.CHOICE, _periods(w))
    at = Parameter("at", w.say("The time of day, or off"))
    zone = Parameter("zone", w.say("Your time zone"), completes=True)
    return (
        CommandSpec(
            "practice",
            w.say("Private questions one after another, with feedback"),
            (bank, topic, count, difficulty),
        ),
        CommandSpec("leaderboard", w.say("This channel's board, and your place"), (period, bank)),
        CommandSpec("daily", w.say("When the question comes here, and what it draws from")),
        CommandSpec("daily me", w.say("A daily question in private"), (at, bank, zone)),
        CommandSpec(
            "daily set",
            w.say("Schedule this channel's daily question"),
            (at, bank, zone),
            admin=True,
            form=True,
        ),
        CommandSpec("daily off", w.say("No more daily question here"), admin=True),
        CommandSpec("daily now", w.say("Post a question at once"), admin=True),
        CommandSpec("daily close", w.say("Close the open question now"), admin=True),
        CommandSpec("privacy hide", w.say("Leave every board")),
        CommandSpec("privacy show", w.say("Appear on boards again")),
        CommandSpec("privacy export", w.say("Everything stored about you, as a file")),
        CommandSpec("privacy forget", w.say("Delete everything stored about you")),
        CommandSpec("help", w.say("What you can ask")),
    )


def _difficulties(w: Wording) -> tuple[Choice, ...]:
    return (
        Choice(Difficulty.EASY.value, w.say("Easy")),
        Choice(Difficulty.MEDIUM.value, w.say("Medium")),
        Choice(Difficulty.HARD.value, w.say("Hard")),
    )


def _periods(w: Wording) -> tuple[Choice, ...]:
    return (
        Choice(Period.WEEK.value, w.say("Week")),
        Choice(Period.MONTH.value, w.say("Month")),
        Choice(Period.ALL.value, w.say("All time")),
    )
