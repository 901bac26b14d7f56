"""Here is what a learner reads after answering: the verdict first, then why."""

from __future__ import annotations

from collections.abc import Iterator

from quizbot.domain.history import Grade
from quizbot.domain.mode import PRACTICE, REVIEW
from quizbot.domain.round import Attempt
from quizbot.domain.session import Progress, Session
from quizbot.domain.standing import FREEZES_A_MONTH, Streak
from quizbot.message import (
    Action,
    Block,
    Button,
    Buttons,
    Callout,
    Emphasis,
    Message,
    Tone,
)
from quizbot.view import parts, text
from quizbot.view.question import Shown
from quizbot.view.wording import Wording


def feedback(
    w: Wording,
    shown: Shown,
    attempt: Attempt,
    *,
    again: bool,
    streak: Streak | None,
    board: bool = True,
) -> Message:
    """The verdict, the trap, why for every option; and what the answer was worth.

    `again`: the learner had answered before, and this is that first answer. `streak` is the
    learner's after the answer; None: it isn't told. `board`: points are told.
    """
    verdict = _verdict(w, shown, attempt)
    words = [*_about(w, attempt, again=again), *_worth(w, attempt, streak, board=board)]
    tone = Tone.CORRECT if attempt.score.correct else Tone.INCORRECT
    return Message(
        summary=verdict,
        blocks=(
            Callout(tone, verdict, tuple(map(parts.sentence, words))),
            *parts.lesson(w, shown.round, shown.item, chosen=attempt.response),
        ),
    )


def daily_feedback(
    w: Wording, shown: Shown, attempt: Attempt, *, again: bool, streak: Streak | None
) -> Message:
    """Feedback on a channel's question, and the way to more of its topic."""
    told = feedback(w, shown, attempt, again=again, streak=streak)
    more = Button(w.say("Practise this topic"), Action("more", (str(shown.round.id),)))
    return Message(told.summary, (*told.blocks, Buttons((more,))))


def held_back(w: Wording, shown: Shown, attempt: Attempt, *, again: bool) -> Message:
    """The answer is noted; right or wrong is told at the close."""
    mine = parts.letters(w, shown.round, attempt.response)
    if again:
        title = w.say("Your first answer stands: {letters}", letters=mine)
    else:
        title = w.say("Your answer is noted: {letters}", letters=mine)
    if shown.round.closes_at is None:
        return parts.told(Tone.NOTE, title, w.say("You learn how you did when it closes."))
    when = w.moment(shown.round.closes_at, shown.zone)
    words = w.say("You learn how you did when it closes, {when}.", when=when)
    return parts.told(Tone.NOTE, title, words)


def breakdown(w: Wording, shown: Shown) -> Message:
    """The lesson for somebody who didn't answer in time."""
    answer = parts.the_answer(w, shown.round, shown.item)
    title = w.say("You didn't answer this one: {answer}", answer=answer)
    stem = text.gist(shown.item.stem)
    return Message(
        summary=title,
        blocks=(
            Callout(Tone.NOTE, title, (parts.sentence(stem),)),
            *parts.lesson(w, shown.round, shown.item, chosen=frozenset()),
        ),
    )


def session_feedback(
    w: Wording,
    shown: Shown,
    attempt: Attempt,
    progress: Progress,
    session: Session,
    *,
    again: bool,
) -> Message:
    """Feedback within a practice or a review, and the way on."""
    told = feedback(w, shown, attempt, again=again, streak=None, board=False)
    aside = Buttons(_marks(w, shown, attempt))
    return Message(told.summary, (*told.blocks, *_onward(w, progress, session), aside))


def marked(w: Wording, mark: Grade) -> Message:
    """What the learner said of an answer is noted."""
    if mark is Grade.HARD:
        title = w.say("Noted: a lucky guess")
        return parts.told(Tone.NOTE, title, w.say("It comes back sooner in your review."))
    title = w.say("Noted: it comes back tomorrow")
    return parts.told(Tone.NOTE, title, w.say("Then you find it with /quiz review."))


