"""Here is `quizbot insights`: how a bank's questions fare, as a table, a file or a picture."""

from __future__ import annotations

import asyncio
import sys
from datetime import UTC, datetime
from enum import StrEnum

import typer
from rich.console import Console

from quizbot.app.insights import gathered
from quizbot.app.tools import Tools
from quizbot.cli.ending import load_settings, told
from quizbot.cli.terminal import render
from quizbot.clock import SystemClock
from quizbot.errors import SettingsError
from quizbot.refs import ChannelRef
from quizbot.runtime import opened
from quizbot.settings import Settings
from quizbot.store.analysis import Scope
from quizbot.view import chart, insight_files, notice
from quizbot.view import insights as view
from quizbot.view.insights import Insights
from quizbot.view.wording import Wording

W = Wording.of("en")
REF = "PLATFORM/WORKSPACE/CHANNEL"


class Format(StrEnum):
    """How the insights are written."""

    TEXT = "text"
    CSV = "csv"
    JSON = "json"
    PNG = "png"


def insights(
    bank: str = typer.Argument(help="The bank's code."),
    written: Format = typer.Option(Format.TEXT, "--format", help="How to write them."),
    *,
    csv: bool = typer.Option(False, "--csv", help="The same as --format csv."),
    json: bool = typer.Option(False, "--json", help="The same as --format json."),
    png: bool = typer.Option(False, "--png", help="The picture of participation."),
    since: datetime = typer.Option(
        None, formats=["%Y-%m-%d"], help="Only answers from this day (UTC) on."
    ),
    channel: str = typer.Option("", help=f"Only this channel's people: {REF}."),
) -> None:
    """How the questions fare: participation, hard ones, traps, doubtful keys. Nobody is named."""
    wanted = [*([Format.CSV] * csv), *([Format.JSON] * json), *([Format.PNG] * png)]
    if len(wanted) > 1:
        raise typer.BadParameter("choose one of --csv, --json and --png")
    begins = since.replace(tzinfo=UTC) if since else None
    with told():
        scope = Scope(bank, _channel(channel) if channel else None)
        found = asyncio.run(_found(load_settings(), scope, begins))
    _write(found, (*wanted, written)[0])


async def _found(settings: Settings, scope: Scope, since: datetime | None) -> Insights:
    async with opened(settings, SystemClock()) as tools:
        await _check(tools, scope, since)
        return await gathered(tools, scope, since)


async def _check(tools: Tools, scope: Scope, since: datetime | None) -> None:
    """Raise SettingsError where there can't be anything to tell."""
    if since is not None and since >= tools.clock.now():
        raise SettingsError("--since is in the future. Give a day that has begun.")
    banks = tools.library.catalog.banks
    async with tools.store.read() as tx:
        if scope.bank not in banks and not await tx.items.of_bank(scope.bank):
            raise SettingsError(notice.unknown_bank(W, scope.bank, tuple(banks)))
        if scope.channel is not None and await tx.channels.find(scope.channel) is None:
            raise SettingsError(f"No question was ever put in that channel. Write it as {REF}.")


def _channel(ref: str) -> ChannelRef:
    """The channel of `slack/T1/C1`, or `web/general` where there is no workspace."""
    match ref.split("/"):
        case [platform, channel] if platform and channel:
            return ChannelRef(platform, "", channel)
        case [platform, workspace, channel] if platform and channel:
            return ChannelRef(platform, workspace, channel)
        case _:
            raise SettingsError(f"“{ref}” names no channel. Write it as {REF}.")


def _write(found: Insights, written: Format) -> None:
    match written:
        case Format.TEXT:
            Console().print(render(view.insights(W, found)))
        case Format.CSV:
            sys.stdout.write(insight_files.as_csv(found))
        case Format.JSON:
            sys.stdout.write(insight_files.as_json(found))
        case Format.PNG:
            sys.stdout.buffer.write(chart.participation(W, found.took_part))
