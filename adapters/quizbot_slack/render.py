"""Here is how a Message becomes Slack's blocks: pure, total, and split where it is too long."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from slack_sdk.models import blocks as kit

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
    Footnote,
    Heading,
    Image,
    Listing,
    Menu,
    Message,
    Paragraph,
    Quote,
    Span,
    Style,
    Table,
    Text,
    Tone,
    plain,
)
from quizbot_slack import limits, rich, tables
from quizbot_slack.splitting import NEW, Measure, split

Json = dict[str, Any]

EMOJI: Mapping[Tone, str] = {
    Tone.CORRECT: "white_check_mark",
    Tone.INCORRECT: "x",
    Tone.TRAP: "warning",
    Tone.NOTE: "bulb",
    Tone.WARNING: "rotating_light",
    Tone.NEUTRAL: "",
}
PICTURES = frozenset({"image/png", "image/jpeg", "image/gif"})
MENU = "menu:"
"""Before the token of a menu's checkboxes, whose answer comes with the press of its button."""

_FORMATS = re.compile(r"[*_~`]|^\s*>|:[\w'+-]+:", re.MULTILINE)
"""What Slack would read as a mark, a quote or an emoji in small print."""


@dataclass(frozen=True, slots=True)
class Part:
    """One Slack message: blocks, and the text for notifications and screen readers."""

    blocks: tuple[Json, ...]
    text: str


def parts(message: Message, pictures: Mapping[str, str], *, measure: Measure = NEW) -> list[Part]:
    """`message` as one Slack message, or several where it is too long; the buttons come last.

    `pictures`: the ids of pictures uploaded to Slack, by `digest`; one without id is told in words.
    """
    rendered = [one for block in message.blocks for one in _block(block, pictures)]
    text = fit(escape(message.summary), limits.FALLBACK)
    return [Part(tuple(group), text) for group in split(rendered, measure)] or [Part((), text)]


def blocks(message: Message) -> list[Json]:
    """All of `message` in one list, for a modal or the home tab: neither takes a table.

    Pictures are told in words; where it is too long, an ellipsis stands for the rest.
    """
    found = [one for block in message.blocks for one in _anywhere(block)]
    most = limits.VIEW_BLOCKS
    return found if len(found) <= most else [*found[: most - 1], *_small("…")]


def images(message: Message) -> list[Image]:
    """The pictures of `message` that Slack can show."""
    found = [block for block in message.blocks if isinstance(block, Image)]
    return [image for image in found if image.media_type in PICTURES]


def digest(data: bytes) -> str:
    """A picture's name in `pictures`."""
    return hashlib.sha256(data).hexdigest()


def offered(rendered: Iterable[Mapping[str, Any]]) -> Iterator[Action]:
    """Every action that blocks read from Slack offer, ours only."""
    for block in rendered:
        for element in block.get("elements", ()) if block.get("type") == "actions" else ():
            try:
                yield Action.decode(str(element.get("action_id", "")))
            except ValueError:
                continue


def option(choice: Choice) -> kit.Option:
    """An option; what doesn't fit into its first line stands in the second."""
    label, *more = rich.pieces(choice.label, limits.OPTION_TEXT) or [" "]
    second = fit("".join(more) or choice.description, limits.OPTION_DESCRIPTION)
    return kit.Option(
        value=choice.value,
        text=_plain(label.rstrip()),
        description=_plain(second) if second else None,
    )


def escape(text: str) -> str:
    """Text as Slack's mrkdwn wants it: nothing in it is a mention, a link or a command."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def fit(text: str, longest: int) -> str:
    """The text; a longer one ends in an ellipsis."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _block(block: Block, pictures: Mapping[str, str]) -> list[Json]:
    match block:
        case Paragraph() | Code() | Quote() | Listing():
            return [one.to_dict() for one in rich.blocks((block,))]
        case Heading(text, level):
            if level == 1 and len(text) <= limits.HEADER:
                return [kit.HeaderBlock(text=_plain(text)).to_dict()]
            return [one.to_dict() for one in rich.blocks((), [rich.title(text)])]
        case Callout(tone, title, body):
            opening = [rich.title(title, before=EMOJI[tone])] if title else []
            if title and body and all(isinstance(word, Paragraph) for word in body):
                body = (Quote(body),)  # a bar beside it sets each part apart
            return [one.to_dict() for one in rich.blocks(body, opening)]
        case Table():
            return _table(block)
        case Image(data, alt):
            return _image(alt, pictures.get(digest(data)))
        case Attachment(label=label):
            return _small(label)
        case Buttons(buttons):
            return _buttons(buttons)
        case Menu():
            return _menu(block)
        case Footnote(text):
            return _footnote(text)


