"""Here is the SQL with which a group of answers is read and written on SQLite.

Lists of ids are bound as JSON. Rows are written one by one with `executemany`: a statement for many
at once is slower, because SQLite must be able to undo it halfway.
"""

from __future__ import annotations

NOW = "SELECT closes_at, number FROM rounds WHERE id = ?"
ROUND = """
SELECT r.*, c.platform, c.workspace, c.channel
FROM rounds r LEFT JOIN channels c ON c.id = r.channel_id WHERE r.id = ?
"""
NUMBER = """
UPDATE rounds SET number = (
    SELECT coalesce(max(o.number), 0) + 1 FROM rounds o WHERE o.channel_id = rounds.channel_id
) WHERE id = ? AND number IS NULL
"""
LEARNERS = """
SELECT l.id, l.hidden FROM json_each(?) asked CROSS JOIN learners l ON l.id = asked.value
WHERE l.platform <> ?
"""
STANDING = """
SELECT a.learner_id, a.response, a.credit, a.correct, a.answered_at, a.counts, a.points
FROM json_each(?) asked CROSS JOIN attempts a ON a.learner_id = asked.value AND a.round_id = ?
"""
STREAKS = """
SELECT s.learner_id, s.length, s.last, s.month, s.freezes_used, s.saved
FROM json_each(?) asked CROSS JOIN streaks s ON s.learner_id = asked.value AND s.channel_id = ?
"""
ATTEMPT = "INSERT INTO attempts VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
PUT_STREAK = "INSERT OR REPLACE INTO streaks VALUES (?, ?, ?, ?, ?, ?, ?)"
BOARD = """
INSERT INTO standings (channel_id, bank, period, learner_id, points, correct, answered, hidden)
VALUES (?, ?, ?, ?, ?, ?, 1, ?)
ON CONFLICT DO UPDATE SET
    points = points + excluded.points,
    correct = correct + excluded.correct,
    answered = answered + 1
"""
