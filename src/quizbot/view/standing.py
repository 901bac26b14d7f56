"""Here is a board: the top for everybody to see, and one's own place."""

from __future__ import annotations

from datetime import date

from quizbot.domain.standing import Board, Period, Ranked
from quizbot.message import (
    Action,
    Block,
    Button,
    Buttons,
    Callout,
    Heading,
    Message,
    Table,
    Tone,
)
from quizbot.view import parts
from quizbot.view.wording import Wording


def board(
    w: Wording, board: Board, period: Period, *, bank_title: str | None, bank: str, day: date
) -> Message:
    """The board of one period; `day` is the channel's today."""
    title = _title(w, period)
    upto = w.say("Up to {day}", day=w.day(day))
    own = _own(w, board)
    return Message(
        summary=w.say("{title}. {own}", title=title, own=own.title),
        blocks=(
            Heading(title),
            parts.footnote(bank_title or "", upto),
            *_standings(w, board),
            own,
            _periods(w, period, bank),
        ),
    )


def _title(w: Wording, period: Period) -> str:
    match period:
        case Period.WEEK:
            return w.say("Leaderboard: this week")
        case Period.MONTH:
            return w.say("Leaderboard: this month")
        case Period.ALL:
            return w.say("Leaderboard: all time")


def _standings(w: Wording, board: Board) -> tuple[Block, ...]:
    if not board.top:
        return ()
    own = board.own.standing.learner_id if board.own else None
    table = Table(
        header=(w.say("Rank"), w.say("Name"), w.say("Points"), w.say("Answered"), w.say("Right")),
        rows=tuple(_row(w, one, mine=one.standing.learner_id == own) for one in board.top),
        numeric=frozenset({0, 2, 3, 4}),
    )
    rest = board.players - len(board.top)
    if rest <= 0:
        return (table,)
    return (table, parts.footnote(w.count("and {n} more person", "and {n} more people", rest)))


def _row(w: Wording, one: Ranked, *, mine: bool) -> tuple[str, ...]:
    name = one.standing.name.strip() or w.say("Somebody")
    return (
        w.number(one.rank),
        w.say("{name} (you)", name=name) if mine else name,
        w.number(one.standing.points),
        w.number(one.standing.answered),
        w.number(one.standing.correct),
    )


def _own(w: Wording, board: Board) -> Callout:
    """The asker's own place: on no board before the first answer, or while hidden."""
    if board.hidden:
        title = w.say("You are hidden from boards")
        return Callout(
            Tone.NOTE, title, (parts.sentence(w.say("/quiz privacy show brings you back.")),)
        )
    if board.own is None:
        title = (
            w.say("You aren't on this board yet") if board.top else w.say("Nobody has points yet")
        )
        words = w.say("Answer a question before it closes, and you are.")
        return Callout(Tone.NOTE, title, (parts.sentence(words),))
    place = w.count(
        "You're at rank {rank} with {n} point",
        "You're at rank {rank} with {n} points",
        board.own.standing.points,
        rank=w.number(board.own.rank),
    )
    if board.to_next is None:
        return Callout(Tone.NOTE, place)
    missing = w.count("{n} behind the next rank", "{n} behind the next rank", board.to_next)
    return Callout(Tone.NOTE, w.say("{place}, {missing}", place=place, missing=missing))


def _periods(w: Wording, present: Period, bank: str) -> Buttons:
    labels = {
        Period.WEEK: w.say("This week"),
        Period.MONTH: w.say("This month"),
        Period.ALL: w.say("All time"),
    }
    rest = (bank,) if bank else ()
    return Buttons(
        tuple(
            Button(label, Action("board", (period.value, *rest)))
            for period, label in labels.items()
            if period is not present
        )
    )
