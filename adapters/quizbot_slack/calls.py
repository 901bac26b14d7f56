"""Here is calling Slack's Web API: what fails becomes one of three DeliveryErrors."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from quizbot.clock import Clock
from quizbot.errors import DeliveryError, Refused, Unreachable, Unsure
from quizbot_slack import limits

log = logging.getLogger(__name__)

Answer = dict[str, Any]
Client = Callable[[str], Awaitable[AsyncWebClient]]
"""The web client of a workspace. Raises Refused where quizbot isn't installed there."""

NO_ANSWER = (aiohttp.ClientError, TimeoutError, ConnectionError)
"""What a call raises where no answer comes."""

_STRUCTURED = frozenset({"blocks", "view", "files"})


class Calls:
    """The Web API of every workspace. A method that Slack has limited rests until it may go on."""

    def __init__(self, client: Client, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        self._resting: dict[tuple[str, str, str], datetime] = {}

    async def call(self, team: str, method: str, **arguments: Any) -> Answer:
        """Call `method` in a workspace.

        Raises Refused where it will never work as things stand, Unreachable where nothing was
        done, Unsure where no answer came to a method that creates something.
        """
        rests = (team, method, str(arguments.get("channel", "")) if "post" in method else "")
        self._mind(rests)
        client = await self._client(team)
        try:
            if _STRUCTURED.intersection(arguments):
                answer = await client.api_call(method, json=arguments)
            else:  # methods that only read take no JSON
                answer = await client.api_call(method, data=arguments)
        except SlackApiError as error:
            raise self._refusal(error, rests, arguments) from error
        except aiohttp.ClientConnectorError as error:
            raise Unreachable(f"Slack can't be reached: {error}") from error
        except NO_ANSWER as error:
            raise _lost(method, f"no answer came from Slack: {type(error).__name__}") from error
        return dict(answer.data) if isinstance(answer.data, dict) else {}

    def _mind(self, rests: tuple[str, str, str]) -> None:
        until = self._resting.get(rests)
        if until is None:
            return
        left = until - self._clock.now()
        if left <= timedelta():
            del self._resting[rests]
            return
        raise Unreachable(f"Slack asked {rests[1]} to wait", retry_after=left)

    def _refusal(
        self, error: SlackApiError, rests: tuple[str, str, str], arguments: Answer
    ) -> DeliveryError:
        method, response = rests[1], error.response
        status = int(getattr(response, "status_code", 0) or 0)
        data, code = _told(error), code_of(error)
        if status == 429 or code in limits.LIMITED:
            pause = timedelta(seconds=_seconds(getattr(response, "headers", {})))
            self._resting[rests] = self._clock.now() + pause
            return Unreachable(f"Slack asked {method} to wait", retry_after=pause)
        if code in limits.OURS:
            told = (data.get("response_metadata") or {}).get("messages") or data.get("errors") or ()
            log.error("Slack refused %s: %s %s; blocks: %s", method, code, told, _shape(arguments))
            return Faulty(f"Slack refused the message as {code}", tuple(map(str, told)))
        if code in limits.NOT_THERE:
            return NotThere(code)
        if code == limits.GONE:
            return Gone(code)
        if code in limits.NEVER:
            return Refused(code)
        if status >= 500 or code in limits.PASSING:
            return _lost(method, f"Slack failed: {code or status}")
        return Refused(f"Slack refused {method}: {code}")


def code_of(error: SlackApiError) -> str:
    """Slack's word for what is wrong; empty where it gave none."""
    return str(_told(error).get("error", ""))


class NotThere(Refused):
    """The bot isn't in the channel: inviting it is the remedy."""


class Gone(Refused):
    """The message isn't there any more."""


class Faulty(Refused):
    """Slack couldn't read what we sent: a fault of ours. `told` is what Slack said of it."""

    def __init__(self, reason: str, told: tuple[str, ...]) -> None:
        self.told = told
        super().__init__(reason)


def _told(error: SlackApiError) -> Answer:
    data = getattr(error.response, "data", None)
    return data if isinstance(data, dict) else {}


def _lost(method: str, reason: str) -> DeliveryError:
    return Unsure(reason) if method in limits.CREATES else Unreachable(reason)


def _seconds(headers: Any) -> float:
    found = {str(name).lower(): value for name, value in dict(headers).items()}
    value = found.get("retry-after", "1")
    text = value[0] if isinstance(value, list) else value
    try:
        return max(1.0, float(text))
    except (TypeError, ValueError):
        return 1.0


def _shape(arguments: Answer) -> list[str]:
    """The kinds of blocks in order: no text, which may be a person's."""
    held = arguments.get("blocks") or arguments.get("view", {}).get("blocks", ())
    return [str(block.get("type")) for block in held if isinstance(block, dict)]
