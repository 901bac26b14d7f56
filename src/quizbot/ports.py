"""Here is the border of the core: what comes in, what goes out, and who stands on either side.

An adapter turns what its platform sends into a `Press`, a `Command` or a `Form`, calls
`tutor.handle(event)` once, and renders the `Reply`. quizbot in turn asks an adapter to post, find,
edit and tell. Neither knows more of the other than this module.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, StrEnum, auto
from typing import Protocol

from quizbot.message import Action, Choice, Message, Prose
from quizbot.refs import ChannelRef, PostRef, UserRef


@dataclass(frozen=True, slots=True)
class Caller:
    """The person who acts, where, and with what rights, read at this very event.

    `channel` is None in a private conversation with the bot. `admin` is what the *platform* says
    (workspace admin, server manager); quizbot adds its own rules. `zone` is the person's IANA
    time zone where the platform knows it. `locale` is a BCP 47 tag such as `en-GB`.
    """

    user: UserRef
    name: str
    channel: ChannelRef | None
    admin: bool = False
    locale: str = "en"
    zone: str | None = None


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed, or a menu sent (`values` are the chosen ones).

    `id` is the platform's own id of the event: a redelivery carries the same one.
    """

    caller: Caller
    action: Action
    id: str
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Command:
    """`/quiz …` was typed. `text` is all that stands behind `/quiz`, as typed.

    A platform with typed options sends the command's name in `text` and the options beside it.
    """

    caller: Caller
    text: str
    id: str
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Form:
    """A form was sent: `action` is its FormSpec's, `values` the answers by field name."""

    caller: Caller
    action: Action
    values: Mapping[str, tuple[str, ...]]
    id: str


Event = Press | Command | Form


