"""Here is a suggested question: what a person typed, how its options are read, how it is named."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import count

from quizbot.domain.item import Difficulty

LONGEST = 3_000
"""Characters of one field: what every platform's forms can show again (Slack has the shortest)."""

NAME_LETTERS = 36
"""Of an item's name before its number: long enough to tell, short enough for a button."""

_RIGHT = re.compile(r"\*\s+|\*(?=[^\s*])(?!.*\*)|[✓✔✅]\s*|\[[xX]\]\s*")
_WRONG = re.compile(r"[-–•]\s+|\[ ?\]\s*")
_WHY = re.compile(r"(?:^|\s+)::\s*|::(?:\s+|$)")


class State(StrEnum):
    """How far a suggestion has come. `RETIRED`: approved once, and by now in the bank's files."""

    WAITING = "waiting"
    APPROVED = "approved"
    DECLINED = "declined"
    RETIRED = "retired"


@dataclass(frozen=True, slots=True)
class Sketch:
    """A question as it is typed into a form, each field a text; `options` is read by `lines`.

    `source` is a web address, a title before it if wanted.
    """

    stem: str = ""
    options: str = ""
    trap: str = ""
    explanation: str = ""
    topic: str = ""
    difficulty: str = Difficulty.MEDIUM.value
    source: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One option as it is typed."""

    text: str
    right: bool
    why: str


@dataclass(frozen=True, slots=True)
class Remark:
    """What a rule says of a sketch: in which field, and of which option, counted from 0, if any."""

    rule: str
    field: str
    option: int | None = None


@dataclass(frozen=True, slots=True)
class Approved:
    """A suggestion that a bank serves under the name `item_id`."""

    bank: str
    item_id: str
    sketch: Sketch


def lines(options: str) -> tuple[Line, ...]:
    """The options, one a line: `*` before a right one, the why behind `::`.

    A wrong one may begin with `-`. A line that begins with `::` goes on with the why before it.
    """
    found: list[Line] = []
    for written in filter(None, map(str.strip, options.splitlines())):
        line = _line(written)
        if found and not line.text and not line.right:
            before = found.pop()
            why = " ".join(filter(None, (before.why, line.why)))
            line = Line(before.text, before.right, why)
        found.append(line)
    return tuple(found)


def names(stem: str, number: int) -> Iterator[str]:
    """Names for the item that asks `stem`, the plainest first, without end.

    `number` is the suggestion's own: no other one has it.
    """
    plainest = _slug(stem) or "question"
    yield plainest
    yield f"{plainest}-{number}"
    yield from (f"{plainest}-{number}-{again}" for again in count(2))


def titled_source(source: str) -> tuple[str, str]:
    """The title (empty where there is none) and the address in the text of a source."""
    typed = source.split()
    addresses = [word for word in typed if word.casefold().startswith(("http://", "https://"))]
    address = addresses[0] if addresses else " ".join(typed)
    title = " ".join(word for word in typed if word != address) if addresses else ""
    return title.strip(" :–-"), address


def _line(written: str) -> Line:
    right = _RIGHT.match(written)
    mark = right or _WRONG.match(written)
    text, *why = _WHY.split(written[mark.end() :] if mark else written, maxsplit=1)
    return Line(text.strip(), right is not None, why[0].strip() if why else "")


def _slug(stem: str) -> str:
    plain = unicodedata.normalize("NFKD", stem).encode("ascii", "ignore").decode().lower()
    slug = ""
    for word in re.findall(r"[a-z0-9]+", plain.replace("'", "")):
        longer = f"{slug}-{word}" if slug else word[:NAME_LETTERS]
        if len(longer) > NAME_LETTERS:
            break
        slug = longer
    return slug
