"""Here is what the playground writes down: a file of JSON lines, and files by their digest.

Each line is one article as it stood; a later line with the same id takes its place. A line counts
once its newline is on the disk, so what a crash tears off at the end is cut away by the next write.
"""

from __future__ import annotations

import json
import logging
import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from quizbot_web.articles import Article
from quizbot_web.limits import STALE_LINES
from quizbot_web.render import File, named_files

if sys.platform != "win32":
    import fcntl

log = logging.getLogger(__name__)

_DIGEST = re.compile(r"[0-9a-f]{64}")


class JournalInUse(OSError):
    """Another process writes to this folder."""


class Journal:
    """The articles in a folder. Every call blocks on the disk and may raise OSError."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._path = folder / "messages.jsonl"
        self._files = folder / "files"
        self._lock: BinaryIO | None = None
        self._end = 0
        self._lines = 0

    def read(self) -> dict[str, Article]:
        """Every article by its id, in the order in which they were first written."""
        articles: dict[str, Article] = {}
        self._end = self._lines = 0
        try:
            written = self._path.read_bytes()
        except FileNotFoundError:
            return articles
        position = 0
        for number, line in enumerate(written.splitlines(keepends=True), start=1):
            position += len(line)
            article = _article(line)
            if article is None:
                log.warning("%s:%d is no whole message and is left out", self._path, number)
                continue
            articles[article.id] = article
            self._end, self._lines = position, number
        return articles

    def open(self) -> None:
        """Keep other processes out until `close`. Raises JournalInUse where one is in."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._lock = self._lock or _locked(self.folder / "lock")

    def close(self) -> None:
        """Let other processes in."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def append(self, article: Article, files: Iterable[File]) -> None:
        """Write `article` and its files; they are on the disk when this returns."""
        self._files.mkdir(parents=True, exist_ok=True)
        for file in files:
            self._keep(file)
        is_new = not self._path.exists()
        with self._path.open("xb" if is_new else "r+b") as stream:
            stream.seek(self._end)
            stream.truncate()
            stream.write(_line(article))
            _sync(stream)
            end = stream.tell()
        if is_new:
            _sync_folder(self.folder)
        self._end, self._lines = end, self._lines + 1

    def is_short(self) -> bool:
        """Whether somebody took away what was written: the file should be written anew."""
        try:
            return self._path.stat().st_size < self._end
        except FileNotFoundError:
            return self._end > 0

    def is_stale(self, living: int) -> bool:
        """Whether so many lines are overwritten that the file should be written anew."""
        return self._lines > living + STALE_LINES

    def rewrite(self, articles: Iterable[Article]) -> None:
        """Put just `articles` in the place of all that is written, in one step."""
        living = list(articles)
        fresh = self._path.with_suffix(".new")
        with fresh.open("wb") as stream:
            stream.writelines(map(_line, living))
            _sync(stream)
            end = stream.tell()
        fresh.replace(self._path)
        self._end, self._lines = end, len(living)
        _sync_folder(self.folder)
        self._sweep({digest for article in living for digest in named_files(article.body)})

    def file(self, digest: str) -> bytes | None:
        """The bytes under `digest`, or None where there are none."""
        if not _DIGEST.fullmatch(digest):
            return None
        try:
            return (self._files / digest).read_bytes()
        except FileNotFoundError:
            return None

    def _keep(self, file: File) -> None:
        path = self._files / file.digest
        if path.exists():
            return
        fresh = path.with_suffix(".new")
        with fresh.open("wb") as stream:
            stream.write(file.data)
            _sync(stream)
        fresh.replace(path)
        _sync_folder(self._files)

    def _sweep(self, named: set[str]) -> None:
        for path in self._files.iterdir():
            if path.name not in named:
                path.unlink(missing_ok=True)


def _line(article: Article) -> bytes:
    return json.dumps(article.to_json(), separators=(",", ":")).encode("ascii") + b"\n"


def _article(line: bytes) -> Article | None:
    if not line.endswith(b"\n"):
        return None
    try:
        return Article.from_json(json.loads(line))
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _sync(stream: BinaryIO) -> None:
    stream.flush()
    os.fsync(stream.fileno())


def _sync_folder(folder: Path) -> None:
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _locked(path: Path) -> BinaryIO:
    stream = path.open("ab")
    if sys.platform != "win32":
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            stream.close()
            raise JournalInUse(f"another quizbot writes to {path.parent}") from error
    return stream
