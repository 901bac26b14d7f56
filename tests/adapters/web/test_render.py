"""Every message can be drawn, and no character of it is lost."""

from __future__ import annotations

import json
from itertools import chain

from hypothesis import given
from hypothesis import strategies as st

from quizbot.message import (
    Attachment,
    Block,
    Buttons,
    Callout,
    Choice,
    Code,
    Footnote,
    Heading,
    Image,
    Listing,
    Menu,
    Message,
    Paragraph,
    Quote,
    Span,
    Table,
    Text,
    actions,
)
from quizbot.ports import FieldKind, FormField, FormSpec
from quizbot.testing import message_strategies as strategies
from quizbot_web import render

words = st.text(max_size=12)
actions_ = strategies.actions()
choices = st.builds(Choice, words, words, words)
bodies = strategies.bodies()
messages = strategies.messages()
forms = st.builds(
    FormSpec,
    actions_,
    words,
    st.lists(
        st.builds(
            FormField,
            words,
            words,
            st.sampled_from(FieldKind),
            st.lists(words, max_size=2).map(tuple),
            st.lists(choices, max_size=2).map(tuple),
            st.booleans(),
            words,
            words,
        ),
        max_size=3,
    ).map(tuple),
    words,
    bodies,
)


@given(messages)
def test_every_character_of_a_message_is_drawn(message: Message) -> None:
    drawn = _strings(json.loads(json.dumps(render.body(message))))
    assert [text for text in _texts(message) if text not in drawn] == []


@given(messages)
def test_every_button_and_menu_is_found_in_the_drawn_message(message: Message) -> None:
    assert render.offered(json.loads(json.dumps(render.body(message)))) == actions(message)


@given(messages)
def test_every_file_that_is_named_is_kept(message: Message) -> None:
    kept = {file.digest for file in render.files(message)}
    assert kept == set(render.named_files(render.body(message)))


@given(forms)
def test_every_form_can_be_drawn(form: FormSpec) -> None:
    drawn = _strings(json.loads(json.dumps(render.form(form))))
    wanted = {form.title, form.submit, *(item.label for item in form.fields)}
    assert wanted <= drawn


def test_only_web_addresses_become_links() -> None:
    for address in (
        "javascript:alert(1)",
        "data:text/html,x",
        "//evil.example",
        "https://",
        "http:\\x",
    ):
        message = Message("", (Paragraph((Span("x", link=address),)),))
        assert "link" not in json.dumps(render.body(message)), address
    fine = Message("", (Paragraph((Span("x", link="https://example.org/?a=1"),)),))
    assert '"link": "https://example.org/?a=1"' in json.dumps(render.body(fine))


def _strings(drawn: object) -> set[str]:
    if isinstance(drawn, str):
        return {drawn}
    parts = drawn.values() if isinstance(drawn, dict) else drawn if isinstance(drawn, list) else ()
    return set(chain.from_iterable(map(_strings, parts)))


def _texts(message: Message) -> list[str]:
    return [message.summary, *(text for block in message.blocks for text in _of(block))]


def _of(block: Block) -> list[str]:
    match block:
        case Paragraph(text) | Footnote(text):
            return _spans(text)
        case Code(source, language):
            return [source, language]
        case Quote(body):
            return [text for word in body for text in _of(word)]
        case Listing(entries):
            inner = [text for entry in entries for word in entry.body for text in _of(word)]
            return [*(entry.marker for entry in entries), *inner]
        case Heading(text):
            return [text]
        case Callout(_, title, body):
            return [title, *(text for word in body for text in _of(word))]
        case Table(header, rows, _, caption):
            return [*header, *chain.from_iterable(rows), caption]
        case Image(_, alt):
            return [alt]
        case Attachment(_, name, _, label):
            return [name, label]
        case Buttons(buttons):
            return [part for button in buttons for part in (button.label, button.description)]
        case Menu(_, label, options, _, _, submit):
            parts = [part for option in options for part in (option.label, option.description)]
            return [label, submit, *parts]


def _spans(text: Text) -> list[str]:
    return [span.text for span in text]
