"""Here is that the JSON Schema for editors ships, and agrees with what reading takes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

import quizbot.bank
from bank.places import BANKS
from quizbot.bank import _heads, _images, _items, _models
from quizbot.bank.schema import json_schema

SHIPPED = Path(quizbot.bank.__path__[0]) / "schema.json"


class EditorLoader(yaml.SafeLoader):
    """Reads YAML as editors do: a date is text, as in JSON."""


EditorLoader.add_constructor("tag:yaml.org,2002:timestamp", lambda loader, node: node.value)


def content(file: Path) -> Any:
    return yaml.load(file.read_text("utf-8"), EditorLoader)  # noqa: S506 (a safe loader's child)


def validator() -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(json.loads(SHIPPED.read_text("utf-8")))


def test_the_shipped_schema_is_the_one_that_the_models_make() -> None:
    assert json.loads(SHIPPED.read_text("utf-8")) == json_schema()
    jsonschema.Draft202012Validator.check_schema(json_schema())


@pytest.mark.parametrize("file", sorted(BANKS.rglob("*.yaml")), ids=lambda file: file.stem)
def test_the_good_files_are_valid(file: Path) -> None:
    validator().validate(content(file))


@pytest.mark.parametrize("key", ["itmes", "explaination"])
def test_unknown_keys_are_invalid(key: str) -> None:
    colours = content(BANKS / "tiny" / "colours.yaml")
    assert validator().is_valid(colours)
    assert not validator().is_valid({**colours, key: []})
    assert not validator().is_valid({**colours, "items": [{**colours["items"][0], key: "x"}]})


def test_a_bank_in_one_file_is_valid() -> None:
    head = content(BANKS / "tiny" / "bank.yaml")
    assert validator().is_valid({**head, **content(BANKS / "tiny" / "colours.yaml")})


@pytest.mark.parametrize(
    ("shape", "keys"),
    [
        (_models.BankFile, _heads.HEAD_KEYS | _heads.FILE_KEYS),
        (_models.ItemsFile, _heads.FILE_KEYS),
        (_models.BlueprintShape, _heads.BLUEPRINT_KEYS),
        (_models.TopicShape, _heads.TOPIC_KEYS),
        (_models.ItemShape, _items.ITEM_KEYS),
        (_models.OptionShape, _items.OPTION_KEYS),
        (_models.ReferenceShape, _items.REFERENCE_KEYS),
        (_models.ImageShape, _images.IMAGE_KEYS),
    ],
)
def test_reading_and_the_models_know_the_same_keys(shape: Any, keys: frozenset[str]) -> None:
    assert {field.alias or name for name, field in shape.model_fields.items()} == keys
