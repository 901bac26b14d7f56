"""Here is how Slack's texts become HTML: plain text, mrkdwn, Markdown and rich text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from itertools import groupby
from typing import Any

from markdown_it import MarkdownIt

Json = Mapping[str, Any]

EMOJI: Mapping[str, str] = {
    "+1": "👍", "alarm_clock": "⏰", "bar_chart": "📊", "bell": "🔔", "books": "📚", "bulb": "💡",
    "calendar": "📆", "chart_with_upwards_trend": "📈", "clipboard": "📋", "dart": "🎯",
    "eyes": "👀", "fire": "🔥", "gear": "⚙️", "heavy_check_mark": "✔️", "hourglass": "⌛",
    "hourglass_flowing_sand": "⏳", "information_source": "ℹ️", "lock": "🔒", "mag": "🔍",
    "medal": "🎖️", "memo": "📝", "no_entry": "⛔", "question": "❓", "repeat": "🔁", "rocket": "🚀",
    "rotating_light": "🚨", "smile": "😄", "sparkles": "✨", "star": "⭐", "tada": "🎉",
    "thumbsup": "👍", "trophy": "🏆", "unlock": "🔓", "warning": "⚠️", "wave": "👋",
    "white_check_mark": "✅", "x": "❌",
}  # fmt: skip
"""Characters by Slack's short names; a name that isn't here is shown as it is written."""

_NAMED = re.compile(r":([a-z0-9_+\-]+):")
_FENCE = re.compile(r"\n?```\n?(.+?)\n?```\n?", re.DOTALL)
_WEB = re.compile(r"(?:https?://|mailto:)", re.IGNORECASE)
_MARK = re.compile(
    r"`(?P<code>[^`\n]+)`"
    r"|<(?P<angle>[^<>\n]+)>"
    r"|(?<![\w*])\*(?P<b>(?=\S)(?:<[^<>\n]*>|[^*\n])+)(?<=\S)\*(?![\w*])"
    r"|(?<![\w])_(?P<i>(?=\S)(?:<[^<>\n]*>|[^_\n])+)(?<=\S)_(?![\w])"
    r"|(?<![\w~])~(?P<s>(?=\S)(?:<[^<>\n]*>|[^~\n])+)(?<=\S)~(?![\w~])"
    r"|(?P<bare>https?://[^\s<>|]*[^\s<>|.,;:!?)'\"])"
)
_TAGS = {"bold": "b", "italic": "i", "strike": "s", "code": "code"}
_BULLETS = ("disc", "circle", "square")
_NUMBERS = ("decimal", "lower-alpha", "lower-roman")
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


def text(said: Json) -> str:
    """A text object: `plain_text` or `mrkdwn`."""
    match said["type"]:
        case "plain_text":
            shown = _lines(escape(str(said["text"])))
            return shown if said.get("emoji") is False else _emoji(shown)
        case "mrkdwn":
            return mrkdwn(str(said["text"]), verbatim=bool(said.get("verbatim")))
        case other:
            raise ValueError(f"there is no text {other}")


def mrkdwn(written: str, *, verbatim: bool = False) -> str:
    """Slack's own markup. `verbatim`: bare addresses stay text."""
    shown = ""
    for number, piece in enumerate(_FENCE.split(written)):
        if number % 2:
            shown += f"<pre>{_characters(piece)}</pre>"
            continue
        for quoted, lines in groupby(piece.split("\n"), lambda line: line.startswith("&gt;")):
            if quoted:
                body = "\n".join(line.removeprefix("&gt;").removeprefix(" ") for line in lines)
                shown += f"<blockquote>{_lines(_marks(body, verbatim))}</blockquote>"
            else:
                shown += _lines(_marks("\n".join(lines), verbatim))
    return shown


def markdown(written: str) -> str:
    """The text of a markdown block, which is standard Markdown."""
    return f'<div class="markdown">{_emoji(str(_MARKDOWN.render(written)))}</div>'


def rich_text(elements: Sequence[Json], names: Mapping[str, str]) -> str:
    """The elements of a rich_text block. `names`: of channels and people, by their id."""
    return "".join(_rich(element, names) for element in elements)


