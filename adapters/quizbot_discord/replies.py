"""Here is how an interaction is answered: at once, deferred, or by a message of its own."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import aiohttp
import discord

from quizbot.errors import DeliveryError
from quizbot.ports import Event, Reply, Tutor
from quizbot.refs import UserRef
from quizbot_discord import limits, render
from quizbot_discord.events import PLATFORM
from quizbot_discord.outbox import NOBODY, Outbox

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]


async def answer(tutor: Tutor, outbox: Outbox, interaction: Interaction, event: Event) -> None:
    """Handle `event` and show its reply: one callback where it comes soon, else deferred first.

    What was begun is finished and shown also where Discord no longer takes the deferral.
    """
    working = asyncio.ensure_future(tutor.handle(event))
    done, _ = await asyncio.wait({working}, timeout=limits.ANSWER_AT_ONCE.total_seconds())
    if not done:
        try:
            await interaction.response.defer(ephemeral=True, thinking=True)
        except (discord.HTTPException, discord.InteractionResponded, aiohttp.ClientError) as error:
            log.warning("an interaction could not be deferred: %s", error)
    await show(outbox, interaction, await working)


async def show(outbox: Outbox, interaction: Interaction, reply: Reply) -> None:
    """Show a reply to the person alone, in the place of what was pressed if asked.

    Where the interaction takes no answer any more, it goes to the person's conversation with the
    bot. One that another replica has answered is left alone.
    """
    if reply.message is None:
        return
    parts = render.parts(reply.message)
    shown = 0
    try:
        for part in parts:
            if shown:
                await interaction.followup.send(
                    view=part.view(), files=part.files(), ephemeral=True, allowed_mentions=NOBODY
                )
            else:
                await _first(interaction, part, replace=reply.replace)
            shown += 1
    except discord.InteractionResponded:
        return
    except discord.HTTPException as error:
        if error.code == limits.ALREADY_ANSWERED:
            return
        log.warning("an interaction took no answer (%s); it is sent by itself", error.code)
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        # Nobody reads it twice: pressing again brings back what was lost on the way.
        log.warning("an answer may be lost: %s", type(error).__name__)
        return
    else:
        return
    person = UserRef(PLATFORM, "", str(interaction.user.id))
    try:
        await outbox.tell(person, reply.message)
    except DeliveryError as error:
        log.warning("an answer could not be shown: %s", error)


async def _first(interaction: Interaction, part: render.Part, *, replace: bool) -> None:
    pressed = interaction.message
    private = pressed is not None and (pressed.flags.ephemeral or interaction.guild_id is None)
    if interaction.response.is_done():
        await interaction.edit_original_response(
            view=part.view(), attachments=part.files(), allowed_mentions=NOBODY
        )
    elif replace and private:
        await interaction.response.edit_message(
            view=part.view(), attachments=part.files(), allowed_mentions=NOBODY
        )
    else:
        await interaction.response.send_message(
            view=part.view(), files=part.files(), ephemeral=True, allowed_mentions=NOBODY
        )
