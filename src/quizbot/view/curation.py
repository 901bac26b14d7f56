"""Here is what admins see of suggested questions: the queue, one after another as it will look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from quizbot.message import (
    Action,
    Block,
    Button,
    Buttons,
    Callout,
    Emphasis,
    Entry,
    Heading,
    Listing,
    Message,
    Tone,
)
from quizbot.ports import FieldKind, FormField, FormSpec
from quizbot.view import parts, text
from quizbot.view.question import Shown, asked
from quizbot.view.suggestion import advised
from quizbot.view.wording import Wording


@dataclass(frozen=True, slots=True)
class Waiting:
    """One that waits: its place in the queue (from 1), and who wrote it if that is told.

    `bank` is the queue's, None where it is that of all banks. `mark` names what it says now.
    """

    id: int
    mark: str
    bank: str | None
    number: int
    count: int
    author: str

    @property
    def scope(self) -> str:
        """Which queue is gone through, as a part of a button."""
        return "all" if self.bank is None else "bank"


def preview(w: Wording, waiting: Waiting, shown: Shown, advice: Sequence[str]) -> Message:
    """The question and its lesson as learners will see them, and what may be done."""
    lesson = parts.lesson(w, shown.round, shown.item, chosen=frozenset())
    approve = Button(
        w.say("Approve"),
        Action("approve", (str(waiting.id), waiting.mark, waiting.scope)),
        Emphasis.PRIMARY,
    )
    title = _title(w, waiting)
    return Message(
        w.say("{title}. {stem}", title=title, stem=text.gist(shown.item.stem)),
        (
            *_head(w, waiting),
            *asked(shown),
            *lesson,
            *advised(w, advice),
            Buttons((approve, *_buttons(w, waiting))),
        ),
    )


def broken(w: Wording, waiting: Waiting, stem: str, problems: Sequence[str]) -> Message:
    """One that its bank doesn't take any more as it is: its topic may have gone."""
    title = w.say("This one breaks a rule of its bank by now")
    entries = tuple(Entry((parts.sentence(words),)) for words in problems)
    return Message(
        w.say("{title}. {stem}", title=title, stem=text.gist(stem)),
        (
            *_head(w, waiting),
            *text.prose(stem),
            Callout(Tone.WARNING, title, (Listing(entries),)),
            Buttons(_buttons(w, waiting)),
        ),
    )


def none_wait(w: Wording) -> Message:
    """The queue is empty."""
    words = w.say("Anybody suggests a question with /quiz suggest.")
    return parts.told(Tone.NOTE, w.say("No suggested question waits"), words)


def changed(w: Wording, again: Message) -> Message:
    """What was to be approved says something else by now: look again."""
    title = w.say("This question was changed meanwhile: look once more")
    return Message(again.summary, (Callout(Tone.WARNING, title), *again.blocks))


def onward(w: Wording, told: Message, bank: str | None, last: int, left: int) -> Message:
    """What was decided, and the way to the next one."""
    if not left:
        return told
    label = w.count("Next: {n} waits", "Next: {n} wait", left)
    button = Button(label, Action("queue", (bank or "", str(last))), Emphasis.PRIMARY)
    return Message(told.summary, (*told.blocks, Buttons((button,))))


def decline_form(
    w: Wording, action: Action, stem: str, reason: str, errors: Mapping[str, str]
) -> FormSpec:
    """The form that asks why a question is turned down."""
    field = FormField(
        "reason",
        w.say("The reason"),
        FieldKind.LONG_TEXT,
        (reason,) if reason else (),
        hint=w.say("Whoever suggested it is told this, in private."),
        error=errors.get("reason", ""),
    )
    return FormSpec(
        action, w.say("Decline"), (field,), w.say("Decline"), (parts.sentence(text.gist(stem)),)
    )


def bad_reason(w: Wording, most: int) -> str:
    """No reason, or an endless one."""
    return w.say("Say why, in at most {most} characters.", most=w.number(most))


def shared_bank(w: Wording) -> str:
    """Banks are shared by several workspaces, so no single one's admins decide."""
    return w.say(
        "Question banks are shared by several workspaces here, so only the admins whom the"
        " operator names in QUIZBOT_ADMINS decide on suggestions."
    )


def gone(w: Wording) -> str:
    """A suggestion that isn't there."""
    return w.say("This suggestion isn't kept any more.")


def news(w: Wording, waiting: int) -> Message:
    """Suggestions wait: said once a day to whoever set the channel's schedule."""
    title = w.count(
        "{n} suggested question waits for you", "{n} suggested questions wait for you", waiting
    )
    return parts.told(Tone.NOTE, title, w.say("Go through them with /quiz suggestions."))


def _title(w: Wording, waiting: Waiting) -> str:
    number, count = w.number(waiting.number), w.number(waiting.count)
    return w.say("Suggestion {number} of {count}", number=number, count=count)


def _head(w: Wording, waiting: Waiting) -> tuple[Block, ...]:
    title = Heading(_title(w, waiting))
    if not waiting.author:
        return (title,)
    return (title, parts.footnote(w.say("Suggested by {name}", name=waiting.author)))


def _buttons(w: Wording, waiting: Waiting) -> tuple[Button, ...]:
    token = (str(waiting.id), waiting.scope)
    buttons = (
        Button(w.say("Edit"), Action("amend", token)),
        Button(w.say("Decline"), Action("decline", token), Emphasis.DANGER),
    )
    if waiting.count == 1:
        return buttons
    skip = Action("queue", (waiting.bank or "", str(waiting.id)))
    return (*buttons, Button(w.say("Skip"), skip))
