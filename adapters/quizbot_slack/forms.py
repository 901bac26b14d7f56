"""Here is how a FormSpec becomes a Slack modal, and what a sent modal says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from slack_sdk.models import blocks as kit

from quizbot.message import Action, Callout, Heading, Message, Paragraph, Span, Tone
from quizbot.ports import FieldKind, FormField, FormSpec
from quizbot_slack import limits, rich
from quizbot_slack.render import Json, blocks, fit, option

CALLBACK = "quizbot"
VALUE = "value"
_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")


@dataclass(frozen=True, slots=True)
class Opened:
    """What a modal remembers while it is open: its form, and the channel it was opened in."""

    action: Action
    channel: str

    def packed(self) -> str:
        """As the modal keeps it."""
        return json.dumps([self.action.encode(), self.channel])

    @classmethod
    def of(cls, view: Mapping[str, Any]) -> Opened:
        """What a modal from Slack remembers. Raises ValueError where it isn't one of ours."""
        token, channel = json.loads(view.get("private_metadata") or "null") or ("", "")
        return cls(Action.decode(str(token)), str(channel))


def modal(spec: FormSpec, channel: str) -> Json:
    """The modal; a field's error stands under it."""
    shown: list[Json] = []
    if len(spec.title) > limits.MODAL_TITLE:
        shown += [one.to_dict() for one in rich.blocks((), [rich.title(spec.title)])]
    shown += [one.to_dict() for one in rich.blocks(spec.intro)] if spec.intro else []
    for field in spec.fields:
        if _is_asked(field):
            shown.append(_input(field))
        if field.error:
            error = rich.title(field.error, before="warning")
            shown += [one.to_dict() for one in rich.blocks((), [error])]
    return {
        "type": "modal",
        "callback_id": CALLBACK,
        "private_metadata": Opened(spec.action, channel).packed(),
        "title": _plain(fit(spec.title, limits.MODAL_TITLE)).to_dict(),
        "submit": _plain(fit(spec.submit, limits.MODAL_BUTTON)).to_dict(),
        "blocks": shown,
    }


def notice(message: Message, title: str) -> Json:
    """A modal that only says something."""
    return {
        "type": "modal",
        "callback_id": CALLBACK,
        "title": _plain(fit(title, limits.MODAL_TITLE)).to_dict(),
        "blocks": blocks(message),
    }


def in_words(spec: FormSpec) -> Message:
    """What is wrong in a form, where its modal is gone."""
    wrong = [field for field in spec.fields if field.error]
    told = tuple(Callout(Tone.WARNING, field.label, (_said(field.error),)) for field in wrong)
    return Message(spec.title, (Heading(spec.title), *told))


def errors(spec: FormSpec) -> dict[str, str]:
    """The errors as a modal shows them at its fields, by field name.

    Empty where one of them is at a field that the modal doesn't have: it must be drawn anew.
    """
    wrong = [field for field in spec.fields if field.error]
    if not all(map(_is_asked, wrong)):
        return {}
    return {field.name: field.error for field in wrong}


def answers(view: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """What was filled in, by field name."""
    values = view.get("state", {}).get("values", {})
    return {name: tuple(_chosen(one)) for name, held in values.items() for one in held.values()}


def _chosen(state: Mapping[str, Any]) -> Iterator[str]:
    """The answers in one element's state, whatever its kind."""
    if state.get("selected_options") is not None:
        yield from (str(option["value"]) for option in state["selected_options"])
    elif state.get("selected_option") is not None:
        yield str(state["selected_option"]["value"])
    else:
        for key in ("selected_time", "value"):
            if state.get(key) is not None:
                yield str(state[key])


def _said(words: str) -> Paragraph:
    return Paragraph((Span(words),))


def _is_asked(field: FormField) -> bool:
    """Whether there is something to fill in: Slack takes no choice among nothing."""
    return bool(field.choices) or field.kind not in {FieldKind.CHOICE, FieldKind.CHOICES}


def _input(field: FormField) -> Json:
    hint = _plain(fit(field.hint, limits.INPUT_HINT)) if field.hint else None
    return kit.InputBlock(
        label=_plain(fit(field.label, limits.INPUT_LABEL)),
        element=_element(field),
        block_id=field.name,
        hint=hint,
        optional=not field.required,
    ).to_dict()


def _element(field: FormField) -> kit.InputInteractiveElement:
    first = field.values[0] if field.values else None
    match field.kind:
        case FieldKind.TEXT | FieldKind.ZONE:
            return kit.PlainTextInputElement(action_id=VALUE, initial_value=_typed(first))
        case FieldKind.LONG_TEXT:
            return kit.PlainTextInputElement(
                action_id=VALUE, initial_value=_typed(first), multiline=True
            )
        case FieldKind.NUMBER:
            number = first if first and first.isdecimal() else None
            return kit.NumberInputElement(
                action_id=VALUE, is_decimal_allowed=False, initial_value=number
            )
        case FieldKind.TIME:
            time = first if first and _TIME.fullmatch(first) else None
            return kit.TimePickerElement(action_id=VALUE, initial_time=time)
        case FieldKind.CHOICE:
            chosen = [option for option in _options(field) if option.value == first]
            return kit.StaticSelectElement(
                action_id=VALUE, initial_option=chosen[0] if chosen else None, **_offered(field)
            )
        case FieldKind.CHOICES:
            return _several(field)


def _typed(text: str | None) -> str | None:
    return fit(text, limits.INPUT_VALUE) if text else None


def _several(field: FormField) -> kit.InputInteractiveElement:
    options = _options(field)
    chosen = [option for option in options if option.value in field.values] or None
    if len(options) <= limits.CHECKBOXES:
        return kit.CheckboxesElement(action_id=VALUE, options=options, initial_options=chosen)
    return kit.StaticMultiSelectElement(action_id=VALUE, initial_options=chosen, **_offered(field))


def _offered(field: FormField) -> dict[str, Any]:
    """The options of a select; more than Slack takes in one list stand in numbered groups."""
    options = _options(field)
    size = limits.SELECT_OPTIONS
    if len(options) <= size:
        return {"options": options}
    starts = range(0, min(len(options), size * limits.OPTION_GROUPS), size)
    groups = [(start, options[start : start + size]) for start in starts]
    return {
        "option_groups": [
            kit.OptionGroup(label=_plain(f"{start + 1}–{start + len(group)}"), options=group)
            for start, group in groups
        ]
    }


def _options(field: FormField) -> list[kit.Option]:
    return [option(choice) for choice in field.choices]


def _plain(text: str) -> kit.PlainTextObject:
    return kit.PlainTextObject(text=text or " ", emoji=False)
