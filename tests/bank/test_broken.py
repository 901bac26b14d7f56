"""Here is every kind of fault in a file of its own, with the place where it must be found."""

from __future__ import annotations

import pytest

from bank.places import BROKEN
from quizbot.bank.linting import RULES
from quizbot.bank.reading import read_bank
from quizbot.errors import Severity

FAULTS: dict[str, list[tuple[str, int, int]]] = {
    "a-list.yaml": [("wrong-type", 1, 1)],
    "alias-bomb.yaml": [
        ("alias", 4, 5),
        ("wrong-type", 4, 40),
        ("wrong-type", 4, 43),
        ("alias", 5, 5),
        ("alias", 5, 9),
        ("alias", 5, 13),
        ("wrong-type", 6, 5),
        ("alias", 6, 6),
        ("alias", 6, 10),
    ],
    "alias.yaml": [("alias", 7, 15), ("alias", 9, 15)],
    "all-key.yaml": [("all-key", 7, 7)],
    "backtick.yaml": [("yaml-syntax", 5, 11)],
    "bad-blueprint.yaml": [
        ("bad-number", 4, 14),
        ("bad-number", 5, 12),
        ("bad-number", 6, 9),
        ("bad-number", 8, 23),
        ("bad-code", 9, 5),
    ],
    "bad-boolean.yaml": [("bad-boolean", 8, 18)],
    "bad-code.yaml": [("bad-code", 1, 7)],
    "bad-date.yaml": [("bad-date", 10, 15)],
    "bad-difficulty.yaml": [("bad-difficulty", 10, 17)],
    "bad-id.yaml": [("bad-code", 4, 9)],
    "bad-language.yaml": [("bad-language", 3, 11)],
    "bad-url.yaml": [
        ("bad-url", 11, 25),
        ("bad-url", 12, 25),
        ("bad-url", 13, 25),
        ("bad-url", 14, 9),
        ("bad-url", 15, 25),
    ],
    "bracket.yaml": [("yaml-syntax", 6, 11)],
    "colon.yaml": [("yaml-syntax", 5, 15)],
    "duplicate-item.yaml": [("duplicate-item", 10, 9)],
    "duplicate-key.yaml": [("duplicate-key", 10, 5)],
    "duplicate-option.yaml": [("duplicate-option", 9, 15)],
    "empty-option.yaml": [("empty-option", 9, 9), ("empty-option", 10, 9)],
    "empty.yaml": [("empty-file", 1, 1)],
    "escape.yaml": [("yaml-syntax", 5, 14)],
    "hidden-character.yaml": [("hidden-character", 5, 14), ("hidden-character", 5, 21)],
    "hidden-escape.yaml": [("hidden-character", 5, 11)],
    "image-absolute.yaml": [("image-outside", 6, 19)],
    "image-kind.yaml": [("image-kind", 6, 19)],
    "image-missing.yaml": [("missing-image", 6, 19)],
    "image-outside.yaml": [("image-outside", 6, 19)],
    "image-without-alt.yaml": [("image-without-alt", 6, 12)],
    "indentation.yaml": [("yaml-syntax", 6, 4)],
    "missing-code.yaml": [("missing-code", 1, 1)],
    "missing-id.yaml": [("missing-id", 4, 5)],
    "missing-items.yaml": [("missing-items", 3, 1)],
    "missing-key.yaml": [("missing-key", 4, 3)],
    "missing-stem.yaml": [("missing-stem", 5, 11)],
    "missing-title.yaml": [("missing-title", 1, 1)],
    "missing-topic.yaml": [("missing-topic", 5, 5)],
    "no-key.yaml": [("no-key", 7, 7)],
    "no-options.yaml": [("no-options", 4, 5)],
    "no-stem.yaml": [("missing-stem", 4, 5)],
    "no-such-day.yaml": [("bad-date", 10, 15)],
    "odd-key.yaml": [("odd-key", 6, 12)],
    "one-option.yaml": [("one-option", 7, 7)],
    "option-text.yaml": [("wrong-type", 7, 9)],
    "options-text.yaml": [("wrong-type", 6, 14)],
    "quote.yaml": [("yaml-syntax", 5, 11)],
    "several-documents.yaml": [("several-documents", 10, 1)],
    "star.yaml": [("yaml-syntax", 5, 11)],
    "tab.yaml": [("tab-indentation", 6, 1)],
    "tag.yaml": [("tag", 5, 11)],
    "too-deep.yaml": [("too-deep", 3, 23)],
    "too-many-options.yaml": [("too-many-options", 7, 7)],
    "unknown-key.yaml": [("unknown-key", 6, 5), ("unknown-key", 11, 9)],
    "unknown-related.yaml": [("unknown-related", 10, 15), ("unknown-related", 10, 26)],
    "unknown-topic.yaml": [("unknown-topic", 6, 12)],
    "wrong-types.yaml": [
        ("wrong-type", 5, 11),
        ("wrong-type", 10, 11),
        ("wrong-type", 11, 11),
        ("wrong-type", 12, 17),
        ("wrong-type", 13, 12),
    ],
}

