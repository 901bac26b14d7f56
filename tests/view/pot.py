"""Here is the message catalogue, taken from the code: `PYTHONPATH=src python tests/view/pot.py`.

It writes src/quizbot/view/locale/quizbot.pot, from which a translation begins:

    pybabel init -D quizbot -i quizbot.pot -d . -l de     # in that folder; fill in the .po
    pybabel compile -D quizbot -d .
"""

from __future__ import annotations

import io
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

import quizbot.view

VIEW = Path(quizbot.view.__file__).parent
POT = VIEW / "locale" / "quizbot.pot"
KEYWORDS = {"say": (1,), "count": (1, 2)}
METHODS = [("**.py", "python")]


def messages() -> set[str | tuple[str, ...]]:
    """Every message that the views say: one English text, or one for each number."""
    return {message for _, _, message, _, _ in _extracted()}


def pot() -> str:
    """The catalogue's text, the same for the same code."""
    catalogue = Catalog(project="quizbot", charset="utf-8", header_comment="# quizbot's words")
    for name, _, message, comments, context in _extracted():
        catalogue.add(message, locations=[(name, 0)], auto_comments=comments, context=context)
    packed = io.BytesIO()
    write_po(packed, catalogue, width=100, omit_header=True, include_lineno=False, sort_output=True)
    return _HEADER + packed.getvalue().decode()


_HEADER = """\
# The words of quizbot, to be translated. Made by: PYTHONPATH=src python tests/view/pot.py
msgid ""
msgstr ""
"Project-Id-Version: quizbot\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def _extracted() -> list[tuple[str, int, str | tuple[str, ...], list[str], str | None]]:
    return sorted(
        extract_from_dir(VIEW, METHODS, keywords=KEYWORDS), key=lambda found: (found[0], found[1])
    )


if __name__ == "__main__":
    POT.parent.mkdir(exist_ok=True)
    POT.write_text(pot(), encoding="utf-8")
