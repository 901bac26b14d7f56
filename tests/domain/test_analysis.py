"""What must be true of item analysis, whatever was answered."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from math import exp, sqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizbot.domain.analysis import choice_analysis, mark_analysis
from quizbot.domain.findings import (
    ENOUGH,
    Analysis,
    Asked,
    Criterion,
    Flag,
    ItemFigures,
    OptionFigures,
)
from quizbot.domain.scoring import Response

ONE = Asked("one", ("a", "b", "c", "d"), frozenset("a"))
TWO = Asked("two", ("a", "b", "c", "d"), frozenset("ab"))
OMITTED: Response = frozenset()

People = Sequence[Mapping[str, Response]]

matrices = st.integers(2, 5).flatmap(
    lambda items: st.lists(
        st.lists(st.sampled_from([0.0, 1.0]), min_size=items, max_size=items), min_size=2
    )
)
sparse = st.integers(2, 5).flatmap(
    lambda items: st.lists(
        st.lists(st.sampled_from([0.0, 1.0, None]), min_size=items, max_size=items), min_size=2
    )
)
sheets = st.lists(
    st.dictionaries(
        st.sampled_from(["one", "two"]), st.frozensets(st.sampled_from("abcd"), max_size=2)
    ),
    min_size=1,
)


def same(one: object, other: object) -> None:
    """Equal but for rounding, all through."""
    if isinstance(one, float) and isinstance(other, float):
        assert one == pytest.approx(other, abs=1e-7)
    elif isinstance(one, tuple) and isinstance(other, tuple):
        for a, b in zip(one, other, strict=True):
            same(a, b)
    elif hasattr(one, "__dataclass_fields__"):
        for field in fields(one):  # type: ignore[arg-type] # it has fields
            same(getattr(one, field.name), getattr(other, field.name))
    else:
        assert one == other


def of(marks: Sequence[Sequence[float | None]]) -> Analysis:
    return mark_analysis(marks, [1.0] * len(marks[0]))


@given(sparse, st.randoms(use_true_random=False))
def test_the_order_of_people_changes_nothing(
    marks: list[list[float | None]], rng: random.Random
) -> None:
    shuffled = list(marks)
    rng.shuffle(shuffled)
    same(of(shuffled), of(marks))


@given(sheets, st.randoms(use_true_random=False))
def test_the_order_of_people_changes_nothing_for_options(
    people: list[Mapping[str, Response]], rng: random.Random
) -> None:
    shuffled = list(people)
    rng.shuffle(shuffled)
    same(choice_analysis([ONE, TWO], shuffled), choice_analysis([ONE, TWO], people))


@given(sparse)
def test_the_order_of_items_changes_nothing(marks: list[list[float | None]]) -> None:
    forth, back = of(marks), of([row[::-1] for row in marks])
    same(back.reliability, forth.reliability)
    named = [replace(item, id="") for item in forth.items]
    same(tuple(replace(item, id="") for item in back.items), tuple(named[::-1]))


@given(matrices, st.sampled_from([0.0, 1.0]))
def test_an_item_that_all_answer_alike_has_no_discrimination(
    marks: list[list[float]], mark: float
) -> None:
    item = of([[mark, *row] for row in marks]).items[0]
    assert item.facility == mark
    assert item.sd == 0
    assert (item.corrected, item.point_biserial) == (None, None)
    assert (item.discrimination_index, item.discriminative_efficiency) == (None, None)
    assert item.upper_lower == pytest.approx(0)


@given(sparse)
def test_figures_are_within_their_ranges(marks: list[list[float | None]]) -> None:
    analysis = of(marks)
    for item in analysis.items:
        for value in (item.corrected, item.point_biserial, item.upper_lower):
            assert value is None or -1 - 1e-9 <= value <= 1 + 1e-9
        efficiency = item.discriminative_efficiency
        assert efficiency is None or efficiency <= 100 + 1e-6
    alpha = analysis.reliability.alpha
    assert alpha is None or alpha <= 1 + 1e-9


@given(matrices)
def test_effective_weights_that_are_all_defined_add_up_to_the_whole(
    marks: list[list[float]],
) -> None:
    weights = [item.effective_weight for item in of(marks).items]
    known = [weight for weight in weights if weight is not None]
    assert not known or sum(known) == pytest.approx(100)


@given(matrices)
def test_alpha_is_that_of_the_totals(marks: list[list[float]]) -> None:
    """Cronbach's other form of the same: k / (k - 1) * (1 - sum of variances / total's)."""
    k = len(marks[0])
    total = _variance([sum(row) for row in marks])
    alpha = of(marks).reliability.alpha
    if total < 1e-9:
        assert alpha is None
        return
    items = sum(_variance([row[i] for row in marks]) for i in range(k))
    assert alpha == pytest.approx(k / (k - 1) * (1 - items / total), abs=1e-7)


def _variance(values: Sequence[float]) -> float:
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values) / (len(values) - 1)


@given(sheets)
def test_shares_count_people(people: list[Mapping[str, Response]]) -> None:
    for asked, item in zip((ONE, TWO), choice_analysis([ONE, TWO], people).items, strict=True):
        answers = [one[asked.id] for one in people if asked.id in one]
        assert item.n == len(answers)
        for option in item.options:
            chosen = sum(option.id in answer for answer in answers)
            assert option.share == pytest.approx(chosen / max(1, len(answers)))


def test_an_omission_is_wrong_and_a_question_not_put_is_not() -> None:
    people: People = [{"one": frozenset("a"), "two": OMITTED}, {"one": frozenset("b")}]
    one, two = choice_analysis([ONE, TWO], people).items
    assert (one.n, one.facility) == (2, 0.5)
    assert (two.n, two.facility) == (1, 0.0)


def test_whoever_answered_nothing_is_not_there() -> None:
    people: People = [{"one": frozenset("a")}, {}, {"one": frozenset("b")}]
    analysis = choice_analysis([ONE], people, ability=[2.0, 0.0, 1.0])
    assert analysis.reliability.people == 2
    assert analysis.criterion is Criterion.REST


def test_nobody_and_nothing_is_no_error() -> None:
    empty = choice_analysis([], [])
    assert empty.items == ()
    nobody = choice_analysis([ONE], [])
    assert (nobody.items[0].n, nobody.items[0].facility) == (0, None)
    assert nobody.items[0].flags == ()


def test_people_and_abilities_must_be_as_many() -> None:
    with pytest.raises(ValueError, match="as many abilities"):
        choice_analysis([ONE], [{"one": OMITTED}], ability=[])


def test_guessing_earns_what_blind_choice_would() -> None:
    assert ONE.guess == 1 / 4
    assert TWO.guess == 1 / 6
    analysis = choice_analysis([ONE, TWO], [{"one": OMITTED, "two": OMITTED}])
    assert analysis.reliability.guess == pytest.approx((1 / 4 + 1 / 6) / 2)


def test_a_given_ability_stands_in_for_the_rest_where_people_answered_different_items() -> None:
    marks: list[list[float | None]] = [[1.0, None], [1.0, 1.0], [0.0, 1.0], [0.0, None]]
    given_ = mark_analysis(marks, [1, 1], ability=[3.0, 2.0, 1.0, 0.0])
    assert given_.criterion is Criterion.ABILITY
    assert given_.items[0].corrected == pytest.approx(2 / sqrt(5))
    assert given_.items[0].point_biserial is None
    assert of(marks).criterion is Criterion.RESIDUAL


def test_on_complete_data_the_rest_score_is_used_whatever_is_given() -> None:
    marks = [[1.0, 1.0], [0.0, 0.0], [1.0, 0.0]]
    analysis = mark_analysis(marks, [1, 1], ability=[0.0, 9.0, 0.0])
    assert analysis.criterion is Criterion.REST
    same(analysis, of(marks))


@pytest.mark.parametrize("known", [True, False])
def test_a_wrong_key_is_found_where_people_answered_different_items(known: bool) -> None:
    """300 people, 40 items of which each met about 20; the last one's key is wrong."""
    rng = random.Random(3)
    asked = [replace(ONE, id=f"i{n}") for n in range(40)]
    wrong = replace(asked[-1], key=frozenset("b"))
    abilities = [rng.gauss(0, 1.2) for _ in range(300)]
    people = [{i.id: _choice(rng, able) for i in asked if rng.random() < 0.5} for able in abilities]
    analysis = choice_analysis([*asked[:-1], wrong], people, ability=abilities if known else None)
    assert [item.id for item in analysis.items if Flag.KEY in item.flags] == ["i39"]
    rival = analysis.items[-1].rival
    assert rival is not None
    assert rival.id == "a"


