"""Here is how a FormSpec becomes Discord's modals: five fields each, so perhaps several pages.

A form is kept in the cabinet while it is open, so that any replica goes on with it. What is wrong
with a field stands under its label when the page is opened again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

import discord
from discord import ui

from quizbot.message import Action, Button, Buttons, Callout, Choice, Message, Paragraph, Span, Tone
from quizbot.ports import FieldKind, FormField, FormSpec
from quizbot_discord import limits
from quizbot_discord.text import fit

VERB = "form"


def pages(spec: FormSpec) -> int:
    """How many modals the form takes."""
    return -(-len(spec.fields) // limits.MODAL_ROWS)


def modal(spec: FormSpec, id_: str, page: int) -> ui.Modal:
    """One page of the form."""
    made = ui.Modal(
        title=fit(_title(spec, page), limits.MODAL_TITLE),
        custom_id=Action(VERB, (id_, str(page))).encode(),
        timeout=limits.FORM_LASTS.total_seconds(),
    )
    for field in _on(spec, page):
        made.add_item(
            ui.Label(
                text=fit(field.label, limits.LABEL),
                description=fit(field.error or field.hint, limits.LABEL_DESCRIPTION) or None,
                component=_component(field),
            )
        )
    return made


def filled(spec: FormSpec, page: int, sent: Mapping[str, tuple[str, ...]]) -> FormSpec:
    """The form with what was sent on one of its pages."""
    names = {field.name for field in _on(spec, page)}
    fields = [
        replace(field, values=sent.get(field.name, ()), error="") if field.name in names else field
        for field in spec.fields
    ]
    return replace(spec, fields=tuple(fields))


def values(spec: FormSpec) -> dict[str, tuple[str, ...]]:
    """What the form holds, by field name."""
    return {field.name: field.values for field in spec.fields}


def answers(components: Sequence[Mapping[str, Any]]) -> dict[str, tuple[str, ...]]:
    """What a sent modal holds, by field name."""
    found: dict[str, tuple[str, ...]] = {}
    for row in components:
        inner = row.get("component") or {}
        if "values" in inner:
            found[inner["custom_id"]] = tuple(map(str, inner["values"]))
        elif "value" in inner:
            found[inner["custom_id"]] = (str(inner["value"]),) if inner["value"] else ()
    return found


def wrong(spec: FormSpec, id_: str) -> Message:
    """What is wrong with the form, and its pages to be opened again."""
    body = tuple(
        Paragraph((Span(f"{field.label}: {field.error}"),)) for field in spec.fields if field.error
    )
    return Message(spec.title, (Callout(Tone.WARNING, spec.title, body), *more(spec, id_, first=0)))


def more(spec: FormSpec, id_: str, *, first: int) -> tuple[Buttons, ...]:
    """Buttons that open the form's pages from `first` on."""
    buttons = [
        Button(_title(spec, page), Action(VERB, (id_, str(page))))
        for page in range(first, pages(spec))
    ]
    return (Buttons(tuple(buttons)),) if buttons else ()


def packed(spec: FormSpec) -> str:
    """The form as it is kept."""
    return json.dumps(asdict(replace(spec, intro=())))


def unpacked(kept: str) -> FormSpec:
    """A kept form."""
    held = json.loads(kept)
    return FormSpec(
        action=Action(held["action"]["verb"], tuple(held["action"]["args"])),
        title=held["title"],
        fields=tuple(_field(one) for one in held["fields"]),
        submit=held["submit"],
    )


def _field(held: Mapping[str, Any]) -> FormField:
    known = {
        **held,
        "kind": FieldKind(held["kind"]),
        "values": tuple(held["values"]),
        "choices": tuple(Choice(**one) for one in held["choices"]),
    }
    return FormField(**known)


def _title(spec: FormSpec, page: int) -> str:
    count = pages(spec)
    return spec.title if count == 1 else f"{spec.title} {page + 1}/{count}"


def _on(spec: FormSpec, page: int) -> Sequence[FormField]:
    return spec.fields[page * limits.MODAL_ROWS : (page + 1) * limits.MODAL_ROWS]


def _component(field: FormField) -> ui.Item[Any]:
    if field.kind in {FieldKind.CHOICE, FieldKind.CHOICES}:
        options = [
            discord.SelectOption(
                label=fit(one.label, limits.OPTION_LABEL),
                value=one.value,
                default=one.value in field.values,
            )
            for one in field.choices[: limits.OPTIONS]
        ]
        several = field.kind is FieldKind.CHOICES
        select: ui.Select[Any] = ui.Select(
            custom_id=field.name,
            options=options,
            min_values=1 if field.required else 0,
            max_values=len(options) if several else 1,
            required=field.required,
        )
        return select
    first = field.values[0] if field.values else ""
    return ui.TextInput(
        custom_id=field.name,
        default=fit(first, limits.INPUT) or None,
        required=field.required,
        style=discord.TextStyle.paragraph
        if field.kind is FieldKind.LONG_TEXT
        else discord.TextStyle.short,
    )
