"""Here is what a failure of Discord's means: one of three DeliveryErrors."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from datetime import timedelta

import aiohttp
import discord

from quizbot.errors import Refused, Unreachable, Unsure
from quizbot_discord import limits

log = logging.getLogger(__name__)


class NoChannel(Refused):
    """The channel isn't there."""


class NoMessage(Refused):
    """The message isn't there."""


class Archived(Refused):
    """The thread is archived: it must be opened first."""


_KINDS = {
    limits.UNKNOWN_CHANNEL: NoChannel,
    limits.UNKNOWN_MESSAGE: NoMessage,
    limits.THREAD_ARCHIVED: Archived,
}
_NO_TEXT = "messages can't be sent in a channel of this kind; set the daily in a text channel"
_LOCKED = "the thread is locked; unlock it, or set the daily in another channel"
_WORDS = {
    limits.IN_A_FORUM: _NO_TEXT,
    limits.NO_TEXT_CHANNEL: _NO_TEXT,
    limits.THREAD_ARCHIVED: _LOCKED,
    limits.THREAD_LOCKED: _LOCKED,
}


@contextlib.contextmanager
def told(*, creates: bool) -> Iterator[None]:
    """Turn what discord.py raises into a DeliveryError. `creates`: it may have been done."""
    try:
        yield
    except discord.RateLimited as error:
        raise _waiting(error.retry_after) from error
    except discord.HTTPException as error:
        raise _refusal(error, creates=creates) from error
    except aiohttp.ClientConnectorError as error:
        raise Unreachable(f"Discord can't be reached: {error}") from error
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        raise _lost(f"no answer from Discord: {type(error).__name__}", creates=creates) from error


def _refusal(error: discord.HTTPException, *, creates: bool) -> Exception:
    if error.status >= 500:
        return _lost(f"Discord failed: {error.status}", creates=creates)
    if error.status == 429:
        return _waiting(error.response.headers.get("Retry-After", ""))
    if error.status not in {401, 403, 404} and error.code not in _WORDS:
        log.error("Discord refused what we sent: %s", error.code, exc_info=error)
    kind = _KINDS.get(error.code, Refused)
    words = _WORDS.get(error.code) or error.text or error.status
    return kind(f"{words} ({error.code})")


def _waiting(seconds: float | str) -> Unreachable:
    wait: timedelta | None = None
    with contextlib.suppress(ValueError):
        wait = timedelta(seconds=float(seconds))
    return Unreachable("Discord asked us to wait", retry_after=wait)


def _lost(reason: str, *, creates: bool) -> Exception:
    return Unsure(reason) if creates else Unreachable(reason)
