"""Here is what the YAML parser's complaints mean, in words that the author of a question knows."""

from __future__ import annotations

import re
from typing import TypeAlias

from yaml import YAMLError
from yaml.error import MarkedYAMLError

Syntax: TypeAlias = tuple[str, int, int, str, str]

_TAB = re.compile(r" *\t")
_TELLS_BY_ITS_BEGINNING = (
    "while scanning a quoted scalar",
    "while scanning a tag",
    "while scanning an a",  # an alias, an anchor
    "while parsing a flow",
)

# (a part of the parser's words, what is the matter, how to mend it); the first that fits holds.
_MEANINGS: tuple[tuple[str, str, str], ...] = (
    (
        "mapping values are not allowed",
        "a colon followed by a space stands inside a text, or the line is indented wrongly",
        "Put the text in quotes or below a `|`, or line the key up with its neighbours.",
    ),
    (
        "while scanning a quoted scalar",
        "the text in quotes that begins here isn't closed, or goes on after its closing quote",
        "Close it with the same quote, or use a block: `|` and the text below it, indented.",
    ),
    (
        "unknown escape character",
        "the text in double quotes holds a backslash that YAML can't read",
        "Use single quotes, where a backslash is a backslash, or write it twice.",
    ),
    (
        "while scanning an alias",
        "a text that begins with `*` is read as a YAML alias",
        "Put the text in quotes.",
    ),
    (
        "while scanning an anchor",
        "a text that begins with `&` is read as a YAML anchor",
        "Put the text in quotes.",
    ),
    (
        "while scanning a tag",
        "a text that begins with `!` is read as a YAML tag",
        "Put the text in quotes.",
    ),
    (
        "undefined tag handle",
        "a text that begins with `!` is read as a YAML tag",
        "Put the text in quotes.",
    ),
    (
        "while scanning a block scalar",
        "the block that begins with `|` or `>` isn't written as YAML wants it",
        "Let nothing follow the `|`, and indent every line of the text by the same spaces.",
    ),
    (
        "while parsing a flow",
        "the list or mapping in brackets that begins here isn't closed, or lacks a comma",
        "Close the bracket. Put a text that begins with a bracket in quotes.",
    ),
    (
        "expected ':'",
        "a key has no colon behind it, or a text goes on without indentation",
        "Write `key: text`, and indent every further line of the text.",
    ),
    (
        "expected '-' indicator",
        "the list goes on with something that isn't an entry of it",
        "Begin each entry with `- ` in the same column.",
    ),
    (
        "block sequence entries are not allowed",
        "an entry of a list stands where none can",
        "Put the list on the lines below its key, each entry beginning with `- `.",
    ),
    (
        "expected key",
        "the line doesn't fit the lines above it",
        "Line the keys up in one column. Put a text in quotes if it holds quotes or `: `.",
    ),
)


def syntax_fault(failure: YAMLError, text: str) -> Syntax:
    """The rule, the line and column from 0, the message and the mend for what the parser said."""
    if not isinstance(failure, MarkedYAMLError):
        return ("yaml-syntax", 0, 0, f"the file isn't YAML: {failure}", "Write it anew.")
    words = f"{failure.context or ''}; {failure.problem or ''}"
    mark = failure.problem_mark
    opened = failure.context_mark
    if opened is not None and (mark is None or words.startswith(_TELLS_BY_ITS_BEGINNING)):
        mark = opened
    line, column = (mark.line, mark.column) if mark else (0, 0)
    lines = re.split(r"\r\n|\r|\n", text)
    written = lines[line] if line < len(lines) else ""
    if tab := _TAB.match(written):
        return (
            "tab-indentation",
            line,
            tab.end() - 1,
            "the line is indented with a tab",
            "Indent with spaces: YAML takes no tabs there.",
        )
    if "cannot start any token" in words:
        return ("yaml-syntax", line, column, *_odd_beginning(written[column : column + 1]))
    for part, meaning, mend in _MEANINGS:
        if part in words:
            return ("yaml-syntax", line, column, meaning, mend)
    problem = failure.problem or failure.context
    return (
        "yaml-syntax",
        line,
        column,
        f"the YAML can't be read here: {problem}",
        "Check the indentation, the quotes and the brackets of this line and the one above.",
    )


def _odd_beginning(character: str) -> tuple[str, str]:
    if character == "\t":
        return ("a tab stands before the text", "Use spaces instead.")
    return (f"a text can't begin with {character or 'this'}", "Put the text in quotes.")
