"""Here are the Web API's methods: what is wrong is refused in Slack's words."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from adapters.slack.kit_rules import faults
from adapters.slack.slack_world import METHOD_SCOPES, Channel, Json, View, Workspace, World

TRIGGER_LASTS = timedelta(seconds=3)


class SlackError(Exception):
    """An answer with `ok: false`."""

    def __init__(self, code: str, **more: Any) -> None:
        self.body: Json = {"ok": False, "error": code, **more}
        super().__init__(code)


Method = Callable[[Workspace, Json], Json]


def _page(found: list[Json], given: Json) -> Json:
    """One page, and where the next one begins."""
    first, size = int(given.get("cursor") or 0), int(given.get("limit", 100))
    more = len(found) > first + size
    cursor = str(first + size) if more else ""
    page = found[first : first + size]
    return {"messages": page, "has_more": more, "response_metadata": {"next_cursor": cursor}}


class Methods:
    """What a bot token may call."""

    def __init__(self, world: World, base: Callable[[], str], ready: Callable[[], bool]) -> None:
        self._ready = ready
        self._world = world
        self._base = base

    def call(self, method: str, token: str, given: Json) -> Json:
        """Do it. Raises SlackError where Slack would say no."""
        workspace = self._world.by_token(token)
        if workspace is None:
            raise SlackError("invalid_auth" if token else "not_authed")
        if workspace.revoked:
            raise SlackError("token_revoked")
        done: Method | None = getattr(self, "_" + method.replace(".", "_"), None)
        if done is None:
            raise SlackError("unknown_method", req_method=method)
        scope = METHOD_SCOPES.get(method)
        if scope and scope not in workspace.scopes:
            raise SlackError("missing_scope", needed=scope, provided=",".join(workspace.scopes))
        return {"ok": True, **done(workspace, given)}

    def _auth_test(self, workspace: Workspace, _given: Json) -> Json:
        return {
            "team_id": workspace.id,
            "user_id": workspace.bot_user,
            "bot_id": workspace.bot_id,
        }

    def _users_info(self, workspace: Workspace, given: Json) -> Json:
        if given.get("user") not in workspace.people:
            raise SlackError("user_not_found")
        return {"user": workspace.people[given["user"]]}

    def _conversations_open(self, workspace: Workspace, given: Json) -> Json:
        user = str(given.get("users", ""))
        if user not in workspace.people:
            raise SlackError("user_not_found")
        return {"channel": {"id": self.direct(workspace, user).id}}

    def direct(self, workspace: Workspace, user: str) -> Channel:
        """The conversation of a person with the App, opened now if it wasn't."""
        id_ = f"D{user}"
        return workspace.channels.setdefault(id_, Channel(id_, {user}, user=user))

    def _chat_postMessage(self, workspace: Workspace, given: Json) -> Json:  # noqa: N802
        channel = self._channel(workspace, given)
        self._check_message(given)
        if given.get("thread_ts") and not self._world.find(channel.id, given["thread_ts"]):
            raise SlackError("thread_not_found")
        message = self._world.add(channel.id, given, bot_id=workspace.bot_id)
        return {"channel": channel.id, "ts": message.ts, "message": message.as_slack_tells()}

    def _chat_postEphemeral(self, workspace: Workspace, given: Json) -> Json:  # noqa: N802
        channel = self._channel(workspace, given)
        if given.get("user") not in channel.members:
            raise SlackError("user_not_in_channel")
        self._check_message(given)
        message = self._world.add(channel.id, given, to=str(given["user"]))
        return {"message_ts": message.ts}

    def _chat_update(self, workspace: Workspace, given: Json) -> Json:
        channel = self._channel(workspace, given)
        message = self._world.find(channel.id, str(given.get("ts")))
        if message is None:
            raise SlackError("message_not_found")
        if message.bot_id != workspace.bot_id:
            raise SlackError("cant_update_message")
        self._check_message(given)
        if len(given.get("text", "")) > 4000:
            raise SlackError("msg_too_long")
        self._world.replace(message, given)
        return {"channel": channel.id, "ts": message.ts}

    def _chat_delete(self, workspace: Workspace, given: Json) -> Json:
        channel = self._channel(workspace, given)
        message = self._world.find(channel.id, str(given.get("ts")))
        if message is None:
            raise SlackError("message_not_found")
        self._world.messages.remove(message)
        return {"ts": message.ts}

    def _conversations_history(self, workspace: Workspace, given: Json) -> Json:
        channel = self._channel(workspace, given)
        oldest = float(given.get("oldest", 0))
        newest = [
            m.as_slack_tells()
            for m in reversed(self._world.messages)
            if m.channel == channel.id and not m.ephemeral_to and not m.thread_ts
        ]
        return _page([m for m in newest if float(m["ts"]) > oldest], given)

    def _conversations_replies(self, workspace: Workspace, given: Json) -> Json:
        channel = self._channel(workspace, given)
        parent = self._world.find(channel.id, str(given.get("ts")))
        if parent is None:
            raise SlackError("thread_not_found")
        replies = [
            m for m in self._world.messages if (m.channel, m.thread_ts) == (channel.id, parent.ts)
        ]
        oldest = float(given.get("oldest", 0))
        later = [m for m in replies if float(m.ts) > oldest]
        return _page([m.as_slack_tells() for m in (parent, *later)], given)

    def _views_open(self, _workspace: Workspace, given: Json) -> Json:
        user = self._trigger(str(given.get("trigger_id", "")))
        return {"view": self._view(user, given["view"])}

    def _views_update(self, _workspace: Workspace, given: Json) -> Json:
        for view in self._world.modals.values():
            if view.id == given.get("view_id"):
                self.check_view(given["view"])
                view.change(given["view"], self._world.number())
                return {"view": {"id": view.id}}
        raise SlackError("not_found")

    def _views_publish(self, workspace: Workspace, given: Json) -> Json:
        if given.get("user_id") not in workspace.people:
            raise SlackError("user_not_found")
        wrong = faults(given["view"], "home")
        if given["view"].get("type") != "home" or wrong:
            raise SlackError("invalid_arguments", response_metadata={"messages": wrong})
        self._world.homes[str(given["user_id"])] = given["view"]
        return {"view": given["view"]}

    def _files_getUploadURLExternal(self, _workspace: Workspace, given: Json) -> Json:  # noqa: N802
        if not str(given.get("length", "")).isdecimal() or not given.get("filename"):
            raise SlackError("invalid_arguments")
        if len(str(given.get("alt_txt", ""))) > 1000:
            raise SlackError("invalid_arguments")
        id_ = f"F{self._world.number()}"
        self._world.files[id_] = {"name": given["filename"], "size": int(given["length"])}
        return {"file_id": id_, "upload_url": f"{self._base()}/upload/{id_}"}

    def _files_completeUploadExternal(self, workspace: Workspace, given: Json) -> Json:  # noqa: N802
        for one in given.get("files") or ():
            file = self._world.files.get(one.get("id"))
            if file is None or "data" not in file:
                raise SlackError("file_not_found")
            file["complete"] = True
            if given.get("channel_id"):
                channel = self._channel(workspace, {"channel": given["channel_id"]})
                text = f"{given.get('initial_comment', '')}\n{file['name']}: {file['data'][:60]!r}"
                self._world.add(channel.id, {"text": text})
        return {"files": given.get("files", [])}

    def _channel(self, workspace: Workspace, given: Json) -> Channel:
        channel = workspace.channels.get(str(given.get("channel", "")))
        if channel is None:
            raise SlackError("channel_not_found")
        if channel.archived:
            raise SlackError("is_archived")
        if not channel.bot_in:
            raise SlackError("not_in_channel")
        return channel

    def _check_message(self, given: Json) -> None:
        if not given.get("text") and not given.get("blocks"):
            raise SlackError("no_text")
        if len(given.get("text", "")) > 40_000:
            raise SlackError("msg_too_long")
        self.check_blocks(given.get("blocks") or [])

    def check_blocks(self, blocks: list[Json]) -> None:
        """Refuse blocks as Slack does."""
        wrong = faults({"blocks": blocks}, "message")
        for number, block in enumerate(blocks):
            file = block.get("slack_file", {}).get("id")
            known = self._world.files.get(file, {}).get("complete")
            if file is not None and not (known and self._ready()):
                wrong.append(f"invalid slack file [json-pointer:/blocks/{number}/slack_file]")
        if wrong:
            messages = [f"[ERROR] {one}" for one in wrong]
            raise SlackError(
                "invalid_blocks", errors=wrong, response_metadata={"messages": messages}
            )

    def _trigger(self, trigger: str) -> str:
        made = self._world.triggers.get(trigger)
        if made is None:
            raise SlackError("invalid_trigger_id")
        at, user = made
        if not user:
            raise SlackError("exchanged_trigger_id")
        if self._world.clock.now() - at > TRIGGER_LASTS:
            raise SlackError("expired_trigger_id")
        self._world.triggers[trigger] = (at, "")
        return user

    def _view(self, user: str, body: Json) -> Json:
        self.check_view(body)
        view = View(f"V{self._world.number()}", user, body)
        self._world.modals[user] = view
        return {"id": view.id, "hash": view.hash}

    def check_view(self, body: Json) -> None:
        """Refuse a modal as Slack does."""
        wrong = faults(body, "modal")
        if wrong:
            raise SlackError("invalid_arguments", response_metadata={"messages": wrong})
