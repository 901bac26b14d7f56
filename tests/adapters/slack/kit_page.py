"""Here is a page that shows Block Kit as Slack's client does, to look at what people see."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

Json = Mapping[str, Any]
EMOJI = {
    "white_check_mark": ("✔", "#2bac76"),
    "x": ("✖", "#e01e5a"),
    "warning": ("⚠", "#c77700"),
    "bulb": ("●", "#e8b400"),
    "rotating_light": ("▲", "#e01e5a"),
}
"""What stands for Slack's emoji, in signs and colours that every machine's fonts have."""

CHANNELS = {"C1": "general", "C12": "study-hall"}
_STYLES = {"bold": "b", "italic": "i", "strike": "s", "code": "code"}
_CSS = Path(__file__).with_suffix(".css")


@dataclass(frozen=True, slots=True)
class Shown:
    """A message as it is shown. `private`: to one person only. `files`: pictures by their id."""

    blocks: Sequence[Json]
    time: str
    private: bool = False
    reply: bool = False
    files: Mapping[str, bytes] = field(default_factory=dict)


def page(channel: str, messages: Iterable[Shown]) -> str:
    """A channel with messages in it."""
    inside = "".join(_message(message) for message in messages)
    return _document(f'<div class="bar"># {escape(channel)}</div>{inside}')


def modal(view: Json, errors: Mapping[str, str], typed: Mapping[str, str] | None = None) -> str:
    """An open modal, with what was typed into its fields and what is wrong with that."""
    held = [_holding(block, typed or {}) for block in view["blocks"]]
    fields = "".join(_block(block, {}, errors) for block in held)
    return _document(
        f'<div class="backdrop"><div class="modal"><h1>{escape(view["title"]["text"])}</h1>'
        f'<div class="inside">{fields}</div><div class="foot"><span class="button">Cancel</span>'
        f'<span class="button primary">{escape(view["submit"]["text"])}</span></div></div></div>'
    )


def home(view: Json) -> str:
    """The home tab."""
    blocks = "".join(_block(block, {}, {}) for block in view["blocks"])
    inside = f'<div class="body" style="padding: 8px 20px">{blocks}</div>'
    return _document(f'<div class="bar">quizbot &nbsp; <u>Home</u> &nbsp; Messages</div>{inside}')


def _holding(block: Json, typed: Mapping[str, str]) -> Json:
    if block["type"] != "input" or block["block_id"] not in typed:
        return block
    element = {**block["element"], "initial_value": typed[block["block_id"]]}
    element.pop("initial_time", None)
    return {**block, "element": element}


def _document(inside: str) -> str:
    css = _CSS.read_text(encoding="utf-8")
    return f'<!doctype html><meta charset="utf-8"><style>{css}</style><body>{inside}</body>'


def _message(shown: Shown) -> str:
    kinds = "message" + (" private" if shown.private else "") + (" reply" if shown.reply else "")
    only = '<div class="only">Only visible to you</div>' if shown.private else ""
    blocks = "".join(_block(block, shown.files, {}) for block in shown.blocks)
    who = f'<b>quizbot</b><span class="app">APP</span><time>{escape(shown.time)}</time>'
    return (
        f'<div class="{kinds}"><div class="avatar">q</div><div class="body">{only}'
        f'<div class="who">{who}</div>{blocks}</div></div>'
    )


def _block(block: Json, files: Mapping[str, bytes], errors: Mapping[str, str]) -> str:
    match block["type"]:
        case "header":
            return f'<div class="header">{_text(block["text"])}</div>'
        case "section":
            return f'<div class="block section">{_text(block["text"])}</div>'
        case "context":
            return f'<div class="context">{" ".join(map(_text, block["elements"]))}</div>'
        case "image":
            data = base64.b64encode(files[block["slack_file"]["id"]]).decode()
            alt = escape(block["alt_text"])
            return f'<img src="data:image/png;base64,{data}" alt="{alt}">'
        case "rich_text":
            return f'<div class="block">{"".join(map(_rich, block["elements"]))}</div>'
        case "table":
            return _table(block)
        case "actions":
            return f'<div class="actions">{"".join(map(_element, block["elements"]))}</div>'
        case "input":
            return _field(block, errors.get(block["block_id"], ""))
        case other:
            raise ValueError(f"there is no block {other}")


def _text(text: Json) -> str:
    if text["type"] == "plain_text":
        return escape(str(text["text"]))
    return re.sub(r"<(https?://[^|>]*)\|([^>]*)>", r'<a href="\1">\2</a>', str(text["text"]))


def _rich(element: Json) -> str:
    if element["type"] == "rich_text_list":
        kind = "ol" if element["style"] == "ordered" else "ul"
        entries = "".join(f"<li>{_rich(entry)}</li>" for entry in element["elements"])
        start, indent = element.get("offset", 0) + 1, 28 * element.get("indent", 0)
        return f'<{kind} start="{start}" style="margin-left: {indent}px">{entries}</{kind}>'
    inside = "".join(map(_part, element["elements"]))
    match element["type"]:
        case "rich_text_preformatted":
            return f"<pre>{inside}</pre>"
        case "rich_text_quote":
            return f"<blockquote>{inside}</blockquote>"
        case _:
            return f'<div class="section">{inside}</div>'


def _part(part: Json) -> str:
    match part["type"]:
        case "emoji":
            sign, colour = EMOJI[part["name"]]
            return f'<span class="emoji" style="color: {colour}">{sign}</span>'
        case "link":
            shown = f'<a href="{escape(part["url"])}">{escape(part["text"])}</a>'
        case "channel":
            shown = f"<a>#{CHANNELS.get(part['channel_id'], 'private')}</a>"
        case _:
            shown = escape(part["text"])
    for style, tag in _STYLES.items():
        if part.get("style", {}).get(style):
            shown = f"<{tag}>{shown}</{tag}>"
    return str(shown)


def _table(block: Json) -> str:
    sides = [one.get("align", "left") for one in block.get("column_settings", ())]
    rows = []
    for number, row in enumerate(block["rows"]):
        tag = "td" if number else "th"
        cells = zip(row, sides, strict=True)
        inside = "".join(f'<{tag} class="{s}">{escape(c["text"])}</{tag}>' for c, s in cells)
        rows.append(f"<tr>{inside}</tr>")
    return f"<table>{''.join(rows)}</table>"


def _element(element: Json) -> str:
    if element["type"] == "button":
        style = element.get("style", "")
        return f'<span class="button {style}">{_text(element["text"])}</span>'
    return _boxes(element)


def _boxes(element: Json) -> str:
    ticked = {option["value"] for option in element.get("initial_options", ())}
    inside = "".join(
        f'<div class="{"on" if o["value"] in ticked else ""}">{_text(o["text"])}{_second(o)}</div>'
        for o in element["options"]
    )
    return f'<div class="boxes">{inside}</div>'


def _second(option: Json) -> str:
    described = option.get("description")
    return f'<div class="hint">{_text(described)}</div>' if described else ""


def _field(block: Json, error: str) -> str:
    element = block["element"]
    if element["type"] == "checkboxes":
        held = _boxes(element)
    else:
        initial = element.get("initial_option", {}).get("text", {}).get("text")
        value = initial or element.get("initial_value") or element.get("initial_time") or " "
        held = f'<div class="value">{escape(str(value))}</div>'
    hint = f'<div class="hint">{_text(block["hint"])}</div>' if "hint" in block else ""
    wrong = f'<div class="error">{escape(error)}</div>' if error else ""
    optional = " (optional)" if block.get("optional") else ""
    label = f"<label>{_text(block['label'])}{optional}</label>"
    return f'<div class="field {"wrong" if error else ""}">{label}{held}{wrong}{hint}</div>'
