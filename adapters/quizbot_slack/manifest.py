"""Here is the App as Slack's site wants it described; `python -m quizbot_slack.manifest` prints it.

The scopes are those that the methods we call need, and no others.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from quizbot_slack.limits import BOT_SCOPES, OPTIONAL_SCOPES

NAME = "quizbot"
COMMAND = "/quiz"


def manifest(*, address: str = "") -> dict[str, Any]:
    """The manifest: for Socket Mode, or with the public `address` of our server for HTTP."""
    interactivity: dict[str, Any] = {"is_enabled": True}
    events: dict[str, Any] = {
        "bot_events": ["app_home_opened", "app_uninstalled", "tokens_revoked"]
    }
    command: dict[str, Any] = {
        "command": COMMAND,
        "description": "Practise, see the board, set the daily question",
        "usage_hint": "practice 5 | leaderboard | daily | help",
        "should_escape": False,
    }
    scopes = {"bot": list(BOT_SCOPES), "bot_optional": list(OPTIONAL_SCOPES)}
    oauth: dict[str, Any] = {"scopes": scopes}
    if address:
        where = f"{address.rstrip('/')}/slack/events"
        interactivity["request_url"] = events["request_url"] = command["url"] = where
        oauth["redirect_urls"] = [f"{address.rstrip('/')}/slack/oauth_redirect"]
    return {
        "_metadata": {"major_version": 1, "minor_version": 1},
        "display_information": {
            "name": NAME,
            "description": "A question a day, and why each answer is right or wrong",
            "background_color": "#1d3557",
        },
        "features": {
            "app_home": {
                "home_tab_enabled": True,
                "messages_tab_enabled": True,
                "messages_tab_read_only_enabled": False,  # else nobody can type /quiz there
            },
            "bot_user": {"display_name": NAME, "always_online": True},
            "slash_commands": [command],
        },
        "oauth_config": oauth,
        "settings": {
            "event_subscriptions": events,
            "interactivity": interactivity,
            "org_deploy_enabled": False,
            "socket_mode_enabled": not address,
            "token_rotation_enabled": False,
        },
    }


def as_yaml(value: Any, indent: int = 0) -> str:
    """The manifest as YAML: mappings in lines, all else as JSON, which YAML reads too."""
    pad = "  " * indent
    if isinstance(value, dict) and value:
        lines = []
        for key, inner in value.items():
            nested = isinstance(inner, dict) and inner
            below = f"\n{as_yaml(inner, indent + 1)}" if nested else f" {json.dumps(inner)}\n"
            lines.append(f"{pad}{key}:{below}")
        return "".join(lines)
    return f"{pad}{json.dumps(value)}\n"


if __name__ == "__main__":
    sys.stdout.write(as_yaml(manifest(address=sys.argv[1] if len(sys.argv) > 1 else "")))
