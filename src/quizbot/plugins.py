"""Here is how adapters and servers are found: by entry point, ours and strangers' alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from typing import Any, cast

from quizbot.errors import SettingsError
from quizbot.ports import Adapter, Server

_EXTRAS = {"web": "web", "http": "web", "slack": "slack", "discord": "discord"}


def adapter(name: str, settings: Mapping[str, str]) -> Adapter:
    """The adapter of that name. Raises SettingsError where it isn't installed or refuses."""
    return cast("Adapter", _create("quizbot.adapters", name)(settings))


def server(name: str, settings: Mapping[str, str]) -> Server:
    """The HTTP server of that name. Raises SettingsError where it isn't installed."""
    return cast("Server", _create("quizbot.servers", name)(settings))


def _create(group: str, name: str) -> Callable[[Mapping[str, str]], Any]:
    found = entry_points(group=group, name=name)
    extra = _EXTRAS.get(name, name)
    mend = f"Install it: pip install 'quizbot[{extra}]'"
    if not found:
        raise SettingsError(f"The {name} adapter isn't installed. {mend}")
    try:
        create: Callable[[Mapping[str, str]], Any] = next(iter(found)).load()
    except ModuleNotFoundError as error:
        raise SettingsError(f"The {name} adapter needs {error.name}. {mend}") from None
    return create
