"""Here is help: what can be asked, and what was probably meant."""

from __future__ import annotations

from collections.abc import Sequence

from quizbot.message import (
    Block,
    Entry,
    Heading,
    Listing,
    Message,
    Paragraph,
    Span,
    Style,
    Text,
    Tone,
)
from quizbot.ports import CommandSpec
from quizbot.view import parts
from quizbot.view.wording import Wording

EXAMPLE = "/quiz practice 5"


def help_(w: Wording, commands: Sequence[CommandSpec], *, admin: bool) -> Message:
    """Every command that the person may use, with an example."""
    title = w.say("What you can ask")
    example = w.say("Try this: {example}", example=EXAMPLE)
    blocks: list[Block] = [
        Heading(title),
        parts.sentence(
            w.say("Answer a question by its letter. Only you see how you did, and why.")
        ),
        _list([spec for spec in commands if not spec.admin]),
    ]
    if admin:
        blocks.append(Heading(w.say("For admins"), level=2))
        blocks.append(_list([spec for spec in commands if spec.admin]))
    blocks.append(parts.sentence(example))
    return Message(w.say("{title}. {example}", title=title, example=example), tuple(blocks))


def unknown_command(w: Wording, typed: str, nearest: str | None, example: str) -> Message:
    """The command isn't one: the nearest, and an example."""
    title = w.say("There is no command “{typed}”", typed=typed)
    if nearest:
        words = w.say("Did you mean {example}?", example=example)
    else:
        words = w.say("{example} shows what you can ask.", example=example)
    told = parts.told(Tone.WARNING, title, words)
    return Message(w.say("{title}. {words}", title=title, words=words), told.blocks)


def unknown_option(w: Wording, command: str, typed: str, spec: CommandSpec) -> str:
    """A word fits no option of the command."""
    if not spec.parameters:
        return w.say(
            "/quiz {command} stands alone: leave out “{typed}”.", command=command, typed=typed
        )
    names = w.listing([parameter.name for parameter in spec.parameters])
    choices = [choice.value for parameter in spec.parameters for choice in parameter.choices]
    misfit = w.say(
        "“{typed}” doesn't fit /quiz {command}. You can give: {names}.",
        typed=typed,
        command=command,
        names=names,
    )
    if not choices:
        return misfit
    allowed = w.say("Words to choose from: {choices}.", choices=w.listing(choices))
    return w.say("{misfit} {allowed}", misfit=misfit, allowed=allowed)


def _list(commands: Sequence[CommandSpec]) -> Listing:
    return Listing(tuple(Entry((Paragraph(_line(spec)),)) for spec in commands))


def _line(spec: CommandSpec) -> Text:
    options = "".join(f" [{parameter.name}]" for parameter in spec.parameters)
    return (Span(f"/quiz {spec.name}{options}", Style.CODE), Span(f": {spec.summary}"))
