"""Here is how a suggested question is held to the rules of question files.

What was typed becomes the nodes that a file would have been read into, each marked with its field
and option where a file has line and column. So every rule for items holds here too.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import cast

from yaml.error import Mark
from yaml.events import ScalarEvent

from quizbot.bank._characters import HIDDEN
from quizbot.bank._drafts import LOOSE_TOPIC
from quizbot.bank._images import Images
from quizbot.bank._item_flaws import Flaw, item_flaws
from quizbot.bank._items import Ground, item
from quizbot.bank._nodes import Mapping, Node, Scalar, Sequence
from quizbot.bank._notes import Notes
from quizbot.domain.blueprint import Bank
from quizbot.domain.item import Item, Order
from quizbot.domain.suggestion import LONGEST, Line, Remark, Sketch, lines, titled_source
from quizbot.errors import Fault

FIELDS = tuple(field.name for field in fields(Sketch))
_FIELD_OF_FLAW = {"no-trap": "trap", "no-explanation": "explanation", "no-references": "source"}


@dataclass(frozen=True, slots=True)
class Judged:
    """What the rules make of a sketch: its item, or the faults that keep it out; and its flaws."""

    item: Item | None
    faults: tuple[Remark, ...]
    flaws: tuple[Remark, ...]


def judged(sketch: Sketch, bank: Bank, name: str) -> Judged:
    """The item that `sketch` makes in `bank` under the name `name`, or what is wrong with it."""
    faults = [*_unfit(sketch)]
    notes = Notes(Path(name))
    made = item(name, _node(sketch), _ground(bank), notes)
    faults += map(_remark, notes.faults)
    if faults or made is None:
        return Judged(None, tuple(dict.fromkeys(faults)), ())
    return Judged(made, (), tuple(map(_flaw, item_flaws(made))))


def _unfit(sketch: Sketch) -> list[Remark]:
    """What no form may hold, whatever it means."""
    typed = {name: str(getattr(sketch, name)) for name in FIELDS}
    long = [Remark("too-long", name) for name, text in typed.items() if len(text) > LONGEST]
    hidden = [Remark("hidden-character", n) for n, text in typed.items() if HIDDEN.search(text)]
    return long + hidden


def _ground(bank: Bank) -> Ground:
    """What the bank's files say for all of its items, as far as its items tell it."""
    fixed = bool(bank.items) and all(one.order is Order.FIXED for one in bank.items)
    topics = {topic.code: topic for topic in bank.topics} if bank.blueprint else None
    return Ground(
        bank=bank.code,
        order=Order.FIXED if fixed else Order.SHUFFLED,
        partial_credit=any(one.partial_credit for one in bank.items),
        topics=topics,
        topic="" if topics is not None else LOOSE_TOPIC,
        images=Images(Path()),
    )


def _node(sketch: Sketch) -> Mapping:
    texts = ("stem", "trap", "explanation", "topic", "difficulty")
    values: dict[str, Node] = {name: _scalar(getattr(sketch, name), _mark(name)) for name in texts}
    options = [_option(line, number) for number, line in enumerate(lines(sketch.options))]
    values["options"] = Sequence(_mark("options"), list(options))
    if sketch.source:
        title, address = titled_source(sketch.source)
        reference = _mapping({"title": title, "url": address}, _mark("source"))
        values["references"] = Sequence(_mark("source"), [reference])
    marks = [_mark("source" if key == "references" else key) for key in values]
    return Mapping(_mark("stem"), _mark("stem"), values, marks)


def _option(line: Line, number: int) -> Mapping:
    written = {"text": line.text, "why": line.why}
    if line.right:
        written["correct"] = "true"
    return _mapping(written, _mark("options", number))


def _mapping(written: dict[str, str], mark: Mark) -> Mapping:
    values: dict[str, Node] = {key: _scalar(text, mark) for key, text in written.items()}
    return Mapping(mark, mark, values, [mark] * len(values))


def _scalar(text: str, mark: Mark) -> Scalar:
    event = ScalarEvent(None, None, (True, False), text, start_mark=mark, end_mark=mark)
    return cast("Scalar", event)


def _mark(field: str, option: int | None = None) -> Mark:
    """The field in the place of a line, the option in that of a column; 0: of none."""
    column = 0 if option is None else option + 1
    return Mark("", 0, FIELDS.index(field), column, None, 0)


def _remark(fault: Fault) -> Remark:
    option = fault.column - 2 if fault.column > 1 else None
    return Remark(fault.rule, FIELDS[fault.line - 1], option)


def _flaw(flaw: Flaw) -> Remark:
    field = "options" if flaw.option is not None else flaw.key
    return Remark(flaw.rule, _FIELD_OF_FLAW.get(flaw.rule, field), flaw.option)
