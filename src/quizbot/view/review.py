"""Here is review where there is nothing to ask."""

from __future__ import annotations

from datetime import datetime

from quizbot.message import Action, Button, Buttons, Callout, Emphasis, Message, Tone
from quizbot.view import parts
from quizbot.view.wording import Wording


def nothing_due(
    w: Wording, bank: str, bank_title: str, upcoming: datetime | None, zone: str
) -> Message:
    """Nothing is due. `upcoming` is when the next review is; None: nothing was answered yet."""
    title = w.say("Nothing to review right now")
    if upcoming is None:
        words = w.say("Reviews are made of what you have answered. Practise first.")
    else:
        words = w.say("The next one is due {when}.", when=w.moment(upcoming, zone))
    practise = Button(w.say("Practise"), Action("run", ("practice", bank)), Emphasis.PRIMARY)
    body = (parts.sentence(words), parts.sentence(bank_title))
    return Message(
        f"{title} ({bank_title})", (Callout(Tone.NOTE, title, body), Buttons((practise,)))
    )


def of_more(w: Wording, asked: Message, length: int, due: int) -> Message:
    """The first question of a review that leaves some for later."""
    title = w.say("{n} of {due}, the rest waits", n=w.number(length), due=w.number(due))
    return Message(asked.summary, (Callout(Tone.NOTE, title), *asked.blocks))