def _plain(text: str) -> kit.PlainTextObject:
    return kit.PlainTextObject(text=text or " ", emoji=False)


def _small(text: str) -> list[Json]:
    pieces = rich.pieces(text, limits.SECTION_TEXT) or [" "]
    return [kit.ContextBlock(elements=[_plain(piece)]).to_dict() for piece in pieces]


def _image(alt: str, file_id: str | None) -> list[Json]:
    """The picture; words that are longer than Slack keeps beside it stand under it."""
    if file_id is None:
        return _small(alt)
    words = fit(alt or " ", limits.ALT_TEXT)
    picture = {"type": "image", "slack_file": {"id": file_id}, "alt_text": words}
    return [picture, *(_small(alt) if len(alt) > limits.ALT_TEXT else [])]


def _anywhere(block: Block) -> list[Json]:
    """The block for a modal or the home tab."""
    return _lines(block) if isinstance(block, Table) else _block(block, {})


def _table(table: Table) -> list[Json]:
    if not tables.is_native(table):
        return _lines(table)
    return [*_caption(table), *tables.native(table)]


def _lines(table: Table) -> list[Json]:
    return [*_caption(table), *_block(tables.in_lines(table), {})]


def _caption(table: Table) -> list[Json]:
    return _small(table.caption) if table.caption else []


def _buttons(buttons: Sequence[Button]) -> list[Json]:
    rows = [
        buttons[start : start + limits.ACTIONS] for start in range(0, len(buttons), limits.ACTIONS)
    ]
    return [kit.ActionsBlock(elements=[_button(one) for one in row]).to_dict() for row in rows]


def _button(button: Button) -> kit.ButtonElement:
    styles = {Emphasis.PRIMARY: "primary", Emphasis.DANGER: "danger", Emphasis.NORMAL: None}
    described = f"{button.label}. {button.description}" if button.description else ""
    return kit.ButtonElement(
        text=_plain(fit(button.label, limits.BUTTON_LABEL)),
        action_id=button.action.encode(),
        style=styles[button.emphasis],
        accessibility_label=fit(described, limits.ACCESSIBILITY_LABEL) or None,
    )


def _menu(menu: Menu) -> list[Json]:
    """Checkboxes and a button. The full texts stand in the body above them."""
    token = menu.action.encode()
    options = [option(choice) for choice in menu.choices[: limits.CHECKBOXES]]
    boxes = kit.CheckboxesElement(action_id=f"{MENU}{token}", options=options)
    submit = kit.ButtonElement(
        text=_plain(fit(menu.submit, limits.BUTTON_LABEL)), action_id=token, style="primary"
    )
    return [
        *_small(menu.label),
        kit.ActionsBlock(elements=[boxes, submit], block_id=f"{MENU}{token}").to_dict(),
    ]


def _footnote(text: Text) -> list[Json]:
    """Small print; where it has marks, which small print shows between words only, rich text."""
    whole = plain(text)
    linked = "".join(_linked(span) for span in text)
    styled = any(span.style is not Style.PLAIN for span in text)
    if not styled and linked == escape(whole) and len(whole) <= limits.SECTION_TEXT:
        return _small(whole)
    if styled or _FORMATS.search(whole) or len(linked) > limits.SECTION_TEXT:
        return [one.to_dict() for one in rich.blocks((Paragraph(text),))]
    small = kit.MarkdownTextObject(text=linked, verbatim=True)
    return [kit.ContextBlock(elements=[small]).to_dict()]


def _linked(span: Span) -> str:
    """The characters, led to where they lead."""
    link = span.link or ""
    if not rich.is_web(link) or set("<>|") & set(link) or not span.text.strip():
        return escape(span.text)
    return f"<{escape(link)}|{escape(span.text)}>"
