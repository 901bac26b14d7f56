"""Here is how items are checked for flaws in their writing, by which learners guess or despair.

The rules follow the common guidelines for writing multiple-choice items (Haladyna, Downing and
Rodriguez, "A review of multiple-choice item-writing guidelines", 2002): parallel and similarly
long options, no clue to the key, no unmarked negative, no "all of the above", a balanced key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quizbot.bank import _wording as wording
from quizbot.bank._items import letter
from quizbot.bank._nodes import Sequence as Nodes
from quizbot.bank._rules import RULES
from quizbot.domain.item import Order
from quizbot.errors import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from quizbot.bank._drafts import Place
    from quizbot.domain.blueprint import Bank
    from quizbot.domain.item import Item

__all__ = ["RULES", "lint"]

LONG_KEY_SHARE = 0.30  # of the items of a bank; by chance the key is longest in about a quarter
LONG_KEY_RATIO = 1.3  # how much longer than the longest distractor is "by far"
LONG_KEY_ITEMS = 10  # with fewer items a share says little
POSITION_ITEMS = 12
POSITION_DEVIATIONS = 3.0  # standard deviations above chance
UNEVEN_RATIO, UNEVEN_LETTERS = 3.0, 60
ECHO_WORDS = 3


def lint(bank: Bank, places: Mapping[str, Place], head: Path) -> tuple[Fault, ...]:
    """The flaws in the writing of a bank's items, as warnings.

    `places` tells where each item stands; `head` is the file that faults of the whole bank name.
    """
    found = [fault for item in bank.items for fault in _Lens(item, places[item.id]).faults()]
    found += _bank_faults(bank, head)
    return tuple(found)


class _Lens:
    """Looks at one item."""

    def __init__(self, item: Item, place: Place) -> None:
        self._item = item
        self._place = place

    def faults(self) -> Iterator[Fault]:
        yield from self._missing()
        yield from self._negative()
        yield from self._shuffled()
        yield from self._lengths()
        yield from self._near_duplicates()
        yield from self._echo()

    def _missing(self) -> Iterator[Fault]:
        item = self._item
        for number, option in enumerate(item.options):
            if not option.rationale:
                name = letter(number)
                verdict = "right" if option.id in item.key else "wrong"
                yield self._fault(
                    "no-rationale",
                    f"option {name} has no rationale",
                    f"Say in one line why {name} is {verdict}.",
                    number,
                )
        if not item.trap:
            yield self._fault(
                "no-trap", "the item names no trap", "Name in `trap:` the confusion it tests."
            )
        if not item.explanation:
            yield self._fault(
                "no-explanation",
                "the item has no explanation",
                "Give the answer in full in `explanation: |`.",
            )
        if not item.references:
            yield self._fault(
                "no-references", "the item names no source", "Add one below `references:`."
            )

    def _negative(self) -> Iterator[Fault]:
        if word := wording.bare_negative(self._item.stem):
            yield self._fault(
                "bare-negative",
                f"the question turns on “{word}”, which is easily missed",
                f"Ask the positive, or write **{word}**.",
                key="stem",
            )

    def _shuffled(self) -> Iterator[Fault]:
        if self._item.order is Order.FIXED:
            return
        for number, option in enumerate(self._item.options):
            if wording.is_collective(option.text):
                yield self._fault(
                    "collective-option",
                    f"option {letter(number)} speaks of the others, and the options are shuffled",
                    "Write an option of its own, or set `shuffle: false`.",
                    number,
                )
            elif wording.names_letters(option.text):
                yield self._fault(
                    "letter-option",
                    f"option {letter(number)} names letters, and the options are shuffled",
                    "Say what it means in words, or set `shuffle: false`.",
                    number,
                )

    def _lengths(self) -> Iterator[Fault]:
        lengths = [len(wording.visible(option.text)) for option in self._item.options]
        longest, shortest = max(lengths), min(lengths)
        if longest >= UNEVEN_RATIO * shortest and longest - shortest >= UNEVEN_LETTERS:
            number = lengths.index(longest)
            yield self._fault(
                "uneven-options",
                f"option {letter(number)} has {longest} letters, the shortest has {shortest}",
                "Make the options about as long as each other.",
                number,
            )

    def _near_duplicates(self) -> Iterator[Fault]:
        seen: dict[str, int] = {}
        for number, option in enumerate(self._item.options):
            first = seen.setdefault(wording.bare(option.text), number)
            if first != number:
                yield self._fault(
                    "near-duplicate-options",
                    f"options {letter(first)} and {letter(number)} hardly differ",
                    "Make the difference plain, or remove one.",
                    number,
                )

    def _echo(self) -> Iterator[Fault]:
        item = self._item
        stem = wording.telling_words(item.stem)
        shared = [wording.telling_words(option.text) & stem for option in item.options]
        keys = [words for words, it in zip(shared, item.options, strict=True) if it.id in item.key]
        others = [
            words for words, it in zip(shared, item.options, strict=True) if it.id not in item.key
        ]
        elsewhere: frozenset[str] = frozenset().union(*others)
        if len(keys) == 1 and len(keys[0] - elsewhere) >= ECHO_WORDS and not elsewhere:
            words = ", ".join(sorted(keys[0]))
            yield self._fault(
                "stem-echo",
                f"only the key repeats words of the question: {words}",
                "Say the key in other words, or let distractors repeat them too.",
                shared.index(keys[0]),
            )

    def _fault(
        self, rule: str, message: str, mend: str, number: int | None = None, key: str = "id"
    ) -> Fault:
        values = self._place.node.values
        at = values[key].start_mark if number is None else self._place.node.start_mark
        options = values["options"]
        if number is not None and isinstance(options, Nodes):
            at = options.nodes[number].start_mark
        return _warning(rule, self._place.file, at.line, at.column, self._item.id, message, mend)
