"""Item analysis gives the figures that were published of published data."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest

from domain.published import known, larger, lsat, moodle, sat12
from quizbot.domain.analysis import choice_analysis, mark_analysis
from quizbot.domain.findings import Analysis, Criterion, Flag

ROUNDED = 6e-7
"""Figures that are given to six digits."""


@cache
def lsat_analysis(section: int) -> Analysis:
    return mark_analysis(lsat(section), [1.0] * 5)


@cache
def sat12_analysis() -> Analysis:
    return choice_analysis(*sat12())


def figures(analysis: Analysis, name: str) -> list[Any]:
    return [getattr(item, name) for item in analysis.items]


def test_lsat_6_has_the_published_facilities_and_score_frequencies() -> None:
    facilities = figures(lsat_analysis(6), "facility")
    assert facilities == pytest.approx([0.924, 0.709, 0.553, 0.763, 0.870], abs=5e-4)
    scores = Counter(sum(row) for row in lsat(6))
    assert [scores[score] for score in range(6)] == [3, 20, 85, 237, 357, 298]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("corrected", [0.1128, 0.1532, 0.1728, 0.1444, 0.1216]),
        ("upper_lower", [0.1966, 0.6315, 0.8109, 0.5370, 0.3203]),
        ("point_biserial", [0.362010, 0.566772, 0.618440, 0.534418, 0.435366]),
        ("sd", [0.265131, 0.454451, 0.497432, 0.425455, 0.336472]),
        ("alpha_without", [0.275356, 0.237584, 0.216799, 0.245933, 0.266294]),
    ],
)
def test_lsat_6_items(name: str, expected: list[float]) -> None:
    assert figures(lsat_analysis(6), name) == pytest.approx(expected, abs=6e-5)


def test_lsat_6_point_biserials_are_those_of_ltm_but_for_its_factor() -> None:
    found = np.array(figures(lsat_analysis(6), "point_biserial")) * np.sqrt(999 / 1000)
    assert found == pytest.approx([0.362, 0.566, 0.618, 0.534, 0.435], abs=6e-4)


def test_lsat_6_as_a_whole() -> None:
    whole = lsat_analysis(6).reliability
    assert (whole.people, whole.length) == (1000, 5)
    assert whole.mean == pytest.approx(3.819, abs=5e-4)
    assert whole.sd == pytest.approx(1.035, abs=5e-4)
    assert whole.alpha == pytest.approx(0.295, abs=5e-5)
    assert whole.sem == pytest.approx(0.8691, abs=5e-5)
    assert lsat_analysis(6).criterion is Criterion.REST


def test_lsat_7() -> None:
    analysis = lsat_analysis(7)
    expected = [0.2457, 0.2467, 0.3132, 0.2228, 0.1748]
    assert figures(analysis, "corrected") == pytest.approx(expected, abs=5e-5)
    assert analysis.reliability.alpha == pytest.approx(0.4534, abs=5e-5)


def test_lsat_6_is_the_data_that_the_published_rasch_difficulties_are_of() -> None:
    """At the published values its marginal likelihood is the published one, and the greatest."""
    slope, difficulties = 0.7551, np.array([-3.6153, -1.3224, -0.3176, -1.7301, -2.7802])
    best = _log_likelihood(slope, difficulties)
    assert best == pytest.approx(-2466.938, abs=6e-4)
    for step in np.vstack([np.eye(5), -np.eye(5)]) * 0.05:
        assert _log_likelihood(slope, difficulties + step) < best
    assert max(_log_likelihood(slope + step, difficulties) for step in (-0.02, 0.02)) < best


def _log_likelihood(slope: float, difficulties: np.ndarray[Any, Any]) -> float:
    """Of the Rasch model with a common slope and abilities N(0, 1), by Gauss-Hermite quadrature."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(61)
    right = 1 / (1 + np.exp(-slope * (nodes[:, None] - difficulties)))
    marks = np.array(lsat(6))
    chances = np.exp(marks @ np.log(right).T + (1 - marks) @ np.log(1 - right).T)
    return float(np.log(chances @ (weights / weights.sum())).sum())


