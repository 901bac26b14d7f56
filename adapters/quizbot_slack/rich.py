"""Here is how text becomes Slack's rich text: characters that are only characters, and marks.

Nothing is escaped, because nothing in a rich text element is ever read as markup: `<!channel>`,
`@here`, `:smile:` and `*` arrive as they were written and notify nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from slack_sdk.models.blocks import (
    RichTextBlock,
    RichTextElement,
    RichTextElementParts,
    RichTextListElement,
    RichTextPreformattedElement,
    RichTextQuoteElement,
    RichTextSectionElement,
)

from quizbot.message import Code, Entry, Listing, Markers, Paragraph, Prose, Quote, Style, Text
from quizbot_slack.limits import SECTION_TEXT, URL

Parts = list[RichTextElement]


def blocks(words: Iterable[Prose], opening: Sequence[RichTextElement] = ()) -> list[RichTextBlock]:
    """Rich text blocks that say `words`, each of a size that Slack takes.

    `opening`: sections that stand before them in the same block.
    """
    elements = [*opening, *_elements(tuple(words), 0)]
    return [RichTextBlock(elements=group) for group in _groups(_sized(elements))]


def title(text: str, *, before: str = "") -> RichTextElement:
    """A line in bold, with an emoji (by its name) before it."""
    parts: Parts = []
    if before:
        parts += [RichTextElementParts.Emoji(name=before), RichTextElementParts.Text(text=" ")]
    bold = RichTextElementParts.TextStyle(bold=True)
    parts += [RichTextElementParts.Text(text=piece, style=bold) for piece in _pieces(text)]
    return RichTextSectionElement(elements=parts)


def is_web(address: str) -> bool:
    """Whether Slack may be given the address as a link."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.netloc) and len(address) <= URL


def _elements(words: tuple[Prose, ...], indent: int) -> Parts:
    found: Parts = []
    for position, word in enumerate(words):
        last = position == len(words) - 1
        match word:
            case Paragraph(text):
                gap = "" if last or not isinstance(words[position + 1], Paragraph) else "\n"
                found.append(RichTextSectionElement(elements=[*_spans(text), *_text(gap)]))
            case Code(source):
                code = _text(source) or _text(" ")
                found.append(RichTextPreformattedElement(elements=code))
            case Quote(body):
                found.append(RichTextQuoteElement(elements=_inline(body)))
            case Listing(entries, markers):
                found += _listing(entries, markers, indent)
    return found


def _listing(entries: tuple[Entry, ...], markers: Markers, indent: int) -> Parts:
    """A list; what an entry holds beyond its first paragraph stands between two parts of it."""
    found: Parts = []
    items: Parts = []
    for position, entry in enumerate(entries):
        first, rest = _first(entry.body)
        if markers is Markers.LETTERS:
            found.append(RichTextSectionElement(elements=[*_bold(_mark(entry, markers)), *first]))
            found += _elements(rest, indent)
            continue
        head, *more = _groups(first or _text(" "))
        items.append(RichTextSectionElement(elements=head))
        if more or rest or position == len(entries) - 1:
            begin = position + 1 - len(items)
            found.append(_list(items, markers, indent, entries[begin].marker))
            items = []
            found += [RichTextSectionElement(elements=group) for group in more]
            found += _elements(rest, indent + 1)
    return found


def _list(items: Parts, markers: Markers, indent: int, marker: str) -> RichTextListElement:
    number = marker.strip(".) ")
    offset = int(number) - 1 if markers is Markers.NUMBERS and number.isdecimal() else 0
    return RichTextListElement(
        elements=items,
        style="ordered" if markers is Markers.NUMBERS else "bullet",
        indent=min(indent, 8),
        offset=offset or None,
    )


def _first(body: tuple[Prose, ...]) -> tuple[Parts, tuple[Prose, ...]]:
    if body and isinstance(body[0], Paragraph):
        return _spans(body[0].text), body[1:]
    return [], body


