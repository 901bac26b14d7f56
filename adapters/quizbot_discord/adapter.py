"""Here is Discord as an adapter: what the core asks of it, and how its events come in."""

from __future__ import annotations

import asyncio
import base64
import logging
import secrets
from collections.abc import Sequence
from typing import Any

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route as HttpRoute

from quizbot.clock import Clock
from quizbot.errors import SettingsError, Unreachable
from quizbot.message import Action, Message
from quizbot.ports import Command, Event, Form, FormSpec, Reply, Route, Socket, Trouble, Tutor
from quizbot.refs import ChannelRef, PostRef, UserRef
from quizbot_discord import events, forms, limits, registration, replies
from quizbot_discord.outbox import NOBODY, Outbox
from quizbot_discord.settings import Settings
from quizbot_discord.text import fit

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]


def invitation(token: str) -> str:
    """The address that invites the bot; empty where the token has no bot's id in it."""
    head = token.partition(".")[0]
    try:
        id_ = base64.b64decode(head + "=" * (-len(head) % 4)).decode()
    except ValueError:
        return ""
    if not id_.isdecimal():
        return ""
    return discord.utils.oauth_url(
        int(id_),
        permissions=discord.Permissions(limits.PERMISSIONS),
        scopes=("bot", "applications.commands"),
    )


class Client(discord.AutoShardedClient):
    """discord.py's client, without any privileged intent; what happens goes to `adapter`."""

    def __init__(self, adapter: DiscordAdapter, tutor: Tutor, **options: Any) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=NOBODY,
            max_ratelimit_timeout=limits.LONGEST_WAIT.total_seconds(),
            **options,
        )
        self._adapter = adapter
        self._tutor = tutor

    async def setup_hook(self) -> None:
        """Register the commands, unless just these are registered already."""
        await registration.register(self, self._tutor)

    async def on_interaction(self, interaction: Interaction) -> None:
        """A command, a press, a form: discord.py calls this in a task of its own."""
        await self._adapter.take(self._tutor, interaction)

    async def on_error(self, event_method: str, /, *_args: Any, **_kwargs: Any) -> None:
        """One event's fault stops no other."""
        log.exception("Discord's %s could not be handled", event_method)


