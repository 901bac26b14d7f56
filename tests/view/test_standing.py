"""What people read on a board."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from quizbot.domain.standing import Board, Period, Scope
from quizbot.message import Message, Table, actions
from quizbot.testing.flat import flat
from quizbot.view import standing
from quizbot.view.standing import Which
from quizbot.view.wording import Wording
from view.scenes import board

W = Wording.of("en")
DAY = date(2026, 12, 1)


def shown(
    of: Board, period: Period = Period.WEEK, bank: str = "", scope: Scope = Scope.CHANNEL
) -> Message:
    return standing.board(W, of, Which(period, scope, bank, "Rivers" if bank else "", DAY))


def test_a_board_shows_the_top_and_ones_own_place() -> None:
    message = shown(board((1, "Ada", 40), (2, "Ben", 30), (2, "Chen", 30), own=1, players=9))
    assert message.summary == (
        "Leaderboard: this week. You're at rank 2 with 30 points, 10 behind the next rank"
    )
    assert flat(message).splitlines() == [
        "Leaderboard: this week",
        "Up to Tue 1 Dec",
        "Leaderboard: this week. 1. Ada: 40 points; 2. Ben: 30 points; 2. Chen: 30 points.",
        "",
        "Rank | Name | Points | Answered | Right",
        "1 | Ada | 40 | 5 | 3",
        "2 | Ben (you) | 30 | 5 | 3",
        "2 | Chen | 30 | 5 | 3",
        "and 6 more people",
        "You're at rank 2 with 30 points, 10 behind the next rank",
        "[This month]",
        "[All time]",
        "[All channels]",
    ]


def test_at_the_top_nothing_is_missing() -> None:
    assert "behind" not in flat(shown(board((1, "Ada", 40), own=0)))


def test_an_empty_board_invites() -> None:
    words = flat(shown(board()))
    assert "Nobody has points yet" in words
    assert "Answer a question before it closes, and you are." in words


def test_somebody_without_a_place_learns_how_to_get_one() -> None:
    words = flat(shown(board((1, "Ada", 40))))
    assert "You aren't on this board yet" in words
    hidden = flat(shown(replace(board((1, "Ada", 40)), hidden=True)))
    assert "You are hidden from boards" in hidden
    assert "/quiz privacy show" in hidden


def test_somebody_without_a_name_is_somebody() -> None:
    (table,) = [b for b in shown(board((1, " ", 40))).blocks if isinstance(b, Table)]
    assert table.rows[0][1] == "Somebody"


@pytest.mark.parametrize("period", list(Period))
@pytest.mark.parametrize("bank", ["", "rivers"])
def test_the_buttons_switch_to_the_other_periods_and_the_other_scope(
    period: Period, bank: str
) -> None:
    others = [other for other in Period if other is not period]
    here = [action.encode() for action in actions(shown(board(), period, bank))]
    rest = f":{bank}" if bank else ""
    assert here == [*(f"board:{one}{rest}" for one in others), f"board:{period}:{bank}:server"]
    there = [one.encode() for one in actions(shown(board(), period, bank, Scope.SERVER))]
    assert there == [*(f"board:{one}:{bank}:server" for one in others), f"board:{period}{rest}"]


def test_a_server_s_board_says_so() -> None:
    words = flat(shown(board((1, "Ada", 40)), bank="rivers", scope=Scope.SERVER))
    assert "All channels · Rivers · Up to Tue 1 Dec" in words
