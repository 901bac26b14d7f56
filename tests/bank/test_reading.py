"""Here is what reading a bank gives, and what no file can make it do."""

from __future__ import annotations

import gc
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bank.places import BANKS, HEAD, ITEM, ITEMS
from quizbot.bank import _files
from quizbot.bank._images import MAX_IMAGE_BYTES
from quizbot.bank.reading import Reading, read_bank
from quizbot.domain.blueprint import Bank, Topic
from quizbot.domain.item import Difficulty, Order, option_id

GOOD_BYTES = (BANKS / "capitals" / "world.yaml").read_bytes()
PNG = (BANKS / "capitals" / "images" / "flag.png").read_bytes()


@pytest.fixture(scope="module")
def capitals() -> Bank:
    reading = read_bank(BANKS / "capitals")
    assert reading.faults == ()
    assert reading.bank is not None
    return reading.bank


def read(folder: Path, content: str | bytes) -> Reading:
    file = folder / "lone.yaml"
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return read_bank(file)


def rules(reading: Reading) -> list[tuple[str, int, int]]:
    return [(fault.rule, fault.line, fault.column) for fault in reading.faults]


def test_items_come_in_the_order_of_files_and_lines(capitals: Bank) -> None:
    assert [item.id for item in capitals.items] == [
        "swiss-seat", "two-seats", "flag-of-three", "capital-in-code", "many-scripts",
        "order-of-years",
    ]  # fmt: skip


def test_an_item_holds_what_the_author_wrote(capitals: Bank) -> None:
    item = capitals.by_id["swiss-seat"]
    assert item.stem.startswith("Switzerland has no capital *by law*.\n\nIn which")
    assert item.option(option_id("swiss-seat", "Bern")).rationale.startswith("Parliament chose")
    assert item.key == {option_id("swiss-seat", "Bern")}
    assert (item.topic, item.difficulty, item.order) == ("europe", Difficulty.EASY, Order.SHUFFLED)
    assert (item.tags, item.related) == (("switzerland", "government"), ("two-seats",))
    assert item.references[0].url == "https://en.wikipedia.org/wiki/Bern"
    assert (item.author, item.reviewed) == ("quizbot authors", date(2026, 9, 14))


def test_several_correct_options_make_choose_two(capitals: Bank) -> None:
    assert capitals.by_id["two-seats"].choose == 2
    assert capitals.by_id["two-seats"].topic == "world"


def test_an_item_may_fix_the_order_of_its_options(capitals: Bank) -> None:
    assert capitals.by_id["order-of-years"].order is Order.FIXED


def test_text_of_every_script_is_kept(capitals: Bank) -> None:
    texts = [option.text for option in capitals.by_id["many-scripts"].options]
    assert texts == ["東京", "京都", "القاهرة", "서울"]


def test_a_picture_is_kept_by_its_digest(capitals: Bank) -> None:
    figure = capitals.by_id["flag-of-three"].figure
    assert figure is not None
    assert figure.media_type == "image/png"
    assert capitals.figures == {figure.digest: PNG}


def test_the_blueprint_tells_of_the_exam(capitals: Bank) -> None:
    topics = (Topic("europe", "Europe", 2.0), Topic("world", "The rest of the world", 1.0))
    assert capitals.topics == topics
    assert capitals.blueprint is not None
    assert capitals.blueprint.topics == topics
    assert capitals.blueprint.time == timedelta(minutes=10)
    assert (capitals.blueprint.questions, capitals.blueprint.cut) == (5, 0.6)


def test_without_a_blueprint_topics_are_those_the_items_name() -> None:
    bank = read_bank(BANKS / "tiny").bank
    assert bank is not None
    assert bank.topics == (Topic("colours", "Colours", 1.0),)


def test_a_small_bank_needs_no_topics(tmp_path: Path) -> None:
    reading = read(tmp_path, HEAD + ITEMS)
    assert reading.bank is not None
    assert [topic.code for topic in reading.bank.topics] == ["general"]
    assert reading.faults == ()


def test_the_bank_sets_what_its_items_do_not(tmp_path: Path) -> None:
    bank = read(tmp_path, HEAD + "shuffle: false\npartial_credit: true\n" + ITEMS).bank
    assert bank is not None
    assert bank.items[0].order is Order.FIXED
    assert bank.items[0].partial_credit


@pytest.mark.parametrize(
    "text",
    ["yes", "no", "on", "off", "1.10", "3:20", "0x1F", "2026-09-14", "null", "~", "true", "1e3"],
)
def test_what_yaml_takes_for_something_else_stays_text(tmp_path: Path, text: str) -> None:
    bank = read(tmp_path, HEAD + ITEMS.replace("text: Two", f"text: {text}")).bank
    assert bank is not None
    assert bank.items[0].options[1].text == text


def test_line_ends_and_a_byte_order_mark_do_no_harm(tmp_path: Path) -> None:
    written = (HEAD + ITEMS).replace("stem: Which?", "stem: |\n      Which\n      one?")
    plain = read(tmp_path, written)
    windows = read(tmp_path, b"\xef\xbb\xbf" + written.replace("\n", "\r\n").encode())
    assert plain.bank is not None
    assert windows.bank == plain.bank
    assert windows.faults == ()


