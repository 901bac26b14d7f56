"""Here is how Discord's interactions become a Press, a Command or a Form."""

from __future__ import annotations

from typing import Any

import discord

from quizbot.message import Action
from quizbot.ports import Caller, Command, Press
from quizbot.refs import ChannelRef, UserRef
from quizbot_discord.render import MENU

PLATFORM = "discord"


def caller(interaction: discord.Interaction[Any]) -> Caller:
    """The person who acts, where, and with which rights, as Discord says in this very event.

    Where the bot isn't, that is the person's own conversation with it.
    """
    guild = None if away(interaction) else interaction.guild_id
    channel = interaction.channel_id
    where = ChannelRef(PLATFORM, str(guild), str(channel)) if guild and channel else None
    return Caller(
        user=UserRef(PLATFORM, "", str(interaction.user.id)),
        name=interaction.user.display_name,
        channel=where,
        admin=bool(guild) and interaction.permissions.manage_guild,
        locale=str(interaction.locale),
    )


def away(interaction: discord.Interaction[Any]) -> bool:
    """Whether this is a server that has no bot of ours, only a person who installed it."""
    mine, its = interaction.is_user_integration(), interaction.is_guild_integration()
    return interaction.guild_id is not None and mine and not its


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


def _words(data: Any) -> tuple[str, list[dict[str, Any]]]:
    """The command's words behind `/quiz`, and its options."""
    words: list[str] = []
    options = list((data or {}).get("options") or ())
    while options and options[0].get("type") in {1, 2}:
        words.append(str(options[0]["name"]))
        options = list(options[0].get("options") or ())
    return " ".join(words), options
