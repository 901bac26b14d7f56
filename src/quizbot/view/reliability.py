"""Here is how far a score can be trusted, in plain words."""

from __future__ import annotations

from collections.abc import Iterator

from quizbot.domain.findings import ENOUGH, Reliability
from quizbot.message import Block, Heading
from quizbot.view import parts
from quizbot.view.wording import Wording

GOOD, FAIR = 0.8, 0.6
"""Reliability from which single people, and from which groups, are told apart."""


def reliability(w: Wording, whole: Reliability) -> Iterator[Block]:
    """The reliability, the standard error of a score, and what guessing earns."""
    yield Heading(w.say("How far a score can be trusted"), level=2)
    if whole.people < ENOUGH or whole.alpha is None or whole.sem is None:
        yield parts.sentence(w.say("Not enough answers yet to say."))
        return
    yield parts.sentence(_verdict(w, whole.alpha))
    yield parts.sentence(
        w.say(
            "People answered {length} questions on average. Two times in three, a score over as "
            "many is right to within {sem} of them.",
            length=w.number(round(whole.length, 1)),
            sem=w.number(round(whole.sem, 1)),
        )
    )
    if whole.guess is not None:
        guess = w.percent(whole.guess)
        yield parts.sentence(w.say("Blind guessing would get {share} right.", share=guess))


def _verdict(w: Wording, alpha: float) -> str:
    figure = w.number(round(alpha, 2))
    if alpha >= GOOD:
        return w.say("Reliability {alpha}: good enough to tell people apart.", alpha=figure)
    if alpha >= FAIR:
        return w.say("Reliability {alpha}: fair for a group, rough for one person.", alpha=figure)
    return w.say("Reliability {alpha}: low, a score says little yet.", alpha=figure)
