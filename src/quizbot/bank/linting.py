"""Here is how a bank is checked for flaws in its writing, by which learners guess or despair.

The rules follow the usual guidelines for multiple-choice items (Haladyna, Downing and Rodriguez,
"A review of multiple-choice item-writing guidelines", 2002): options alike in form and length, no
clue to the key, no unmarked negative, no "all of the above", keys in every place.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from yaml.error import Mark

from quizbot.bank._bank_flaws import bank_flaws
from quizbot.bank._drafts import Place
from quizbot.bank._item_flaws import Flaw, item_flaws
from quizbot.bank._nodes import Sequence
from quizbot.bank._rules import RULES
from quizbot.domain.blueprint import Bank
from quizbot.errors import Fault, Severity

__all__ = ["RULES", "lint"]


def lint(bank: Bank, places: Mapping[str, Place], head: Path) -> tuple[Fault, ...]:
    """The flaws in the writing of a bank, as warnings.

    `places` tells where each item stands; `head` is the file that flaws of the whole bank name.
    """
    in_items = [
        _warning(flaw, places[item.id].file, _mark(flaw, places[item.id]), item.id)
        for item in bank.items
        for flaw in item_flaws(item)
    ]
    return (*in_items, *(_warning(flaw, head, None, None) for flaw in bank_flaws(bank)))


def _mark(flaw: Flaw, place: Place) -> Mark:
    values = place.node.values
    options = values["options"]
    if flaw.option is not None and isinstance(options, Sequence):
        return options.nodes[flaw.option].start_mark
    return values[flaw.key].start_mark


def _warning(flaw: Flaw, file: Path, mark: Mark | None, item: str | None) -> Fault:
    return Fault(
        rule=flaw.rule,
        severity=Severity.WARNING,
        file=file,
        line=mark.line + 1 if mark else 1,
        column=mark.column + 1 if mark else 1,
        item=item,
        message=flaw.message,
        mend=flaw.mend,
    )
