"""Here is how Discord's interactions become a Press, a Command or a Form."""

from __future__ import annotations

from typing import Any

import discord

from quizbot.message import Action
from quizbot.ports import Caller, Command, CommandSpec, Press
from quizbot.refs import ChannelRef, UserRef
from quizbot_discord.render import MENU

PLATFORM = "discord"


def caller(interaction: discord.Interaction[Any]) -> Caller:
    """The person who acts, where, and with which rights, as Discord says in this very event."""
    guild, channel = interaction.guild_id, interaction.channel_id
    where = ChannelRef(PLATFORM, str(guild), str(channel)) if guild and channel else None
    return Caller(
        user=UserRef(PLATFORM, "", str(interaction.user.id)),
        name=interaction.user.display_name,
        channel=where,
        admin=bool(guild) and interaction.permissions.manage_guild,
        locale=str(interaction.locale),
    )


def press(interaction: discord.Interaction[Any]) -> Press | None:
    """A button was pressed or a menu used; None where it is none of ours."""
    data: Any = interaction.data or {}
    try:
        action = Action.decode(str(data.get("custom_id", "")).removeprefix(MENU))
    except ValueError:
        return None
    chosen = tuple(map(str, data.get("values") or ()))
    return Press(caller(interaction), action, str(interaction.id), chosen)


def command(interaction: discord.Interaction[Any]) -> Command:
    """A command was given; its options come typed."""
    name, options = _words(interaction.data)
    given = {str(one["name"]): str(one["value"]) for one in options if "value" in one}
    return Command(caller(interaction), name, str(interaction.id), given)


def typing(interaction: discord.Interaction[Any]) -> tuple[str, str, str]:
    """The command, the option, and what was typed in it so far."""
    name, options = _words(interaction.data)
    for one in options:
        if one.get("focused"):
            return name, str(one["name"]), str(one.get("value", ""))
    return name, "", ""


def definition(specs: tuple[CommandSpec, ...]) -> dict[str, Any]:
    """`/quiz` as Discord registers it: a group can't be called, so `daily` is `daily show`."""
    groups: dict[str, list[dict[str, Any]]] = {}
    top: list[dict[str, Any]] = []
    grouped = {spec.name.split()[0] for spec in specs if " " in spec.name}
    for spec in specs:
        first, _, second = spec.name.partition(" ")
        if first in grouped:
            groups.setdefault(first, []).append(_leaf(spec, second or "show"))
        else:
            top.append(_leaf(spec, first))
    for name, leaves in groups.items():
        described = _fit(leaves[0]["description"])
        top.append({"type": 2, "name": name, "description": described, "options": leaves})
    return {
        "type": 1,
        "name": "quiz",
        "description": "quizbot",
        "options": top,
        "integration_types": [0, 1],
        "contexts": [0, 1, 2],
    }


def _leaf(spec: CommandSpec, name: str) -> dict[str, Any]:
    options = []
    for parameter in spec.parameters:
        option: dict[str, Any] = {
            "type": 3,
            "name": parameter.name,
            "description": _fit(parameter.summary),
            "required": False,
        }
        if parameter.choices:
            option["choices"] = [
                {"name": one.label, "value": one.value} for one in parameter.choices
            ]
        elif parameter.completes:
            option["autocomplete"] = True
        options.append(option)
    return {"type": 1, "name": name, "description": _fit(spec.summary), "options": options}


def _fit(words: str) -> str:
    return words if len(words) <= 100 else f"{words[:99]}…"


def _words(data: Any) -> tuple[str, list[dict[str, Any]]]:
    """The command's words behind `/quiz`, and its options."""
    words: list[str] = []
    options = list((data or {}).get("options") or ())
    while options and options[0].get("type") in {1, 2}:
        words.append(str(options[0]["name"]))
        options = list(options[0].get("options") or ())
    return " ".join(words), options
