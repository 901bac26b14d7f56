"""The picture of a board: bars as long as the points, one's own told apart, nobody else on it."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageColor

from quizbot.domain.standing import Board
from quizbot.view import board_picture as drawing
from quizbot.view import picture
from quizbot.view.pen import SCALE
from quizbot.view.wording import Wording
from view.scenes import board

W = Wording.of("en")
FULL = (picture.END - drawing.FIGURES - picture.LEFT) * SCALE


def opened(of: Board) -> Image.Image:
    image = Image.open(io.BytesIO(drawing.board_picture(W, "This week", "Rivers", of)))
    assert image.format == "PNG"
    return image.convert("RGB")


def bars(of: Board) -> list[tuple[int, bool]]:
    """How long each bar is in pixels, and whether it is told apart."""
    image = opened(of)
    own, track = (ImageColor.getrgb(ink)[:3] for ink in (drawing.OWN, picture.TRACK))
    found = []
    for number in range(len(of.top)):
        y = (drawing.HEAD + number * drawing.ROW + 24 + drawing.THICK // 2) * SCALE
        row = [image.getpixel((picture.LEFT * SCALE + x, y)) for x in range(FULL)]
        filled = [pixel for pixel in row if not _near(pixel, track)]
        found.append((len(filled), bool(filled) and _near(filled[0], own)))
    return found


def _near(pixel: object, ink: tuple[int, ...]) -> bool:
    assert isinstance(pixel, tuple)
    return all(abs(a - b) <= 8 for a, b in zip(pixel, ink, strict=True))


def test_bars_are_as_long_as_their_points_and_one_s_own_is_told_apart() -> None:
    found = bars(board((1, "Ada", 40), (2, "Ben", 20), (3, "Chen", 0), own=1))
    assert [own for _, own in found] == [False, True, False]
    assert found[0][0] == pytest.approx(FULL, abs=2)
    assert found[1][0] == pytest.approx(FULL / 2, abs=2)
    assert found[2][0] == 0


def test_a_board_without_points_is_drawn_too() -> None:
    assert bars(board((1, "Ada", 0))) == [(0, False)]


@pytest.mark.parametrize("name", ["", "Ω" * 300, "漂移", "مرحبا", "<!channel>", "🎉", "\u202eevil"])
def test_every_name_fits_into_the_same_card(name: str) -> None:
    assert opened(board((1, name, 1_000_000))).size == opened(board((1, "Ada", 1))).size


def test_the_words_say_the_same() -> None:
    of = board((1, "Ada", 40), (1, " ", 40), (3, "Chen", 1))
    said = "This week. 1. Ada: 40 points; 1. Somebody: 40 points; 3. Chen: 1 point."
    assert drawing.board_alt(W, "This week", of) == said


def test_the_same_board_is_drawn_the_same() -> None:
    of = board((1, "Ada", 40), (2, "Ben", 20))
    assert drawing.board_picture(W, "T", "N", of) == drawing.board_picture(W, "T", "N", of)
    other = replace(of, top=of.top[:1])
    assert drawing.board_picture(W, "T", "N", of) != drawing.board_picture(W, "T", "N", other)
