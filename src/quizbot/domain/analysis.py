"""Here is classical item analysis: how the items fared, from who chose what.

The formulas are the textbook's (Crocker & Algina 1986, chapters 5, 7 and 14) and, where it has a
name for them, those of Moodle's quiz statistics. This module needs numpy and takes a moment to
import: what it returns is in `findings`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from quizbot.domain.findings import (
    Analysis,
    Asked,
    Criterion,
    ItemFigures,
    OptionFigures,
    Reliability,
)
from quizbot.domain.scoring import Response

Numbers = NDArray[np.float64]

TAIL = 0.27
"""The share of people in the upper and in the lower group (Kelley 1939)."""
PRIOR_ANSWERS = 10
"""How many answers just like everybody's a person is credited with before their own."""
EQUAL = 1e-9
"""Numbers that lie no further apart are equal but for rounding."""


def choice_analysis(
    items: Sequence[Asked],
    people: Sequence[Mapping[str, Response]],
    *,
    ability: Sequence[float] | None = None,
) -> Analysis:
    """The analysis of what each of `people` chose, by the items' ids.

    An item that a person's mapping lacks was never put to that person; an empty response was
    omitted, which is wrong. Right is all or nothing. Where people answered different items,
    `ability` (one figure a person, in any unit) stands in for the rest score; where it isn't
    given, their other answers' residuals do.
    """
    marks = [
        [float(one[item.id] == item.key) if item.id in one else np.nan for item in items]
        for one in people
    ]
    sheet = _sheet(np.array(marks, dtype=float).reshape(len(people), len(items)), ability)
    kept = [one for one in people if any(item.id in one for item in items)]
    figures = []
    for column, item in enumerate(items):
        answers = [one[item.id] for one in kept if item.id in one]
        options = _options(item, answers, sheet.criterion(column))
        figures.append(_item(sheet, column, 1.0, item, options))
    guess = float(np.mean([item.guess for item in items])) if items else None
    return Analysis(tuple(figures), _reliability(sheet, guess), sheet.compared_with)


def mark_analysis(
    marks: Sequence[Sequence[float | None]],
    most: Sequence[float],
    *,
    ability: Sequence[float] | None = None,
) -> Analysis:
    """The analysis of marks, one row a person and one column an item, worth at most `most`.

    None: the item wasn't put to that person. Items are named by their column, from `1`.
    """
    filled = [[np.nan if mark is None else mark for mark in row] for row in marks]
    sheet = _sheet(np.array(filled, dtype=float).reshape(len(marks), len(most)), ability)
    figures = tuple(
        _item(sheet, column, worth, str(column + 1), ()) for column, worth in enumerate(most)
    )
    return Analysis(figures, _reliability(sheet, None), sheet.compared_with)


