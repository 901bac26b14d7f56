"""Here is what quizbot says, free of any platform: a Message made of blocks, text made of spans.

Text is never markup. A span holds the characters a person shall read, and marks beside them; each
adapter escapes the characters and adds its platform's own marks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum, Flag, auto

from quizbot.refs import ChannelRef

ACTION_LIMIT = 100
"""Characters an encoded action may have: Discord's custom_id, the shortest of the platforms."""

_PART = re.compile(r"[A-Za-z0-9_.\-]*")


class Style(Flag):
    """How a span is marked. Styles combine."""

    PLAIN = 0
    BOLD = auto()
    ITALIC = auto()
    CODE = auto()
    STRUCK = auto()


@dataclass(frozen=True, slots=True)
class Span:
    """A run of characters in one style; with `link`, the http(s) address that it leads to.

    With `place` it names a channel: a platform that can shows the channel's present name.
    """

    text: str
    style: Style = Style.PLAIN
    link: str | None = None
    place: ChannelRef | None = None


Text = tuple[Span, ...]


def plain(text: Text) -> str:
    """The characters of `text` without their marks."""
    return "".join(span.text for span in text)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text. A line break inside a span is kept."""

    text: Text


@dataclass(frozen=True, slots=True)
class Code:
    """Program text, set in a fixed width, every character kept. `language` may be empty."""

    source: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Quote:
    """Words of somebody else."""

    body: tuple[Prose, ...]


class Markers(Enum):
    """What stands before the entries of a listing."""

    BULLETS = auto()
    NUMBERS = auto()
    LETTERS = auto()


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a listing. `marker` is the number or letter shown; empty for bullets."""

    body: tuple[Prose, ...]
    marker: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """Entries one below the other: a list from the bank, or a question's options by letter."""

    entries: tuple[Entry, ...]
    markers: Markers = Markers.BULLETS


Prose = Paragraph | Code | Quote | Listing


@dataclass(frozen=True, slots=True)
class Heading:
    """A title; `level` 1 opens the message, 2 a part of it."""

    text: str
    level: int = 1


class Tone(Enum):
    """What a callout is for; each platform has its own look for it."""

    CORRECT = auto()
    INCORRECT = auto()
    TRAP = auto()
    NOTE = auto()
    WARNING = auto()
    NEUTRAL = auto()


@dataclass(frozen=True, slots=True)
class Callout:
    """A part that stands out: a verdict, the trap, one option's breakdown. Title may be empty."""

    tone: Tone
    title: str
    body: tuple[Prose, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a header; every row has as many cells as the header.

    `numeric` holds the positions of the columns that hold numbers (set to the right).
    """

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: frozenset[int] = frozenset()
    caption: str = ""

    def __post_init__(self) -> None:
        if any(len(row) != len(self.header) for row in self.rows):
            raise ValueError("every row needs as many cells as the header")


@dataclass(frozen=True, slots=True)
class Image:
    """A picture and the words that say the same."""

    data: bytes = field(repr=False)
    alt: str
    media_type: str = "image/png"
    name: str = "picture.png"


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file to take away, and the words that say what is in it."""

    data: bytes = field(repr=False)
    name: str
    media_type: str
    label: str


@dataclass(frozen=True, slots=True)
class Action:
    """What a button stands for: a verb and its arguments. This token is a button's whole state.

    Parts hold ASCII letters, digits, `_`, `.` and `-`; `encode()` joins them with `:` and has at
    most ACTION_LIMIT characters.
    """

    verb: str
    args: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        parts = (self.verb, *self.args)
        if not self.verb or not all(_PART.fullmatch(part) for part in parts):
            raise ValueError(f"{parts!r} can't be an action: use letters, digits, _ . -")
        if len(":".join(parts)) > ACTION_LIMIT:
            raise ValueError(f"an action has at most {ACTION_LIMIT} characters")

    def encode(self) -> str:
        """The token, as it is kept in a platform's button."""
        return ":".join((self.verb, *self.args))

    @classmethod
    def decode(cls, token: str) -> Action:
        """Read a token back. Raises ValueError where it can't be one of ours."""
        verb, *args = token.split(":")
        return cls(verb, tuple(args))

    def starts_with(self, key: Action) -> bool:
        """Whether `key` is this action or a beginning of it, compared part by part."""
        mine, theirs = (self.verb, *self.args), (key.verb, *key.args)
        return mine[: len(theirs)] == theirs


class Emphasis(Enum):
    """How much a button asks to be pressed."""

    NORMAL = auto()
    PRIMARY = auto()
    DANGER = auto()


@dataclass(frozen=True, slots=True)
class Button:
    """Something to press. `description` is its full meaning, for a screen reader."""

    label: str
    action: Action
    emphasis: Emphasis = Emphasis.NORMAL
    description: str = ""


@dataclass(frozen=True, slots=True)
class Buttons:
    """Buttons in a row."""

    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that may be chosen; `value` comes back, `label` is read."""

    value: str
    label: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class Menu:
    """Choices, of which `least` to `most` are chosen and sent with one press of `submit`."""

    action: Action
    label: str
    choices: tuple[Choice, ...]
    least: int
    most: int
    submit: str

    def __post_init__(self) -> None:
        if not 0 <= self.least <= self.most <= len(self.choices):
            raise ValueError("a menu asks for some of its choices, the least before the most")


@dataclass(frozen=True, slots=True)
class Footnote:
    """Small print."""

    text: Text


Block = (
    Heading
    | Paragraph
    | Code
    | Quote
    | Listing
    | Callout
    | Table
    | Image
    | Attachment
    | Buttons
    | Menu
    | Footnote
)


@dataclass(frozen=True, slots=True)
class Message:
    """What is posted, or told to one person.

    `summary` says the whole in a line: notifications and screen readers use it. The buttons are
    also the message's mark, by which an adapter finds it again (see `marked`).
    """

    summary: str
    blocks: tuple[Block, ...]


def actions(message: Message) -> tuple[Action, ...]:
    """Every action that `message` offers, in order."""
    found: list[Action] = []
    for block in message.blocks:
        if isinstance(block, Buttons):
            found.extend(button.action for button in block.buttons)
        elif isinstance(block, Menu):
            found.append(block.action)
    return tuple(found)


def marked(message: Message, key: str) -> bool:
    """Whether `message` carries a button or menu whose action begins with `key`."""
    wanted = Action.decode(key)
    return any(action.starts_with(wanted) for action in actions(message))
