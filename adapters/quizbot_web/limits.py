"""Here are the playground's own limits, each with its reason: no platform sets them but us."""

from __future__ import annotations

FRAME_BYTES = 64 * 1024
"""One WebSocket message from a page: a suggested question with every field filled is under 20 KiB,
and whatever a page sends is parsed in one go."""

COMMAND_CHARACTERS = 2_000
"""A typed command. Slack cuts a chat line at 4,000; no command of ours needs half of that."""

VALUE_CHARACTERS = 10_000
"""One answer in a form: over twice what Discord (4,000) or Slack (3,000) lets anyone type."""

VALUES = 100
"""Chosen values of one field or menu, and fields of one form: Slack's longest select has 100."""

ID_CHARACTERS = 64
"""An event's id, made by the page: a UUID has 36."""

KEPT_PUBLIC = 1_000
"""Messages kept in one channel: some years of daily questions, and a file read in milliseconds."""

KEPT_PRIVATE = 200
"""Private replies kept for one persona: a long exam, its report, and the week before."""

SHOWN = 200
"""Messages of each kind that a page is sent when it connects: more than anyone scrolls back."""

EVENTS_KEPT = 60
"""Events remembered with one message, so that a late second delivery doesn't turn it back: a
practice replaces one message a press, and the longest has some fifty questions."""

PAGES = 64
"""Pages open at once: a browser with every persona in several tabs stays far below."""

QUEUED = 512
"""Frames waiting for one page. One that takes none for so long is cut off and resyncs."""

IN_FLIGHT = 16
"""Events of one page handled at once; more wait, so that a held key can't crowd others out."""

STALE_LINES = 500
"""Overwritten lines in the journal before it is written anew: about a megabyte at most."""

BODY_BYTES = 1024 * 1024
"""A request's body. Slack's largest interaction payloads are some hundred kilobytes."""

READ_SECONDS = 30.0
"""Time for a request's body to arrive: platforms send theirs within one."""

HEARTBEAT_SECONDS = 20.0
"""Between pings on a WebSocket: below the 30 s after which some proxies cut silent ones."""

SHUTDOWN_SECONDS = 5.0
"""Time for requests to end when the server stops: half of the 10 s that Docker waits."""
