"""Here is `quizbot check`: what is wrong in question files, and how to mend it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path

import typer

from quizbot.bank.checking import as_json, as_sarif, as_text
from quizbot.bank.checking import check as check_banks
from quizbot.cli.ending import FAULTS, errors, load_settings, told
from quizbot.errors import Fault, Severity


class Format(StrEnum):
    """How the findings are written."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"


WRITERS: Mapping[Format, Callable[[tuple[Fault, ...]], str]] = {
    Format.TEXT: as_text,
    Format.JSON: as_json,
    Format.SARIF: as_sarif,
}


def check(
    paths: list[Path] = typer.Argument(None, help="Bank folders or files."),
    written: Format = typer.Option(Format.TEXT, "--format", help="How to write the findings."),
) -> None:
    """Check question files: errors, and flaws in the writing of items."""
    with told():
        chosen = tuple(paths or load_settings().questions)
        faults = check_banks(chosen)
    sys.stdout.write(WRITERS[written](faults))
    bad = sum(fault.severity is Severity.ERROR for fault in faults)
    errors.print(f"{_many(bad, 'error')}, {_many(len(faults) - bad, 'warning')}")
    if bad:
        raise typer.Exit(FAULTS)


def _many(n: int, word: str) -> str:
    return f"{n} {word}" if n == 1 else f"{n} {word}s"
