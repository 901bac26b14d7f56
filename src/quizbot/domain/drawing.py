"""Here is which item comes next, the same for the same dice."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Sequence

from quizbot.domain.blueprint import Bank
from quizbot.domain.item import Difficulty, Item


def pool(
    bank: Bank, topics: Collection[str] = (), difficulty: Difficulty | None = None
) -> tuple[Item, ...]:
    """The items of `bank` in the given topics (none: all) and of the given difficulty."""
    return tuple(
        item
        for item in bank.items
        if (not topics or item.topic in topics)
        and (difficulty is None or item.difficulty is difficulty)
    )


def next_daily(
    bank: Bank,
    topics: Collection[str],
    asked: Sequence[str],
    rng: random.Random,
) -> Item | None:
    """The item for a channel's next round, or None where nothing can be drawn.

    `asked` are the ids of the items that the channel has had, oldest first, repeats included. No
    item comes again before every other one has had its turn; among those left, a topic is drawn by
    its blueprint weight, then an item of it. The siblings of the last item wait while anything else
    is left, and the last item itself while there is any other in the pool.
    """
    items = pool(bank, topics)
    if not items:
        return None
    turns = _turns(items, asked)
    least = min(turns.values())
    left = [item for item in items if turns[item.id] == least]
    last = bank.by_id.get(asked[-1]) if asked else None
    if last is None:
        return _by_blueprint(bank, left, rng)
    rested = [item for item in left if not _kin(item, last)]
    others = [item for item in left if item.id != last.id]
    return _by_blueprint(bank, rested or others or left, rng)


def _turns(items: Sequence[Item], asked: Sequence[str]) -> dict[str, int]:
    """How many turns each of `items` has had.

    Being asked lifts an item to the next higher number that another has, so that one new in the
    bank needn't make up for all the turns before it came.
    """
    turns = {item.id: 0 for item in items}
    having = Counter(turns.values())
    for item_id in asked:
        if item_id in turns:
            before = turns[item_id]
            higher = (turn for turn, holders in having.items() if holders and turn > before)
            turns[item_id] = min(higher, default=before + 1)
            having[before] -= 1
            having[turns[item_id]] += 1
    return turns


def _kin(item: Item, other: Item) -> bool:
    return item.id == other.id or item.id in other.related or other.id in item.related


def _by_blueprint(bank: Bank, items: Sequence[Item], rng: random.Random) -> Item:
    by_topic: dict[str, list[Item]] = {}
    for item in items:
        by_topic.setdefault(item.topic, []).append(item)
    weights = [topic.weight if (topic := bank.topic(code)) else 1.0 for code in by_topic]
    if not any(weights):
        return rng.choice(items)
    (code,) = rng.choices(list(by_topic), weights)
    return rng.choice(by_topic[code])
