"""Here is the catalogue of commands, as people read it."""

from __future__ import annotations

from quizbot.domain.item import Difficulty
from quizbot.domain.standing import Period, Scope
from quizbot.message import Choice
from quizbot.ports import CommandSpec, Parameter, ParameterKind
from quizbot.view.wording import Wording


def commands(w: Wording) -> tuple[CommandSpec, ...]:
    """Every `/quiz` command, the most used first."""
    bank = Parameter("bank", w.say("Which question bank"), completes=True)
    topic = Parameter("topic", w.say("Which topic"), completes=True)
    count = Parameter("count", w.say("How many questions"), ParameterKind.NUMBER)
    difficulty = Parameter("difficulty", w.say("How hard"), ParameterKind.CHOICE, _difficulties(w))
    period = Parameter("period", w.say("Which span of time"), ParameterKind.CHOICE, _periods(w))
    scope = Parameter("scope", w.say("From where"), ParameterKind.CHOICE, _scopes(w))
    name = Parameter("name", w.say("The name to show; leave it out to have your own again"))
    at = Parameter("at", w.say("The time of day, such as 9:00, or off"))
    zone = Parameter("zone", w.say("Which time zone, such as Europe/Berlin"), completes=True)
    return (
        CommandSpec(
            "practice",
            w.say("Questions in private, one after another, with the why of each"),
            (bank, topic, count, difficulty),
        ),
        CommandSpec(
            "mock", w.say("A timed mock exam; how you did comes at the end"), (bank, count)
        ),
        CommandSpec(
            "review", w.say("What you are about to forget, asked once more"), (count, bank)
        ),
        CommandSpec("progress", w.say("How ready you are, topic by topic"), (bank,)),
        CommandSpec(
            "plan", w.say("The day of your exam, and reminders to review"), (bank,), form=True
        ),
        CommandSpec(
            "leaderboard",
            w.say("Who has how many points, and your own place"),
            (period, bank, scope),
        ),
        CommandSpec("daily", w.say("When the question comes here, and what it draws from")),
        CommandSpec(
            "daily me", w.say("A daily question of your own, in private"), (at, bank, zone)
        ),
        CommandSpec(
            "daily set",
            w.say("Set this channel's daily question: when, from what, how long"),
            (at, bank, zone),
            admin=True,
            form=True,
        ),
        CommandSpec("daily off", w.say("Stop the daily question here"), admin=True),
        CommandSpec("daily now", w.say("Post a question now"), admin=True),
        CommandSpec(
            "daily close", w.say("Close the open question now and show the answer"), admin=True
        ),
        CommandSpec(
            "insights",
            w.say("How the questions fare: participation, hardest ones, traps, doubtful keys"),
            (bank, period),
            admin=True,
        ),
        CommandSpec("suggest", w.say("Write a question for the bank"), (bank,), form=True),
        CommandSpec(
            "suggestions",
            w.say("Go through the questions that people suggest"),
            (bank,),
            admin=True,
        ),
        CommandSpec("privacy hide", w.say("Take yourself off every board")),
        CommandSpec("privacy show", w.say("Come back to the boards")),
        CommandSpec("privacy alias", w.say("Choose the name that boards show"), (name,)),
        CommandSpec("privacy export", w.say("Get everything stored about you as a file")),
        CommandSpec("privacy forget", w.say("Delete everything stored about you")),
        CommandSpec("help", w.say("See what you can ask")),
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


def _scopes(w: Wording) -> tuple[Choice, ...]:
    return (
        Choice(Scope.CHANNEL.value, w.say("This channel")),
        Choice(Scope.SERVER.value, w.say("All channels")),
    )
