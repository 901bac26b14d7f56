"""Here is how a message looks in a terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.style import Style as RichStyle
from rich.syntax import Syntax
from rich.table import Table as RichTable
from rich.text import Text as RichText

from quizbot.message import (
    Attachment,
    Block,
    Buttons,
    Callout,
    Code,
    Entry,
    Footnote,
    Heading,
    Image,
    Listing,
    Menu,
    Message,
    Paragraph,
    Prose,
    Quote,
    Style,
    Table,
    Text,
    Tone,
)

_TONE = {
    Tone.CORRECT: ("✓", "green"),
    Tone.INCORRECT: ("✗", "red"),
    Tone.TRAP: ("!", "yellow"),
    Tone.NOTE: ("i", "blue"),
    Tone.WARNING: ("!", "bright_red"),
    Tone.NEUTRAL: ("", "bright_black"),
}


def render(message: Message) -> Group:
    """The message without its buttons: those are asked for, not shown."""
    return Group(*(part for block in message.blocks if (part := _block(block)) is not None))


def _block(block: Block) -> RenderableType | None:
    match block:
        case Heading(text, level):
            return RichText(f"\n{text}" if level > 1 else text, style="bold cyan")
        case Paragraph() | Code() | Quote() | Listing():
            return _prose(block)
        case Callout(tone, title, body):
            return _callout(tone, title, body)
        case Table():
            return _table(block)
        case Image(alt=alt):
            return RichText(f"[{alt}]", style="italic")
        case Attachment(data=data):
            return RichText(data.decode("utf-8", errors="replace"))
        case Footnote(text):
            return RichText.assemble("\n", _inline(text), style="dim")
        case Buttons() | Menu():
            return None


def _prose(prose: Prose) -> RenderableType:
    match prose:
        case Paragraph(text):
            return Padding(_inline(text), (1, 0, 0, 0))
        case Code(source, language):
            return Padding(Syntax(source, language or "text", word_wrap=True), (1, 0, 0, 2))
        case Quote(body):
            return Padding(Group(*map(_prose, body)), (0, 0, 0, 4))
        case Listing(entries):
            return Group(*map(_entry, entries))


def _entry(entry: Entry) -> RenderableType:
    grid = RichTable.grid(padding=(0, 1))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(ratio=1)
    body = Group(*(_inline(p.text) if isinstance(p, Paragraph) else _prose(p) for p in entry.body))
    grid.add_row(entry.marker or "•", body)
    return Padding(grid, (1, 0, 0, 2))


def _callout(tone: Tone, title: str, body: tuple[Prose, ...]) -> RenderableType:
    sign, colour = _TONE[tone]
    return Panel(
        Group(*(_inline(p.text) if isinstance(p, Paragraph) else _prose(p) for p in body)),
        title=RichText(f"{sign} {title}".strip(), style=f"bold {colour}"),
        title_align="left",
        border_style=colour,
    )


def _table(table: Table) -> RichTable:
    shown = RichTable(title=RichText(table.caption) if table.caption else None)
    for position, name in enumerate(table.header):
        shown.add_column(name, justify="right" if position in table.numeric else "left")
    for row in table.rows:
        shown.add_row(*map(RichText, row))
    return shown


def _inline(text: Text) -> RichText:
    whole = RichText()
    for span in text:
        whole.append(
            span.text,
            RichStyle(
                bold=Style.BOLD in span.style,
                italic=Style.ITALIC in span.style,
                strike=Style.STRUCK in span.style,
                color="magenta" if Style.CODE in span.style else None,
                link=span.link,
            ),
        )
    return whole
