"""Here is the check of question files: all that is wrong or weak, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from quizbot.bank._drafts import Place
from quizbot.bank._notes import in_order
from quizbot.bank._rules import ERRORS, RULES
from quizbot.bank.catalog import bank_paths, duplicate_bank
from quizbot.bank.linting import lint
from quizbot.bank.reading import head_of, read_placed
from quizbot.errors import Fault, Severity

SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def check(paths: Sequence[Path]) -> tuple[Fault, ...]:
    """Every error and every flaw in the banks at `paths`, by file, line and column."""
    found, faults = bank_paths(paths)
    origins: dict[str, Path] = {}
    for path in found:
        places: dict[str, Place] = {}
        reading = read_placed(path, places)
        faults += reading.faults
        if reading.bank is None:
            continue
        head = head_of(path)
        first = origins.setdefault(reading.bank.code, path)
        if first != path:
            faults.append(duplicate_bank(head, reading.bank.code, first))
        faults += lint(reading.bank, places, head)
    return in_order(faults)


def as_text(faults: Sequence[Fault]) -> str:
    """A line for each fault, as compilers write them."""
    return "".join(f"{fault}\n" for fault in faults)


def as_json(faults: Sequence[Fault]) -> str:
    """A JSON list with an object for each fault."""
    return _dumped([_fields(fault) for fault in faults])


def as_sarif(faults: Sequence[Fault]) -> str:
    """The faults as SARIF 2.1.0, which code hosts show beside the lines of a change."""
    rules = [
        {
            "id": rule,
            "shortDescription": {"text": meaning},
            "defaultConfiguration": {"level": "error" if rule in ERRORS else "warning"},
        }
        for rule, meaning in RULES.items()
    ]
    run = {
        "tool": {"driver": {"name": "quizbot", "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(fault) for fault in faults],
    }
    return _dumped({"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]})


def _fields(fault: Fault) -> dict[str, Any]:
    return {
        "rule": fault.rule,
        "severity": fault.severity.value,
        "file": fault.file.as_posix(),
        "line": fault.line,
        "column": fault.column,
        "item": fault.item,
        "message": fault.message,
        "mend": fault.mend,
    }


def _result(fault: Fault) -> dict[str, Any]:
    location: dict[str, Any] = {
        "physicalLocation": {
            "artifactLocation": {"uri": _uri(fault.file)},
            "region": {"startLine": fault.line, "startColumn": fault.column},
        }
    }
    if fault.item:
        location["logicalLocations"] = [{"name": fault.item, "kind": "object"}]
    return {
        "ruleId": fault.rule,
        "ruleIndex": list(RULES).index(fault.rule),
        "level": "error" if fault.severity is Severity.ERROR else "warning",
        "message": {"text": f"{fault.message}. {fault.mend}"},
        "locations": [location],
    }


def _uri(file: Path) -> str:
    return file.as_uri() if file.is_absolute() else quote(file.as_posix())


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
