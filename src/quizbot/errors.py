"""Here is every error that quizbot raises on purpose, sorted by what its reader can do.

QuizbotError
├── UserError        what a person asked can't be done; its words are shown to that person
├── SettingsError    a setting is wrong: the operator mends it and starts again
├── BankError        a question file is wrong: its author mends it
├── StoreError       the database can't be used: the operator mends it
│   └── SchemaTooNew     a newer quizbot wrote it: upgrade the program
├── NotFound         something that an id names isn't there (any more)
└── DeliveryError    a platform didn't take a message
    ├── Unreachable      ask again later
    ├── Refused          it will never work as things stand: tell an admin
    └── Unsure           it may stand there: look before sending again
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from pathlib import Path


class QuizbotError(Exception):
    """The root of every error that quizbot raises on purpose."""


class UserError(QuizbotError):
    """What a person asked can't be done. The words are meant for that person."""


class SettingsError(QuizbotError):
    """A setting is missing or wrong. The words name the setting and how to mend it."""


class Severity(StrEnum):
    """How bad a fault in a question file is: an error keeps its item out, a warning doesn't."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong in a question file, and where, and how to mend it.

    `line` and `column` count from 1. `item` is the item's id, or None where the fault isn't in
    an item or the item has none.
    """

    rule: str
    severity: Severity
    file: Path
    line: int
    column: int
    item: str | None
    message: str
    mend: str

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}:{self.column}"
        item = f" [{self.item}]" if self.item else ""
        return f"{where}: {self.severity}:{item} {self.message}. {self.mend} ({self.rule})"


class BankError(QuizbotError):
    """Question files can't be read or hold faults; `faults` has at least one."""

    def __init__(self, *faults: Fault) -> None:
        self.faults = faults
        super().__init__("\n".join(str(fault) for fault in faults))


class StoreError(QuizbotError):
    """The database can't be opened, read or written. The words say how to mend it."""


class SchemaTooNew(StoreError):
    """The database was written by a newer quizbot."""


class NotFound(QuizbotError):
    """Nothing is stored under the id that was given."""


class DeliveryError(QuizbotError):
    """A platform didn't take a message."""


class Unreachable(DeliveryError):
    """The platform is down or asks us to wait. Nothing was sent: send again later."""

    def __init__(self, reason: str, *, retry_after: timedelta | None = None) -> None:
        self.retry_after = retry_after
        super().__init__(reason)


class Refused(DeliveryError):
    """The platform will never take this as things stand (channel gone, permission missing)."""


class Unsure(DeliveryError):
    """No answer came: the message may stand there. Look before sending it again."""
