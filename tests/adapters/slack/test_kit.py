"""Our own judges of blocks: the rules refuse what Slack refuses, and the page shows all."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from adapters.slack import kit_page
from adapters.slack.kit_rules import faults

SHARED = Path(__file__).parents[4] / "shared" / "data" / "platforms" / "validate_slack.py"

TEXT = {"type": "plain_text", "text": "x"}
BUTTON = {"type": "button", "action_id": "a:1", "text": TEXT}
GOOD: list[list[dict[str, Any]]] = [
    [{"type": "header", "text": TEXT}],
    [{"type": "actions", "elements": [BUTTON]}],
    [{"type": "context", "elements": [{"type": "mrkdwn", "text": "a <https://a.b|c>"}]}],
    [{"type": "table", "rows": [[{"type": "raw_text", "text": "x"}]]}],
]
BAD: list[list[dict[str, Any]]] = [
    [{"type": "header", "text": {"type": "plain_text", "text": "x" * 151}}],
    [{"type": "header", "text": {"type": "plain_text", "text": ""}}],
    [{"type": "header", "text": {"type": "mrkdwn", "text": "x"}}],
    [{"type": "actions", "elements": []}],
    [{"type": "actions", "elements": [BUTTON, BUTTON]}],
    [{"type": "actions", "elements": [{**BUTTON, "text": {**TEXT, "text": "x" * 76}}]}],
    [{"type": "actions", "elements": [{**BUTTON, "style": "green"}]}],
    [{"type": "divider", "colour": "red"}],
    [{"type": "nonsense"}],
    [{"type": "divider"}] * 51,
    [{"type": "divider", "block_id": "x"}, {"type": "divider", "block_id": "x"}],
    [{"type": "context", "elements": [{"type": "mrkdwn", "text": "<!channel>"}]}],
    [{"type": "context", "elements": [{"type": "mrkdwn", "text": "hello @here"}]}],
    [{"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": []}]}],
    [{"type": "image", "slack_file": {"id": "F1"}, "alt_text": ""}],
    [{"type": "table", "rows": [[{"type": "raw_text", "text": "x"}]]}] * 2,
]


@pytest.mark.parametrize("blocks", GOOD)
def test_good_blocks_are_taken(blocks: list[dict[str, Any]]) -> None:
    assert faults({"blocks": blocks}, "message") == []


@pytest.mark.parametrize("blocks", BAD)
def test_bad_blocks_are_refused(blocks: list[dict[str, Any]]) -> None:
    assert faults({"blocks": blocks}, "message") != []


@pytest.mark.skipif(not SHARED.is_file(), reason="the schema made from Slack's types isn't here")
@pytest.mark.parametrize("blocks", GOOD)
def test_a_schema_made_from_slack_s_own_types_says_the_same(blocks: list[dict[str, Any]]) -> None:
    spec = importlib.util.spec_from_file_location("validate_slack", SHARED)
    assert spec is not None
    assert spec.loader is not None
    judge = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(judge)
    found = judge.message({"channel": "C1", "text": "x", "blocks": blocks})
    assert [one for one in found if not one.startswith("/channel")] == []


def test_the_page_escapes_what_people_wrote() -> None:
    text = {"type": "plain_text", "text": "<script>alert(1)</script>"}
    shown = kit_page.page("g", [kit_page.Shown([{"type": "header", "text": text}], "10:00")])
    assert "<script>" not in shown


def test_the_page_refuses_a_block_that_it_does_not_know() -> None:
    with pytest.raises(ValueError, match="nonsense"):
        kit_page.page("g", [kit_page.Shown([{"type": "nonsense"}], "10:00")])
