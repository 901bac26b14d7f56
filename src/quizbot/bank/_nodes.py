"""Here is YAML as a plain tree: every scalar the author's own text, every node with its place.

The tree is built from the parser's events, not by PyYAML's constructor, so that `no`, `1.10` and
`2026-09-14` stay text, a repeated key is seen, and nothing in a file can make an object or grow
by aliases. A scalar node is the parser's event itself: it has `value` and `start_mark` already.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from yaml.error import Mark
from yaml.events import (
    AliasEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

MAX_DEPTH = 16

if TYPE_CHECKING:

    class Scalar:
        """The author's text, and where it begins. PyYAML's own types tell less than is so."""

        anchor: str | None
        tag: str | None
        value: str
        start_mark: Mark
else:
    Scalar = ScalarEvent


@dataclass(slots=True)
class Mapping:
    """Keys with their values, in the order written; `key_marks` tells where each key stands."""

    start_mark: Mark
    end_mark: Mark
    values: dict[str, Node]
    key_marks: list[Mark]

    def key_mark(self, key: str) -> Mark:
        """Where that key stands. Raises ValueError where the mapping doesn't have it."""
        return self.key_marks[list(self.values).index(key)]


@dataclass(slots=True)
class Sequence:
    """Nodes, in the order written."""

    start_mark: Mark
    nodes: list[Node]


Node: TypeAlias = Scalar | Mapping | Sequence


@dataclass(frozen=True, slots=True)
class Blemish:
    """Something the tree can't hold, seen while it was built, before the item's id is known.

    `index` counts characters from the start of the file, `line` and `column` from 0. Where `hides`
    is true a node is missing from the tree, so that what else seems wrong nearby may not be.
    """

    rule: str
    index: int
    line: int
    column: int
    message: str
    mend: str
    hides: bool = False


class TooDeepError(Exception):
    """The nodes of a file are nested deeper than any bank needs."""

    def __init__(self, mark: Mark) -> None:
        self.mark = mark
        super().__init__(f"nested more than {MAX_DEPTH} levels deep")


def tree(next_event: Callable[[], Any]) -> tuple[Node | None, list[Blemish]]:
    """The first document that `next_event` tells of, or None where there is none.

    Raises TooDeepError, and whatever `next_event` raises.
    """
    builder = _Builder(next_event)
    return builder.document(), builder.blemishes


class _Builder:
    """Builds one document; the hot loop of loading, so each event is looked at once."""

    def __init__(self, next_event: Callable[[], Any]) -> None:
        self._next = next_event
        self.blemishes: list[Blemish] = []

    def document(self) -> Node | None:
        self._next()
        if type(self._next()) is StreamEndEvent:
            return None
        root = self._node(self._next(), 0)
        self._next()
        after = self._next()
        if type(after) is not StreamEndEvent:
            self._blemish(
                "several-documents",
                after.start_mark,
                "a second YAML document begins here",
                "Remove the line `---`, or move what follows to another file.",
            )
        return root

    def _node(self, event: Any, depth: int) -> Node:
        kind = type(event)
        if kind is AliasEvent:
            return self._alias(event)
        if event.tag is not None or event.anchor is not None:
            self._decorated(event)
        if kind is MappingStartEvent:
            return self._mapping(event.start_mark, depth + 1)
        if kind is SequenceStartEvent:
            return self._sequence(event.start_mark, depth + 1)
        scalar: Scalar = event
        return scalar

    def _mapping(self, start: Mark, depth: int) -> Mapping:
        if depth > MAX_DEPTH:
            raise TooDeepError(start)
        next_event = self._next
        values: dict[str, Node] = {}
        key_marks: list[Mark] = []
        while True:
            key = next_event()
            if type(key) is not Scalar:
                if type(key) is MappingEndEvent:
                    end: Any = key.start_mark
                    return Mapping(start, end, values, key_marks)
                self._odd_key(key, depth)
                self._node(next_event(), depth)
                continue
            if key.tag is not None or key.anchor is not None:
                self._decorated(key)
            value = next_event()
            if type(value) is not Scalar or value.tag or value.anchor:
                value = self._node(value, depth)
            name = key.value
            if values.setdefault(name, value) is value:
                key_marks.append(key.start_mark)
            else:
                self._repeated(key, key_marks[list(values).index(name)])

    def _sequence(self, start: Mark, depth: int) -> Sequence:
        if depth > MAX_DEPTH:
            raise TooDeepError(start)
        nodes: list[Node] = []
        while True:
            event = self._next()
            if type(event) is SequenceEndEvent:
                return Sequence(start, nodes)
            nodes.append(self._node(event, depth))

    def _alias(self, event: Any) -> Scalar:
        self._blemish(
            "alias",
            event.start_mark,
            f"`*{event.anchor}` is read as a YAML alias, and aliases aren't allowed",
            "Write the content out. Where a text begins with `*`, put it in quotes.",
            hides=True,
        )
        empty: Any = ScalarEvent
        stand_in: Scalar = empty(None, None, (True, False), "", event.start_mark, event.end_mark)
        return stand_in

    def _decorated(self, event: Any) -> None:
        if event.anchor is not None:
            self._blemish(
                "alias",
                event.start_mark,
                f"`&{event.anchor}` is read as a YAML anchor, and anchors aren't allowed",
                "Remove it. Where a text begins with `&`, put it in quotes.",
            )
        if event.tag is not None:
            self._blemish(
                "tag",
                event.start_mark,
                f"`{_as_written(event.tag)}` is read as a YAML tag, and tags aren't allowed",
                "Remove it. Where a text begins with `!`, put it in quotes.",
            )

    def _odd_key(self, event: Any, depth: int) -> None:
        self._blemish(
            "odd-key",
            event.start_mark,
            "a list or a mapping stands where a key should",
            "Write a single word before the colon. Put text that holds `{` or `[` in quotes.",
            hides=True,
        )
        self._node(event, depth)

    def _repeated(self, key: Scalar, first: Mark) -> None:
        self._blemish(
            "duplicate-key",
            key.start_mark,
            f"`{key.value}` is already set in line {first.line + 1}",
            "Keep one of the two.",
        )

    def _blemish(
        self, rule: str, mark: Mark, message: str, mend: str, *, hides: bool = False
    ) -> None:
        self.blemishes.append(
            Blemish(rule, mark.index, mark.line, mark.column, message, mend, hides)
        )


def _as_written(tag: str) -> str:
    """A tag with the short form of its beginning."""
    return tag.replace("tag:yaml.org,2002:", "!!")
