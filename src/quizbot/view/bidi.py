"""Here is the order in which the parts of a line are drawn: Arabic and Hebrew run leftwards.

The Unicode bidirectional algorithm (UAX #9) without explicit embeddings: letters decide, digits and
signs go with their neighbours. Inside a part, the text engine (Raqm) does the rest.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

_RIGHT_TO_LEFT = frozenset({"R", "AL"})
_LEFT_TO_RIGHT = frozenset({"L", "EN", "AN"})


def levels(text: str) -> list[int]:
    """For each character an even number if it runs rightwards, an odd one if leftwards."""
    sides = [_side(character) for character in text]
    if "R" not in sides:
        return [0] * len(text)
    base = "R" if is_leftward(text) else "L"
    even = 0 if base == "L" else 2
    return [1 if side == "R" else even for side in _resolved(sides, base)]


def is_leftward(text: str) -> bool:
    """Whether the line as a whole runs from right to left: its first letter says so."""
    kinds = (unicodedata.bidirectional(character) for character in text)
    return next((kind in _RIGHT_TO_LEFT for kind in kinds if kind in {"L", "R", "AL"}), False)


def visual(levels_: Sequence[int]) -> list[int]:
    """The positions of parts with these levels, from left to right (rule L2)."""
    order = list(range(len(levels_)))
    for level in range(max(levels_, default=0), 0, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and levels_[order[end]] >= level:
                end += 1
            order[start:end] = reversed(order[start:end])
            start = end + 1
    return order


def _side(character: str) -> str:
    kind = unicodedata.bidirectional(character)
    return "R" if kind in _RIGHT_TO_LEFT else "L" if kind in _LEFT_TO_RIGHT else ""


def _resolved(sides: Sequence[str], base: str) -> list[str]:
    """Signs between two letters of one side take that side, all others the line's."""
    following = base
    after: list[str] = []
    for side in reversed(sides):
        after.append(following)
        following = side or following
    before = base
    result: list[str] = []
    for side, next_ in zip(sides, reversed(after), strict=True):
        result.append(side or (before if before == next_ else base))
        before = side or before
    return result
