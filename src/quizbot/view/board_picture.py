"""Here is the picture of a board: who has how many points, drawn as bars."""

from __future__ import annotations

from PIL import Image

from quizbot.domain.standing import Board, Ranked, Standing
from quizbot.view import bidi, fonts, picture
from quizbot.view.pen import SCALE, Pen, lines, width
from quizbot.view.picture import BADGE, CARD, EDGE, END, INK, LEFT, MARGIN, OUTSIDE, SOFT, TRACK
from quizbot.view.wording import Wording

HEAD, ROW, FOOT = 88, 56, 12
THICK = 12
OTHERS, OWN = picture.BAR, picture.INK
FIGURES = 128
"""Room behind a bar for its figures."""


def board_picture(w: Wording, title: str, notes: str, board: Board) -> bytes:
    """A PNG of the board's top; the asker's own row is told apart. Hidden people aren't on it."""
    fonts.warn_of_undrawable("".join(one.standing.name for one in board.top))
    height = HEAD + ROW * len(board.top) + FOOT
    image = Image.new("RGB", (picture.WIDTH * SCALE, height * SCALE), OUTSIDE)
    pen = Pen(image)
    pen.box((0, 0, picture.WIDTH, height), CARD, radius=14, edge=EDGE)
    for words, baseline, size, ink in ((title, 42, 20, INK), (notes, 66, 15, SOFT)):
        (line,) = lines(words, size, END - MARGIN, 1, bold=ink is INK) or [""]
        pen.write(MARGIN, baseline, line, size, ink, bold=ink is INK)
    for number, one in enumerate(board.top):
        _draw(pen, w, board, one, HEAD + number * ROW)
    return picture.packed(image)


def board_alt(w: Wording, title: str, board: Board) -> str:
    """The same in words."""
    rows = [
        w.say(
            "{rank}. {name}: {points}",
            rank=w.number(one.rank),
            name=shown_name(w, one.standing),
            points=points(w, one.standing),
        )
        for one in board.top
    ]
    return w.say("{title}. {rows}.", title=title, rows="; ".join(rows))


def shown_name(w: Wording, standing: Standing) -> str:
    """What a board calls the person of a standing."""
    return somebody(w, standing.name)


def somebody(w: Wording, name: str) -> str:
    """A person's name; somebody where there is none."""
    return name.strip() or w.say("Somebody")


def points(w: Wording, standing: Standing) -> str:
    """Somebody's points."""
    return w.count("{n} point", "{n} points", standing.points)


def _draw(pen: Pen, w: Wording, board: Board, one: Ranked, top: int) -> None:
    mine = board.own is not None and board.own.standing.learner_id == one.standing.learner_id
    pen.box((MARGIN, top, MARGIN + 32, top + 32), BADGE, radius=8)
    rank = w.number(one.rank)
    middle = MARGIN + 16 - width(rank, 17, bold=True) / 2
    pen.write(middle, top + 22, rank, 17, INK, bold=True)
    (name,) = lines(shown_name(w, one.standing), 16, END - FIGURES - LEFT, 1, bold=mine) or [""]
    right = END - FIGURES - width(name, 16, bold=mine)
    left = right if bidi.is_leftward(name) else LEFT
    pen.write(left, top + 14, name, 16, INK, bold=mine)
    _draw_bar(pen, w, one, most=board.top[0].standing.points, ink=OWN if mine else OTHERS, top=top)


def _draw_bar(pen: Pen, w: Wording, one: Ranked, *, most: int, ink: str, top: int) -> None:
    bar, full = top + 24, END - FIGURES - LEFT
    pen.box((LEFT, bar, LEFT + full, bar + THICK), TRACK, radius=5)
    if one.standing.points:
        filled = max(1.0, full * one.standing.points / most)
        pen.box((LEFT, bar, LEFT + filled, bar + THICK), ink, radius=5)
    figures = points(w, one.standing)
    pen.write(END - width(figures, 15, bold=True), bar + 11, figures, 15, INK, bold=True)
