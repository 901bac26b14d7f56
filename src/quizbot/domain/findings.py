"""Here is what item analysis finds: its figures, its thresholds and the flags they raise."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import comb, sqrt

ENOUGH = 30
"""Answers from which an item's figures are worth a flag."""
TOO_EASY = 0.95
"""A facility over this: nearly everybody knows it."""
OVER_GUESSING = 0.05
"""A facility that is less than this over what guessing earns: too hard, or wrong."""
USED = 0.05
"""A distractor that a smaller share chooses tempts nobody."""
TRAPPED = 0.40
"""A distractor that a greater share chooses is a trap that works, or a second key."""


class Criterion(StrEnum):
    """What an item is compared with to see whether it tells strong people from weak ones."""

    REST = "rest_score"
    """The marks of all the other items: everybody answered the same ones."""
    ABILITY = "ability"
    """An ability estimate that was given: people answered different items."""
    RESIDUAL = "rest_residual"
    """How much better than everybody a person did on their other items, shrunk to 0."""


class Flag(StrEnum):
    """Why an item deserves a look, the most urgent first."""

    KEY = "key_may_be_wrong"
    NEGATIVE = "negative_discrimination"
    TOO_HARD = "too_hard"
    TRAP = "trap"
    TOO_EASY = "too_easy"


@dataclass(frozen=True, slots=True)
class Asked:
    """An item as it was put: `options` are ids, and `key` names some of them."""

    id: str
    options: tuple[str, ...]
    key: frozenset[str]

    def __post_init__(self) -> None:
        if not self.key or not self.key < set(self.options):
            raise ValueError(f"{self.id}: the key must name some, not all, of the options")

    @property
    def guess(self) -> float:
        """The chance of choosing the key blindly: 1 / options, or one of their combinations.

        For a single key this is the mean of the options' fractions, Moodle's random guess score.
        """
        return 1 / comb(len(self.options), len(self.key))


@dataclass(frozen=True, slots=True)
class OptionFigures:
    """How one option fared.

    `share` of the people answering who chose it, 0 to 1. `correlation` of choosing it with the
    criterion, -1 to 1; None where everybody or nobody chose it.
    """

    id: str
    right: bool
    share: float
    correlation: float | None

    @property
    def unused(self) -> bool:
        """Whether this is a distractor that under 5% choose (Tarrant, Ware & Mohammed 2009)."""
        return not self.right and self.share < USED

    @property
    def functional(self) -> bool:
        """Whether it tempts enough people, and not the strong ones rather than the weak."""
        return not self.unused and not (not self.right and (self.correlation or 0) > 0)


@dataclass(frozen=True, slots=True)
class ItemFigures:
    """How one item fared.

    `n` people answered (or omitted) it. `facility` is their mean mark as a share of the most
    there is, 0 to 1, and `sd` the marks' standard deviation (n - 1). `guess` is what guessing
    earns, 0 to 1; None where only marks are known. The correlations are Pearson's, -1 to 1:
    `point_biserial` with the total (None where people answered different items), `corrected`
    with the criterion. `upper_lower` is the facility of the strongest 27% less that of the
    weakest (Kelley 1939). `alpha_without` is the test's alpha if the item were left out.

    Moodle's names, in percent: `discriminative_efficiency` is the covariance with the rest as a
    share of the greatest there could be, `effective_weight` the item's share of the scatter of
    totals. None everywhere: not defined, as where all marks are equal.
    """

    id: str
    n: int
    facility: float | None
    sd: float | None
    guess: float | None
    point_biserial: float | None
    corrected: float | None
    upper_lower: float | None
    alpha_without: float | None
    discriminative_efficiency: float | None
    effective_weight: float | None
    options: tuple[OptionFigures, ...] = ()

    @property
    def discrimination_index(self) -> float | None:
        """Moodle's: the corrected correlation in percent."""
        return None if self.corrected is None else 100 * self.corrected

    @property
    def distractors(self) -> tuple[OptionFigures, ...]:
        """The options that aren't the key, in the bank's order."""
        return tuple(option for option in self.options if not option.right)

    @property
    def distractor_efficiency(self) -> float | None:
        """Functional distractors as a share of all, 0 to 1."""
        functional = [option.functional for option in self.distractors]
        return sum(functional) / len(functional) if functional else None

    @property
    def trap(self) -> OptionFigures | None:
        """The distractor that most people chose; None where nobody chose any."""
        strongest = max(self.distractors, key=lambda option: option.share, default=None)
        return strongest if strongest and strongest.share else None

    @property
    def rival(self) -> OptionFigures | None:
        """The distractor that strong people choose rather than the key; None where none is.

        It correlates more with the criterion than the key does, by at least a correlation's
        standard error of 1 / sqrt(n), and is not one that hardly anybody chooses.
        """
        least = (self.corrected or 0.0) + 1 / sqrt(max(1, self.n))
        rivals = [
            (option.correlation, option)
            for option in self.distractors
            if option.correlation is not None and option.correlation > least and not option.unused
        ]
        return max(rivals, key=lambda rival: rival[0])[1] if rivals else None

    @property
    def flags(self) -> tuple[Flag, ...]:
        """Why the item deserves a look, the most urgent first; none before 30 answers."""
        if self.n < ENOUGH or self.facility is None:
            return ()
        floor = None if self.guess is None else self.guess + OVER_GUESSING
        raised = {
            Flag.KEY: self.rival is not None,
            Flag.NEGATIVE: self.corrected is not None and self.corrected < 0,
            Flag.TOO_HARD: floor is not None and self.facility < floor,
            Flag.TRAP: self.trap is not None and self.trap.share > TRAPPED,
            Flag.TOO_EASY: self.facility > TOO_EASY,
        }
        return tuple(flag for flag, is_raised in raised.items() if is_raised)


@dataclass(frozen=True, slots=True)
class Reliability:
    """How well the items together measure a person.

    `people` answered `length` items each on average; a total has that `mean` and `sd` (n - 1), in
    marks. `alpha` is Cronbach's (KR-20 where marks are 0 or 1), up to 1; `sem` the standard error
    of a total, sd * sqrt(1 - alpha). `guess` is the share that blind guessing earns, 0 to 1; None
    where only marks are known. None: not defined, as for a single item or equal totals.
    """

    people: int
    length: float
    mean: float
    sd: float | None
    alpha: float | None
    sem: float | None
    guess: float | None


@dataclass(frozen=True, slots=True)
class Analysis:
    """The items in the order given, the test they make, and what the items were compared with."""

    items: tuple[ItemFigures, ...]
    reliability: Reliability
    criterion: Criterion
