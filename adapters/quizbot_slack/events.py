"""Here is how Slack's payloads become a Press, a Command or a Form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from quizbot.message import Action
from quizbot.ports import Caller, Command, Event, Form, Press
from quizbot.refs import ChannelRef, UserRef
from quizbot_slack import forms
from quizbot_slack.render import MENU

PLATFORM = "slack"
Payload = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Came:
    """An event, and what is needed to answer it.

    `message` is the ts of the message whose button was pressed, `thread` that of its thread.
    `ephemeral`: only the presser sees that message. `view`: the id of the modal or home it was in.
    """

    event: Event
    team: str
    user: str
    channel: str
    response_url: str = ""
    trigger_id: str = ""
    message: str = ""
    thread: str = ""
    view: str = ""
    ephemeral: bool = False

    @property
    def in_direct(self) -> bool:
        """Whether it happened in the person's conversation with the bot."""
        return self.channel.startswith("D")


@dataclass(frozen=True, slots=True)
class Person:
    """What Slack tells of a person when it is asked."""

    name: str = ""
    admin: bool = False
    zone: str | None = None
    locale: str = "en"


def command(body: Payload, only: str) -> Came:
    """`/quiz …` was typed. `only`: the one workspace that quizbot is in, or empty for many."""
    team, user = only or body["team_id"], body["user_id"]
    channel = str(body.get("channel_id", ""))
    ref = UserRef(PLATFORM, str(body["team_id"]), user)
    caller = _caller(team, ref, str(body.get("user_name", "")), channel)
    return Came(
        Command(caller, str(body.get("text", "")), str(body["trigger_id"])),
        team,
        user,
        channel,
        response_url=str(body.get("response_url", "")),
        trigger_id=str(body["trigger_id"]),
    )


def press(body: Payload, only: str) -> Came | None:
    """A button was pressed; None where it is none of ours, or only a box was ticked."""
    sent = body["actions"][0]
    token = str(sent.get("action_id", ""))
    if sent.get("type") != "button" or token.startswith(MENU):
        return None
    try:
        action = Action.decode(token)
    except ValueError:
        return None
    user, container = body["user"], body.get("container", {})
    team = only or _team(body)
    channel = str(body.get("channel", {}).get("id", ""))
    trigger = str(body.get("trigger_id", ""))
    name = str(user.get("name") or user.get("username") or "")
    event = Press(
        _caller(team, _person(body, team), name, channel),
        action,
        f"{trigger}-{sent.get('action_ts', '')}",
        tuple(_ticked(body, token)),
    )
    return Came(
        event,
        team,
        user["id"],
        channel,
        response_url=str(body.get("response_url", "")),
        trigger_id=trigger,
        message=str(container.get("message_ts", "")),
        thread=str(container.get("thread_ts", "")),
        view=str(container.get("view_id", "")),
        ephemeral=bool(container.get("is_ephemeral")),
    )


def form(body: Payload, only: str) -> Came:
    """A modal was sent. Raises ValueError where it isn't one of ours."""
    user, view = body["user"], body["view"]
    team = only or _team(body)
    opened = forms.Opened.of(view)
    caller = _caller(team, _person(body, team), str(user.get("name", "")), opened.channel)
    id_ = f"{view.get('id', '')}-{view.get('hash', '')}"
    event = Form(caller, opened.action, forms.answers(view), id_)
    return Came(event, team, user["id"], opened.channel, view=str(view.get("id", "")))


def home(body: Payload) -> Came:
    """Somebody opened the App's home."""
    granted: Payload = next(iter(body.get("authorizations") or ()), {})
    team, user = str(granted.get("team_id") or body["team_id"]), body["event"]["user"]
    ref = UserRef(PLATFORM, team, user)
    event = Press(_caller(team, ref, "", ""), Action("home"), str(body.get("event_id", "")))
    return Came(event, team, user, "")


def known(event: Event, person: Person) -> Event:
    """The event with what Slack told of its person."""
    before = event.caller
    caller = Caller(
        before.user,
        person.name or before.name,
        before.channel,
        person.admin,
        person.locale,
        person.zone,
    )
    match event:
        case Press():
            return Press(caller, event.action, event.id, event.values)
        case Command():
            return Command(caller, event.text, event.id, event.options)
        case Form():
            return Form(caller, event.action, event.values, event.id)


def _caller(team: str, user: UserRef, name: str, channel: str) -> Caller:
    private = not channel or channel.startswith("D")
    where = None if private else ChannelRef(PLATFORM, team, channel)
    return Caller(user, name or user.user, where)


def _person(body: Payload, team: str) -> UserRef:
    """The person, in their own workspace: a guest of Slack Connect belongs to another one."""
    user = body["user"]
    return UserRef(PLATFORM, str(user.get("team_id") or team), str(user["id"]))


def _team(body: Payload) -> str:
    """The workspace that quizbot is installed in: that of the view or of our message.

    `team` is the presser's own, which is another one for a guest of Slack Connect.
    """
    told = (
        (body.get("view") or {}).get("app_installed_team_id"),
        (body.get("message") or {}).get("team"),
        (body.get("team") or {}).get("id"),
        body["user"].get("team_id"),
    )
    return str(next(filter(None, told), ""))


def _ticked(body: Payload, token: str) -> list[str]:
    """The boxes ticked in the menu that the button belongs to."""
    values = (body.get("state") or {}).get("values") or {}
    for held in values.values():
        state = held.get(f"{MENU}{token}")
        if state is not None:
            return [str(option["value"]) for option in state.get("selected_options") or ()]
    return []
