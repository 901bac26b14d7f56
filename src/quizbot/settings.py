"""Here are the settings: from the environment, then `quizbot.toml`, then the defaults."""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from quizbot.errors import SettingsError

ADAPTER_KEYS = (
    "slack_bot_token",
    "slack_app_token",
    "slack_signing_secret",
    "slack_client_id",
    "slack_client_secret",
    "slack_api_url",
    "secret_key",
    "discord_token",
    "discord_api_url",
    "discord_shards",
)
"""Settings that only a platform's adapter reads; the core hands them on."""

_UNPREFIXED = frozenset(ADAPTER_KEYS) - {
    "secret_key",
    "slack_api_url",
    "discord_api_url",
    "discord_shards",
}
_OWN_KEYS = (
    "database_url",
    "questions",
    "host",
    "port",
    "playground",
    "log_level",
    "log_format",
    "admins",
    "extra_time",
)
_NEARLY = 0.88
MOST_EXTRA = 300
"""Per cent of time that may be added for a person."""
LEVELS = ("debug", "info", "warning", "error")


@dataclass(frozen=True, slots=True)
class Settings:
    """What quizbot was told. `playground` None: on where no platform is configured.

    `extra_time` maps a person's id to the share of an exam's time that is added for them.
    `log_format` None: console on a terminal, else json. `adapters` holds what only adapters read;
    it may hold secrets, so it is never shown.
    """

    database_url: str = "sqlite:///data/quizbot.db"
    questions: tuple[Path, ...] = ()
    host: str = "127.0.0.1"
    port: int = 8080
    playground: bool | None = None
    log_level: str = "info"
    log_format: Literal["console", "json"] | None = None
    admins: frozenset[str] = frozenset()
    extra_time: Mapping[str, float] = field(default_factory=dict)
    adapters: Mapping[str, str] = field(default_factory=dict, repr=False)


def load(environment: Mapping[str, str], folder: Path) -> Settings:
    """The settings of a program started in `folder`.

    Raises SettingsError, naming the setting, where one is unknown, of the wrong kind, or the
    settings file can't be read.
    """
    _refuse_misspelt(environment)
    values = _file(environment, folder) | _environment(environment)
    default = Settings()
    return Settings(
        database_url=_database_url(values.get("database_url", default.database_url)),
        questions=_questions(values.get("questions"), folder),
        host=values.get("host", default.host),
        port=_port(values.get("port", str(default.port))),
        playground=_flag("playground", values.get("playground")),
        log_level=_one_of("log_level", values.get("log_level", default.log_level), LEVELS),
        log_format=_log_format(values.get("log_format")),
        admins=frozenset(values.get("admins", "").replace(",", " ").split()),
        extra_time=_extra_time(values.get("extra_time", "")),
        adapters={key: values[key] for key in ADAPTER_KEYS if values.get(key)},
    )


def variable(key: str) -> str:
    """The environment variable that holds the setting `key`."""
    return key.upper() if key in _UNPREFIXED else f"QUIZBOT_{key.upper()}"


def _refuse_misspelt(environment: Mapping[str, str]) -> None:
    """A variable that is nearly one of ours is told, not passed over.

    Others with our prefix are let be: a Kubernetes service of that name makes several.
    """
    known = {"QUIZBOT_CONFIG", *map(variable, (*_OWN_KEYS, *ADAPTER_KEYS))}
    for name in sorted(environment.keys() - known):
        near = difflib.get_close_matches(name, known, n=1, cutoff=_NEARLY)
        if near and name.startswith("QUIZBOT_"):
            raise SettingsError(f"there is no setting {name}. Did you mean {near[0]}?")


def _environment(environment: Mapping[str, str]) -> dict[str, str]:
    keys = (*_OWN_KEYS, *ADAPTER_KEYS)
    found = {key: environment.get(variable(key), "") for key in keys}
    return {key: value for key, value in found.items() if value}


def _file(environment: Mapping[str, str], folder: Path) -> dict[str, str]:
    named = environment.get("QUIZBOT_CONFIG")
    path = folder / (named or "quizbot.toml")
    if not named and not path.exists():
        return {}
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"{path}: can't be read ({error.strerror}). Check its name.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path}: isn't TOML: {error}. Mend that line.") from None
    return {_known(key, path): _text(key, value, path) for key, value in table.items()}


def _known(key: str, path: Path) -> str:
    keys = (*_OWN_KEYS, *ADAPTER_KEYS)
    if key in keys:
        return key
    near = difflib.get_close_matches(key, keys, n=1)
    hint = f"Did you mean {near[0]}?" if near else f"Known are: {', '.join(keys)}."
    raise SettingsError(f"{path}: there is no setting {key}. {hint}")


def _text(key: str, value: Any, path: Path) -> str:
    match value:
        case bool():
            return "1" if value else "0"
        case str() | int():
            return str(value)
        case list() if all(isinstance(part, str) for part in value):
            return (os.pathsep if key == "questions" else " ").join(value)
        case _:
            raise SettingsError(f"{path}: {key} must be a text, a number or a list of texts.")


def _database_url(url: str) -> str:
    if url.startswith(("sqlite:///", "postgresql://")):
        return url
    scheme = url.partition(":")[0]
    raise SettingsError(
        f"database_url starts with {scheme!r}. Write sqlite:///PATH or postgresql://USER@HOST/NAME."
    )


def _questions(paths: str | None, folder: Path) -> tuple[Path, ...]:
    """The bank folders; without any setting the ones that came with the program."""
    if paths is not None:
        return tuple(folder / part for part in paths.split(os.pathsep) if part)
    return (folder / "questions" if (folder / "questions").is_dir() else _shipped(),)


def _shipped() -> Path:
    """The questions in the checkout, or in the installed package.

    The checkout goes first: an editable install leaves a stale copy in the package's place.
    """
    package = Path(__file__).parent
    checkout = package.parent.parent / "questions"
    return checkout if checkout.is_dir() else package / "questions"


def _port(text: str) -> int:
    if text.isdecimal() and 0 <= int(text) < 65536:
        return int(text)
    raise SettingsError(f"port is {text!r}. Write a number from 1 to 65535.")


def _extra_time(text: str) -> dict[str, float]:
    """`U123=25 U456=50`: per cent of time on top, by a person's id."""
    found = {}
    for part in text.replace(",", " ").split():
        person, _, percent = part.partition("=")
        number = percent.removesuffix("%")
        if not person or not number.isdecimal() or not 0 < int(number) <= MOST_EXTRA:
            raise SettingsError(
                f"extra_time has {part!r}. Write ID=PERCENT, such as U123=25, up to {MOST_EXTRA}."
            )
        found[person] = int(number) / 100
    return found


def _flag(key: str, text: str | None) -> bool | None:
    if text is None:
        return None
    words = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
    if text.lower() not in words:
        raise SettingsError(f"{key} is {text!r}. Write 1 or 0.")
    return words[text.lower()]


def _log_format(text: str | None) -> Literal["console", "json"] | None:
    match text:
        case None | "console" | "json":
            return text
        case _:
            raise SettingsError(f"log_format is {text!r}. Write console or json.")


def _one_of(key: str, text: str, allowed: tuple[str, ...]) -> str:
    if text.lower() in allowed:
        return text.lower()
    raise SettingsError(f"{key} is {text!r}. Write one of {', '.join(allowed)}.")
