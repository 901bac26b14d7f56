"""Here is what people do in the fake Slack, with payloads as complete as Slack's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adapters.slack.slack_server import SlackServer
from adapters.slack.slack_world import Json, Message, View, Workspace


class People:
    """The people of a workspace. `deliver` is how events reach the App."""

    def __init__(self, server: SlackServer, workspace: Workspace, deliver: Any = None) -> None:
        self.server = server
        self.workspace = workspace
        self.deliver = deliver or server.deliver
        self._last: tuple[str, Json] | None = None

    async def command(self, user: str, channel: str, text: str) -> Json:
        """Type `/quiz text`."""
        return await self._send("slash_commands", self.a_command(user, channel, text))

    def a_command(self, user: str, channel: str, text: str) -> Json:
        """What Slack sends when `/quiz text` was typed."""
        person = self.workspace.people[user]
        return {
            "command": "/quiz",
            "text": text,
            "team_id": self.workspace.id,
            "team_domain": "team",
            "channel_id": channel,
            "channel_name": channel.lower(),
            "user_id": user,
            "user_name": person["name"],
            "api_app_id": "A1",
            "is_enterprise_install": "false",
            "response_url": self._response_url(channel, user, None),
            "trigger_id": self._trigger(user),
        }

    async def press(
        self,
        user: str,
        message: Message,
        action_id: str,
        ticked: Sequence[str] = (),
        *,
        guest_of: str = "",
    ) -> Json:
        """Press a button of a message, with boxes ticked in its menu."""
        element, block_id = _element(message.blocks, action_id)
        container = {
            "type": "message",
            "message_ts": message.ts,
            "channel_id": message.channel,
            "is_ephemeral": bool(message.ephemeral_to),
        }
        if message.thread_ts:
            container["thread_ts"] = message.thread_ts
        payload = self._interaction(user, element, block_id) | {
            "container": container,
            "channel": {"id": message.channel, "name": "general"},
            "state": {"values": _state(message.blocks, ticked)},
            "response_url": self._response_url(message.channel, user, message),
        }
        if not message.ephemeral_to:  # Slack tells of no private message what is in it
            payload["message"] = message.as_slack_tells() | {"team": self.workspace.id}
        if guest_of:  # Slack Connect: the payload names the guest's own workspace
            payload["team"] = {"id": guest_of, "domain": "other"}
            payload["user"] = {**payload["user"], "team_id": guest_of}
        return await self._send("interactive", payload)

    async def press_at_home(self, user: str, action_id: str) -> Json:
        """Press a button of the home tab."""
        home = self.server.world.homes[user]
        element, block_id = _element(home["blocks"], action_id)
        payload = self._interaction(user, element, block_id) | {
            "container": {"type": "view", "view_id": "VHOME"},
            "view": {"id": "VHOME", "app_installed_team_id": self.workspace.id, **home},
        }
        return await self._send("interactive", payload)

    async def open_home(self, user: str) -> None:
        """Look at the App's home tab."""
        await self.event({"type": "app_home_opened", "user": user, "tab": "home", "channel": "D1"})

    async def event(self, event: Json) -> Json:
        """Something happened that the App subscribes to."""
        payload = {
            "type": "event_callback",
            "team_id": self.workspace.id,
            "api_app_id": "A1",
            "event_id": f"Ev{self.server.world.number()}",
            "event": event,
            "authorizations": [{"team_id": self.workspace.id, "is_bot": True}],
        }
        return await self._send("events_api", payload)

    async def submit(self, user: str, values: Mapping[str, Sequence[str]]) -> None:
        """Send the open modal; fields not named keep what they hold."""
        view = self.server.world.modals[user]
        payload = {
            "type": "view_submission",
            "team": {"id": self.workspace.id, "domain": "team"},
            "user": self._user(user),
            "api_app_id": "A1",
            "trigger_id": self._trigger(user),
            "view": {
                "id": view.id,
                "hash": view.hash,
                "type": "modal",
                "callback_id": view.body["callback_id"],
                "private_metadata": view.body.get("private_metadata", ""),
                "state": {"values": _filled(view, values)},
            },
        }
        said = await self._send("interactive", payload)
        match said.get("response_action"):
            case "errors":
                named = {block.get("block_id") for block in view.body["blocks"]}
                assert said["errors"].keys() <= named
                view.errors = said["errors"]
            case "update":
                self.server.methods.check_view(said["view"])
                view.change(said["view"], self.server.world.number())
            case None | "clear":
                del self.server.world.modals[user]

    async def repeat(self) -> None:
        """Slack delivers the last event once more."""
        assert self._last is not None
        await self.deliver(*self._last)

    async def _send(self, kind: str, payload: Json) -> Json:
        self._last = (kind, payload)
        return dict(await self.deliver(kind, payload))

    def _interaction(self, user: str, element: Json, block_id: str) -> Json:
        number = self.server.world.number()
        action = {
            "type": element["type"],
            "action_id": element["action_id"],
            "block_id": block_id,
            "text": element.get("text"),
            "action_ts": f"{number}.1",
        }
        return {
            "type": "block_actions",
            "user": self._user(user),
            "team": {"id": self.workspace.id, "domain": "team"},
            "api_app_id": "A1",
            "token": "old",
            "trigger_id": self._trigger(user),
            "actions": [action],
        }

    def _user(self, user: str) -> Json:
        name = self.workspace.people[user]["name"]
        return {"id": user, "username": name, "name": name, "team_id": self.workspace.id}

    def _trigger(self, user: str) -> str:
        trigger = f"trigger.{self.server.world.number()}"
        self.server.world.triggers[trigger] = (self.server.world.clock.now(), user)
        return trigger

    def _response_url(self, channel: str, user: str, message: Message | None) -> str:
        world = self.server.world
        id_ = f"r{world.number()}"
        world.response_urls[id_] = {
            "at": world.clock.now(),
            "uses": 0,
            "channel": channel,
            "user": user,
            "message": message,
        }
        return f"{self.server.base}/respond/{id_}"


