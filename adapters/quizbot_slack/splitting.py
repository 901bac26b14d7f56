"""Here is how blocks that are too many for one Slack message come in several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from quizbot_slack import limits

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Measure:
    """How much a message may hold: blocks, and characters in all of them."""

    blocks: int
    characters: int


NEW = Measure(limits.BLOCKS - limits.BLOCKS_KEPT_FREE, limits.CHARACTERS)
EDITED = Measure(limits.BLOCKS, limits.CHARACTERS_EDITED)
"""An edit may hold a little more: a count that has grown makes no further message."""


def split(rendered: Sequence[Json], measure: Measure) -> list[list[Json]]:
    """Blocks in groups, each of which Slack takes as one message: one table, not too long.

    The buttons, and what stands under them, are in the last one.
    """
    first = next((n for n, block in enumerate(rendered) if block["type"] == "actions"), 0)
    tail = rendered[first:]
    if first and _fits(tail, measure):
        return _with_tail(_groups(rendered[:first], measure), tail, measure)
    return _groups(rendered, measure)


def _groups(rendered: Sequence[Json], measure: Measure) -> list[list[Json]]:
    groups: list[list[Json]] = []
    for block in rendered:
        if not groups or not _fits([*groups[-1], block], measure):
            groups.append([])
        groups[-1].append(block)
    return groups


def _with_tail(
    groups: list[list[Json]], tail: Sequence[Json], measure: Measure
) -> list[list[Json]]:
    last = [*groups[-1], *tail]
    if _fits(last, measure):
        return [*groups[:-1], last]
    return [*groups, list(tail)]


def _fits(blocks: Sequence[Json], measure: Measure) -> bool:
    tables = sum(block["type"] == "table" for block in blocks)
    small = sum(map(_characters, blocks)) <= measure.characters
    return len(blocks) <= measure.blocks and small and tables <= 1


def _characters(value: object) -> int:
    """The characters of all texts in a block."""
    match value:
        case dict():
            own = len(value["text"]) if isinstance(value.get("text"), str) else 0
            return own + sum(_characters(inner) for inner in value.values())
        case list() | tuple():
            return sum(_characters(inner) for inner in value)
        case _:
            return 0
