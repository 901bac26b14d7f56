"""Here is what Hypothesis draws texts and messages from.

    @given(messages())
    def test_every_message_can_be_rendered(message: Message) -> None:
        ...

Needs `pip install hypothesis`. Text is hostile on purpose: markup of every platform, mentions, bidi
marks, emoji; all of it is characters that a person shall read.

Strategies are cached because Hypothesis checks every new one, which takes longer than drawing.
"""

from __future__ import annotations

import base64
import string
from collections.abc import Collection
from functools import cache

from hypothesis import strategies as st

from quizbot.message import (
    Action,
    Attachment,
    Block,
    Button,
    Buttons,
    Callout,
    Choice,
    Code,
    Emphasis,
    Entry,
    Footnote,
    Heading,
    Image,
    Listing,
    Markers,
    Menu,
    Message,
    Paragraph,
    Prose,
    Quote,
    Span,
    Style,
    Table,
    Text,
    Tone,
)

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
)
"""The smallest picture: one pixel."""

HOSTILE = (
    "<!channel>",
    "<@U012AB3CD>",
    "@everyone",
    "@here",
    "<#123>",
    "</quiz:1>",
    "<t:0:R>",
    "[text](https://example.org)",
    "<https://example.org|text>",
    "https://example.org/?a=1&b=2",
    "**bold** __under__ *it* _it_ ~~no~~ `code`",
    "```\nfence\n```",
    "> quoted",
    "# heading",
    "- one\n- two",
    "&amp; & < >",
    "<script>alert(1)</script>",
    "\u202eright to left\u202c",
    "e\u0301 \u00e9 \ufb01",
    "👩\u200d🚀 🇧🇷",
    "\\",
    "a\nb",
)
"""Characters that some platform reads as more than characters."""

_SCRIPTS = (
    (0x20, 0x7E),  # ASCII
    (0xA1, 0x17F),  # Latin with its accents
    (0x391, 0x3A1),  # Greek
    (0x410, 0x44F),  # Cyrillic
    (0x5D0, 0x5EA),  # Hebrew, written from right to left
    (0x621, 0x63A),  # Arabic, written from right to left
    (0x905, 0x939),  # Devanagari
    (0x2000, 0x2064),  # spaces and marks that nobody sees, line separators, bidi marks
    (0x4E00, 0x4EFF),  # Chinese
    (0x1F600, 0x1F64F),  # beyond the 16 bits in which some platforms count
)

ALPHABET = "".join(chr(code) for first, last in _SCRIPTS for code in range(first, last + 1))
"""The characters that texts are made of, beside the hostile ones."""

_CODE = string.ascii_lowercase + string.digits + "-"
_TOKEN = string.ascii_letters + string.digits + "_.-"


@cache
def codes(max_size: int = 12) -> st.SearchStrategy[str]:
    """Ids and codes as authors write them."""
    return st.text(_CODE, min_size=1, max_size=max_size)


@cache
def texts(min_size: int = 1, max_size: int = 40) -> st.SearchStrategy[str]:
    """Any characters that a file may hold, hostile ones often; never only spaces."""
    anything = st.text(ALPHABET, min_size=max(min_size, 1), max_size=max_size)
    hostile = st.sampled_from([text for text in HOSTILE if min_size <= len(text) <= max_size])
    written = st.one_of(anything, hostile).filter(lambda text: bool(text.strip()))
    return written if min_size else st.one_of(st.just(""), written)


@cache
def lines(min_size: int = 1, max_size: int = 40) -> st.SearchStrategy[str]:
    """Like `texts`, but without line breaks: titles, labels, cells."""
    return texts(min_size, max_size).map(lambda text: " ".join(text.splitlines()) or "x")


@cache
def spans() -> st.SearchStrategy[Span]:
    """Runs of characters in any combination of styles, some of them links."""
    marks = [style for style in Style if style]
    styles = st.sets(st.sampled_from(marks)).map(_together)
    links = st.none() | codes().map("https://example.org/?a=1&b={}".format)
    return st.builds(Span, texts(), styles, links)


@cache
def styled(max_size: int = 3) -> st.SearchStrategy[Text]:
    """Text: some spans in a row."""
    return st.lists(spans(), min_size=1, max_size=max_size).map(tuple)


