"""Here is `quizbot export`: what the database holds, as files for git."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import typer

from quizbot.bank.writing import items_yaml
from quizbot.cli.ending import OUTSIDE, errors, load_settings, told
from quizbot.clock import SystemClock
from quizbot.domain.item import Item
from quizbot.errors import SettingsError
from quizbot.runtime import opened
from quizbot.settings import Settings
from quizbot.view import notice
from quizbot.view.wording import Wording

Found = dict[str, tuple[Item, ...]]


def export(
    bank: str = typer.Argument("", help="The bank's code; every bank otherwise."),
    folder: Path = typer.Option(..., "-o", "--output", help="Where DIR/BANK/… is written."),
    *,
    suggestions: bool = typer.Option(
        False, "--suggestions", help="The suggested questions that admins approved."
    ),
) -> None:
    """Write approved suggestions as question files. Once they are in the bank, those are asked."""
    if not suggestions:
        raise typer.BadParameter("say what to export: --suggestions")
    with told():
        found = asyncio.run(_found(load_settings(), bank))
    for code, items in found.items():
        try:
            path = _written(folder / code, items_yaml(items))
        except OSError as error:
            errors.print(f"{folder / code} can't be written: {error.strerror}", markup=False)
            raise typer.Exit(OUTSIDE) from None
        errors.print(f"{path}: {len(items)}", markup=False)
    if not found:
        errors.print("No approved suggestion is missing in the files.")


async def _found(settings: Settings, bank: str) -> Found:
    """The items that no file has, by bank. Raises SettingsError where there is no such bank."""
    async with opened(settings, SystemClock()) as tools:
        banks = tools.library.catalog.banks
        if bank and bank not in banks:
            raise SettingsError(notice.unknown_bank(Wording.of("en"), bank, tuple(banks)))
        found = {code: tools.library.suggested(code) for code in ([bank] if bank else banks)}
    return {code: items for code, items in found.items() if items}


def _written(folder: Path, text: str) -> Path:
    """The new file that holds `text`: none that is there is written over."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in _paths(folder):
        try:
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except FileExistsError:
            continue
        return path
    raise AssertionError("there is always another name")


def _paths(folder: Path) -> Iterator[Path]:
    yield folder / "suggested.yaml"
    yield from (folder / f"suggested-{number}.yaml" for number in count(2))
