"""Here is a page that shows Slack's messages, modals and home tabs as its desktop client does."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from adapters.slack.blockkit_text import Json, markdown, mrkdwn, rich_text, text

_CSS = Path(__file__).with_suffix(".css")
_COLOURS = ("#4a154b", "#2b6777", "#8a4f7d", "#3d5a80", "#9a5b13", "#386641")
_EYE = (
    '<svg viewBox="0 0 20 20" width="16" height="16" fill="none" stroke="currentColor" '
    'stroke-width="1.5"><path d="M1.5 10S4.5 4.5 10 4.5 18.5 10 18.5 10 15.5 15.5 10 15.5 '
    '1.5 10 1.5 10Z"/><circle cx="10" cy="10" r="2.75"/></svg>'
)
_CLOCK = (
    '<svg viewBox="0 0 20 20" width="18" height="18" fill="none" stroke="currentColor" '
    'stroke-width="1.5"><circle cx="10" cy="10" r="7.5"/><path d="M10 5.5V10l3 2.5"/></svg>'
)
_WRONG = (
    '<svg viewBox="0 0 20 20" width="16" height="16"><path fill="currentColor" d="M10 2.5 '
    '19 17.5H1Z"/><path stroke="#fff" stroke-width="1.75" d="M10 8v4.5M10 14v1.75"/></svg>'
)


@dataclass(frozen=True, slots=True)
class ShownMessage:
    """A message as it is shown.

    `picture`: PNGs by Slack's file id, or by their address. `names`: of channels and people, by id.
    """

    author: str
    app: bool
    time: str
    blocks: Sequence[Json]
    text: str = ""
    ephemeral: bool = False
    replies: Sequence[ShownMessage] = ()
    picture: Mapping[str, bytes] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)


def page(messages: Sequence[ShownMessage], *, title: str) -> str:
    """The channel `title` with messages in it."""
    name = escape(title.removeprefix("#").strip())
    bar = f'<header class="bar"><span class="hash">#</span> {name}</header>'
    shown = "".join(map(_message, messages))
    return _document(title, f'<main class="column">{bar}{shown}</main>')


def view_page(view: Mapping[str, Any], *, errors: Mapping[str, str] = {}) -> str:
    """An open modal. `errors`: what is wrong, by the block_id of the field."""
    blocks = _blocks(view["blocks"], {}, {}, errors)
    title = text(view["title"])
    close = text(view["close"]) if "close" in view else "Cancel" if "submit" in view else "Close"
    buttons = f'<span class="button">{close}</span>'
    if "submit" in view:
        buttons += f'<span class="button primary">{text(view["submit"])}</span>'
    return _document(
        str(view["title"]["text"]),
        f'<div class="backdrop"><section class="modal"><header><h1>{title}</h1>'
        f'<span class="cross">✕</span></header><div class="inside">{blocks}</div>'
        f"<footer>{buttons}</footer></section></div>",
    )


def home_page(view: Mapping[str, Any], *, name: str = "quizbot") -> str:
    """The home tab of the app `name`."""
    tabs = '<nav><span class="here">Home</span><span>Messages</span><span>About</span></nav>'
    bar = f'<header class="bar app">{_avatar(name, app=True)}{escape(name)}</header>'
    blocks = _blocks(view["blocks"], {}, {}, {})
    inside = f'<main class="column">{bar}{tabs}<div class="home">{blocks}</div></main>'
    return _document(name, inside)


def _document(title: str, inside: str) -> str:
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_CSS.read_text(encoding='utf-8')}</style></head><body>{inside}</body></html>"
    )


def _message(shown: ShownMessage) -> str:
    only = f'<div class="only">{_EYE}Only visible to you</div>' if shown.ephemeral else ""
    badge = '<span class="badge">APP</span>' if shown.app else ""
    who = f"<b>{escape(shown.author)}</b>{badge}<time>{escape(shown.time)}</time>"
    body = _blocks(shown.blocks, shown.picture, shown.names, {})
    if not shown.blocks:
        body = f'<div class="block text">{mrkdwn(shown.text)}</div>'
    return (
        f'<article class="message">{only}{_avatar(shown.author, app=shown.app)}'
        f'<div class="body"><div class="who">{who}</div>{body}{_thread(shown.replies)}</div>'
        "</article>"
    )


def _thread(replies: Sequence[ShownMessage]) -> str:
    if not replies:
        return ""
    count = "1 reply" if len(replies) == 1 else f"{len(replies)} replies"
    people = {reply.author: reply.app for reply in replies}
    faces = "".join(_avatar(author, app=app) for author, app in people.items())
    line = f'<div class="replies">{faces}<a>{count}</a></div>'
    return f'{line}<div class="thread">{"".join(map(_message, replies))}</div>'


def _avatar(author: str, *, app: bool) -> str:
    colour = "#1d3557" if app else _COLOURS[sum(map(ord, author)) % len(_COLOURS)]
    return f'<span class="avatar" style="background: {colour}">{escape(author[:1])}</span>'


def _blocks(
    blocks: Sequence[Json],
    pictures: Mapping[str, bytes],
    names: Mapping[str, str],
    errors: Mapping[str, str],
) -> str:
    shown = []
    for block in blocks:
        inside = _block(block, pictures, names, errors)
        shown.append(f'<div class="block {block["type"]}">{inside}</div>')
    return "".join(shown)


def _block(
    block: Json,
    pictures: Mapping[str, bytes],
    names: Mapping[str, str],
    errors: Mapping[str, str],
) -> str:
    match block["type"]:
        case "header":
            return text(block["text"])
        case "section":
            return _section(block, pictures)
        case "context":
            return "".join(_small(element, pictures) for element in block["elements"])
        case "actions":
            return "".join(_element(element, pictures) for element in block["elements"])
        case "divider":
            return "<hr>"
        case "image":
            title = f'<div class="title">{text(block["title"])}</div>' if "title" in block else ""
            return title + _image(block, pictures)
        case "rich_text":
            return rich_text(block["elements"], names)
        case "table":
            return _table(block, names)
        case "input":
            return _input(block, errors.get(str(block.get("block_id")), ""))
        case "markdown":
            return markdown(str(block["text"]))
        case other:
            raise ValueError(f"there is no block {other}")


def _section(block: Json, pictures: Mapping[str, bytes]) -> str:
    said = f'<div class="text">{text(block["text"])}</div>' if "text" in block else ""
    if "fields" in block:
        fields = "".join(f'<div class="text">{text(one)}</div>' for one in block["fields"])
        said += f'<div class="fields">{fields}</div>'
    if "accessory" not in block:
        return said
    accessory = _element(block["accessory"], pictures)
    return f'<div class="said">{said}</div><div class="accessory">{accessory}</div>'


def _small(element: Json, pictures: Mapping[str, bytes]) -> str:
    if element["type"] == "image":
        return _image(element, pictures)
    return f'<span class="text">{text(element)}</span>'


def _image(image: Json, pictures: Mapping[str, bytes]) -> str:
    """The picture itself; its description where it isn't at hand, as nothing is fetched."""
    file = image.get("slack_file", {})
    key = str(image.get("image_url") or file.get("id") or file.get("url"))
    alt = escape(str(image.get("alt_text", "")))
    if key not in pictures:
        return f'<div class="missing">{alt}</div>'
    data = base64.b64encode(pictures[key]).decode("ascii")
    return f'<img src="data:image/png;base64,{data}" alt="{alt}">'