def ended(w: Wording, session: Session, progress: Progress) -> str:
    """How a practice or a review went."""
    review, correct = session.mode == REVIEW, w.number(progress.correct)
    if progress.answered < session.length:
        return _broken_off(w, progress, session)
    if review:
        return w.count(
            "Review done: {correct} of {n} question right",
            "Review done: {correct} of {n} questions right",
            progress.answered,
            correct=correct,
        )
    return w.count(
        "Practice done: {correct} of {n} question right",
        "Practice done: {correct} of {n} questions right",
        progress.answered,
        correct=correct,
    )


def _broken_off(w: Wording, progress: Progress, session: Session) -> str:
    review = session.mode == REVIEW
    if not progress.answered:
        if review:
            return w.say("Review stopped before the first answer")
        return w.say("Practice stopped before the first answer")
    said = {
        "answered": w.number(progress.answered),
        "length": w.number(session.length),
        "correct": w.number(progress.correct),
    }
    if review:
        return w.say("Review stopped: {answered} of {length} answered, {correct} right", **said)
    return w.say("Practice stopped: {answered} of {length} answered, {correct} right", **said)


def once_more(w: Wording, session: Session) -> str:
    """The label of the button that begins another session of the kind."""
    return w.say("Review more") if session.mode == REVIEW else w.say("Practise again")


def _onward(w: Wording, progress: Progress, session: Session) -> tuple[Block, ...]:
    token = str(session.id)
    if progress.answered < session.length and session.finished_at is None:
        done = w.say(
            "{answered} of {length} done",
            answered=w.number(progress.answered),
            length=w.number(session.length),
        )
        going = Action("next", (token, str(progress.answered)))
        same = Action("next", (token, str(progress.answered), "same"))
        buttons = [Button(w.say("Next question"), going, Emphasis.PRIMARY)]
        if session.mode == PRACTICE:
            buttons.append(Button(w.say("Another on this topic"), same))
        buttons.append(Button(w.say("Stop"), Action("stop", (token,))))
        return (parts.footnote(done), Buttons(tuple(buttons)))
    again = Button(once_more(w, session), Action("restart", (token,)), Emphasis.PRIMARY)
    return (Callout(Tone.NOTE, ended(w, session, progress)), Buttons((again,)))


def _marks(w: Wording, shown: Shown, attempt: Attempt) -> tuple[Button, ...]:
    """What the learner may say of the answer."""
    token = str(shown.round.id)
    later = Button(w.say("Explain again later"), Action("mark", (token, Grade.AGAIN.value)))
    if not attempt.score.correct:
        return (later,)
    return (later, Button(w.say("I guessed"), Action("mark", (token, Grade.HARD.value))))


def _verdict(w: Wording, shown: Shown, attempt: Attempt) -> str:
    mine = parts.letters(w, shown.round, attempt.response)
    answer = parts.the_answer(w, shown.round, shown.item)
    if attempt.score.correct:
        return w.say("Right: {answer}", answer=answer)
    if attempt.score.credit:
        return w.say("Partly right: you chose {mine}, {answer}", mine=mine, answer=answer)
    return w.say("Not this time: you chose {mine}, {answer}", mine=mine, answer=answer)


def _about(w: Wording, attempt: Attempt, *, again: bool) -> Iterator[str]:
    """Which answer this is, and whether it is scored."""
    if again:
        yield w.say("You answered already, and your first answer stands.")
    if not attempt.counts:
        yield w.say("The question had closed, so this is for practice and isn't scored.")


def _worth(w: Wording, attempt: Attempt, streak: Streak | None, *, board: bool) -> Iterator[str]:
    if not attempt.counts or not board:
        return
    if attempt.points:
        yield w.count(
            "{n} point for the board.",
            "{n} points for the board.",
            attempt.points,
        )
    if streak is None:
        return
    if streak.length > 1:
        yield w.count(
            "That's {n} question in a row.", "That's {n} questions in a row.", streak.length
        )
    if streak.saved:
        yield _saved(w, streak)


def _saved(w: Wording, streak: Streak) -> str:
    missed = w.count(
        "You missed {n}, but your streak is safe.",
        "You missed {n}, but your streak is safe.",
        streak.saved,
    )
    left = FREEZES_A_MONTH - streak.freezes_used
    if left <= 0:
        return w.say("{missed} The next miss this month ends it.", missed=missed)
    more = w.count(
        "{n} more miss this month is covered.", "{n} more misses this month are covered.", left
    )
    return w.say("{missed} {more}", missed=missed, more=more)
