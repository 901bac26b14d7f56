"""Whatever an author may write arrives in full, pings nobody, and Slack takes it."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adapters.slack.kit_rules import faults
from adapters.slack.kit_text import flatten
from quizbot.domain.item import Item
from quizbot.message import (
    Action,
    Attachment,
    Block,
    Button,
    Buttons,
    Callout,
    Choice,
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
from quizbot.ports import FormSpec
from quizbot.testing.flat import flat
from quizbot.testing.message_strategies import messages
from quizbot.testing.strategies import items, rounds
from quizbot.view.question import Shown, question
from quizbot.view.wording import Wording
from quizbot_slack import forms, render
from quizbot_slack.render import parts

RELAXED = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


TITLE = {"type": "plain_text", "text": "quizbot"}


def read(message: Message) -> str:
    return "\n".join(flatten(list(part.blocks)) for part in parts(message, {}))


def squeezed(text: str) -> str:
    return "".join(text.split())


@RELAXED
@given(messages())
def test_slack_takes_every_message_and_every_word_arrives(message: Message) -> None:
    shown = read(message)
    for part in parts(message, {}):
        assert faults({"blocks": list(part.blocks)}, "message") == []
        assert len(part.text) <= 4_000
        json.dumps(part.blocks)
    seen = squeezed(shown)
    for block in message.blocks:
        for line in _lines(block):
            assert squeezed(line) in seen


@RELAXED
@given(items(), st.data())
def test_every_word_of_every_question_arrives_in_a_channel(item: Item, data: st.DataObject) -> None:
    round_ = data.draw(rounds(item))
    seen = Shown(round_, item, "A bank", "A topic", "UTC")
    message = question(Wording.of("en"), seen, answered=3)
    shown = squeezed(read(message))
    for part in parts(message, {}):
        assert faults({"blocks": list(part.blocks)}, "message") == []
    for block in message.blocks:
        for line in _lines(block):
            assert squeezed(line) in shown


def _lines(block: Block) -> list[str]:
    """What must be read of a block: labels of menus and files are the platform's own form."""
    if isinstance(block, (Menu, Attachment, Image, Buttons)):
        return []
    return flat(Message("", (_unnumbered(block),))).splitlines()


def _unnumbered(block: Any) -> Any:
    """The same without the numbers before entries: Slack counts by itself."""
    match block:
        case Listing(entries, markers):
            shown = {Markers.LETTERS: "{}.", Markers.NUMBERS: "", Markers.BULLETS: "{}"}[markers]
            bare = [
                Entry(tuple(map(_unnumbered, entry.body)), shown.format(entry.marker))
                for entry in entries
            ]
            return Listing(tuple(bare), markers)
        case Quote(body):
            return Quote(tuple(map(_unnumbered, body)))
        case Callout(tone, title, body):
            return Callout(tone, title, tuple(map(_unnumbered, body)))
        case _:
            return block


def test_markup_is_only_characters() -> None:
    hostile = "<!channel> <@U1> @here *b* _i_ ~s~ `c` &amp; <https://x.y|z> :smile: > q"
    for block in (
        Paragraph((Span(hostile),)),
        Heading(hostile),
        Callout(Tone.TRAP, hostile, (Paragraph((Span(hostile, Style.BOLD),)),)),
        Footnote((Span(hostile),)),
        Footnote((Span(hostile), Span("a link", link="https://example.org/?a=1&b=2"))),
        Listing((Entry((Paragraph((Span(hostile),)),), "A"),), Markers.LETTERS),
        Table((hostile,), ((hostile,),)),
        Menu(Action("answer", ("1",)), hostile, (Choice("a", hostile),), 1, 1, "Answer"),
    ):
        message = Message(hostile, (block,))
        (part,) = parts(message, {})
        assert faults({"blocks": list(part.blocks)}, "message") == []
        assert hostile in flatten(list(part.blocks))
        assert "<!channel>" not in part.text


def test_small_print_that_slack_would_read_as_an_emoji_or_a_quote_is_rich_text() -> None:
    for words in (":smile: is no emoji", "> is no quote", "a\n> is none either"):
        small = Footnote((Span(words), Span("a link", link="https://example.org")))
        (part,) = parts(Message("x", (small,)), {})
        assert part.blocks[0]["type"] == "rich_text"


def test_a_link_that_is_no_web_address_is_text() -> None:
    for address in ("javascript:alert(1)", "mailto:a@b.c", "https://", "http://[", "/answer:1"):
        (part,) = parts(Message("x", (Paragraph((Span("here", link=address),)),)), {})
        assert '"link"' not in json.dumps(part.blocks)


def test_button_letters_are_whole_and_the_full_text_is_in_the_body() -> None:
    long = "a very long option " * 40
    buttons = Buttons((Button("A", Action("answer", ("1", "a")), description=long),))
    (part,) = parts(Message("x", (buttons,)), {})
    (button,) = part.blocks[0]["elements"]
    assert button["text"]["text"] == "A"
    assert len(button["accessibility_label"]) <= 75


def test_a_table_longer_than_slack_s_goes_on_in_the_next_message() -> None:
    rows = tuple((str(number), "x") for number in range(250))
    shown = parts(Message("x", (Table(("n", "x"), rows),)), {})
    assert len(shown) == 3
    assert all(faults({"blocks": list(part.blocks)}, "message") == [] for part in shown)
    assert all(
        f"{number} | x" in read(Message("x", (Table(("n", "x"), rows),)))
        for number, _ in enumerate(rows)
    )


def test_a_form_of_every_view_is_a_modal_that_slack_takes() -> None:
    from quizbot.view.wording import Wording
    from view.scenes import everything

    seen = [view for view in everything(Wording.of("en")) if isinstance(view, FormSpec)]
    assert seen
    for spec in seen:
        assert faults(forms.modal(spec, "C1"), "modal") == []
        assert set(forms.errors(spec)) <= {field.name for field in spec.fields}


def test_every_view_is_taken_as_a_message_and_as_a_home_tab() -> None:
    from quizbot.view.wording import Wording
    from view.scenes import everything

    for view in everything(Wording.of("en")):
        if isinstance(view, Message):
            for part in parts(view, {}):
                assert faults({"blocks": list(part.blocks)}, "message") == []
            for surface in ("home", "modal"):
                shown = {"type": surface, "title": TITLE, "blocks": render.blocks(view)}
                assert faults(shown, surface) == []
