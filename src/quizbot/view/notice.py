"""Here are short words: what can't be done and why, and what an admin has to know."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from quizbot.message import Callout, Message, Tone
from quizbot.view import parts
from quizbot.view.wording import Wording


def said(w: Wording, words: str) -> Message:
    """Words for a person, as a message."""
    del w
    return Message(words, (Callout(Tone.WARNING, "", (parts.sentence(words),)),))


def incident(w: Wording, number: str) -> Message:
    """Something went wrong on our side."""
    title = w.say("Something went wrong on our side")
    words = w.say(
        "Nothing that you did is lost. Try again; if it stays, tell an admin: incident {number}.",
        number=number,
    )
    return Message(title, (Callout(Tone.WARNING, title, (parts.sentence(words),)),))


def not_admin(w: Wording) -> str:
    """An admin's command."""
    return w.say("Only an admin of this channel can do that.")


def no_such_round(w: Wording) -> str:
    """The question is unknown."""
    return w.say("This question isn't known here any more.")


def not_your_round(w: Wording) -> str:
    """Somebody else's question."""
    return w.say("This question was asked somewhere else: answer it there.")


def answer_first(w: Wording) -> str:
    """Looking before answering."""
    return w.say("You haven't answered yet. The question is still open.")


def choose_exactly(w: Wording, n: int, chosen: int) -> str:
    """Too many or too few options."""
    return w.count(
        "Choose {n} option; you chose {chosen}. Nothing was counted.",
        "Choose {n} options; you chose {chosen}. Nothing was counted.",
        n,
        chosen=w.number(chosen),
    )


def stale_button(w: Wording) -> str:
    """A button that means nothing now."""
    return w.say("This button doesn't work any more. Type /quiz help for what does.")


def session_gone(w: Wording) -> str:
    """A practice that is unknown."""
    return w.say("This practice isn't there any more. Begin one with /quiz practice.")


def no_banks(w: Wording) -> str:
    """No bank at all."""
    return w.say("No questions are loaded. An admin sees why with: quizbot check")


def nothing_fits(w: Wording, bank_title: str) -> str:
    """No question fits the wish."""
    return w.say("{bank} has no question that fits. Ask for less.", bank=bank_title)


def unknown_bank(w: Wording, code: str, known: Sequence[str]) -> str:
    """No such bank."""
    return _unknown(w, w.say("There is no bank “{code}”.", code=code), code, known)


def unknown_topic(w: Wording, code: str, known: Sequence[str]) -> str:
    """No such topic."""
    return _unknown(w, w.say("There is no topic “{code}”.", code=code), code, known)


def needs_channel(w: Wording) -> str:
    """A board in private."""
    return w.say(
        "Boards belong to channels: ask in one. In private, /quiz daily me begins your own."
    )


def bad_count(w: Wording, typed: str, least: int, most: int) -> str:
    """The count isn't a number in range."""
    return w.say(
        "“{typed}” isn't a number of questions. Write one from {least} to {most}.",
        typed=typed,
        least=w.number(least),
        most=w.number(most),
    )


def nothing_open(w: Wording) -> str:
    """No question is open."""
    return w.say("No question is open here.")


def refused(w: Wording, channel: str, problem: str) -> Message:
    """A channel takes no posts: its schedule is paused."""
    title = w.say("The daily question in {channel} is paused", channel=channel)
    words = w.say(
        "The platform refused it: {problem}. Mend that, then set it again with /quiz daily set.",
        problem=problem,
    )
    return _warning(title, words)


def undecided(w: Wording, channel: str, problem: str) -> Message:
    """A post may have arrived."""
    title = w.say("A post in {channel} may be missing", channel=channel)
    words = w.say(
        "Its delivery was interrupted ({problem}) and we may not look whether it arrived. It isn't"
        " sent again, so that it can't come twice. If it is missing, use /quiz daily now.",
        problem=problem,
    )
    return _warning(title, words)


def bank_empty(w: Wording, bank_title: str) -> Message:
    """The bank has nothing to draw."""
    title = w.say("{bank} has no question to ask", bank=bank_title)
    words = w.say("Add questions to the bank, or choose other topics with /quiz daily set.")
    return _warning(title, words)


def bank_missing(w: Wording, code: str) -> Message:
    """The bank isn't there."""
    title = w.say("The question bank {code} isn't there", code=code)
    words = w.say(
        "Bring its files back (see: quizbot check), or choose another with /quiz daily set."
    )
    return _warning(title, words)


def _warning(title: str, words: str) -> Message:
    return Message(title, (Callout(Tone.WARNING, title, (parts.sentence(words),)),))


def _unknown(w: Wording, words: str, code: str, known: Sequence[str]) -> str:
    near = difflib.get_close_matches(code.casefold(), known, n=1)
    if near:
        return f"{words} " + w.say("Did you mean {near}?", near=near[0])
    return f"{words} " + w.say("There are: {known}.", known=w.listing(known[:12]))
