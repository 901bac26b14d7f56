"""Here are the files that quizbot gives to Slack: pictures, and a person's own data."""

from __future__ import annotations

import logging
from collections.abc import Iterable

import aiohttp

from quizbot.errors import Refused, Unreachable, Unsure
from quizbot.message import Image, Message
from quizbot_slack import limits, render
from quizbot_slack.calls import Calls

log = logging.getLogger(__name__)

REMEMBERED = 1_000


class Files:
    """Uploads; which pictures Slack has already is remembered for the latest ones."""

    def __init__(self, calls: Calls, http: aiohttp.ClientSession) -> None:
        self._calls = calls
        self._http = http
        self._known: dict[tuple[str, str], str] = {}

    async def pictures(self, team: str, message: Message) -> dict[str, str]:
        """Slack's ids of the message's pictures, by digest, uploaded now if they are new.

        One that may not be uploaded is left out: the words are worth more than the picture.
        """
        found: dict[str, str] = {}
        for image in render.images(message):
            name = render.digest(image.data)
            if (team, name) not in self._known:
                try:
                    self._known[team, name] = await self._picture(team, image)
                except Refused as error:
                    log.warning("a picture can't be uploaded (%s): its words stand for it", error)
                    continue
            found[name] = self._known[team, name]
            if len(self._known) > REMEMBERED:
                self._known.pop(next(iter(self._known)))
        return found

    def forget(self, team: str, digests: Iterable[str]) -> None:
        """Upload these anew when they are wanted again."""
        for name in digests:
            self._known.pop((team, name), None)

    async def share(self, team: str, channel: str, data: bytes, name: str, label: str) -> None:
        """Put a file into a conversation."""
        file = await self._upload(team, data, name, label)
        await self._calls.call(
            team,
            "files.completeUploadExternal",
            files=[{"id": file, "title": name}],
            channel_id=channel,
            initial_comment=render.escape(label),
        )

    async def _picture(self, team: str, image: Image) -> str:
        """Upload a picture that is shown nowhere by itself: done twice it does no harm."""
        file = await self._upload(team, image.data, image.name, image.alt)
        files = [{"id": file, "title": image.name}]
        try:
            await self._calls.call(team, "files.completeUploadExternal", files=files)
        except Unsure as error:
            raise Unreachable(str(error)) from error
        return file

    async def _upload(self, team: str, data: bytes, name: str, alt: str) -> str:
        ticket = await self._calls.call(
            team,
            "files.getUploadURLExternal",
            filename=name,
            length=len(data),
            alt_txt=render.fit(alt, limits.FILE_ALT_TEXT),
        )
        try:
            async with self._http.post(str(ticket["upload_url"]), data=data) as response:
                if response.status != 200:
                    raise Unreachable(f"Slack didn't take the file ({response.status})")
        except (aiohttp.ClientError, TimeoutError) as error:
            raise Unreachable(f"the file could not be uploaded: {type(error).__name__}") from error
        return str(ticket["file_id"])
