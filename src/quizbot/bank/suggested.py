"""Here is how approved suggestions join the items of the files: beside them, never before them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from quizbot.bank._heads import titled
from quizbot.bank.catalog import Catalog
from quizbot.bank.sketches import judged
from quizbot.domain.blueprint import Bank, Topic
from quizbot.domain.item import Item
from quizbot.domain.suggestion import Approved


def with_suggested(files: Catalog, approved: Sequence[Approved]) -> Catalog:
    """The catalogue of the files with what was approved.

    Of an item that is in the files by now, theirs is served. One that its bank's rules don't take
    any more, such as one of a topic that is gone, is left out.
    """
    banks = dict(files.banks)
    for code, bank in files.banks.items():
        items = suggested_items(bank, approved)
        if items:
            banks[code] = _joined(bank, items)
    return replace(files, banks=MappingProxyType(banks))


def suggested_items(bank: Bank, approved: Sequence[Approved]) -> tuple[Item, ...]:
    """What `bank` (as in its files) is given by the suggestions, in their order."""
    free = (one for one in approved if one.bank == bank.code and one.item_id not in bank.by_id)
    made = (judged(one.sketch, bank, one.item_id).item for one in free)
    return tuple(item for item in made if item is not None)


def overtaken(files: Catalog, approved: Sequence[Approved]) -> tuple[Approved, ...]:
    """Those that are in the files by now."""
    return tuple(
        one
        for one in approved
        if (bank := files.banks.get(one.bank)) is not None and one.item_id in bank.by_id
    )


def _joined(bank: Bank, items: tuple[Item, ...]) -> Bank:
    """The bank with the items behind its own; `topics` of a blueprint stay as they are."""
    known = {topic.code for topic in bank.topics}
    new = dict.fromkeys(item.topic for item in items if item.topic not in known)
    topics = (*bank.topics, *(Topic(code, titled(code)) for code in new))
    return replace(bank, items=(*bank.items, *items), topics=topics)