class DiscordAdapter:
    """One Discord bot, over the gateway."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        self._client: Client | None = None
        self._outbox: Outbox | None = None
        self._busy: set[asyncio.Task[Any]] = set()

    @property
    def platform(self) -> str:
        """The name that this platform's refs carry."""
        return events.PLATFORM

    @property
    def missing(self) -> str:
        """Why no event can come in right now; empty while connected."""
        ready = self._client is not None and self._client.is_ready()
        return "" if ready else "not connected to Discord yet"

    @property
    def notes(self) -> Sequence[str]:
        """The address that invites the bot, with just the permissions that it uses."""
        address = invitation(self._settings.token)
        return (f"invite: {address}",) if address else ()

    @property
    def routes(self) -> Sequence[Route | Socket]:
        """Nothing: events come over the gateway."""
        return ()

    def client(self, tutor: Tutor) -> Client:
        """The client that brings events to `tutor`, not connected yet."""
        options: dict[str, Any] = {}
        if self._settings.shards is not None:
            options["shard_ids"], options["shard_count"] = self._settings.shards
        self._client = Client(self, tutor, **options)
        self._outbox = Outbox(self._client, tutor.cabinet)
        return self._client

    async def run(self, tutor: Tutor) -> None:
        """Deliver Discord's events to `tutor` until cancelled.

        Raises SettingsError where Discord doesn't take the token.
        """
        if self._settings.api_url:
            HttpRoute.BASE = self._settings.api_url
        async with self.client(tutor) as client:
            try:
                await client.login(self._settings.token)
                if self._settings.api_url:
                    _, gateway, _ = await client.http.get_bot_gateway()
                    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
                await client.connect(reconnect=True)
            except discord.LoginFailure:
                raise SettingsError(
                    "Discord doesn't take DISCORD_TOKEN. Copy it anew from the bot's page at"
                    " discord.com/developers"
                ) from None
            finally:
                await self._drain()
                self._outbox = None

    async def post(
        self, channel: ChannelRef, message: Message, *, key: str, under: PostRef | None
    ) -> PostRef:
        """Post `message`, which carries a button marked `key`; as a reply to `under` if given."""
        return await self._connected().post(channel, message, key=key, under=under)

    async def find(self, channel: ChannelRef, *, key: str, under: PostRef | None) -> PostRef | None:
        """Our recent post marked with `key`. Raises Unsure where we may not look."""
        return await self._connected().find(channel, key=key, under=under)

    async def edit(self, post: PostRef, message: Message) -> None:
        """Put `message` in the place of `post`."""
        await self._connected().edit(post, message)

    async def tell(self, user: UserRef, message: Message) -> PostRef:
        """Send `message` to one person in their conversation with the bot."""
        return await self._connected().tell(user, message)

    async def take(self, tutor: Tutor, interaction: Interaction) -> None:
        """Answer one interaction within Discord's three seconds."""
        task = asyncio.current_task()
        if task is not None:
            self._busy.add(task)
            task.add_done_callback(self._busy.discard)
        match interaction.type:
            case discord.InteractionType.autocomplete:
                await self._complete(tutor, interaction)
            case discord.InteractionType.application_command:
                await self._answer(tutor, interaction, events.command(interaction))
            case discord.InteractionType.component:
                press = events.press(interaction)
                if press is not None and press.action.verb == forms.VERB:
                    await self._reopen(tutor, interaction, press.action.args)
                elif press is not None:
                    await self._answer(tutor, interaction, press)
            case discord.InteractionType.modal_submit:
                await self._sent(tutor, interaction)
            case _:
                return

    async def _drain(self) -> None:
        """Give the interactions that came in time to be answered."""
        busy = self._busy - {asyncio.current_task()}
        if not busy:
            return
        _, late = await asyncio.wait(busy, timeout=limits.DRAIN.total_seconds())
        if late:
            log.warning("%d answers are left undone", len(late))

    def _connected(self) -> Outbox:
        if self._outbox is None:
            raise Unreachable(self.missing)
        return self._outbox

    async def _complete(self, tutor: Tutor, interaction: Interaction) -> None:
        found = tutor.complete(*events.typing(interaction))
        choices = [
            discord.app_commands.Choice(name=fit(one.label, limits.OPTION_LABEL), value=one.value)
            for one in found[: limits.CHOICES]
        ]
        await interaction.response.autocomplete(choices)

    async def _answer(self, tutor: Tutor, interaction: Interaction, event: Event) -> None:
        if events.away(interaction) and _for_admins(tutor, event):
            await self._show(interaction, Reply(tutor.excuse(Trouble.NOT_IN_CHANNEL, event)))
        elif tutor.needs(event).form:
            await self._open(tutor, interaction, event)
        else:
            await replies.answer(tutor, self._connected(), interaction, event)

    async def _open(self, tutor: Tutor, interaction: Interaction, event: Event) -> None:
        """A form is the first answer or none: one that comes too late is excused."""
        try:
            async with asyncio.timeout(limits.FORM_PATIENCE.total_seconds()):
                reply = await tutor.handle(event)
                id_ = await self._keep(tutor, reply.form) if reply.form else ""
        except TimeoutError:
            reply = Reply(tutor.excuse(Trouble.FORM_TOO_LATE, event))
        if reply.form is None:
            await self._show(interaction, reply)
            return
        await interaction.response.send_modal(forms.modal(reply.form, id_, 0))

    async def _reopen(self, tutor: Tutor, interaction: Interaction, args: tuple[str, ...]) -> None:
        """Open a page of a form that is under way."""
        id_, page = (args[0], args[1]) if len(args) == 2 else ("", "")
        spec = await self._kept(tutor, id_)
        if spec is None or not page.isdecimal() or int(page) >= forms.pages(spec):
            await self._too_late(tutor, interaction)
            return
        await interaction.response.send_modal(forms.modal(spec, id_, int(page)))

    async def _sent(self, tutor: Tutor, interaction: Interaction) -> None:
        """A page of a form was sent."""
        data: Any = interaction.data or {}
        _, id_, page = [*str(data.get("custom_id", "")).split(":"), "", ""][:3]
        spec = await self._kept(tutor, id_)
        if spec is None or not page.isdecimal():
            await self._too_late(tutor, interaction)
            return
        spec = forms.filled(spec, int(page), forms.answers(data.get("components") or ()))
        form = Form(
            events.caller(interaction), spec.action, forms.values(spec), str(interaction.id)
        )
        reply = await tutor.handle(form)
        await self._keep(tutor, reply.form or spec, id_)
        if reply.form is not None:
            reply = Reply(forms.wrong(reply.form, id_))
        elif reply.message is not None:
            rest = forms.more(spec, id_, first=1)
            reply = Reply(Message(reply.message.summary, (*reply.message.blocks, *rest)))
        await self._show(interaction, reply)

    async def _too_late(self, tutor: Tutor, interaction: Interaction) -> None:
        event = Form(events.caller(interaction), Action(forms.VERB), {}, str(interaction.id))
        await self._show(interaction, Reply(tutor.excuse(Trouble.FORM_TOO_LATE, event)))

    async def _keep(self, tutor: Tutor, spec: FormSpec, id_: str = "") -> str:
        id_ = id_ or secrets.token_hex(8)
        until = self._clock.now() + limits.FORM_LASTS
        await tutor.cabinet.put(f"discord/form/{id_}", forms.packed(spec), until=until)
        return id_

    async def _kept(self, tutor: Tutor, id_: str) -> FormSpec | None:
        kept = await tutor.cabinet.get(f"discord/form/{id_}")
        return forms.unpacked(kept) if kept else None

    async def _show(self, interaction: Interaction, reply: Reply) -> None:
        await replies.show(self._connected(), interaction, reply)


def _for_admins(tutor: Tutor, event: Event) -> bool:
    """Whether it is a command about the channel where it was given."""
    given = event.text if isinstance(event, Command) else ""
    return any(spec.admin and spec.name == given for spec in tutor.commands)
