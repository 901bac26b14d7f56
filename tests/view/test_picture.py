"""The picture of a closed round: right in its numbers, drawn in every script that has a font."""

from __future__ import annotations

import io
import logging
import re
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageColor

from quizbot.domain.item import Option
from quizbot.domain.standing import Tally
from quizbot.view import fonts, picture
from quizbot.view.pen import SCALE, lines, width
from quizbot.view.question import Shown
from quizbot.view.wording import Wording
from view.scenes import ITEM, ROUND, TALLY
from view.scenes import shown as scene
from view.strategies import shown, tallies

W = Wording.of("en")
NEEDED = {
    "漂移检测": "fonts-noto-cjk",
    "ドリフト": "fonts-noto-cjk",
    "한국어": "fonts-noto-cjk",
    "كشف الانحراف": "fonts-noto-core",
    "שלום": "fonts-noto-core",
    "क्षत्रिय": "fonts-noto-core",
    "🎉🇩🇪👩\u200d🚀❤\ufe0f": "fonts-noto-color-emoji",
}


def opened(of: Shown, tally: Tally) -> Image.Image:
    image = Image.open(io.BytesIO(picture.distribution(W, of, tally)))
    assert image.format == "PNG"
    return image.convert("RGBA")


def saying(*options: str, key: int = 0) -> Shown:
    written = tuple(Option(f"o{n}", text, "") for n, text in enumerate(options))
    item = replace(ITEM, options=written, key=frozenset({f"o{key}"}))
    return scene(replace(ROUND, order=tuple(option.id for option in written)), item)


def bars(image: Image.Image) -> list[tuple[str, int]]:
    """The bars from top to bottom: their colour's name, and their length in pixels."""
    track = (picture.END - picture.FIGURES - picture.LEFT) * SCALE
    found: list[tuple[str, int]] = []
    within = False
    left = picture.LEFT * SCALE
    for y in range(0, image.height, 4):
        row = image.crop((left, y, left + track, y + 1)).convert("RGB").tobytes()
        kinds = [_kind(pixel) for pixel in zip(row[0::3], row[1::3], row[2::3], strict=True)]
        filled = [kind for kind in kinds if kind in {"key", "bar"}]
        whole = kinds.count("track") + len(filled) == track
        if whole and not within:
            found.append((filled[0] if filled else "none", len(filled)))
        within = whole
    return found


@cache
def _kind(pixel: tuple[int, int, int]) -> str:
    wanted = {"key": picture.KEY, "bar": picture.BAR, "track": picture.TRACK}
    for name, colour in wanted.items():
        if all(abs(a - b) <= 6 for a, b in zip(pixel, ImageColor.getrgb(colour), strict=True)):
            return name
    return ""


def test_bars_are_as_long_as_their_shares_and_the_key_is_told_apart() -> None:
    tally = Tally({"o0": 10, "o1": 5, "o2": 0, "o3": 5}, 20, 5)
    of = saying("first", "second", "third", "fourth", key=1)
    found = bars(opened(of, tally))
    full = (picture.END - picture.FIGURES - picture.LEFT) * SCALE
    assert [kind for kind, _ in found] == ["bar", "key", "none", "bar"]
    for (_, length), share in zip(found, (0.5, 0.25, 0.0, 0.25), strict=True):
        assert abs(length - full * share) <= SCALE


