"""Here is `quizbot play`: the same core, in this terminal."""

from __future__ import annotations

import asyncio
import getpass
import signal
from dataclasses import dataclass, field

import typer
from rich.console import Console

from quizbot.app.tutor import FrontDoor
from quizbot.cli.ending import load_settings, told
from quizbot.cli.terminal import render
from quizbot.clock import SystemClock
from quizbot.domain.round import LETTERS
from quizbot.message import Button, Buttons, Menu, Message
from quizbot.ports import Caller, Command, Event, Press
from quizbot.refs import UserRef
from quizbot.runtime import opened
from quizbot.settings import Settings
from quizbot.view import terminal as words
from quizbot.view.wording import Wording

QUIT = frozenset({"q", "quit", "exit"})


def play(
    bank: str = typer.Option("", help="The bank's code; the first bank otherwise."),
    topic: str = typer.Option("", help="Only questions on this topic."),
    count: int = typer.Option(5, min=1, max=50, help="How many questions."),
    difficulty: str = typer.Option("", help="easy, medium or hard."),
) -> None:
    """Practise in this terminal."""
    asked = {"bank": bank, "topic": topic, "count": str(count), "difficulty": difficulty}
    with told():
        asyncio.run(_play(load_settings(), {key: value for key, value in asked.items() if value}))


@dataclass(slots=True)
class _Table:
    """The person at the terminal, and how often they have acted (each event has its own id)."""

    caller: Caller
    console: Console
    started: str
    events: int = field(default=0)

    def event_id(self) -> str:
        self.events += 1
        return f"{self.started}-{self.events}"


async def _play(settings: Settings, options: dict[str, str]) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # Ctrl+C ends the question at once
    clock = SystemClock()
    person = getpass.getuser()
    caller = Caller(UserRef("terminal", "", person), person, None)
    table = _Table(caller, Console(), clock.now().isoformat())
    async with opened(settings, clock) as tools:
        tutor = FrontDoor(tools)
        event: Event | None = Command(caller, "practice", table.event_id(), options)
        while event is not None:
            message = (await tutor.handle(event)).message
            if message is None:
                return
            table.console.print(render(message))
            event = await _next(table, message)


async def _next(table: _Table, message: Message) -> Press | None:
    """Ask which of the message's buttons to press; None to leave."""
    w = Wording.of(table.caller.locale)
    menus = [block for block in message.blocks if isinstance(block, Menu)]
    keys = _keys(message)
    labels = [f"{key}: {button.label}" if key != button.label else key for key, button in keys]
    letters = [LETTERS[position] for menu in menus for position in range(len(menu.choices))]
    if not keys and not menus:
        return None
    while True:
        typed = await _ask(table, words.which(w, [*letters, *labels]))
        if typed is None or typed.casefold() in QUIT:
            return None
        for key, button in keys:
            if typed.casefold() in {key.casefold(), button.label.casefold()}:
                return Press(table.caller, button.action, table.event_id())
        for menu in menus:
            chosen = _chosen(menu, typed)
            if chosen is not None:
                return Press(table.caller, menu.action, table.event_id(), chosen)
        table.console.print(words.not_understood(w), style="yellow", markup=False)


def _keys(message: Message) -> list[tuple[str, Button]]:
    """What to type for each button: its letter, or a number."""
    buttons = [b for block in message.blocks if isinstance(block, Buttons) for b in block.buttons]
    keys: list[tuple[str, Button]] = []
    for button in buttons:
        number = sum(not key.isalpha() for key, _ in keys) + 1
        keys.append((button.label if len(button.label) == 1 else str(number), button))
    return keys


def _chosen(menu: Menu, typed: str) -> tuple[str, ...] | None:
    """The values of the letters typed (`A C`, `a,c`); None where they aren't right in number."""
    typed_letters = {letter.upper() for letter in typed if letter.isalnum()}
    by_letter = dict(zip(LETTERS, menu.choices, strict=False))
    if not typed_letters <= set(by_letter) or not menu.least <= len(typed_letters) <= menu.most:
        return None
    return tuple(by_letter[letter].value for letter in sorted(typed_letters))


async def _ask(table: _Table, prompt: str) -> str | None:
    """One line from the person, for whom everything else may wait; None when they leave."""
    try:
        return table.console.input(prompt, markup=False).strip()
    except (EOFError, KeyboardInterrupt):
        return None
