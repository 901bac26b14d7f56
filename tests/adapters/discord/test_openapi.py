"""Every payload that we send fits Discord's own description of its API, where that is at hand."""

from __future__ import annotations

import importlib.util
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from adapters.discord.discord_stage import DiscordStage
from quizbot.testing.house import House
from quizbot.testing.stage import ADMIN, MEMBER, OTHER

SHARED = Path(__file__).parents[4] / "shared" / "data"
JUDGE = SHARED / "platforms" / "validate_discord.py"

AS_DISCORD_PY_DOES = re.compile(
    r"(/data)?/(attachments/\d+/id|message_reference/\w+): \d+ is not of type '(string|null)'"
)
"""discord.py writes these ids as numbers, not as texts; Discord takes both."""


def _contract() -> Any:
    spec = importlib.util.spec_from_file_location("validate_discord", JUDGE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Contract(SHARED / "discord-openapi.json")


@pytest.mark.skipif(not JUDGE.is_file(), reason="Discord's OpenAPI description isn't here")
async def test_a_day_s_payloads_fit_discord_s_own_description(
    house: House, stage: DiscordStage
) -> None:
    await stage.command(ADMIN, "daily set")
    await stage.fill(ADMIN, {"at": ["25:00"], "zone": ["UTC"]})
    await stage.form(ADMIN)
    await stage.command(MEMBER, "practice bank:seas")
    await stage.choose(MEMBER, ["Latvia", "Finland"])
    await house.daily(stage.channel, "tricky")
    await stage.press(OTHER, "A")
    await stage.command(MEMBER, "practice bank:rivers")
    await stage.press(MEMBER, "B")
    await stage.command(MEMBER, "leaderboard")
    await stage.command(MEMBER, "help")
    await stage.command(MEMBER, "privacy forget")
    await house.pass_time(timedelta(hours=9))
    contract = _contract()
    sent = [one for one in stage.world().http_requests if one.json is not None]
    assert len(sent) > 10
    for one in sent:
        wrong = contract.errors(one.method, one.path, one.json)
        assert [words for words in wrong if not AS_DISCORD_PY_DOES.match(words)] == [], one.path
