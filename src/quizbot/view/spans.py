"""Here is how the inline part of parsed Markdown becomes spans."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlsplit

from markdown_it.tree import SyntaxTreeNode

from quizbot.message import Span, Style, Text, plain

_STYLES = {"strong": Style.BOLD, "em": Style.ITALIC, "s": Style.STRUCK}


def of(node: SyntaxTreeNode, style: Style = Style.PLAIN) -> Text:
    """The spans of everything inside `node`, all of them in `style` besides their own."""
    return merged(_within(node, style, None))


def merged(spans: Iterable[Span]) -> Text:
    """Neighbours in the same style as one span; empty ones left out."""
    result: list[Span] = []
    for span in spans:
        last = result[-1] if result else None
        if last and (last.style, last.link) == (span.style, span.link):
            result[-1] = Span(last.text + span.text, span.style, span.link)
        elif span.text:
            result.append(span)
    return tuple(result)


def _within(node: SyntaxTreeNode, style: Style, link: str | None) -> list[Span]:
    return [span for child in node.children for span in _spans(child, style, link)]


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
            return _instead_of_image(node, style, link)
        case "link":
            return _link(node, style, str(node.attrs.get("href", "")))
        case "strong" | "em" | "s":
            return _within(node, style | _STYLES[node.type], link)
        case _:
            return _within(node, style, link)


def _instead_of_image(node: SyntaxTreeNode, style: Style, link: str | None) -> list[Span]:
    """The image's words; its address where it has none."""
    words = _within(node, style, link)
    return words if plain(tuple(words)).strip() else [Span(str(node.attrs["src"]), style, link)]


def _link(node: SyntaxTreeNode, style: Style, address: str) -> list[Span]:
    web = _is_web(address)
    words = _within(node, style, address if web else None)
    if plain(tuple(words)).strip():
        return words
    return [Span(address, style, address if web else None)]


def _is_web(address: str) -> bool:
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.netloc)
