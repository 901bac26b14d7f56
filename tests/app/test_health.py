"""What a watcher of the program is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quizbot.app import health
from quizbot.domain.round import Attempt
from quizbot.domain.scoring import Score
from quizbot.errors import StoreError
from quizbot.ports import Request, Route
from quizbot.store.store import Store
from quizbot.store.upgrading import upgrade
from quizbot.testing.house import MONDAY_MORNING, House
from quizbot.testing.recording import RecordingAdapter

ASKED = Request("GET", "/", {}, {})


class Away(RecordingAdapter):
    @property
    def missing(self) -> str:
        return "no connection"


def _route(routes: object, path: str) -> Route:
    assert isinstance(routes, tuple)
    return next(route for route in routes if isinstance(route, Route) and route.path == path)


async def test_alive_and_ready(house: House, adapter: RecordingAdapter) -> None:
    routes = health.routes(house.tools.store, {"memory": adapter})
    assert (await _route(routes, "/healthz").handle(ASKED)).status == 200
    ready = await _route(routes, "/readyz").handle(ASKED)
    assert (ready.status, json.loads(ready.body)) == (200, {"ready": True, "missing": {}})


async def test_a_platform_that_is_away_is_named(house: House) -> None:
    routes = health.routes(house.tools.store, {"memory": Away()})
    ready = await _route(routes, "/readyz").handle(ASKED)
    assert ready.status == 503
    assert json.loads(ready.body)["missing"] == {"memory": "no connection"}
    assert (await _route(routes, "/healthz").handle(ASKED)).status == 200


async def test_a_database_whose_file_was_deleted_is_not_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "gone.db"
    url = f"sqlite:///{path}"
    await upgrade(url)
    store = await Store.open(url)
    try:
        path.unlink()
        given = Attempt(1, 1, frozenset("a"), Score(1.0, correct=True), MONDAY_MORNING, counts=True)
        with pytest.raises(StoreError):
            await store.record(given)
        assert not path.exists()
        with pytest.raises(StoreError):
            await store.check()
    finally:
        await store.close()
