"""Here is the item: a question, its options, its key, and why each option is or isn't it."""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

MIN_OPTIONS, MAX_OPTIONS = 2, 10


class Difficulty(StrEnum):
    """The author's label: a prior until answers arrive."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


class Order(StrEnum):
    """How a round shows the options: as written, or shuffled once per round."""

    FIXED = "fixed"
    SHUFFLED = "shuffled"


@dataclass(frozen=True, slots=True)
class Option:
    """A choice. `id` is the bank's, never the shown letter, and doesn't tell the key."""

    id: str
    text: str
    rationale: str


@dataclass(frozen=True, slots=True)
class Reference:
    """Where to read on; `url` is http or https."""

    title: str
    url: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture that belongs to the stem, named by the digest of its bytes, told in `alt`."""

    digest: str
    alt: str
    media_type: str


@dataclass(frozen=True, slots=True)
class Item:
    """One question of a bank.

    Stem, options, rationales, trap and explanation are Markdown, as the author wrote them. Options
    outside `key` are the item's distractors.
    """

    bank: str
    id: str
    stem: str
    options: tuple[Option, ...]
    key: frozenset[str]
    topic: str
    trap: str = ""
    explanation: str = ""
    difficulty: Difficulty = Difficulty.MEDIUM
    order: Order = Order.SHUFFLED
    tags: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    references: tuple[Reference, ...] = ()
    figure: Figure | None = None
    author: str = ""
    reviewed: date | None = None
    partial_credit: bool = False

    def __post_init__(self) -> None:
        ids = [option.id for option in self.options]
        if not MIN_OPTIONS <= len(ids) <= MAX_OPTIONS:
            raise ValueError(f"{self.id}: an item has {MIN_OPTIONS} to {MAX_OPTIONS} options")
        if len(set(ids)) != len(ids):
            raise ValueError(f"{self.id}: two options share an id")
        if not self.key or not self.key < set(ids):
            raise ValueError(f"{self.id}: the key must name some, not all, of the options")

    @property
    def choose(self) -> int:
        """How many options a learner chooses."""
        return len(self.key)

    @property
    def guess(self) -> float:
        """The chance of hitting the whole key blindly."""
        return 1 / math.comb(len(self.options), self.choose)

    def option(self, option_id: str) -> Option:
        """The option with that id. Raises KeyError where the item has none such."""
        for option in self.options:
            if option.id == option_id:
                return option
        raise KeyError(option_id)


def option_id(item_id: str, text: str) -> str:
    """A short name for an option that survives reordering and says nothing about the key."""
    return hashlib.blake2b(f"{item_id}\0{text}".encode(), digest_size=4).hexdigest()


def revision(item: Item) -> str:
    """A digest of all that a learner can see or be scored by.

    An attempt names the revision it answered, so that a mended item never rewrites history.
    """
    seen = [
        item.bank,
        item.id,
        item.stem,
        [[option.id, option.text, option.rationale] for option in item.options],
        sorted(item.key),
        item.topic,
        item.trap,
        item.explanation,
        item.order,
        [[reference.title, reference.url] for reference in item.references],
        [item.figure.digest, item.figure.alt] if item.figure else None,
        item.partial_credit,
    ]
    packed = json.dumps(seen, ensure_ascii=False, separators=(",", ":"))
    return hashlib.blake2b(packed.encode(), digest_size=8).hexdigest()
