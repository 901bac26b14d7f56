"""The errors: a tree that is drawn as it grew."""

from __future__ import annotations

import inspect
import re
from datetime import timedelta
from pathlib import Path

import pytest

from quizbot import errors
from quizbot.errors import BankError, DeliveryError, Fault, QuizbotError, Severity, Unreachable

FAULT = Fault(
    rule="missing-rationale",
    severity=Severity.ERROR,
    file=Path("questions/net/udp.yaml"),
    line=14,
    column=5,
    item="udp-1",
    message="option c has no rationale",
    mend="Say in one line why c is wrong.",
)


def drawn() -> set[tuple[str, str]]:
    """(class, parent) of every line of the tree in the docstring."""
    edges: set[tuple[str, str]] = set()
    path: list[str] = []
    for line in (errors.__doc__ or "").splitlines():
        found = re.match(r"([│├└─ ]*)([A-Z]\w+)(?:$| {2,})", line)
        if found and (found[1] or found[2] == "QuizbotError"):
            depth = len(found[1]) // 4
            path[depth:] = [found[2]]
            if depth:
                edges.add((found[2], path[depth - 1]))
    return edges


def grown() -> set[tuple[str, str]]:
    """(class, parent) of every error there is, without the root."""
    classes = [thing for _, thing in inspect.getmembers(errors, inspect.isclass)]
    kinds = [kind for kind in classes if issubclass(kind, QuizbotError)]
    return {(kind.__name__, kind.__bases__[0].__name__) for kind in kinds} - {
        ("QuizbotError", "Exception")
    }


def test_the_tree_in_the_docstring_is_the_tree_of_classes() -> None:
    assert drawn() == grown()


def test_every_error_says_what_it_is() -> None:
    for name, _ in grown():
        assert inspect.getdoc(getattr(errors, name))


def test_a_fault_says_where_what_and_how_to_mend_it() -> None:
    assert str(FAULT) == (
        "questions/net/udp.yaml:14:5: error: [udp-1] option c has no rationale. "
        "Say in one line why c is wrong. (missing-rationale)"
    )


def test_a_bank_error_carries_every_fault_a_line_each() -> None:
    error = BankError(FAULT, FAULT)
    assert error.faults == (FAULT, FAULT)
    assert str(error).splitlines() == [str(FAULT)] * 2


@pytest.mark.parametrize("wait", [None, timedelta(seconds=30)])
def test_an_unreachable_platform_says_how_long_to_wait(wait: timedelta | None) -> None:
    error = Unreachable("rate limited", retry_after=wait)
    assert isinstance(error, DeliveryError)
    assert str(error) == "rate limited"
    assert error.retry_after == wait
