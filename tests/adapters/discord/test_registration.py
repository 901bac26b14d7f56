"""The commands are registered in every language that quizbot speaks; their names stay."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from quizbot.testing.house import House
from quizbot.view import wording
from quizbot_discord import limits
from quizbot_discord.registration import definition


@pytest.fixture
def languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """quizbot speaks some German and some Swedish."""
    monkeypatch.setattr(wording, "FOLDER", tmp_path / "locale")
    wording._wording.cache_clear()
    german = {
        "See what you can ask": "Was du fragen kannst",
        "Week": "Woche",
        "How hard": "h" * 200,
    }
    _ship(tmp_path / "locale", "de", german)
    _ship(tmp_path / "locale", "sv", {"See what you can ask": "Vad du kan fråga"})
    yield
    wording._wording.cache_clear()


def _ship(folder: Path, language: str, words: dict[str, str]) -> None:
    catalogue = Catalog(locale=language)
    for english, said in words.items():
        catalogue.add(english, said)
    place = folder / language / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "quizbot.mo").open("wb") as file:
        write_mo(file, catalogue)


def nodes(option: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield option
    for one in (*option.get("options", ()), *option.get("choices", ())):
        yield from nodes(one)


def named(made: dict[str, Any], name: str) -> dict[str, Any]:
    return next(one for one in nodes(made) if one["name"] == name)


@pytest.mark.usefixtures("languages")
def test_descriptions_and_choices_are_in_every_language_spoken(house: House) -> None:
    made = definition(house.tutor)
    spoken = named(made, "help")["description_localizations"]
    assert spoken == {"de": "Was du fragen kannst", "sv-SE": "Vad du kan fråga"}
    assert named(made, "Week")["name_localizations"] == {"de": "Woche"}
    assert named(made, "Week")["value"] == "week"


@pytest.mark.usefixtures("languages")
def test_every_language_keeps_within_discord_s_limits(house: House) -> None:
    made = definition(house.tutor)
    total = 0
    for one in nodes(made):
        said = [one.get("description", ""), *one.get("description_localizations", {}).values()]
        assert all(len(words) <= 100 for words in said)
        total += max(map(len, said)) + len(one["name"]) + len(str(one.get("value", "")))
        assert len(one.get("options", ())) <= 25
    assert total <= limits.COMMAND


@pytest.mark.usefixtures("languages")
def test_names_of_commands_are_those_that_the_docs_teach(house: House) -> None:
    for one in nodes(definition(house.tutor)):
        if "value" not in one:
            assert "name_localizations" not in one
            assert re.fullmatch(r"[-_a-z0-9]{1,32}", one["name"])


def test_without_a_language_nothing_is_translated(house: House) -> None:
    made = definition(house.tutor)
    assert not any(key.endswith("localizations") for one in nodes(made) for key in one)
    assert set(limits.LOCALES.split()).isdisjoint({"en-US", "en-GB"})
