"""Here are Slack's numbers and words, with their sources.

Sizes of blocks: docs.slack.dev/reference/block-kit and the doc comments of `@slack/types` 3.2.
Rates and errors: docs.slack.dev/apis/web-api/rate-limits and the methods' own pages.
"""

from __future__ import annotations

from datetime import timedelta

BLOCKS = 50
VIEW_BLOCKS = 100
BLOCKS_KEPT_FREE = 2
"""A message is split this much earlier, so that an edit with one block more still fits."""

CHARACTERS = 12_000
"""Of all blocks of a message. Slack publishes no number; `msg_blocks_too_long` was seen from about
13,200 on."""

CHARACTERS_EDITED = 13_000
"""Of a message that stands already: it may grow by this much before it must be another."""

SECTION_TEXT = 3_000
HEADER = 150
CONTEXT_ELEMENTS = 10
ACTIONS = 25
BUTTON_LABEL = 75
ACCESSIBILITY_LABEL = 75
OPTION_TEXT = 75
OPTION_DESCRIPTION = 75
OPTION_GROUPS = 100
CHECKBOXES = 10
SELECT_OPTIONS = 100
ALT_TEXT = 2_000
FILE_ALT_TEXT = 1_000
URL = 3_000
INPUT_LABEL = 2_000
INPUT_HINT = 2_000
TABLE_ROWS = 100
TABLE_CELLS = 20
FALLBACK = 4_000
"""Of a message's `text`: `chat.update` refuses more (`msg_too_long`)."""

MODAL_TITLE = 24
MODAL_BUTTON = 24

ACKNOWLEDGE = timedelta(seconds=3)
FORM_PATIENCE = timedelta(seconds=2)
"""How long a sent form may take before it is acknowledged without its result."""

REQUEST_AGE = timedelta(minutes=5)
DRAIN = timedelta(seconds=8)
"""How long events that came in before a stop may take to be answered."""

CALL_PATIENCE = timedelta(seconds=15)
LOOK_BACK = timedelta(hours=24)
CLOCKS_DIFFER = timedelta(minutes=5)
"""How much further back than to the first try we look: Slack's clock isn't ours."""

PAGE, PAGES = 100, 10
"""Messages looked at in one call, and calls at most, before posting again."""

INPUT_VALUE = 3_000
TOKEN_WRONG = frozenset(
    {
        "account_inactive",
        "invalid_auth",
        "not_allowed_token_type",
        "not_authed",
        "token_expired",
        "token_revoked",
    }
)
"""Errors that only another token mends; any other one at the start passes by itself."""


CONNECTIONS = 2
"""Of Socket Mode: while one is made anew, events arrive over the other (Slack allows 10)."""

LIMITED = frozenset({"rate_limited", "ratelimited"})
PASSING = frozenset(
    {
        "fatal_error",
        "internal_error",
        "request_timeout",
        "service_unavailable",
        "team_added_to_org",
        "",
    }
)
"""Errors that pass by themselves; what was asked may or may not have been done."""

NOT_THERE = frozenset({"channel_not_found", "not_in_channel"})
"""Of NEVER, those that an invitation of the bot into the channel mends."""

GONE = "message_not_found"

NEVER = frozenset(
    {
        "account_inactive",
        "bot_not_found",
        "cant_update_message",
        "channel_not_found",
        "ekm_access_denied",
        "edit_window_closed",
        "external_channel_migrating",
        "invalid_auth",
        "is_archived",
        "is_inactive",
        "message_not_found",
        "messages_tab_disabled",
        "missing_scope",
        "no_permission",
        "not_authed",
        "not_in_channel",
        "org_login_required",
        "restricted_action",
        "restricted_action_read_only_channel",
        "team_access_not_granted",
        "thread_not_found",
        "token_expired",
        "token_revoked",
        "user_not_found",
        "user_not_in_channel",
    }
)
"""Errors that stay as things stand: somebody has to change something at Slack."""

OURS = frozenset(
    {
        "invalid_arguments",
        "invalid_blocks",
        "invalid_blocks_format",
        "msg_blocks_too_long",
        "msg_too_long",
        "no_text",
        "too_many_attachments",
        "view_too_large",
    }
)
"""Errors that only a fault of ours makes: logged with the payload's shape, never tried again."""

FILE_NOT_READY = "slack_file"
"""A word of the message that comes with `invalid_blocks` while an uploaded picture isn't ready."""

CREATES = frozenset({"chat.postMessage", "files.completeUploadExternal"})
"""Methods that make something new: after a lost answer it may stand there."""

SCOPES = {
    "chat.delete": "chat:write",
    "chat.postEphemeral": "chat:write",
    "chat.postMessage": "chat:write",
    "chat.update": "chat:write",
    "conversations.history": "channels:history",
    "conversations.open": "im:write",
    "conversations.replies": "channels:history",
    "files.completeUploadExternal": "files:write",
    "files.getUploadURLExternal": "files:write",
    "users.info": "users:read",
}
"""The scope that each method we call needs; those not named need none of a bot token."""

BOT_SCOPES = ("chat:write", "commands", "files:write", "im:write", "users:read")
OPTIONAL_SCOPES = ("channels:history", "groups:history", "im:history")
"""To look in a channel before posting again. Without them a post whose answer was lost stays
undecided, and an admin is told."""
