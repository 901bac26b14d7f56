"""What a learner reads after answering."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizbot.domain.session import Progress
from quizbot.domain.standing import Streak
from quizbot.message import Callout, Message, Tone, actions
from quizbot.testing.flat import flat
from quizbot.view import feedback, session
from quizbot.view.wording import Wording
from view.scenes import AT_CLOSE, ITEM, PAIR, PRACTISING, ROUND, SHUFFLED, THREE, answered
from view.scenes import shown as scene
from view.strategies import attempts, shown

W = Wording.of("en")


def callouts(message: Message) -> list[tuple[Tone, str]]:
    return [(b.tone, b.title) for b in message.blocks if isinstance(b, Callout)]


def test_a_right_answer_is_told_with_the_trap_and_every_why() -> None:
    message = feedback.feedback(W, scene(), answered("v", points=14), again=False, streak=Streak(3))
    assert message.summary == "Right: the answer is A"
    assert flat(message).startswith(
        "Right: the answer is A\n14 points for the board.\nThat's 3 questions in a row.\n"
        "The common trap\nΟ πιο γνωστός δεν είναι ο πιο μακρύς.\n"
    )
    assert callouts(message) == [
        (Tone.CORRECT, "Right: the answer is A"),
        (Tone.TRAP, "The common trap"),
        (Tone.CORRECT, "A: right · your answer"),
        (Tone.NEUTRAL, "B: not right"),
        (Tone.NEUTRAL, "C: not right"),
    ]


def test_a_wrong_answer_is_told_kindly_and_ones_own_is_marked() -> None:
    message = feedback.feedback(W, scene(), answered("r"), again=False, streak=None)
    assert message.summary == "Not this time: you chose B, the answer is A"
    assert callouts(message) == [
        (Tone.INCORRECT, "Not this time: you chose B, the answer is A"),
        (Tone.TRAP, "The common trap"),
        (Tone.CORRECT, "A: right"),
        (Tone.INCORRECT, "B: not right · your answer"),
        (Tone.NEUTRAL, "C: not right"),
    ]
    assert "point" not in flat(message)


def test_of_several_answers_each_is_named_in_the_order_shown() -> None:
    wrong = answered("r", "v", item=PAIR)
    message = feedback.feedback(W, scene(item=PAIR), wrong, again=False, streak=None)
    assert message.summary == "Not this time: you chose A and B, the answers are A and C"


def test_partial_credit_is_called_partly_right() -> None:
    of = scene(replace(ROUND, order=(*SHUFFLED, "n")), THREE)
    partly = answered("v", "r", "n", item=THREE)
    message = feedback.feedback(W, of, partly, again=False, streak=None)
    assert message.summary == "Partly right: you chose A, B, and D, the answers are A, B, and C"


def test_answering_again_and_too_late_are_told() -> None:
    words = flat(
        feedback.feedback(W, scene(), answered("v", late=True), again=True, streak=Streak(5))
    )
    assert "You answered already, and your first answer stands." in words
    assert "The question had closed, so this is for practice and isn't scored." in words
    assert "in a row" not in words


@pytest.mark.parametrize(
    ("streak", "words"),
    [
        (
            Streak(4, saved=1, freezes_used=1),
            "You missed 1, but your streak is safe. 1 more miss this month is covered.",
        ),
        (
            Streak(4, saved=2, freezes_used=2),
            "You missed 2, but your streak is safe. The next miss this month ends it.",
        ),
    ],
)
def test_a_saved_streak_is_told(streak: Streak, words: str) -> None:
    assert words in flat(feedback.feedback(W, scene(), answered("v"), again=False, streak=streak))


def test_nothing_stands_where_the_author_wrote_nothing() -> None:
    bare = replace(ITEM, trap=" ", explanation="", references=())
    words = flat(feedback.feedback(W, scene(item=bare), answered("v"), again=False, streak=None))
    assert "trap" not in words
    assert "The whole picture" not in words
    assert "Read on" not in words


def test_an_answer_held_back_is_noted_with_the_time_of_the_close() -> None:
    message = feedback.held_back(W, scene(AT_CLOSE), answered("r"), again=False)
    assert message.summary == "Your answer is noted: B"
    assert "when it closes, Tue 1 Dec, 14:00 CET." in flat(message)
    again = feedback.held_back(W, scene(AT_CLOSE), answered("r"), again=True)
    assert again.summary == "Your first answer stands: B"


def test_somebody_who_did_not_answer_reads_the_lesson_too() -> None:
    message = feedback.breakdown(W, scene())
    assert message.summary == "You didn't answer this one: the answer is A"
    assert "Μακρύς, μα όχι ο πρώτος." in flat(message)
    assert "your answer" not in flat(message)


def test_practice_goes_on_until_its_last_question() -> None:
    progress = Progress(2, 2, 1)
    message = feedback.session_feedback(
        W, scene(), answered("v", points=10), progress, PRACTISING, again=False
    )
    assert [action.encode() for action in actions(message)] == [
        "next:5:2",
        "next:5:2:same",
        "stop:5",
        "mark:17:again",
        "mark:17:hard",
    ]
    assert "2 of 5 done" in flat(message)
    assert "board" not in flat(message)


def test_after_the_last_question_practice_sums_up() -> None:
    message = feedback.session_feedback(
        W, scene(), answered("v"), Progress(5, 5, 3), PRACTISING, again=False
    )
    assert [action.encode() for action in actions(message)] == [
        "restart:5",
        "mark:17:again",
        "mark:17:hard",
    ]
    assert "Practice done: 3 of 5 questions right" in flat(message)


def test_an_unfinished_practice_is_offered() -> None:
    message = session.offer(W, PRACTISING, Progress(3, 2, 1), "Ποταμοί")
    assert message.summary == "You're in the middle of a practice: 2 of 5 done (Ποταμοί)"
    assert [action.encode() for action in actions(message)] == ["resume:5", "restart:5"]


@pytest.mark.parametrize(
    ("progress", "words"),
    [
        (Progress(1, 0, 0), "Practice stopped before the first answer"),
        (Progress(3, 2, 1), "Practice stopped: 2 of 5 answered, 1 right"),
        (Progress(5, 5, 5), "Practice done: 5 of 5 questions right"),
    ],
)
def test_a_practice_that_is_over_says_how_it_went(progress: Progress, words: str) -> None:
    message = session.over(W, PRACTISING, progress, "Ποταμοί")
    assert message.summary == f"{words} (Ποταμοί)"
    assert [action.encode() for action in actions(message)] == ["restart:5"]


@given(st.data())
def test_an_answer_held_back_is_the_same_right_or_wrong(data: st.DataObject) -> None:
    of = data.draw(shown())
    given_ = data.draw(attempts(of))
    other = replace(
        given_, score=replace(given_.score, correct=not given_.score.correct, credit=0.5)
    )
    for again in (True, False):
        told = feedback.held_back(W, of, given_, again=again)
        assert told == feedback.held_back(W, of, other, again=again)
        assert {tone for tone, _ in callouts(told)} == {Tone.NOTE}


@given(st.data())
def test_every_option_is_told_once_under_its_letter_and_the_chosen_ones_are_marked(
    data: st.DataObject,
) -> None:
    of = data.draw(shown())
    given_ = data.draw(attempts(of))
    message = feedback.feedback(W, of, given_, again=False, streak=None)
    options = [title for _, title in callouts(message)][-len(of.round.order) :]
    for id_, title in zip(of.round.order, options, strict=True):
        right = "right" if id_ in of.item.key else "not right"
        mine = " · your answer" if id_ in given_.response else ""
        assert title == f"{of.round.letter(id_)}: {right}{mine}"
    assert message.summary == callouts(message)[0][1]
