"""A suggested question is held to the rules of question files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bank.places import BANKS
from quizbot.bank.catalog import Catalog
from quizbot.bank.linting import RULES
from quizbot.bank.reading import read_bank
from quizbot.bank.sketches import judged
from quizbot.bank.writing import item_yaml
from quizbot.domain.blueprint import Bank
from quizbot.domain.item import Difficulty, Reference
from quizbot.domain.suggestion import Remark, Sketch

GOOD = Sketch(
    stem="Which is the capital of **Malta**?",
    options="* Valletta :: Since 1571.\n- Mdina :: It was, before.",
    trap="The older capital.",
    explanation="Valletta is.",
    topic="europe",
    difficulty="hard",
    source="Malta: https://example.org/malta",
)
CAPITALS = Catalog.load([BANKS]).bank("capitals")
LOOSE = Catalog.load([BANKS]).bank("tiny")


def test_a_good_sketch_is_an_item_of_its_bank() -> None:
    found = judged(GOOD, CAPITALS, "malta")
    assert (found.faults, found.flaws) == ((), ())
    assert found.item is not None
    assert (found.item.bank, found.item.id, found.item.topic) == ("capitals", "malta", "europe")
    assert [option.text for option in found.item.options] == ["Valletta", "Mdina"]
    assert found.item.difficulty is Difficulty.HARD
    assert found.item.references == (Reference("Malta", "https://example.org/malta"),)


@pytest.mark.parametrize(
    ("change", "remark"),
    [
        ({"stem": ""}, Remark("missing-stem", "stem")),
        ({"options": ""}, Remark("no-options", "options")),
        ({"options": "* Valletta"}, Remark("one-option", "options")),
        ({"options": "Valletta\nMdina"}, Remark("no-key", "options")),
        ({"options": "* Valletta\n* Mdina"}, Remark("all-key", "options")),
        ({"options": "* A\nB\n:: b\nA"}, Remark("duplicate-option", "options", 2)),
        ({"options": "* :: why\nB"}, Remark("empty-option", "options", 0)),
        ({"options": "* A\n" + "\n".join("BCDEFGHIJK")}, Remark("too-many-options", "options")),
        ({"topic": ""}, Remark("missing-topic", "topic")),
        ({"topic": "mars"}, Remark("unknown-topic", "topic")),
        ({"difficulty": "brutal"}, Remark("bad-difficulty", "difficulty")),
        ({"source": "the docs"}, Remark("bad-url", "source")),
        ({"source": "https://me:secret@example.org"}, Remark("bad-url", "source")),
        ({"trap": "a\u202eb"}, Remark("hidden-character", "trap")),
        ({"explanation": "x" * 3001}, Remark("too-long", "explanation")),
    ],
)
def test_a_fault_is_told_at_its_field(change: dict[str, str], remark: Remark) -> None:
    found = judged(replace(GOOD, **change), CAPITALS, "malta")
    assert found.item is None
    assert found.faults == (remark,)


def test_every_fault_is_told_at_once() -> None:
    found = judged(Sketch(), CAPITALS, "x")
    assert {remark.field for remark in found.faults} == {"stem", "options", "topic"}


@pytest.mark.parametrize(
    ("change", "remark"),
    [
        ({"trap": ""}, Remark("no-trap", "trap")),
        ({"explanation": ""}, Remark("no-explanation", "explanation")),
        ({"source": ""}, Remark("no-references", "source")),
        ({"stem": "Which is not a capital?"}, Remark("bare-negative", "stem")),
        (
            {"options": "* Valletta :: yes\n- Mdina"},
            Remark("no-rationale", "options", 1),
        ),
    ],
)
def test_a_flaw_is_told_and_keeps_nothing_out(change: dict[str, str], remark: Remark) -> None:
    found = judged(replace(GOOD, **change), CAPITALS, "malta")
    assert found.item is not None
    assert found.flaws == (remark,)


def test_a_bank_without_a_blueprint_takes_any_topic() -> None:
    free = replace(LOOSE, blueprint=None)
    for typed, topic in (("mars", "mars"), ("", "general")):
        found = judged(replace(GOOD, topic=typed), free, "x")
        assert found.item is not None
        assert found.item.topic == topic
    found = judged(replace(GOOD, topic="Red Mars"), free, "x")
    assert found.faults == (Remark("bad-code", "topic"),)


words = st.text("abcde *:#-\u00e9\u202e`'\"{}[]&|>%@!\\\n", max_size=40)
sketches = st.builds(
    Sketch,
    stem=words,
    options=st.lists(words.map(lambda text: text.replace("\n", " ")), max_size=5).map("\n".join),
    trap=words,
    explanation=words,
    topic=st.just("europe"),
    difficulty=st.sampled_from([level.value for level in Difficulty]),
    source=st.sampled_from(["", "https://example.org/a?b=c#d", "A: b https://example.org"]),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sketches)
def test_what_is_taken_is_the_same_when_it_is_read_from_a_file(
    tmp_path: Path, sketch: Sketch
) -> None:
    bank = Bank("free", "Free", (), ())
    found = judged(sketch, bank, "one")
    if found.item is None:
        assert found.faults
        return
    path = tmp_path / "free.yaml"
    lines = item_yaml(found.item).splitlines(keepends=True)
    written = "".join(f"  {line}" if line.strip() else line for line in lines)
    path.write_text(f"bank: free\ntitle: Free\nitems:\n{written}", "utf-8", newline="\n")
    reading = read_bank(path)
    assert reading.faults == ()
    assert reading.bank is not None
    assert reading.bank.items == (found.item,)


@given(sketches)
def test_every_remark_is_of_a_rule_that_is_known(sketch: Sketch) -> None:
    found = judged(sketch, CAPITALS, "one")
    for remark in (*found.faults, *found.flaws):
        assert remark.rule in {*RULES, "too-long"}
        assert remark.field in {"stem", "options", "trap", "explanation", "topic", "source"}
