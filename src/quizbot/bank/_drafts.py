"""Here is a bank while its files are being read: its items so far, and which ids are taken."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from quizbot.bank import _fields as read
from quizbot.bank._files import read_tree
from quizbot.bank._heads import FILE_KEYS, Head
from quizbot.bank._images import Images
from quizbot.bank._items import Ground, identity, item, topic_of
from quizbot.bank._nodes import Blemish, Mapping, Node
from quizbot.bank._notes import Notes
from quizbot.domain.item import Item, Order
from quizbot.errors import Fault

LOOSE_TOPIC = "general"  # of items that name no topic in a bank that asks for none
_ITEMS_MEND = "Write `items:` and below it each question, beginning with `- id: …`."


@dataclass(frozen=True, slots=True)
class Sheet:
    """One file of a bank as it was found, and the notes about it."""

    notes: Notes
    root: Node | None
    blemishes: list[Blemish]


@dataclass(frozen=True, slots=True)
class Place:
    """Where an item stands."""

    file: Path
    node: Mapping


def sheet(file: Path) -> Sheet:
    """The sheet of that file; its root is None where the file can't be read."""
    notes = Notes(file)
    return Sheet(notes, *read_tree(notes))


class Draft:
    """Gathers the items of one bank, sheet by sheet.

    `places`, where it is given, is told where each item stands: that keeps the trees in memory,
    so only `quizbot check` asks for it.
    """

    def __init__(self, head: Head | None, images: Images, places: dict[str, Place] | None) -> None:
        self._head = head
        self._images = images
        self._places = places
        self._items: list[Item] = []
        self._taken: dict[str, tuple[Path, int]] = {}
        self._relating: list[tuple[Item, Mapping, Notes]] = []
        self._all_notes: list[Notes] = []

    @property
    def faults(self) -> list[Fault]:
        """Every fault noted so far."""
        return [fault for notes in self._all_notes for fault in notes.faults]

    def add(self, page: Sheet, *, is_head: bool, is_alone: bool) -> None:
        """Read the items of a sheet."""
        notes = page.notes
        self._all_notes.append(notes)
        if page.root is None:
            return
        if type(page.root) is not Mapping:
            if not is_head:
                read.wrong_entry(page.root, "the file", _ITEMS_MEND, notes)
            return
        if not is_head:
            read.check_keys(page.root, FILE_KEYS, "a file of items", notes)
        nodes = read.sequence(page.root, "items", _ITEMS_MEND, notes)
        if read.is_empty(page.root.values.get("items")) and (is_alone or not is_head):
            notes.error(
                "missing-items",
                read.place(page.root, "items"),
                "the file has no items",
                _ITEMS_MEND,
            )
        ground = self._ground(page.root, notes)
        loose = page.blemishes
        for node in nodes:
            loose = self._add_item(node, loose, ground, notes)
        notes.item = None
        for blemish in loose:
            _note(blemish, notes)

    def items(self) -> tuple[Item, ...]:
        """The items that have no fault. Call it once, when all the sheets were added."""
        strays = {
            item.id
            for item, node, notes in self._relating
            if not _relations_hold(item, node, self._taken, notes)
        }
        return tuple(item for item in self._items if item.id not in strays)

    def _ground(self, root: Mapping, notes: Notes) -> Ground:
        head = self._head
        topics = None
        if head is not None and head.topics is not None:
            topics = {topic.code: topic for topic in head.topics}
        ground = Ground(
            bank=head.code if head else "",
            order=head.order if head else Order.SHUFFLED,
            partial_credit=head.partial_credit if head else False,
            topics=topics,
            topic="" if topics is not None else LOOSE_TOPIC,
            images=self._images,
        )
        if read.is_empty(root.values.get("topic")):
            return ground
        return ground.of(topic_of(root, ground, notes))

    def _add_item(
        self, node: Node, blemishes: list[Blemish], ground: Ground, notes: Notes
    ) -> list[Blemish]:
        """Read one item. Returns the blemishes that aren't in it."""
        notes.item = None
        if type(node) is not Mapping:
            if not any(blemish.index == node.start_mark.index for blemish in blemishes):
                read.wrong_entry(node, "an item", _ITEMS_MEND, notes)
            return blemishes
        before = len(notes.faults)
        name = identity(node, notes)
        if name in self._taken:
            file, line = self._taken[name]
            notes.error(
                "duplicate-item",
                read.place(node, "id"),
                f"the id `{name}` is taken by the item in {file.name}, line {line}",
                "Give one of the two another id, that of the newer.",
            )
        elif name:
            self._taken[name] = (notes.file, read.place(node, "id").line + 1)
        hidden = False
        if blemishes:
            here, blemishes = _parted(node, blemishes)
            for blemish in here:
                _note(blemish, notes)
            hidden = any(blemish.hides for blemish in here)
        found = None if hidden else item(name, node, ground, notes)
        if found is not None and len(notes.faults) == before:
            self._keep(found, node, notes)
        return blemishes

    def _keep(self, found: Item, node: Mapping, notes: Notes) -> None:
        self._items.append(found)
        if found.related:
            self._relating.append((found, node, notes))
        if self._places is not None:
            self._places[found.id] = Place(notes.file, node)


def _parted(node: Mapping, blemishes: list[Blemish]) -> tuple[list[Blemish], list[Blemish]]:
    start, end = node.start_mark.index, node.end_mark.index
    inside = [blemish for blemish in blemishes if start <= blemish.index < end]
    return inside, [blemish for blemish in blemishes if blemish not in inside]


def _note(blemish: Blemish, notes: Notes) -> None:
    notes.error_at(blemish.rule, blemish.line, blemish.column, blemish.message, blemish.mend)


def _relations_hold(
    found: Item, node: Mapping, taken: dict[str, tuple[Path, int]], notes: Notes
) -> bool:
    entries = read.sequence(node, "related", "", notes)
    holds = True
    for related, entry in zip(found.related, entries, strict=True):
        if related not in taken:
            near = read.nearest(related, taken)
            notes.item = found.id
            notes.error(
                "unknown-related",
                entry.start_mark,
                f"the bank has no item `{related}`",
                f"Did you mean `{near}`?" if near else "Correct the id, or remove it.",
            )
            holds = False
    return holds
