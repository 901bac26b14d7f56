"""Here is a board: the top for everybody to see, and one's own place."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from quizbot.domain.standing import Board, Period, Ranked, Scope
from quizbot.message import (
    Action,
    Block,
    Button,
    Buttons,
    Callout,
    Heading,
    Image,
    Message,
    Table,
    Tone,
    plain,
)
from quizbot.view import parts
from quizbot.view.board_picture import board_alt, board_picture, shown_name
from quizbot.view.wording import Wording


@dataclass(frozen=True, slots=True)
class Which:
    """Which board is shown. `bank`: a bank's code, or empty for any; `day`: the channel's today."""

    period: Period
    scope: Scope
    bank: str
    bank_title: str
    day: date


def board(w: Wording, board: Board, which: Which) -> Message:
    """The board of one period, as a picture and as a table."""
    title = _title(w, which.period)
    upto = w.say("Up to {day}", day=w.day(which.day))
    where = w.say("All channels") if which.scope is Scope.SERVER else ""
    notes = parts.footnote(where, which.bank_title, upto)
    mine = own(w, board)
    return Message(
        summary=w.say("{title}. {own}", title=title, own=mine.title),
        blocks=(
            Heading(title),
            notes,
            *drawn(w, title, plain(notes.text), board),
            *standings(w, board),
            mine,
            _others(w, which),
        ),
    )


def drawn(w: Wording, title: str, notes: str, board: Board) -> tuple[Block, ...]:
    """The board's picture; none where nobody is on it."""
    if not board.top:
        return ()
    picture = board_picture(w, title, notes, board)
    return (Image(picture, board_alt(w, title, board), name="board.png"),)


def _title(w: Wording, period: Period) -> str:
    match period:
        case Period.WEEK:
            return w.say("Leaderboard: this week")
        case Period.MONTH:
            return w.say("Leaderboard: this month")
        case Period.ALL:
            return w.say("Leaderboard: all time")


def standings(w: Wording, board: Board) -> tuple[Block, ...]:
    """The board's table; nothing where nobody is on it."""
    if not board.top:
        return ()
    mine = board.own.standing.learner_id if board.own else None
    table = Table(
        header=(w.say("Rank"), w.say("Name"), w.say("Points"), w.say("Answered"), w.say("Right")),
        rows=tuple(_row(w, one, mine=one.standing.learner_id == mine) for one in board.top),
        numeric=frozenset({0, 2, 3, 4}),
    )
    rest = board.players - len(board.top)
    if rest <= 0:
        return (table,)
    return (table, parts.footnote(w.count("and {n} more person", "and {n} more people", rest)))


def _row(w: Wording, one: Ranked, *, mine: bool) -> tuple[str, ...]:
    name = shown_name(w, one.standing)
    return (
        w.number(one.rank),
        w.say("{name} (you)", name=name) if mine else name,
        w.number(one.standing.points),
        w.number(one.standing.answered),
        w.number(one.standing.correct),
    )


def own(w: Wording, board: Board) -> Callout:
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


def _others(w: Wording, which: Which) -> Buttons:
    """The ways to the other periods, and to the other scope."""
    labels = {
        Period.WEEK: w.say("This week"),
        Period.MONTH: w.say("This month"),
        Period.ALL: w.say("All time"),
    }
    periods = tuple(
        Button(label, _leads_to(period, which.scope, which.bank))
        for period, label in labels.items()
        if period is not which.period
    )
    if which.scope is Scope.CHANNEL:
        other = Button(w.say("All channels"), _leads_to(which.period, Scope.SERVER, which.bank))
    else:
        other = Button(w.say("This channel"), _leads_to(which.period, Scope.CHANNEL, which.bank))
    return Buttons((*periods, other))


def _leads_to(period: Period, scope: Scope, bank: str) -> Action:
    if scope is Scope.SERVER:
        return Action("board", (period.value, bank, scope.value))
    return Action("board", (period.value, bank) if bank else (period.value,))
