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


def called(w: Wording, alias: str, *, hidden: bool) -> Message:
    """Which name boards show; empty: the platform's."""
    if not alias:
        title = w.say("Boards show the name that you have here")
    else:
        title = w.say("Boards show you as {alias}", alias=alias)
    back = w.say("/quiz privacy alias without a name brings your own back.") if alias else ""
    away = w.say("You are hidden: until /quiz privacy show no board shows you.") if hidden else ""
    return parts.told(Tone.NOTE, title, *(one for one in (back, away) if one))


def alias_too_long(w: Wording, most: int) -> str:
    """It doesn't fit on a board."""
    return w.count(
        "A name on boards has at most {n} character. Choose a shorter one.",
        "A name on boards has at most {n} characters. Choose a shorter one.",
        most,
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
