"""Here is the mark by which the parts of a post are found again in a channel's history.

Discord forgets a message's nonce, but keeps the numeric ids of its components: 32 bits, unique in
the message (components/reference, "Anatomy of a component"; Discord numbers what has none). The
container's id tells which post it is, that of its first child which part of how many.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord

_OURS = 1 << 30
"""Set in every id of ours, far above those that Discord gives."""

_HALF = 15
"""Bits of a part's number, and of the count of parts."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Part `number`, from 0, of the `count` parts of the post with `key`."""

    key: str
    number: int
    count: int

    @property
    def container(self) -> int:
        """The id of the container."""
        return _post(self.key)

    @property
    def child(self) -> int:
        """The id of the container's first child."""
        return _OURS | self.number << _HALF | self.count


def read(components: Sequence[Any], key: str) -> Mark | None:
    """The mark of a message; None where it belongs to no post with `key`."""
    for one in components:
        if isinstance(one, discord.Container) and one.id == _post(key) and one.children:
            child: Any = one.children[0]
            place = (child.id or 0) & ~_OURS
            return Mark(key, place >> _HALF, place & ((1 << _HALF) - 1))
    return None


def _post(key: str) -> int:
    digest = hashlib.blake2b(key.encode(), digest_size=4).digest()
    return _OURS | int.from_bytes(digest) >> 2
