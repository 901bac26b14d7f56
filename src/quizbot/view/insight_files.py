"""Here are the files of insights: every figure, as JSON and as CSV. Nobody is named.

The names in them are the program's and the same in every language.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

from quizbot.domain.findings import ENOUGH, ItemFigures, OptionFigures
from quizbot.view.insights import Insights

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a spreadsheet takes for the beginning of a formula, or for white space before one."""
FIGURES = (
    "facility",
    "sd",
    "guess",
    "corrected",
    "point_biserial",
    "upper_lower",
    "discrimination_index",
    "discriminative_efficiency",
    "effective_weight",
    "alpha_without",
    "distractor_efficiency",
)
NOT_YET, LOOK, FINE = "not enough answers yet", "look at it", "nothing stands out"
DIGITS = 6


def as_json(found: Insights) -> str:
    """Everything, with null for what is not defined or not yet known."""
    whole = found.analysis.reliability
    packed = {
        "bank": found.bank,
        "title": found.title,
        "since": found.since.isoformat() if found.since else None,
        "until": found.until.isoformat(),
        "enough": ENOUGH,
        "people": found.took_part.people,
        "compared_with": found.analysis.criterion.value,
        "participation": [
            {"begins": one.begins.isoformat(), "people": one.people, "answers": one.answers}
            for one in found.took_part.activity
        ],
        "reliability": {
            name: _rounded(getattr(whole, name)) if whole.people >= ENOUGH else None
            for name in ("length", "mean", "sd", "alpha", "sem", "guess")
        },
        "items": [_item(found, one) for one in found.analysis.items],
    }
    return json.dumps(packed, ensure_ascii=False, indent=2) + "\n"


def as_csv(found: Insights) -> str:
    """One row an item, its options one after another; cells that would be formulas are quoted.

    It begins with a byte order mark, by which spreadsheets know that it is UTF-8.
    """
    most = max((len(one.options) for one in found.analysis.items), default=0)
    written = io.StringIO()
    writer = csv.writer(written)
    named = ("option", "right", "share", "correlation", "functional")
    spread = [f"{name}_{number}" for number in range(1, most + 1) for name in named]
    writer.writerow(["item", "revision", "question", "verdict", "flags", "n", *FIGURES, *spread])
    for one in found.analysis.items:
        writer.writerow([_cell(value) for value in _row(found, one)])
    return "\ufeff" + written.getvalue()


def _row(found: Insights, one: ItemFigures) -> Iterator[Any]:
    packed = _item(found, one)
    yield from (packed[name] for name in ("item", "revision", "question", "verdict"))
    yield " ".join(packed["flags"])
    yield packed["n"]
    yield from (packed[name] for name in FIGURES)
    for option in packed["options"]:
        yield from (option[name] for name in ("text", "right", "share", "correlation"))
        yield option["functional"]


def _cell(value: object) -> object:
    """What a person wrote must stay text in a spreadsheet (OWASP: CSV injection)."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def _item(found: Insights, one: ItemFigures) -> dict[str, Any]:
    """The item's figures; before there are enough answers, only how many there are."""
    item_id, _, revision = one.id.rpartition("@")
    known = one.n >= ENOUGH
    return {
        "item": item_id,
        "revision": revision,
        "question": found.stem(one),
        "verdict": (LOOK if one.flags else FINE) if known else NOT_YET,
        "flags": [flag.value for flag in one.flags],
        "n": one.n,
        **{name: _rounded(getattr(one, name)) if known else None for name in FIGURES},
        "options": [_option(found, one, option, known=known) for option in one.options],
    }


def _option(
    found: Insights, one: ItemFigures, option: OptionFigures, *, known: bool
) -> dict[str, Any]:
    return {
        "text": found.option(one, option),
        "right": option.right,
        "share": _rounded(option.share) if known else None,
        "correlation": _rounded(option.correlation) if known else None,
        "functional": option.functional if known and not option.right else None,
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)
