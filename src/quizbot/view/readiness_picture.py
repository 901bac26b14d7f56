"""Here is the picture of readiness: each topic's interval against the mark that passes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from quizbot.domain.estimates import Estimate
from quizbot.view import bidi, fonts, picture
from quizbot.view.pen import SCALE, Pen, lines, width
from quizbot.view.picture import CARD, EDGE, INK, MARGIN, OUTSIDE, SOFT, TRACK, WIDTH
from quizbot.view.wording import Wording

HEAD, ROW, FOOT = 84, 58, 44
BAND, DOT, PASSES = picture.BAR, picture.INK, picture.KEY
LEFT, END = MARGIN, WIDTH - MARGIN
FIGURES = 112
"""Room behind a bar for its figures."""


@dataclass(frozen=True, slots=True)
class Row:
    """A topic, or all of them: its name and what is expected of it."""

    title: str
    estimate: Estimate


def readiness_picture(w: Wording, bank: str, rows: Sequence[Row], cut: float | None) -> bytes:
    """A PNG of the rows' intervals; `cut` is the share that passes, None where nothing does."""
    fonts.warn_of_undrawable(bank + "".join(row.title for row in rows))
    height = HEAD + ROW * len(rows) + FOOT
    image = Image.new("RGB", (WIDTH * SCALE, height * SCALE), OUTSIDE)
    pen = Pen(image)
    pen.box((0, 0, WIDTH, height), CARD, radius=14, edge=EDGE)
    pen.write(LEFT, 40, w.say("How ready you are"), 20, INK, bold=True)
    (name,) = lines(bank, 15, END - LEFT, 1) or [""]
    pen.write(LEFT, 62, name, 15, SOFT)
    for number, row in enumerate(rows):
        _draw(pen, w, row, HEAD + number * ROW, cut)
    _explain(pen, w, height - FOOT, cut)
    return picture.packed(image)


def readiness_alt(w: Wording, bank: str, rows: Sequence[Row], cut: float | None) -> str:
    """The same in words."""
    title = w.say("How ready you are: {bank}", bank=bank)
    said = [w.say("{topic}: {share}", topic=row.title, share=span(w, row.estimate)) for row in rows]
    if cut is None:
        return w.say("{title}. {rows}.", title=title, rows="; ".join(said))
    return w.say(
        "{title}. {rows}. {cut} passes.", title=title, rows="; ".join(said), cut=w.percent(cut)
    )


def span(w: Wording, estimate: Estimate) -> str:
    """An estimate with its interval, such as 72% (64% to 79%)."""
    return w.say(
        "{mean} ({low} to {high})",
        mean=w.percent(estimate.mean),
        low=w.percent(estimate.low),
        high=w.percent(estimate.high),
    )


def _draw(pen: Pen, w: Wording, row: Row, top: int, cut: float | None) -> None:
    full = END - FIGURES - LEFT
    (name,) = lines(row.title, 16, full, 1) or [""]
    left = LEFT + full - width(name, 16) if bidi.is_leftward(name) else LEFT
    pen.write(left, top + 16, name, 16, INK)
    middle = top + 34
    pen.box((LEFT, middle - 5, LEFT + full, middle + 5), TRACK, radius=5)
    low, mean, high = (
        LEFT + full * share for share in (row.estimate.low, row.estimate.mean, row.estimate.high)
    )
    pen.box((low, middle - 5, max(high, low + 4), middle + 5), BAND, radius=5)
    pen.box((mean - 6, middle - 6, mean + 6, middle + 6), DOT, radius=6)
    if cut is not None:
        at = LEFT + full * cut
        pen.box((at - 1.5, middle - 13, at + 1.5, middle + 13), PASSES, radius=1)
    figures = w.percent(row.estimate.mean)
    pen.write(END - width(figures, 18, bold=True), middle - 4, figures, 18, INK, bold=True)
    interval = w.say(
        "{low}–{high}", low=w.percent(row.estimate.low), high=w.percent(row.estimate.high)
    )
    pen.write(END - width(interval, 13), middle + 13, interval, 13, SOFT)


def _explain(pen: Pen, w: Wording, top: int, cut: float | None) -> None:
    """What the marks mean."""
    pen.box((LEFT, top + 14, LEFT + 26, top + 22), BAND, radius=4)
    pen.box((LEFT + 8, top + 13, LEFT + 18, top + 23), DOT, radius=5)
    words = w.say("expected score, 9 in 10 times within the bar")
    pen.write(LEFT + 34, top + 23, words, 13, SOFT)
    if cut is not None:
        passes = w.say("{cut} passes", cut=w.percent(cut))
        left = END - width(passes, 13, bold=True)
        pen.write(left, top + 23, passes, 13, PASSES, bold=True)
        pen.box((left - 10, top + 10, left - 7, top + 26), PASSES, radius=1)
