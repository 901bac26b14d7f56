"""How able people are, and their chance of passing."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizbot.domain.ability import Answers, Group, ItemPool, Prior, Spread, fit
from quizbot.domain.estimates import Exam, Readiness
from quizbot.domain.readiness import HALF_LIFE, age_weight, curves, readiness

EXAM = Exam((0.5, 0.5), 50, 0.7)


def a_pool(items: int = 40, topics: int = 2, guess: float = 0.25) -> ItemPool:
    """Items in turn of each topic, easy, medium and hard ones."""
    numbers = np.arange(items)
    return ItemPool(
        topic=(numbers % topics).astype(np.intp),
        label=(numbers // topics % 3 - 1).astype(float),
        guess=np.full(items, guess),
        topics=topics,
    )


def answers(*people: str) -> Answers:
    """Each person's answers to the items from 0 on: + right, - wrong, a space for none."""
    given_ = [
        (person, item, sign == "+")
        for person, signs in enumerate(people)
        for item, sign in enumerate(signs)
        if sign != " "
    ]
    columns = np.array(given_ or np.zeros((0, 3)), dtype=float).T
    who, item = columns[0].astype(np.intp), columns[1].astype(np.intp)
    return Answers(who, item, columns[2], np.ones(len(who)))


def a_group(*people: str, pool: ItemPool | None = None) -> Group:
    return fit(answers(*people), pool or a_pool(), len(people), Prior())


def ready(group: Group, person: int = 0, exam: Exam = EXAM) -> Readiness:
    return readiness(group, person, exam, curves(group))


def test_without_an_answer_everybody_is_as_the_prior_says() -> None:
    group = a_group("", "")
    assert group.general == pytest.approx([0.4, 0.4])
    assert ready(group, 0) == ready(group, 1)
    assert ready(group).score.high - ready(group).score.low > 0.3


def test_the_mode_is_that_of_the_posterior_found_by_search() -> None:
    """One person, one topic, the items' difficulty known for sure: a posterior in one variable.

    The reference is a search over a fine grid of the exact log posterior, in plain Python.
    """
    pool = a_pool(12, topics=1)
    signs = "+-++-+++-++-"
    still = Prior(
        mean=0.4,
        mean_sd=1e-6,
        between=Spread(1.0, 1e9),
        topics=Spread(1e-4, 1e9),
        labels=Spread(1e-4, 1e9),
    )
    group = fit(answers(signs), pool, 1, still)

    def log_posterior(ability: float) -> float:
        total = -((ability - 0.4) ** 2) / 2
        for item, sign in enumerate(signs):
            risen = 1 / (1 + math.exp(-(ability - pool.label[item])))
            right = 0.25 + 0.75 * risen
            total += math.log(right if sign == "+" else 1 - right)
        return total

    best = max((n / 1000 for n in range(-4000, 4000)), key=log_posterior)
    assert group.general[0] == pytest.approx(best, abs=0.002)


def test_the_chance_is_that_of_the_whole_posterior_integrated() -> None:
    """The same posterior, summed over a grid: the expected score, and the exam as a binomial."""
    pool = a_pool(12, topics=1)
    signs = "+-++-+++-++-"
    still = Prior(0.4, 1e-6, Spread(1.0, 1e9), Spread(1e-4, 1e9), Spread(1e-4, 1e9))
    exam = Exam((1.0,), 40, 0.6)
    found = ready(fit(answers(signs), pool, 1, still), 0, exam)

    def right(ability: float, item: int) -> float:
        return 0.25 + 0.75 / (1 + math.exp(-(ability - pool.label[item])))

    def passing(share: float) -> float:
        return sum(math.comb(40, n) * share**n * (1 - share) ** (40 - n) for n in range(24, 41))

    mass = score = chance = 0.0
    for step, shift in product(range(-200, 201), range(-12, 13)):
        ability = step / 40
        weight = math.exp(-((ability - 0.4) ** 2) / (2 * 1.3))
        weight *= math.exp(-((shift / 4) ** 2) / 2)
        for item, sign in enumerate(signs):
            p = right(ability, item)
            weight *= p if sign == "+" else 1 - p
        here = sum(right(ability, item) for item in range(12)) / 12
        there = sum(right(ability + shift / 16, item) for item in range(12)) / 12
        mass += weight
        score += weight * here
        chance += weight * passing(there)
    assert found.score.mean == pytest.approx(score / mass, abs=0.005)
    assert found.chance == pytest.approx(chance / mass, abs=0.015)


