"""Here is the concept: one thing to know, asked by an item or by a group of siblings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from quizbot.domain.blueprint import Bank
from quizbot.domain.item import Item


@dataclass(frozen=True, slots=True)
class Concept:
    """One thing to know: what siblings (items that name each other as related) have in common.

    `code` is the id of its first item. `share` is its share of the exam, 0 to 1. `guesses` maps the
    id of each of its items to the chance of answering it right blindly.
    """

    code: str
    topic: str
    share: float
    guesses: Mapping[str, float]


def concepts(bank: Bank) -> tuple[Concept, ...]:
    """The concepts of a bank in the order of its items; topics share out their weights evenly.

    Siblings of siblings are siblings too. A group that crosses topics belongs to its first item's.
    """
    groups = siblings(bank)
    counts = Counter(bank.by_id[code].topic for code in groups)
    weights = {topic.code: topic.weight for topic in bank.topics}
    whole = sum(weights.get(topic, 1.0) for topic in counts) or 1.0
    made = []
    for code, items in groups.items():
        topic = bank.by_id[code].topic
        share = weights.get(topic, 1.0) / whole / counts[topic]
        made.append(Concept(code, topic, share, {item.id: item.guess for item in items}))
    return tuple(made)


def siblings(bank: Bank) -> dict[str, list[Item]]:
    """The groups of siblings by the id of their first item, in the order of the bank's items."""
    first = {item.id: item.id for item in bank.items}

    def root(item_id: str) -> str:
        while first[item_id] != item_id:
            item_id = first[item_id]
        return item_id

    order = {item.id: number for number, item in enumerate(bank.items)}
    for item in bank.items:
        for other in item.related:
            if other in first:
                ends = sorted((root(item.id), root(other)), key=order.__getitem__)
                first[ends[1]] = ends[0]
    groups: dict[str, list[Item]] = {}
    for item in bank.items:
        groups.setdefault(root(item.id), []).append(item)
    return groups
