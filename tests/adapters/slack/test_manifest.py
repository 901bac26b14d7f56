"""The App's description fits the program: its file, its scopes, its events."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from adapters.slack.slack_world import METHOD_SCOPES
from quizbot_slack import limits
from quizbot_slack.manifest import as_yaml, manifest

ROOT = Path(__file__).parents[3]
SCHEMAS = ROOT.parent / "shared" / "data" / "platforms" / "manifest-schema" / "schemas"


def test_the_file_is_what_the_code_says() -> None:
    written = (ROOT / "deploy" / "slack" / "manifest.yaml").read_text(encoding="utf-8")
    assert written == as_yaml(manifest())
    assert yaml.safe_load(written) == manifest()


def test_the_scopes_are_those_of_the_methods_that_the_adapter_names() -> None:
    code = "".join(
        path.read_text(encoding="utf-8")
        for path in (ROOT / "adapters" / "quizbot_slack").glob("*.py")
        if path.name != "limits.py"
    )
    called = {method for method in METHOD_SCOPES if f'"{method}"' in code}
    needed = {METHOD_SCOPES[method] for method in called} | {"commands"}
    optional = {scope for scope in needed if scope.endswith(":history")}
    assert set(limits.BOT_SCOPES) == needed - optional
    assert optional <= set(limits.OPTIONAL_SCOPES)
    assert called == set(limits.SCOPES)


def test_people_can_type_commands_in_the_app_s_own_conversation() -> None:
    tabs = manifest()["features"]["app_home"]
    assert tabs["messages_tab_enabled"]
    assert not tabs["messages_tab_read_only_enabled"]


def test_with_an_address_everything_goes_there_and_no_socket_is_opened() -> None:
    made = manifest(address="https://quiz.example.org/")
    assert made["settings"]["socket_mode_enabled"] is False
    where = "https://quiz.example.org/slack/events"
    assert made["features"]["slash_commands"][0]["url"] == where
    assert made["settings"]["interactivity"]["request_url"] == where
    assert made["settings"]["event_subscriptions"]["request_url"] == where


@pytest.mark.skipif(not SCHEMAS.is_dir(), reason="Slack's manifest schemas are not here")
@pytest.mark.parametrize("address", ["", "https://quiz.example.org"])
def test_slack_s_own_schema_takes_it(address: str) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads((SCHEMAS / "manifest.schema.1.0.0.json").read_text(encoding="utf-8"))
    validator = jsonschema.validators.validator_for(schema)(schema)
    assert [error.message for error in validator.iter_errors(manifest(address=address))] == []
