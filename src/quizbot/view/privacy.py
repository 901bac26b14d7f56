"""Here is what people read about their own data."""

from __future__ import annotations

from quizbot.message import Action, Attachment, Button, Buttons, Callout, Emphasis, Message, Tone
from quizbot.view import parts
from quizbot.view.wording import Wording


def state(w: Wording, *, hidden: bool) -> Message:
    """Whether boards show the person."""
    if hidden:
        return parts.told(
            Tone.NOTE,
            w.say("You are hidden: no board shows you"),
            w.say("Your points still count. /quiz privacy show brings you back."),
        )
    return parts.told(
        Tone.NOTE,
        w.say("Boards show your name and points"),
        w.say("/quiz privacy hide takes you off every board."),
    )


def exported(w: Wording, data: bytes) -> Message:
    """Everything that is stored, as a file."""
    title = w.say("Everything stored about you")
    file = Attachment(data, "quizbot.json", "application/json", title)
    return Message(title, (Callout(Tone.NOTE, title), file))


def ask_forget(w: Wording) -> Message:
    """Ask once more."""
    title = w.say("Delete everything stored about you?")
    words = (
        w.say("Your name, points, streaks and private daily question go. It can't be undone."),
        w.say("Your answers stay only as numbers without a name."),
        w.say("To keep it all, do nothing."),
    )
    sure = Button(w.say("Delete everything"), Action("forget", ("yes",)), Emphasis.DANGER)
    return Message(
        title,
        (Callout(Tone.WARNING, title, tuple(map(parts.sentence, words))), Buttons((sure,))),
    )


def forgotten(w: Wording) -> Message:
    """It is done."""
    return parts.told(
        Tone.NOTE,
        w.say("You are forgotten: name, points and streaks are deleted"),
        w.say("If you answer again, you start afresh."),
    )