@dataclass(frozen=True, slots=True)
class _Pairs:
    """How the marks of two items vary together, over the people who answered both.

    `products` are the sums of products of their deviations. `whole` sums over all ordered pairs of
    different items the first one's squared deviations, these products, and the people less one;
    `with_item` has the same sums over the pairs that hold each item.
    """

    products: Numbers
    whole: Numbers
    with_item: Numbers


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The marks (nan: not put), and what stands for a person's strength, an item a column.

    `given` counts the answers.
    """

    marks: Numbers
    strength: Numbers
    compared_with: Criterion
    pairs: _Pairs
    given: int

    def answers(self, column: int) -> Numbers:
        """The marks of those who answered the item."""
        marks = self.marks[:, column]
        return marks[~np.isnan(marks)]

    def criterion(self, column: int) -> Numbers:
        """What the item is compared with, for those who answered it."""
        strength = self.strength[:, column]
        return strength[~np.isnan(self.marks[:, column])]


def _sheet(marks: Numbers, ability: Sequence[float] | None) -> _Sheet:
    """The marks of those who answered anything, and their strength."""
    if ability is not None and len(ability) != len(marks):
        raise ValueError(f"{len(marks)} people need as many abilities, not {len(ability)}")
    there = ~np.isnan(marks).all(axis=1)
    able = None if ability is None else np.array(ability, dtype=float)[there]
    marks = marks[there]
    strength, criterion = _strength(marks, able)
    return _Sheet(marks, strength, criterion, _pairs(marks), int((~np.isnan(marks)).sum()))


def _strength(marks: Numbers, ability: Numbers | None) -> tuple[Numbers, Criterion]:
    """How strong each person is as seen without each item, and what that is made of.

    The residual is the sum of a person's marks over the items' means, over n + 10 answers: the
    Bayesian average of the boards, freed of how hard the items were.
    """
    put = ~np.isnan(marks)
    if put.all():
        rest: Numbers = marks.sum(axis=1, keepdims=True) - marks
        return rest, Criterion.REST
    if ability is not None:
        return np.repeat(ability[:, None], marks.shape[1], axis=1), Criterion.ABILITY
    over = np.where(put, marks - _means(marks), 0.0)
    others = put.sum(axis=1, keepdims=True) - put
    residuals: Numbers = (over.sum(axis=1, keepdims=True) - over) / (others + PRIOR_ANSWERS)
    return residuals, Criterion.RESIDUAL


def _means(marks: Numbers) -> Numbers:
    """Each item's mean mark; 0 for one that nobody answered."""
    put = ~np.isnan(marks)
    means: Numbers = np.where(put, marks, 0.0).sum(axis=0) / np.maximum(put.sum(axis=0), 1)
    return means


def _item(
    sheet: _Sheet, column: int, worth: float, item: Asked | str, options: tuple[OptionFigures, ...]
) -> ItemFigures:
    x, y = sheet.answers(column), sheet.criterion(column)
    complete = sheet.compared_with is Criterion.REST
    total = x + y if complete else y
    return ItemFigures(
        id=item if isinstance(item, str) else item.id,
        n=len(x),
        facility=float(x.mean() / worth) if len(x) and worth else None,
        sd=float(x.std(ddof=1)) if len(x) > 1 else None,
        guess=None if isinstance(item, str) else item.guess,
        point_biserial=_correlation(x, total) if complete else None,
        corrected=_correlation(x, y),
        upper_lower=_upper_lower(x, total) / worth if len(x) and worth else None,
        alpha_without=_alpha(sheet, without=column),
        discriminative_efficiency=_efficiency(x, y),
        effective_weight=_effective_weight(sheet, column) if complete else None,
        options=options,
    )


def _options(
    item: Asked, answers: Sequence[Response], criterion: Numbers
) -> tuple[OptionFigures, ...]:
    figures = []
    for option in item.options:
        chosen = np.array([option in answer for answer in answers], dtype=float)
        share = float(chosen.mean()) if len(chosen) else 0.0
        correlation = _correlation(chosen, criterion)
        figures.append(OptionFigures(option, option in item.key, share, correlation))
    return tuple(figures)


def _correlation(x: Numbers, y: Numbers) -> float | None:
    """Pearson's; None where either doesn't vary."""
    if _constant(x) or _constant(y):
        return None
    a, b = x - x.mean(), y - y.mean()
    return float(np.clip(a @ b / np.sqrt((a @ a) * (b @ b)), -1.0, 1.0))


def _constant(x: Numbers) -> bool:
    return len(x) < 2 or float(np.ptp(x)) <= EQUAL


def _efficiency(x: Numbers, y: Numbers) -> float | None:
    """Moodle's 100 * Cov(x, y) / Cov(sorted x, sorted y)."""
    if _constant(x) or _constant(y):
        return None
    a, b = x - x.mean(), y - y.mean()
    return float(100 * (a @ b) / (np.sort(a) @ np.sort(b)))


