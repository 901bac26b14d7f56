"""The two gates of the tutor, in short: one world each, where the simulators are at hand.

The whole gates take minutes and are run by hand (docs/tutor.md tells how).
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from benchmarks import tutor

SIMULATORS = Path(__file__).parents[2] / "shared" / "data" / "tutor"


@pytest.fixture
def simulators(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    if not SIMULATORS.is_dir():
        pytest.skip(f"the simulators are not at {SIMULATORS}")
    monkeypatch.syspath_prepend(str(SIMULATORS))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def load(name: str) -> ModuleType:
        return importlib.import_module(name)

    yield load
    for name in ("readiness_sim", "learning_sim"):
        sys.modules.pop(name, None)


def test_the_chance_of_passing_is_calibrated(simulators: Any) -> None:
    """Looser than the whole gate's bars, for two fifths of its learners."""
    sim = simulators("readiness_sim")
    estimators = {"ours": tutor.estimate, "raw": sim.raw_percent}
    rows = sim.evaluate(estimators, sim.WORLDS["five"], counts=(20, 40), reps=120)
    found = {(row["est"], row["n"]): row for row in rows}
    for count in (20, 40):
        assert found["ours", count]["brier"] < found["raw", count]["brier"]
        assert found["ours", count]["ece"] < 0.07
        assert 0.84 <= found["ours", count]["cover"] <= 0.96


def test_the_choice_of_questions_teaches_more_than_chance(simulators: Any) -> None:
    sim = simulators("learning_sim")

    def by_chance() -> tutor.Choose:
        rng = np.random.default_rng(5)
        return lambda history, bank, now: int(rng.integers(len(bank.topic)))

    world = sim.WORLDS["base"]
    ours = sim.run(tutor.make, world, 6)["each"]
    other = sim.run(by_chance, world, 6)["each"]
    assert (ours - other).mean() > 0.05
