"""Here is what the catalogue promises: order, the first of two, and the previous where needed."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from bank.places import BANKS, HEAD, ITEMS
from quizbot.bank.catalog import Catalog, fingerprint
from quizbot.errors import NotFound, Severity


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    shutil.copytree(BANKS, tmp_path / "questions")
    return tmp_path / "questions"


def test_a_folder_of_banks_holds_them_by_name(questions: Path) -> None:
    catalog = Catalog.load([questions])
    assert list(catalog.banks) == ["capitals", "tiny"]
    assert catalog.faults == ()
    assert catalog.default is catalog.bank("capitals")


def test_paths_are_folders_or_files_in_the_order_given(questions: Path) -> None:
    (questions / "lone.yaml").write_text(HEAD + ITEMS)
    catalog = Catalog.load([questions / "tiny", questions / "lone.yaml", questions])
    assert list(catalog.banks) == ["tiny", "b", "capitals"]
    assert catalog.faults == ()


def test_an_unknown_bank_is_not_found() -> None:
    with pytest.raises(NotFound):
        Catalog.load([BANKS]).bank("nothing")


def test_an_empty_catalogue_has_no_default(tmp_path: Path) -> None:
    catalog = Catalog.load([tmp_path])
    assert catalog.default is None
    assert [fault.rule for fault in catalog.faults] == ["no-bank"]


def test_a_missing_path_is_told(tmp_path: Path) -> None:
    assert [fault.rule for fault in Catalog.load([tmp_path / "no"]).faults] == ["missing-path"]


def test_pictures_are_found_by_their_digest() -> None:
    catalog = Catalog.load([BANKS])
    figure = catalog.bank("capitals").by_id["flag-of-three"].figure
    assert figure is not None
    data = catalog.figure(figure.digest)
    assert data is not None
    assert data.startswith(b"\x89PNG")
    assert catalog.figure("nothing") is None


def test_of_two_banks_with_one_code_the_first_is_kept(questions: Path) -> None:
    shutil.copytree(questions / "tiny", questions / "twin")
    catalog = Catalog.load([questions])
    assert [fault.rule for fault in catalog.faults] == ["duplicate-bank"]
    assert catalog.faults[0].file == questions / "twin" / "bank.yaml"
    assert catalog.origins[questions / "tiny"] == "tiny"


def test_a_reload_keeps_a_bank_that_became_unreadable(questions: Path) -> None:
    before = Catalog.load([questions])
    (questions / "tiny" / "bank.yaml").write_text("bank: [tiny\n")
    after = Catalog.load([questions], before)
    assert after.bank("tiny") == before.bank("tiny")
    assert [(fault.rule, fault.severity) for fault in after.faults] == [
        ("previous-kept", Severity.WARNING),
        ("yaml-syntax", Severity.ERROR),
    ]


def test_a_bank_stays_kept_until_it_is_mended(questions: Path) -> None:
    before = Catalog.load([questions])
    head = questions / "tiny" / "bank.yaml"
    written = head.read_text()
    head.unlink()
    again = Catalog.load([questions], Catalog.load([questions], before))
    assert again.bank("tiny") == before.bank("tiny")
    head.write_text(written.replace("A tiny bank", "Mended"))
    mended = Catalog.load([questions], again)
    assert mended.bank("tiny").title == "Mended"
    assert mended.faults == ()


def test_banks_of_a_folder_that_vanished_are_kept(questions: Path) -> None:
    before = Catalog.load([questions])
    shutil.rmtree(questions)
    after = Catalog.load([questions], before)
    assert after.banks == before.banks
    assert {fault.rule for fault in after.faults} == {"missing-path", "previous-kept"}


def test_a_bank_that_was_taken_out_is_gone(questions: Path) -> None:
    before = Catalog.load([questions])
    shutil.rmtree(questions / "tiny")
    assert list(Catalog.load([questions], before).banks) == ["capitals"]


def test_a_broken_item_file_leaves_the_rest_of_the_bank(questions: Path) -> None:
    (questions / "capitals" / "europe.yaml").write_text("items: [\n")
    catalog = Catalog.load([questions])
    assert len(catalog.bank("capitals").items) == 3
    assert [fault.rule for fault in catalog.faults] == ["yaml-syntax"]


def test_the_fingerprint_changes_with_the_files_only(questions: Path) -> None:
    first = fingerprint([questions])
    assert fingerprint([questions]) == first
    file = questions / "tiny" / "colours.yaml"
    status = file.stat()
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns + 1))
    second = fingerprint([questions])
    assert second != first
    (questions / "tiny" / "new.yaml").touch()
    assert fingerprint([questions]) not in {first, second}
    assert fingerprint([questions / "nowhere"])


def test_a_linked_folder_is_watched_too_and_a_circle_of_links_ends(
    questions: Path, tmp_path: Path
) -> None:
    watched = tmp_path / "watched"
    watched.mkdir()
    (watched / "linked").symlink_to(questions, target_is_directory=True)
    (questions / "circle").symlink_to(watched, target_is_directory=True)
    before = fingerprint([watched])
    changed = next(path for path in sorted(questions.rglob("*.yaml")))
    changed.write_text(changed.read_text(encoding="utf-8") + "# more\n", encoding="utf-8")
    assert fingerprint([watched]) != before


def test_a_file_of_two_terabytes_is_refused_unread(tmp_path: Path) -> None:
    with (tmp_path / "huge.yaml").open("wb") as huge:
        huge.truncate(2 * 1024**4)
    faults = Catalog.load([tmp_path]).faults
    assert faults