def test_places_are_right_after_windows_line_ends(tmp_path: Path) -> None:
    broken = (HEAD + ITEMS).replace("stem", "stm").replace("\n", "\r\n")
    assert ("unknown-key", 5, 5) in rules(read(tmp_path, broken))
    hidden = (HEAD + ITEMS).replace("Which", "W\x07ich").replace("\n", "\r\n")
    assert rules(read(tmp_path, hidden)) == [("hidden-character", 5, 12)]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32"])
def test_other_encodings_are_named(tmp_path: Path, encoding: str) -> None:
    reading = read(tmp_path, (HEAD + ITEMS).encode(encoding))
    assert rules(reading) == [("not-utf8", 1, 1)]


def test_a_wrong_byte_is_named_with_its_place(tmp_path: Path) -> None:
    reading = read(tmp_path, (HEAD + ITEMS).encode().replace(b"Which?", b"W\xe4hich?"))
    assert rules(reading) == [("not-utf8", 5, 12)]
    assert "byte 48" in reading.faults[0].message


def test_a_file_that_is_far_too_large_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "large.yaml").open("wb") as file:
        file.truncate(_files.MAX_BYTES + 1)
    assert rules(read_bank(tmp_path / "large.yaml")) == [("file-too-large", 1, 1)]


def test_a_missing_path_is_a_fault(tmp_path: Path) -> None:
    reading = read_bank(tmp_path / "nowhere")
    assert reading.bank is None
    assert rules(reading) == [("missing-path", 1, 1)]


def test_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    bank = tmp_path / "bank"
    bank.mkdir()
    (tmp_path / "secret.png").write_bytes(PNG)
    (bank / "link.png").symlink_to(tmp_path / "secret.png")
    image = "    image: {file: link.png, alt: A secret}\n"
    reading = read(bank, HEAD + ITEMS + image)
    assert rules(reading) == [("image-outside", 9, 19)]
    assert reading.bank is not None
    assert reading.bank.figures == {}


def test_a_picture_may_not_be_huge(tmp_path: Path) -> None:
    (tmp_path / "huge.png").write_bytes(PNG + bytes(MAX_IMAGE_BYTES))
    image = "    image: {file: huge.png, alt: Too much}\n"
    assert rules(read(tmp_path, HEAD + ITEMS + image)) == [("image-too-large", 9, 19)]


@pytest.mark.parametrize(
    ("data", "media_type"),
    [
        (PNG, "image/png"),
        (b"\xff\xd8\xff\xe0rest", "image/jpeg"),
        (b"GIF89arest", "image/gif"),
        (b"RIFF\0\0\0\0WEBPrest", "image/webp"),
    ],
)
def test_pictures_are_known_by_their_first_bytes(
    tmp_path: Path, data: bytes, media_type: str
) -> None:
    (tmp_path / "image").write_bytes(data)
    bank = read(tmp_path, HEAD + ITEMS + "    image: {file: image, alt: A picture}\n").bank
    assert bank is not None
    assert bank.items[0].figure is not None
    assert bank.items[0].figure.media_type == media_type


def test_a_relation_to_a_broken_item_is_no_second_fault(tmp_path: Path) -> None:
    broken = ITEM.format(id="broken").replace("correct: true", "correct: perhaps")
    reading = read(tmp_path, HEAD + ITEMS + "    related: [broken]\n" + broken)
    assert [fault.rule for fault in reading.faults] == ["bad-boolean"]
    assert reading.bank is not None
    assert [item.id for item in reading.bank.items] == ["good"]


@pytest.mark.parametrize("was_on", [True, False])
def test_the_garbage_collector_is_left_as_it_was(was_on: bool) -> None:
    (gc.enable if was_on else gc.disable)()
    try:
        read_bank(BANKS / "tiny")
        assert gc.isenabled() == was_on
    finally:
        gc.enable()


def test_the_pure_parser_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    import yaml

    swift = read_bank(BANKS / "capitals")
    monkeypatch.setattr(_files, "_LOADER", yaml.BaseLoader)
    assert read_bank(BANKS / "capitals") == swift


@given(
    at=st.integers(0, len(GOOD_BYTES)),
    cut=st.integers(0, 40),
    put=st.one_of(st.binary(max_size=8), st.text("*&!|>'\"-:#{}[]%@`\t\n \\", max_size=8)),
)
def test_no_content_makes_reading_raise(
    tmp_path_factory: pytest.TempPathFactory, at: int, cut: int, put: str | bytes
) -> None:
    put = put.encode() if isinstance(put, str) else put
    folder = tmp_path_factory.mktemp("bank")
    reading = read(folder, HEAD.encode() + GOOD_BYTES[:at] + put + GOOD_BYTES[at + cut :])
    assert reading.bank is not None or reading.faults


@given(st.text(max_size=60))
def test_no_text_of_an_option_makes_reading_raise(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    folder = tmp_path_factory.mktemp("bank")
    written = (HEAD + ITEMS).replace("Two", text).encode(errors="surrogatepass")
    reading = read(folder, written)
    assert reading.bank is not None or reading.faults
