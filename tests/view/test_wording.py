"""Numbers, times and languages, as people read them."""

from __future__ import annotations

import gettext
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from hypothesis import given
from hypothesis import strategies as st

from quizbot.testing.strategies import instants, zones
from quizbot.view import wording
from quizbot.view.wording import Wording

W = Wording.of("en")
NOON = datetime(2026, 12, 1, 13, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "words"),
    [
        ("Europe/Berlin", "Tue 1 Dec, 14:00 CET"),
        ("America/New_York", "Tue 1 Dec, 08:00 EST"),
        ("Asia/Kathmandu", "Tue 1 Dec, 18:45 UTC+5:45"),
        ("America/Sao_Paulo", "Tue 1 Dec, 10:00 UTC−3"),
        ("Pacific/Kiritimati", "Wed 2 Dec, 03:00 UTC+14"),
        ("UTC", "Tue 1 Dec, 13:00 UTC"),
    ],
)
def test_a_moment_is_told_in_the_zones_time_and_names_it(zone: str, words: str) -> None:
    assert W.moment(NOON, zone) == words
    assert Wording.of("en-GB").moment(NOON, zone) == words


def test_summer_time_has_its_own_name() -> None:
    assert W.moment(datetime(2026, 7, 1, 12, tzinfo=UTC), "Europe/Berlin").endswith("14:00 CEST")


@given(instants(), zones())
def test_every_moment_has_a_zone_name(at: datetime, zone: str) -> None:
    assert W.moment(at, zone).rpartition(" ")[2].strip("+−:0123456789").isalpha()


def test_numbers_and_lists() -> None:
    assert W.number(12345) == "12,345"
    assert W.listing(["A"]) == "A"
    assert W.listing(["A", "C"]) == "A and C"
    assert W.any_of(["A", "C"]) == "A or C"
    assert W.day(date(2026, 12, 1)) == "Tue 1 Dec"
    assert W.clock(time(9, 5)) == "09:05"
    assert (W.weekday(0), W.weekday(6)) == ("Monday", "Sunday")


@pytest.mark.parametrize(
    ("share", "words"),
    [(0, "0%"), (0.004, "<1%"), (0.5, "50%"), (0.126, "13%"), (0.996, ">99%"), (1, "100%")],
)
def test_none_and_all_are_told_from_nearly(share: float, words: str) -> None:
    assert W.percent(share) == words


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(1, "1 minute"), (90, "90 minutes"), (60, "1 hour"), (1440, "24 hours"), (2880, "2 days")],
)
def test_durations(minutes: int, words: str) -> None:
    assert W.duration(timedelta(minutes=minutes)) == words


def test_counts_have_a_singular() -> None:
    assert W.count("{n} person answered", "{n} people answered", 1) == "1 person answered"
    assert W.count("{n} person answered", "{n} people answered", 0) == "0 people answered"


@given(st.text(max_size=12) | st.sampled_from(["de", "en_US", "zh-Hans-CN", "x-klingon", "en-"]))
def test_any_tag_gets_a_language(tag: str) -> None:
    assert Wording.of(tag).say("Stop") == "Stop"


def test_a_language_that_is_shipped_is_spoken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    german = Catalog(locale="de")
    german.add("Stop", "Halt")
    german.add(("{n} hour", "{n} hours"), ("{n} Stunde", "{n} Stunden"))
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "quizbot.mo").open("wb") as file:
        write_mo(file, german)
    monkeypatch.setattr(wording, "FOLDER", tmp_path)
    w = Wording.of("de-LI")
    assert w.say("Stop") == "Halt"
    assert w.duration(timedelta(hours=2)) == "2 Stunden"
    assert w.weekday(0) == "Montag"
    assert isinstance(Wording.of("fr-LU"), Wording)
    assert gettext.find("quizbot", tmp_path, ["fr"]) is None
