"""Every word of the program goes through the message catalogue, which is up to date."""

from __future__ import annotations

import gettext
import re
import string
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum

import pytest

from quizbot.message import Action
from quizbot.ports import FormField, FormSpec
from quizbot.refs import ChannelRef
from quizbot.view.wording import Wording
from view import pot
from view.scenes import everything

OPENING, CLOSING = "⟦", "⟧"
NOT_READ = {"language", "link", "media_type", "name", "kind", "value", "values", "markers"}
"""Fields that no person reads."""


class Pseudo(gettext.NullTranslations):
    """A language in which every message stands in brackets."""

    def __init__(self) -> None:
        super().__init__()
        self.said: set[str | tuple[str, ...]] = set()

    def gettext(self, message: str) -> str:
        self.said.add(message)
        return f"{OPENING}{message}{CLOSING}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.said.add((msgid1, msgid2))
        return f"{OPENING}{msgid1 if n == 1 else msgid2}{CLOSING}"


def test_the_catalogue_is_up_to_date() -> None:
    written = pot.POT.read_text(encoding="utf-8")
    assert written == pot.pot(), "run: PYTHONPATH=src python tests/view/pot.py"


def test_every_message_is_read_in_some_scene() -> None:
    pseudo = Pseudo()
    list(everything(Wording("en", pseudo)))
    assert pot.messages() - pseudo.said == set()
    assert pseudo.said - pot.messages() == set()


def test_every_visible_word_goes_through_the_catalogue() -> None:
    for view in everything(Wording("en", Pseudo())):
        for words in visible(view):
            left = re.sub(r"/quiz [a-z ]+(\[[a-z]+\] ?)*", "", outside(words))
            left = re.sub(r"\b[A-J]\b", "", left)
            assert not set(left) & set(string.ascii_letters), words


@pytest.mark.parametrize("hostile", ["{stem}", "{", "}", "{0}", "{w.locale}", "%s", "{{x}}"])
def test_braces_in_peoples_words_are_only_characters(hostile: str) -> None:
    w = Wording.of("en")
    said = w.say("There is no bank “{code}”.", code=hostile)
    assert said == f"There is no bank “{hostile}”."
    assert hostile in w.say("{words} There are: {known}.", words=said, known=hostile)


def outside(words: str) -> str:
    """What stands in no brackets."""
    depth, left = 0, []
    for character in words:
        depth += (character == OPENING) - (character == CLOSING)
        if not depth and character != CLOSING:
            left.append(character)
    return "".join(left)


def visible(value: object) -> Iterator[str]:
    """Every string of a view that somebody reads."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from visible(one)
    elif is_dataclass(value) and not isinstance(value, (type, Action, ChannelRef)):
        skipped = NOT_READ | ({"choices"} if _weekdays(value) else set())
        for field in fields(value):
            part = getattr(value, field.name)
            if field.name not in skipped and not isinstance(part, Enum):
                yield from visible(part)


def _weekdays(value: object) -> bool:
    return isinstance(value, FormField) and value.name == "weekdays"


def test_a_form_is_looked_through() -> None:
    form = next(view for view in everything(Wording.of("en")) if isinstance(view, FormSpec))
    assert "Hours until it closes" in set(visible(form))
