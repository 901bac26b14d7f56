"""Whatever is longer than Slack takes comes in pieces, and not one character is lost."""

from __future__ import annotations

import pytest

from adapters.slack.kit_rules import faults
from adapters.slack.kit_text import flatten
from quizbot.message import (
    Action,
    Attachment,
    Block,
    Callout,
    Choice,
    Code,
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
from quizbot.ports import FieldKind, FormField, FormSpec
from quizbot_slack import forms, render
from quizbot_slack.render import parts

LONG = "".join(f"word{number} " for number in range(2500))
"""Some 22,000 characters: more than Slack takes in a message."""


def words(text: str) -> Paragraph:
    return Paragraph((Span(text),))


@pytest.mark.parametrize(
    "block",
    [
        words(LONG),
        Paragraph((Span(LONG, Style.BOLD),)),
        Paragraph((Span(LONG, link="https://example.org"),)),
        Code(LONG),
        Code(LONG.replace(" ", "\n")),
        Quote((words(LONG), Code(LONG))),
        Listing((Entry((words(LONG),)),)),
        Listing((Entry((words(LONG), Code(LONG))),)),
        Listing(tuple(Entry((words(LONG[:1000]),)) for _ in range(30))),
        Listing((Entry((words(LONG),), "A"), Entry((words(LONG),), "B")), Markers.LETTERS),
        Callout(Tone.TRAP, LONG, (words(LONG),)),
        Heading(LONG),
        Footnote((Span(LONG),)),
        Footnote((Span(LONG), Span("here", link="https://example.org"))),
        Image(b"", LONG),
        Attachment(b"", "x.txt", "text/plain", LONG),
        Table(("a", "b"), tuple((LONG[:150], str(n)) for n in range(99))),
        Table(("a", "b"), ((LONG, "1"), ("x", "2"))),
        Table((LONG, "b"), (("x", "2"),), caption=LONG),
        Table(tuple("abcdefghijklmnopqrstuvwxyz"), (tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ"),)),
    ],
    ids=lambda block: type(block).__name__,
)
def test_what_is_too_long_comes_whole_in_several_pieces(block: Block) -> None:
    shown = parts(Message("x", (block,)), {})
    for part in shown:
        assert faults({"blocks": list(part.blocks)}, "message") == []
    read = "".join(flatten(list(part.blocks)) for part in shown)
    assert all(word in read for word in LONG.split() if f"{word} " in repr(block))
    assert "…" not in read


def test_text_is_cut_between_lines_or_words() -> None:
    (part, *_) = parts(Message("x", (Code(LONG.replace(" ", "\n")),)), {})
    for block in part.blocks:
        (code,) = block["elements"]
        assert code["elements"][0]["text"].startswith("word")
        assert code["elements"][-1]["text"].endswith("\n")


def test_a_numbered_list_goes_on_counting_in_the_next_piece() -> None:
    entries = tuple(Entry((words(f"{n}: {LONG[:900]}"),), f"{n}.") for n in range(3, 12))
    (part,) = parts(Message("x", (Listing(entries, Markers.NUMBERS),)), {})
    lists = [element for block in part.blocks for element in block["elements"]]
    assert len(lists) > 1
    for one in lists:
        first = one["elements"][0]["elements"][0]["text"].partition(":")[0]
        assert one["offset"] == int(first) - 1


def test_words_beside_a_picture_that_are_too_many_stand_under_it() -> None:
    image = Image(b"p", LONG)
    shown = parts(Message("x", (image,)), {render.digest(b"p"): "F1"})
    assert all(faults({"blocks": list(part.blocks)}, "message") == [] for part in shown)
    assert LONG.split()[-1] in flatten(list(shown[-1].blocks))


def test_a_message_without_blocks_has_its_summary() -> None:
    (part,) = parts(Message("Only this", ()), {})
    assert (part.blocks, part.text) == ((), "Only this")


@pytest.mark.parametrize("surface", ["modal", "home"])
def test_a_table_is_lines_of_text_where_slack_takes_none(surface: str) -> None:
    board = Table(("Rank", "Name"), (("1", "Ada"), ("12", "Ben")), frozenset({0}), "The board")
    shown = render.blocks(Message("x", (board, *(words("x") for _ in range(120)))))
    title = {"type": "plain_text", "text": "x"}
    assert faults({"type": surface, "title": title, "blocks": shown}, surface) == []  # type: ignore[arg-type]
    assert "Rank | Name\n   1 | Ada\n  12 | Ben" in flatten(shown)
    assert flatten(shown).endswith("…")


def a_form(field: FormField) -> FormSpec:
    return FormSpec(Action("daily_form"), "Daily question", (field,), "Save")


def test_a_choice_among_very_many_stands_in_groups() -> None:
    many = tuple(Choice(f"v{n}", f"Topic {n}") for n in range(250))
    for kind in (FieldKind.CHOICE, FieldKind.CHOICES):
        view = forms.modal(a_form(FormField("topics", "Topics", kind, ("v249",), many)), "C1")
        assert faults(view, "modal") == []
        groups = view["blocks"][0]["element"]["option_groups"]
        assert [group["label"]["text"] for group in groups] == ["1–100", "101–200", "201–250"]


def test_a_choice_among_nothing_is_not_asked_and_its_error_is_still_told() -> None:
    for kind in (FieldKind.CHOICE, FieldKind.CHOICES):
        spec = a_form(FormField("bank", "Bank", kind, error="There is no bank."))
        view = forms.modal(spec, "C1")
        assert faults(view, "modal") == []
        assert "There is no bank." in flatten(view["blocks"])
        assert forms.errors(spec) == {}


def test_a_label_longer_than_an_option_goes_on_in_its_second_line() -> None:
    label = "Professional Machine Learning Engineer: Architecting low-code AI solutions, part 2"
    field = FormField("t", "Topics", FieldKind.CHOICES, (), (Choice("a", label),))
    (option,) = forms.modal(a_form(field), "C1")["blocks"][0]["element"]["options"]
    assert f"{option['text']['text']} {option['description']['text']}" == label


def test_a_box_to_tick_holds_the_whole_option_or_says_that_it_doesn_t() -> None:
    whole = (
        "D. Training from versioned code and dataset snapshots whose ids the run records, always"
    )
    menu = Menu(
        Action("answer", ("1",)), "Choose", (Choice("a", whole), Choice("b", LONG)), 1, 1, "OK"
    )
    (part,) = parts(Message("x", (menu,)), {})
    assert faults({"blocks": list(part.blocks)}, "message") == []
    first, second = flatten(list(part.blocks)).splitlines()[1:3]
    assert first == f"( ) {whole}"
    assert second.endswith("…")
