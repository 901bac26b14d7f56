"""Here is how the catalogue of commands becomes the `/quiz` that Discord registers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

import discord

from quizbot.message import Choice
from quizbot.ports import CommandSpec, Parameter, Tutor
from quizbot_discord import limits
from quizbot_discord.text import fit

_REGISTERED = "discord/commands"

Words = Mapping[str, str]
"""One text by Discord's locale."""


async def register(client: discord.Client, tutor: Tutor) -> None:
    """Register the commands, unless just these are registered already."""
    made = [definition(tutor)]
    digest = hashlib.blake2b(json.dumps(made, sort_keys=True).encode(), digest_size=16)
    name = f"{_REGISTERED}/{client.application_id}"
    if await tutor.cabinet.get(name) != digest.hexdigest():
        await client.http.bulk_upsert_global_commands(client.application_id or 0, made)
        await tutor.cabinet.put(name, digest.hexdigest())


def definition(tutor: Tutor) -> dict[str, Any]:
    """`/quiz` as Discord registers it: a group can't be called, so `daily` is `daily show`."""
    specs = tutor.commands
    spoken = {locale: tutor.commands_in(locale) for locale in limits.LOCALES.split()}
    groups: dict[str, list[dict[str, Any]]] = {}
    top: list[dict[str, Any]] = []
    grouped = {spec.name.split()[0] for spec in specs if " " in spec.name}
    for number, spec in enumerate(specs):
        first, _, second = spec.name.partition(" ")
        others = {locale: catalogue[number] for locale, catalogue in spoken.items()}
        if first in grouped:
            groups.setdefault(first, []).append(_leaf(spec, others, second or "show"))
        else:
            top.append(_leaf(spec, others, first))
    return {
        "type": 1,
        "name": "quiz",
        "description": "quizbot",
        "options": [*top, *(_group(name, leaves) for name, leaves in groups.items())],
        "integration_types": [0, 1],
        "contexts": [0, 1, 2],
    }


def _group(name: str, leaves: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """A group is described as its first command is."""
    described = {key: value for key, value in leaves[0].items() if key.startswith("description")}
    return {"type": 2, "name": name, **described, "options": leaves}


def _leaf(spec: CommandSpec, others: Mapping[str, CommandSpec], name: str) -> dict[str, Any]:
    summaries = {locale: other.summary for locale, other in others.items()}
    options = [
        _option(one, {locale: other.parameters[at] for locale, other in others.items()})
        for at, one in enumerate(spec.parameters)
    ]
    return {"type": 1, "name": name, **_described(spec.summary, summaries), "options": options}


def _option(parameter: Parameter, others: Mapping[str, Parameter]) -> dict[str, Any]:
    summaries = {locale: other.summary for locale, other in others.items()}
    option: dict[str, Any] = {
        "type": 3,
        "name": parameter.name,
        **_described(parameter.summary, summaries),
        "required": False,
    }
    if parameter.choices:
        option["choices"] = [
            _choice(one, {locale: other.choices[at].label for locale, other in others.items()})
            for at, one in enumerate(parameter.choices)
        ]
    elif parameter.completes:
        option["autocomplete"] = True
    return option


def _choice(choice: Choice, labels: Words) -> dict[str, Any]:
    named = _in_all("name", choice.label, labels, limits.OPTION_LABEL)
    return {**named, "value": choice.value}


def _described(summary: str, others: Words) -> dict[str, Any]:
    return _in_all("description", summary, others, limits.COMMAND_DESCRIPTION)


def _in_all(what: str, words: str, others: Words, longest: int) -> dict[str, Any]:
    """A text and its translations, as far as there are any."""
    translated = {locale: fit(one, longest) for locale, one in others.items() if one != words}
    said: dict[str, Any] = {what: fit(words, longest)}
    return said | ({f"{what}_localizations": translated} if translated else {})
