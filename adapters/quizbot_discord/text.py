"""Here is how text becomes Discord's Markdown: characters that are only characters, and marks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from quizbot.message import (
    Code,
    Entry,
    Listing,
    Markers,
    Paragraph,
    Prose,
    Quote,
    Span,
    Style,
    Text,
)
from quizbot_discord.limits import CHUNK

_SPECIAL = re.compile(r"[\\*_~|`>#<\[@]")
_LINE_START = re.compile(r"(?m)^([ \t]*)(?:([-+])|(\d+)\.)")
_ADDRESS = re.compile(r"https?://[^\s<>|*`\\\[\]]+")
_PIECE = CHUNK // 3
"""Escaping may double a text, and marks are added."""


def escape(text: str) -> str:
    """Text in which nothing is markup, a mention, a time or a command; addresses stay whole."""
    found, end = [], 0
    for address in _ADDRESS.finditer(text):
        found += [_escaped(text[end : address.start()]), address[0]]
        end = address.end()
    found.append(_escaped(text[end:]))
    return _LINE_START.sub(_not_a_list, "".join(found))


def chunks(word: Prose, indent: str = "") -> Iterator[str]:
    """The Markdown of some prose, in pieces of at most CHUNK characters."""
    match word:
        case Paragraph(text):
            for piece in _pieces(text):
                yield indent + inline(piece).replace("\n", f"\n{indent}")
        case Code(source, language):
            yield from _fences(source, language)
        case Quote(body):
            for inner in body:
                for chunk in chunks(inner):
                    yield "> " + chunk.replace("\n", "\n> ")
        case Listing(entries, markers):
            for entry in entries:
                yield from _entry(entry, markers, indent)


def inline(text: Text) -> str:
    """Spans with their marks."""
    return "".join(_span(span) for span in text)


def small(text: Text) -> str:
    """Small print."""
    return "\n".join(f"-# {line}" for line in inline(text).split("\n") if line.strip())


def fit(text: str, longest: int) -> str:
    """The text; a longer one ends in an ellipsis."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text)


def _not_a_list(found: re.Match[str]) -> str:
    space, bullet, number = found.groups()
    return f"{space}\\{bullet}" if bullet else f"{space}{number}\\."


def _entry(entry: Entry, markers: Markers, indent: str) -> Iterator[str]:
    mark = {
        Markers.BULLETS: "- ",
        Markers.NUMBERS: f"{entry.marker.rstrip('.')}. ",
        Markers.LETTERS: f"**{entry.marker}.** ",
    }[markers]
    inner = f"{indent}  "
    first = True
    for word in entry.body:
        for chunk in chunks(word, "" if first and isinstance(word, Paragraph) else inner):
            yield f"{indent}{mark}{chunk}" if first else chunk
            first = False
    if first:
        yield f"{indent}{mark}".rstrip()


def _span(span: Span) -> str:
    if span.place is not None and span.place.channel.isdecimal():
        return f"<#{span.place.channel}>"
    if not span.text.strip():
        return span.text
    shown = _code(span.text) if Style.CODE in span.style else escape(span.text)
    if span.link and is_web(span.link):
        shown = f"[{shown}](<{span.link}>)"
    lead = shown[: len(shown) - len(shown.lstrip())]
    trail = shown[len(shown.rstrip()) :]
    core = shown.strip()
    for style, mark in ((Style.STRUCK, "~~"), (Style.ITALIC, "*"), (Style.BOLD, "**")):
        if style in span.style:
            core = f"{mark}{core}{mark}"
    return f"{lead}{core}{trail}"


def _code(text: str) -> str:
    """Inline code; with backticks inside, between longer runs of them."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * (longest + 1)
    gap = " " if longest else ""
    return f"{fence}{gap}{text}{gap}{fence}"


def is_web(address: str) -> bool:
    """Whether Discord may be given the address as a link."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    odd = set(" <>()\n") & set(address)
    return parts.scheme in {"http", "https"} and bool(parts.netloc) and not odd


def _pieces(text: Text) -> Iterator[Text]:
    """The text in pieces short enough to be escaped within CHUNK."""
    piece: list[Span] = []
    room = _PIECE
    for span in text:
        for start in range(0, max(1, len(span.text)), _PIECE):
            part = Span(span.text[start : start + _PIECE], span.style, span.link, span.place)
            need = len(part.text) + len(part.link or "")
            if need > room and piece:
                yield tuple(piece)
                piece, room = [], _PIECE
            piece.append(part)
            room -= need
    if piece:
        yield tuple(piece)


def _fences(source: str, language: str) -> Iterator[str]:
    """Program text, in several fences where it is long; a fence inside needs a longer one."""
    longest = max((len(run) for run in re.findall(r"`{3,}", source)), default=2)
    fence = "`" * (longest + 1)
    room = CHUNK - 2 * len(fence) - len(language) - 2
    lines = source.split("\n")
    held: list[str] = []
    for line in lines:
        for start in range(0, max(1, len(line)), room):
            part = line[start : start + room]
            if held and sum(map(len, held)) + len(held) + len(part) > room:
                yield _fenced(held, fence, language)
                held = []
            held.append(part)
    yield _fenced(held, fence, language)


def _fenced(lines: list[str], fence: str, language: str) -> str:
    word = language if re.fullmatch(r"[A-Za-z0-9+#-]*", language) else ""
    inside = "\n".join(lines)
    return f"{fence}{word}\n{inside}\n{fence}"
