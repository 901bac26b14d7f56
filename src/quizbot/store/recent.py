"""Here is a small memory of the values used last."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

REMEMBERED = 4096

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recent(Generic[K, V]):
    """The values used last, up to REMEMBERED of them."""

    def __init__(self) -> None:
        self._values: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        """The value of the key, or None where it isn't remembered (any more)."""
        value = self._values.get(key)
        if value is not None:
            self._values.move_to_end(key)
        return value

    def put(self, key: K, value: V) -> None:
        """Remember the value, and forget the one used longest ago where there are too many."""
        self._values[key] = value
        self._values.move_to_end(key)
        if len(self._values) > REMEMBERED:
            self._values.popitem(last=False)

    def drop(self, key: K) -> None:
        """Forget the key's value."""
        self._values.pop(key, None)
