"""Here is a message as plain words, the way a test or a screen reader goes through it."""

from __future__ import annotations

from quizbot.message import (
    Attachment,
    Block,
    Buttons,
    Callout,
    Code,
    Footnote,
    Heading,
    Image,
    Listing,
    Menu,
    Message,
    Paragraph,
    Quote,
    Table,
    plain,
)


def flat(message: Message) -> str:
    """Every word of the message, one line a part, buttons in brackets."""
    return "\n".join(line for block in message.blocks for line in _lines(block))


def _lines(block: Block) -> list[str]:
    match block:
        case Heading(text):
            return [text]
        case Paragraph(text) | Footnote(text):
            return [plain(text)]
        case Code(source):
            return [source]
        case Quote(body):
            return [line for prose in body for line in _lines(prose)]
        case Listing(entries):
            return [
                f"{entry.marker} {line}" if first else line
                for entry in entries
                for first, line in _marked([part for p in entry.body for part in _lines(p)])
            ]
        case Callout(_, title, body):
            return [title, *(line for prose in body for line in _lines(prose))]
        case Table(header, rows, caption=caption):
            return [caption, " | ".join(header), *(" | ".join(row) for row in rows)]
        case Image(alt=alt):
            return [alt]
        case Attachment(data=data, label=label):
            return [label, data.decode("utf-8", errors="replace")]
        case Buttons(buttons):
            return [f"[{button.label}]" for button in buttons]
        case Menu(label=label, choices=choices, submit=submit):
            return [label, *(f"( ) {choice.label}" for choice in choices), f"[{submit}]"]


def _marked(lines: list[str]) -> list[tuple[bool, str]]:
    return [(position == 0, line) for position, line in enumerate(lines)]
