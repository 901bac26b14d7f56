"""Here is the front door: every event comes in here, and a reply always goes out."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence

from quizbot.app import (
    amending,
    answering,
    curating,
    exam,
    exam_ending,
    home,
    insights,
    marking,
    planning,
    practice,
    privacy,
    progress,
    review,
    season,
    setup,
    standings,
    suggesting,
)
from quizbot.app.cabinet import StoredCabinet
from quizbot.app.reading import Call, Misread, read
from quizbot.app.times import complete_zones, find_zone, read_time
from quizbot.app.tools import Tools, is_admin, words
from quizbot.errors import UserError
from quizbot.message import Choice, Message
from quizbot.ports import (
    Cabinet,
    Caller,
    Command,
    CommandSpec,
    Event,
    Form,
    Needs,
    Press,
    Reply,
    Trouble,
)
from quizbot.view import catalogue, help, notice  # noqa: A004 (the command's own name)
from quizbot.view.wording import Wording

log = logging.getLogger(__name__)

COMPLETIONS = 25

Asked = Callable[[Tools, Caller, Call], Awaitable[Reply]]
Pressed = Callable[[Tools, Press], Awaitable[Reply]]

COMMANDS: Mapping[str, Asked] = {
    "practice": practice.start,
    "mock": exam.start,
    "review": review.start,
    "progress": progress.progress,
    "plan": planning.open_form,
    "leaderboard": standings.leaderboard,
    "daily": setup.show,
    "daily set": setup.open_form,
    "daily off": setup.off,
    "daily now": setup.now,
    "daily close": setup.close,
    "daily me": setup.me,
    "insights": insights.insights,
    "suggest": suggesting.open_form,
    "suggestions": curating.queue,
    "privacy show": privacy.show,
    "privacy hide": privacy.hide,
    "privacy alias": privacy.alias,
    "privacy export": privacy.export,
    "privacy forget": privacy.ask_forget,
}

PRESSES: Mapping[str, Pressed] = {
    "answer": answering.answer,
    "mine": answering.mine,
    "exam": exam.go,
    "exam_begin": exam.begin,
    "exam_page": exam_ending.page,
    "exam_report": exam_ending.report,
    "exams": exam_ending.past,
    "flag": exam.flag,
    "hand": exam.hand_in,
    "mark": marking.mark,
    "more": practice.more,
    "next": practice.next_,
    "pick": exam.pick,
    "resume": practice.resume,
    "restart": practice.restart,
    "sheet": exam.sheet,
    "stop": practice.stop,
    "board": standings.switch,
    "season": season.place_in,
    "forget": privacy.forget,
    "home": home.home,
    "queue": curating.next_,
    "approve": curating.approve,
    "amend": amending.open_form,
    "decline": curating.ask_reason,
}

PRESS_NEEDS: Mapping[str, Needs] = {
    "queue": Needs(rights=True),
    "approve": Needs(rights=True),
    "amend": Needs(form=True, rights=True),
    "decline": Needs(form=True, rights=True),
}
"""Of the buttons that only admins may press, or that open a form."""

FORMS: Mapping[str, Callable[[Tools, Form], Awaitable[Reply]]] = {
    "daily_form": setup.set_,
    "plan_form": planning.set_,
    "suggest_form": suggesting.sent,
    "amend_form": amending.sent,
    "decline_form": curating.decline,
}


class FrontDoor:
    """The `Tutor` that adapters talk to."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._commands = catalogue.commands(Wording.of("en"))

    @property
    def commands(self) -> Sequence[CommandSpec]:
        """The catalogue of `/quiz` commands, in English."""
        return self._commands

    def commands_in(self, locale: str) -> Sequence[CommandSpec]:
        """The same in the language nearest to `locale` that quizbot speaks, else English."""
        return catalogue.commands(Wording.of(locale))

    @property
    def cabinet(self) -> Cabinet:
        """Where an adapter may keep what it must not lose."""
        return StoredCabinet(self._tools)

    def excuse(self, trouble: Trouble, event: Event) -> Message:
        """What to tell the person of `event` about a trouble that the adapter met."""
        w = words(event.caller)
        match trouble:
            case Trouble.FORM_TOO_LATE:
                typed = event.text if isinstance(event, Command) else "help"
                return notice.form_too_late(w, f"/quiz {typed}")
            case Trouble.STILL_WORKING:
                return notice.still_working(w)
            case Trouble.NOT_IN_CHANNEL:
                return notice.not_in_channel(w)
            case Trouble.NO_FILE:
                return notice.no_file(w)

    def needs(self, event: Event) -> Needs:
        """What an adapter must know before it acknowledges `event`."""
        match event:
            case Command():
                call = read(event, self._commands, self._knows)
                if isinstance(call, Misread):
                    return Needs()
                rights = call.spec.admin or call.spec.name == "help"
                return Needs(form=call.spec.form, rights=rights)
            case Form():
                return Needs(rights=event.action.verb in FORMS)
            case Press():
                command = _run_by(event)
                if command is not None:
                    return self.needs(command)
                return PRESS_NEEDS.get(event.action.verb, Needs())

    def complete(self, command: str, parameter: str, typed: str) -> Sequence[Choice]:
        """At most 25 completions of what was typed so far, best first."""
        spec = next((spec for spec in self._commands if spec.name == command), None)
        known = {p.name: p for p in spec.parameters} if spec else {}
        if parameter not in known:
            return ()
        if parameter == "zone":
            return [Choice(zone, zone) for zone in complete_zones(typed, COMPLETIONS)]
        choices = known[parameter].choices or self._choices(parameter)
        wanted = typed.casefold()
        found = [c for c in choices if wanted in c.value.casefold() or wanted in c.label.casefold()]
        return found[:COMPLETIONS]

    async def handle(self, event: Event) -> Reply:
        """Do what `event` asks and say what to answer. Never raises."""
        w = words(event.caller)
        try:
            return await self._dispatch(event)
        except UserError as error:
            return Reply(notice.said(w, str(error)))
        except Exception:  # the front door: whatever went wrong, the person is answered
            log.exception("incident %s", _incident(event))
            return Reply(notice.incident(w, _incident(event)))

    async def _dispatch(self, event: Event) -> Reply:
        match event:
            case Press():
                command = _run_by(event)
                if command is not None:
                    return await self._command(command)
                pressed = PRESSES.get(event.action.verb)
                if pressed is None:
                    raise UserError(notice.stale_button(words(event.caller)))
                return await pressed(self._tools, event)
            case Form():
                sent = FORMS.get(event.action.verb)
                if sent is None:
                    raise UserError(notice.stale_button(words(event.caller)))
                return await sent(self._tools, event)
            case Command():
                return await self._command(event)

    async def _command(self, command: Command) -> Reply:
        w = words(command.caller)
        call = read(command, self._commands, self._knows)
        if isinstance(call, Misread):
            if call.spec is not None:
                raise UserError(help.unknown_option(w, call.spec.name, call.typed, call.spec))
            nearest = call.nearest.name if call.nearest else None
            example = f"/quiz {nearest or 'help'}"
            return Reply(help.unknown_command(w, call.typed, nearest, example))
        if call.spec.name == "help":
            admin = await is_admin(self._tools, command.caller)
            return Reply(help.help_(w, self._commands, admin=admin))
        return await COMMANDS[call.spec.name](self._tools, command.caller, call)

    def _knows(self, parameter: str, word: str) -> str | None:
        """The proper spelling of a parameter's value, or None where it isn't one."""
        if parameter == "zone":
            return find_zone(word)
        if parameter == "at":
            at = read_time(word)
            return f"{at:%H:%M}" if at else None
        wanted = word.casefold()
        for choice in self._choices(parameter):
            if wanted in {choice.value.casefold(), choice.label.casefold()}:
                return choice.value
        return None

    def _choices(self, parameter: str) -> Sequence[Choice]:
        banks = self._tools.library.catalog.banks.values()
        if parameter == "bank":
            return [Choice(bank.code, bank.title) for bank in banks]
        if parameter == "topic":
            found = {topic.code: topic.title for bank in banks for topic in bank.topics}
            return [Choice(code, title) for code, title in found.items()]
        return ()


def _run_by(press: Press) -> Command | None:
    """The command that a button stands for: `run:practice`, `run:daily.set`, `run:review:pmle`."""
    name, *bank = press.action.args or ("",)
    if press.action.verb != "run" or not name or len(bank) > 1:
        return None
    options = {"bank": bank[0]} if bank else {}
    return Command(press.caller, name.replace(".", " "), press.id, options)


def _incident(event: Event) -> str:
    """A short name for what went wrong, the same for a redelivery of the event."""
    return hashlib.blake2b(event.id.encode(), digest_size=4).hexdigest()
