"""What must hold so that the docs tell the truth: commands, settings, rules, links."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quizbot.bank.linting import RULES
from quizbot.settings import _OWN_KEYS, ADAPTER_KEYS, variable
from quizbot.view.catalogue import commands
from quizbot.view.wording import Wording

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)")


def _text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_within_the_repository_leads_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name}: {target}"


@pytest.mark.parametrize("rule", sorted(RULES))
def test_every_rule_of_the_check_is_documented(rule: str) -> None:
    assert f"`{rule}`" in _text("docs/reference/check-rules.md")


def test_every_documented_rule_exists() -> None:
    documented = re.findall(
        r"^\| `([a-z0-9-]+)`", _text("docs/reference/check-rules.md"), re.MULTILINE
    )
    assert sorted(documented) == sorted(RULES)


@pytest.mark.parametrize("key", [*_OWN_KEYS, *ADAPTER_KEYS])
def test_every_setting_is_documented(key: str) -> None:
    assert variable(key) in _text("docs/how-to/operate.md")
    assert re.search(rf"^# ?{key} = ", _text("deploy/quizbot.toml.example"), re.MULTILINE)


@pytest.mark.parametrize("spec", commands(Wording.of("en")), ids=lambda spec: spec.name)
def test_every_command_is_documented(spec: object) -> None:
    name = getattr(spec, "name")  # noqa: B009 (a parametrized object)
    assert f"/quiz {name}" in _text("docs/reference/commands.md")


@pytest.mark.parametrize(
    "named", re.findall(r"`(tests/[^`]+)`", _text("docs/security.md")), ids=lambda named: named
)
def test_every_test_that_stands_against_a_threat_exists(named: str) -> None:
    path, _, test = named.partition("::")
    assert f"def {test}(" in _text(path) or not test