def link(address: str, label: str) -> str:
    """A link, where the address is one that Slack would follow; `label` is HTML."""
    return f'<a href="{escape(address)}">{label}</a>' if _WEB.match(address) else label


def _marks(written: str, verbatim: bool) -> str:  # noqa: FBT001
    shown, end = "", 0
    for mark in _MARK.finditer(written):
        shown += _emoji(_characters(written[end : mark.start()]))
        kind, inner = str(mark.lastgroup), str(mark[mark.lastgroup or 0])
        match kind:
            case "code":
                shown += f"<code>{_characters(inner)}</code>"
            case "angle":
                shown += _angle(inner)
            case "bare":
                label = _characters(inner)
                shown += label if verbatim else link(_unescaped(inner), label)
            case tag:
                shown += f"<{tag}>{_marks(inner, verbatim)}</{tag}>"
        end = mark.end()
    return shown + _emoji(_characters(written[end:]))


def _angle(inner: str) -> str:
    """What stands between < and >: a link, a mention or a date."""
    target, _, label = inner.partition("|")
    shown = _characters(label or target)
    match target[0]:
        case "@" | "#":
            sign = target[0] if label else ""
            return f'<span class="mention">{sign}{shown}</span>'
        case "!" if target.startswith("!date^"):
            return shown
        case "!":
            return f'<span class="mention">@{_characters(label or target[1:]).lstrip("@")}</span>'
        case _:
            return link(_unescaped(target), shown)


def _unescaped(written: str) -> str:
    return written.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _characters(written: str) -> str:
    """Slack's three escapes read, and everything escaped for HTML."""
    return escape(_unescaped(written))


def _emoji(shown: str) -> str:
    return _NAMED.sub(lambda named: _named(named[1], named[0]), shown)


def _named(name: str, otherwise: str) -> str:
    return f'<span class="emoji">{EMOJI[name]}</span>' if name in EMOJI else otherwise


def _lines(shown: str) -> str:
    """An empty line is a small gap in Slack; other line ends are kept by the style sheet."""
    return re.sub(r"\n\n", '<span class="gap"></span>', shown)


def _rich(element: Json, names: Mapping[str, str]) -> str:
    if element["type"] == "rich_text_list":
        return _list(element, names)
    inside = "".join(_part(part, names) for part in element["elements"])
    match element["type"]:
        case "rich_text_section":
            return f'<div class="text">{_lines(inside)}</div>'
        case "rich_text_preformatted":
            return f"<pre>{inside}</pre>"
        case "rich_text_quote":
            return f"<blockquote>{_lines(inside)}</blockquote>"
        case other:
            raise ValueError(f"there is no rich text element {other}")


def _list(element: Json, names: Mapping[str, str]) -> str:
    indent = int(element.get("indent", 0))
    ordered = element["style"] == "ordered"
    kind = (_NUMBERS if ordered else _BULLETS)[indent % 3]
    start = f' start="{int(element.get("offset", 0)) + 1}"' if ordered else ""
    style = f"margin-left: {28 * indent}px; list-style-type: {kind}"
    items = "".join(f"<li>{_rich(item, names)}</li>" for item in element["elements"])
    tag = "ol" if ordered else "ul"
    return f'<{tag}{start} style="{style}">{items}</{tag}>'


def _part(part: Json, names: Mapping[str, str]) -> str:
    match part["type"]:
        case "text":
            shown = escape(str(part["text"]))
        case "link":
            label = escape(str(part.get("text") or part["url"]))
            shown = link(str(part["url"]), label)
        case "emoji":
            shown = _named(str(part["name"]), f":{escape(str(part['name']))}:")
        case "channel":
            shown = _mention("#", str(part["channel_id"]), names)
        case "user":
            shown = _mention("@", str(part["user_id"]), names)
        case "broadcast":
            shown = f'<span class="mention">@{escape(str(part["range"]))}</span>'
        case other:
            raise ValueError(f"there is no rich text element {other}")
    for style, tag in _TAGS.items():
        if part.get("style", {}).get(style):
            shown = f"<{tag}>{shown}</{tag}>"
    return shown


def _mention(sign: str, identity: str, names: Mapping[str, str]) -> str:
    return f'<span class="mention">{sign}{escape(names.get(identity, identity))}</span>'
