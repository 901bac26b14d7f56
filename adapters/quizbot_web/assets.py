"""Here is what the playground serves over HTTP beside its WebSocket: its page, and files."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

from quizbot.ports import Request, Response
from quizbot_web.guard import HEADERS, Guard, refused
from quizbot_web.render import PICTURES

BELOW = "/playground/"
FILES = f"{BELOW}files/"

Found = tuple[str, str, bytes]

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_MEDIA_TYPE = re.compile(r"[a-z]+/[a-z0-9.+\-]+")


class Assets:
    """The page's own files, and pictures and attachments by `find(digest, persona)`."""

    def __init__(self, guard: Guard, find: Callable[[str, str], Found | None]) -> None:
        self._guard = guard
        self._find = find
        here = Path(__file__).parent
        self._own = {
            path.name: (_TYPES[path.suffix], path.read_bytes())
            for path in here.iterdir()
            if path.suffix in _TYPES
        }

    async def page(self, request: Request) -> Response:
        """The page itself."""
        if refusal := self._guard.refusal(request):
            return refusal
        if request.path != "/":
            return refused(404, "Nothing is here.")
        return self._asset("page.html", request)

    async def below(self, request: Request) -> Response:
        """A script, a style, an icon, or a file of a message."""
        if refusal := self._guard.refusal(request):
            return refusal
        if request.path.startswith(FILES):
            return self._file(request.path.removeprefix(FILES), request.query.get("as", ""))
        return self._asset(request.path.removeprefix(BELOW), request)

    def _asset(self, name: str, request: Request) -> Response:
        if name not in self._own:
            return refused(404, "Nothing is here.")
        content_type, content = self._own[name]
        tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
        headers = {**HEADERS, "etag": tag}
        if request.headers.get("if-none-match") == tag:
            return Response(304, b"", content_type, headers)
        return Response(200, content, content_type, headers)

    def _file(self, digest: str, persona: str) -> Response:
        found = self._find(digest, persona)
        if found is None:
            return refused(404, "No message that you can see has this file.")
        media_type, name, content = found
        headers = {**HEADERS, "cache-control": "private, max-age=86400, immutable"}
        if media_type not in PICTURES:
            headers["content-disposition"] = f"attachment; filename*=UTF-8''{quote(name, safe='')}"
        if not _MEDIA_TYPE.fullmatch(media_type):
            media_type = "application/octet-stream"
        return Response(200, content, media_type, headers)
