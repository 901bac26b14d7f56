"""Here is how a mock exam went: the score, each topic, each question, and the ones before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from quizbot.domain.exam import Result, Share
from quizbot.domain.scoring import Response
from quizbot.domain.session import Session
from quizbot.message import (
    Action,
    Block,
    Button,
    Buttons,
    Callout,
    Emphasis,
    Heading,
    Message,
    Table,
    Tone,
)
from quizbot.view import parts
from quizbot.view.question import Shown, asked
from quizbot.view.wording import Wording


@dataclass(frozen=True, slots=True)
class Report:
    """A finished exam. `unanswered` counts the questions without an answer.

    `before` is the share that was right in the exam before, 0 to 1; None: this was the first.
    """

    session: Session
    result: Result
    unanswered: int
    before: float | None

    @property
    def used(self) -> timedelta:
        """The time from beginning to end."""
        return (self.session.finished_at or self.session.started_at) - self.session.started_at


@dataclass(frozen=True, slots=True)
class Past:
    """An exam of the past in one line."""

    session: Session
    right: int
    asked: int
    passed: bool


def report(w: Wording, told: Report, bank_title: str, topics: Mapping[str, str]) -> Message:
    """How it went. `topics` maps codes to titles."""
    result, token = told.result, (str(told.session.id), "0")
    title = w.say(
        "Mock exam: {right} of {asked} right ({share})",
        right=w.number(result.score.right),
        asked=w.number(result.score.asked),
        share=w.percent(result.score.of_all),
    )
    verdict = w.say("Passed") if result.passed else w.say("Not passed this time")
    words = tuple(map(parts.sentence, _told(w, told)))
    tone = Tone.CORRECT if result.passed else Tone.INCORRECT
    buttons = (
        Button(w.say("Go through the questions"), Action("exam_page", token), Emphasis.PRIMARY),
        Button(w.say("Past exams"), Action("exams", (told.session.bank,))),
        Button(w.say("My progress"), Action("run", ("progress", told.session.bank))),
    )
    return Message(
        summary=w.say("{title}. {verdict} ({bank})", title=title, verdict=verdict, bank=bank_title),
        blocks=(
            Heading(title),
            parts.footnote(bank_title),
            Callout(tone, verdict, words),
            _by_topic(w, result, topics),
            Buttons(buttons),
        ),
    )


def question_page(
    w: Wording, shown: Shown, session: Session, position: int, response: Response
) -> Message:
    """One question of a finished exam with all there is to learn from it."""
    place = w.say(
        "Mock exam: question {number} of {length}",
        number=w.number(position + 1),
        length=w.number(session.length),
    )
    answer = parts.the_answer(w, shown.round, shown.item)
    if not response:
        verdict, tone = w.say("Not answered: {answer}", answer=answer), Tone.NOTE
    elif response == shown.item.key:
        verdict, tone = w.say("Right: {answer}", answer=answer), Tone.CORRECT
    else:
        mine = parts.letters(w, shown.round, response)
        verdict = w.say("Not right: you chose {mine}, {answer}", mine=mine, answer=answer)
        tone = Tone.INCORRECT
    return Message(
        summary=w.say("{place}. {verdict}", place=place, verdict=verdict),
        blocks=(
            Heading(place),
            *asked(shown),
            Callout(tone, verdict),
            *parts.lesson(w, shown.round, shown.item, chosen=response),
            Buttons(tuple(_turns(w, session, position))),
        ),
    )


def past(w: Wording, bank: str, bank_title: str, exams: Sequence[Past], zone: str) -> Message:
    """The exams of the past, the newest first."""
    title = w.say("Your mock exams: {bank}", bank=bank_title)
    new = Button(w.say("New mock exam"), Action("run", ("mock", bank)), Emphasis.PRIMARY)
    if not exams:
        nothing = Callout(Tone.NOTE, w.say("None so far"))
        return Message(title, (Heading(title), nothing, Buttons((new,))))
    rows = tuple(
        (
            w.say("{when}", when=w.moment(one.session.started_at, zone)),
            w.say("{right} of {asked}", right=w.number(one.right), asked=w.number(one.asked)),
            w.percent(one.right / one.asked),
            w.say("passed") if one.passed else w.say("not passed"),
        )
        for one in exams
    )
    header = (w.say("When"), w.say("Right"), w.say("Share"), w.say("Result"))
    latest = Action("exam_report", (str(exams[0].session.id),))
    shown: tuple[Block, ...] = (
        Heading(title),
        Table(header, rows, numeric=frozenset({1, 2})),
        Buttons((new, Button(w.say("See the latest report"), latest))),
    )
    return Message(title, shown)


def _told(w: Wording, told: Report) -> Iterator[str]:
    result = told.result
    yield w.say(
        "{needed} right answers pass. Your true share lies from {low} to {high}, 9 in 10 times.",
        needed=w.number(result.needed),
        low=w.percent(result.score.low),
        high=w.percent(result.score.high),
    )
    minutes = max(1, round(told.used / timedelta(minutes=1)))
    yield w.say("Time used: {time}.", time=w.duration(timedelta(minutes=minutes)))
    if told.unanswered:
        yield w.count(
            "{n} question was left open.", "{n} questions were left open.", told.unanswered
        )
    if told.before is not None:
        yield w.say("The time before: {share}.", share=w.percent(told.before))


def _by_topic(w: Wording, result: Result, topics: Mapping[str, str]) -> Table:
    return Table(
        header=(w.say("Topic"), w.say("Right"), w.say("Share"), w.say("9 in 10 times")),
        rows=tuple(
            (
                topics.get(code, code),
                w.say("{right} of {asked}", right=w.number(one.right), asked=w.number(one.asked)),
                w.percent(one.of_all),
                _interval(w, one),
            )
            for code, one in result.topics
        ),
        numeric=frozenset({1, 2, 3}),
    )


def _interval(w: Wording, one: Share) -> str:
    if one.few:
        return w.say("too few to tell")
    return w.say("{low}–{high}", low=w.percent(one.low), high=w.percent(one.high))


def _turns(w: Wording, session: Session, position: int) -> Iterator[Button]:
    token = str(session.id)
    if position:
        yield Button(w.say("Back"), Action("exam_page", (token, str(position - 1))))
    if position + 1 < session.length:
        yield Button(w.say("Next"), Action("exam_page", (token, str(position + 1))))
    yield Button(w.say("To the report"), Action("exam_report", (token,)))
