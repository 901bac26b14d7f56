"""Whatever an author may write arrives in full, pings nobody, and Discord takes it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import discord
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adapters.discord.discord_stage import plain
from quizbot.domain.item import Item
from quizbot.message import Menu, Message, Paragraph, Span, Style
from quizbot.ports import FormSpec
from quizbot.testing.flat import flat
from quizbot.testing.message_strategies import messages
from quizbot.testing.strategies import items, rounds
from quizbot.view.question import Shown, question
from quizbot.view.wording import Wording
from quizbot_discord import forms, text
from quizbot_discord.render import Part, parts
from view.scenes import everything

RELAXED = settings(
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], deadline=None
)


def nodes(component: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield component
    for inner in component.get("components", ()):
        yield from nodes(inner)


def taken(part: Part) -> str:
    """The text of a message, after Discord's limits were held against it."""
    components = [one for top in _made(part) for one in nodes(top)]
    assert len(components) <= 40
    shown = [str(one["content"]) for one in components if one["type"] == 10]
    assert sum(map(len, shown)) <= 4_000
    assert all(shown)
    ids = [one["custom_id"] for one in components if "custom_id" in one]
    assert len(ids) == len(set(ids))
    assert all(1 <= len(id_) <= 100 for id_ in ids)
    for one in components:
        if one["type"] == 2:
            assert 1 <= len(one["label"]) <= 80
        if one["type"] == 3:
            assert 1 <= len(one["options"]) <= 25
            assert all(1 <= len(option["label"]) <= 100 for option in one["options"])
    return "\n".join(shown)


def _made(part: Part) -> list[dict[str, Any]]:
    made: list[dict[str, Any]] = part.view().to_components()  # type: ignore[no-untyped-call]
    return made


def squeezed(written: str) -> str:
    return "".join(written.split())


@RELAXED
@given(messages())
def test_discord_takes_every_message(message: Message) -> None:
    for part in parts(message):
        taken(part)
        assert all(isinstance(file, discord.File) for file in part.files())


@RELAXED
@given(items(), st.data())
def test_every_word_of_every_option_arrives(item: Item, data: st.DataObject) -> None:
    seen = Shown(data.draw(rounds(item)), item, "A bank", "A topic", "UTC")
    message = question(Wording.of("en"), seen, answered=3)
    shown = squeezed(plain("\n".join(taken(part) for part in parts(message))))
    said = tuple(block for block in message.blocks if not isinstance(block, Menu))
    for word in re.findall(r"[^\W_]+", flat(Message("", said))):
        assert word in shown + "ABCDEFGHIJ"


@given(st.text(max_size=200))
def test_what_is_escaped_is_read_as_it_was_written(written: str) -> None:
    one_line = " ".join(written.split())
    assert squeezed(plain(text.escape(one_line))) == squeezed(one_line)


def test_markup_is_only_characters() -> None:
    hostile = "@everyone <@1> <#2> </quiz:3> <t:0> **b** ||s|| [x](https://y.z) # h\n> q\n- l\n1. n"
    (part,) = parts(Message("x", (Paragraph((Span(hostile),)),)))
    shown = taken(part)
    for mark in ("@everyone", "<@1>", "<#2>", "</quiz", "<t:0>", "**b**", "||s||", "[x]"):
        assert not re.search(r"(?<!\\)" + re.escape(mark), shown)
    assert not re.search(r"(?m)^(> |- |1\. |# )", shown)


def test_code_keeps_its_backticks() -> None:
    assert text.inline((Span("a`b", Style.CODE),)) == "`` a`b ``"
    fenced = "".join(text._fences("x\n```\ny", "python"))
    assert fenced.startswith("````python\n")
    assert fenced.endswith("\n````")


def test_every_view_and_every_form_is_taken() -> None:
    for view in everything(Wording.of("en")):
        if isinstance(view, Message):
            for part in parts(view):
                taken(part)
        if isinstance(view, FormSpec):
            assert forms.unpacked(forms.packed(view)).fields == view.fields
            for page in range(forms.pages(view)):
                made = forms.modal(view, "0" * 16, page).to_dict()
                assert len(made["title"]) <= 45
                assert 1 <= len(made["components"]) <= 5
