"""What a channel reads when its season is over."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from quizbot.domain.season import Faced, Podium
from quizbot.message import Image, actions
from quizbot.testing.flat import flat
from quizbot.view import season
from quizbot.view.season import LongestStreak, Recap
from quizbot.view.wording import Wording
from view.scenes import ITEM, board

W = Wording.of("en")
MONTH = date(2026, 12, 1)
ITS_OWN = replace(ITEM, stem="Which is *longer*?", trap="Fame is not length.")
TOLD = Recap(
    round_id=17,
    month=MONTH,
    questions=20,
    answers=140,
    podium=Podium(board((1, "Ada", 40), (1, "Ben", 40)).top),
    streak=LongestStreak(12, ("Ada", "Chen"), 2),
    improved=("Ben", 0.144),
    hardest=(ITS_OWN, Faced(17, 14, 4)),
)


def test_a_recap_tells_what_went_well() -> None:
    message = season.recap(W, TOLD)
    assert message.summary == "December 2026 is over: 20 questions and 140 answers."
    assert flat(message).splitlines() == [
        "December 2026 is over",
        "20 questions and 140 answers.",
        "Leaderboard: December 2026. 1. Ada: 40 points; 1. Ben: 40 points.",
        "",
        "Rank | Name | Points | Answered | Right",
        "1 | Ada | 40 | 5 | 3",
        "1 | Ben | 40 | 5 | 3",
        "Longest streak: Ada and Chen, 12 questions in a row.",
        "Most improved: Ben, with an expected score 14 percentage points higher.",
        "The hardest question",
        "Which is longer?",
        "29% of 14 answers were right. It is easily mixed up:",
        "Fame is not length.",
        "[Show my place]",
        "A new month has begun, and everybody starts from zero.",
    ]
    assert [action.encode() for action in actions(message)] == ["season:17"]


def test_of_what_there_is_nothing_to_tell_nothing_is_said() -> None:
    message = season.recap(W, Recap(17, MONTH, 1, 1, Podium(()), None, None, None))
    assert flat(message).splitlines() == [
        "December 2026 is over",
        "1 question and 1 answer.",
        "[Show my place]",
        "A new month has begun, and everybody starts from zero.",
    ]
    assert not any(isinstance(block, Image) for block in message.blocks)


def test_of_many_with_the_same_streak_only_the_number_is_told() -> None:
    words = flat(season.recap(W, replace(TOLD, streak=LongestStreak(20, (), 7))))
    assert "Longest streak: 7 people, 20 questions in a row." in words


def test_a_crowd_at_the_first_place_is_counted_not_named() -> None:
    words = flat(season.recap(W, replace(TOLD, podium=Podium((), 30))))
    assert "More than 5 people share the first place with 30 points each." in words


def test_a_season_s_board_shows_one_s_own_place_and_shames_nobody() -> None:
    mine = flat(season.place(W, board((1, "Ada", 40), (2, "Ben", 30), own=1, players=9), MONTH))
    assert "Leaderboard: December 2026" in mine
    assert "rank 2 with 30 points, 10 behind" in mine
    without = flat(season.place(W, board((1, "Ada", 40)), MONTH))
    assert "You aren't on this board" in without
    hidden = flat(season.place(W, replace(board((1, "Ada", 40)), hidden=True), MONTH))
    assert "You are hidden from boards" in hidden
