"""Here is a small tutor with a script: enough of a quiz to try every part of the playground."""

from __future__ import annotations

import asyncio
import struct
import zlib
from collections.abc import Sequence

from quizbot.message import (
    Action,
    Attachment,
    Button,
    Buttons,
    Callout,
    Choice,
    Code,
    Emphasis,
    Entry,
    Footnote,
    Heading,
    Image,
    Listing,
    Markers,
    Menu,
    Message,
    Paragraph,
    Quote,
    Span,
    Style,
    Table,
    Tone,
)
from quizbot.ports import (
    Cabinet,
    Command,
    CommandSpec,
    Event,
    FieldKind,
    Form,
    FormField,
    FormSpec,
    Needs,
    Parameter,
    Press,
    Reply,
    Trouble,
)

STEM = "A model no longer fits on one accelerator. What do you do first?"
OPTIONS = {
    "a": ("Replicate the model on every GPU", "It tempts because it is easy: a copy fits no more."),
    "b": ("Split the layers into stages over the GPUs", "Each GPU holds only its own stage."),
    "c": ("Lower the learning rate", "That changes the training, not the memory it needs."),
    "d": ('Use <script>alert("x")</script> & hope', "Markup in a bank is text, and stays text."),
}
TRAP = "Data parallelism shares the work, not the model."


def words(text: str) -> Paragraph:
    return Paragraph((Span(text),))


def question(round_: str = "1", *, closed: bool = False) -> Message:
    letters = dict(zip("ABCD", OPTIONS, strict=True))
    buttons = [
        Button(letter, Action("answer", (round_, id_)), description=OPTIONS[id_][0])
        for letter, id_ in letters.items()
    ]
    mine = Button("Show my answer", Action("mine", (round_,)))
    return Message(
        f"Daily question: {STEM}",
        (
            Heading("Daily question"),
            Paragraph(
                (
                    Span("A model no longer fits on "),
                    Span("one", Style.BOLD),
                    Span(" accelerator. What do you do "),
                    Span("first", Style.ITALIC),
                    Span("? See "),
                    Span("torch.distributed", Style.CODE),
                    Span(" and the "),
                    Span("guide", link="https://example.org/guide"),
                    Span("."),
                )
            ),
            Code(
                "with pipeline(stages=4):\n    loss = model(batch).sum()  # out of memory", "python"
            ),
            Listing(
                tuple(Entry((words(OPTIONS[id_][0]),), letter) for letter, id_ in letters.items()),
                Markers.LETTERS,
            ),
            Buttons((mine,) if closed else tuple(buttons)),
            Footnote((Span("Machine learning · scaling · closes at 17:00"),)),
        ),
    )


def feedback(chosen: str) -> Message:
    correct = chosen == "b"
    tone, title = (
        (Tone.CORRECT, "B is the answer") if correct else (Tone.INCORRECT, "Not quite: it is B")
    )
    return Message(
        f"{title}. {TRAP}",
        (
            Callout(tone, title, (words("Split the layers into stages over the GPUs."),)),
            Callout(Tone.TRAP, "The trap", (words(TRAP),)),
            Heading("Why each option is or isn’t the answer", 2),
            Listing(
                tuple(
                    Entry((words(text), words(why)), letter)
                    for letter, (text, why) in zip("ABCD", OPTIONS.values(), strict=True)
                ),
                Markers.LETTERS,
            ),
            Buttons(
                (
                    Button("Next question", Action("next", ("7", "1")), Emphasis.PRIMARY),
                    Button("Stop", Action("stop", ("7",)), Emphasis.DANGER),
                )
            ),
        ),
    )


def board() -> Message:
    return Message(
        "This week: Ada leads with 120 points",
        (
            Heading("This week"),
            Table(
                ("Rank", "Name", "Points", "Streak"),
                (("1", "Ada", "120", "5"), ("2", "Chen", "95", "2"), ("3", "Ben", "90", "9")),
                frozenset({0, 2, 3}),
                "Leaderboard of #general",
            ),
            Image(png(160, 60), "A bar for each of the last seven days"),
            Attachment(b"name,points\nAda,120\n", "board.csv", "text/csv", "The whole board"),
            Buttons(
                tuple(
                    Button(label, Action("board", (label.lower(),)))
                    for label in ("Week", "Month", "All")
                )
            ),
        ),
    )


def choose_two() -> Message:
    choices = tuple(Choice(id_, f"{id_.upper()}. {OPTIONS[id_][0]}") for id_ in OPTIONS)
    return Message(
        "Choose two",
        (
            Heading("Choose two"),
            Quote((words("Somebody else said this."),)),
            Callout(Tone.NOTE, "A note", (words("With a body."),)),
            Callout(Tone.WARNING, "", (words("A warning without a title."),)),
            Callout(Tone.NEUTRAL, "Neutral"),
            Menu(Action("answer", ("9",)), "Choose two", choices, 2, 2, "Answer"),
        ),
    )


