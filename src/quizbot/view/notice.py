"""Here are short words: what can't be done and how to go on, and what an admin has to know."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from quizbot.message import Callout, Message, Paragraph, Tone
from quizbot.refs import ChannelRef
from quizbot.view import parts
from quizbot.view.wording import Wording

_LISTED = 12


def said(w: Wording, words: str) -> Message:
    """Words for a person, as a message."""
    return Message(words, (Callout(Tone.WARNING, "", (parts.sentence(words),)),))


def incident(w: Wording, number: str) -> Message:
    """Something went wrong on our side."""
    title = w.say("Something went wrong on our side")
    again = w.say("Please try again: an answer that was kept can't be lost or counted twice.")
    tell = w.say("If it happens again, tell an admin this number: {number}", number=number)
    return parts.told(Tone.WARNING, title, again, tell)


def form_too_late(w: Wording, command: str) -> Message:
    """The platform opens forms for a few seconds only, and those are over."""
    title = w.say("That took too long to open the form")
    return parts.told(Tone.WARNING, title, w.say("Type it again: {command}", command=command))


def still_working(w: Wording) -> Message:
    """A form was sent, and what it asks takes a while."""
    title = w.say("One moment")
    return parts.told(Tone.NOTE, title, w.say("This is taking a little longer than usual."))


def not_in_channel(w: Wording) -> Message:
    """The bot can't post where it was asked to."""
    title = w.say("I'm not in that channel")
    words = w.say("Invite me there, or I can't post in it. On Slack: /invite @quizbot")
    return parts.told(Tone.WARNING, title, words)


def no_file(w: Wording) -> Message:
    """The platform didn't take a file that the person asked for."""
    title = w.say("The file could not be delivered")
    words = w.say("Ask an admin whether quizbot may send files here, then try again.")
    return parts.told(Tone.WARNING, title, words)


def not_admin(w: Wording) -> str:
    """An admin's command."""
    return w.say("Only an admin of this channel can do that.")


def no_such_round(w: Wording) -> str:
    """The question is unknown."""
    return w.say("This question isn't kept here any more.")


def not_your_round(w: Wording) -> str:
    """Somebody else's question."""
    return w.say("This belongs to another channel or person. Open it where it was asked.")


def answer_first(w: Wording) -> str:
    """Looking before answering."""
    return w.say("You haven't answered yet, and the question is still open.")


def choose_exactly(w: Wording, n: int, chosen: int) -> str:
    """Too many or too few options."""
    return w.count(
        "Choose {n} option; you chose {chosen}. Nothing was sent, so choose again.",
        "Choose {n} options; you chose {chosen}. Nothing was sent, so choose again.",
        n,
        chosen=w.number(chosen),
    )


def stale_button(w: Wording) -> str:
    """A button that means nothing now."""
    return w.say("This button doesn't work any more. /quiz help shows what does.")


def session_gone(w: Wording) -> str:
    """A practice that is unknown."""
    return w.say("This practice isn't kept any more. Start one with /quiz practice.")


def no_banks(w: Wording) -> str:
    """No bank at all."""
    return w.say("There are no questions yet. “quizbot check” tells an admin why.")


def nothing_fits(w: Wording, bank_title: str) -> str:
    """No question fits the wish."""
    return w.say("{bank} has no question that fits. Try another topic or level.", bank=bank_title)


def unknown_bank(w: Wording, code: str, known: Sequence[str]) -> str:
    """No such bank; `known` are the codes that there are."""
    return _unknown(w, w.say("There is no bank “{code}”.", code=code), code, known)


def unknown_topic(w: Wording, code: str, known: Sequence[str]) -> str:
    """No such topic; `known` are the codes that there are."""
    return _unknown(w, w.say("There is no topic “{code}”.", code=code), code, known)


def needs_channel(w: Wording) -> str:
    """A board in private."""
    return w.say("Boards belong to channels, so ask in one. /quiz daily me 9:00 starts your own.")


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
    return w.say("No question is open here. /quiz daily now posts one.")


def refused(w: Wording, channel: ChannelRef, problem: str) -> Message:
    """A channel takes no posts: its schedule is paused."""
    return _about(
        w.say("A channel's daily question is paused"),
        channel,
        w.say("The platform refused it: {problem}", problem=problem),
        w.say("Once that is mended, /quiz daily set in the channel starts it again."),
    )


def not_posted(w: Wording, channel: ChannelRef, problem: str) -> Message:
    """A question posted by hand, or an answer at the close, didn't get there and never will."""
    return _about(
        w.say("A post could not be delivered"),
        channel,
        w.say("The platform didn't take it: {problem}", problem=problem),
        w.say("Once that is mended, /quiz daily now in the channel posts a question."),
    )


def not_closed(w: Wording, channel: ChannelRef, problem: str) -> Message:
    """A question's message couldn't be closed."""
    return _about(
        w.say("A question could not be closed in its channel"),
        channel,
        w.say("The platform didn't take it: {problem}", problem=problem),
        w.say(
            "Perhaps its message was deleted. Answers that were given stand, and the next question"
            " comes as planned."
        ),
    )


def undecided(w: Wording, channel: ChannelRef, problem: str) -> Message:
    """A post may have arrived."""
    return _about(
        w.say("A post may be missing"),
        channel,
        w.say("Sending it was cut off: {problem}", problem=problem),
        w.say("quizbot may not look whether it arrived, and doesn't risk posting it twice."),
        w.say("If it isn't there, /quiz daily now in the channel posts a question."),
    )


def bank_empty(w: Wording, bank_title: str) -> Message:
    """The bank has nothing to draw."""
    return parts.told(
        Tone.WARNING,
        w.say("{bank} has no question to ask", bank=bank_title),
        w.say("Add questions to the bank, or choose other topics with /quiz daily set."),
    )


def bank_missing(w: Wording, code: str) -> Message:
    """The bank isn't there."""
    return parts.told(
        Tone.WARNING,
        w.say("The question bank “{code}” isn't there", code=code),
        w.say("“quizbot check” tells what is wrong with its files."),
        w.say("Or choose another bank with /quiz daily set."),
    )


def _about(title: str, channel: ChannelRef, *words: str) -> Message:
    """Something about a channel, which the platform shows by its name."""
    where = Paragraph((parts.place(channel),))
    return Message(title, (Callout(Tone.WARNING, title, (where, *map(parts.sentence, words))),))


def _unknown(w: Wording, words: str, code: str, known: Sequence[str]) -> str:
    near = difflib.get_close_matches(code.casefold(), known, n=1)
    if near:
        return w.say("{words} Did you mean {near}?", words=words, near=near[0])
    if not known:
        return words
    if len(known) > _LISTED:
        some = w.listing(known[:_LISTED])
        return w.say("{words} Some that there are: {some}.", words=words, some=some)
    return w.say("{words} There are: {known}.", words=words, known=w.listing(known))