@larger
@pytest.mark.parametrize("test", ["lsat6", "lsat7", "sat12"])
@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("facility", "p"),
        ("sd", "sd_item"),
        ("point_biserial", "pbis"),
        ("corrected", "corrected"),
        ("upper_lower", "ul27"),
        ("alpha_without", "alpha_if_deleted"),
    ],
)
def test_items_are_as_an_independent_computation_has_them(test: str, name: str, key: str) -> None:
    expected = known("computed.json")[test][key]
    assert figures(_analysis(test), name) == pytest.approx(expected, abs=ROUNDED)


@larger
@pytest.mark.parametrize("test", ["lsat6", "lsat7", "sat12"])
def test_tests_are_as_an_independent_computation_has_them(test: str) -> None:
    expected = known("computed.json")[test]
    whole = _analysis(test).reliability
    assert whole.people == expected["n"]
    assert whole.alpha == pytest.approx(expected["kr20"], abs=ROUNDED)
    for name in ("mean", "sd", "alpha", "sem"):
        assert getattr(whole, name) == pytest.approx(expected[name], abs=ROUNDED)


def _analysis(test: str) -> Analysis:
    return sat12_analysis() if test == "sat12" else lsat_analysis(int(test[-1]))


@larger
def test_options_are_as_an_independent_computation_has_them() -> None:
    for item, expected in zip(
        sat12_analysis().items, known("computed.json")["sat12"]["distractors"], strict=True
    ):
        for option in item.options:
            share, correlation = expected["options"][option.id]
            assert option.share == pytest.approx(share, abs=6e-5)
            assert option.correlation == pytest.approx(correlation, abs=6e-5)
        unused = [int(option.id) for option in item.distractors if option.unused]
        assert unused == expected["nonfunctional"]
        assert 1 - len(unused) / 4 == expected["efficiency"]


@larger
def test_sat_12_has_exactly_one_item_whose_key_may_be_wrong() -> None:
    flagged = [item for item in sat12_analysis().items if Flag.KEY in item.flags]
    assert [item.id for item in flagged] == ["q32"]
    rival = flagged[0].rival
    assert rival is not None
    assert (rival.id, round(rival.share, 2)) == ("3", 0.44)
    assert flagged[0].facility == pytest.approx(0.162, abs=5e-4)
    assert flagged[0].corrected == pytest.approx(0.037, abs=5e-4)
    assert rival.correlation == pytest.approx(0.203, abs=5e-4)


@larger
def test_sat_12_as_a_whole() -> None:
    analysis = sat12_analysis()
    assert analysis.reliability.alpha == pytest.approx(0.7979, abs=5e-5)
    assert analysis.reliability.sem == pytest.approx(2.272, abs=5e-4)
    assert analysis.reliability.guess == pytest.approx(0.2)
    assert sum(any(o.unused for o in item.distractors) for item in analysis.items) == 22


@larger
@pytest.mark.parametrize(
    ("name", "key", "unit"),
    [
        ("facility", "facility", 100),
        ("sd", "sd", 1000),
        ("effective_weight", "effective", 1),
        ("discrimination_index", "di", 1),
        ("discriminative_efficiency", "de", 1),
    ],
)
def test_figures_that_moodle_has_too_are_moodle_s(name: str, key: str, unit: int) -> None:
    expected = known("expected.json")["moodle"][key]
    found = figures(mark_analysis(*moodle()), name)
    for value, wanted in zip(found, expected, strict=True):
        if wanted is None and key != "sd":  # Moodle has no deviation of a question worth nothing
            assert value is None
        elif wanted is not None:
            assert value * unit == pytest.approx(wanted, abs=1e-6)
