"""Here is a question as people see it: open, closed, revealed, or in a practice."""

from __future__ import annotations

from dataclasses import dataclass

from quizbot.domain.item import Item, Option
from quizbot.domain.mode import REVIEW, Tells
from quizbot.domain.round import Round
from quizbot.domain.session import Session
from quizbot.domain.standing import Tally
from quizbot.message import (
    Action,
    Block,
    Button,
    Buttons,
    Choice,
    Entry,
    Heading,
    Image,
    Listing,
    Markers,
    Menu,
    Message,
    plain,
)
from quizbot.view import parts, text
from quizbot.view.wording import Wording


@dataclass(frozen=True, slots=True)
class Shown:
    """A round and its item with the names that people read. `figure`: the stem's picture."""

    round: Round
    item: Item
    bank_title: str
    topic_title: str
    zone: str
    figure: bytes | None = None

    @property
    def options(self) -> list[tuple[str, Option]]:
        """Letter and option, in the order in which they are shown."""
        return [(self.round.letter(id_), self.item.option(id_)) for id_ in self.round.order]


def question(w: Wording, shown: Shown, *, answered: int) -> Message:
    """A channel's question while it is open."""
    return Message(
        summary=w.say("Question of the day: {stem}", stem=text.gist(shown.item.stem)),
        blocks=(
            Heading(w.say("Question of the day")),
            *asked(shown),
            answering(w, shown),
            parts.footnote(_closing(w, shown), parts.people(w, answered)),
            parts.footnote(w.say("Only you see how you did. Your first answer counts.")),
        ),
    )


def closed(w: Wording, shown: Shown, tally: Tally) -> Message:
    """The same question after its close, without its answer buttons."""
    return Message(
        summary=w.say("Closed: {stem}", stem=text.gist(shown.item.stem)),
        blocks=(
            Heading(w.say("Question of the day")),
            *asked(shown),
            Buttons((_mine(w, shown),)),
            parts.footnote(w.say("Closed"), parts.people(w, tally.answered)),
        ),
    )


def reveal(w: Wording, shown: Shown, tally: Tally, picture: bytes, picture_alt: str) -> Message:
    """The answer for everybody: the key, how it went, the trap, and why for every option."""
    key = parts.letters(w, shown.round, shown.item.key)
    if shown.item.choose == 1:
        title = w.say("The answer is {key}", key=key)
    else:
        title = w.say("The answers are {key}", key=key)
    return Message(
        summary=w.say(
            "{title}. {went} The question: {stem}",
            title=title,
            went=_went(w, tally),
            stem=text.gist(shown.item.stem),
        ),
        blocks=(
            Heading(title),
            parts.sentence(_went(w, tally)),
            Image(picture, picture_alt, name="answers.png"),
            *parts.lesson(w, shown.round, shown.item, chosen=frozenset()),
            Buttons((_mine(w, shown),)),
        ),
    )


def session_question(w: Wording, shown: Shown, session: Session, number: int) -> Message:
    """Question `number` (from 1) of a practice or a review."""
    values = {"number": w.number(number), "length": w.number(session.length)}
    if session.mode == REVIEW:
        place = w.say("Review: question {number} of {length}", **values)
    else:
        place = w.say("Practice: question {number} of {length}", **values)
    stop = Button(w.say("Stop"), Action("stop", (str(session.id),)))
    return Message(
        summary=w.say("{place}. {stem}", place=place, stem=text.gist(shown.item.stem)),
        blocks=(Heading(place), *asked(shown), answering(w, shown), Buttons((stop,))),
    )


def _went(w: Wording, tally: Tally) -> str:
    """How the group did: counts, no names."""
    if not tally.answered:
        return w.say("Nobody answered this time.")
    if not tally.correct:
        return w.count(
            "{n} person answered, not right this time.",
            "{n} people answered, none right this time.",
            tally.answered,
        )
    return w.count(
        "{n} person answered, {correct} right.",
        "{n} people answered, {correct} right.",
        tally.answered,
        correct=w.number(tally.correct),
    )


def asked(shown: Shown) -> tuple[Block, ...]:
    """Where it comes from, the stem, its picture, the options in full."""
    figure: tuple[Block, ...] = ()
    if shown.figure is not None and shown.item.figure is not None:
        media_type = shown.item.figure.media_type
        name = f"figure.{media_type.rpartition('/')[2].partition('+')[0]}"
        figure = (Image(shown.figure, shown.item.figure.alt, media_type, name),)
    options = Listing(
        tuple(Entry(text.phrase(option.text), letter) for letter, option in shown.options),
        Markers.LETTERS,
    )
    source = parts.footnote(*dict.fromkeys((shown.bank_title, shown.topic_title)))
    return (source, *text.prose(shown.item.stem), *figure, options)


def answering(w: Wording, shown: Shown, verb: str = "answer") -> Buttons | Menu:
    """Letter buttons, or a menu where several are to be chosen."""
    token, count = str(shown.round.id), shown.item.choose
    labelled = [
        (letter, option.id, plain(text.inline(option.text))) for letter, option in shown.options
    ]
    if count == 1:
        return Buttons(
            tuple(
                Button(letter, Action(verb, (token, id_)), description=full)
                for letter, id_, full in labelled
            )
        )
    return Menu(
        action=Action(verb, (token,)),
        label=w.count("Choose {n} option", "Choose {n} options", count),
        choices=tuple(Choice(id_, f"{letter}. {full}") for letter, id_, full in labelled),
        least=count,
        most=count,
        submit=w.say("Answer"),
    )


def _mine(w: Wording, shown: Shown) -> Button:
    return Button(w.say("Show my answer"), Action("mine", (str(shown.round.id),)))


def _closing(w: Wording, shown: Shown) -> str:
    if shown.round.closes_at is None:
        return ""
    when = w.moment(shown.round.closes_at, shown.zone)
    if shown.round.tells is Tells.AT_CLOSE:
        return w.say("Closes {when}, and then you learn the answer", when=when)
    return w.say("Closes {when}", when=when)
