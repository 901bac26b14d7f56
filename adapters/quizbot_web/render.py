"""Here is how a Message or a FormSpec becomes JSON that the page draws.

Nothing here is markup: the page makes one DOM node per value and sets its text. The JSON is also
what the journal keeps, so a message from before a restart is drawn, and found, like a new one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from quizbot.message import (
    Action,
    Attachment,
    Block,
    Button,
    Buttons,
    Callout,
    Choice,
    Code,
    Footnote,
    Heading,
    Image,
    Listing,
    Menu,
    Message,
    Paragraph,
    Prose,
    Quote,
    Span,
    Style,
    Table,
    Text,
)
from quizbot.ports import FormField, FormSpec

Json = dict[str, object]

PICTURES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
"""What a browser draws and can't run: SVG may hold scripts and is handed out as a file."""


@dataclass(frozen=True, slots=True)
class File:
    """Bytes of a picture or an attachment, named by their digest."""

    digest: str
    data: bytes = field(repr=False)


def body(message: Message) -> Json:
    """All of `message` but the bytes of its files."""
    return {"summary": message.summary, "blocks": [_block(block) for block in message.blocks]}


def form(spec: FormSpec) -> Json:
    """The form as the page's dialog needs it."""
    return {
        "action": spec.action.encode(),
        "title": spec.title,
        "submit": spec.submit,
        "intro": _prose(spec.intro),
        "fields": [_field(item) for item in spec.fields],
    }


def choices(found: Iterable[Choice]) -> list[Json]:
    """Choices of a menu, a field or a completion."""
    return [
        {"value": choice.value, "label": choice.label, "description": choice.description}
        for choice in found
    ]


def files(message: Message) -> tuple[File, ...]:
    """The files that `body(message)` names by digest."""
    return tuple(
        File(_digest(block.data), block.data)
        for block in message.blocks
        if isinstance(block, (Image, Attachment))
    )


def named_files(rendered: Mapping[str, object]) -> dict[str, tuple[str, str]]:
    """The media type and file name under each digest that a rendered body names."""
    return {
        str(block["file"]): (str(block["type"]), str(block["name"]))
        for block in _blocks(rendered)
        if "file" in block
    }


def offered(rendered: Mapping[str, object]) -> tuple[Action, ...]:
    """Every action that a rendered body offers, in order."""
    return tuple(Action.decode(token) for token in _tokens(rendered))


def _block(block: Block) -> Json:
    match block:
        case Paragraph() | Code() | Quote() | Listing():
            return _word(block)
        case Heading(text, level):
            return {"kind": "heading", "text": text, "level": level}
        case Callout(tone, title, inner):
            return {
                "kind": "callout",
                "tone": tone.name.lower(),
                "title": title,
                "body": _prose(inner),
            }
        case Table(header, rows, numeric, caption):
            return {
                "kind": "table",
                "header": list(header),
                "rows": [list(row) for row in rows],
                "numeric": sorted(numeric),
                "caption": caption,
            }
        case Image(data, alt, media_type, name):
            return {"kind": "image", "alt": alt, **_file(data, media_type, name)}
        case Attachment(data, name, media_type, label):
            return {
                "kind": "attachment",
                "label": label,
                "bytes": len(data),
                **_file(data, media_type, name),
            }
        case Buttons(buttons):
            return {"kind": "buttons", "buttons": [_button(button) for button in buttons]}
        case Menu(action, label, options, least, most, submit):
            return {
                "kind": "menu",
                "action": action.encode(),
                "label": label,
                "choices": choices(options),
                "least": least,
                "most": most,
                "submit": submit,
            }
        case Footnote(text):
            return {"kind": "footnote", "text": _text(text)}


def _word(word: Prose) -> Json:
    match word:
        case Paragraph(text):
            return {"kind": "paragraph", "text": _text(text)}
        case Code(source, language):
            return {"kind": "code", "source": source, "language": language}
        case Quote(inner):
            return {"kind": "quote", "body": _prose(inner)}
        case Listing(entries, markers):
            return {
                "kind": "listing",
                "markers": markers.name.lower(),
                "entries": [
                    {"marker": entry.marker, "body": _prose(entry.body)} for entry in entries
                ],
            }


def _prose(words: tuple[Prose, ...]) -> list[Json]:
    return [_word(word) for word in words]


def _text(text: Text) -> list[Json]:
    return [_span(span) for span in text]


def _span(span: Span) -> Json:
    rendered: Json = {"text": span.text}
    styles = [style.name.lower() for style in Style if style in span.style and style.name]
    if styles:
        rendered["style"] = styles
    if span.link and _is_web(span.link):
        rendered["link"] = span.link
    return rendered


def _is_web(address: str) -> bool:
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.netloc)


def _button(button: Button) -> Json:
    return {
        "label": button.label,
        "action": button.action.encode(),
        "emphasis": button.emphasis.name.lower(),
        "description": button.description,
    }


def _field(item: FormField) -> Json:
    return {
        "name": item.name,
        "label": item.label,
        "kind": item.kind.value,
        "values": list(item.values),
        "choices": choices(item.choices),
        "required": item.required,
        "hint": item.hint,
        "error": item.error,
    }


def _file(data: bytes, media_type: str, name: str) -> Json:
    return {"file": _digest(data), "type": media_type, "name": name}


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _tokens(rendered: Mapping[str, object]) -> Iterator[str]:
    for block in _blocks(rendered):
        if block["kind"] == "buttons":
            yield from (str(button["action"]) for button in _objects(block["buttons"]))
        elif block["kind"] == "menu":
            yield str(block["action"])


def _blocks(rendered: Mapping[str, object]) -> Iterator[Json]:
    return _objects(rendered.get("blocks"))


def _objects(value: object) -> Iterator[Json]:
    if isinstance(value, list):
        yield from (entry for entry in value if isinstance(entry, dict))
