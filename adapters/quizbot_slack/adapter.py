"""Here is Slack as an adapter: what the core asks of it, and how its events come in."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from typing import Any

import aiohttp
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from quizbot.clock import Clock
from quizbot.errors import DeliveryError, SettingsError, Unreachable
from quizbot.message import Message
from quizbot.ports import Route, Socket, Tutor
from quizbot.refs import ChannelRef, PostRef, UserRef
from quizbot_slack import events, forms, limits
from quizbot_slack.calls import NO_ANSWER, Calls, code_of
from quizbot_slack.outbox import Outbox
from quizbot_slack.people import People
from quizbot_slack.replies import Desk, Replies
from quizbot_slack.settings import Settings
from quizbot_slack.sockets import Sockets
from quizbot_slack.web import Web
from quizbot_slack.workspaces import Workspaces

log = logging.getLogger(__name__)

Ack = Callable[..., Awaitable[Any]]
Body = dict[str, Any]
LATER = "looked up when something is sent"
_ANY = re.compile(r"^.*$", re.DOTALL)


class SlackAdapter:
    """One Slack app in one workspace or in many, over Socket Mode or over HTTP."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        self._outbox: Outbox | None = None
        self._sockets: Sockets | None = None
        self._busy: set[asyncio.Task[None]] = set()
        self._workspaces = Workspaces(settings)
        self._web = Web(settings, self._workspaces, clock)

    @property
    def platform(self) -> str:
        """The name that this platform's refs carry."""
        return events.PLATFORM

    @property
    def missing(self) -> str:
        """Why no event can come in right now; empty while connected."""
        if self._outbox is None:
            return "not connected to Slack yet"
        if self._sockets is not None and not self._sockets.connected:
            return "the connection to Slack is down; it is being made anew"
        return ""

    @property
    def notes(self) -> Sequence[str]:
        """How events come in."""
        ways = ["Socket Mode"] if self._settings.app_token else []
        return (*ways, *(route.path for route in self._web.routes))

    @property
    def routes(self) -> Sequence[Route | Socket]:
        """Slack's events over HTTP, and the install page; none with Socket Mode alone."""
        return self._web.routes

    async def run(self, tutor: Tutor) -> None:
        """Deliver Slack's events to `tutor` until cancelled.

        Raises SettingsError where Slack doesn't take a token.
        """
        patience = aiohttp.ClientTimeout(total=limits.CALL_PATIENCE.total_seconds())
        async with aiohttp.ClientSession(timeout=patience) as http:
            self._workspaces.open(tutor.cabinet, http)
            calls = Calls(self._workspaces.client, self._clock)
            outbox = Outbox(calls, http, self._workspaces.bot, self._clock)
            desk = Desk(tutor, calls, outbox, People(calls, self._clock), http)
            replies = Replies(desk, self._do)
            app = self._app(http, replies)
            try:
                await self._check()
                self._outbox, self._web.app = outbox, app
                await self._connect(app, http)
                await asyncio.Event().wait()
            finally:
                await self._disconnect()
                self._outbox = None

    async def settled(self) -> None:
        """Return when every event that came in has been answered."""
        while pending := self._busy | (self._sockets.handling if self._sockets else set()):
            await asyncio.wait(pending)

    async def post(
        self, channel: ChannelRef, message: Message, *, key: str, under: PostRef | None
    ) -> PostRef:
        """Post `message`, which carries a button marked `key`; into the thread of `under`."""
        return await self._connected().post(channel, message, key=key, under=under)

    async def find(self, channel: ChannelRef, *, key: str, under: PostRef | None) -> PostRef | None:
        """Our recent post marked with `key`. Raises Unsure where the scopes don't let us look."""
        return await self._connected().find(channel, key=key, under=under)

    async def edit(self, post: PostRef, message: Message) -> None:
        """Put `message` in the place of `post`."""
        await self._connected().edit(post, message)

    async def tell(self, user: UserRef, message: Message) -> PostRef:
        """Send `message` to one person in the App's conversation with them."""
        return await self._connected().tell(user, message)

    def _connected(self) -> Outbox:
        if self._outbox is None:
            raise Unreachable(self.missing)
        return self._outbox

    async def _check(self) -> None:
        """Ask Slack whether it knows the one workspace's token, where there is one."""
        with _at_start("SLACK_BOT_TOKEN"):
            await self._workspaces.check()

    async def _connect(self, app: AsyncApp, http: aiohttp.ClientSession) -> None:
        if not self._settings.app_token:
            return
        web = AsyncWebClient(base_url=self._settings.api_url, session=http, retry_handlers=[])
        self._sockets = Sockets(app, self._settings.app_token, web)
        with _at_start("SLACK_APP_TOKEN"):
            await self._sockets.open()

    def _app(self, http: aiohttp.ClientSession, replies: Replies) -> AsyncApp:
        async def authorize(enterprise_id: str | None, team_id: str | None) -> AuthorizeResult:
            # Bolt only wants to know that there is somebody: no call here may delay an answer.
            return AuthorizeResult(enterprise_id=enterprise_id, team_id=team_id, bot_token=LATER)

        app = AsyncApp(
            client=AsyncWebClient(base_url=self._settings.api_url, session=http, retry_handlers=[]),
            authorize=authorize,
            process_before_response=True,  # else Bolt looks for the acknowledgement every 10 ms
            request_verification_enabled=False,  # web.py has verified the raw bytes
        )

        async def command(ack: Ack, body: Body) -> None:
            await ack()
            self._do(self._command(replies, body))

        async def press(ack: Ack, body: Body) -> None:
            await ack()
            self._do(self._press(replies, body))

        async def sent(ack: Ack, body: Body) -> None:
            try:
                came = events.form(body, self._workspaces.only)
            except (ValueError, KeyError, TypeError):
                log.warning("a form came that is none of ours")
                await ack()
                return
            said = await replies.sent(came)
            await ack(**said) if said else await ack()

        async def home(ack: Ack, body: Body) -> None:
            await ack()
            self._do(self._home(replies, body))

        async def gone(ack: Ack, body: Body) -> None:
            await ack()
            self._do(self._workspaces.forget(str(body["team_id"]), body["event"]))

        async def nothing(ack: Ack) -> None:
            """What we have no use for is acknowledged too, or Slack sends it again."""
            await ack()

        app.command(_ANY)(command)
        app.action(_ANY)(press)
        app.view(forms.CALLBACK)(sent)
        app.event("app_home_opened")(home)
        app.event("app_uninstalled")(gone)
        app.event("tokens_revoked")(gone)
        app.event(_ANY)(nothing)
        app.shortcut(_ANY)(nothing)
        app.options(_ANY)(nothing)
        app.view_closed(_ANY)(nothing)
        return app

    async def _command(self, replies: Replies, body: Body) -> None:
        await replies.answer(events.command(body, self._workspaces.only))

    async def _press(self, replies: Replies, body: Body) -> None:
        came = events.press(body, self._workspaces.only)
        if came is not None:
            await replies.answer(came)

    async def _home(self, replies: Replies, body: Body) -> None:
        if body["event"].get("tab", "home") == "home":
            await replies.home(events.home(body))

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        """Go on after the acknowledgement; a failure is this event's alone."""
        task = asyncio.create_task(_alone(work))
        self._busy.add(task)
        task.add_done_callback(self._busy.discard)

    async def _disconnect(self) -> None:
        """Give the events that came in time to be answered, then take no further one."""
        try:
            async with asyncio.timeout(limits.DRAIN.total_seconds()):
                await self.settled()
        except TimeoutError:
            log.warning("%d answers are left undone", len(self._busy))
        self._web.app = None
        if self._sockets is not None:
            await self._sockets.close()
            self._sockets = None
        for task in self._busy:
            task.cancel()


async def _alone(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except DeliveryError as error:
        log.warning("an answer could not be shown: %s", error)
    except Exception:  # one event's fault stops no other
        log.exception("an event could not be handled")


@contextlib.contextmanager
def _at_start(name: str) -> Iterator[None]:
    """A token that Slack doesn't take is a setting's fault; anything else passes by itself."""
    try:
        yield
    except NO_ANSWER as error:
        raise Unreachable(f"Slack didn't answer: {type(error).__name__}") from None
    except SlackApiError as error:
        code = code_of(error)
        if code not in limits.TOKEN_WRONG:
            status = getattr(error.response, "status_code", "")
            raise Unreachable(f"Slack didn't let us in: {code or status}") from None
        raise SettingsError(
            f"Slack doesn't take {name} ({code}). Copy it anew from the app's page at"
            " api.slack.com/apps"
        ) from None
