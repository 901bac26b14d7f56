"""Here is which font draws which character: ours first, then the Noto fonts of the system."""

from __future__ import annotations

import logging
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

log = logging.getLogger(__name__)

OURS = Path(__file__).parent / "fonts"
REGULAR = str(OURS / "NotoSans-Regular.ttf")
BOLD = str(OURS / "NotoSans-Bold.ttf")
EMOJI = "notocoloremoji.ttf"
EMOJI_SIZE = 109
"""The one size in pixels that the colour emoji font holds."""

PLACES = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    Path("/Library/Fonts"),
    Path("/System/Library/Fonts"),
    Path("C:/Windows/Fonts"),
)
_CJK = ("notosanscjk-regular.ttc", "notosanscjkjp-regular.otf", "notosanscjksc-regular.otf")
_SYMBOLS = (
    "notosanssymbols-regular.ttf",
    "notosanssymbols2-regular.ttf",
    "notosansmath-regular.ttf",
)
_LAST = ("dejavusans.ttf", "arial unicode.ttf")
_CJK_SCRIPTS = frozenset({"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC"})

JOINERS = frozenset("\u200c\u200d\ufe0e\ufe0f\u20e3")
"""Characters that draw nothing themselves: they change how their neighbours are drawn."""

_AS_EMOJI = "\ufe0f"
_NOWHERE = "\U0010fffe"
"""A character that no font has, to see what a font draws then."""


def fonts(text: str, *, bold: bool) -> Iterator[tuple[str, str]]:
    """Each character with the font that draws it; what none draws is left out."""
    ours = BOLD if bold else REGULAR
    before = ours
    for position, character in enumerate(text):
        if character == " " and is_emoji(before):
            before = ours
        if _stays_with_neighbour(character):
            yield character, before
            continue
        if _is_unseen(character):
            continue
        font = _drawer(character, _wants_emoji(text, position))
        if font is not None:
            before = _heavy(font) if bold else font
            yield character, before


def undrawable(text: str) -> str:
    """The characters of `text` that no font here draws, each once."""
    return "".join(
        dict.fromkeys(
            character
            for position, character in enumerate(text)
            if not _stays_with_neighbour(character)
            and not _is_unseen(character)
            and _drawer(character, _wants_emoji(text, position)) is None
        )
    )


def warn_of_undrawable(text: str) -> None:
    """Log which characters a picture leaves out, and which package brings their font."""
    missing = undrawable(text)
    if missing:
        scripts = ", ".join(sorted({_script(character).lower() for character in missing}))
        packages = ", ".join(sorted({_package(character) for character in missing}))
        log.warning(
            "a picture leaves out %r (%s), as no font here has it: install %s",
            missing,
            scripts,
            packages,
        )


def is_emoji(font: str) -> bool:
    """Whether it is the colour emoji font, which has one size only."""
    return font.lower().endswith(EMOJI)


@cache
def load(font: str, size: int) -> ImageFont.FreeTypeFont:
    """A font at a size in pixels."""
    return ImageFont.truetype(font, size)


def is_ours(font: str) -> bool:
    """Whether it is a font whose characters stand apart: Latin, Greek, Cyrillic."""
    return font in {REGULAR, BOLD}


@lru_cache(maxsize=2048)
def glyph(font: str, size: int, character: str) -> tuple[Image.Image | None, int, int]:
    """One character drawn, and where it stands to its origin on the baseline, in pixels."""
    loaded = load(font, size)
    left, top, right, bottom = (round(side) for side in loaded.getbbox(character, anchor="ls"))
    if right <= left or bottom <= top:
        return None, 0, 0
    drawn = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(drawn).text((-left, -top), character, 255, loaded, anchor="ls")
    return drawn, left, top


@lru_cache(maxsize=8192)
def advance(font: str, size: int, character: str, following: str) -> float:
    """From the origin of a character to that of the next one, in pixels, kerning included."""
    loaded = load(font, size)
    return loaded.getlength(character + following) - loaded.getlength(following)


def _stays_with_neighbour(character: str) -> bool:
    """Joiners, spaces, accents and skin tones are drawn by the font of what stands before."""
    category = unicodedata.category(character)
    skin_tone = 0x1F3FB <= ord(character) <= 0x1F3FF
    return character in JOINERS or character.isspace() or category[0] == "M" or skin_tone


def _is_unseen(character: str) -> bool:
    """Control and format characters: there is nothing to draw."""
    return unicodedata.category(character) in {"Cc", "Cf", "Cs"}


def _wants_emoji(text: str, position: int) -> bool:
    code = ord(text[position])
    return code >= 0x1F000 or text[position + 1 : position + 2] == _AS_EMOJI


@cache
def _drawer(character: str, emoji: bool) -> str | None:  # noqa: FBT001 (cached by position)
    if not emoji and _has(REGULAR, character):
        return REGULAR
    found = (_files().get(name) for name in _candidates(character, emoji=emoji))
    return next((font for font in (*found, REGULAR) if font and _has(font, character)), None)


def _candidates(character: str, *, emoji: bool) -> tuple[str, ...]:
    """File names of fonts that may have the character, the likeliest first."""
    words = unicodedata.name(character, "").replace("-", " ").lower().split()
    own = tuple(f"notosans{''.join(words[:n])}-regular.ttf" for n in (1, 2) if words)
    cjk = _CJK if _script(character) in _CJK_SCRIPTS else ()
    names = (*cjk, *own, *_SYMBOLS, *_CJK, *_LAST)
    return (EMOJI, *names) if emoji else (*names, EMOJI)


@cache
def _files() -> Mapping[str, str]:
    """The system's fonts by their file names in lower case."""
    return {
        path.name.lower(): str(path)
        for place in PLACES
        if place.is_dir()
        for path in sorted(place.rglob("*.[ot]t[cf]"))
    }


@cache
def _heavy(font: str) -> str:
    """The bold font of the family, or the same where there is none."""
    heavy = Path(font.replace("-Regular.", "-Bold."))
    return str(heavy) if heavy.exists() else font


def _has(font: str, character: str) -> bool:
    size = EMOJI_SIZE if is_emoji(font) else 24
    try:
        loaded = load(font, size)
        return bytes(loaded.getmask(character)) != _nothing(font, size)
    except OSError:
        return False


@cache
def _nothing(font: str, size: int) -> bytes:
    """What the font draws for a character that it doesn't have."""
    return bytes(load(font, size).getmask(_NOWHERE))


def _script(character: str) -> str:
    """The first word of the character's name, such as ARABIC or HANGUL."""
    return unicodedata.name(character, "UNNAMED").partition(" ")[0].partition("-")[0]


def _package(character: str) -> str:
    if _script(character) in _CJK_SCRIPTS:
        return "fonts-noto-cjk"
    return "fonts-noto-color-emoji" if ord(character) >= 0x1F000 else "fonts-noto-core"
