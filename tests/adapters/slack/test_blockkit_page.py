"""The page that shows Block Kit: it shows everything, and what people wrote stays text."""

from __future__ import annotations

import re
from typing import Any

import pytest

from adapters.slack.blockkit_page import ShownMessage, home_page, page, view_page
from adapters.slack.blockkit_text import mrkdwn

Block = dict[str, Any]
EVIL = "<script>\"'&"


def plain(text: str) -> Block:
    return {"type": "plain_text", "text": text}


def marked(text: str) -> Block:
    return {"type": "mrkdwn", "text": text}


def option(text: str) -> Block:
    return {"text": plain(text), "value": text}


def rich(*elements: Block) -> Block:
    return {"type": "rich_text", "elements": list(elements)}


def part(text: str, **style: bool) -> Block:
    return {"type": "text", "text": text, "style": style}


def rich_of(kind: str, text: str, **more: object) -> Block:
    return rich({"type": f"rich_text_{kind}", "elements": [part(text)], **more})


def chooser(kind: str, text: str, chosen: str = "") -> Block:
    found: Block = {"type": kind, "options": [option(text)]}
    return {**found, chosen: [option(text)] if chosen.endswith("s") else option(text)}


def actions(*elements: Block) -> Block:
    return {"type": "actions", "elements": list(elements)}


def entry(element: Block, label: str = "Label") -> Block:
    return {"type": "input", "block_id": "b", "label": plain(label), "element": element}


def listed(style: str, text: str, **more: object) -> Block:
    section = {"type": "rich_text_section", "elements": [part(text)]}
    return rich({"type": "rich_text_list", "style": style, "elements": [section], **more})


def every_block(text: str) -> list[Block]:
    """A block of every kind that says `text`."""
    said = {"initial_value": text}
    return [
        {"type": "header", "text": plain(text)},
        {"type": "section", "text": plain(text)},
        {"type": "section", "fields": [plain(text)]},
        {"type": "section", "text": plain("-"), "accessory": {"type": "button", **option(text)}},
        {"type": "context", "elements": [plain(text)]},
        {"type": "image", "title": plain(text), "slack_file": {"id": "F"}, "alt_text": "-"},
        {"type": "image", "slack_file": {"id": "F"}, "alt_text": text},
        {"type": "image", "image_url": "https://a.b/c.png", "alt_text": text},
        {"type": "markdown", "text": text},
        {"type": "table", "rows": [[{"type": "raw_text", "text": text}]]},
        {"type": "table", "rows": [[rich_of("section", text)]]},
        rich_of("section", text),
        rich_of("preformatted", text),
        rich_of("quote", text),
        listed("bullet", text),
        listed("ordered", text, indent=1),
        rich({"type": "rich_text_section", "elements": [{"type": "link", "url": text}]}),
        rich({"type": "rich_text_section", "elements": [{"type": "emoji", "name": text}]}),
        rich({"type": "rich_text_section", "elements": [{"type": "channel", "channel_id": text}]}),
        actions({"type": "button", "text": plain(text), "style": "danger"}),
        actions(chooser("static_select", text, "initial_option")),
        actions({"type": "static_select", "options": [], "placeholder": plain(text)}),
        actions(chooser("checkboxes", text)),
        entry({"type": "plain_text_input"}, label=text),
        entry({"type": "plain_text_input", **said}),
        entry({"type": "plain_text_input", "multiline": True, **said}),
        entry({"type": "number_input", **said}),
        entry(chooser("static_select", text, "initial_option")),
        entry(chooser("multi_static_select", text, "initial_options")),
        entry(chooser("checkboxes", text, "initial_options")),
        entry(chooser("radio_buttons", text, "initial_option")),
        {**entry({"type": "plain_text_input"}), "hint": plain(text)},
    ]


def shown(*blocks: Block, **more: Any) -> str:
    html = page([ShownMessage("quizbot", True, "10:00", blocks, **more)], title="general")
    return html.partition("</style>")[2]


@pytest.mark.parametrize("block", every_block("Wombat"))
def test_a_block_says_its_text(block: Block) -> None:
    assert "Wombat" in shown(block)


@pytest.mark.parametrize("block", every_block(EVIL))
def test_what_is_written_in_a_block_stays_text(block: Block) -> None:
    html = shown(block)
    assert "<script" not in html
    assert "&lt;script&gt;" in html


