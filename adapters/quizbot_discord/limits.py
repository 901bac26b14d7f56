"""Here are Discord's numbers and codes, with their sources.

docs.discord.com/developers: components/reference, interactions, resources/message, topics/opcodes.
"""

from __future__ import annotations

from datetime import timedelta

CHARACTERS = 4_000
"""Of all text displays of a message."""

KEPT_FREE = 150
"""A message is split this much earlier, so that an edit with a longer count still fits."""

COMPONENTS = 40
"""Of a message, nested ones included."""

CHUNK = 1_800
"""The longest piece of text that we make: pieces are put together into messages."""

ROW_BUTTONS = 5
BUTTON_LABEL = 80
OPTIONS = 25
OPTION_LABEL = 100
PLACEHOLDER = 150
ALT_TEXT = 1_024
MODAL_TITLE = 45
MODAL_ROWS = 5
LABEL = 45
LABEL_DESCRIPTION = 100
INPUT = 4_000
COMMAND_DESCRIPTION = 100
CHOICES = 25
COMMAND = 8_000
"""Of all names, descriptions and values of a command, the longest language counted."""

LOCALES = (
    "id da de es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th"
    " zh-CN ja zh-TW ko"
)
"""Discord's languages (reference: locales) but English."""

NONCE = 25
LOOK_BACK = 500
"""Messages looked at before posting again; where there are more, nobody can tell."""

UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
IN_A_FORUM = 40058
ALREADY_ANSWERED = 40060
NO_TEXT_CHANNEL = 50008
"""What a forum channel really answers, too."""

THREAD_ARCHIVED = 50083
THREAD_LOCKED = 160005

LONGEST_WAIT = timedelta(seconds=30)
"""Where Discord asks for a longer pause, the post is put back; discord.py takes no less."""

ANSWER_AT_ONCE = timedelta(seconds=1.5)
"""How long an answer may take before the interaction is deferred; Discord waits 3 seconds."""

FORM_PATIENCE = timedelta(seconds=2.5)
"""A form must be the first answer: it can't be deferred."""

FORM_LASTS = timedelta(minutes=15)
DRAIN = timedelta(seconds=8)

PERMISSIONS = 1024 | 2048 | 16384 | 32768 | 65536 | 1 << 38
"""View channels, send messages (in threads too), embed links, attach files, read the history."""
