"""Here is the command line: one module a command."""

from __future__ import annotations

import sys

from quizbot import __version__


def main() -> None:
    """Run the command line. `--version` answers before anything heavy is imported."""
    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"quizbot {__version__}\n")
        return
    from quizbot.cli.commands import app

    app()
