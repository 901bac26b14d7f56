"""Here is a question as people see it: open, closed, revealed, or in a practice."""

from __future__ import annotations

from dataclasses import dataclass

from quizbot.domain.item import Item, Option
from quizbot.domain.mode import Tells
from quizbot.domain.round import Round
from quizbot.domain.standing import Tally
from quizbot.message import (
    Action,
    Block,
    Button,
    Buttons,
    Choice,
    Emphasis,
    Entry,
    Footnote,
    Heading,
    Image,
    Listing,
    Markers,
    Menu,
    Message,
    Span,
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
    notes = [_closing_note(w, shown), parts.people(w, answered)]
    return Message(
        summary=w.say("Question of the day: {stem}", stem=_first_line(shown)),
        blocks=(
            Heading(w.say("Question of the day")),
            *_asked(w, shown),
            *_answering(w, shown),
            _footnote([note for note in notes if note]),
        ),
    )


def closed(w: Wording, shown: Shown, tally: Tally) -> Message:
    """The same question after its close, without its answer buttons."""
    return Message(
        summary=w.say("Closed: {stem}", stem=_first_line(shown)),
        blocks=(
            Heading(w.say("Question of the day")),
            *_asked(w, shown),
            Buttons((_mine(w, shown),)),
            _footnote([w.say("Closed"), parts.people(w, tally.answered)]),
        ),
    )


def reveal(w: Wording, shown: Shown, tally: Tally, picture: bytes, picture_alt: str) -> Message:
    """The answer for everybody: the key, how it went, the trap, and why for every option."""
    key = parts.key_letters(w, shown.round, shown.item)
    share = w.percent(tally.correct / tally.answered) if tally.answered else ""
    went = (
        w.count(
            "{n} person answered, {share} got it right.",
            "{n} people answered, {share} got it right.",
            tally.answered,
            share=share,
        )
        if tally.answered
        else w.say("Nobody answered this time.")
    )
    return Message(
        summary=w.say("The answer is {key}. {went}", key=key, went=went),
        blocks=(
            Heading(w.say("The answer: {key}", key=key)),
            parts.sentence(went),
            Image(picture, picture_alt, name="answers.png"),
            *parts.lesson(w, shown.round, shown.item, chosen=frozenset()),
            Buttons((_mine(w, shown),)),
        ),
    )


def practice_question(
    w: Wording, shown: Shown, *, number: int, length: int, session_id: int
) -> Message:
    """Question `number` of a practice of `length` questions."""
    stop = Button(w.say("Stop"), Action("stop", (str(session_id),)))
    return Message(
        summary=w.say("Question {number} of {length}", number=number, length=length),
        blocks=(
            Heading(w.say("Practice: question {number} of {length}", number=number, length=length)),
            *_asked(w, shown),
            *_answering(w, shown),
            Buttons((stop,)),
        ),
    )


def _asked(w: Wording, shown: Shown) -> tuple[Block, ...]:
    """Where it comes from, the stem, its picture, the options in full."""
    source = Footnote((Span(f"{shown.bank_title} · {shown.topic_title}"),))
    figure: tuple[Block, ...] = ()
    if shown.figure is not None and shown.item.figure is not None:
        media_type = shown.item.figure.media_type
        name = f"figure.{media_type.rpartition('/')[2]}"
        figure = (Image(shown.figure, shown.item.figure.alt, media_type, name),)
    options = Listing(
        tuple(Entry(text.prose(option.text), letter) for letter, option in shown.options),
        Markers.LETTERS,
    )
    del w
    return (source, *text.prose(shown.item.stem), *figure, options)


def _answering(w: Wording, shown: Shown) -> tuple[Block, ...]:
    """Letter buttons, or a menu where several are to be chosen."""
    token = str(shown.round.id)
    labelled = [(letter, option.id, _plain(option)) for letter, option in shown.options]
    if shown.item.choose == 1:
        return (
            Buttons(
                tuple(
                    Button(letter, Action("answer", (token, id_)), Emphasis.NORMAL, full)
                    for letter, id_, full in labelled
                )
            ),
        )
    count = shown.item.choose
    return (
        Menu(
            action=Action("answer", (token,)),
            label=w.count("Choose {n} option", "Choose {n} options", count),
            choices=tuple(Choice(id_, f"{letter}. {full}") for letter, id_, full in labelled),
            least=count,
            most=count,
            submit=w.say("Answer"),
        ),
    )


def _mine(w: Wording, shown: Shown) -> Button:
    return Button(w.say("Show my answer"), Action("mine", (str(shown.round.id),)))


def _closing_note(w: Wording, shown: Shown) -> str:
    if shown.round.closes_at is None:
        return ""
    when = w.moment(shown.round.closes_at, shown.zone)
    if shown.round.tells is Tells.AT_CLOSE:
        return w.say("Closes {when}, then you all see the answer", when=when)
    return w.say("Closes {when}", when=when)


def _footnote(notes: list[str]) -> Footnote:
    return Footnote((Span(" · ".join(notes)),))


def _first_line(shown: Shown) -> str:
    return plain(text.inline(shown.item.stem.strip().splitlines()[0]))


def _plain(option: Option) -> str:
    return plain(text.inline(option.text))
