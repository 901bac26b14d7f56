"""Here is how text becomes YAML that people like to read and every YAML program reads the same."""

from __future__ import annotations

import json
import re
import textwrap

from quizbot.bank._characters import HIDDEN

_PLAIN = re.compile(r"[^\W\d_](?:[^\n\r\t:#]|:(?=[^\s])|(?<=[^\s])#)*(?<!\s)(?<!:)")
_WORDS_OF_YAML = frozenset({"true", "false", "yes", "no", "on", "off", "null", "y", "n"})
_FLOW_MARKS = frozenset(",[]{}")
_SPACE_ONLY_LINE = re.compile(r"^[ \t]+$", re.MULTILINE)


def inline(text: str, *, flow: bool = False) -> str:
    """`text` on one line: plain where that is unmistakable, else in double quotes.

    `flow` says that it stands in a list in brackets.
    """
    is_plain = (
        _PLAIN.fullmatch(text) is not None
        and not HIDDEN.search(text)
        and text.lower() not in _WORDS_OF_YAML
        and not (flow and _FLOW_MARKS.intersection(text))
    )
    return text if is_plain else _quoted(text)


def entry(key: str, text: str) -> str:
    """The lines `key: text`, as a block where `text` has several lines."""
    if "\n" not in text or not _fits_block(text):
        return f"{key}: {inline(text)}\n"
    return f"{key}: |\n{indented(text)}\n"


def indented(text: str) -> str:
    """`text` with two spaces before each line that has anything in it."""
    return textwrap.indent(text, "  ", lambda line: line.strip("\n") != "")


def listed(texts: tuple[str, ...]) -> str:
    """A list in brackets."""
    return f"[{', '.join(inline(text, flow=True) for text in texts)}]"


def member(lines: str) -> str:
    """`lines` as an entry of a list: a dash before the first, the others below its text."""
    return "- " + indented(lines)[2:]


def _fits_block(text: str) -> bool:
    """Whether a literal block would give back exactly `text`."""
    return (
        text == text.strip()
        and "\r" not in text
        and not HIDDEN.search(text)
        and not _SPACE_ONLY_LINE.search(text)
    )


def _quoted(text: str) -> str:
    """`text` in double quotes: JSON's escapes are YAML's too."""
    written = json.dumps(text, ensure_ascii=False)
    return HIDDEN.sub(lambda found: f"\\u{ord(found[0]):04x}", written)