def _inline(body: Iterable[Prose]) -> Parts:
    """Prose inside a quote, which holds text only: its parts one below the other."""
    found: Parts = []
    for word in body:
        if found:
            found += _text("\n")
        match word:
            case Paragraph(text):
                found += _spans(text)
            case Code(source):
                code = RichTextElementParts.TextStyle(code=True)
                found += [RichTextElementParts.Text(text=p, style=code) for p in _pieces(source)]
            case Quote(inner):
                found += _inline(inner)
            case Listing(entries, markers):
                for number, entry in enumerate(entries):
                    mark = _mark(entry, markers)
                    found += _text(("\n" if number else "") + mark)
                    found += _inline(entry.body)
    return found or _text(" ")


def _mark(entry: Entry, markers: Markers) -> str:
    match markers:
        case Markers.BULLETS:
            return "• "
        case Markers.NUMBERS:
            return f"{entry.marker} "
        case Markers.LETTERS:
            return f"{entry.marker}. "


def _spans(text: Text) -> Parts:
    found: Parts = []
    for span in text:
        style = _style(span.style)
        if span.place is not None:
            found.append(RichTextElementParts.Channel(channel_id=span.place.channel, style=style))
            continue
        pieces = _pieces(span.text)
        if span.link and is_web(span.link):
            link = span.link
            found += [RichTextElementParts.Link(url=link, text=p, style=style) for p in pieces]
        else:
            found += [RichTextElementParts.Text(text=p, style=style) for p in pieces]
    return found or _text(" ")


def _style(style: Style) -> RichTextElementParts.TextStyle | None:
    if style is Style.PLAIN:
        return None
    return RichTextElementParts.TextStyle(
        bold=Style.BOLD in style or None,
        italic=Style.ITALIC in style or None,
        strike=Style.STRUCK in style or None,
        code=Style.CODE in style or None,
    )


def _bold(text: str) -> Parts:
    return [RichTextElementParts.Text(text=text, style=RichTextElementParts.TextStyle(bold=True))]


def _text(text: str) -> Parts:
    return [RichTextElementParts.Text(text=piece) for piece in _pieces(text)]


def _pieces(text: str) -> list[str]:
    """See `pieces`, at most SECTION_TEXT characters each."""
    return pieces(text, SECTION_TEXT)


def pieces(text: str, longest: int) -> list[str]:
    """The text in pieces, cut after a line or a word where one ends; none of an empty text."""
    found: list[str] = []
    while len(text) > longest:
        ends = (text.rfind(mark, longest // 2, longest) + 1 for mark in ("\n", " "))
        cut = next((end for end in ends if end), longest)
        found.append(text[:cut])
        text = text[cut:]
    return [*found, text] if text else found


def _sized(elements: Sequence[RichTextElement]) -> Parts:
    """The same with every element that is too long split into several of its kind."""
    found: Parts = []
    for element in elements:
        if size(element) <= SECTION_TEXT:
            found.append(element)
            continue
        begun = 0
        for group in _groups(_inside(element)):
            found.append(_like(element, group, begun))
            begun += len(group)
    return found


def _like(element: RichTextElement, inside: Parts, begun: int) -> RichTextElement:
    """One of that kind; `begun`: how many entries of a list stand before."""
    match element:
        case RichTextListElement(style=style, indent=indent, offset=offset):
            number = (offset or 0) + begun if style == "ordered" else 0
            return RichTextListElement(
                elements=inside, style=style, indent=indent, offset=number or None
            )
        case RichTextPreformattedElement():
            return RichTextPreformattedElement(elements=inside)
        case RichTextQuoteElement():
            return RichTextQuoteElement(elements=inside)
        case _:
            return RichTextSectionElement(elements=inside)


def _inside(element: RichTextElement) -> Parts:
    inside: Parts = getattr(element, "elements", [])
    return inside


def _groups(elements: Iterable[RichTextElement]) -> list[Parts]:
    """Elements side by side in groups of at most SECTION_TEXT characters."""
    groups: list[Parts] = [[]]
    room = SECTION_TEXT
    for element in elements:
        need = size(element)
        if need > room and groups[-1]:
            groups.append([])
            room = SECTION_TEXT
        groups[-1].append(element)
        room -= need
    return [group for group in groups if group]


def size(element: object) -> int:
    """The characters that a person reads in an element."""
    inner = getattr(element, "elements", None)
    if inner is not None:
        return sum(size(part) for part in inner)
    return len(getattr(element, "text", None) or "")
