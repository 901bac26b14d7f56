"""Here is `python -m benchmarks [--quick] [--json FILE]`."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from benchmarks import press


def main() -> None:
    """Run every benchmark and print each ratio beside its goal."""
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="shorter and coarser")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there")
    options = parser.parse_args()
    results = press.run(quick=options.quick)
    for result in results:
        goal = f"{'≥' if result.at_least else '≤'} {result.goal:g}"
        low, high = result.spread
        sign = "met" if result.met else "NOT MET"
        row = f"{result.ratio:8.2f} × ({low:.2f}–{high:.2f})  goal {goal}: {sign}  {result.name}"
        sys.stdout.write(f"{row}\n")
    if options.json:
        rows = [
            {
                "name": result.name,
                "ratio": result.ratio,
                "goal": result.goal,
                "met": result.met,
                "spread": list(result.spread),
            }
            for result in results
        ]
        options.json.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")


main()
