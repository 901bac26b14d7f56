"""Here are all the banks being served, as one value: a reload makes another and swaps it."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from quizbot.bank._files import MAX_BYTES
from quizbot.bank._notes import Notes, in_order
from quizbot.bank.reading import head_file, head_of, item_files, read_bank
from quizbot.domain.blueprint import Bank
from quizbot.errors import Fault, NotFound, Severity

_IS_BANK = re.compile(rb"^(?:\xef\xbb\xbf)?bank[ \t]*:", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Catalog:
    """The banks by their codes, in the order of the paths, and what is wrong in their files.

    `origins` tells which path each bank was read from.
    """

    banks: Mapping[str, Bank] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()
    origins: Mapping[Path, str] = field(default_factory=dict)

    @classmethod
    def load(cls, paths: Sequence[Path], previous: Catalog | None = None) -> Catalog:
        """Read every bank at `paths`: bank folders, bank files, or folders of either.

        A bank that can't be read any more is kept as it is in `previous`, and a fault says so.
        """
        found, faults = bank_paths(paths)
        banks: dict[str, Bank] = {}
        origins: dict[Path, str] = {}
        for path in found:
            reading = read_bank(path)
            faults += reading.faults
            read = {path: reading.bank} if reading.bank is not None else {}
            if not read and previous is not None:
                read = previous.under(path)
                faults += [_kept(origin, bank) for origin, bank in read.items()]
            for origin, bank in read.items():
                if bank.code in banks:
                    first = next(place for place, code in origins.items() if code == bank.code)
                    faults.append(duplicate_bank(head_of(origin), bank.code, first))
                else:
                    banks[bank.code] = bank
                    origins[origin] = bank.code
        return cls(MappingProxyType(banks), in_order(faults), MappingProxyType(origins))

    @property
    def default(self) -> Bank | None:
        """The first bank, or None where there is none."""
        return next(iter(self.banks.values()), None)

    def under(self, path: Path) -> dict[Path, Bank]:
        """The banks that were read from `path` or from below it, by where each was."""
        return {
            origin: self.banks[code]
            for origin, code in self.origins.items()
            if origin.is_relative_to(path)
        }

    def bank(self, code: str) -> Bank:
        """The bank with that code. Raises NotFound where there is none."""
        if code not in self.banks:
            raise NotFound(f"there is no bank {code}")
        return self.banks[code]

    def figure(self, digest: str) -> bytes | None:
        """The picture with that digest, or None."""
        for bank in self.banks.values():
            if digest in bank.figures:
                return bank.figures[digest]
        return None


def bank_paths(paths: Sequence[Path]) -> tuple[list[Path], list[Fault]]:
    """The bank folders and bank files at `paths`, in order, and what is wrong with the paths."""
    found: dict[Path, None] = {}
    faults: list[Fault] = []
    for path in paths:
        notes = Notes(path)
        try:
            found.update(dict.fromkeys(_banks_at(path)))
        except OSError:
            found[path] = None  # reading it says why
        else:
            if path.is_dir() and not any(bank.is_relative_to(path) for bank in found):
                notes.error(
                    "no-bank",
                    None,
                    "the folder holds no bank",
                    "Put a folder with a bank.yaml there, or run `quizbot new`.",
                )
        faults += notes.faults
    return list(found), faults


def duplicate_bank(head: Path, code: str, first: Path) -> Fault:
    """The fault of a bank whose code the bank at `first` has already."""
    return Fault(
        rule="duplicate-bank",
        severity=Severity.ERROR,
        file=head,
        line=1,
        column=1,
        item=None,
        message=f"the code {code} is taken by the bank in {first}",
        mend="Give one of the two another code.",
    )


def fingerprint(paths: Sequence[Path]) -> str:
    """A digest of the names, sizes and times of all files at `paths`: it changes when they do."""
    digest = hashlib.blake2b(digest_size=16)
    for path in paths:
        for file in _all_files(path):
            digest.update(f"{file}\0{_stamp(file)}\0".encode(errors="surrogateescape"))
    return digest.hexdigest()


def _banks_at(path: Path) -> Iterator[Path]:
    """The banks at `path`; a path that is missing counts as one, so that reading it says so."""
    if not path.is_dir() or head_file(path) is not None:
        yield path
        return
    files = item_files(path)
    alone = [file for file in files if _is_bank(file)]
    folders = [
        folder
        for folder in sorted(path.iterdir())
        if folder.is_dir() and not folder.name.startswith(".") and item_files(folder)
    ]
    if files and not alone and not folders:
        yield path
        return
    yield from folders
    yield from alone


def _is_bank(file: Path) -> bool:
    """Whether a file is a bank by itself; one too large to be read is not."""
    return file.stat().st_size <= MAX_BYTES and bool(_IS_BANK.search(file.read_bytes()))


def _kept(path: Path, bank: Bank) -> Fault:
    return Fault(
        rule="previous-kept",
        severity=Severity.WARNING,
        file=path,
        line=1,
        column=1,
        item=None,
        message=f"the bank {bank.code} can't be read any more, so its last version is still served",
        mend="Mend the faults of its bank.yaml.",
    )


def _all_files(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    seen: set[str] = set()
    for folder, inner, names in os.walk(path, followlinks=True):
        real = os.path.realpath(folder)
        if real in seen:  # links that lead in a circle
            inner.clear()
            continue
        seen.add(real)
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        for name in sorted(names):
            if not name.startswith("."):
                yield Path(folder) / name


def _stamp(file: Path) -> str:
    try:
        status = file.stat()
    except OSError:
        return "missing"
    return f"{status.st_size} {status.st_mtime_ns}"
