"""Here are the parts that several messages are made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from quizbot.domain.item import Item
from quizbot.domain.round import Round
from quizbot.domain.scoring import Response
from quizbot.message import (
    Block,
    Callout,
    Entry,
    Footnote,
    Heading,
    Listing,
    Message,
    Paragraph,
    Prose,
    Span,
    Style,
    Tone,
)
from quizbot.refs import ChannelRef
from quizbot.view import text
from quizbot.view.wording import Wording

BETWEEN = " · "
"""What separates short notes in a row."""


def sentence(words: str) -> Paragraph:
    """One plain paragraph."""
    return Paragraph((Span(words),))


def place(channel: ChannelRef) -> Span:
    """A channel by its name."""
    return Span(f"#{channel.channel}", Style.BOLD, place=channel)


def footnote(*notes: str) -> Footnote:
    """Short notes in a row; empty ones are left out."""
    return Footnote((Span(BETWEEN.join(note for note in notes if note)),))


def told(tone: Tone, title: str, *words: str) -> Message:
    """A message of a title and some sentences. Alone, the title must say what happened."""
    return Message(title, (Callout(tone, title, tuple(map(sentence, words))),))


def people(w: Wording, answered: int) -> str:
    """How many people answered so far."""
    if not answered:
        return w.say("No answers yet")
    return w.count("{n} person answered", "{n} people answered", answered)


def letters(w: Wording, round_: Round, chosen: Response) -> str:
    """The letters of the options, in the order shown: A and C."""
    return w.listing([round_.letter(id_) for id_ in round_.order if id_ in chosen])


def the_answer(w: Wording, round_: Round, item: Item) -> str:
    """What the answer is, by letter."""
    key = letters(w, round_, item.key)
    if item.choose == 1:
        return w.say("the answer is {key}", key=key)
    return w.say("the answers are {key}", key=key)


def lesson(w: Wording, round_: Round, item: Item, *, chosen: Response) -> Iterator[Block]:
    """What there is to learn: the trap, why for every option, the explanation, references."""
    if item.trap.strip():
        yield Callout(Tone.TRAP, w.say("The common trap"), text.prose(item.trap))
    yield Heading(w.say("Option by option"), level=2)
    for id_ in round_.order:
        yield _option(w, round_, item, id_, mine=id_ in chosen)
    if item.explanation.strip():
        yield Heading(w.say("The whole picture"), level=2)
        yield from text.prose(item.explanation)
    if item.references:
        yield Heading(w.say("Read on"), level=2)
        yield Listing(
            tuple(
                Entry((Paragraph((Span(reference.title, Style.PLAIN, reference.url),)),))
                for reference in item.references
            )
        )


def _option(w: Wording, round_: Round, item: Item, id_: str, *, mine: bool) -> Callout:
    option, letter, right = item.option(id_), round_.letter(id_), id_ in item.key
    body = (*map(_strong, text.phrase(option.text)), *text.prose(option.rationale))
    if right:
        title = w.say("{letter}: right", letter=letter)
    else:
        title = w.say("{letter}: not right", letter=letter)
    if mine:
        title = BETWEEN.join((title, w.say("your answer")))
    tone = Tone.CORRECT if right else Tone.INCORRECT if mine else Tone.NEUTRAL
    return Callout(tone, title, body)


def _strong(part: Prose) -> Prose:
    """The option's own words, told apart from the why below them."""
    if not isinstance(part, Paragraph):
        return part
    return Paragraph(tuple(replace(span, style=span.style | Style.BOLD) for span in part.text))
