"""Here is which characters no question may hold: control codes, and marks that reorder text.

A bidirectional override makes a line read otherwise than it is stored, so that a reviewer approves
what a learner never sees. U+FFFD tells that the text was once decoded wrongly.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from quizbot.bank._nodes import Blemish, Mapping, Node, Scalar, Sequence

_C0 = bytes(code for code in range(32) if code not in b"\t\n\r") + b"\x7f"
_ASCII = bytes(range(128))
HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ufffd-\uffff]"
)
_ESCAPED = re.compile(HIDDEN.pattern.replace("\ufffd", "\ufffe"))
_ESCAPE = re.compile(rb"\\[0abevxuUNLP]")
_MEND = "Delete it, or type the text anew."


def is_clean(data: bytes) -> bool:
    """Whether valid UTF-8 `data` holds none of the characters, as bytes or as YAML escapes."""
    if len(data.translate(None, _C0)) != len(data) or _ESCAPE.search(data):
        return False
    return data.isascii() or not HIDDEN.search(data.translate(None, _ASCII).decode())


def readable(text: str) -> str:
    """`text` with every such character replaced one for one: YAML parsers refuse most of them."""
    return HIDDEN.sub("\ufffd", text)


def hidden_characters(text: str, root: Node | None) -> Iterator[Blemish]:
    """A blemish for each such character in the text of a file, or made by an escape in it.

    `root` was built from what `readable` made of the text.
    """
    for found in HIDDEN.finditer(text):
        start = found.start()
        line, column = place(text, start)
        yield Blemish(
            "hidden-character", start, line, column, f"here stands {_name(found[0])}", _MEND
        )
    for scalar in _scalars(root):
        mark = scalar.start_mark
        found_in = _ESCAPED.search(scalar.value)
        if found_in:
            yield Blemish(
                "hidden-character",
                mark.index,
                mark.line,
                mark.column,
                f"an escape in this text makes {_name(found_in[0])}",
                _MEND,
            )


def place(text: str, index: int) -> tuple[int, int]:
    """The line and the column, from 0, of the character at `index`."""
    before = text[:index].replace("\r\n", "\n").replace("\r", "\n")
    return before.count("\n"), len(before) - before.rfind("\n") - 1


def _scalars(node: Node | None) -> Iterator[Scalar]:
    match node:
        case Scalar():
            yield node
        case Mapping():
            for value in node.values.values():
                yield from _scalars(value)
        case Sequence():
            for value in node.nodes:
                yield from _scalars(value)
        case None:
            pass


def _name(character: str) -> str:
    name = unicodedata.name(character, "a control character").lower()
    return f"U+{ord(character):04X} ({name})"
