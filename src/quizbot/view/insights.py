"""Here is what admins and authors read about how a bank's questions fare. Nobody is named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from quizbot.domain.findings import (
    ENOUGH,
    Analysis,
    Criterion,
    Flag,
    ItemFigures,
    OptionFigures,
)
from quizbot.domain.item import Item
from quizbot.domain.participation import Activity, Participation
from quizbot.message import (
    Attachment,
    Block,
    Callout,
    Entry,
    Heading,
    Image,
    Listing,
    Message,
    Table,
    Tone,
)
from quizbot.view import parts, reliability, text
from quizbot.view.wording import Wording

MOST = 5
"""How many questions each part shows, the most striking first."""
STEM, OPTION = 90, 60
"""Characters of a question and of an option that are shown."""

_URGENCY = {flag: urgency for urgency, flag in enumerate(Flag)}


@dataclass(frozen=True, slots=True)
class Insights:
    """How a bank's questions fared from `since` (None: in all answers ever given) until `until`.

    `items` are the questions as they were answered, by their id in `analysis`, which is
    `item@revision`.
    """

    bank: str
    title: str
    since: datetime | None
    until: datetime
    took_part: Participation
    analysis: Analysis
    items: Mapping[str, Item]

    @property
    def judged(self) -> list[ItemFigures]:
        """The questions with enough answers."""
        return [one for one in self.analysis.items if one.n >= ENOUGH]

    @property
    def unjudged(self) -> list[ItemFigures]:
        """The questions without, the most answered first."""
        return sorted((one for one in self.analysis.items if one.n < ENOUGH), key=lambda i: -i.n)

    @property
    def answers(self) -> int:
        """First answers, which alone are analysed."""
        return sum(one.n for one in self.analysis.items)

    def stem(self, figures: ItemFigures) -> str:
        """What the question asks, in short."""
        return text.gist(self.items[figures.id].stem, STEM)

    def option(self, figures: ItemFigures, option: OptionFigures) -> str:
        """What an option says, in short."""
        return text.gist(self.items[figures.id].option(option.id).text, OPTION)


def insights(
    w: Wording, found: Insights, *, chart: Image | None = None, files: Sequence[Attachment] = ()
) -> Message:
    """The whole report; without a `chart`, participation is a table."""
    title = w.say("Insights: {bank}", bank=found.title)
    return Message(
        summary=w.say("{title}. {took_part}", title=title, took_part=_took_part(w, found)),
        blocks=(
            Heading(title),
            parts.footnote(_since(w, found), _took_part(w, found)),
            chart or _participation(w, found),
            *_first(w, found),
            *_hardest(w, found),
            *_traps(w, found),
            *_unused(w, found),
            *_unjudged(w, found),
            *reliability.reliability(w, found.analysis.reliability),
            *files,
        ),
    )


def digest(w: Wording, found: Insights) -> Message:
    """The week in short: who took part, and what an author should look at."""
    title = w.say("Your week with {bank}", bank=found.title)
    more = parts.footnote(w.say("All figures and files: /quiz insights in the channel."))
    return Message(
        summary=w.say("{title}. {took_part}", title=title, took_part=_took_part(w, found)),
        blocks=(
            Heading(title),
            parts.footnote(_since(w, found), _took_part(w, found)),
            _participation(w, found),
            *_first(w, found),
            *_traps(w, found),
            more,
        ),
    )


def only_in_channel(w: Wording) -> str:
    """Insights asked for in private."""
    return w.say("Insights belong to a channel, so ask in one that you administer.")


def file_label(w: Wording, kind: str) -> str:
    """What a file of the figures holds."""
    return w.say("All figures, question by question ({kind})", kind=kind)


def not_yet(w: Wording) -> str:
    """What is said of a question with too few answers."""
    return w.say("Not enough answers yet")


def _since(w: Wording, found: Insights) -> str:
    if found.since is None:
        return w.say("All time")
    return w.say("Since {day}", day=w.day(found.since.date()))


def _took_part(w: Wording, found: Insights) -> str:
    people = w.count("{n} person", "{n} people", found.took_part.people)
    answers = w.count("{n} first answer", "{n} first answers", found.answers)
    return w.say("{people}, {answers}", people=people, answers=answers)


def _participation(w: Wording, found: Insights) -> Table:
    return Table(
        header=(w.say("When"), w.say("People"), w.say("Answers")),
        rows=tuple(
            (_from(w, one), w.number(one.people), w.number(one.answers))
            for one in found.took_part.activity
        ),
        numeric=frozenset({1, 2}),
        caption=w.say("Participation"),
    )


def _from(w: Wording, step: Activity) -> str:
    return w.say("From {day}", day=w.day(step.begins.date()))


def _first(w: Wording, found: Insights) -> Iterator[Block]:
    """The questions to look at first, the most urgent on top."""
    if not found.judged:
        return
    yield Heading(w.say("Look at these first"), level=2)
    flagged = [one for one in found.judged if one.flags]
    flagged.sort(key=lambda one: (_URGENCY[one.flags[0]], -one.n))
    for one in flagged[:MOST]:
        tone = Tone.WARNING if Flag.KEY in one.flags else Tone.NOTE
        yield Callout(tone, found.stem(one), tuple(map(parts.sentence, _reasons(w, found, one))))
    if not flagged:
        yield parts.sentence(w.say("Nothing stands out: no question looks wrong."))
    elif len(flagged) > MOST:
        more = len(flagged) - MOST
        yield parts.footnote(w.count("and {n} more question", "and {n} more questions", more))


def _reasons(w: Wording, found: Insights, one: ItemFigures) -> Iterator[str]:
    for flag in one.flags:
        yield _reason(w, found, one, flag)
    unused = [found.option(one, option) for option in one.distractors if option.unused]
    if unused:
        yield w.say("Hardly anybody picks: {options}.", options=w.listing(unused))


def _reason(w: Wording, found: Insights, one: ItemFigures, flag: Flag) -> str:
    """Why the question deserves a look, in plain words."""
    right = w.percent(one.facility or 0.0)
    match flag:
        case Flag.KEY:
            rival = found.option(one, one.rival) if one.rival else ""
            key = [found.option(one, option) for option in one.options if option.right]
            return w.say(
                "Strong people choose “{rival}” rather than “{key}”. Is the key right?",
                rival=rival,
                key=w.listing(key),
            )
        case Flag.NEGATIVE:
            return w.say("People who do well elsewhere get this wrong more often than others.")
        case Flag.TOO_HARD:
            return w.say("{share} get it right, hardly more than by guessing.", share=right)
        case Flag.TRAP:
            trap = found.option(one, one.trap) if one.trap else ""
            share = w.percent(one.trap.share if one.trap else 0.0)
            return w.say("{share} walk into “{trap}”.", share=share, trap=trap)
        case Flag.TOO_EASY:
            return w.say("{share} get it right: it tells nobody apart.", share=right)


def _hardest(w: Wording, found: Insights) -> Iterator[Block]:
    if not found.judged:
        return
    hardest = sorted(found.judged, key=lambda one: one.facility or 0.0)[:MOST]
    yield Heading(w.say("Hardest questions"), level=2)
    yield Table(
        header=(w.say("Question"), w.say("Answers"), w.say("Right"), w.say("Tells apart")),
        rows=tuple(
            (
                found.stem(one),
                w.number(one.n),
                w.percent(one.facility or 0.0),
                _figure(w, one.corrected),
            )
            for one in hardest
        ),
        numeric=frozenset({1, 2, 3}),
    )
    yield parts.footnote(
        w.say("Tells apart: from −1 to 1; from 0.2 on it is good."), _criterion(w, found)
    )


def _criterion(w: Wording, found: Insights) -> str:
    match found.analysis.criterion:
        case Criterion.REST:
            return w.say("Compared with people's score on all other questions.")
        case Criterion.ABILITY:
            return w.say("Compared with people's estimated ability: they had different questions.")
        case Criterion.RESIDUAL:
            return w.say("Compared with people's other answers: they had different questions.")


def _traps(w: Wording, found: Insights) -> Iterator[Block]:
    """The wrong options that catch most people."""
    caught = [(one, one.trap) for one in found.judged if one.trap]
    if not caught:
        return
    caught.sort(key=lambda pair: -pair[1].share)
    yield Heading(w.say("Traps that catch most"), level=2)
    yield _list(
        w.say(
            "{share} choose “{option}”: {question}",
            share=w.percent(trap.share),
            option=found.option(one, trap),
            question=found.stem(one),
        )
        for one, trap in caught[:MOST]
    )


def _unused(w: Wording, found: Insights) -> Iterator[Block]:
    """The wrong options that tempt nobody."""
    idle = [(one, o) for one in found.judged for o in one.distractors if o.unused]
    if not idle:
        return
    idle.sort(key=lambda pair: pair[1].share)
    yield Heading(w.say("Options that hardly anybody picks"), level=2)
    yield _list(
        w.say("“{option}”: {question}", option=found.option(one, option), question=found.stem(one))
        for one, option in idle[:MOST]
    )


def _unjudged(w: Wording, found: Insights) -> Iterator[Block]:
    """The questions that can't be judged yet."""
    waiting = found.unjudged
    if not waiting and found.judged:
        return
    yield Heading(not_yet(w), level=2)
    yield parts.sentence(
        w.count(
            "A question is judged from {n} answer on.",
            "A question is judged from {n} answers on.",
            ENOUGH,
        )
    )
    yield _list(_wait(w, found, one) for one in waiting[:MOST])
    if len(waiting) > MOST:
        more = len(waiting) - MOST
        yield parts.footnote(w.count("and {n} more question", "and {n} more questions", more))


def _wait(w: Wording, found: Insights, one: ItemFigures) -> str:
    answers = w.count("{n} answer", "{n} answers", one.n)
    return w.say("{question}: {answers}", question=found.stem(one), answers=answers)


def _list(lines: Iterable[str]) -> Listing:
    return Listing(tuple(Entry((parts.sentence(line),)) for line in lines))


def _figure(w: Wording, value: float | None) -> str:
    return "–" if value is None else w.number(round(value, 2))