def help_() -> Message:
    return Message(
        "What I can do",
        (
            Heading("What I can do"),
            Listing(
                tuple(Entry((words(f"/quiz {spec.name}: {spec.summary}"),)) for spec in COMMANDS)
            ),
        ),
    )


def schedule(values: dict[str, tuple[str, ...]] | None = None, problem: str = "") -> FormSpec:
    given = values or {"at": ("09:00",), "days": ("mon", "tue", "wed", "thu", "fri")}
    days = tuple(Choice(day.lower(), day) for day in ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat"))
    banks = (Choice("ml", "Machine learning"), Choice("net", "Networks"))
    return FormSpec(
        Action("daily_form"),
        "Daily question",
        (
            FormField("at", "Time", FieldKind.TIME, given.get("at", ())),
            FormField("zone", "Time zone", FieldKind.ZONE, given.get("zone", ())),
            FormField("days", "Weekdays", FieldKind.CHOICES, given.get("days", ()), days),
            FormField("bank", "Bank", FieldKind.CHOICE, given.get("bank", ("ml",)), banks),
            FormField(
                "hours",
                "Hours until it closes",
                FieldKind.NUMBER,
                given.get("hours", ("8",)),
                hint="From 1 to 168.",
                error=problem,
            ),
            FormField("note", "Note", FieldKind.LONG_TEXT, given.get("note", ()), required=False),
        ),
        "Save",
        (words("The question comes to this channel."),),
    )


COMMANDS = (
    CommandSpec(
        "practice",
        "Private questions one after another",
        (
            Parameter("bank", "Which bank", completes=True),
            Parameter("topic", "Which topic"),
            Parameter("count", "How many questions"),
        ),
    ),
    CommandSpec("leaderboard", "This channel’s board"),
    CommandSpec("daily", "When this channel’s question comes"),
    CommandSpec("daily set", "Schedule the daily question", admin=True, form=True),
    CommandSpec("daily now", "Post a question at once", admin=True),
    CommandSpec("menu", "A question with two answers"),
    CommandSpec("help", "What I can do"),
)


class ScriptedTutor:
    """Answers by its script, and remembers what it was asked."""

    @property
    def cabinet(self) -> Cabinet:
        raise AssertionError("the playground keeps nothing there")

    def excuse(self, trouble: Trouble, event: Event) -> Message:
        raise AssertionError(f"the playground meets no trouble such as {trouble} at {event}")

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.waiting = asyncio.Event()

    @property
    def commands(self) -> Sequence[CommandSpec]:
        return COMMANDS

    def commands_in(self, locale: str) -> Sequence[CommandSpec]:
        raise AssertionError(f"the playground has no words in {locale}")

    def needs(self, event: Event) -> Needs:
        return Needs()

    def complete(self, command: str, parameter: str, typed: str) -> Sequence[Choice]:
        known = (Choice("ml", "Machine learning", "40 questions"), Choice("net", "Networks"))
        return [choice for choice in known if choice.value.startswith(typed)]

    async def handle(self, event: Event) -> Reply:
        self.events.append(event)
        match event:
            case Press(_, Action("answer", args), _, values):
                return Reply(feedback((*args[1:], *values)[0]))
            case Press(_, Action("next", _)):
                return Reply(question("2"), replace=True)
            case Press(_, Action(verb, args)):
                return Reply(Message(verb, (words(f"{verb} {' '.join(args)}"),)), replace=True)
            case Command(_, "wait", _):
                self.waiting.set()
                await asyncio.Event().wait()
                return Reply()
            case Command(_, text, _):
                return self._command(text)
            case Form(_, _, values, _):
                return self._form(dict(values))

    def _command(self, text: str) -> Reply:
        match text:
            case "help":
                return Reply(help_())
            case "daily set":
                return Reply(form=schedule())
            case "daily now":
                return Reply(question("3"), private=False)
            case "leaderboard":
                return Reply(board())
            case "menu":
                return Reply(choose_two())
            case "silence":
                return Reply()
        unknown = f"There is no {text}."
        return Reply(Message(unknown, (Callout(Tone.WARNING, unknown),)))

    def _form(self, values: dict[str, tuple[str, ...]]) -> Reply:
        hours = values.get("hours", ("",))[0] if values.get("hours") else ""
        if not hours.isdecimal():
            return Reply(form=schedule(values, "Give a whole number, such as 8."))
        return Reply(Message("Saved", (Callout(Tone.CORRECT, f"Saved: {hours} hours"),)))


def png(width: int, height: int) -> bytes:
    """A real picture: bars in one colour."""
    rows = b"".join(
        b"\0"
        + b"".join(
            b"\x5b\x5b\xd6" if x % 24 < 16 and y > (x * 7 // 24 * 5) % height else b"\xff\xff\xff"
            for x in range(width)
        )
        for y in range(height)
    )

    def chunk(name: bytes, content: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(name + content))
        return struct.pack(">I", len(content)) + name + content + check

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)
