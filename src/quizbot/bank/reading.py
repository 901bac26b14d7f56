"""Here is how a bank is read: its files into items, in order, and all their faults in one run."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from quizbot.bank._drafts import Draft, Place, sheet
from quizbot.bank._heads import Head, head, titled
from quizbot.bank._images import Images
from quizbot.bank._notes import Notes, in_order
from quizbot.domain.blueprint import Bank, Topic
from quizbot.domain.item import Item
from quizbot.errors import Fault

HEAD_NAMES = ("bank.yaml", "bank.yml")


@dataclass(frozen=True, slots=True)
class Reading:
    """What a bank's files tell. `bank` is None only where they don't say which bank it is."""

    bank: Bank | None
    faults: tuple[Fault, ...]


def read_bank(path: Path) -> Reading:
    """Read the bank in a folder, or in a single file that holds head and items.

    Items with a fault are left out, the others kept. Never raises for what the files hold.
    """
    return read_placed(path, None)


def read_placed(path: Path, places: dict[str, Place] | None) -> Reading:
    """Read the bank at `path`, and write into `places`, if given, where each item stands."""
    notes = Notes(path)
    try:
        files, main = _files(path, notes)
    except OSError as failure:
        notes.error(
            "unreadable-file",
            None,
            f"the folder can't be read: {failure.strerror or failure}",
            "Check its permissions.",
        )
        return Reading(None, tuple(notes.faults))
    with _collector_off():
        return _read(files, main, notes, places)


def item_files(folder: Path) -> list[Path]:
    """The YAML files of a bank's folder by name, without hidden ones."""
    return sorted(
        path
        for path in folder.iterdir()
        if path.suffix in {".yaml", ".yml"} and not path.name.startswith(".") and path.is_file()
    )


def head_file(folder: Path) -> Path | None:
    """The file in `folder` that tells of the bank, or None."""
    return next((folder / name for name in HEAD_NAMES if (folder / name).is_file()), None)


def head_of(path: Path) -> Path:
    """The file that faults of the bank at `path` as a whole are told of."""
    return (head_file(path) or path) if path.is_dir() else path


def _files(path: Path, notes: Notes) -> tuple[list[Path], Path | None]:
    """The bank's files, and that which holds its head."""
    if path.is_file():
        return [path], path
    if not path.is_dir():
        notes.error(
            "missing-path",
            None,
            "there is no such folder or file",
            "Correct the path, or put a bank there.",
        )
        return [], None
    main = head_file(path)
    if main is None:
        notes.error(
            "missing-bank-file",
            None,
            "the folder has no bank.yaml",
            "Write one with `bank:` and a short name, and `title:`.",
        )
    return item_files(path), main


def _read(
    files: list[Path], main: Path | None, notes: Notes, places: dict[str, Place] | None
) -> Reading:
    first = sheet(main) if main is not None else None
    top = head(first.root, first.notes) if first is not None and first.root is not None else None
    images = Images(main.parent if main is not None else notes.file)
    draft = Draft(top, images, places)
    for file in files:
        is_head = first is not None and file == main
        page = first if first is not None and file == main else sheet(file)
        draft.add(page, is_head=is_head, is_alone=len(files) == 1)
    items = draft.items()
    bank = _bank(top, items, images) if top is not None else None
    return Reading(bank, in_order(notes.faults + draft.faults))


def _bank(top: Head, items: tuple[Item, ...], images: Images) -> Bank:
    named = dict.fromkeys(item.topic for item in items)
    topics = top.topics or tuple(Topic(code, titled(code)) for code in named)
    return Bank(
        code=top.code,
        title=top.title,
        items=items,
        topics=topics,
        blueprint=replace(top.blueprint, topics=topics) if top.blueprint else None,
        figures=images.figures,
    )


@contextmanager
def _collector_off() -> Iterator[None]:
    """Keep the garbage collector from walking the growing bank again and again."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
