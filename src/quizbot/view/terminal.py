"""Here is what the terminal asks."""

from __future__ import annotations

from collections.abc import Sequence

from quizbot.view.wording import Wording


def which(w: Wording, choices: Sequence[str]) -> str:
    """Which button to press."""
    return w.say("{choices} (q: leave) > ", choices="  ".join(choices))


def not_understood(w: Wording) -> str:
    """The line fits no button."""
    return w.say("That isn't one of the choices.")
