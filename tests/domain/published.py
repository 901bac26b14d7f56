"""Here are published data sets and what is known of them, for the tests of item analysis."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from quizbot.domain.findings import Asked
from quizbot.domain.scoring import Response

OURS = Path(__file__).parents[1] / "data" / "tutor"
FOLDER = "QUIZBOT_TEST_TUTOR_DATA"
LARGER = Path(
    os.environ.get(FOLDER) or Path(__file__).parents[3] / "shared" / "data" / "tutor" / "reference"
)
"""Where the larger files are, which quizbot doesn't carry along."""

OMITTED = "8"
larger = pytest.mark.skipif(
    not LARGER.is_dir(), reason=f"the larger data sets aren't here: set {FOLDER} to their folder"
)


def lsat(section: int) -> list[list[float]]:
    """The marks of 1,000 people on the five items of an LSAT section."""
    marks: list[list[float]] = []
    for *pattern, people in _rows(OURS / f"lsat{section}_patterns.csv")[1:]:
        marks += [[float(mark) for mark in pattern]] * int(people)
    return marks


def sat12() -> tuple[list[Asked], list[Mapping[str, Response]]]:
    """The 32 items of the SAT-12 and what each of 600 people chose."""
    keys = _rows(LARGER / "sat12_key.csv")[1:]
    items = [Asked(item, ("1", "2", "3", "4", "5"), frozenset(key)) for item, key in keys]
    names, *rows = _rows(LARGER / "sat12_choices.csv")
    people: list[Mapping[str, Response]] = [
        {name: frozenset() if choice == OMITTED else frozenset(choice) for name, choice in row}
        for row in (zip(names, chosen, strict=True) for chosen in rows)
    ]
    return items, people


def moodle() -> tuple[list[list[float]], list[float]]:
    """The marks of Moodle's own test of its statistics, and the most each question is worth."""
    _, most, *rows = [row[2:] for row in _rows(LARGER / "moodle_marks.csv")]
    return [[float(mark) for mark in row] for row in rows], [float(worth) for worth in most]


def known(file: str) -> Any:
    """The figures in one of the JSON files beside the larger data sets."""
    return json.loads((LARGER / file).read_text(encoding="utf-8"))


def _rows(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))
