"""Here is how a Table becomes Slack's: native in messages, and as lines where Slack takes none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from quizbot.message import Code, Table
from quizbot_slack import limits

Json = dict[str, Any]
Row = tuple[str, ...]

_ALIGNED = 80
"""Characters in a line up to which the columns of a table in lines are aligned."""


def is_native(table: Table) -> bool:
    """Whether Slack takes the table, in several pieces where it is long."""
    rows = (table.header, *table.rows)
    small = all(len(cell) <= limits.SECTION_TEXT for row in rows for cell in row)
    wide = 2 * max(map(_characters, rows)) > limits.CHARACTERS
    return 0 < len(table.header) <= limits.TABLE_CELLS and small and not wide


def native(table: Table) -> list[Json]:
    """Table blocks, each with the header."""
    return [_block(table, rows) for rows in _groups(table)]


def in_lines(table: Table) -> Code:
    """The table as lines of text, for a modal or the home tab."""
    rows = (table.header, *table.rows)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    if sum(widths) > _ALIGNED:
        widths = [0] * len(widths)
    return Code("\n".join(_line(row, widths, table.numeric) for row in rows))


def _line(row: Row, widths: Sequence[int], numeric: Iterable[int]) -> str:
    cells = (
        cell.rjust(width) if column in numeric else cell.ljust(width)
        for column, (cell, width) in enumerate(zip(row, widths, strict=True))
    )
    return " | ".join(cells).rstrip()


def _groups(table: Table) -> list[list[Row]]:
    """The rows in groups that fit beside the header into one message."""
    groups: list[list[Row]] = [[]]
    most = limits.CHARACTERS - _characters(table.header)
    room = most
    for row in table.rows:
        need = _characters(row)
        if need > room or len(groups[-1]) == limits.TABLE_ROWS - 1:
            groups.append([])
            room = most
        groups[-1].append(row)
        room -= need
    return groups


def _characters(row: Row) -> int:
    return sum(max(1, len(cell)) for cell in row)


def _block(table: Table, rows: Sequence[Row]) -> Json:
    settings = [
        {"align": "right" if column in table.numeric else "left", "is_wrapped": True}
        for column in range(len(table.header))
    ]
    cells = [
        [{"type": "raw_text", "text": cell or " "} for cell in row] for row in (table.header, *rows)
    ]
    return {"type": "table", "rows": cells, "column_settings": settings}
