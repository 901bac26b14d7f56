"""Here is a practice before and after its questions."""

from __future__ import annotations

from quizbot.domain.session import Progress, Session
from quizbot.message import Action, Button, Buttons, Callout, Emphasis, Message, Tone
from quizbot.view.feedback import practised
from quizbot.view.wording import Wording


def offer(w: Wording, session: Session, progress: Progress, bank_title: str) -> Message:
    """A practice isn't finished: go on with it, or begin anew."""
    title = w.say(
        "Your practice on {bank} isn't finished: {answered} of {length} done",
        bank=bank_title,
        answered=w.number(progress.answered),
        length=w.number(session.length),
    )
    token = (str(session.id),)
    return Message(
        title,
        (
            Callout(Tone.NOTE, title),
            Buttons(
                (
                    Button(w.say("Go on"), Action("resume", token), Emphasis.PRIMARY),
                    Button(w.say("Begin anew"), Action("restart", token)),
                )
            ),
        ),
    )


def over(w: Wording, session: Session, progress: Progress, bank_title: str) -> Message:
    """The practice has ended."""
    again = Button(w.say("Practise again"), Action("restart", (str(session.id),)))
    title = practised(w, progress)
    return Message(f"{title} ({bank_title})", (Callout(Tone.NOTE, title), Buttons((again,))))
