"""Here is help: what can be asked, and what was probably meant."""

from __future__ import annotations

from collections.abc import Sequence

from quizbot.message import (
    Block,
    Callout,
    Entry,
    Heading,
    Listing,
    Message,
    Paragraph,
    Span,
    Style,
    Tone,
)
from quizbot.ports import CommandSpec
from quizbot.view import parts
from quizbot.view.wording import Wording


def help_(w: Wording, commands: Sequence[CommandSpec], *, admin: bool) -> Message:
    """Every command that the person may use, with an example."""
    everyone = [spec for spec in commands if not spec.admin]
    admins = [spec for spec in commands if spec.admin]
    blocks: list[Block] = [
        Heading(w.say("What you can ask")),
        _list(everyone),
    ]
    if admin:
        blocks += [Heading(w.say("For admins"), level=2), _list(admins)]
    example = "/quiz practice 5"
    blocks.append(parts.sentence(w.say("For example: {example}", example=example)))
    return Message(w.say("What you can ask"), tuple(blocks))


def unknown_command(w: Wording, typed: str, nearest: str | None, example: str) -> Message:
    """The command isn't one: the nearest, and an example."""
    title = w.say("There is no command “{typed}”", typed=typed)
    words = (
        w.say("Did you mean {example}?", example=example)
        if nearest
        else w.say("See what there is: {example}", example=example)
    )
    return Message(title, (Callout(Tone.WARNING, title, (parts.sentence(words),)),))


def unknown_option(w: Wording, command: str, typed: str, spec: CommandSpec) -> str:
    """A word fits no option of the command."""
    names = [parameter.name for parameter in spec.parameters]
    if not names:
        return w.say(
            "/quiz {command} takes nothing more: leave out “{typed}”.", command=command, typed=typed
        )
    choices = [choice.value for parameter in spec.parameters for choice in parameter.choices]
    if choices:
        return w.say(
            "“{typed}” doesn't fit /quiz {command}. It takes {names}; choices are {choices}.",
            typed=typed,
            command=command,
            names=w.listing(names),
            choices=w.listing(choices),
        )
    return w.say(
        "“{typed}” doesn't fit /quiz {command}. It takes {names}.",
        typed=typed,
        command=command,
        names=w.listing(names),
    )


def _list(commands: Sequence[CommandSpec]) -> Listing:
    return Listing(tuple(Entry((Paragraph(_line(spec)),)) for spec in commands))


def _line(spec: CommandSpec) -> tuple[Span, ...]:
    options = "".join(f" [{parameter.name}]" for parameter in spec.parameters)
    return (Span(f"/quiz {spec.name}{options}", Style.CODE), Span(f" {spec.summary}"))
