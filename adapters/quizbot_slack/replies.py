"""Here is what becomes of an event: the tutor is asked once, and its reply is shown."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import aiohttp

from quizbot.errors import DeliveryError
from quizbot.message import Attachment, Message
from quizbot.ports import FormSpec, Reply, Trouble, Tutor
from quizbot_slack import forms, limits, render
from quizbot_slack.calls import Calls, NotThere
from quizbot_slack.events import Came, known
from quizbot_slack.outbox import Outbox
from quizbot_slack.people import People
from quizbot_slack.render import Json, Part

log = logging.getLogger(__name__)

Do = Callable[[Coroutine[Any, Any, None]], None]
"""Starts work that goes on after the acknowledgement."""

REMEMBERED = 5_000
AFTER_THE_ACKNOWLEDGEMENT = timedelta(seconds=0.5)
"""Before a modal is changed that the acknowledgement has just changed: else it may be overtaken."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What answering needs."""

    tutor: Tutor
    calls: Calls
    outbox: Outbox
    people: People
    http: aiohttp.ClientSession


class Replies:
    """Answers events; one delivered again is handled again, but answered once."""

    def __init__(self, desk: Desk, do: Do) -> None:
        self._desk = desk
        self._do = do
        self._answered: OrderedDict[str, None] = OrderedDict()

    async def answer(self, came: Came) -> None:
        """Handle a press or a command that was acknowledged, and show the reply."""
        reply = await self._handle(came)
        if self._first(came):
            await self._show(came, reply)

    async def sent(self, came: Came) -> Json | None:
        """Handle a sent form; what its acknowledgement says, None: the modal closes.

        Where that takes long, the acknowledgement says so, and the result follows in the modal.
        """
        working = asyncio.ensure_future(self._handle(came))
        done, _ = await asyncio.wait({working}, timeout=limits.FORM_PATIENCE.total_seconds())
        if not done:
            self._do(self._later(came, working))
            waiting = self._desk.tutor.excuse(Trouble.STILL_WORKING, came.event)
            return {"response_action": "update", "view": forms.notice(waiting, waiting.summary)}
        reply = working.result()
        if reply.form is not None:
            return _again(reply.form, came)
        if self._first(came):
            self._do(self._show(came, reply))
        return None

    async def home(self, came: Came) -> None:
        """Show somebody's home tab."""
        reply = await self._handle(came)
        if reply.message is not None:
            view = {"type": "home", "blocks": render.blocks(reply.message)}
            await self._desk.calls.call(came.team, "views.publish", user_id=came.user, view=view)

    async def _handle(self, came: Came) -> Reply:
        needs = self._desk.tutor.needs(came.event)
        person = await self._desk.people.who(came.team, came.user, rights=needs.rights)
        return await self._desk.tutor.handle(known(came.event, person))

    async def _later(self, came: Came, working: asyncio.Future[Reply]) -> None:
        """The result of a form that took long: into the modal that is waiting for it."""
        reply = await working
        await asyncio.sleep(AFTER_THE_ACKNOWLEDGEMENT.total_seconds())
        if reply.form is not None:
            view, words = forms.modal(reply.form, came.channel), forms.in_words(reply.form)
        elif reply.message is not None:
            view, words = forms.notice(reply.message, reply.message.summary), reply.message
        else:
            return
        try:
            await self._desk.calls.call(came.team, "views.update", view_id=came.view, view=view)
        except DeliveryError as error:  # closed meanwhile, most often
            log.info("a modal can't be changed (%s): its words are told", error)
            await self._say(came, words)

    async def _show(self, came: Came, reply: Reply) -> None:
        if reply.form is not None:
            await self._open(came, reply.form)
        if reply.message is None:
            return
        await self._say(came, reply.message, replace=reply.replace)
        for block in reply.message.blocks:
            if isinstance(block, Attachment):
                await self._share(came, block)

    async def _share(self, came: Came, file: Attachment) -> None:
        try:
            user = came.event.caller.user
            await self._desk.outbox.share(user, file.data, file.name, file.label)
        except DeliveryError as error:
            log.warning("a file could not be delivered: %s", error)
            await self._say(came, self._desk.tutor.excuse(Trouble.NO_FILE, came.event))

    async def _open(self, came: Came, spec: FormSpec) -> None:
        view = forms.modal(spec, came.channel)
        try:
            await self._desk.calls.call(
                came.team, "views.open", trigger_id=came.trigger_id, view=view
            )
        except DeliveryError as error:
            log.warning("a form could not be opened: %s", error)
            await self._say(came, self._desk.tutor.excuse(Trouble.FORM_TOO_LATE, came.event))

    async def _say(self, came: Came, message: Message, *, replace: bool = False) -> None:
        """Show a message to the person alone, by the way that is open."""
        parts = render.parts(message, {})
        if came.response_url and not (came.in_direct and came.message and not came.ephemeral):
            parts = parts[await self._respond(came, parts, replace=replace and came.ephemeral) :]
            if not parts:
                return
        elif came.in_direct and came.message:
            await self._in_conversation(came, message, replace=replace)
            return
        if came.channel and not came.in_direct:
            try:
                await self._desk.outbox.whisper(came, parts)
            except NotThere:
                hint = self._desk.tutor.excuse(Trouble.NOT_IN_CHANNEL, came.event)
                message = Message(message.summary, (*message.blocks, *hint.blocks))
            except DeliveryError as error:
                log.warning("a private answer goes to the person's own conversation: %s", error)
            else:
                return
        await self._desk.outbox.tell(came.event.caller.user, message)

    async def _in_conversation(self, came: Came, message: Message, *, replace: bool) -> None:
        """In the person's conversation with the bot messages stay, and change in place."""
        where = came.event.caller.user
        if not replace:
            await self._desk.outbox.tell(where, message)
            return
        await self._desk.outbox.change(came.team, came.channel, came.message, message)

    async def _respond(self, came: Came, parts: list[Part], *, replace: bool) -> int:
        """Answer by the event's own address; how many parts Slack took.

        One whose answer was lost counts as taken: pressing again brings it back, and nobody reads
        it twice.
        """
        for number, part in enumerate(parts):
            body: Json = {"text": part.text, "blocks": list(part.blocks)}
            body["response_type"] = "ephemeral"
            body["replace_original"] = replace and number == 0
            if came.thread and not body["replace_original"]:
                body["thread_ts"] = came.thread
            try:
                async with self._desk.http.post(came.response_url, json=body) as response:
                    if response.status != 200:
                        told = (await response.text())[:200]
                        log.warning("Slack took no answer (%s): %s", response.status, told)
                        return number
            except (aiohttp.ClientError, TimeoutError) as error:
                log.warning("an answer may be lost: %s", type(error).__name__)
        return len(parts)

    def _first(self, came: Came) -> bool:
        """Whether this event's answer hasn't been shown; from now on it has."""
        id_ = f"{came.team}/{came.user}/{came.event.id}"
        if id_ in self._answered:
            return False
        self._answered[id_] = None
        if len(self._answered) > REMEMBERED:
            self._answered.popitem(last=False)
        return True


def _again(spec: FormSpec, came: Came) -> Json:
    """The same form with its errors; where they aren't at fields it has, drawn anew."""
    found = forms.errors(spec)
    if found:
        return {"response_action": "errors", "errors": found}
    return {"response_action": "update", "view": forms.modal(spec, came.channel)}
