"""Here is how a `/quiz …` command is read: forgiving of case, quotes, order and spelling."""

from __future__ import annotations

import difflib
import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from quizbot.ports import Command, CommandSpec, Parameter, ParameterKind

_NAMED = re.compile(r"([A-Za-z_]+)[:=](.*)", re.DOTALL)
_ALIASES = {"daily show": "daily", "board": "leaderboard", "privacy": "help", "": "help"}


@dataclass(frozen=True, slots=True)
class Call:
    """A command that was understood. `event_id` is the same for a redelivery."""

    spec: CommandSpec
    options: Mapping[str, str]
    event_id: str


@dataclass(frozen=True, slots=True)
class Misread:
    """A command that wasn't understood: the word that doesn't fit, and what comes nearest.

    `spec` is the command where that was clear and only an option wasn't.
    """

    typed: str
    nearest: CommandSpec | None
    spec: CommandSpec | None = None


Knows = Callable[[str, str], str | None]
"""Whether a word is a value of a parameter: its proper spelling, or None."""


def read(command: Command, specs: Sequence[CommandSpec], knows: Knows) -> Call | Misread:
    """Read `command` against the catalogue.

    Options may be named (`topic:scaling`, `topic=scaling`) or stand anywhere: a number is the
    count, any other word goes to the first free parameter that knows it, else to the first free
    one that takes any text.
    """
    typed = _split(command.text)
    spec, rest = _spec(typed, specs)
    if spec is None:
        return Misread(" ".join(typed), _nearest(typed, specs))
    whole = _takes_all_words(spec)
    if whole is not None:
        said = command.options.get(whole) or re.sub(rf"(?i)^{whole}[:=]", "", " ".join(rest))
        return Call(spec, {whole: said} if said else {}, command.id)
    options: dict[str, str] = {}
    loose: list[str] = []
    for word in rest:
        named = _NAMED.fullmatch(word)
        parameter = _parameter(spec, named[1]) if named else None
        if named and parameter:
            options[parameter.name] = named[2]
        else:
            loose.append(word)
    options |= {name: value for name, value in command.options.items() if value}
    for word in loose:
        found = _place(word, spec, options, knows)
        if found is None:
            return Misread(word, None, spec)
        options[found[0]] = found[1]
    proper = {name: knows(name, value) or value for name, value in options.items()}
    wrong = _wrong_choice(spec, proper)
    return Misread(wrong, None, spec) if wrong is not None else Call(spec, proper, command.id)


def _split(text: str) -> list[str]:
    """The words; an unbalanced quote is taken for a letter. `/quiz` itself may stand in front."""
    straight = text.translate(str.maketrans("“”„‘’", '"""\'\''))
    try:
        typed = shlex.split(straight)
    except ValueError:
        typed = straight.split()
    if typed and typed[0].casefold() in {"/quiz", "quiz"}:
        typed = typed[1:]
    return typed


def _spec(
    typed: Sequence[str], specs: Sequence[CommandSpec]
) -> tuple[CommandSpec | None, list[str]]:
    by_name = {spec.name: spec for spec in specs}
    for size in (2, 1, 0):
        name = " ".join(word.casefold() for word in typed[:size])
        name = _ALIASES.get(name, name)
        if len(typed) >= size and name in by_name and (size or not typed):
            return by_name[name], list(typed[size:])
    return None, list(typed)


def _nearest(typed: Sequence[str], specs: Sequence[CommandSpec]) -> CommandSpec | None:
    by_name = {spec.name: spec for spec in specs}
    for size in (2, 1):
        name = " ".join(word.casefold() for word in typed[:size])
        near = difflib.get_close_matches(name, by_name, n=1, cutoff=0.6)
        if near:
            return by_name[near[0]]
    return None


def _takes_all_words(spec: CommandSpec) -> str | None:
    """The name of the parameter that all words go to: a command's only one, if it is free text."""
    if len(spec.parameters) != 1:
        return None
    (only,) = spec.parameters
    return only.name if only.kind is ParameterKind.TEXT and not only.completes else None


def _parameter(spec: CommandSpec, name: str) -> Parameter | None:
    known = {parameter.name: parameter for parameter in spec.parameters}
    return known.get(name.casefold())


def _place(
    word: str, spec: CommandSpec, taken: Mapping[str, str], knows: Knows
) -> tuple[str, str] | None:
    free = [parameter for parameter in spec.parameters if parameter.name not in taken]
    for parameter in free:
        if parameter.kind is ParameterKind.NUMBER and word.isdecimal():
            return parameter.name, word
        choice = _choice(parameter, word)
        if choice is not None:
            return parameter.name, choice
        proper = knows(parameter.name, word)
        if proper is not None:
            return parameter.name, proper
    for parameter in free:
        if parameter.kind is ParameterKind.TEXT:
            return parameter.name, word
    return None


def _choice(parameter: Parameter, word: str) -> str | None:
    for choice in parameter.choices:
        if word.casefold() in {choice.value.casefold(), choice.label.casefold()}:
            return choice.value
    return None


def _wrong_choice(spec: CommandSpec, options: dict[str, str]) -> str | None:
    """Spell choices properly; the first value that isn't one of its parameter's, or None."""
    for parameter in spec.parameters:
        if parameter.choices and parameter.name in options:
            choice = _choice(parameter, options[parameter.name])
            if choice is None:
                return options[parameter.name]
            options[parameter.name] = choice
    return None
