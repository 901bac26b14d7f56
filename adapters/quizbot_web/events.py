"""Here is how what a page sends becomes a Press, a Command or a Form.

A page's frame is JSON: `{"type": "press", "id": …, "article": …, "action": …, "values": […]}`,
`{"type": "command", "id": …, "channel": …, "text": …}`, `{"type": "form", "id": …, "channel": …,
"action": …, "values": {name: […]}}` or `{"type": "complete", "id": …, "command": …, "parameter":
…, "typed": …}`. Anything else is Malformed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from quizbot.message import Action
from quizbot.ports import Caller, Command, Event, Form, Press
from quizbot_web.limits import COMMAND_CHARACTERS, ID_CHARACTERS, VALUE_CHARACTERS, VALUES

_ID = re.compile(rf"[A-Za-z0-9_\-]{{1,{ID_CHARACTERS}}}")
_ZONE = re.compile(r"[A-Za-z0-9_+\-]+(?:/[A-Za-z0-9_+\-]+){0,2}")
_LOCALE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}")
_SLASH = re.compile(r"\s*/*\s*(?:quiz(?=\s|$))?\s*")


class Malformed(ValueError):
    """A frame isn't one that our page sends."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button of `article` was pressed, or its menu sent."""

    id: str
    article: str
    action: Action
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Typed:
    """A command was typed in `channel`; `said` is all of it, `text` what stands behind `/quiz`."""

    id: str
    channel: str
    said: str
    text: str


@dataclass(frozen=True, slots=True)
class Filled:
    """A form was sent that was opened in `channel`."""

    id: str
    channel: str
    action: Action
    values: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Asked:
    """Completions are wanted for what is being typed."""

    id: str
    command: str
    parameter: str
    typed: str


Frame = Pressed | Typed | Filled | Asked


def frame(text: str) -> Frame:
    """Read one frame of a page. Raises Malformed."""
    try:
        sent = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Malformed("not JSON") from error
    if not isinstance(sent, dict):
        raise Malformed("not an object")
    id_ = _word(sent, "id", ID_CHARACTERS)
    if not _ID.fullmatch(id_):
        raise Malformed("id has other characters than letters, digits, - and _")
    match sent.get("type"):
        case "press":
            article = _word(sent, "article", ID_CHARACTERS)
            return Pressed(id_, article, _action(sent), _values(sent.get("values", [])))
        case "command":
            said = _word(sent, "text", COMMAND_CHARACTERS)
            channel = _word(sent, "channel", ID_CHARACTERS)
            return Typed(id_, channel, said, _SLASH.sub("", said, count=1).rstrip())
        case "form":
            channel = _word(sent, "channel", ID_CHARACTERS)
            return Filled(id_, channel, _action(sent), _answers(sent.get("values")))
        case "complete":
            command, parameter, typed = (
                _word(sent, name, COMMAND_CHARACTERS) for name in ("command", "parameter", "typed")
            )
            return Asked(id_, command, parameter, typed)
        case other:
            raise Malformed(f"type is {other!r}")


def event(sent: Pressed | Typed | Filled, caller: Caller) -> Event:
    """The event that `sent` is when `caller` sends it."""
    match sent:
        case Pressed():
            return Press(caller, sent.action, sent.id, sent.values)
        case Typed():
            return Command(caller, sent.text, sent.id)
        case Filled():
            return Form(caller, sent.action, sent.values, sent.id)


def zone(name: str) -> str | None:
    """The IANA zone that a page says it is in, or None where there is no such zone."""
    if not _ZONE.fullmatch(name):
        return None
    try:
        return ZoneInfo(name).key
    except (OSError, ValueError, KeyError):  # ZoneInfoNotFoundError is a KeyError
        return None


def locale(tag: str) -> str:
    """The language tag that a page says it is in, or English."""
    return tag if _LOCALE.fullmatch(tag) else "en"


def _word(sent: Mapping[str, Any], name: str, longest: int) -> str:
    value = sent.get(name)
    if not isinstance(value, str):
        raise Malformed(f"{name} is no text")
    if len(value) > longest:
        raise Malformed(f"{name} has more than {longest} characters")
    return value


def _action(sent: Mapping[str, Any]) -> Action:
    try:
        return Action.decode(_word(sent, "action", VALUE_CHARACTERS))
    except ValueError as error:
        raise Malformed(str(error)) from error


def _values(sent: object) -> tuple[str, ...]:
    if not isinstance(sent, list) or len(sent) > VALUES:
        raise Malformed("values are no list, or too long a one")
    if not all(isinstance(value, str) and len(value) <= VALUE_CHARACTERS for value in sent):
        raise Malformed(f"a value is no text of at most {VALUE_CHARACTERS} characters")
    return tuple(sent)


def _answers(sent: object) -> dict[str, tuple[str, ...]]:
    if not isinstance(sent, dict) or len(sent) > VALUES:
        raise Malformed("values are no object, or too large a one")
    return {str(name): _values(values) for name, values in sent.items()}
