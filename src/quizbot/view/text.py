"""Here is how a bank's Markdown becomes prose: parsed by a library, never by patterns.

Nothing that an author wrote is lost: what has no place in prose stays as its plain characters.
"""

from __future__ import annotations

from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

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
    plain,
)
from quizbot.view import spans

DEEPEST = 20
"""Levels of nesting that the parser follows; below, it drops what it finds."""


def prose(markdown: str) -> tuple[Prose, ...]:
    """The text as paragraphs, code, lists and quotations. Raw HTML is text."""
    tokens = _parser().parse(markdown)
    parts = () if _too_deep(tokens) else _blocks(SyntaxTreeNode(tokens).children)
    if "".join(map(_words, parts)).strip() or not markdown.strip():
        return parts
    return (Paragraph((Span(markdown.strip()),)),)


def phrase(markdown: str) -> tuple[Prose, ...]:
    """A text that may be a mere sign, such as an option.

    One line is never a list, quotation or heading: `- 5`, `> 5` and `+` mean what they say. A text
    of several lines is prose.
    """
    line = markdown.strip()
    return prose(markdown) if "\n" in line else (Paragraph(_line(line)),) if line else ()


def inline(markdown: str) -> Text:
    """The text as one line, in which the blocks of a longer one follow each other."""
    joined: list[Span] = []
    for part in phrase(markdown):
        if joined:
            joined.append(Span(" "))
        joined += _flat(part)
    return spans.merged([Span(" ".join(s.text.split("\n")), s.style, s.link) for s in joined])


def gist(markdown: str, most: int = 140) -> str:
    """The beginning of the text in plain characters, ended at a word where it is long."""
    words = " ".join(plain(inline(markdown)).split())
    if len(words) <= most:
        return words
    kept = words[: most - 1]
    whole, space, _ = kept.rpartition(" ")
    return (whole if space and len(whole) > most // 2 else kept).rstrip(" ,;:.") + "…"


@cache
def _parser() -> MarkdownIt:
    options = {"html": False, "maxNesting": DEEPEST}
    return MarkdownIt("commonmark", options).enable(["strikethrough", "table"])


def _too_deep(tokens: list[Token]) -> bool:
    return any(token.level >= DEEPEST - 1 or _too_deep(token.children or []) for token in tokens)


def _line(markdown: str) -> Text:
    tokens = _parser().parseInline(markdown)
    if _too_deep(tokens):
        return (Span(markdown),)
    node = SyntaxTreeNode(tokens)
    return spans.of(node.children[0]) or (Span(markdown),)


def _blocks(nodes: list[SyntaxTreeNode]) -> tuple[Prose, ...]:
    return tuple(part for node in nodes for part in _block(node))


def _block(node: SyntaxTreeNode) -> tuple[Prose, ...]:
    match node.type:
        case "paragraph":
            return (Paragraph(spans.of(node)),)
        case "heading":
            return (Paragraph(spans.of(node, Style.BOLD)),)
        case "fence" | "code_block":
            return (Code(node.content.removesuffix("\n"), node.info.strip().partition(" ")[0]),)
        case "blockquote":
            return (Quote(_blocks(node.children)),)
        case "bullet_list":
            return (Listing(tuple(Entry(_blocks(item.children)) for item in node.children)),)
        case "ordered_list":
            first = int(node.attrs.get("start", 1))
            entries = tuple(
                Entry(_blocks(item.children), f"{number}.")
                for number, item in enumerate(node.children, start=first)
            )
            return (Listing(entries, Markers.NUMBERS),)
        case "table":
            return tuple(Paragraph(_row(row)) for part in node.children for row in part.children)
        case "hr":
            return ()
        case _:
            return (Paragraph((Span(node.content),)),)


def _row(row: SyntaxTreeNode) -> Text:
    cells: list[Span] = []
    for cell in row.children:
        if cells:
            cells.append(Span(" | "))
        cells += spans.of(cell, Style.BOLD if cell.type == "th" else Style.PLAIN)
    return tuple(cells)


def _flat(part: Prose) -> list[Span]:
    match part:
        case Paragraph(text):
            return list(text)
        case Code(source):
            return [Span(source, Style.CODE)]
        case Quote(body):
            return _run([_flat(inner) for inner in body])
        case Listing(entries):
            return _run([_flat_entry(entry) for entry in entries])


def _flat_entry(entry: Entry) -> list[Span]:
    return [Span(f"{entry.marker or '•'} "), *_run([_flat(inner) for inner in entry.body])]


def _run(parts: list[list[Span]]) -> list[Span]:
    """The parts in a row, a space between them."""
    return [s for n, part in enumerate(parts) for s in ([Span(" ")] if n else []) + part]


def _words(part: Prose) -> str:
    match part:
        case Paragraph(text):
            return plain(text)
        case Code(source):
            return source
        case Quote(body):
            return "".join(map(_words, body))
        case Listing(entries):
            return "".join(_words(inner) for entry in entries for inner in entry.body)
