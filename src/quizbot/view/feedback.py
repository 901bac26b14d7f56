"""Here is what a learner reads after answering: the verdict first, then why."""

from __future__ import annotations

from collections.abc import Iterator

from quizbot.domain.round import Attempt
from quizbot.domain.scoring import Response
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
    Prose,
    Tone,
)
from quizbot.view import parts
from quizbot.view.question import Shown
from quizbot.view.wording import Wording


def feedback(
    w: Wording, shown: Shown, attempt: Attempt, *, again: bool, streak: Streak | None
) -> Message:
    """The verdict, the trap, why for every option; and what the answer was worth."""
    return Message(
        summary=_verdict(w, shown, attempt),
        blocks=(
            Callout(
                Tone.CORRECT if attempt.score.correct else Tone.INCORRECT,
                _verdict(w, shown, attempt),
                tuple(_worth(w, attempt, again=again, streak=streak)),
            ),
            *parts.lesson(w, shown.round, shown.item, chosen=attempt.response),
        ),
    )


def held_back(w: Wording, shown: Shown, attempt: Attempt, *, again: bool) -> Message:
    """The answer is noted; right or wrong is told at the close."""
    letters = _letters(w, shown, attempt.response)
    title = (
        w.say("Your first answer stands: {letters}", letters=letters)
        if again
        else w.say("Your answer is noted: {letters}", letters=letters)
    )
    when = w.moment(shown.round.closes_at, shown.zone) if shown.round.closes_at else ""
    body = parts.sentence(w.say("You learn whether it is right at the close, {when}.", when=when))
    return Message(title, (Callout(Tone.NOTE, title, (body,)),))


def breakdown(w: Wording, shown: Shown) -> Message:
    """The lesson for somebody who didn't answer in time."""
    title = w.say("You didn't answer this one")
    key = parts.key_letters(w, shown.round, shown.item)
    body = parts.sentence(w.say("The answer is {key}. Here is why.", key=key))
    return Message(
        summary=title,
        blocks=(
            Callout(Tone.NOTE, title, (body,)),
            *parts.lesson(w, shown.round, shown.item, chosen=frozenset()),
        ),
    )


def practice_feedback(
    w: Wording,
    shown: Shown,
    attempt: Attempt,
    progress: Progress,
    session: Session,
    *,
    again: bool,
) -> Message:
    """Feedback within a practice, and the way on."""
    told = feedback(w, shown, attempt, again=again, streak=None)
    return Message(told.summary, (*told.blocks, *_onward(w, progress, session)))


def _onward(w: Wording, progress: Progress, session: Session) -> tuple[Block, ...]:
    token = str(session.id)
    if progress.answered < session.length and session.finished_at is None:
        done = w.say(
            "{answered} of {length} done",
            answered=w.number(progress.answered),
            length=w.number(session.length),
        )
        going = Action("next", (token, str(progress.answered)))
        return (
            parts.sentence(done),
            Buttons(
                (
                    Button(w.say("Next question"), going, Emphasis.PRIMARY),
                    Button(w.say("Stop"), Action("stop", (token,))),
                )
            ),
        )
    again = Button(w.say("Practise again"), Action("restart", (token,)), Emphasis.PRIMARY)
    return (Callout(Tone.NOTE, practised(w, progress)), Buttons((again,)))


def practised(w: Wording, progress: Progress) -> str:
    """How a practice went."""
    if not progress.answered:
        return w.say("Practice stopped before the first answer")
    return w.count(
        "Practice done: {correct} of {n} question right",
        "Practice done: {correct} of {n} questions right",
        progress.answered,
        correct=w.number(progress.correct),
    )


def _verdict(w: Wording, shown: Shown, attempt: Attempt) -> str:
    if attempt.score.correct:
        return w.say("Right: {letters}", letters=_letters(w, shown, attempt.response))
    key = parts.key_letters(w, shown.round, shown.item)
    mine = _letters(w, shown, attempt.response)
    if shown.item.choose == 1:
        return w.say("Not {mine}: the answer is {key}", mine=mine, key=key)
    return w.say("Not {mine}: the answers are {key}", mine=mine, key=key)


def _worth(w: Wording, attempt: Attempt, *, again: bool, streak: Streak | None) -> Iterator[Prose]:
    if again:
        yield parts.sentence(w.say("You answered this before: your first answer stands."))
    if not attempt.counts:
        yield parts.sentence(
            w.say("The question was closed, so this is practice and isn't scored.")
        )
        return
    if attempt.points:
        yield parts.sentence(
            w.count("{n} point for the board", "{n} points for the board", attempt.points)
        )
    if streak is not None and streak.length > 1:
        yield parts.sentence(
            w.count("{n} question in a row", "{n} questions in a row", streak.length)
        )
    if streak is not None and streak.saved and not again:
        left = max(0, FREEZES_A_MONTH - streak.freezes_used)
        yield parts.sentence(
            w.say(
                "Your row was kept over {missed} missed: {left} such days are left this month.",
                missed=w.number(streak.saved),
                left=w.number(left),
            )
        )


def _letters(w: Wording, shown: Shown, response: Response) -> str:
    return w.listing([shown.round.letter(id_) for id_ in shown.round.order if id_ in response])