def _table(block: Json, names: Mapping[str, str]) -> str:
    settings = list(block.get("column_settings", ()))
    rows = ""
    for number, row in enumerate(block["rows"]):
        tag, cells = "td" if number else "th", ""
        for column, cell in enumerate(row):
            one = (settings[column] if column < len(settings) else None) or {}
            align = one.get("align", "left")
            side = align if align in {"center", "right"} else "left"
            wrap = "normal" if one.get("is_wrapped") else "nowrap"
            style = f"text-align: {side}; white-space: {wrap}"
            cells += f'<{tag} style="{style}">{_cell(cell, names)}</{tag}>'
        rows += f"<tr>{cells}</tr>"
    return f"<table>{rows}</table>"


def _cell(cell: Json, names: Mapping[str, str]) -> str:
    match cell["type"]:
        case "raw_text":
            return escape(str(cell["text"]))
        case "rich_text":
            return rich_text(cell["elements"], names)
        case other:
            raise ValueError(f"there is no cell {other}")


def _input(block: Json, error: str) -> str:
    optional = ' <span class="optional">(optional)</span>' if block.get("optional") else ""
    wrong = f'<div class="error">{_WRONG}{escape(error)}</div>' if error else ""
    hint = f'<div class="hint">{text(block["hint"])}</div>' if "hint" in block else ""
    kind = "field wrong" if error else "field"
    label = f"<label>{text(block['label'])}{optional}</label>"
    return f'<div class="{kind}">{label}{_element(block["element"], {})}{wrong}{hint}</div>'


def _element(element: Json, pictures: Mapping[str, bytes]) -> str:
    placeholder = text(element["placeholder"]) if "placeholder" in element else ""
    initial = escape(str(element.get("initial_value", "")))
    match element["type"]:
        case "button":
            style = element.get("style", "")
            kind = f"button {style}" if style in {"primary", "danger"} else "button"
            return f'<span class="{kind}">{text(element["text"])}</span>'
        case "image":
            return _image(element, pictures)
        case "static_select":
            chosen = text(element["initial_option"]["text"]) if "initial_option" in element else ""
            return _box("select", chosen, placeholder or "Select an option")
        case "multi_static_select":
            texts = [text(option["text"]) for option in element.get("initial_options", ())]
            chosen = "".join(f'<span class="token">{one}</span>' for one in texts)
            return _box("select several", chosen, placeholder or "Select options")
        case "plain_text_input":
            return _box("long" if element.get("multiline") else "", initial, placeholder)
        case "number_input":
            return _box("number", initial, placeholder)
        case "timepicker":
            time = _time(str(element["initial_time"])) if "initial_time" in element else ""
            return _box("time", time, placeholder or "Select time", before=_CLOCK)
        case "checkboxes":
            return _choices("check", element, element.get("initial_options", ()))
        case "radio_buttons":
            first = element.get("initial_option")
            return _choices("radio", element, [first] if first else ())
        case other:
            raise ValueError(f"there is no element {other}")


def _box(kind: str, value: str, placeholder: str, *, before: str = "") -> str:
    inside = value or f'<span class="placeholder">{placeholder}</span>'
    return f'<div class="box {kind}">{before}<span class="value">{inside}</span></div>'


def _choices(kind: str, element: Json, chosen: Sequence[Json]) -> str:
    values = {option["value"] for option in chosen}
    shown = ""
    for option in element["options"]:
        more = f"<small>{text(option['description'])}</small>" if "description" in option else ""
        on = " on" if option["value"] in values else ""
        said = f'<span class="text">{text(option["text"])}{more}</span>'
        shown += f'<div class="choice {kind}{on}"><i></i>{said}</div>'
    return f'<div class="choices">{shown}</div>'


def _time(written: str) -> str:
    """`18:30` as `6:30 PM`."""
    hour, _, minute = written.partition(":")
    half = "AM" if int(hour) < 12 else "PM"
    return f"{(int(hour) + 11) % 12 + 1}:{escape(minute)} {half}"
