"""Here is a person's own page: what comes next where they learn, and how they stand."""

from __future__ import annotations

from collections.abc import Sequence
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


def home(w: Wording, name: str, places: Sequence[Place]) -> Message:
    """The page."""
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
    practise = Button(w.say("Practise"), Action("run", ("practice",)), Emphasis.PRIMARY)
    ask = Button(w.say("What you can ask"), Action("run", ("help",)))
    blocks.append(Buttons((practise, ask)))
    return Message(title, tuple(blocks))


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
