"""Here is where the question files of the tests lie."""

from __future__ import annotations

from pathlib import Path

DATA = Path(__file__).parents[1] / "data"
BANKS = DATA / "banks"
BROKEN = DATA / "broken"

HEAD = "bank: b\ntitle: B\n"
ITEM = """\
  - id: {id}
    stem: Which?
    options:
      - {{text: One, correct: true}}
      - {{text: Two}}
"""
ITEMS = "items:\n" + ITEM.format(id="good")
