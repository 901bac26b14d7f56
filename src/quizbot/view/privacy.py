"""Here is what people read about their own data."""

from __future__ import annotations

from quizbot.message import Action, Attachment, Button, Buttons, Callout, Emphasis, Message, Tone
from quizbot.view import parts
from quizbot.view.wording import Wording


def state(w: Wording, *, hidden: bool) -> Message:
    """Whether boards show the person."""
    if hidden:
        title = w.say("You are hidden: no board shows you")
        words = w.say("Your points are still counted. Come back with /quiz privacy show.")
    else:
        title = w.say("Boards show you")
        words = w.say("Leave them with /quiz privacy hide.")
    return Message(title, (Callout(Tone.NOTE, title, (parts.sentence(words),)),))


def exported(w: Wording, data: bytes) -> Message:
    """Everything that is stored, as a file."""
    title = w.say("Everything stored about you")
    file = Attachment(data, "quizbot.json", "application/json", title)
    return Message(title, (Callout(Tone.NOTE, title), file))


def ask_forget(w: Wording) -> Message:
    """Ask once more."""
    title = w.say("Delete everything stored about you?")
    words = w.say(
        "Your name, points, streaks and practices go, for good. Answers stay only as nameless numbers"
        " of their questions."
    )
    sure = Button(w.say("Delete it all"), Action("forget", ("yes",)), Emphasis.DANGER)
    return Message(
        title, (Callout(Tone.WARNING, title, (parts.sentence(words),)), Buttons((sure,)))
    )


def forgotten(w: Wording) -> Message:
    """It is done."""
    title = w.say("You are forgotten")
    words = w.say("If you answer again, you begin anew.")
    return Message(title, (Callout(Tone.NOTE, title, (parts.sentence(words),)),))