def _element(blocks: Sequence[Json], action_id: str) -> tuple[Json, str]:
    for block in blocks:
        for element in block.get("elements", ()) if block["type"] == "actions" else ():
            if element["action_id"] == action_id:
                return element, str(block.get("block_id", ""))
    raise AssertionError(f"there is no {action_id}")


def _state(blocks: Sequence[Json], ticked: Sequence[str]) -> Json:
    """What the boxes of a message hold."""
    values: Json = {}
    for block in blocks:
        for element in block.get("elements", ()) if block["type"] == "actions" else ():
            if element["type"] == "checkboxes":
                chosen = [o for o in element["options"] if o["value"] in ticked]
                state = {"type": "checkboxes", "selected_options": chosen}
                values[block["block_id"]] = {element["action_id"]: state}
    return values


def _filled(view: View, given: Mapping[str, Sequence[str]]) -> Json:
    """What the fields of a modal hold: what is given, or what they held."""
    values: Json = {}
    for block in view.body["blocks"]:
        if block["type"] == "input":
            element = block["element"]
            state = _held(element, given.get(block["block_id"]))
            values[block["block_id"]] = {element["action_id"]: {"type": element["type"], **state}}
    return values


def _held(element: Json, given: Sequence[str] | None) -> Json:
    groups = element.get("option_groups") or [element]
    options = {option["value"]: option for one in groups for option in one.get("options", ())}
    match element["type"]:
        case "checkboxes" | "multi_static_select":
            first = [option["value"] for option in element.get("initial_options", ())]
            return {"selected_options": [options[v] for v in (first if given is None else given)]}
        case "static_select":
            first = element.get("initial_option", {}).get("value")
            value = given[0] if given else first
            return {"selected_option": options.get(value)}
        case "timepicker":
            return {"selected_time": given[0] if given else element.get("initial_time")}
        case _:
            return {"value": given[0] if given else element.get("initial_value")}
