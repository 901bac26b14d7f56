"""Here is what `/healthz` and `/readyz` answer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from quizbot.errors import StoreError
from quizbot.ports import Adapter, Request, Response, Route
from quizbot.store.store import Store


def routes(store: Store, adapters: Mapping[str, Adapter]) -> Sequence[Route]:
    """The health addresses: alive, and ready to work."""

    async def alive(_request: Request) -> Response:
        return Response(body=b"ok\n")

    async def ready(_request: Request) -> Response:
        missing = {name: adapter.missing for name, adapter in adapters.items() if adapter.missing}
        try:
            await store.check()
        except StoreError as error:
            missing["database"] = str(error)
        body = json.dumps({"ready": not missing, "missing": missing}) + "\n"
        return Response(
            status=503 if missing else 200, body=body.encode(), content_type="application/json"
        )

    return (Route("GET", "/healthz", alive), Route("GET", "/readyz", ready))
