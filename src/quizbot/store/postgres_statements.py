"""Here is the SQL with which a group of answers is read and written on PostgreSQL.

Each statement takes a whole group: its rows are bound as one array a column (`c0`, `c1`, …).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import text


def _rows(*types: str) -> str:
    return f"unnest({', '.join(f'CAST(:c{n} AS {one}[])' for n, one in enumerate(types))})"


_PAIRS = _rows("bigint", "bigint")
_STREAKS = _rows("bigint", "bigint", "int", "int", "text", "int", "int")
_ATTEMPTS = _rows("bigint", "bigint", "text", "float8", "bool", "bigint", "bool", "int")
_BOARDS = _rows("bigint", "text", "text", "bigint", "int", "int", "int", "bool")

LEARNERS = text("""
SELECT id, hidden FROM learners WHERE id = ANY(:ids) AND platform <> :forgotten
ORDER BY id FOR SHARE
""")
ATTEMPT = text(f"""
INSERT INTO attempts SELECT * FROM {_ATTEMPTS}
ON CONFLICT DO NOTHING RETURNING round_id, learner_id
""")  # noqa: S608 (types of columns, nothing from outside)
NEW_STREAKS = text(f"""
INSERT INTO streaks (channel_id, learner_id, length, last, month, freezes_used, saved)
SELECT channel_id, learner_id, 0, 0, '', 0, 0 FROM {_PAIRS} AS k (channel_id, learner_id)
ON CONFLICT DO NOTHING
""")  # noqa: S608
STREAKS = text(f"""
SELECT s.channel_id, s.learner_id, s.length, s.last, s.month, s.freezes_used, s.saved
FROM streaks s JOIN {_PAIRS} AS k (channel_id, learner_id) USING (channel_id, learner_id)
ORDER BY s.channel_id, s.learner_id FOR UPDATE OF s
""")  # noqa: S608
PUT_STREAK = text(f"""
UPDATE streaks s SET
    length = k.length, last = k.last, month = k.month,
    freezes_used = k.freezes_used, saved = k.saved
FROM {_STREAKS} AS k (channel_id, learner_id, length, last, month, freezes_used, saved)
WHERE s.channel_id = k.channel_id AND s.learner_id = k.learner_id
""")  # noqa: S608
POINTS = text(f"""
UPDATE attempts a SET points = k.points
FROM {_rows("bigint", "bigint", "int")} AS k (round_id, learner_id, points)
WHERE a.round_id = k.round_id AND a.learner_id = k.learner_id
""")  # noqa: S608
BOARD = text(f"""
INSERT INTO standings (channel_id, bank, period, learner_id, points, answered, correct, hidden)
SELECT * FROM {_BOARDS}
ON CONFLICT (channel_id, bank, period, learner_id) DO UPDATE SET
    points = standings.points + excluded.points,
    answered = standings.answered + excluded.answered,
    correct = standings.correct + excluded.correct
""")  # noqa: S608


def columns(rows: Iterable[Sequence[Any]]) -> dict[str, list[Any]]:
    """Rows as what the statements bind: one list a column."""
    return {f"c{n}": list(values) for n, values in enumerate(zip(*rows, strict=True))}
