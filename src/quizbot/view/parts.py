"""Here are the parts that several messages are made of."""

from __future__ import annotations

from collections.abc import Iterator

from quizbot.domain.item import Item
from quizbot.domain.round import Round
from quizbot.domain.scoring import Response
from quizbot.message import (
    Block,
    Callout,
    Entry,
    Heading,
    Listing,
    Paragraph,
    Prose,
    Span,
    Style,
    Tone,
)
from quizbot.view import text
from quizbot.view.wording import Wording


def sentence(words: str) -> Paragraph:
    """One plain paragraph."""
    return Paragraph((Span(words),))


def people(w: Wording, answered: int) -> str:
    """How many people answered so far."""
    if not answered:
        return w.say("No answers yet")
    return w.count("{n} person answered", "{n} people answered", answered)


def key_letters(w: Wording, round_: Round, item: Item) -> str:
    """The letters of the key, in the order shown."""
    return w.listing([round_.letter(id_) for id_ in round_.order if id_ in item.key])


def lesson(w: Wording, round_: Round, item: Item, *, chosen: Response) -> Iterator[Block]:
    """What there is to learn: the trap, why for every option, the explanation, references."""
    if item.trap:
        yield Callout(Tone.TRAP, w.say("The trap"), text.prose(item.trap))
    yield Heading(w.say("Why each option is or isn't the answer"), level=2)
    for id_ in round_.order:
        yield _option(w, round_, item, id_, mine=id_ in chosen)
    if item.explanation:
        yield Heading(w.say("In full"), level=2)
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
    option = item.option(id_)
    right = id_ in item.key
    said = [w.say("{letter}: right", letter=round_.letter(id_))] if right else []
    if not right:
        said = [w.say("{letter}: not the answer", letter=round_.letter(id_))]
    if mine:
        said.append(w.say("your answer"))
    why: tuple[Prose, ...] = text.prose(option.rationale)
    tone = Tone.CORRECT if right else Tone.INCORRECT if mine else Tone.NEUTRAL
    return Callout(tone, " · ".join(said), (*text.prose(option.text), *why))
