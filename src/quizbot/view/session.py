"""Here is a practice or a review before and after its questions."""

from __future__ import annotations

from quizbot.domain.mode import REVIEW
from quizbot.domain.session import Progress, Session
from quizbot.message import Action, Button, Buttons, Callout, Emphasis, Message, Tone
from quizbot.view import parts
from quizbot.view.feedback import ended, once_more
from quizbot.view.wording import Wording


def offer(w: Wording, session: Session, progress: Progress, bank_title: str) -> Message:
    """A session isn't finished: go on with it, or begin anew."""
    values = {"answered": w.number(progress.answered), "length": w.number(session.length)}
    if session.mode == REVIEW:
        title = w.say("You're in the middle of a review: {answered} of {length} done", **values)
    else:
        title = w.say("You're in the middle of a practice: {answered} of {length} done", **values)
    token = (str(session.id),)
    buttons = (
        Button(w.say("Go on"), Action("resume", token), Emphasis.PRIMARY),
        Button(w.say("Start over"), Action("restart", token)),
    )
    body = (parts.sentence(bank_title),)
    return Message(
        _with_bank(title, bank_title), (Callout(Tone.NOTE, title, body), Buttons(buttons))
    )


def over(w: Wording, session: Session, progress: Progress, bank_title: str) -> Message:
    """The session has ended."""
    title = ended(w, session, progress)
    again = Button(once_more(w, session), Action("restart", (str(session.id),)))
    body = (parts.sentence(bank_title),)
    return Message(
        _with_bank(title, bank_title), (Callout(Tone.NOTE, title, body), Buttons((again,)))
    )


def swapped(w: Wording, asked: Message) -> Message:
    """The question that came in the place of one that a channel is being asked right now."""
    why = w.say(
        "The question before is being asked in a channel right now, so its answer stays secret."
        " Here is another one in its place."
    )
    return Message(asked.summary, (Callout(Tone.NOTE, "", (parts.sentence(why),)), *asked.blocks))


def _with_bank(title: str, bank_title: str) -> str:
    return f"{title} ({bank_title})"
