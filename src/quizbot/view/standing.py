"""Here is a board: the top for everybody to see, and one's own place."""

from __future__ import annotations

from datetime import date

from quizbot.domain.standing import Board, Period
from quizbot.message import (
    Action,
    Block,
    Button,
    Buttons,
    Callout,
    Footnote,
    Heading,
    Message,
    Span,
    Table,
    Tone,
)
from quizbot.view import parts
from quizbot.view.wording import Wording


def board(
    w: Wording, board: Board, period: Period, *, bank_title: str | None, bank: str, day: date
) -> Message:
    """The board of one period; `day` is the channel's today."""
    title = _title(w, period, day)
    where = (Footnote((Span(bank_title),)),) if bank_title else ()
    return Message(
        summary=title,
        blocks=(Heading(title), *where, *_standings(w, board), _periods(w, period, bank)),
    )


def _title(w: Wording, period: Period, day: date) -> str:
    match period:
        case Period.WEEK:
            return w.say("Leaderboard: this week")
        case Period.MONTH:
            return w.say("Leaderboard: this month")
        case Period.ALL:
            return w.say("Leaderboard: all time, up to {day}", day=w.day(day))


def _standings(w: Wording, board: Board) -> tuple[Block, ...]:
    if not board.top:
        return (
            parts.sentence(w.say("Nobody has points here yet. The next question is a chance.")),
        )
    table = Table(
        header=(w.say("Rank"), w.say("Name"), w.say("Points"), w.say("Right")),
        rows=tuple(
            (
                w.number(one.rank),
                one.standing.name,
                w.number(one.standing.points),
                w.say(
                    "{correct} of {answered}",
                    correct=w.number(one.standing.correct),
                    answered=w.number(one.standing.answered),
                ),
            )
            for one in board.top
        ),
        numeric=frozenset({0, 2}),
    )
    players = w.count("{n} person on this board", "{n} people on this board", board.players)
    return (table, Footnote((Span(players),)), _own(w, board))


def _own(w: Wording, board: Board) -> Block:
    if board.own is None:
        return parts.sentence(w.say("You aren't on this board: answer in time, and you are."))
    place = w.count(
        "You: rank {rank} with {n} point",
        "You: rank {rank} with {n} points",
        board.own.standing.points,
        rank=w.number(board.own.rank),
    )
    if board.to_next is None:
        return Callout(Tone.NOTE, place)
    behind = w.count(
        "{n} point behind the next rank", "{n} points behind the next rank", board.to_next
    )
    return Callout(Tone.NOTE, place, (parts.sentence(behind),))


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