# Files that aren't readable as a whole, or don't say which bank they are.
UNUSABLE = {
    "a-list.yaml", "backtick.yaml", "bad-code.yaml", "bracket.yaml", "colon.yaml", "empty.yaml",
    "escape.yaml", "indentation.yaml", "missing-code.yaml", "quote.yaml", "star.yaml", "tab.yaml",
    "too-deep.yaml",
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_is_found_at_its_place(name: str) -> None:
    reading = read_bank(BROKEN / name)
    assert [(fault.rule, fault.line, fault.column) for fault in reading.faults] == FAULTS[name]


@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_says_which_file_and_how_to_mend_it(name: str) -> None:
    for fault in read_bank(BROKEN / name).faults:
        assert fault.file == BROKEN / name
        assert fault.rule in RULES
        assert fault.severity is Severity.ERROR
        assert fault.message
        assert not fault.message.endswith(".")
        assert fault.mend.endswith((".", "?"))


@pytest.mark.parametrize("name", sorted(set(FAULTS) - {"missing-items.yaml"}))
def test_good_items_stay_beside_broken_ones(name: str) -> None:
    bank = read_bank(BROKEN / name).bank
    if name in UNUSABLE:
        assert bank is None
    else:
        assert bank is not None
        assert [item.id for item in bank.items] == ["good"]


def test_every_broken_file_is_in_the_table() -> None:
    assert {file.name for file in BROKEN.glob("*.yaml")} == set(FAULTS)


def test_a_folder_tells_all_faults_of_all_its_files() -> None:
    reading = read_bank(BROKEN / "folder")
    assert reading.bank is not None
    assert [item.id for item in reading.bank.items] == ["good"]
    found = [(fault.file.name, fault.rule, fault.line, fault.column) for fault in reading.faults]
    assert found == [
        ("bank.yaml", "unknown-key", 3, 1),
        ("fifth.yaml", "missing-items", 1, 1),
        ("fourth.yaml", "yaml-syntax", 4, 11),
        ("second.yaml", "unknown-topic", 1, 8),
        ("second.yaml", "unknown-key", 2, 1),
        ("sixth.yaml", "wrong-type", 1, 1),
        ("third.yaml", "duplicate-item", 3, 9),
        ("third.yaml", "wrong-type", 8, 5),
    ]


def test_a_duplicate_names_the_other_place() -> None:
    fault = next(
        fault for fault in read_bank(BROKEN / "folder").faults if fault.rule == "duplicate-item"
    )
    assert "first.yaml, line 3" in fault.message


def test_a_folder_without_a_head_still_has_its_files_read() -> None:
    reading = read_bank(BROKEN / "headless")
    assert reading.bank is None
    found = [(fault.file.name, fault.rule, fault.line, fault.column) for fault in reading.faults]
    assert found == [("headless", "missing-bank-file", 1, 1), ("one.yaml", "bad-boolean", 6, 32)]


@pytest.mark.parametrize(
    ("name", "mend"),
    [
        ("unknown-key.yaml", "Did you mean `explanation`?"),
        ("unknown-topic.yaml", "Did you mean `networks`?"),
        ("unknown-related.yaml", "Did you mean `good`?"),
        ("image-missing.yaml", "Did you mean dot.png?"),
    ],
)
def test_the_nearest_known_word_is_offered(name: str, mend: str) -> None:
    assert read_bank(BROKEN / name).faults[0].mend == mend