def test_who_answers_more_right_is_more_ready() -> None:
    group = a_group("++++++++++++++++", "++--++--++--++--", "----------------")
    strong, middling, weak = (ready(group, person) for person in range(3))
    assert strong.chance > middling.chance > weak.chance
    assert strong.score.mean > middling.score.mean > weak.score.mean


def test_more_answers_make_the_interval_narrower() -> None:
    few, many = a_group("+-+-++" * 2), a_group("+-+-++" * 6)
    widths = [one.score.high - one.score.low for one in (ready(few), ready(many))]
    assert widths[1] < widths[0]


def test_a_topic_gone_worse_is_seen_as_the_weaker_one() -> None:
    group = a_group("+-" * 15)
    first, second = ready(group).topics
    assert first.mean > second.mean
    assert first.low <= first.mean <= first.high


def test_an_item_that_all_miss_is_harder_than_its_label() -> None:
    group = a_group(*["-" + "+" * 11] * 20)
    assert group.items.value[0] > a_pool().label[0] + 0.5
    assert group.items.value[3] < group.items.value[0]


def test_a_right_answer_is_worth_less_where_guessing_is_easy() -> None:
    likely = a_group("+" * 10, pool=a_pool(guess=0.5))
    unlikely = a_group("+" * 10, pool=a_pool(guess=0.1))
    assert likely.general[0] < unlikely.general[0]


def test_one_s_own_answer_does_not_soften_the_item_it_is_judged_by() -> None:
    """Alone, the items stay as their labels say, whatever one answers."""
    group = a_group("+-" * 10)
    alone = group.without.value[:20]
    assert alone == pytest.approx(a_pool().label[:20], abs=1e-4)


def test_an_old_answer_counts_less() -> None:
    assert age_weight(0) == age_weight(-1) == 1
    assert age_weight(HALF_LIFE) == pytest.approx(0.5)
    recent = answers("+" * 20)
    old = Answers(recent.person, recent.item, recent.right, np.full(20, age_weight(120)))
    fitted = [fit(one, a_pool(), 1, Prior()).general[0] for one in (recent, old)]
    assert fitted[1] < fitted[0]


def test_a_topic_without_items_is_taken_as_the_whole_bank() -> None:
    pool = ItemPool(np.zeros(6, np.intp), np.zeros(6), np.full(6, 0.25), topics=2)
    shapes = curves(a_group("+++", pool=pool)).by_topic
    assert shapes[0] == pytest.approx(shapes[1])


def test_the_exam_asks_for_the_cut_rounded_up() -> None:
    assert Exam((1.0,), 50, 0.7).needed == 35
    assert Exam((1.0,), 40, 0.65).needed == 26
    assert Exam((1.0,), 180, 0.72).needed == 130


@settings(max_examples=25, deadline=None)
@given(st.lists(st.text("+- ", max_size=25), min_size=1, max_size=6))
def test_who_stands_where_in_the_log_changes_nothing(people: list[str]) -> None:
    given_ = answers(*people)
    order = np.random.default_rng(7).permutation(len(given_.item))
    shuffled = Answers(
        given_.person[order], given_.item[order], given_.right[order], given_.weight[order]
    )
    one = ready(fit(given_, a_pool(), len(people), Prior()))
    other = ready(fit(shuffled, a_pool(), len(people), Prior()))
    assert one.chance == pytest.approx(other.chance)
    assert 0 <= one.chance <= 1
    for estimate in (one.score, *one.topics):
        assert 0 <= estimate.low <= estimate.mean <= estimate.high <= 1
