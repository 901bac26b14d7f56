"""Here is the JSON Schema of question files, by which editors complete and check them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from quizbot.bank._models import BankFile, ItemsFile


def json_schema() -> dict[str, Any]:
    """The schema (draft 2020-12) of any file of a bank: its head, or a file of items."""
    shape: TypeAdapter[BankFile | ItemsFile] = TypeAdapter(BankFile | ItemsFile)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A question file of quizbot",
        **shape.json_schema(),
    }


def write_schema(file: Path) -> None:
    """Write the schema as it ships beside this module."""
    file.write_text(json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n", "utf-8")
