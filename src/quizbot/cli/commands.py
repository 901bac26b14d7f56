"""Here is the table of commands."""

from __future__ import annotations

import typer

from quizbot import __version__
from quizbot.cli import check, db, doctor, export, insights, play, run

app = typer.Typer(
    name="quizbot",
    help="The quiz tutor for study groups in Slack and Discord.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("run")(run.run)
app.command("play")(play.play)
app.command("check")(check.check)
app.command("insights")(insights.insights)
app.command("export")(export.export)
app.command("doctor")(doctor.doctor)
app.add_typer(db.app, name="db")


def _version(*, asked: bool) -> None:
    if asked:
        typer.echo(f"quizbot {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    *,
    version: bool = typer.Option(
        False, "--version", callback=lambda asked: _version(asked=asked), is_eager=True
    ),
) -> None:
    """The quiz tutor for study groups in Slack and Discord."""
    del version
