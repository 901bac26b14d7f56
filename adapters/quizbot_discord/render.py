"""Here is how a Message becomes Discord's components: pure, total, split where it is too long."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from quizbot.message import (
    Action,
    Attachment,
    Block,
    Button,
    Buttons,
    Callout,
    Code,
    Emphasis,
    Footnote,
    Heading,
    Image,
    Listing,
    Menu,
    Message,
    Paragraph,
    Quote,
    Table,
    Tone,
)
from quizbot_discord import limits, text
from quizbot_discord.marks import Mark
from quizbot_discord.text import fit

EMOJI = {
    Tone.CORRECT: "✅ ",
    Tone.INCORRECT: "❌ ",
    Tone.TRAP: "⚠️ ",
    Tone.NOTE: "💡 ",
    Tone.WARNING: "🚨 ",
    Tone.NEUTRAL: "",
}
COLOURS = {
    Tone.CORRECT: 0x2E7D32,
    Tone.INCORRECT: 0xC62828,
    Tone.TRAP: 0xF9A825,
    Tone.WARNING: 0xF9A825,
    Tone.NOTE: 0x1565C0,
    Tone.NEUTRAL: 0x546E7A,
}
PLAIN = 0x5865F2
APART = (Paragraph, Code, Quote, Listing, Callout)
"""Blocks with an empty line before them: Discord sets lines close together."""

MENU = "menu:"
_PART = r"[A-Za-z0-9_.\-]"
STYLES = {
    Emphasis.NORMAL: discord.ButtonStyle.secondary,
    Emphasis.PRIMARY: discord.ButtonStyle.primary,
    Emphasis.DANGER: discord.ButtonStyle.danger,
}


class Pressable(
    ui.DynamicItem[ui.Button[Any]],
    template=re.compile(rf"(?!{MENU}){_PART}+(?::{_PART}*)*"),
):
    """A button whose custom_id is its token.

    `adapter.py` hears every press, after any restart too; this class only keeps discord.py from
    remembering every message that we send.
    """

    @classmethod
    async def from_custom_id(
        cls, _interaction: Any, item: ui.Item[Any], _match: re.Match[str]
    ) -> Pressable:
        """The button that was pressed."""
        return cls(item)  # type: ignore[arg-type]

    async def callback(self, _interaction: Any) -> None:
        """Nothing: see the class."""


class Choosable(ui.DynamicItem[ui.Select[Any]], template=re.compile(r"menu:.+")):
    """A menu whose custom_id is its token (see Pressable)."""

    @classmethod
    async def from_custom_id(
        cls, _interaction: Any, item: ui.Item[Any], _match: re.Match[str]
    ) -> Choosable:
        """The menu that was used."""
        return cls(item)  # type: ignore[arg-type]

    async def callback(self, _interaction: Any) -> None:
        """Nothing: see the class."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A file that is shown, or (without alt text) one to take away."""

    data: bytes
    name: str
    alt: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """Buttons or a menu."""

    controls: tuple[Button, ...] | Menu


Piece = str | Picture | Row


@dataclass(frozen=True, slots=True)
class Part:
    """One Discord message, from which a fresh view and fresh files are made at every sending."""

    pieces: tuple[Piece, ...]
    colour: int

    def view(self, mark: Mark | None = None) -> ui.LayoutView:
        """A view to send once: discord.py forgets our buttons when a view is sent again."""
        children = [*_children(self.pieces)]
        container: ui.Container[Any] = ui.Container(*children, accent_colour=self.colour)
        if mark is not None:
            container.id, children[0].id = mark.container, mark.child
        return ui.LayoutView(timeout=None).add_item(container)

    def files(self) -> list[discord.File]:
        """The files that the view names."""
        return [
            discord.File(
                io.BytesIO(one.data),
                filename=one.name,
                description=fit(one.alt, limits.ALT_TEXT) or None,
            )
            for one in self.pieces
            if isinstance(one, Picture)
        ]


def parts(message: Message) -> list[Part]:
    """`message` as one Discord message, or several where it is too long; the buttons come last."""
    pieces: list[Piece] = []
    for block in message.blocks:
        first, *rest = [*_block(block)] or [""]
        if isinstance(first, str) and isinstance(block, APART) and pieces:
            first = f"\n{first}"
        pieces += [first, *rest] if first else rest
    tones = [block.tone for block in message.blocks if isinstance(block, Callout)]
    colour = COLOURS[tones[0]] if tones else PLAIN
    return [Part(tuple(group), colour) for group in _split(pieces or [message.summary])]


