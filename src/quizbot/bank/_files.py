"""Here is how one file becomes a tree: its bytes, its encoding, its YAML, and their faults."""

from __future__ import annotations

import codecs
from typing import Any

import yaml

from quizbot.bank._characters import hidden_characters, is_clean, place, readable
from quizbot.bank._nodes import MAX_DEPTH, Blemish, Node, TooDeepError, tree
from quizbot.bank._notes import Notes
from quizbot.bank._syntax import syntax_fault

MAX_BYTES = 64 * 1024 * 1024

# libyaml parses ten times as fast; where PyYAML was built without it, its own parser serves.
_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_WIDE_MARKS = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def read_tree(notes: Notes) -> tuple[Node | None, list[Blemish]]:
    """The tree of the file that `notes` are about, and the blemishes in it.

    The tree is None where the file can't be read at all: `notes` say why.
    """
    data = _bytes(notes)
    if data is None:
        return None, []
    text = _decoded(data, notes)
    if text is None:
        return None, []
    clean = is_clean(data)
    root, blemishes = _parsed(text if clean else readable(text), notes)
    if not clean:
        blemishes += hidden_characters(text, root)
    return root, blemishes


def _bytes(notes: Notes) -> bytes | None:
    try:
        size = notes.file.stat().st_size
        if size > MAX_BYTES:
            notes.error(
                "file-too-large",
                None,
                f"the file has {size // 1024**2} MB, and {MAX_BYTES // 1024**2} are allowed",
                "Split it into several files.",
            )
            return None
        return notes.file.read_bytes().removeprefix(codecs.BOM_UTF8)
    except OSError as failure:
        notes.error(
            "unreadable-file",
            None,
            f"the file can't be read: {failure.strerror or failure}",
            "Check its name and its permissions.",
        )
        return None


def _decoded(data: bytes, notes: Notes) -> str | None:
    try:
        if not data.startswith(_WIDE_MARKS) and b"\0" not in data[:4]:
            return data.decode()
        at, what = 0, "the file seems to be UTF-16 or UTF-32"
    except UnicodeDecodeError as failure:
        at, what = failure.start, f"byte 0x{data[failure.start]:02X} is not UTF-8"
    line, column = place(data[:at].decode(errors="replace"), at)
    notes.error_at(
        "not-utf8", line, column, f"{what} (byte {at} of the file)", "Save the file as UTF-8."
    )
    return None


def _parsed(text: str, notes: Notes) -> tuple[Node | None, list[Blemish]]:
    loader = _LOADER(text)
    try:
        root, blemishes = tree(loader.get_event)
    except TooDeepError as deep:
        notes.error(
            "too-deep",
            deep.mark,
            f"the file is nested more than {MAX_DEPTH} levels deep",
            "No bank needs that: check the brackets and the indentation.",
        )
    except yaml.YAMLError as failure:
        notes.error_at(*syntax_fault(failure, text))
    else:
        if root is None:
            notes.error(
                "empty-file", None, "the file is empty", "Write its questions, or remove it."
            )
        return root, blemishes
    finally:
        loader.dispose()
    return None, []
