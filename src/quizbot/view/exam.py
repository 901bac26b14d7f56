"""Here is a mock exam before its end: what awaits one, its questions, its sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from quizbot.domain.blueprint import Bank
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
    Tone,
)
from quizbot.view import parts, text
from quizbot.view.question import Shown, answering, asked
from quizbot.view.wording import Wording

JUMPS = 8
"""Questions left open or flagged to which the sheet has a button of their own, of each kind."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How far an exam has come: which questions (from 0) are open and which are flagged."""

    session: Session
    open: Sequence[int]
    flagged: Sequence[int]


def welcome(w: Wording, bank: Bank, questions: int, time: timedelta) -> Message:
    """What awaits one; the clock starts with the button. The bank has a blueprint."""
    cut = bank.blueprint.cut if bank.blueprint else 0.0
    title = w.say("Mock exam: {bank}", bank=bank.title)
    words = (
        w.count(
            "{n} question, {time}, {cut} passes.",
            "{n} questions, {time}, {cut} passes.",
            questions,
            time=w.duration(time),
            cut=w.percent(cut),
        ),
        w.say("You see how you did at the end, not before. You may go back and change answers."),
        w.say("The clock runs from the moment you begin, also while you are away."),
    )
    begin = Action("exam_begin", (bank.code, str(questions)))
    buttons = (
        Button(w.say("Begin"), begin, Emphasis.PRIMARY),
        Button(w.say("Past exams"), Action("exams", (bank.code,))),
    )
    body = tuple(map(parts.sentence, words))
    return Message(title, (Heading(title), Callout(Tone.NOTE, "", body), Buttons(buttons)))


def running(w: Wording, standing: Standing, bank_title: str, now: datetime, zone: str) -> Message:
    """An exam isn't finished: go on with it."""
    session = standing.session
    title = w.say(
        "Your mock exam is running: {answered} of {length} answered",
        answered=w.number(session.length - len(standing.open)),
        length=w.number(session.length),
    )
    words = (bank_title, _time(w, session, now, zone))
    buttons = (
        Button(w.say("Go on"), _go(session, next(iter(standing.open), 0)), Emphasis.PRIMARY),
        Button(w.say("See the sheet"), Action("sheet", (str(session.id),))),
    )
    body = tuple(map(parts.sentence, words))
    return Message(title, (Callout(Tone.NOTE, title, body), Buttons(buttons)))


def page(
    w: Wording,
    shown: Shown,
    session: Session,
    position: int,
    chosen: Response,
    *,
    flagged: bool,
    now: datetime,
) -> Message:
    """One question (`position` from 0) with what was chosen so far."""
    place = w.say(
        "Mock exam: question {number} of {length}",
        number=w.number(position + 1),
        length=w.number(session.length),
    )
    mine = parts.letters(w, shown.round, chosen)
    state = (
        w.say("Chosen: {letters}", letters=mine) if chosen else w.say("Not answered yet"),
        w.say("flagged") if flagged else "",
        _time(w, session, now, shown.zone),
    )
    return Message(
        summary=w.say("{place}. {stem}", place=place, stem=text.gist(shown.item.stem)),
        blocks=(
            Heading(place),
            *asked(shown),
            answering(w, shown, "pick"),
            parts.footnote(*state),
            Buttons(tuple(_ways(w, session, position, flagged=flagged))),
        ),
    )


def sheet(w: Wording, standing: Standing, now: datetime, zone: str) -> Message:
    """The sheet: what is open, what is flagged, and handing in."""
    session = standing.session
    title = w.say(
        "Mock exam: {answered} of {length} answered",
        answered=w.number(session.length - len(standing.open)),
        length=w.number(session.length),
    )
    words = [_time(w, session, now, zone)]
    if standing.open:
        words.append(w.say("Open: {numbers}.", numbers=_numbers(w, standing.open)))
    if standing.flagged:
        words.append(w.say("Flagged: {numbers}.", numbers=_numbers(w, standing.flagged)))
    hand_in = Action("hand", (str(session.id),))
    blocks: tuple[Block, ...] = (
        Callout(Tone.NOTE, title, tuple(map(parts.sentence, words))),
        *_jumps(w, session, w.say("Open"), standing.open),
        *_jumps(w, session, w.say("Flagged"), standing.flagged),
        Buttons((Button(w.say("Hand in"), hand_in, Emphasis.PRIMARY),)),
    )
    return Message(title, blocks)


def sure(w: Wording, standing: Standing) -> Message:
    """Ask once more before the exam is handed in."""
    session = standing.session
    title = w.say("Hand in now?")
    if standing.open:
        said = w.count(
            "{n} question is still open and would count as wrong.",
            "{n} questions are still open and would count as wrong.",
            len(standing.open),
        )
    else:
        said = w.say("Every question is answered.")
    buttons = (
        Button(w.say("Hand in"), Action("hand", (str(session.id), "yes")), Emphasis.PRIMARY),
        Button(w.say("Back to the sheet"), Action("sheet", (str(session.id),))),
    )
    return Message(title, (Callout(Tone.WARNING, title, (parts.sentence(said),)), Buttons(buttons)))


def reminder(w: Wording, standing: Standing, now: datetime, zone: str) -> Message:
    """The end is near."""
    title = w.say("Your mock exam ends soon")
    told = running(w, standing, title, now, zone)
    return Message(w.say("{title}. {state}", title=title, state=told.summary), told.blocks)


def no_blueprint(w: Wording, bank_title: str) -> str:
    """The bank doesn't say what its exam is made of."""
    return w.say(
        "{bank} has no exam to mock: its bank.yaml has no blueprint. Practise instead, or ask its"
        " author to add one.",
        bank=bank_title,
    )


def _ways(w: Wording, session: Session, position: int, *, flagged: bool) -> Iterator[Button]:
    token = (str(session.id), str(position))
    if position:
        yield Button(w.say("Back"), _go(session, position - 1))
    if position + 1 < session.length:
        yield Button(w.say("Next"), _go(session, position + 1))
    flag = w.say("Take the flag off") if flagged else w.say("Flag")
    yield Button(flag, Action("flag", (*token, "off" if flagged else "on")))
    yield Button(w.say("Sheet"), Action("sheet", token[:1]))


def _jumps(
    w: Wording, session: Session, label: str, positions: Sequence[int]
) -> tuple[Buttons, ...]:
    """Buttons to the first of these questions; none where there is none."""
    if not positions:
        return ()
    return (
        Buttons(
            tuple(
                Button(
                    w.say("{label}: {number}", label=label, number=w.number(position + 1)),
                    _go(session, position),
                )
                for position in positions[:JUMPS]
            )
        ),
    )


def _numbers(w: Wording, positions: Sequence[int]) -> str:
    return w.listing([w.number(position + 1) for position in positions])


def _go(session: Session, position: int) -> Action:
    return Action("exam", (str(session.id), str(position)))


def _time(w: Wording, session: Session, now: datetime, zone: str) -> str:
    if session.ends_at is None:
        raise ValueError("an exam has a time limit")
    left = max(timedelta(), session.ends_at - now)
    minutes = w.count("{n} minute left", "{n} minutes left", left // timedelta(minutes=1))
    return w.say("{minutes}, until {when}", minutes=minutes, when=w.moment(session.ends_at, zone))
