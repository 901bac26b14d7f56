"""Here is the shape of question files as pydantic models, from which the JSON Schema is made.

Editors check with it while people write. `reading` checks more, and with lines: it is written by
hand (see `_items.py`). A test holds their keys together.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

# YAML takes an unquoted 1.10, yes or 2026 for something else, and here they are text all the same.
Text = Annotated[str, WithJsonSchema({"type": ["string", "number", "boolean"], "minLength": 1})]
Words = Annotated[str, WithJsonSchema({"type": ["string", "number", "boolean", "null"]})]
Code = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,59}$")]


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid")


class OptionShape(_Shape):
    """A choice, and why it is or isn't the answer."""

    text: Text = Field(description="Markdown, on one line by habit.")
    correct: bool = Field(default=False, description="True for the key: one option, or several.")
    why: Words = Field("", description="Why it is, or tempts but isn't, the answer.")


class ReferenceShape(_Shape):
    """Where to read on."""

    title: Words = Field("", description="The name of the page or book.")
    url: str = Field(pattern=r"^https?://[^\s/?#@]+([/?#]\S*)?$")


class ImageShape(_Shape):
    """A picture that belongs to the stem."""

    file: str = Field(min_length=1, description="A PNG, JPEG, WebP or GIF in the bank's folder.")
    alt: Text = Field(description="What it shows, for those who can't see it.")


class ItemShape(_Shape):
    """One question."""

    id: Code = Field(description="Unique in the bank, never changed, never reused.")
    topic: Code | None = Field(None, description="Where it differs from the file's topic.")
    stem: Text = Field(description="The question, in Markdown.")
    image: ImageShape | None = None
    options: list[OptionShape] = Field(min_length=2, max_length=10)
    shuffle: bool | None = Field(None, description="False where the order of options matters.")
    trap: Words = Field("", description="The confusion that the item tests.")
    explanation: Words = Field("", description="The answer in full, in Markdown.")
    difficulty: Literal["easy", "medium", "hard"] = "medium"
    tags: list[Text] | None = None
    related: list[Code] | None = Field(None, description="Ids of items of the same bank.")
    references: list[ReferenceShape] | None = None
    author: Words = ""
    reviewed: date | None = Field(None, description="When somebody last checked the item.")


class TopicShape(_Shape):
    """A section of the exam."""

    title: Words = ""
    weight: float = Field(1, gt=0, description="Its share, in any unit that all topics share.")


class BlueprintShape(_Shape):
    """What the exam is made of."""

    questions: int = Field(ge=1, le=10_000)
    minutes: int = Field(ge=1, le=10_000)
    pass_: float = Field(alias="pass", ge=0, le=1, description="The share that passes, 0 to 1.")
    topics: dict[Code, TopicShape | None] | None = None


class ItemsFile(_Shape):
    """A file of questions."""

    topic: Code | None = Field(None, description="The topic of the items that name none.")
    items: list[ItemShape] = Field(min_length=1)


class BankFile(_Shape):
    """The head of a bank, bank.yaml. A bank in a single file holds its items too."""

    bank: Code = Field(description="The bank's code.")
    title: Text = Field(description="The name that learners know.")
    language: str = Field("en", pattern=r"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$")
    shuffle: bool = Field(default=True, description="Whether options are shuffled.")
    partial_credit: bool = Field(default=False, description="Whether part of the key counts.")
    blueprint: BlueprintShape | None = Field(None, description="Without it there is no mock exam.")
    topic: Code | None = None
    items: list[ItemShape] | None = None
