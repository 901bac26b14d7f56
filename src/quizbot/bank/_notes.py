"""Here is what a reader notes down: the faults of one file, each with its place."""

from __future__ import annotations

from pathlib import Path

from yaml.error import Mark

from quizbot.errors import Fault, Severity


class Notes:
    """The faults found so far in one file. `item` is the id of the item being read, if any."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.item: str | None = None
        self.faults: list[Fault] = []

    def error(self, rule: str, at: Mark | None, message: str, mend: str) -> None:
        """Note an error at the mark `at`, or at the start of the file."""
        line, column = (at.line, at.column) if at else (0, 0)
        self.error_at(rule, line, column, message, mend)

    def error_at(self, rule: str, line: int, column: int, message: str, mend: str) -> None:
        """Note an error at a place counted from 0, as the parser counts."""
        self.faults.append(
            Fault(
                rule=rule,
                severity=Severity.ERROR,
                file=self.file,
                line=line + 1,
                column=column + 1,
                item=self.item,
                message=message,
                mend=mend,
            )
        )


def in_order(faults: list[Fault]) -> tuple[Fault, ...]:
    """The faults by file, line and column."""
    return tuple(sorted(faults, key=lambda fault: (fault.file, fault.line, fault.column)))