def offered(components: Sequence[Any]) -> Iterator[Action]:
    """Every action that a message's components offer, ours only."""
    for component in components:
        custom_id = getattr(component, "custom_id", None)
        if custom_id:
            try:
                yield Action.decode(str(custom_id).removeprefix(MENU))
            except ValueError:
                continue
        yield from offered(getattr(component, "children", ()))


def _block(block: Block) -> Iterator[Piece]:
    match block:
        case Paragraph() | Code() | Quote() | Listing():
            yield from text.chunks(block)
        case Heading(title, level):
            yield f"{'##' if level == 1 else '###'} {_line(title)}"
        case Callout(tone, title, body):
            if title:
                yield f"{EMOJI[tone]}**{_line(title)}**"
            simple = bool(title) and all(isinstance(word, Paragraph) for word in body)
            for word in (Quote(body),) if simple and body else body:
                yield from text.chunks(word)
        case Table():
            yield from _table(block)
        case Image(data, alt, _, name):
            yield Picture(data, name, alt)
        case Attachment(data, name, _, label):
            yield text.escape(label)
            yield Picture(data, name)
        case Buttons(buttons):
            for start in range(0, len(buttons), limits.ROW_BUTTONS):
                yield Row(buttons[start : start + limits.ROW_BUTTONS])
        case Menu():
            yield Row(block)
        case Footnote(words):
            yield text.small(words)


def _line(title: str) -> str:
    return text.escape(fit(" ".join(title.split("\n")), limits.CHUNK // 3))


def _table(table: Table) -> Iterator[str]:
    """Columns under each other in a fixed width: Discord has no tables."""
    rows = [table.header, *table.rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(table.header))]
    lines = [
        "  ".join(
            cell.rjust(width) if column in table.numeric else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
    if table.caption:
        yield text.escape(table.caption)
    yield from text.chunks(Code("\n".join(lines)))


def _split(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Pieces in groups, each of which Discord takes as one message."""
    groups: list[list[Piece]] = []
    characters = components = 0
    for piece in pieces:
        need = len(piece) + 1 if isinstance(piece, str) else 0
        weight = _weight(piece)
        if not groups or need > characters or weight > components:
            groups.append([])
            characters = limits.CHARACTERS - limits.KEPT_FREE
            components = limits.COMPONENTS - 2
        groups[-1].append(piece)
        characters -= need
        components -= weight
    return groups


def _weight(piece: Piece) -> int:
    """The components that a piece takes at most."""
    match piece:
        case Row(tuple() as buttons):
            return 1 + len(buttons)
        case Row() | Picture():
            return 2
        case _:
            return 1


def _children(pieces: Sequence[Piece]) -> Iterator[ui.Item[Any]]:
    """Texts one after the other are one display."""
    said: list[str] = []
    for piece in pieces:
        if isinstance(piece, str):
            said.append(piece)
            continue
        if said:
            yield ui.TextDisplay("\n".join(said).strip("\n"))
            said = []
        yield _item(piece)
    if said:
        yield ui.TextDisplay("\n".join(said).strip("\n"))


def _item(piece: Picture | Row) -> ui.Item[Any]:
    match piece:
        case Picture(_, name, ""):
            return ui.File(f"attachment://{name}")
        case Picture(_, name, alt):
            gallery: ui.MediaGallery[Any] = ui.MediaGallery()
            gallery.add_item(media=f"attachment://{name}", description=fit(alt, limits.ALT_TEXT))
            return gallery
        case Row(controls):
            if isinstance(controls, Menu):
                return ui.ActionRow(Choosable(_select(controls)))
            return ui.ActionRow(*(Pressable(_button(one)) for one in controls))


def _button(button: Button) -> ui.Button[Any]:
    return ui.Button(
        label=fit(button.label, limits.BUTTON_LABEL),
        custom_id=button.action.encode(),
        style=STYLES[button.emphasis],
    )


def _select(menu: Menu) -> ui.Select[Any]:
    """A menu sends what was chosen when it closes: it needs no button."""
    return ui.Select(
        custom_id=f"{MENU}{menu.action.encode()}",
        placeholder=fit(menu.label, limits.PLACEHOLDER),
        min_values=menu.least,
        max_values=menu.most,
        options=[
            discord.SelectOption(label=fit(one.label, limits.OPTION_LABEL), value=one.value)
            for one in menu.choices[: limits.OPTIONS]
        ],
    )