def test_it_is_sharp_and_stands_on_its_own_card() -> None:
    image = opened(scene(), TALLY)
    assert image.width == picture.WIDTH * SCALE
    corner, inside = image.getpixel((0, 0)), image.getpixel((image.width // 2, 20))
    assert isinstance(corner, tuple)
    assert isinstance(inside, tuple)
    assert corner[3] == 0
    assert inside == (255, 255, 255, 255)


def test_the_key_is_marked_by_more_than_colour() -> None:
    """In grey, the row of the key still differs from the same row as a distractor."""
    tally = Tally({"o0": 1, "o1": 1}, 2, 1)
    first, second = (opened(saying("same", "same", key=key), tally).convert("L") for key in (0, 1))
    row = (0, picture.HEAD * SCALE, first.width, (picture.HEAD + 50) * SCALE)
    ticked, plain = (sum(pixel < 140 for pixel in _pixels(i.crop(row))) for i in (first, second))
    assert ticked != plain


@given(st.data())
def test_the_words_say_the_same_numbers(data: st.DataObject) -> None:
    of = data.draw(shown())
    tally = data.draw(tallies(of.item))
    words = picture.distribution_alt(W, of, tally)
    for id_ in of.round.order:
        letter, chosen = of.round.letter(id_), tally.by_option[id_]
        share = W.percent(chosen / tally.answered if tally.answered else 0)
        right = ", the right answer" if id_ in of.item.key else ""
        assert re.search(rf"\b{letter}: {chosen} \({re.escape(share)}\){right}[;.]", words)


def test_the_words_begin_with_how_many_answered() -> None:
    assert picture.distribution_alt(W, scene(), TALLY) == (
        "How 14 people answered. A: 8 (57%), the right answer; B: 4 (29%); C: 2 (14%)."
    )
    assert picture.distribution_alt(W, scene(), Tally({}, 0, 0)).startswith("Nobody answered.")


@settings(max_examples=15, deadline=None)
@given(st.data())
def test_any_text_can_be_drawn(data: st.DataObject) -> None:
    of = data.draw(shown())
    assert opened(of, data.draw(tallies(of.item))).height > picture.HEAD


@pytest.mark.parametrize("words", NEEDED)
def test_a_script_is_drawn_where_its_font_is_installed(words: str) -> None:
    missing = picture.undrawable(words)
    if missing:
        pytest.skip(f"no font here draws {missing!r}: install {NEEDED[words]}")
    blank = opened(saying(" ", "b"), TALLY)
    drawn = opened(saying(words, "b"), TALLY)
    assert list(_pixels(drawn)) != list(_pixels(blank))
    assert width(words, 16) > 16


def test_emoji_keep_their_colours() -> None:
    if picture.undrawable("🍏"):
        pytest.skip("no font here draws emoji: install fonts-noto-color-emoji")
    greens = [p for p in _pixels(opened(saying("🍏", "b", key=1), Tally({}, 0, 0))) if _green(p)]
    assert len(greens) > len(
        [p for p in _pixels(opened(saying("x", "b", key=1), Tally({}, 0, 0))) if _green(p)]
    )


def test_arabic_runs_from_right_to_left() -> None:
    if picture.undrawable("كشف"):
        pytest.skip("no font here draws Arabic: install fonts-noto-core")
    of = saying("كشف", "b", key=1)
    row = (picture.LEFT * SCALE, picture.HEAD * SCALE, picture.END * SCALE, 0)
    text = opened(of, TALLY).crop((row[0], row[1], row[2], row[1] + 20 * SCALE)).convert("L")
    left = text.crop((0, 0, text.width // 2, text.height))
    right = text.crop((text.width // 2, 0, text.width, text.height))
    assert min(_pixels(right)) < 100 < min(_pixels(left))


def test_what_no_font_draws_is_logged_with_the_package_and_left_out(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(fonts, "PLACES", ())
    for cached in (fonts._files, fonts._drawer):
        cached.cache_clear()
    try:
        assert picture.undrawable("a漢한 b漢") == "漢한"
        with caplog.at_level(logging.WARNING):
            opened(saying("漢 عرب 🎉", "b"), TALLY)
    finally:
        monkeypatch.undo()
        for cached in (fonts._files, fonts._drawer):
            cached.cache_clear()
    (record,) = caplog.records
    words = record.getMessage()
    assert "漢" in words
    assert "arabic" in words
    assert all(package in words for package in set(NEEDED.values()))


def test_nothing_is_logged_where_all_is_drawn(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        opened(saying("Ä ß ł Ω Ж → ≤ “quoted” … – é e\u0301", "b"), TALLY)
    assert not caplog.records


@given(st.text("ab c漢字, ا", max_size=80), st.integers(1, 3))
def test_lines_fit_their_room_and_keep_their_words(words: str, most: int) -> None:
    room = 60.0
    broken = lines(words, 16, room, most)
    assert len(broken) <= most
    assert all(width(line, 16) <= room for line in broken)
    if broken and not broken[-1].endswith("…"):
        assert "".join("".join(broken).split()) == "".join(words.split())


def _pixels(image: Image.Image) -> list[int]:
    return list(image.tobytes())[:: len(image.getbands())] if image.mode != "RGBA" else _rgb(image)


def _rgb(image: Image.Image) -> list[int]:
    data = image.tobytes()
    steps = zip(data[0::4], data[1::4], data[2::4], strict=True)
    return [red << 16 | green << 8 | blue for red, green, blue in steps]


def _green(pixel: int) -> bool:
    red, green, blue = pixel >> 16, pixel >> 8 & 255, pixel & 255
    return green > 150 and green - blue > 60 and green > red