def _choice(rng: random.Random, ability: float) -> Response:
    """The key `a` the more likely the abler; else any of the four."""
    return frozenset("a" if rng.random() < 1 / (1 + exp(-ability)) else rng.choice("abcd"))


def an_item(
    *shares: float, correlations: Sequence[float | None] = (), n: int = ENOUGH
) -> ItemFigures:
    """An item of which the first option is the key."""
    told = [*correlations, *[None] * len(shares)]
    options = tuple(
        OptionFigures(id_, position == 0, share, told[position])
        for position, (id_, share) in enumerate(zip("abcdefgh", shares, strict=False))
    )
    unknown: dict[str, Any] = dict.fromkeys(
        ("sd", "point_biserial", "upper_lower", "alpha_without", "discriminative_efficiency")
    )
    return ItemFigures(
        id="x",
        n=n,
        facility=shares[0],
        guess=1 / len(shares),
        corrected=told[0],
        effective_weight=None,
        options=options,
        **unknown,
    )


@pytest.mark.parametrize(
    ("item", "flags"),
    [
        (an_item(0.6, 0.2, 0.2), ()),
        (an_item(0.96, 0.02, 0.02), (Flag.TOO_EASY,)),
        (an_item(0.95, 0.03, 0.02), ()),
        (an_item(0.29, 0.24, 0.24, 0.23), (Flag.TOO_HARD,)),
        (an_item(0.30, 0.24, 0.23, 0.23), ()),
        (an_item(0.5, 0.41, 0.09), (Flag.TRAP,)),
        (an_item(0.5, 0.40, 0.10), ()),
        (an_item(0.6, 0.4, correlations=[-0.1, -0.2]), (Flag.NEGATIVE,)),
        (an_item(0.6, 0.4, correlations=[0.1, 0.3]), (Flag.KEY,)),
        (an_item(0.6, 0.4, correlations=[0.1, 0.28]), ()),
        (an_item(0.6, 0.36, 0.04, correlations=[0.1, 0.0, 0.5]), ()),
        (an_item(0.0, 0.4, 0.3, 0.3, correlations=[None, 0.2]), (Flag.KEY, Flag.TOO_HARD)),
        (an_item(0.1, 0.9, correlations=[-0.1, 0.1], n=ENOUGH - 1), ()),
    ],
)
def test_flags_are_raised_at_their_thresholds(item: ItemFigures, flags: tuple[Flag, ...]) -> None:
    assert item.flags == flags


def test_a_distractor_works_where_enough_people_choose_it_and_not_the_strong_ones() -> None:
    item = an_item(0.5, 0.2, 0.2, 0.04, 0.06, correlations=[0.3, -0.1, 0.1, -0.1, None])
    assert [option.functional for option in item.distractors] == [True, False, False, True]
    assert [option.unused for option in item.distractors] == [False, False, True, False]
    assert item.distractor_efficiency == 0.5
    assert item.trap == item.distractors[0]


def test_the_version_is_told_without_numpy_and_so_are_findings() -> None:
    for code in (
        "import sys; sys.argv = ['quizbot', '--version']; from quizbot.cli import main; main()",
        "import quizbot.domain.findings",
        "import quizbot.app.tutor",
    ):
        loaded = f"{code}\nimport sys; sys.exit('numpy' in sys.modules)"
        assert subprocess.run([sys.executable, "-c", loaded], check=False).returncode == 0
