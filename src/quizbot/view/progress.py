"""Here is one's own progress: how ready one is, how sure that is, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime

from quizbot.domain.blueprint import Bank, Topic
from quizbot.domain.estimates import ENOUGH, Estimate, Readiness, Studied
from quizbot.message import (
    Action,
    Block,
    Button,
    Buttons,
    Callout,
    Emphasis,
    Heading,
    Image,
    Message,
    Paragraph,
    Table,
    Tone,
)
from quizbot.view import parts
from quizbot.view.readiness_picture import Row, readiness_alt, readiness_picture, span
from quizbot.view.wording import Wording

STEP = 0.05
"""Chances are told to the nearest of these: more would pretend to know more."""


@dataclass(frozen=True, slots=True)
class Reviews:
    """What is there to review: how many now, when the next one is, which topics hold leeches."""

    due: int
    upcoming: datetime | None
    leeches: int


@dataclass(frozen=True, slots=True)
class Advice:
    """What to study next: of so many questions that would help most, this topic holds most."""

    topic: Topic
    questions: int


def progress(
    w: Wording,
    bank: Bank,
    studied: Studied,
    reviews: Reviews,
    advice: Advice | None,
    exam_on: date | None,
) -> Message:
    """How far one has come in a bank."""
    title = w.say("Your progress: {bank}", bank=bank.title)
    if studied.readiness is None:
        shown: tuple[Block, ...] = (_not_enough(w, studied),)
        said = w.say("not enough answers yet")
    else:
        shown = tuple(_ready(w, bank, studied, studied.readiness))
        said = _chance(w, bank, studied.readiness)
    return Message(
        summary=w.say("{title}: {said}", title=title, said=said),
        blocks=(
            Heading(title),
            *shown,
            Callout(Tone.NOTE, w.say("What to do next"), tuple(_next(w, reviews, advice, exam_on))),
            Buttons(tuple(_buttons(w, bank, reviews))),
        ),
    )


def chance_told(w: Wording, chance: float) -> str:
    """A chance in honest words: never none, never certain, never finer than one can know."""
    if chance < STEP:
        return w.say("under {least}", least=w.percent(STEP))
    if chance > 1 - STEP:
        return w.say("over {most}", most=w.percent(1 - STEP))
    return w.say("about {share}", share=w.percent(round(chance / STEP) * STEP))


def _not_enough(w: Wording, studied: Studied) -> Callout:
    left = w.count(
        "{n} more question answered, and an estimate can be made.",
        "{n} more questions answered, and an estimate can be made.",
        ENOUGH - studied.answers,
    )
    so_far = w.count("{n} answered so far.", "{n} answered so far.", studied.answers)
    title = w.say("Not enough answers yet")
    return Callout(Tone.NOTE, title, (parts.sentence(so_far), parts.sentence(left)))


def _chance(w: Wording, bank: Bank, ready: Readiness) -> str:
    if bank.blueprint is None:
        return w.say("expected score {span}", span=span(w, ready.score))
    return w.say("chance of passing {chance}", chance=chance_told(w, ready.chance))


def _ready(w: Wording, bank: Bank, studied: Studied, ready: Readiness) -> Iterator[Block]:
    cut = bank.blueprint.cut if bank.blueprint else None
    topics = list(zip(bank.topics, ready.topics, studied.by_topic, strict=True))
    rows = [Row(w.say("All topics"), ready.score), *(Row(t.title, e) for t, e, _ in topics)]
    if cut is not None:
        title = w.say(
            "If the exam were today: {chance} to pass", chance=chance_told(w, ready.chance)
        )
    else:
        title = w.say("Expected score: {share}", share=w.percent(ready.score.mean))
    yield Callout(
        Tone.NEUTRAL, title, tuple(map(parts.sentence, _honestly(w, studied, ready, cut)))
    )
    picture = readiness_picture(w, bank.title, rows, cut)
    yield Image(picture, readiness_alt(w, bank.title, rows, cut), name="readiness.png")
    yield Table(
        header=(w.say("Topic"), w.say("Expected"), w.say("9 in 10 times"), w.say("Answered")),
        rows=tuple(_row(w, topic, estimate, n) for topic, estimate, n in topics),
        numeric=frozenset({1, 2, 3}),
    )


def _honestly(w: Wording, studied: Studied, ready: Readiness, cut: float | None) -> Iterator[str]:
    """The interval, what passes, and what the estimate rests on."""
    score = span(w, ready.score)
    if cut is None:
        yield w.say("Expected score: {score}.", score=score)
    else:
        yield w.say("Expected score: {score}; {cut} passes.", score=score, cut=w.percent(cut))
    yield w.count(
        "It rests on {n} question you answered, first answers only; old ones count less.",
        "It rests on {n} questions you answered, first answers only; old ones count less.",
        studied.answers,
    )


def _row(w: Wording, topic: Topic, estimate: Estimate, answered: int) -> tuple[str, ...]:
    interval = w.say("{low}–{high}", low=w.percent(estimate.low), high=w.percent(estimate.high))
    return topic.title, w.percent(estimate.mean), interval, w.number(answered)


def _next(
    w: Wording, reviews: Reviews, advice: Advice | None, exam_on: date | None
) -> Iterator[Paragraph]:
    if advice is not None:
        yield parts.sentence(
            w.count(
                "{n} question on {topic} would help most.",
                "{n} questions on {topic} would help most.",
                advice.questions,
                topic=advice.topic.title,
            )
        )
    if reviews.due:
        yield parts.sentence(w.count("{n} review is due.", "{n} reviews are due.", reviews.due))
    if reviews.leeches:
        yield parts.sentence(
            w.count(
                "{n} question keeps slipping: read its explanation slowly, then its references.",
                "{n} questions keep slipping: read their explanations slowly, then the references.",
                reviews.leeches,
            )
        )
    if exam_on is not None:
        yield parts.sentence(w.say("Your exam: {day}.", day=w.day(exam_on)))
    else:
        yield parts.sentence(w.say("Tell me your exam's day, and questions are chosen for it."))


def _buttons(w: Wording, bank: Bank, reviews: Reviews) -> Iterator[Button]:
    practise = Action("run", ("practice", bank.code))
    yield Button(w.say("Practise"), practise, Emphasis.PRIMARY)
    if reviews.due:
        yield Button(w.say("Review"), Action("run", ("review", bank.code)))
    yield Button(w.say("My plan"), Action("run", ("plan", bank.code)))
