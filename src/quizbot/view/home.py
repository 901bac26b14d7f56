"""Here is a person's own page: what comes next where they learn, and how they stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from quizbot.domain.standing import Ranked
from quizbot.message import (
    Action,
    Block,
    Button,
    Buttons,
    Emphasis,
    Heading,
    Message,
    Paragraph,
    Span,
    Style,
)
from quizbot.refs import ChannelRef
from quizbot.view import parts
from quizbot.view.wording import Wording


@dataclass(frozen=True, slots=True)
class Place:
    """A channel in which the person answers.

    `next_at`: when its next question comes, in `zone`; None: none is set. `own`: their place on
    this week's board; None: not on it. `streak`: their days in a row.
    """

    channel: ChannelRef
    next_at: datetime | None
    zone: str
    own: Ranked | None
    players: int
    streak: int


@dataclass(frozen=True, slots=True)
class Learning:
    """What the person learns by themselves.

    `due` counts the reviews of the bank that are due; `exam_at` is None where no exam lies ahead.
    """

    bank: str
    bank_title: str
    due: int
    exam_at: datetime | None


def home(w: Wording, name: str, places: Sequence[Place], learning: Learning | None) -> Message:
    """The page. `learning` is None where the person hasn't answered anything yet."""
    title = w.say("Your quizzes, {name}", name=name) if name else w.say("Your quizzes")
    blocks: list[Block] = [Heading(title)]
    blocks += [
        Paragraph((_named(w, place.channel), Span("\n" + "\n".join(_said(w, place)))))
        for place in places
    ]
    if not places:
        blocks.append(
            parts.sentence(
                w.say(
                    "Answer a channel's question of the day, and it appears here with your points"
                    " and your streak."
                )
            )
        )
    if learning is not None:
        blocks.append(_learnt(w, learning))
    blocks.append(Buttons(tuple(_ways(w, learning))))
    return Message(title, tuple(blocks))


def _ways(w: Wording, learning: Learning | None) -> Iterator[Button]:
    yield Button(w.say("Practise"), Action("run", ("practice",)), Emphasis.PRIMARY)
    if learning is not None:
        if learning.due:
            yield Button(w.say("Review"), Action("run", ("review", learning.bank)))
        yield Button(w.say("My progress"), Action("run", ("progress", learning.bank)))
        yield Button(w.say("Mock exam"), Action("run", ("mock", learning.bank)))
    yield Button(w.say("What you can ask"), Action("run", ("help",)))


def _learnt(w: Wording, learning: Learning) -> Paragraph:
    if learning.due:
        said = [w.count("{n} review is due.", "{n} reviews are due.", learning.due)]
    else:
        said = [w.say("No review is due.")]
    if learning.exam_at is not None:
        said.append(w.say("Your exam: {day}.", day=w.day(learning.exam_at.date())))
    return Paragraph((Span(learning.bank_title, Style.BOLD), Span("\n" + "\n".join(said))))


def _named(w: Wording, channel: ChannelRef) -> Span:
    if channel.is_direct:
        return Span(w.say("In private"), Style.BOLD)
    return parts.place(channel)


def _said(w: Wording, place: Place) -> list[str]:
    said = []
    if place.next_at is None:
        said.append(w.say("No daily question is set here."))
    else:
        said.append(w.say("Next question: {when}.", when=w.moment(place.next_at, place.zone)))
    if place.own is not None:
        said.append(
            w.count(
                "This week you are number {rank} of {players}, with {n} point.",
                "This week you are number {rank} of {players}, with {n} points.",
                place.own.standing.points,
                rank=w.number(place.own.rank),
                players=w.number(place.players),
            )
        )
    if place.streak:
        said.append(
            w.count("Your streak: {n} question.", "Your streak: {n} questions.", place.streak)
        )
    return said
