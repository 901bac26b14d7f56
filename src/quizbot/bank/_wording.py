"""Here is what the wording of an item gives away: words, lengths and negatives, for the linter."""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W\d_][\w-]{4,}")
_MARKS = re.compile(r"[*_`.,;:!?'\"()]+")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_EMPHASISED = re.compile(r"(\*\*|__|\*|_)(?=\S).+?\1", re.DOTALL)
_WITHOUT_EMPHASIS = str.maketrans("", "", "*_`")
_CODE = re.compile(r"`[^`]*`")
_NEGATIVE = re.compile(r"\b(?:not|except|never)\b|n['’]t\b")
_ENDS = re.compile(r"[.?!\n]")
_COLLECTIVE = re.compile(
    r"(?:all|none|both|neither|any|each) of (?:the|these|them)(?: (?:above|following|options?|"
    r"answers?|others?|choices?|preceding))*",
    re.IGNORECASE,
)
_LETTERS = re.compile(
    r"(?:(?i:both|only|either|neither|options?|answers?) )*[A-J](?:, ?[A-J])*,? ?(?:and|or|nor|&) "
    r"?(?:option |answer )?[A-J](?: only| are (?:correct|right|true))?",
)

# Words of five letters and more that every question may share with its options.
_COMMON = frozenset(
    [
        "about",
        "above",
        "after",
        "again",
        "against",
        "because",
        "before",
        "being",
        "below",
        "between",
        "could",
        "doing",
        "during",
        "every",
        "first",
        "following",
        "other",
        "should",
        "their",
        "there",
        "these",
        "thing",
        "things",
        "those",
        "through",
        "under",
        "until",
        "using",
        "value",
        "values",
        "where",
        "which",
        "while",
        "whose",
        "within",
        "without",
        "would",
        "correct",
        "answer",
    ]
)


def visible(text: str) -> str:
    """`text` as it is read: links by their words, without marks of emphasis."""
    if "[" in text:
        text = _LINK.sub(r"\1", text)
    return text.translate(_WITHOUT_EMPHASIS)


def bare_negative(stem: str) -> str | None:
    """The negative on which the question at the end of `stem` turns, unless it is emphasised."""
    asked = stem.rstrip()
    if not asked.endswith(("?", ":")) or not _NEGATIVE.search(asked):
        return None
    question = _ENDS.split(_CODE.sub("", asked[:-1]))[-1]
    found = _NEGATIVE.search(_EMPHASISED.sub("", question))
    return found[0] if found else None


def is_collective(text: str) -> bool:
    """Whether an option speaks of all the others: all of the above, none of these."""
    return _COLLECTIVE.fullmatch(visible(text).strip(" .")) is not None


def names_letters(text: str) -> bool:
    """Whether an option names others by their letters: both A and C."""
    return _LETTERS.fullmatch(visible(text).strip(" .")) is not None


def bare(text: str) -> str:
    """`text` without what a learner wouldn't notice: case, emphasis, closing punctuation."""
    if "`" in text:
        return text.strip(" .")
    words = " ".join(text.split()).casefold()
    return _MARKS.sub("", words) if any(letter.isalpha() for letter in words) else words


def telling_words(text: str) -> frozenset[str]:
    """The words of `text` that say something of its subject."""
    return frozenset(word.casefold() for word in _WORD.findall(text)) - _COMMON
