"""A bank's Markdown becomes prose, and nothing that the author wrote is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizbot.message import (
    Code,
    Entry,
    Listing,
    Markers,
    Message,
    Paragraph,
    Prose,
    Quote,
    Span,
    Style,
    plain,
)
from quizbot.testing.flat import flat
from quizbot.testing.message_strategies import texts
from quizbot.view import text


def said(*spans: Span) -> Paragraph:
    return Paragraph(spans)


def words(parts: tuple[Prose, ...]) -> str:
    return flat(Message("", parts))


@pytest.mark.parametrize(
    ("markdown", "prose"),
    [
        ("plain", said(Span("plain"))),
        ("two\nlines", said(Span("two lines"))),
        ("hard\\\nbreak", said(Span("hard\nbreak"))),
        ("**a** *b*", said(Span("a", Style.BOLD), Span(" "), Span("b", Style.ITALIC))),
        ("***both***", said(Span("both", Style.BOLD | Style.ITALIC))),
        ("~~gone~~", said(Span("gone", Style.STRUCK))),
        ("`x < 1`", said(Span("x < 1", Style.CODE))),
        ("# Title", said(Span("Title", Style.BOLD))),
        ("[go](https://a.org)", said(Span("go", link="https://a.org"))),
        ("<https://a.org>", said(Span("https://a.org", link="https://a.org"))),
        ("[mail](mailto:a@b.c)", said(Span("mail"))),
        ("[bad](javascript:x)", said(Span("[bad](javascript:x)"))),
        ("[](https://a.org)", said(Span("https://a.org", link="https://a.org"))),
        ("![a *map*](m.png)", said(Span("a "), Span("map", Style.ITALIC))),
        ("![](m.png)", said(Span("m.png"))),
        ("<b>raw</b> &amp;", said(Span("<b>raw</b> &"))),
        ("<!channel> @everyone", said(Span("<!channel> @everyone"))),
        ("> said", Quote((said(Span("said")),))),
        ("```py\nx = 1\n\ny\n```", Code("x = 1\n\ny", "py")),
        ("    indented", Code("indented")),
        ("- a\n- b", Listing((Entry((said(Span("a")),)), Entry((said(Span("b")),))))),
        ("3. c", Listing((Entry((said(Span("c")),), "3."),), Markers.NUMBERS)),
        ("---", said(Span("---"))),
        ("+", said(Span("+"))),
        ("[x]: http://y", said(Span("[x]: http://y"))),
    ],
)
def test_each_kind_of_markdown(markdown: str, prose: Prose) -> None:
    assert text.prose(markdown) == (prose,)


def test_a_table_keeps_its_cells_in_rows() -> None:
    rows = text.prose("| a | b |\n|---|---|\n| `c` | d |")
    assert words(rows) == "a | b\nc | d"
    assert rows[0] == said(Span("a", Style.BOLD), Span(" | "), Span("b", Style.BOLD))


def test_lists_nest() -> None:
    (outer,) = text.prose("1. one\n   - two\n\n     ```\n     three\n     ```")
    assert isinstance(outer, Listing)
    first, inner = outer.entries[0].body
    assert first == said(Span("one"))
    assert isinstance(inner, Listing)
    assert inner.entries[0].body == (said(Span("two")), Code("three"))


@pytest.mark.parametrize(
    ("markdown", "line"),
    [
        ("- 5", "- 5"),
        ("> 5", "> 5"),
        ("# 5", "# 5"),
        ("1. x", "1. x"),
        ("*", "*"),
        ("  **a**  ", "a"),
        ("one\n\ntwo", "one two"),
        ("3. a\n4. b", "3. a 4. b"),
        ("- a\n- b", "• a • b"),
        ("```\na\nb\n```", "a b"),
        ("a  \nb", "a b"),
        ("", ""),
    ],
)
def test_a_line_says_all_of_it(markdown: str, line: str) -> None:
    assert plain(text.inline(markdown)) == line


def test_a_gist_ends_at_a_word() -> None:
    assert text.gist("short *one*") == "short one"
    assert text.gist("one two three four", most=12) == "one two…"
    assert text.gist("x" * 50, most=10) == "x" * 9 + "…"


@pytest.mark.parametrize("depth", [5, 18, 25, 500])
def test_what_nests_too_deep_stays_as_characters(depth: int) -> None:
    for markdown in (">" * depth + " word", "[" * depth + "word", "*" * depth + "word"):
        assert "word" in words(text.prose(markdown))
        assert "word" in plain(text.inline(markdown))


@given(st.text("abcdefghäßñøλЖ漢あ가 عربعيم\n", max_size=200))
def test_plain_words_all_survive(written: str) -> None:
    wanted = "".join(written.split())
    assert "".join(words(text.prose(written)).split()) == wanted
    assert "".join(plain(text.inline(written)).split()) == wanted


@given(texts(0, 120) | st.text("`*_~[]()<>!#-+>|\\\n 1.ab:", max_size=60))
def test_no_text_raises_and_none_becomes_nothing(written: str) -> None:
    parts = text.prose(written)
    assert bool(words(parts).strip()) == bool(written.strip())
    assert "\n" not in plain(text.inline(written))
    assert bool(plain(text.inline(written)).strip()) == bool(written.strip())
    assert len(text.gist(written, most=20)) <= 20
