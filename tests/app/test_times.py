"""How people write times and zones."""

from __future__ import annotations

from datetime import time

import pytest

from quizbot.app.times import complete_zones, find_zone, nearest_zones, read_time


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("9", time(9)),
        ("09:30", time(9, 30)),
        ("9.30", time(9, 30)),
        ("9h30", time(9, 30)),
        ("7 pm", time(19)),
        ("7pm", time(19)),
        ("7:15 p.m.", time(19, 15)),
        ("12 am", time(0)),
        ("12 pm", time(12)),
        ("00:00", time(0)),
        (" 23:59 ", time(23, 59)),
    ],
)
def test_times_as_people_write_them(text: str, meant: time) -> None:
    assert read_time(text) == meant


@pytest.mark.parametrize("text", ["", "24:00", "9:60", "13 pm", "0 am", "noon", "9:3", "-1", "1e3"])
def test_what_is_no_time_is_refused(text: str) -> None:
    assert read_time(text) is None


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        ("Berlin", "Europe/Berlin"),
        ("new york", "America/New_York"),
        ("UTC", "UTC"),
    ],
)
def test_zones_by_name_and_by_city(text: str, zone: str) -> None:
    assert find_zone(text) == zone


def test_an_unknown_zone_gets_the_nearest() -> None:
    assert find_zone("Europe/Berlim") is None
    assert "Europe/Berlin" in nearest_zones("Europe/Berlim")


def test_completion_puts_cities_that_begin_so_first() -> None:
    assert complete_zones("ber", 25)[0] in {"Europe/Berlin", "Atlantic/Bermuda"}
    assert len(complete_zones("", 25)) == 25
