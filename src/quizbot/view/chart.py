"""Here is the picture of participation: how many people answered, step by step."""

from __future__ import annotations

from PIL import Image

from quizbot.domain.participation import DAY, WEEK, Activity, Participation
from quizbot.view.pen import SCALE, Pen, width
from quizbot.view.picture import (
    BAR,
    CARD,
    EDGE,
    END,
    HEAD,
    INK,
    MARGIN,
    OUTSIDE,
    SOFT,
    TEXT,
    THICK,
    TRACK,
    WIDTH,
    packed,
)
from quizbot.view.wording import Wording

LEFT, FIGURES, ROW = MARGIN + 104, 60, 26
"""Where bars begin, the room behind them for their figures, and the height of a row."""


def participation(w: Wording, told: Participation) -> bytes:
    """A PNG of one bar a step, as long as its people are many."""
    height = HEAD + ROW * len(told.activity) + MARGIN
    image = Image.new("RGB", (WIDTH * SCALE, height * SCALE), OUTSIDE)
    pen = Pen(image)
    pen.box((0, 0, WIDTH, height), CARD, radius=14, edge=EDGE)
    pen.write(MARGIN, 42, _title(w, told), 20, INK, bold=True)
    most = max((one.people for one in told.activity), default=0)
    for number, one in enumerate(told.activity):
        _draw(pen, w, one, most, HEAD + ROW * number)
    return packed(image)


def participation_alt(w: Wording, told: Participation) -> str:
    """The same in words."""
    counts = [
        w.say("{day}: {n}", day=w.day(one.begins.date()), n=w.number(one.people))
        for one in told.activity
    ]
    return w.say("{title}. {counts}.", title=_title(w, told), counts="; ".join(counts))


def _title(w: Wording, told: Participation) -> str:
    if told.step == DAY:
        return w.say("People who answered, day by day")
    weeks = told.step // WEEK
    return w.count(
        "People who answered, week by week", "People who answered, every {n} weeks", weeks
    )


def _draw(pen: Pen, w: Wording, one: Activity, most: int, top: int) -> None:
    pen.write(MARGIN, top + THICK, w.day(one.begins.date()), TEXT, INK)
    full = END - FIGURES - LEFT
    pen.box((LEFT, top, LEFT + full, top + THICK), TRACK, radius=5)
    if one.people:
        filled = max(1.0, full * one.people / most)
        pen.box((LEFT, top, LEFT + filled, top + THICK), BAR, radius=5)
    figure = w.number(one.people)
    pen.write(END - width(figure, TEXT, bold=True), top + THICK, figure, TEXT, SOFT, bold=True)
