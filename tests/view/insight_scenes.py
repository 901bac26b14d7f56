"""Here is a bank that was answered, and every view of how its questions fared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from quizbot.domain.findings import Analysis, Criterion, ItemFigures, OptionFigures, Reliability
from quizbot.domain.item import Item, Option
from quizbot.domain.participation import DAY, Activity, Participation
from quizbot.message import Message
from quizbot.view import chart, insights
from quizbot.view.insights import Insights
from quizbot.view.wording import Wording

OPENS = datetime(2026, 12, 1, 8, tzinfo=UTC)

# All that authors write is Greek here: what else is read is the program's.
ITEM = Item(
    bank="potamoi",
    id="longest",
    stem="Ποιος *ποταμός* είναι μακρύτερος;",
    options=(
        Option("r", "Ο Ρήνος", ""),
        Option("d", "Ο Δούναβης", ""),
        Option("v", "Ο Βόλγας", ""),
    ),
    key=frozenset("v"),
    topic="length",
)


def figures(
    name: str, right: float, shares: tuple[float, float], *, n: int = 40, corrected: float = 0.3
) -> ItemFigures:
    """How the question fared: its key is v; r and d share the rest."""
    against = (-0.2, 0.3 if corrected < 0 else -0.1)
    wrong = zip("rd", shares, against, strict=True)
    options = (
        *(OptionFigures(id_, right=False, share=s, correlation=c) for id_, s, c in wrong),
        OptionFigures("v", right=True, share=right, correlation=corrected),
    )
    return ItemFigures(
        id=name,
        n=n,
        facility=right,
        sd=0.4,
        guess=1 / 3,
        point_biserial=None,
        corrected=corrected,
        upper_lower=0.2,
        alpha_without=0.5,
        discriminative_efficiency=40.0,
        effective_weight=None,
        options=options,
    )


def found(
    *asked: ItemFigures,
    criterion: Criterion = Criterion.REST,
    alpha: float | None = 0.85,
    step: timedelta = DAY,
    since: datetime | None = OPENS,
) -> Insights:
    """What is known of a bank in which these questions were answered."""
    sem = None if alpha is None else 1.2
    whole = Reliability(len(asked) * 40, 5.0, 3.0, 1.5, alpha, sem, 0.25)
    activity = (Activity(OPENS, 4, 7), Activity(OPENS + step, 0, 0))
    return Insights(
        bank="potamoi",
        title="Ποταμοί",
        since=since,
        until=OPENS + 2 * step,
        took_part=Participation(4, step, activity),
        analysis=Analysis(asked, whole, criterion),
        items={one.id: ITEM for one in asked},
    )


GOOD = figures("good@1", 0.7, (0.2, 0.1))
DOUBTED = figures("doubted@1", 0.2, (0.2, 0.6), corrected=-0.1)
EASY = figures("easy@1", 0.97, (0.03, 0.0))
WAITING = tuple(figures(f"waiting{n}@1", 0.5, (0.5, 0.0), n=n) for n in range(1, 8))


def everything(w: Wording) -> Iterator[Message | str]:
    """Every view of insights, in every case that it tells apart."""
    many = tuple(replace(DOUBTED, id=f"doubted{n}@1") for n in range(7))
    for criterion, alpha in zip(Criterion, (0.85, 0.7, 0.1), strict=True):
        seen = found(GOOD, DOUBTED, EASY, *WAITING, criterion=criterion, alpha=alpha)
        yield insights.insights(w, seen)
    yield insights.insights(w, found(*many, *WAITING[:6], since=None))
    yield insights.insights(w, found(GOOD))
    yield insights.digest(w, found(GOOD))
    yield insights.insights(w, found(alpha=None))
    for step in (DAY, 7 * DAY, 14 * DAY):
        chart.participation(w, found(step=step).took_part)
        yield chart.participation_alt(w, found(step=step).took_part)
    yield from (insights.only_in_channel(w), insights.file_label(w, "ΑΡΧΕΙΟ"))