class FieldKind(StrEnum):
    """What a form's field asks for."""

    TEXT = "text"
    LONG_TEXT = "long_text"
    CHOICE = "choice"
    CHOICES = "choices"
    TIME = "time"
    ZONE = "zone"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class FormField:
    """One question of a form, its present answer, and what is wrong with that, if anything."""

    name: str
    label: str
    kind: FieldKind
    values: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    required: bool = True
    hint: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class FormSpec:
    """A form (a modal on most platforms). `action` comes back with the values when it is sent."""

    action: Action
    title: str
    fields: tuple[FormField, ...]
    submit: str
    intro: tuple[Prose, ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """What goes back to the caller: a message or a form (never both; neither: stay silent).

    `private`: only the caller sees it. `replace`: it takes the place of the private message that
    was pressed. A `form` in reply to a `Form` is the same form with errors at its fields.
    """

    message: Message | None = None
    form: FormSpec | None = None
    private: bool = True
    replace: bool = False


@dataclass(frozen=True, slots=True)
class Needs:
    """What an adapter must know before it acknowledges an event.

    `form`: the first response will be a form, so don't defer. `rights`: `Caller.admin` matters
    here, so look it up.
    """

    form: bool = False
    rights: bool = False


class ParameterKind(StrEnum):
    """What a command's option takes."""

    TEXT = "text"
    NUMBER = "number"
    CHOICE = "choice"


@dataclass(frozen=True, slots=True)
class Parameter:
    """One option of a command. `completes`: ask `tutor.complete` while it is typed."""

    name: str
    summary: str
    kind: ParameterKind = ParameterKind.TEXT
    choices: tuple[Choice, ...] = ()
    completes: bool = False


@dataclass(frozen=True, slots=True)
class CommandSpec:
    """One `/quiz` command: `name` may be two words (`daily set`). `admin`: for admins only."""

    name: str
    summary: str
    parameters: tuple[Parameter, ...] = ()
    admin: bool = False
    form: bool = False


class Trouble(Enum):
    """What only an adapter can notice, and the person has to be told in quizbot's words."""

    FORM_TOO_LATE = auto()
    STILL_WORKING = auto()
    NOT_IN_CHANNEL = auto()
    NO_FILE = auto()


class Cabinet(Protocol):
    """Where an adapter keeps small texts that it must not lose, by name (`slack/…`).

    It is shared by all replicas. A secret is put in encrypted.
    """

    async def get(self, name: str) -> str | None:
        """What is kept under the name, or None."""
        ...

    async def put(self, name: str, value: str, *, until: datetime | None = None) -> None:
        """Keep `value` under the name, in the place of what was there; until then, if given."""
        ...

    async def take(self, name: str) -> str | None:
        """What is kept under the name, which is thrown away: one caller alone gets it."""
        ...

    async def remove(self, name: str) -> None:
        """Throw away what is kept under the name."""
        ...


class Tutor(Protocol):
    """What an adapter may ask of quizbot."""

    @property
    def cabinet(self) -> Cabinet:
        """Where the adapter may keep what it must not lose."""
        ...

    def excuse(self, trouble: Trouble, event: Event) -> Message:
        """What to tell the person of `event` about a trouble that the adapter met."""
        ...

    @property
    def commands(self) -> Sequence[CommandSpec]:
        """The catalogue of `/quiz` commands, in English."""
        ...

    def commands_in(self, locale: str) -> Sequence[CommandSpec]:
        """The same in the language nearest to a BCP 47 tag that quizbot speaks, else English."""
        ...

    def needs(self, event: Event) -> Needs:
        """What must be known before `event` is acknowledged. Quick and without I/O."""
        ...

    def complete(self, command: str, parameter: str, typed: str) -> Sequence[Choice]:
        """At most 25 completions of what was typed so far, best first. Quick and without I/O."""
        ...

    async def handle(self, event: Event) -> Reply:
        """Do what `event` asks and say what to answer.

        Never raises: what goes wrong becomes a reply that says so. Handling an event twice leaves
        the same state, so an adapter may deliver again what its platform delivers again.
        """
        ...


class Adapter(Protocol):
    """What quizbot asks of a platform. Calls to the platform raise only DeliveryError."""

    @property
    def platform(self) -> str:
        """The name that this platform's refs carry."""
        ...

    @property
    def missing(self) -> str:
        """Why this adapter can't work right now, in a few words; empty while it is connected."""
        ...

    @property
    def notes(self) -> Sequence[str]:
        """What `quizbot doctor` tells the operator of this adapter: addresses, no secrets."""
        ...

    @property
    def routes(self) -> Sequence[Route | Socket]:
        """What this adapter serves over quizbot's HTTP server; often nothing."""
        ...

    async def run(self, tutor: Tutor) -> None:
        """Deliver the platform's events to `tutor` until cancelled."""
        ...

    async def post(
        self, channel: ChannelRef, message: Message, *, key: str, under: PostRef | None
    ) -> PostRef:
        """Post `message`, which carries a button marked `key`; as a reply to `under` if given."""
        ...

    async def find(self, channel: ChannelRef, *, key: str, under: PostRef | None) -> PostRef | None:
        """Our recent post marked with `key`, or None. Raises Unsure where we may not look."""
        ...

    async def edit(self, post: PostRef, message: Message) -> None:
        """Put `message` in the place of `post`."""
        ...

    async def tell(self, user: UserRef, message: Message) -> PostRef:
        """Send `message` to one person privately; the post it became."""
        ...


@dataclass(frozen=True, slots=True)
class Request:
    """An HTTP request. Header names are in lower case; `body` is complete and size-limited."""

    method: str
    path: str
    headers: Mapping[str, str]
    query: Mapping[str, str]
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Response:
    """An HTTP response."""

    status: int = 200
    body: bytes = b""
    content_type: str = "text/plain; charset=utf-8"
    headers: Mapping[str, str] = field(default_factory=dict)


class Wire(Protocol):
    """An open WebSocket."""

    async def send(self, text: str) -> None:
        """Send one text message. Raises ConnectionError where the other end is gone."""
        ...

    async def receive(self) -> str | None:
        """The next text message; None when the other end has closed."""
        ...


@dataclass(frozen=True, slots=True)
class Route:
    """An address of quizbot's HTTP server. `path` is exact, or ends in `/` to mean all below."""

    method: str
    path: str
    handle: Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Socket:
    """A WebSocket address. `admit` says no by an error response before the upgrade."""

    path: str
    admit: Callable[[Request], Response | None]
    handle: Callable[[Request, Wire], Awaitable[None]]


class Server(Protocol):
    """What carries quizbot's HTTP; found by the entry-point group `quizbot.servers`."""

    async def run(self, routes: Sequence[Route | Socket]) -> None:
        """Serve until cancelled. Raises SettingsError where the address can't be had."""
        ...
