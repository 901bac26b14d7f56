"""Here is that what is written is read back as it was, whatever it says."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from bank.places import BANKS
from quizbot.bank._characters import HIDDEN
from quizbot.bank.reading import read_bank
from quizbot.bank.writing import item_yaml, write_bank
from quizbot.domain.blueprint import Bank, Blueprint, Topic
from quizbot.domain.item import Difficulty, Item, Option, Order, Reference, option_id

CODES = st.from_regex(r"[a-z0-9][a-z0-9-]{0,12}", fullmatch=True)
CHARACTERS = st.one_of(
    st.sampled_from(" \t\n:#-'\"`*&!|>%@{}[],?~\\/<=\r0123abyn"), st.characters(codec="utf-8")
)


def told(text: str) -> str:
    """What reading keeps of a text: neither outer space nor hidden characters."""
    return HIDDEN.sub("", text).strip()


TEXTS = st.one_of(
    st.text(CHARACTERS, max_size=60).map(told),
    st.sampled_from(["yes", "no", "null", "~", "1.10", "0x1F", "- a", "a: b", "a #b", "# a", "é"]),
    st.sampled_from(["a\n\n  b\nc", "a\n\tb", "a\n   \nb", "--- a", "...", "a\u200cb\u200d", "a:"]),
)
SOME_TEXT = TEXTS.filter(bool)
REFERENCES = st.builds(
    Reference,
    SOME_TEXT,
    st.from_regex(r"https?://[a-z.]{1,9}(/[!-~]{0,9})?", fullmatch=True),
)


def a_bank(items: list[Item]) -> Bank:
    topics = {item.topic: Topic(item.topic, item.topic.capitalize()) for item in items}
    return Bank("b", "B", tuple(items), tuple(topics.values()))


@st.composite
def items(draw: st.DrawFn, topics: st.SearchStrategy[str] = CODES) -> Item:
    id_ = draw(CODES)
    texts = draw(
        st.lists(SOME_TEXT, min_size=2, max_size=6, unique_by=lambda text: " ".join(text.split()))
    )
    options = tuple(Option(option_id(id_, text), text, draw(TEXTS)) for text in texts)
    right = draw(st.sets(st.sampled_from(options), min_size=1, max_size=len(options) - 1))
    return Item(
        bank="b",
        id=id_,
        stem=draw(SOME_TEXT),
        options=options,
        key=frozenset(option.id for option in right),
        topic=draw(topics),
        trap=draw(TEXTS),
        explanation=draw(TEXTS),
        difficulty=draw(st.sampled_from(Difficulty)),
        order=draw(st.sampled_from(Order)),
        tags=tuple(draw(st.lists(SOME_TEXT, max_size=3))),
        references=tuple(draw(st.lists(REFERENCES, max_size=2))),
        author=draw(TEXTS),
        reviewed=draw(st.none() | st.dates(min_value=date(1000, 1, 1))),
    )


@given(items())
def test_an_item_is_read_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory, item: Item
) -> None:
    file = tmp_path_factory.mktemp("bank") / "lone.yaml"
    file.write_text("bank: b\ntitle: B\nitems:\n" + item_yaml(item), "utf-8", newline="\n")
    reading = read_bank(file)
    assert reading.faults == ()
    assert reading.bank is not None
    assert reading.bank.items == (item,)


@given(items())
def test_other_programs_read_the_same_texts(item: Item) -> None:
    (read,) = yaml.safe_load(item_yaml(item))
    assert (read["id"], read["stem"].strip()) == (item.id, item.stem)
    texts = [option["text"].strip() for option in read["options"]]
    assert texts == [option.text for option in item.options]
    assert read.get("trap", "").strip() == item.trap
    assert tuple(read.get("tags", ())) == item.tags


@given(
    st.lists(
        items(st.sampled_from(["one", "two", "bank", "three"])),
        max_size=6,
        unique_by=lambda item: item.id,
    )
)
def test_a_bank_keeps_its_items_in_order(
    tmp_path_factory: pytest.TempPathFactory, items: list[Item]
) -> None:
    folder = tmp_path_factory.mktemp("bank")
    write_bank(a_bank(items), folder)
    bank = read_bank(folder).bank
    assert bank is not None
    assert bank.items == tuple(items)


@pytest.mark.parametrize("name", ["capitals", "tiny"])
def test_a_bank_is_read_as_it_was_written(tmp_path: Path, name: str) -> None:
    bank = read_bank(BANKS / name).bank
    assert bank is not None
    write_bank(bank, tmp_path / "new" / name)
    again = read_bank(tmp_path / "new" / name)
    assert again.faults == ()
    assert again.bank == bank
    assert again.bank.figures == bank.figures


def test_writing_twice_gives_the_same_files(tmp_path: Path) -> None:
    bank = read_bank(BANKS / "capitals").bank
    assert bank is not None
    for folder in (tmp_path / "one", tmp_path / "two"):
        write_bank(bank, folder)
    one, two = (
        {file.name: file.read_bytes() for file in (tmp_path / name).rglob("*") if file.is_file()}
        for name in ("one", "two")
    )
    assert one == two


def test_a_blueprint_and_partial_credit_are_kept(tmp_path: Path) -> None:
    tiny = read_bank(BANKS / "tiny").bank
    assert tiny is not None
    topics = (Topic("colours", "Of colours, and paint: a start", 12.5), Topic("other", "Other"))
    bank = replace(
        tiny,
        title="1.10",
        items=tuple(replace(item, partial_credit=True) for item in tiny.items),
        topics=topics,
        blueprint=Blueprint(topics, 3, timedelta(minutes=90), 0.725),
    )
    write_bank(bank, tmp_path)
    assert read_bank(tmp_path).bank == bank


def test_credit_that_differs_between_items_cannot_be_written(tmp_path: Path) -> None:
    capitals = read_bank(BANKS / "capitals").bank
    assert capitals is not None
    mixed = (replace(capitals.items[0], partial_credit=True), *capitals.items[1:])
    with pytest.raises(ValueError, match="partial credit"):
        write_bank(replace(capitals, items=mixed), tmp_path)


def test_long_texts_are_blocks(tmp_path: Path) -> None:
    bank = read_bank(BANKS / "capitals").bank
    assert bank is not None
    written = item_yaml(bank.by_id["capital-in-code"])
    assert written.startswith(
        "- id: capital-in-code\n"
        "  topic: world\n"
        "  stem: |\n"
        "    A table holds one row for each country:\n"
        "\n"
        "    ```sql\n"
    )
    assert '    - text: "false"\n' in written
