"""Here is how a command ends: the exit codes, and errors told without a traceback."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import typer
from rich.console import Console

from quizbot import settings
from quizbot.errors import DeliveryError, SettingsError, StoreError

FAULTS, USAGE, OUTSIDE = 1, 2, 3
"""Exit codes: the check found faults; wrong usage or settings; the outside world failed."""

errors = Console(stderr=True, highlight=False)


@contextlib.contextmanager
def told() -> Iterator[None]:
    """Turn quizbot's errors into a sentence on stderr and the exit code that goes with it."""
    try:
        yield
    except SettingsError as error:
        errors.print(str(error), style="red", markup=False)
        raise typer.Exit(USAGE) from None
    except (StoreError, DeliveryError) as error:
        errors.print(str(error), style="red", markup=False)
        raise typer.Exit(OUTSIDE) from None


def load_settings() -> settings.Settings:
    """The settings of this process. Raises SettingsError."""
    return settings.load(os.environ, Path.cwd())
