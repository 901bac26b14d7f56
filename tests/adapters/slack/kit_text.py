"""Here is what a person reads in Slack's blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Json = Mapping[str, Any]


def flatten(blocks: Sequence[Json]) -> str:
    """What a person reads in blocks, one line a part; buttons in brackets."""
    return "\n".join(line for block in blocks for line in _lines(block))


def _lines(block: Json) -> Iterator[str]:
    match block.get("type"):
        case "header" | "section":
            yield _read(block["text"])
        case "context":
            yield " ".join(_read(element) for element in block["elements"])
        case "image":
            yield str(block["alt_text"])
        case "rich_text":
            for element in block["elements"]:
                yield from _rich_lines(element)
        case "table":
            yield from (" | ".join(cell["text"] for cell in row) for row in block["rows"])
        case "actions":
            for element in block["elements"]:
                yield from _choosable(element)
        case "input":
            yield _read(block["label"])


def _choosable(element: Json) -> Iterator[str]:
    if element["type"] == "button":
        yield f"[{element['text']['text']}]"
    else:
        for option in element["options"]:
            more = option.get("description", {}).get("text", "")
            yield f"( ) {option['text']['text']} {more}".rstrip()


def _rich_lines(element: Json) -> Iterator[str]:
    if element["type"] == "rich_text_list":
        for entry in element["elements"]:
            yield from _rich_lines(entry)
    else:
        yield "".join(_part_text(part) for part in element["elements"])


def _part_text(part: Json) -> str:
    if part["type"] == "emoji":
        return ""
    return str(part.get("text") or part.get("url") or f"#{part.get('channel_id')}")


def _read(text: Json) -> str:
    written = str(text["text"])
    if text["type"] == "plain_text":
        return written
    shown = re.sub(r"<(https?://[^|>]*)\|([^>]*)>", r"\2", written)
    return shown.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
