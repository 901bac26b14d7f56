"""Here is the picture of a closed round: how many chose what, drawn with Pillow."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from PIL import Image, ImageColor

from quizbot.domain.item import Option
from quizbot.domain.standing import Tally
from quizbot.message import plain
from quizbot.view import bidi, fonts, text
from quizbot.view.fonts import undrawable
from quizbot.view.pen import SCALE, Pen, lines, width
from quizbot.view.question import Shown
from quizbot.view.wording import Wording

__all__ = ["distribution", "distribution_alt", "undrawable"]

WIDTH, MARGIN, HEAD = 560, 24, 70
CARD, EDGE, INK, SOFT = "#ffffff", "#d0d5dd", "#1b2130", "#566074"
OUTSIDE = "#fe00fe"
"""Stands for see-through while drawing."""
TRACK, BAR, KEY, BADGE = "#eceff3", "#8a97ad", "#1a7f47", "#e4e8ee"
LEFT, END, FIGURES = MARGIN + 46, WIDTH - MARGIN, 104
"""Where texts and bars begin and end, and the room behind a bar for its figures."""
TEXT, LINE, THICK, GAP, MOST = 16, 22, 14, 20, 2
"""The options' size, line height and number of lines; a bar's thickness; the gap below it."""


@dataclass(frozen=True, slots=True)
class _Row:
    """One option as it is drawn."""

    letter: str
    words: list[str]
    chosen: int
    share: float
    right: bool

    @property
    def height(self) -> int:
        return LINE * max(1, len(self.words)) + THICK + GAP


def distribution(w: Wording, shown: Shown, tally: Tally) -> bytes:
    """A PNG of the answers by option, in the order shown, the key marked by colour and a tick."""
    fonts.warn_of_undrawable("".join(_plain(option) for _, option in shown.options))
    rows = list(_rows(shown, tally))
    height = HEAD + sum(row.height for row in rows) + MARGIN - GAP // 2
    image = Image.new("RGB", (WIDTH * SCALE, height * SCALE), OUTSIDE)
    pen = Pen(image)
    pen.box((0, 0, WIDTH, height), CARD, radius=14, edge=EDGE)
    pen.write(MARGIN, 42, _title(w, tally), 20, INK, bold=True)
    top = HEAD
    for row in rows:
        _draw(pen, w, row, top)
        top += row.height
    return packed(image)


def packed(image: Image.Image) -> bytes:
    """The picture as a PNG in few colours, see-through around the card: small and quickly made."""
    few = image.quantize(palette=_palette(), dither=Image.Dither.NONE)
    packed = io.BytesIO()
    few.save(packed, "PNG", compress_level=3, transparency=0)
    return packed.getvalue()


@cache
def _palette() -> Image.Image:
    """What is outside the card, the way from each ground to each ink on it, and emoji's colours."""
    written = ((CARD, INK), (CARD, SOFT), (CARD, KEY), (BADGE, INK), (KEY, CARD))
    ramps = [_between(ground, ink, step / 16) for ground, ink in written for step in range(17)]
    flat = [ImageColor.getrgb(colour)[:3] for colour in (EDGE, TRACK, BAR)]
    cube = itertools.product((0, 64, 128, 192, 255), repeat=3)
    palette = Image.new("P", (1, 1))
    colours = [ImageColor.getrgb(OUTSIDE)[:3], *flat, *ramps, *cube]
    palette.putpalette([part for colour in colours for part in colour])
    return palette


def _between(ground: str, ink: str, share: float) -> tuple[int, ...]:
    ends = zip(ImageColor.getrgb(ground)[:3], ImageColor.getrgb(ink)[:3], strict=True)
    return tuple(round(low + (high - low) * share) for low, high in ends)


def distribution_alt(w: Wording, shown: Shown, tally: Tally) -> str:
    """The same in words."""
    counts = [_said(w, row) for row in _counted(shown, tally)]
    return w.say("{title}. {counts}.", title=_title(w, tally), counts="; ".join(counts))


def _said(w: Wording, row: _Row) -> str:
    words = w.say(
        "{letter}: {n} ({share})",
        letter=row.letter,
        n=w.number(row.chosen),
        share=w.percent(row.share),
    )
    return w.say("{words}, the right answer", words=words) if row.right else words


def _title(w: Wording, tally: Tally) -> str:
    if not tally.answered:
        return w.say("Nobody answered")
    return w.count("How {n} person answered", "How {n} people answered", tally.answered)


def _counted(shown: Shown, tally: Tally) -> Iterator[_Row]:
    for letter, option in shown.options:
        chosen = tally.by_option.get(option.id, 0)
        share = chosen / tally.answered if tally.answered else 0.0
        yield _Row(letter, [], chosen, share, option.id in shown.item.key)


def _rows(shown: Shown, tally: Tally) -> Iterator[_Row]:
    for (_, option), row in zip(shown.options, _counted(shown, tally), strict=True):
        words = lines(_plain(option), TEXT, END - LEFT, MOST, bold=row.right)
        yield _Row(row.letter, words, row.chosen, row.share, row.right)


def _draw(pen: Pen, w: Wording, row: _Row, top: int) -> None:
    pen.box((MARGIN, top, MARGIN + 32, top + 32), KEY if row.right else BADGE, radius=8)
    middle = MARGIN + 16 - width(row.letter, 17, bold=True) / 2
    pen.write(middle, top + 22, row.letter, 17, CARD if row.right else INK, bold=True)
    for number, line in enumerate(row.words):
        wide = width(line, TEXT, bold=row.right)
        left = END - wide if bidi.is_leftward(line) else LEFT
        pen.write(left, top + 16 + number * LINE, line, TEXT, INK, bold=row.right)
    _draw_bar(pen, w, row, top + LINE * max(1, len(row.words)) + 4)


def _draw_bar(pen: Pen, w: Wording, row: _Row, top: int) -> None:
    full = END - FIGURES - LEFT
    pen.box((LEFT, top, LEFT + full, top + THICK), TRACK, radius=5)
    if row.chosen:
        filled = max(1.0, full * row.share)
        pen.box((LEFT, top, LEFT + filled, top + THICK), KEY if row.right else BAR, radius=5)
    figures = w.say("{n} · {share}", n=w.number(row.chosen), share=w.percent(row.share))
    left = END - width(figures, 15, bold=True)
    pen.write(left, top + 12, figures, 15, KEY if row.right else SOFT, bold=True)
    if row.right:
        pen.tick(left - 20, top + 12, KEY)


def _plain(option: Option) -> str:
    return plain(text.inline(option.text))
