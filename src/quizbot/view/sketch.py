"""Here is the form in which a question is suggested, and what the rules say of it there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from quizbot.domain.blueprint import Bank
from quizbot.domain.item import MAX_OPTIONS, Difficulty
from quizbot.domain.suggestion import LONGEST, Remark, Sketch
from quizbot.message import Action, Choice, Code
from quizbot.ports import FieldKind, FormField, FormSpec
from quizbot.view import parts
from quizbot.view.wording import Wording

MOST_CHOICES = 25
"""Of a menu: the fewest that a platform's form takes (Discord). More topics are typed."""


def sketch_form(
    w: Wording, bank: Bank, sketch: Sketch, action: Action, errors: Mapping[str, str]
) -> FormSpec:
    """The form with what was typed so far, and what is wrong with it by field.

    What a question can't do without stands in the first five fields: on Discord those are the
    first page, which may be sent alone.
    """
    fields = (
        *_question(w, sketch),
        _topic(w, bank, sketch),
        *_lesson(w, sketch),
        *_rest(w, sketch),
    )
    told = tuple(replace(one, error=errors.get(one.name, "")) for one in fields)
    intro = (
        parts.sentence(w.say("For {bank}. The options look like this:", bank=bank.title)),
        Code(w.say("* The Volga :: About 3,530 km\n- The Rhine :: Well known, yet short")),
    )
    return FormSpec(action, w.say("Suggest a question"), told, w.say("Send"), intro)


def by_field(w: Wording, remarks: Iterable[Remark]) -> dict[str, str]:
    """What is wrong, in words, by field."""
    found: dict[str, str] = {}
    for remark in remarks:
        words = said(w, remark)
        before = found.get(remark.field)
        found[remark.field] = f"{before} {words}" if before else words
    return found


def said(w: Wording, remark: Remark) -> str:
    """What a rule says of a sketch, in words."""
    number = w.number(remark.option + 1) if remark.option is not None else ""
    words = _of_options(w, remark.rule, number) or _of_fields(w, remark.rule)
    return words or w.say("This breaks a rule of question banks: {rule}", rule=remark.rule)


def too_many(w: Wording, most: int) -> str:
    """The person has enough suggestions waiting."""
    return w.count(
        "{n} suggestion of yours waits already. Let an admin decide on it first.",
        "{n} suggestions of yours wait already. Let an admin decide on some first.",
        most,
    )


def _question(w: Wording, sketch: Sketch) -> tuple[FormField, ...]:
    return (
        FormField(
            "stem",
            w.say("The question"),
            FieldKind.LONG_TEXT,
            _filled(sketch.stem),
            hint=w.say("Markdown works: **bold**, `code`, lists."),
        ),
        FormField(
            "options",
            w.say("The options, one a line"),
            FieldKind.LONG_TEXT,
            _filled(sketch.options),
            hint=w.say("A star before each right one. Behind :: why it is right, or only tempts."),
        ),
    )


def _topic(w: Wording, bank: Bank, sketch: Sketch) -> FormField:
    label, typed = w.say("Topic"), _filled(sketch.topic)
    choices = tuple(Choice(topic.code, topic.title) for topic in bank.topics)
    if 0 < len(choices) <= MOST_CHOICES:
        return FormField("topic", label, FieldKind.CHOICE, typed, choices)
    known = w.say("Such as {topic}.", topic=choices[0].label) if choices else ""
    return FormField("topic", label, FieldKind.TEXT, typed, required=bool(choices), hint=known)


def _lesson(w: Wording, sketch: Sketch) -> tuple[FormField, ...]:
    return (
        FormField(
            "trap",
            w.say("The common trap"),
            FieldKind.LONG_TEXT,
            _filled(sketch.trap),
            required=False,
            hint=w.say("What people mix up here."),
        ),
        FormField(
            "explanation",
            w.say("The whole picture"),
            FieldKind.LONG_TEXT,
            _filled(sketch.explanation),
            required=False,
            hint=w.say("The answer in full."),
        ),
    )


def _rest(w: Wording, sketch: Sketch) -> tuple[FormField, ...]:
    levels = (
        Choice(Difficulty.EASY.value, w.say("Easy")),
        Choice(Difficulty.MEDIUM.value, w.say("Medium")),
        Choice(Difficulty.HARD.value, w.say("Hard")),
    )
    return (
        FormField(
            "difficulty", w.say("How hard"), FieldKind.CHOICE, _filled(sketch.difficulty), levels
        ),
        FormField(
            "source",
            w.say("Where to read on"),
            FieldKind.TEXT,
            _filled(sketch.source),
            required=False,
            hint=w.say("A web address, a title before it if you like."),
        ),
    )


def _of_options(w: Wording, rule: str, number: str) -> str:
    """What a rule says of the options, of the one of that number if any; empty: nothing."""
    match rule:
        case "no-options" | "one-option":
            return w.say("Write at least two options, one a line.")
        case "too-many-options":
            return w.say("At most {most} options, so keep the best.", most=w.number(MAX_OPTIONS))
        case "no-key":
            return w.say("Mark the right option: begin its line with * and a space.")
        case "all-key":
            return w.say("Every option is marked as right. Add a wrong one that tempts.")
        case "empty-option":
            return w.say("Option {number} has no text before its ::.", number=number)
        case "duplicate-option":
            return w.say("Option {number} is there twice.", number=number)
        case "no-rationale":
            return w.say("Say behind option {number}, after ::, why it is or isn't.", number=number)
        case "collective-option" | "letter-option":
            return w.say(
                "Option {number} speaks of the others, but their order changes.", number=number
            )
        case "uneven-options":
            return w.say("Option {number} is far longer than another.", number=number)
        case "near-duplicate-options":
            return w.say("Option {number} hardly differs from another.", number=number)
        case _:
            return ""


def _of_fields(w: Wording, rule: str) -> str:
    match rule:
        case "missing-stem":
            return w.say("Write the question.")
        case "missing-topic" | "unknown-topic":
            return w.say("Choose one of the bank's topics.")
        case "bad-code":
            return w.say("Write a short name: lower-case letters, digits and hyphens.")
        case "bad-difficulty":
            return w.say("Choose easy, medium or hard.")
        case "bad-url":
            return w.say("Write a web address that begins with https://, without spaces.")
        case "hidden-character":
            return w.say("An invisible character is in here. Type the text anew.")
        case "too-long":
            return w.say("At most {most} characters fit here.", most=w.number(LONGEST))
        case "no-trap":
            return w.say("Name the confusion that the question tests.")
        case "no-explanation":
            return w.say("Give the answer in full.")
        case "no-references":
            return w.say("Name a place to read on.")
        case "bare-negative":
            return w.say("The question turns on a “not” that is easily missed: make it bold.")
        case "stem-echo":
            return w.say("Only the right option repeats the question's words.")
        case _:
            return ""


def _filled(text: str) -> tuple[str, ...]:
    return (text,) if text else ()
