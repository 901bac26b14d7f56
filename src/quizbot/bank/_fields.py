"""Here is how the values under a key are read: each from the author's text, each fault in words."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection
from datetime import date

from yaml.error import Mark

from quizbot.bank._nodes import Mapping, Node, Scalar, Sequence
from quizbot.bank._notes import Notes

CODE = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
CODE_MEND = "Use lower-case letters, digits and hyphens, at most 60, such as `tcp-handshake`."

_NUMBER = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?|\.[0-9]{1,9}")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_HOST = re.compile(r"https?://[^\s/?#@\\:]+(?::[0-9]{1,5})?(?:[/?#]|$)")  # the path may be long
_CREDENTIALS = re.compile(r"[a-z]+://[^/?#]*@", re.IGNORECASE)
_BOOLEANS = {
    "true": True, "True": True, "TRUE": True,
    "false": False, "False": False, "FALSE": False,
}  # fmt: skip


def place(node: Mapping, key: str) -> Mark:
    """Where the value of `key` begins; where it is empty, the key; where there's none, `node`."""
    value = node.values.get(key)
    if value is None:
        return node.start_mark
    if type(value) is Scalar and not value.value:
        return node.key_mark(key)
    return value.start_mark


def check_keys(node: Mapping, known: frozenset[str], what: str, notes: Notes) -> None:
    """Note every key of `node` that no `what` has."""
    if known.issuperset(node.values):
        return
    for name in node.values:
        if name not in known:
            near = nearest(name, known)
            notes.error(
                "unknown-key",
                node.key_mark(name),
                f"{what} has no key `{name}`",
                f"Did you mean `{near}`?" if near else f"Known here: {', '.join(sorted(known))}.",
            )


def nearest(word: str, known: Collection[str]) -> str | None:
    """The known word that `word` was probably meant to be."""
    found = difflib.get_close_matches(word.strip().lower(), sorted(known), n=1, cutoff=0.6)
    return found[0] if found else None


def is_empty(node: Node | None) -> bool:
    """Whether there is no value, or only blank space."""
    return node is None or (type(node) is Scalar and not node.value.strip())


def text(node: Mapping, key: str, notes: Notes) -> str:
    """The text under `key` without its outer blank space; empty where there is none."""
    value = node.values.get(key)
    if value is None:
        return ""
    if type(value) is Scalar:
        return value.value.strip()
    _wrong_type(value, key, "text", "Put it in quotes, or below a `|`.", notes)
    return ""


def texts(node: Mapping, key: str, notes: Notes) -> tuple[str, ...]:
    """The list of texts under `key`; empty where there is none."""
    value = node.values.get(key)
    if value is None:
        return ()
    if type(value) is not Sequence:
        if not is_empty(value):
            _wrong_type(value, key, "a list", f"Write `{key}: [one, two]`.", notes)
        return ()
    found = []
    for entry in value.nodes:
        if type(entry) is Scalar and entry.value.strip():
            found.append(entry.value.strip())
        else:
            _wrong_type(entry, f"each of {key}", "text", f"Write `{key}: [one, two]`.", notes)
    return tuple(found)


def sequence(node: Mapping, key: str, mend: str, notes: Notes) -> list[Node]:
    """The nodes listed under `key`; empty where there are none."""
    value = node.values.get(key)
    if type(value) is Sequence:
        return value.nodes
    if value is not None and not is_empty(value):
        _wrong_type(value, key, "a list", mend, notes)
    return []


def mapping(node: Mapping, key: str, mend: str, notes: Notes) -> Mapping | None:
    """The mapping under `key`, or None where there is none."""
    value = node.values.get(key)
    if type(value) is Mapping:
        return value
    if value is not None and not is_empty(value):
        _wrong_type(value, key, "a set of keys", mend, notes)
    return None


def boolean(node: Mapping, key: str, notes: Notes, *, otherwise: bool) -> bool:
    """The truth value under `key`, `otherwise` where there is none."""
    value = node.values.get(key)
    if value is None:
        return otherwise
    if type(value) is Scalar and value.value in _BOOLEANS:
        return _BOOLEANS[value.value]
    notes.error(
        "bad-boolean",
        place(node, key),
        f"{key} is neither true nor false",
        f"Write `{key}: true` or `{key}: false`.",
    )
    return otherwise


def number(node: Mapping, key: str, mend: str, notes: Notes) -> float | None:
    """The decimal number under `key`, at least 0; None where there is none or it is wrong."""
    written = text(node, key, notes)
    if _NUMBER.fullmatch(written):
        return float(written)
    if key in node.values:
        bad_number(node, key, mend, notes)
    return None


def bad_number(node: Mapping, key: str, mend: str, notes: Notes) -> None:
    """Note that the number under `key` won't do."""
    notes.error("bad-number", place(node, key), f"{key} isn't a number that fits here", mend)


def day(node: Mapping, key: str, notes: Notes) -> date | None:
    """The date under `key`, or None where there is none."""
    written = text(node, key, notes)
    if not written:
        return None
    try:
        if _DAY.fullmatch(written):
            return date.fromisoformat(written)
    except ValueError:
        pass
    notes.error(
        "bad-date",
        place(node, key),
        f"{key} isn't a date: {written}",
        f"Write it as year, month and day: `{key}: 2026-09-14`.",
    )
    return None


def code(node: Mapping, key: str, notes: Notes) -> str:
    """The short name under `key`; empty where there is none."""
    written = text(node, key, notes)
    if written and not CODE.fullmatch(written):
        bad_code(place(node, key), f"{key} `{written}`", notes)
    return written


def bad_code(at: Mark, what: str, notes: Notes) -> None:
    """Note that `what` isn't a short name of the kind that goes into buttons."""
    notes.error("bad-code", at, f"{what} isn't a short name", CODE_MEND)


def url(node: Mapping, key: str, notes: Notes) -> str:
    """The web address under `key`; empty where there is none or it is wrong."""
    written = text(node, key, notes)
    has_space = len(written.split()) > 1
    if not has_space and _HOST.match(written):
        return written
    if not written:
        message, mend = "the reference has no address", "Write `url: https://…`."
    elif has_space:
        message, mend = "the address holds a space", "Write %20 for a space."
    elif _CREDENTIALS.match(written):
        message, mend = "the address holds a name or a password", "Remove all before the `@`."
    else:
        message, mend = f"{written} isn't a web address", "Begin it with https:// and a host."
    notes.error("bad-url", place(node, key), message, mend)
    return ""


def wrong_entry(node: Node, what: str, mend: str, notes: Notes) -> None:
    """Note that an entry of a list isn't the set of keys that `what` is written as."""
    notes.error("wrong-type", node.start_mark, f"{what} isn't written as keys", mend)


def _wrong_type(node: Node, key: str, wanted: str, mend: str, notes: Notes) -> None:
    notes.error("wrong-type", node.start_mark, f"{key} must be {wanted}", mend)