def test_what_people_are_called_and_say_stays_text() -> None:
    message = ShownMessage(EVIL, False, EVIL, [], text=marked(EVIL)["text"])
    view = {"title": plain(EVIL), "blocks": [entry({"type": "plain_text_input"})]}
    for html in (page([message], title=EVIL), view_page(view, errors={"b": EVIL})):
        assert "<script" not in html


@pytest.mark.parametrize(
    "block",
    [
        {"type": "nonsense"},
        actions({"type": "nonsense"}),
        rich({"type": "nonsense", "elements": []}),
        rich({"type": "rich_text_section", "elements": [{"type": "nonsense"}]}),
        {"type": "section", "text": {"type": "nonsense"}},
        {"type": "table", "rows": [[{"type": "nonsense"}]]},
    ],
)
def test_what_the_page_does_not_know_is_refused(block: Block) -> None:
    with pytest.raises(ValueError, match="nonsense"):
        shown(block)


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("*a* _b_ ~c~ `d`", "<b>a</b> <i>b</i> <s>c</s> <code>d</code>"),
        ("*a _b_*", "<b>a <i>b</i></b>"),
        ("2*3*4 snake_case_name", "2*3*4 snake_case_name"),
        ("`*a* &lt;b&gt;`", "<code>*a* &lt;b&gt;</code>"),
        ("a\n```\nx = *y*\n```\nb", "a<pre>x = *y*</pre>b"),
        ("<https://a.b/?c=1&amp;d_e_|f>", '<a href="https://a.b/?c=1&amp;d_e_">f</a>'),
        ("<javascript:alert(1)|f>", "f"),
        ("&lt;b&gt; &amp;amp;", "&lt;b&gt; &amp;amp;"),
        ("&gt; a\n&gt; b\nc", "<blockquote>a\nb</blockquote>c"),
        ("<!here> <#C1|general>", '<span class="mention">@here</span> '
         '<span class="mention">#general</span>'),
        (":x: :no_such:", '<span class="emoji">❌</span> :no_such:'),
    ],
)  # fmt: skip
def test_mrkdwn_is_read_as_slack_reads_it(written: str, seen: str) -> None:
    assert mrkdwn(written) == seen


def test_bare_addresses_are_links_unless_the_text_is_verbatim() -> None:
    assert "<a " in mrkdwn("see https://a.b.")
    assert "<a " not in mrkdwn("see https://a.b.", verbatim=True)


def test_rich_text_keeps_its_styles_and_its_places_in_lists() -> None:
    bold = {"type": "rich_text_section", "elements": [part("a", bold=True, code=True)]}
    assert "<code><b>a</b></code>" in shown(rich(bold))
    assert '<ol start="3"' in shown(listed("ordered", "a", offset=2))
    assert "margin-left: 28px; list-style-type: circle" in shown(listed("bullet", "a", indent=1))


def test_the_page_needs_nothing_from_elsewhere() -> None:
    image = {"type": "image", "slack_file": {"id": "F1"}, "alt_text": "x"}
    html = shown(image, {"type": "image", "image_url": "https://a.b/c.png"}, picture={"F1": b"PNG"})
    assert re.findall(r'src="([^"]*)"', html) == ["data:image/png;base64,UE5H"]


def test_a_message_tells_who_sees_it_and_what_was_replied() -> None:
    reply = ShownMessage("Ann", False, "10:01", [], text="Thanks")
    html = shown(ephemeral=True, replies=[reply])
    assert all(words in html for words in ("Only visible to you", "APP", "1 reply", "Thanks"))


def test_a_modal_tells_the_error_at_its_field() -> None:
    view = {
        "title": plain("Daily"),
        "submit": plain("Save"),
        "blocks": [entry({"type": "timepicker", "initial_time": "18:30"})],
    }
    html = view_page(view, errors={"b": "Too late"})
    order = [html.index(words) for words in ("6:30 PM", "Too late", "Cancel", "Save")]
    assert order == sorted(order)
    assert "Too late" not in view_page(view, errors={"other": "Too late"})


def test_the_home_tab_shows_its_blocks() -> None:
    assert "Wombat" in home_page({"type": "home", "blocks": every_block("Wombat")})
