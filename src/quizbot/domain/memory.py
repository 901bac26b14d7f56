"""Here is what a learner is taken to remember of one concept, and how a question changes that.

The forgetting curve and its growth are FSRS-6's (Ye 2024, github.com/open-spaced-repetition), with
its published default weights and one middling difficulty. Around them stands a guess: a right
answer may be luck and a wrong one a slip, so what is known is a chance, moved by Bayes' rule.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

DECAY = 0.1542
FACTOR = 0.9 ** (-1 / DECAY) - 1
GROWTH, GROWTH_FADES, GROWTH_BY_FORGETTING = 1.8722, 0.1666, 0.796
LAPSE, LAPSE_BY_DIFFICULTY, LAPSE_BY_STABILITY, LAPSE_BY_RECALL = 1.4835, 0.0614, 0.2629, 1.6483
DIFFICULTY = 5.5
"""The middle of FSRS's scale from 1 to 10."""

LEARNT_LASTS = 2.5
"""Days of stability after an explanation."""

KNOWN_LASTS = 12.0
"""Days of stability of what was known before it was ever asked."""

EXPLAINED = 0.75
"""How often an explanation is taken in."""

SLIP = 0.03
"""How often somebody who knows answers wrong."""


@dataclass(frozen=True, slots=True)
class Memory:
    """A concept in a learner's mind.

    `known` is the chance, 0 to 1, that it was there on the day `at`, and `stability` the days
    after which 9 of 10 such memories are left.
    """

    known: float
    stability: float
    at: float

    def recall(self, day: float) -> float:
        """The chance of recalling it on `day`, short of certainty by a slip."""
        return min(self.known * retention(day - self.at, self.stability), 1 - SLIP)

    def asked(self, *, right: bool, guess: float, day: float) -> Memory:
        """The memory after a question that was answered and then explained."""
        recall = self.recall(day)
        knew = _knew(recall, right=right, guess=guess)
        learnt = (1 - knew) * EXPLAINED
        grown, lapsed = strengthened(self.stability, recall), relearnt(self.stability, recall)
        known = knew + learnt
        mixed = (knew * math.log(grown) + learnt * math.log(lapsed)) / known
        return Memory(known, math.exp(mixed), day)

    def gain(self, day: float, exam: float) -> float:
        """By how much a question on `day` raises the chance of recall on the day `exam`."""
        recall, left = self.recall(day), exam - day
        remembered = recall * retention(left, strengthened(self.stability, recall))
        explained = (1 - recall) * EXPLAINED * retention(left, relearnt(self.stability, recall))
        return remembered + explained - self.known * retention(exam - self.at, self.stability)


def unseen(level: float, day: float) -> Memory:
    """A concept never asked, which such a learner knows with the chance `level`."""
    return Memory(level, KNOWN_LASTS, day)


def retention(days: float, stability: float) -> float:
    """The share of memories of that stability left after `days`, 0 to 1."""
    return math.pow(1 + FACTOR * max(days, 0) / stability, -DECAY)


def strengthened(stability: float, recall: float) -> float:
    """The stability after a success: the harder it was, the more it grows."""
    effort = math.exp(GROWTH_BY_FORGETTING * (1 - recall)) - 1
    room = (11 - DIFFICULTY) * math.pow(stability, -GROWTH_FADES)
    return stability * (1 + math.exp(GROWTH) * room * effort)


def relearnt(stability: float, recall: float) -> float:
    """The stability after a failure and its explanation."""
    left = math.pow(stability + 1, LAPSE_BY_STABILITY) - 1
    ease = math.exp(LAPSE_BY_RECALL * (1 - recall))
    return max(LAPSE * math.pow(DIFFICULTY, -LAPSE_BY_DIFFICULTY) * left * ease, LEARNT_LASTS)


def _knew(recall: float, *, right: bool, guess: float) -> float:
    """The chance that the learner knew, in the light of the answer (Bayes)."""
    by_knowing = (1 - SLIP if right else SLIP) * recall
    by_guessing = (guess if right else 1 - guess) * (1 - recall)
    return by_knowing / (by_knowing + by_guessing)
