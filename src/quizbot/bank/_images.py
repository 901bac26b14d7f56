"""Here are the pictures of a bank: found inside its folder only, known by their first bytes."""

from __future__ import annotations

import hashlib
from pathlib import Path, PurePosixPath, PureWindowsPath

from quizbot.bank._fields import check_keys, nearest, place, text
from quizbot.bank._nodes import Mapping
from quizbot.bank._notes import Notes
from quizbot.domain.item import Figure

MAX_IMAGE_BYTES = 5 * 1024 * 1024
IMAGE_KEYS = frozenset({"file", "alt"})
SUFFIXES = {"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp"}


class Images:
    """The pictures under one folder. `figures` holds the bytes of those read, by their digests."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.figures: dict[str, bytes] = {}

    def figure(self, node: Mapping, notes: Notes) -> Figure | None:
        """The picture that `node` names, or None where it won't do: `notes` say why."""
        check_keys(node, IMAGE_KEYS, "an image", notes)
        alt = text(node, "alt", notes)
        if not alt:
            notes.error(
                "image-without-alt",
                place(node, "alt"),
                "the image has no text for those who can't see it",
                "Say in `alt` what the image shows.",
            )
        data = self._read(text(node, "file", notes), node, notes)
        if data is None or not alt:
            return None
        media_type = kind(data)
        if media_type is None:
            notes.error(
                "image-kind",
                place(node, "file"),
                "the file isn't a PNG, JPEG, WebP or GIF image",
                "Save the image as PNG.",
            )
            return None
        name = digest(data)
        self.figures[name] = data
        return Figure(name, alt, media_type)

    def _read(self, name: str, node: Mapping, notes: Notes) -> bytes | None:
        at = place(node, "file")
        if not name:
            notes.error("missing-image", at, "the image names no file", "Write `file: name.png`.")
            return None
        try:
            path = self._inside(name)
            if path is None:
                notes.error(
                    "image-outside",
                    at,
                    f"{name} lies outside the bank's folder",
                    "Copy the image into the folder, and name it from there.",
                )
                return None
            if path.is_file():
                return self._bytes(path, node, notes)
        except (OSError, ValueError):
            pass
        near = nearest(name, self._names())
        notes.error(
            "missing-image",
            at,
            f"there is no image {name} that can be read",
            f"Did you mean {near}?" if near else "Put it into the bank's folder.",
        )
        return None

    def _inside(self, name: str) -> Path | None:
        """The path of that name, or None where it, or what it links to, isn't in the folder."""
        if "\\" in name or PureWindowsPath(name).drive or ".." in PurePosixPath(name).parts:
            return None
        path = (self._folder / name).resolve()
        return path if path.is_relative_to(self._folder.resolve()) else None

    def _bytes(self, path: Path, node: Mapping, notes: Notes) -> bytes | None:
        with path.open("rb") as opened:
            data = opened.read(MAX_IMAGE_BYTES + 1)
        if len(data) <= MAX_IMAGE_BYTES:
            return data
        notes.error(
            "image-too-large",
            place(node, "file"),
            f"the image has more than {MAX_IMAGE_BYTES // 1024**2} MB",
            "Make it smaller: 1,200 pixels in width are plenty.",
        )
        return None

    def _names(self) -> list[str]:
        return [path.name for path in self._folder.iterdir() if kind_by_name(path.name)]


def digest(data: bytes) -> str:
    """The name of a picture: a digest of its bytes."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def kind(data: bytes) -> str | None:
    """The media type that the first bytes tell, or None where it isn't one we show."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if data.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if data.startswith((b"GIF87a", b"GIF89a")):
        return "image/gif"
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "image/webp"
    return None


def kind_by_name(name: str) -> bool:
    """Whether a file of that name is probably a picture."""
    return name.lower().endswith((*SUFFIXES.values(), ".jpeg"))
