"""Here is the picture of a closed round: how many chose what, drawn with Pillow."""

from __future__ import annotations

import io

from PIL import Image, ImageDraw

from quizbot.domain.standing import Tally
from quizbot.message import plain
from quizbot.view import fonts, text
from quizbot.view.parts import key_letters
from quizbot.view.question import Shown
from quizbot.view.wording import Wording

SCALE = 2
WIDTH, MARGIN, HEAD, ROW = 760, 28, 78, 66
CARD, EDGE, INK, SOFT = "#ffffff", "#d5d9e0", "#1d2330", "#5b6475"
TRACK, BAR, KEY, BADGE = "#edf0f4", "#8d99ae", "#1f8a4c", "#e3e7ee"


def distribution(w: Wording, shown: Shown, tally: Tally) -> bytes:
    """A PNG of the answers by option, in the order shown, the key marked by colour and a tick."""
    height = HEAD + ROW * len(shown.options) + MARGIN // 2
    image = Image.new("RGBA", (WIDTH * SCALE, height * SCALE), (0, 0, 0, 0))
    pen = _Pen(image)
    pen.box((0, 0, WIDTH - 1, height - 1), CARD, radius=16, outline=EDGE)
    pen.write((MARGIN, 22), _title(w, tally), size=21, ink=INK, bold=True)
    for row, (letter, option) in enumerate(shown.options):
        chosen = tally.by_option.get(option.id, 0)
        words = plain(text.inline(option.text)).replace("\n", " ")
        right = option.id in shown.item.key
        _row(pen, w, HEAD + row * ROW, letter, words, chosen, tally.answered, right=right)
    packed = io.BytesIO()
    image.save(packed, "PNG", compress_level=3)
    return packed.getvalue()


def distribution_alt(w: Wording, shown: Shown, tally: Tally) -> str:
    """The same in words."""
    key = key_letters(w, shown.round, shown.item)
    counts = [
        w.say(
            "{letter}: {n} ({share})",
            letter=letter,
            n=w.number(tally.by_option.get(option.id, 0)),
            share=w.percent(_share(tally.by_option.get(option.id, 0), tally.answered)),
        )
        for letter, option in shown.options
    ]
    return w.say(
        "{title}. {counts}. The answer is {key}.",
        title=_title(w, tally),
        counts=", ".join(counts),
        key=key,
    )


def _title(w: Wording, tally: Tally) -> str:
    if not tally.answered:
        return w.say("Nobody answered")
    return w.count("How {n} person answered", "How {n} people answered", tally.answered)


def _row(
    pen: _Pen,
    w: Wording,
    top: int,
    letter: str,
    words: str,
    chosen: int,
    answered: int,
    *,
    right: bool,
) -> None:
    left, end = MARGIN + 46, WIDTH - MARGIN
    share = _share(chosen, answered)
    figures = f"{w.number(chosen)} · {w.percent(share)}"
    pen.box((MARGIN, top, MARGIN + 34, top + 34), KEY if right else BADGE, radius=9)
    pen.write((MARGIN + 17, top + 17), letter, 17, CARD if right else INK, bold=True, anchor="mm")
    room = end - left - pen.width(figures, 15, bold=True) - 40
    pen.write((left, top + 2), pen.fitted(words, 16, room), size=16, ink=INK, bold=right)
    pen.write((end, top + 3), figures, 15, INK if right else SOFT, bold=True, anchor="ra")
    if right:
        pen.tick((end - pen.width(figures, 15, bold=True) - 24, top + 6), KEY)
    pen.box((left, top + 30, end, top + 42), TRACK, radius=6)
    if chosen:
        filled = left + max(12, round((end - left) * share))
        pen.box((left, top + 30, filled, top + 42), KEY if right else BAR, radius=6)


def _share(chosen: int, answered: int) -> float:
    return chosen / answered if answered else 0.0


class _Pen:
    """Draws in points; the image has SCALE pixels for each."""

    def __init__(self, image: Image.Image) -> None:
        self._image = image
        self._draw = ImageDraw.Draw(image)

    def box(
        self, box: tuple[int, int, int, int], fill: str, *, radius: int, outline: str | None = None
    ) -> None:
        scaled = tuple(edge * SCALE for edge in box)
        self._draw.rounded_rectangle(scaled, radius * SCALE, fill, outline, SCALE)

    def tick(self, at: tuple[int, int], ink: str) -> None:
        x, y = at
        points = [(x, y + 7), (x + 5, y + 12), (x + 15, y)]
        scaled = [(px * SCALE, py * SCALE) for px, py in points]
        self._draw.line(scaled, ink, 3 * SCALE, joint="curve")

    def write(
        self,
        at: tuple[int, int],
        words: str,
        size: int,
        ink: str,
        *,
        bold: bool = False,
        anchor: str = "la",
    ) -> None:
        width = self.width(words, size, bold=bold)
        x = float(at[0] - {"l": 0, "m": width / 2, "r": width}[anchor[0]]) * SCALE
        y = at[1] * SCALE
        for run in fonts.runs(words, bold=bold):
            if run.emoji:
                x += self._emoji(run.text, (round(x), y), size)
                continue
            font = fonts.load(run.font, size * SCALE)
            self._draw.text((x, y), run.text, ink, font, anchor="l" + anchor[1])
            x += font.getlength(run.text)

    def width(self, words: str, size: int, *, bold: bool = False) -> int:
        total = 0.0
        for run in fonts.runs(words, bold=bold):
            if run.emoji:
                full = fonts.load(run.font, fonts.EMOJI_SIZE).getlength(run.text)
                total += full * size * SCALE / fonts.EMOJI_SIZE
            else:
                total += fonts.load(run.font, size * SCALE).getlength(run.text)
        return round(total / SCALE)

    def fitted(self, words: str, size: int, room: int) -> str:
        """`words`, ended early with … where they don't fit into `room`."""
        if self.width(words, size, bold=True) <= room:
            return words
        low, high = 0, len(words)
        while low < high:
            middle = (low + high + 1) // 2
            if self.width(words[:middle] + "…", size, bold=True) <= room:
                low = middle
            else:
                high = middle - 1
        return words[:low].rstrip() + "…"

    def _emoji(self, words: str, at: tuple[int, int], size: int) -> float:
        font = fonts.load(fonts.emoji_font(), fonts.EMOJI_SIZE)
        full = round(font.getlength(words))
        drawn = Image.new("RGBA", (max(1, full), 128), (0, 0, 0, 0))
        ImageDraw.Draw(drawn).text((0, 0), words, font=font, embedded_color=True)
        ratio = size * SCALE / fonts.EMOJI_SIZE
        small = drawn.resize((max(1, round(full * ratio)), round(128 * ratio)))
        self._image.alpha_composite(small, (at[0], at[1] + size * SCALE // 8))
        return full * ratio
