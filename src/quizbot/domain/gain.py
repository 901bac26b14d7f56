"""Here is which question helps a learner most: the one that gains most on the day of the exam.

What is due first or went worst so far is *not* asked first. Both lose to no plan at all, since a
few concepts then take all the time (see docs/tutor.md). The value of asking about a concept is the
rise in the chance of recalling it in the exam, times its share of the blueprint.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from quizbot.domain.concepts import Concept
from quizbot.domain.history import Answer, Grade
from quizbot.domain.memory import Memory, unseen

DAY = timedelta(days=1)
START = datetime(2000, 1, 1, tzinfo=UTC)
"""Memories count days from here."""

REST = DAY / 2
"""How long a concept isn't asked again."""

WORN = 0.6
"""What a question is worth where each wording of it has been seen: letters are remembered too."""

TYPICAL, TYPICAL_WEIGHT = 0.4, 4.0
"""The share of concepts known before any answer tells more, and how many answers that is worth."""

LEAST, MOST = 0.02, 0.95
"""The bounds of that share, whatever the answers say."""

WITHOUT_EXAM = timedelta(days=30)
"""How far ahead is planned where no day of an exam is set."""


@dataclass(frozen=True, slots=True)
class Levels:
    """How much a learner knew when first asked, in all and by topic, guesses allowed for.

    `right` sums (right - guess) / (1 - guess) over the first answers by topic, `seen` counts them.
    """

    right: Mapping[str, float]
    seen: Mapping[str, int]

    def of(self, topic: str) -> float:
        """The chance that an unseen concept of `topic` is known, shrunk to the learner's level."""
        known, seen = sum(self.right.values()), sum(self.seen.values())
        general = (known + TYPICAL_WEIGHT * TYPICAL) / (seen + TYPICAL_WEIGHT)
        here = self.right.get(topic, 0.0) + TYPICAL_WEIGHT * general
        share = here / (self.seen.get(topic, 0) + TYPICAL_WEIGHT)
        return min(max(share, LEAST), MOST)


@dataclass(frozen=True, slots=True)
class Mind:
    """What one learner knows.

    `memories` holds those of the concepts that were asked, by code. `uses` counts how often each
    item was asked, `last` tells when it was asked last.
    """

    memories: Mapping[str, Memory]
    levels: Levels
    uses: Mapping[str, int]
    last: Mapping[str, datetime]

    def memory(self, concept: Concept, now: datetime) -> Memory:
        """The learner's memory of `concept`, asked or not."""
        known = self.memories.get(concept.code)
        return known or unseen(self.levels.of(concept.topic), _day(now))


def mind(concepts: Sequence[Concept], history: Sequence[Answer]) -> Mind:
    """What the answers, oldest first, show that a learner knows."""
    owner = {item: concept for concept in concepts for item in concept.guesses}
    memories: dict[str, Memory] = {}
    right: defaultdict[str, float] = defaultdict(float)
    seen: Counter[str] = Counter()
    so_far = Mind(memories, Levels(right, seen), {}, {})
    for answer in history:
        concept = owner.get(answer.item)
        if concept is None:
            continue
        guess, correct = concept.guesses[answer.item], answer.grade is not Grade.AGAIN
        before = so_far.memory(concept, answer.at)
        if concept.code not in memories:
            right[concept.topic] += (correct - guess) / (1 - guess)
            seen[concept.topic] += 1
        memories[concept.code] = before.asked(right=correct, guess=guess, day=_day(answer.at))
    return Mind(
        memories,
        Levels(dict(right), dict(seen)),
        uses=Counter(answer.item for answer in history),
        last={answer.item: answer.at for answer in history},
    )


def most_gain(
    concepts: Sequence[Concept],
    known: Mind,
    *,
    now: datetime,
    exam_at: datetime | None,
    avoid: Collection[str],
    rng: random.Random,
) -> str | None:
    """The id of the item to ask now; None where none is left.

    Without an exam ahead, `exam_at` None, one 30 days on is worked for. Items in `avoid` are not
    asked. A concept that was asked less than half a day ago waits while there is another; among a
    concept's items the least used comes, then the one used longest ago. Equal concepts are drawn
    by `rng`.
    """
    open_ = [concept for concept in concepts if concept.guesses.keys() - set(avoid)]
    if not open_:
        return None
    target = exam_at if exam_at and exam_at > now else now + WITHOUT_EXAM
    rested = [concept for concept in open_ if _rested(concept, known, now)] or open_
    rng.shuffle(rested)
    best = max(rested, key=lambda concept: _value(concept, known, now, target))
    items = [item for item in best.guesses if item not in avoid]
    return min(items, key=lambda item: (known.uses.get(item, 0), known.last.get(item, now)))


def topic_to_study(
    concepts: Sequence[Concept],
    known: Mind,
    *,
    now: datetime,
    exam_at: datetime | None,
    questions: int,
) -> tuple[str, int] | None:
    """Of the `questions` that would gain most: the topic that most of them are on, and how many.

    None where there is no concept.
    """
    target = exam_at if exam_at and exam_at > now else now + WITHOUT_EXAM
    best = sorted(concepts, key=lambda c: _value(c, known, now, target), reverse=True)
    counts = Counter(concept.topic for concept in best[:questions])
    return max(counts.items(), key=lambda pair: pair[1], default=None)


def _value(concept: Concept, known: Mind, now: datetime, target: datetime) -> float:
    fresh = any(not known.uses.get(item) for item in concept.guesses)
    gain = known.memory(concept, now).gain(_day(now), _day(target))
    return concept.share * gain * (1 if fresh else WORN)


def _rested(concept: Concept, known: Mind, now: datetime) -> bool:
    asked = [known.last[item] for item in concept.guesses if item in known.last]
    return not asked or now - max(asked) >= REST


def _day(at: datetime) -> float:
    return (at - START) / DAY