@cache
def prose(*, depth: int = 2) -> st.SearchStrategy[Prose]:
    """Running text, code, quotes and lists, nested at most `depth` deep."""
    flat: st.SearchStrategy[Prose] = st.one_of(
        st.builds(Paragraph, styled()),
        st.builds(Code, texts(), st.sampled_from(["", "python", "sh"])),
    )
    if not depth:
        return flat
    body = bodies(depth=depth - 1)
    return st.one_of(flat, st.builds(Quote, body), _listings(body))


@cache
def bodies(*, depth: int = 2) -> st.SearchStrategy[tuple[Prose, ...]]:
    """Some prose below each other."""
    return st.lists(prose(depth=depth), min_size=1, max_size=3).map(tuple)


@cache
def actions() -> st.SearchStrategy[Action]:
    """What a button stands for."""
    verb = st.text(_TOKEN, min_size=1, max_size=20)
    args = st.lists(st.text(_TOKEN, max_size=12), max_size=5).map(tuple)
    return st.builds(Action, verb, args)


@cache
def blocks() -> st.SearchStrategy[Block]:
    """One block of any kind that shows something; see `buttons` and `menus` for the others."""
    return st.one_of(
        st.builds(Heading, lines(), st.sampled_from([1, 2])),
        prose(),
        st.builds(Callout, st.sampled_from(Tone), lines(0), bodies(depth=1)),
        tables(),
        st.builds(Image, st.just(PNG), lines()),
        st.builds(Attachment, st.just(b"a,b\r\n"), st.just("a.csv"), st.just("text/csv"), lines()),
        st.builds(Footnote, styled()),
    )


@cache
@st.composite
def tables(draw: st.DrawFn) -> Table:
    """A table of at most four columns and six rows."""
    width = draw(st.integers(1, 4))
    row = st.lists(lines(max_size=20), min_size=width, max_size=width).map(tuple)
    rows = draw(st.lists(row, max_size=6).map(tuple))
    numeric = draw(st.frozensets(st.integers(0, width - 1)))
    return Table(draw(row), rows, numeric, draw(lines(0)))


@st.composite
def buttons(draw: st.DrawFn, available: Collection[Action]) -> Buttons:
    """A button for each of `available`."""
    return Buttons(
        tuple(
            Button(draw(lines()), action, draw(st.sampled_from(Emphasis)), draw(lines(0)))
            for action in available
        )
    )


@st.composite
def menus(draw: st.DrawFn, action: Action) -> Menu:
    """A menu of at most ten choices that is sent as `action`."""
    values = draw(st.lists(codes(), min_size=1, max_size=10, unique=True))
    choices = tuple(Choice(value, draw(lines()), draw(lines(0))) for value in values)
    most = draw(st.integers(1, len(values)))
    least = draw(st.integers(1, most))
    return Menu(action, draw(lines()), choices, least, most, draw(lines(max_size=20)))


@st.composite
def messages(draw: st.DrawFn) -> Message:
    """A message of any blocks, as a rule with something to press; no action comes twice."""
    body = draw(st.lists(blocks(), min_size=1, max_size=6))
    pressed = draw(st.lists(actions(), max_size=5, unique=True))
    interactive: list[Block] = []
    with_menu = draw(st.booleans())
    if pressed and with_menu:
        interactive.append(draw(menus(pressed.pop())))
    if pressed:
        interactive.append(draw(buttons(pressed)))
    return Message(draw(lines()), (*body, *interactive))


def _together(styles: set[Style]) -> Style:
    together = Style.PLAIN
    for style in styles:
        together |= style
    return together


def _listings(body: st.SearchStrategy[tuple[Prose, ...]]) -> st.SearchStrategy[Listing]:
    bodies_ = st.tuples(st.lists(body, min_size=1, max_size=3), st.sampled_from(Markers))
    return bodies_.map(lambda drawn: _listing(*drawn))


def _listing(drawn: list[tuple[Prose, ...]], markers: Markers) -> Listing:
    shown = {
        Markers.BULLETS: [""] * len(drawn),
        Markers.NUMBERS: [str(number) for number in range(1, len(drawn) + 1)],
        Markers.LETTERS: list(string.ascii_uppercase),
    }[markers]
    entries = tuple(Entry(body, mark) for body, mark in zip(drawn, shown, strict=False))
    return Listing(entries, markers)
