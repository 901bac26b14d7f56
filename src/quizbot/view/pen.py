"""Here is drawing in points: boxes, ticks, and text in whatever script."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from PIL import Image, ImageDraw, features

from quizbot.view import bidi, fonts

SCALE = 2
"""Pixels for each point: sharp on dense screens."""

_UNIT = re.compile(
    r"[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]|\S+?"
    r"(?=[\s\u2e80-\ua4cf\uac00-\ud7af]|$)|\s+"
)
"""What a line may be broken after: a word, a space, a CJK character."""


@dataclass(frozen=True, slots=True)
class Run:
    """Characters that one font draws, in one direction."""

    text: str
    font: str
    leftward: bool

    @property
    def apart(self) -> bool:
        """Whether each character is drawn by itself: not joined, mirrored or given an accent."""
        accented = any(map(unicodedata.combining, self.text))
        return fonts.is_ours(self.font) and not self.leftward and not accented


def runs(text: str, *, bold: bool) -> tuple[Run, ...]:
    """`text` cut where the font or direction changes, from left to right."""
    if not text:
        return ()
    if text.isascii() and text.isprintable():
        return (Run(text, fonts.BOLD if bold else fonts.REGULAR, leftward=False),)
    drawn = list(fonts.fonts(text, bold=bold))
    levels = bidi.levels("".join(character for character, _ in drawn))
    cut = [
        (level, font, "".join(character for (character, _), _ in group))
        for (level, font), group in groupby(
            zip(drawn, levels, strict=True), key=lambda pair: (pair[1], pair[0][1])
        )
    ]
    order = bidi.visual([level for level, _, _ in cut])
    return tuple(Run(cut[n][2], cut[n][1], leftward=cut[n][0] % 2 == 1) for n in order)


class Pen:
    """Draws on a picture. All measures are points."""

    def __init__(self, image: Image.Image) -> None:
        self._image = image
        self._draw = ImageDraw.Draw(image)

    def box(
        self, box: tuple[float, float, float, float], fill: str, *, radius: float, edge: str = ""
    ) -> None:
        """A box with round corners from its left, top, right and bottom, the last two outside."""
        left, top, right, bottom = (round(side * SCALE) for side in box)
        corners = (left, top, right - 1, bottom - 1)
        round_ = min(radius * SCALE, (right - left) / 2, (bottom - top) / 2)
        self._draw.rounded_rectangle(corners, round_, fill, edge or None, SCALE if edge else 0)

    def tick(self, left: float, baseline: float, ink: str) -> None:
        """A tick, 14 points wide, on the baseline."""
        points = [(left, baseline - 5), (left + 5, baseline), (left + 14, baseline - 11)]
        scaled = [(x * SCALE, y * SCALE) for x, y in points]
        self._draw.line(scaled, ink, 3 * SCALE, joint="curve")

    def write(
        self, left: float, baseline: float, words: str, size: int, ink: str, *, bold: bool = False
    ) -> None:
        """Words in one line that begins at `left`."""
        x, y = left * SCALE, round(baseline * SCALE)
        for run in runs(words, bold=bold):
            if fonts.is_emoji(run.font):
                self._emoji(run, (round(x), y), size)
            elif run.apart:
                self._glyphs(run, (x, y), size, ink)
            else:
                font = fonts.load(run.font, size * SCALE)
                at = (round(x), y)
                self._draw.text(at, _laid(run), ink, font, anchor="ls", direction=_direction(run))
            x += _length(run, size)

    def _glyphs(self, run: Run, at: tuple[float, int], size: int, ink: str) -> None:
        """Characters one by one, each drawn once for all pictures: this is most of the time."""
        x, y = at
        for character, following in _pairs(run):
            drawn, left, top = fonts.glyph(run.font, size * SCALE, character)
            if drawn is not None:
                self._draw.bitmap((round(x) + left, y + top), drawn, ink)
            x += fonts.advance(run.font, size * SCALE, character, following)

    def _emoji(self, run: Run, at: tuple[int, int], size: int) -> None:
        font = fonts.load(run.font, fonts.EMOJI_SIZE)
        ratio = size * SCALE / fonts.EMOJI_SIZE
        full = max(1, round(font.getlength(run.text)))
        drawn = Image.new("RGBA", (full, 128), (0, 0, 0, 0))
        ImageDraw.Draw(drawn).text((0, 0), run.text, font=font, embedded_color=True)
        small = drawn.resize((max(1, round(full * ratio)), round(128 * ratio)))
        self._image.paste(small, (at[0], at[1] - round(102 * ratio)), small)


def width(words: str, size: int, *, bold: bool = False) -> float:
    """How long the words are in one line."""
    return sum(_length(run, size) for run in runs(words, bold=bold)) / SCALE


def lines(words: str, size: int, room: float, most: int, *, bold: bool = False) -> list[str]:
    """`words` in at most `most` lines no longer than `room`; what is left over becomes `…`."""
    units = _UNIT.findall(" ".join(words.split()))
    broken: list[str] = []
    while units and len(broken) < most:
        fitting = _fitting(units, size, room, bold=bold)
        if len(broken) == most - 1 and fitting < len(units):
            return [*broken, _cut("".join(units), size, room, bold=bold)]
        if not fitting:
            units[:1] = list(units[0]) if len(units[0]) > 1 else []
            continue
        broken.append("".join(units[:fitting]).strip())
        units = units[fitting:]
    return broken


def _fitting(units: Sequence[str], size: int, room: float, *, bold: bool) -> int:
    """How many of the units fit into one line."""
    low, high = 0, len(units)
    while low < high:
        middle = (low + high + 1) // 2
        if width("".join(units[:middle]).strip(), size, bold=bold) <= room:
            low = middle
        else:
            high = middle - 1
    return low


def _cut(words: str, size: int, room: float, *, bold: bool) -> str:
    fitting = _fitting(list(words), size, room - width("…", size, bold=bold), bold=bold)
    return words[:fitting].rstrip() + "…"


def _length(run: Run, size: int) -> float:
    """How long the run is, in pixels."""
    if fonts.is_emoji(run.font):
        full = fonts.load(run.font, fonts.EMOJI_SIZE).getlength(run.text)
        return full * size * SCALE / fonts.EMOJI_SIZE
    if run.apart:
        return sum(fonts.advance(run.font, size * SCALE, *pair) for pair in _pairs(run))
    font = fonts.load(run.font, size * SCALE)
    return font.getlength(_laid(run), direction=_direction(run))


def _pairs(run: Run) -> Iterator[tuple[str, str]]:
    return zip(run.text, run.text[1:] + " ", strict=True)


def _laid(run: Run) -> str:
    """The run's characters as the text engine wants them."""
    return run.text[::-1] if run.leftward and not _shapes() else run.text


def _direction(run: Run) -> str | None:
    if not _shapes():
        return None
    return "rtl" if run.leftward else "ltr"


def _shapes() -> bool:
    """Whether Pillow has Raqm, which joins Arabic letters and orders them."""
    return bool(features.check("raqm"))
