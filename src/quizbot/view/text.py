"""Here is how a bank's Markdown becomes prose: parsed by a library, never by patterns."""

from __future__ import annotations

from urllib.parse import urlsplit

from markdown_it import MarkdownIt
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
)

_STYLES = {"strong": Style.BOLD, "em": Style.ITALIC, "s": Style.STRUCK}


def prose(markdown: str) -> tuple[Prose, ...]:
    """The text as paragraphs, code, lists and quotations. Raw HTML is text."""
    return _blocks(SyntaxTreeNode(_parser().parse(markdown)).children)


def inline(markdown: str) -> Text:
    """The text as one line: of several blocks, the words of each."""
    return tuple(span for part in prose(markdown) for span in _spans_of(part))


def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable(["strikethrough", "table"])


def _blocks(nodes: list[SyntaxTreeNode]) -> tuple[Prose, ...]:
    return tuple(part for node in nodes for part in _block(node))


def _block(node: SyntaxTreeNode) -> tuple[Prose, ...]:
    match node.type:
        case "paragraph":
            return (Paragraph(_inline(node)),)
        case "heading":
            return (Paragraph(tuple(_with(span, Style.BOLD) for span in _inline(node))),)
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
        case "html_block":
            return (Paragraph((Span(node.content.rstrip("\n")),)),)
        case _:
            return (Paragraph((Span(node.content),)),)


def _row(row: SyntaxTreeNode) -> Text:
    spans: list[Span] = []
    for cell in row.children:
        if spans:
            spans.append(Span(" | "))
        spans.extend(_inline(cell))
    return tuple(spans)


def _inline(node: SyntaxTreeNode) -> Text:
    return _merged([s for child in node.children for s in _spans(child, Style.PLAIN, None)])


def _spans(node: SyntaxTreeNode, style: Style, link: str | None) -> list[Span]:
    match node.type:
        case "text" | "html_inline":
            return [Span(node.content, style, link)]
        case "code_inline":
            return [Span(node.content, style | Style.CODE, link)]
        case "softbreak":
            return [Span(" ", style, link)]
        case "hardbreak":
            return [Span("\n", style, link)]
        case "image":
            return [Span(node.content, style, link)]
        case "link":
            address = str(node.attrs.get("href", ""))
            return _within(node, style, address if _is_web(address) else link)
        case "strong" | "em" | "s":
            return _within(node, style | _STYLES[node.type], link)
        case _:
            return _within(node, style, link)


def _within(node: SyntaxTreeNode, style: Style, link: str | None) -> list[Span]:
    return [span for child in node.children for span in _spans(child, style, link)]


def _merged(spans: list[Span]) -> Text:
    """Neighbours in the same style as one span."""
    merged: list[Span] = []
    for span in spans:
        last = merged[-1] if merged else None
        if last and (last.style, last.link) == (span.style, span.link):
            merged[-1] = Span(last.text + span.text, span.style, span.link)
        elif span.text:
            merged.append(span)
    return tuple(merged)


def _with(span: Span, style: Style) -> Span:
    return Span(span.text, span.style | style, span.link)


def _spans_of(part: Prose) -> Text:
    match part:
        case Paragraph(text):
            return text
        case Code(source):
            return (Span(source, Style.CODE),)
        case Quote(body):
            return tuple(span for inner in body for span in _spans_of(inner))
        case Listing(entries):
            return tuple(s for entry in entries for inner in entry.body for s in _spans_of(inner))


def _is_web(address: str) -> bool:
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.netloc)
