"""Here is who may talk to the playground: pages that it served itself, on this machine.

The playground has no passwords, so other web sites that are open in the same browser must not
reach it: neither by name tricks (DNS rebinding, so `Host` is checked) nor by sending requests from
their own pages (so `Origin` is checked).
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from quizbot.ports import Request, Response

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-cache",
}
"""What goes with every response of the playground."""


@dataclass(frozen=True, slots=True)
class Guard:
    """The address that the playground is served on; `port` 0 stands for any."""

    host: str
    port: int

    def refusal(self, request: Request, *, from_page: bool = False) -> Response | None:
        """The response that turns `request` away, or None where it may come in.

        `from_page`: it changes something, so it must name one of our own pages as its origin.
        """
        host = request.headers.get("host", "")
        if not self._is_ours(host):
            return refused(403, "This address isn't the playground's.")
        origin = request.headers.get("origin")
        if (from_page or origin is not None) and not _is_same(origin or "", host):
            return refused(403, "Only the playground's own page may do this.")
        return None

    def _is_ours(self, authority: str) -> bool:
        try:
            parts = urlsplit(f"//{authority}")
            name, port = parts.hostname, parts.port or 80
        except ValueError:
            return False
        if not name or parts.netloc != authority or "@" in authority:
            return False
        is_here = name == self.host.lower() or is_loopback(name)
        return is_here and self.port in {0, port}


def is_loopback(host: str) -> bool:
    """Whether `host` can be reached from this machine only."""
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def refused(status: int, reason: str) -> Response:
    """A short plain answer that says why not."""
    return Response(status, reason.encode(), headers=HEADERS)


def _is_same(origin: str, host: str) -> bool:
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and parts.netloc.lower() == host.lower()
