"""Here is what a channel reads when its season is over: what went well, and nobody shamed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from quizbot.domain.item import Item
from quizbot.domain.season import NAMED, Faced, Podium
from quizbot.domain.standing import Board
from quizbot.message import (
    Action,
    Block,
    Button,
    Buttons,
    Callout,
    Heading,
    Message,
    Prose,
    Tone,
)
from quizbot.view import parts, standing, text
from quizbot.view.board_picture import somebody
from quizbot.view.wording import Wording

A_STREAK = 2
"""Days in a row from which on a streak is worth telling."""


@dataclass(frozen=True, slots=True)
class LongestStreak:
    """The longest streak and who had it; of more than are named only how many."""

    length: int
    names: tuple[str, ...]
    people: int


@dataclass(frozen=True, slots=True)
class Recap:
    """What is told of a season. Of whatever is None nothing is said.

    `round_id` is the season's last question. `improved`: a name, and by how much the expected share
    right went up. `hardest`: an item, and how people did on it.
    """

    round_id: int
    month: date
    questions: int
    answers: int
    podium: Podium
    streak: LongestStreak | None
    improved: tuple[str, float] | None
    hardest: tuple[Item, Faced] | None


def recap(w: Wording, told: Recap) -> Message:
    """The season's recap for everybody in the channel."""
    title = w.say("{month} is over", month=w.month(told.month))
    counted = _counted(w, told)
    own = Button(w.say("Show my place"), Action("season", (str(told.round_id),)))
    return Message(
        summary=w.say("{title}: {counted}", title=title, counted=counted),
        blocks=(
            Heading(title),
            parts.sentence(counted),
            *_podium(w, told),
            *_praise(w, told),
            *_hardest(w, told),
            Buttons((own,)),
            parts.footnote(w.say("A new month has begun, and everybody starts from zero.")),
        ),
    )


def place(w: Wording, board: Board, month: date) -> Message:
    """The board of a season that is over, as one person sees it."""
    title = _board_title(w, month)
    own = standing.own(w, board) if board.own or board.hidden else _elsewhere(w)
    return Message(
        summary=w.say("{title}. {own}", title=title, own=own.title),
        blocks=(
            Heading(title),
            *standing.drawn(w, title, "", board),
            *standing.standings(w, board),
            own,
        ),
    )


def _board_title(w: Wording, month: date) -> str:
    return w.say("Leaderboard: {month}", month=w.month(month))


def _elsewhere(w: Wording) -> Callout:
    title = w.say("You aren't on this board")
    words = w.say("A new month has begun: answer a question before it closes, and you are on its.")
    return Callout(Tone.NOTE, title, (parts.sentence(words),))


def _counted(w: Wording, told: Recap) -> str:
    return w.say(
        "{questions} and {answers}.",
        questions=w.count("{n} question", "{n} questions", told.questions),
        answers=w.count("{n} answer", "{n} answers", told.answers),
    )


def _podium(w: Wording, told: Recap) -> tuple[Block, ...]:
    if told.podium.crowd:
        shared = w.count(
            "More than {most} people share the first place with {n} point each.",
            "More than {most} people share the first place with {n} points each.",
            told.podium.crowd,
            most=w.number(NAMED),
        )
        return (parts.sentence(shared),)
    board = Board(told.podium.shown, own=None, to_next=None, players=len(told.podium.shown))
    title = _board_title(w, told.month)
    return (*standing.drawn(w, title, _counted(w, told), board), *standing.standings(w, board))


def _praise(w: Wording, told: Recap) -> Iterator[Block]:
    if told.streak is not None:
        days = w.count("{n} question in a row", "{n} questions in a row", told.streak.length)
        who = w.listing([somebody(w, name) for name in told.streak.names])
        if not who:
            who = w.count("{n} person", "{n} people", told.streak.people)
        yield parts.sentence(w.say("Longest streak: {who}, {days}.", who=who, days=days))
    if told.improved is not None:
        name, gain = told.improved
        up = w.count(
            "Most improved: {name}, with an expected score {n} percentage point higher.",
            "Most improved: {name}, with an expected score {n} percentage points higher.",
            round(gain * 100),
            name=somebody(w, name),
        )
        yield parts.sentence(up)


def _hardest(w: Wording, told: Recap) -> Iterator[Block]:
    if told.hardest is None:
        return
    item, faced = told.hardest
    yield Callout(Tone.TRAP, w.say("The hardest question"), tuple(_kindly(w, item, faced)))


def _kindly(w: Wording, item: Item, faced: Faced) -> Iterator[Prose]:
    """What made it hard: the question's trap, not the people."""
    yield parts.sentence(text.gist(item.stem))
    right = w.count(
        "{share} of {n} answer was right.",
        "{share} of {n} answers were right.",
        faced.answered,
        share=w.percent(faced.share),
    )
    if not item.trap.strip():
        yield parts.sentence(right)
        return
    yield parts.sentence(w.say("{right} It is easily mixed up:", right=right))
    yield from text.prose(item.trap)
