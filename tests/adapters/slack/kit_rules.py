"""Here is what Slack refuses in blocks, in Slack's own way of saying it.

The numbers are those of docs.slack.dev/reference/block-kit and of `@slack/types`; they are written
here a second time on purpose: the adapter's own are what is tested.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal

Surface = Literal["message", "modal", "home"]
Json = Mapping[str, Any]

SURFACES: Mapping[str, frozenset[str]] = {
    "message": frozenset(
        {"actions", "context", "divider", "header", "image", "rich_text", "section", "table"}
    ),
    "modal": frozenset(
        {"actions", "context", "divider", "header", "image", "input", "rich_text", "section"}
    ),
    "home": frozenset(
        {"actions", "context", "divider", "header", "image", "input", "rich_text", "section"}
    ),
}
MOST: Mapping[str, int] = {"message": 50, "modal": 100, "home": 100}
MENTION = re.compile(r"<(!(here|channel|everyone|subteam)|[@#])")
BARE = re.compile(r"(?<![\w<])@(here|channel|everyone)\b")
ALL_CHARACTERS = 13_200


def faults(payload: Json, surface: Surface) -> list[str]:
    """Everything that Slack would refuse in a message, a modal or a home tab."""
    rules = _Rules(surface)
    found = payload.get("blocks", [])
    if len(found) > MOST[surface]:
        rules.say("", f"no more than {MOST[surface]} items allowed")
    for number, block in enumerate(found):
        rules.block(block, f"/blocks/{number}")
    if sum(block.get("type") == "table" for block in found) > 1:
        rules.say("", "only_one_table_allowed")
    if surface == "message" and characters(found) > ALL_CHARACTERS:
        rules.say("", "msg_blocks_too_long")
    if surface == "modal":
        rules.modal(payload)
    return rules.found


def characters(value: object) -> int:
    """The characters of all texts in blocks."""
    if isinstance(value, dict):
        own = len(value["text"]) if isinstance(value.get("text"), str) else 0
        return own + sum(characters(inner) for inner in value.values())
    return sum(characters(inner) for inner in value) if isinstance(value, list) else 0


class _Rules:
    """The rules, and what was found against them."""

    def __init__(self, surface: Surface) -> None:
        self.surface = surface
        self.found: list[str] = []
        self._block_ids: set[str] = set()
        self._action_ids: set[str] = set()

    def say(self, where: str, words: str) -> None:
        self.found.append(f"{words} [json-pointer:{where}]")

    def block(self, block: Json, at: str) -> None:
        kind = str(block.get("type"))
        if kind not in SURFACES[self.surface]:
            self.say(at, f"unsupported type: {kind}")
            return
        self._id(block.get("block_id"), self._block_ids, f"{at}/block_id")
        check: Callable[[Json, str], None] = getattr(self, f"_{kind}")
        check({k: v for k, v in block.items() if k not in {"type", "block_id"}}, at)

    def modal(self, view: Json) -> None:
        self.keys(view, "type blocks title submit? close? callback_id? private_metadata?", "")
        for name in ("title", "submit", "close"):
            if name in view:
                self.text(view[name], 24, f"/{name}", plain=True)
        if any(b.get("type") == "input" for b in view.get("blocks", ())) and "submit" not in view:
            self.say("/submit", "required with an input block")
        self.length(view.get("private_metadata", "x"), 0, 3000, "/private_metadata")
        self.length(view.get("callback_id", "x"), 1, 255, "/callback_id")

    def keys(self, value: Json, allowed: str, at: str) -> None:
        names = allowed.split()
        known = {name.rstrip("?") for name in names}
        for key in value.keys() - known:
            self.say(f"{at}/{key}", "no such property")
        for name in names:
            if not name.endswith("?") and name not in value:
                self.say(at, f"missing required field: {name}")

    def length(self, value: object, least: int, most: int, at: str) -> None:
        if not isinstance(value, str) or not least <= len(value) <= most:
            size = len(value) if isinstance(value, str) else 0
            self.say(at, f"must have {least} to {most} characters, not {size}")

    def count(self, value: object, least: int, most: int, at: str) -> None:
        if not isinstance(value, list) or not least <= len(value) <= most:
            self.say(at, f"must have {least} to {most} entries")

    def text(self, value: Json, most: int, at: str, *, plain: bool = False) -> None:
        kind = value.get("type")
        if kind == "plain_text":
            self.keys(value, "type text emoji?", at)
        elif kind == "mrkdwn" and not plain:
            self.keys(value, "type text verbatim?", at)
            written = str(value.get("text", ""))
            if MENTION.search(written):
                self.say(at, "a mention in mrkdwn: our text must never make one")
            if BARE.search(written) and not value.get("verbatim"):
                self.say(at, "a bare @here, @channel or @everyone that Slack links")
        else:
            self.say(at, f"unsupported text type: {kind}")
        self.length(value.get("text"), 1, most, f"{at}/text")

    def _id(self, value: object, seen: set[str], at: str) -> None:
        if value is None:
            return
        self.length(value, 1, 255, at)
        if value in seen:
            self.say(at, f"duplicate id: {value}")
        seen.add(str(value))

    def _header(self, block: Json, at: str) -> None:
        self.keys(block, "text", at)
        self.text(block.get("text", {}), 150, f"{at}/text", plain=True)

    def _divider(self, block: Json, at: str) -> None:
        self.keys(block, "", at)

    def _section(self, block: Json, at: str) -> None:
        self.keys(block, "text", at)
        self.text(block.get("text", {}), 3000, f"{at}/text")

    def _context(self, block: Json, at: str) -> None:
        self.keys(block, "elements", at)
        self.count(block.get("elements"), 1, 10, f"{at}/elements")
        for number, element in enumerate(block.get("elements", ())):
            self.text(element, 3000, f"{at}/elements/{number}")

    def _image(self, block: Json, at: str) -> None:
        self.keys(block, "slack_file alt_text title?", at)
        self.length(block.get("alt_text"), 1, 2000, f"{at}/alt_text")
        self.keys(block.get("slack_file", {}), "id", f"{at}/slack_file")

    def _table(self, block: Json, at: str) -> None:
        self.keys(block, "rows column_settings?", at)
        rows = block.get("rows", [])
        self.count(rows, 1, 100, f"{at}/rows")
        widths = {len(row) for row in rows}
        if len(widths) > 1 or max(widths, default=0) > 20:
            self.say(f"{at}/rows", "rows of one width, of at most 20 cells")
        for y, row in enumerate(rows):
            for x, cell in enumerate(row):
                self.keys(cell, "type text", f"{at}/rows/{y}/{x}")
                self.length(cell.get("text"), 1, 3000, f"{at}/rows/{y}/{x}/text")
        for number, one in enumerate(block.get("column_settings", ())):
            self.keys(one, "align? is_wrapped?", f"{at}/column_settings/{number}")

    def _rich_text(self, block: Json, at: str) -> None:
        self.keys(block, "elements", at)
        self.count(block.get("elements"), 1, 100_000, f"{at}/elements")
        for number, element in enumerate(block.get("elements", ())):
            self._rich(element, f"{at}/elements/{number}")

    def _rich(self, element: Json, at: str) -> None:
        kind = element.get("type")
        allowed = {
            "rich_text_section": "type elements",
            "rich_text_preformatted": "type elements border?",
            "rich_text_quote": "type elements border?",
            "rich_text_list": "type elements style indent? offset? border?",
        }.get(str(kind))
        if allowed is None:
            self.say(at, f"unsupported type: {kind}")
            return
        self.keys(element, allowed, at)
        self.count(element.get("elements"), 1, 100_000, f"{at}/elements")
        if not 0 <= element.get("indent", 0) <= 8:
            self.say(f"{at}/indent", "from 0 to 8")
        for number, part in enumerate(element.get("elements", ())):
            where = f"{at}/elements/{number}"
            if kind == "rich_text_list":
                if part.get("type") != "rich_text_section":
                    self.say(where, "a list holds sections only")
                self._rich(part, where)
            else:
                self._part(part, where, plain=kind == "rich_text_preformatted")

    def _part(self, part: Json, at: str, *, plain: bool) -> None:
        kind = part.get("type")
        allowed = {
            "text": "type text style?",
            "link": "type url text? style?",
            "emoji": "type name",
            "channel": "type channel_id style?",
        }.get(str(kind))
        if allowed is None or (plain and kind not in {"text", "link"}):
            self.say(at, f"unsupported type: {kind}")
            return
        self.keys(part, allowed, at)
        if kind == "text":
            self.length(part.get("text"), 1, 3000, f"{at}/text")
        if kind == "link" and not re.match(r"https?://", str(part.get("url"))):
            self.say(f"{at}/url", "no valid address")
        self.keys(part.get("style", {}), "bold? italic? strike? code?", f"{at}/style")

    def _actions(self, block: Json, at: str) -> None:
        self.keys(block, "elements", at)
        self.count(block.get("elements"), 1, 25, f"{at}/elements")
        for number, element in enumerate(block.get("elements", ())):
            self._element(element, f"{at}/elements/{number}", {"button", "checkboxes"})

    def _input(self, block: Json, at: str) -> None:
        self.keys(block, "label element hint? optional? dispatch_action?", at)
        self.text(block.get("label", {}), 2000, f"{at}/label", plain=True)
        if "hint" in block:
            self.text(block["hint"], 2000, f"{at}/hint", plain=True)
        kinds = {
            "plain_text_input", "number_input", "timepicker", "static_select",
            "multi_static_select", "checkboxes",
        }  # fmt: skip
        self._action_ids = set()  # unique within a block is enough for inputs
        self._element(block.get("element", {}), f"{at}/element", kinds)

    def _element(self, element: Json, at: str, kinds: set[str]) -> None:
        kind = str(element.get("type"))
        if kind not in kinds:
            self.say(at, f"unsupported type: {kind}")
            return
        self._id(element.get("action_id"), self._action_ids, f"{at}/action_id")
        rest = {k: v for k, v in element.items() if k not in {"type", "action_id"}}
        if kind == "button":
            self.keys(rest, "text value? url? style? accessibility_label?", at)
            self.text(rest.get("text", {}), 75, f"{at}/text", plain=True)
            self.length(rest.get("accessibility_label", "x"), 1, 75, f"{at}/accessibility_label")
            if rest.get("style", "primary") not in {"primary", "danger"}:
                self.say(f"{at}/style", "primary or danger")
        elif kind in {"checkboxes", "static_select", "multi_static_select"}:
            self._choices(rest, at, 10 if kind == "checkboxes" else 100)
        elif kind == "timepicker":
            self.keys(rest, "initial_time? placeholder?", at)
            if not re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", rest.get("initial_time", "00:00")):
                self.say(f"{at}/initial_time", "must be HH:mm")
        elif kind == "number_input":
            self.keys(rest, "is_decimal_allowed initial_value? min_value? max_value?", at)
        else:
            self.keys(rest, "initial_value? multiline? placeholder? max_length?", at)
            self.length(rest.get("initial_value", "x"), 1, 3000, f"{at}/initial_value")

    def _choices(self, element: Json, at: str, most: int) -> None:
        held = "option_groups" if "option_groups" in element else "options"
        self.keys(element, f"{held} initial_options? initial_option? placeholder?", at)
        groups = element.get("option_groups") or [{"options": element.get("options", [])}]
        self.count(groups, 1, 100, f"{at}/{held}")
        for number, group in enumerate(groups):
            if held == "option_groups":
                self.keys(group, "label options", f"{at}/option_groups/{number}")
                self.text(group.get("label", {}), 75, f"{at}/option_groups/{number}", plain=True)
            self.count(group["options"], 1, most, f"{at}/options")
        options = [option for group in groups for option in group["options"]]
        for number, option in enumerate(options):
            where = f"{at}/options/{number}"
            self.keys(option, "text value description?", where)
            self.text(option.get("text", {}), 75, f"{where}/text", plain=True)
            if "description" in option:
                self.text(option["description"], 75, f"{where}/description", plain=True)
            self.length(option.get("value"), 1, 150, f"{where}/value")
        if len({option.get("value") for option in options}) < len(options):
            self.say(f"{at}/options", "duplicate values")
        initial = element.get("initial_options", [])
        initial = [*initial, element["initial_option"]] if "initial_option" in element else initial
        if "initial_options" in element and not element["initial_options"]:
            self.say(f"{at}/initial_options", "must not be empty")
        if any(one not in options for one in initial):
            self.say(at, "an initial option that is none of the options")