def _upper_lower(x: Numbers, strength: Numbers) -> float:
    """The mean of the strongest 27% less that of the weakest; ties at the cut are shared."""
    upper, lower = _tail(-strength), _tail(strength)
    return float((upper @ x) / upper.sum() - (lower @ x) / lower.sum())


def _tail(strength: Numbers) -> Numbers:
    """How much each person belongs to the lowest 27%: those tied at the cut all equally."""
    values, group, sizes = np.unique(strength.round(9), return_inverse=True, return_counts=True)
    before = np.cumsum(sizes) - sizes
    shares = np.clip((TAIL * len(strength) - before) / sizes, 0.0, 1.0)
    weights: Numbers = shares[group.reshape(-1)] if len(values) else np.ones(0)
    return weights


def _pairs(marks: Numbers) -> _Pairs:
    put = (~np.isnan(marks)).astype(float)
    centred = np.where(put > 0, marks - _means(marks), 0.0)
    both = put.T @ put
    people = np.maximum(both, 1.0)
    sums = centred.T @ put  # of the first item's deviations, over those who answered the second too
    products = centred.T @ centred - sums * sums.T / people
    squares = (centred**2).T @ put - sums**2 / people
    different = 1.0 - np.eye(len(both))
    sides = np.array([squares, products, np.maximum(both - 1.0, 0.0)]) * different
    return _Pairs(products, sides.sum(axis=(1, 2)), sides.sum(axis=1) + sides.sum(axis=2))


def _spread(pairs: _Pairs, without: int | None) -> tuple[float, float] | None:
    """The mean variance of an item and the mean covariance of two; None where there are no two.

    Both are over the same people, so that no covariance exceeds its variances.
    """
    left_out = 0.0 if without is None else pairs.with_item[:, without]
    squares, products, freedom = (float(part) for part in pairs.whole - left_out)
    return (squares / freedom, products / freedom) if freedom >= 1 else None


def _length(sheet: _Sheet, without: int | None = None) -> float:
    """How many items people answered on average."""
    people = len(sheet.marks)
    left_out = 0 if without is None else len(sheet.answers(without))
    return (sheet.given - left_out) / people if people else 0.0


def _alpha(sheet: _Sheet, without: int | None = None) -> float | None:
    """Cronbach's alpha, k c / (v + (k - 1) c), from the mean variance and covariance (1951).

    For complete marks this is k / (k - 1) * (1 - sum of variances / variance of totals); where
    people answered different items it is that of a test as long as people answered on average.
    """
    spread, k = _spread(sheet.pairs, without), _length(sheet, without)
    if spread is None:
        return None
    variance, covariance = spread
    whole = variance + (k - 1) * covariance
    return k * covariance / whole if k > 1 and whole > EQUAL else None


def _effective_weight(sheet: _Sheet, column: int) -> float | None:
    """Moodle's 100 * sqrt(Cov(x, T)) / the sum of such roots; None for a negative covariance."""
    with_total = sheet.pairs.products.sum(axis=1)
    with_total = np.where(np.abs(with_total) <= EQUAL, 0.0, with_total)
    whole = float(np.sqrt(np.maximum(with_total, 0.0)).sum())
    if with_total[column] < 0 or not whole:
        return None
    return float(100 * np.sqrt(with_total[column]) / whole)


def _reliability(sheet: _Sheet, guess: float | None) -> Reliability:
    """The figures of a total: mean k m, variance k v + k (k - 1) c, for the mean length k."""
    k, people = _length(sheet), len(sheet.marks)
    spread, alpha = _spread(sheet.pairs, None), _alpha(sheet)
    variance = 0.0 if spread is None else k * spread[0] + k * (k - 1) * spread[1]
    sd = float(np.sqrt(variance)) if variance > EQUAL else None
    sem = sd * float(np.sqrt(max(0.0, 1 - alpha))) if sd is not None and alpha is not None else None
    mean = float(np.nansum(sheet.marks) / people) if people else 0.0
    return Reliability(people, k, mean, sd, alpha, sem, guess)
