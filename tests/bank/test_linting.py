"""Here is which flaws the linter finds, and which sound items it leaves in peace."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

import quizbot.bank
from quizbot.bank._bank_flaws import bank_flaws
from quizbot.bank._item_flaws import item_flaws
from quizbot.bank.checking import check
from quizbot.bank.linting import RULES
from quizbot.domain.blueprint import Bank, Blueprint, Topic
from quizbot.domain.item import Item, Option, Order, Reference


def an_item(
    *texts: str, stem: str = "Which protocol begins with a handshake?", name: str = "one"
) -> Item:
    options = tuple(
        Option(str(number), text, "Because.")
        for number, text in enumerate(texts or ("TCP", "UDP", "ICMP"))
    )
    return Item(
        bank="b",
        id=name,
        stem=stem,
        options=options,
        key=frozenset({"0"}),
        topic="t",
        trap="A trap.",
        explanation="An explanation.",
        references=(Reference("A", "https://example.org"),),
    )


def flaws(item: Item) -> list[str]:
    return [flaw.rule for flaw in item_flaws(item)]


def test_a_sound_item_has_no_flaw() -> None:
    assert flaws(an_item()) == []


def test_what_a_learner_should_be_told_is_missed() -> None:
    item = an_item()
    options = (item.options[0], replace(item.options[1], rationale=""), item.options[2])
    bare = replace(item, options=options, trap="", explanation="", references=())
    assert flaws(bare) == ["no-rationale", "no-trap", "no-explanation", "no-references"]
    first = next(iter(item_flaws(bare)))
    assert (first.message, first.mend, first.option) == (
        "option b has no rationale",
        "Say in one line why b is wrong.",
        1,
    )


@pytest.mark.parametrize(
    ("stem", "found"),
    [
        ("Which of these is not a protocol?", True),
        ("TCP is known.\n\nWhich of these doesn't begin with a handshake?", True),
        ("All of these are protocols, except:", True),
        ("Which of these is **not** a protocol?", False),
        ("Which of these is NOT a protocol?", False),
        ("The service did not start. What should you do?", False),
        ("What does `if not x` mean?", False),
    ],
)
def test_a_bare_negative_is_found(stem: str, found: bool) -> None:
    assert ("bare-negative" in flaws(an_item(stem=stem))) == found


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("All of the above", "collective-option"),
        ("None of these.", "collective-option"),
        ("*None of the other options*", "collective-option"),
        ("Both A and C", "letter-option"),
        ("A, B and C only", "letter-option"),
        ("Plan A and its costs", None),
        ("All of the above-ground cables", None),
    ],
)
def test_options_that_speak_of_others_need_a_fixed_order(text: str, rule: str | None) -> None:
    item = an_item("TCP", "UDP", text)
    assert flaws(item) == ([rule] if rule else [])
    assert flaws(replace(item, order=Order.FIXED)) == []


def test_options_of_very_different_length_are_found() -> None:
    long = "A protocol that opens with three packets and numbers every byte that it carries along"
    assert flaws(an_item(long, "Datagrams", "Control packets")) == ["uneven-options"]
    assert flaws(an_item("Yes", "Transmission control")) == []


@pytest.mark.parametrize(
    ("one", "two", "found"),
    [
        ("The first, then", "the *first* then.", True),
        ("`Foo`", "`foo`", False),
        ("-1", "1", False),
        ("a < b", "a > b", False),
    ],
)
def test_options_that_hardly_differ_are_found(one: str, two: str, found: bool) -> None:
    assert ("near-duplicate-options" in flaws(an_item(one, two, "Other"))) == found


def test_a_key_that_repeats_the_question_is_found() -> None:
    stem = "What does the replicated orders database need during failover?"
    echo = "A failover plan of the replicated database"
    assert flaws(an_item(echo, "A larger disk", "More memory", stem=stem)) == ["stem-echo"]
    assert flaws(an_item(echo, "A database copy", "More memory", stem=stem)) == []


def a_bank(*items: Item, blueprint: Blueprint | None = None) -> Bank:
    topics = blueprint.topics if blueprint else (Topic("t", "T"),)
    return Bank("b", "B", items, topics, blueprint)


def test_a_bank_whose_keys_are_long_is_found() -> None:
    long = [an_item("A long and careful key", "Short", "Brief", name=f"l{n}") for n in range(4)]
    even = [an_item(name=f"e{n}") for n in range(8)]
    assert [flaw.rule for flaw in bank_flaws(a_bank(*long, *even))] == ["long-key"]
    assert list(bank_flaws(a_bank(*long[:3], *even))) == []


def test_a_key_that_stands_in_one_place_is_found() -> None:
    fixed = [replace(an_item(name=f"f{n}"), order=Order.FIXED) for n in range(12)]
    assert [flaw.rule for flaw in bank_flaws(a_bank(*fixed))] == ["key-position"]
    mixed = [replace(item, key=frozenset({str(n % 3)})) for n, item in enumerate(fixed)]
    assert list(bank_flaws(a_bank(*mixed))) == []


def test_a_bank_too_small_for_its_exam_is_found() -> None:
    topics = (Topic("t", "T"), Topic("u", "U"))
    blueprint = Blueprint(topics, 2, timedelta(minutes=1), 0.5)
    assert [flaw.rule for flaw in bank_flaws(a_bank(an_item(), blueprint=blueprint))] == [
        "few-items",
        "empty-topic",
    ]


def test_a_flaw_is_found_at_its_place(tmp_path: Path) -> None:
    (tmp_path / "lone.yaml").write_text(
        "bank: b\ntitle: B\nitems:\n  - stem: Which is not one?\n    id: one\n    options:\n"
        "      - text: One\n        correct: true\n        why: Because.\n      - text: Two\n"
    )
    found = [(fault.rule, fault.line, fault.column) for fault in check([tmp_path / "lone.yaml"])]
    assert found == [
        ("bare-negative", 4, 11),
        ("no-trap", 5, 9),
        ("no-explanation", 5, 9),
        ("no-references", 5, 9),
        ("no-rationale", 10, 9),
    ]


def test_every_rule_in_the_code_is_explained_and_every_explained_rule_is_in_the_code() -> None:
    package = Path(quizbot.bank.__path__[0])
    sources = {file: file.read_text("utf-8") for file in package.glob("*.py")}
    code = "".join(text for file, text in sources.items() if file.name != "_rules.py")
    used = set(re.findall(r"(?:error|error_at|_blemish|Blemish|Flaw)\(\s*\"([a-z0-9-]+)\"", code))
    assert used <= set(RULES)
    assert all(f'"{rule}"' in code for rule in RULES)
    assert all(meaning.endswith(".") for meaning in RULES.values())
