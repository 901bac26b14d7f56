"""Here is which font draws which character: ours first, then the Noto fonts of the system."""

from __future__ import annotations

import logging
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path

from PIL import ImageFont

log = logging.getLogger(__name__)

OURS = Path(__file__).parent / "fonts"
PLACES = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    Path("/Library/Fonts"),
    Path("/System/Library/Fonts"),
    Path("C:/Windows/Fonts"),
)
WANTED = (
    "NotoSansCJK-{weight}.ttc",
    "NotoSansArabic-{weight}.ttf",
    "NotoSansHebrew-{weight}.ttf",
    "NotoSansDevanagari-{weight}.ttf",
    "NotoSansThai-{weight}.ttf",
    "NotoSansSymbols2-Regular.ttf",
    "NotoSansMath-Regular.ttf",
    "DejaVuSans.ttf",
)
EMOJI = "NotoColorEmoji.ttf"
EMOJI_SIZE = 109
"""The one size in pixels that the colour emoji font holds."""

_PACKAGES = (
    ("CJK", "fonts-noto-cjk"),
    ("HIRAGANA", "fonts-noto-cjk"),
    ("KATAKANA", "fonts-noto-cjk"),
    ("HANGUL", "fonts-noto-cjk"),
)
_NOWHERE = "\U0010fffe"
_JOINERS = frozenset("\u200d\ufe0f\u20e3")


@dataclass(frozen=True, slots=True)
class Run:
    """Characters in a row that one font draws."""

    text: str
    font: str
    emoji: bool = False


def runs(text: str, *, bold: bool) -> list[Run]:
    """`text` cut where the font changes. What no font has is left out, and logged."""
    missing = undrawable(text)
    if missing:
        packages = sorted({_package(character) for character in missing})
        log.warning(
            "no font here draws %r: install %s to see it in pictures", missing, ", ".join(packages)
        )
    drawn = [character for character in text if character not in missing]
    chosen = [(character, _font_for(character, bold=bold)) for character in drawn]
    return [
        Run("".join(character for character, _ in group), font, font.endswith(EMOJI))
        for font, group in groupby(_with_joiners(chosen), key=lambda pair: pair[1])
    ]


def undrawable(text: str) -> str:
    """The characters of `text` that no font here draws, each once."""
    wanted = dict.fromkeys(c for c in text if not c.isspace() and c not in _JOINERS)
    return "".join(c for c in wanted if unicodedata.category(c)[0] != "C" and not _drawers(c))


@cache
def load(font: str, size: int) -> ImageFont.FreeTypeFont:
    """A font at a size in pixels."""
    return ImageFont.truetype(font, size)


def _with_joiners(chosen: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Joiners and spaces stay with what stands before them."""
    before = ""
    for character, font in chosen:
        if before and (character in _JOINERS or character.isspace()):
            yield character, before
            continue
        before = font
        yield character, font


def _font_for(character: str, *, bold: bool) -> str:
    drawers = _drawers(character)
    regular = drawers[0] if drawers else str(OURS / "NotoSans-Regular.ttf")
    heavy = regular.replace("-Regular.", "-Bold.")
    return heavy if bold and Path(heavy).exists() else regular


@cache
def _drawers(character: str) -> tuple[str, ...]:
    if character.isspace():
        return ()
    emoji = unicodedata.category(character) == "So" and ord(character) >= 0x1F000
    fonts = _fonts()
    ordered = [*fonts[-1:], *fonts[:-1]] if emoji and fonts[-1].endswith(EMOJI) else fonts
    return tuple(font for font in ordered if _has(font, character))[:1]


@cache
def _fonts() -> tuple[str, ...]:
    """Our own font, the system's by script, colour emoji last."""
    there = {
        path.name: path
        for place in PLACES
        if place.is_dir()
        for path in sorted(place.rglob("*.tt?"))
    }
    names = [pattern.format(weight="Regular") for pattern in WANTED] + [EMOJI]
    found = [str(there[name]) for name in names if name in there]
    return (str(OURS / "NotoSans-Regular.ttf"), *found)


def _has(font: str, character: str) -> bool:
    size = EMOJI_SIZE if font.endswith(EMOJI) else 24
    loaded = load(font, size)
    return bytes(loaded.getmask(character)) != bytes(loaded.getmask(_NOWHERE))


def _package(character: str) -> str:
    name = unicodedata.name(character, "")
    for word, package in _PACKAGES:
        if word in name:
            return package
    emoji = unicodedata.category(character) == "So"
    return "fonts-noto-color-emoji" if emoji else "fonts-noto-core"


def emoji_font() -> str:
    """The colour emoji font. Only to be asked for where a run has it."""
    return _fonts()[-1]
