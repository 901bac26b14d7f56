"""Here is what people read of a suggested question: that it waits, and what became of it."""

from __future__ import annotations

from collections.abc import Sequence

from quizbot.domain.suggestion import State
from quizbot.message import Action, Block, Button, Buttons, Callout, Entry, Listing, Message, Tone
from quizbot.view import parts
from quizbot.view.wording import Wording


def waiting(w: Wording, id_: int, bank_title: str, advice: Sequence[str]) -> Message:
    """It is kept; `advice` says what would make it better still."""
    title = w.say("Your question is kept and waits for an admin")
    words = (bank_title, w.say("You are told in private what becomes of it."))
    blocks: list[Block] = [Callout(Tone.NOTE, title, tuple(map(parts.sentence, words)))]
    blocks += advised(w, advice)
    change = Button(w.say("Change it"), Action("amend", (str(id_),)))
    return Message(f"{title} ({bank_title})", (*blocks, Buttons((change,))))


def advised(w: Wording, advice: Sequence[str]) -> tuple[Block, ...]:
    """What would make a question better still."""
    if not advice:
        return ()
    entries = tuple(Entry((parts.sentence(words),)) for words in advice)
    return (Callout(Tone.NOTE, w.say("What would make it better still"), (Listing(entries),)),)


def decided(w: Wording, bank_title: str, gist: str, state: State, reason: str) -> Message:
    """What became of a suggestion; `reason` is an admin's own words."""
    words = [gist, bank_title]
    if state is State.DECLINED:
        title = w.say("An admin has decided not to ask this question")
        words.insert(1, w.say("The reason: {reason}", reason=reason))
    else:
        title = w.say("The suggested question is approved: it is asked from now on")
    return Message(
        f"{title} ({bank_title})",
        (Callout(Tone.NOTE, title, tuple(map(parts.sentence, words))),),
    )
