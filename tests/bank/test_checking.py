"""Here is what `quizbot check` finds, and the three ways in which it is written."""

from __future__ import annotations

import json
from pathlib import Path

from bank.places import BANKS, BROKEN
from quizbot.bank.checking import as_json, as_sarif, as_text, check
from quizbot.bank.linting import RULES
from quizbot.errors import Severity


def test_the_good_banks_have_no_fault() -> None:
    assert check([BANKS]) == ()


def test_errors_and_warnings_come_by_file_and_line() -> None:
    faults = check([BROKEN / "bad-date.yaml", BROKEN / "all-key.yaml"])
    assert {fault.severity for fault in faults} == {Severity.ERROR, Severity.WARNING}
    places = [(fault.file, fault.line, fault.column) for fault in faults]
    assert places == sorted(places)


def test_two_banks_with_one_code_are_told() -> None:
    faults = check([BROKEN / "bad-date.yaml", BROKEN / "all-key.yaml"])
    assert [fault.file.name for fault in faults if fault.rule == "duplicate-bank"] == [
        "all-key.yaml"
    ]


def test_text_is_a_line_for_each_fault() -> None:
    faults = check([BROKEN / "bad-date.yaml"])
    assert as_text(faults).splitlines() == [str(fault) for fault in faults]
    assert as_text(()) == ""


def test_json_holds_every_part_of_a_fault() -> None:
    faults = json.loads(as_json(check([BROKEN / "bad-date.yaml"])))
    assert next(fault for fault in faults if fault["severity"] == "error") == {
        "rule": "bad-date",
        "severity": "error",
        "file": (BROKEN / "bad-date.yaml").as_posix(),
        "line": 10,
        "column": 15,
        "item": "bad",
        "message": "reviewed isn't a date: 14.9.2026",
        "mend": "Write it as year, month and day: `reviewed: 2026-09-14`.",
    }
    assert json.loads(as_json(())) == []


def test_sarif_names_rule_level_and_place() -> None:
    log = json.loads(as_sarif(check([BROKEN / "bad-date.yaml"])))
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert log["version"] == "2.1.0"
    assert [rule["id"] for rule in rules] == list(RULES)
    result = next(result for result in run["results"] if result["level"] == "error")
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == "bad-date"
    location = result["locations"][0]["physicalLocation"]
    assert location["region"] == {"startLine": 10, "startColumn": 15}
    assert location["artifactLocation"]["uri"].endswith("/bad-date.yaml")


def test_a_relative_file_is_a_relative_address_in_sarif() -> None:
    fault = check([Path("no such folder")])[0]
    uri = json.loads(as_sarif([fault]))["runs"][0]["results"][0]["locations"][0]
    assert uri["physicalLocation"]["artifactLocation"]["uri"] == "no%20such%20folder"
