"""Here is how people write times and time zones, and what they most likely meant."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from datetime import time
from functools import cache
from zoneinfo import available_timezones

_TIME = re.compile(r"(\d{1,2})(?:[:.h](\d{2}))?\s*([ap])?\.?(?:m\.?)?", re.IGNORECASE)


def read_time(text: str) -> time | None:
    """A wall-clock time as people write it (`9`, `9:30`, `09.30`, `7 pm`); None if it isn't one."""
    match = _TIME.fullmatch(text.strip())
    if match is None:
        return None
    hour, minute, half = int(match[1]), int(match[2] or 0), (match[3] or "").lower()
    if half and not 1 <= hour <= 12:
        return None
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    return time(hour, minute) if hour < 24 and minute < 60 else None


def find_zone(text: str) -> str | None:
    """The IANA zone of that name, in any case, or of that city where only one zone has it."""
    wanted = text.strip().replace(" ", "_").casefold()
    by_name = _zones()
    if wanted in by_name:
        return by_name[wanted]
    cities = {zone for name, zone in by_name.items() if name.rpartition("/")[2] == wanted}
    return cities.pop() if len(cities) == 1 else None


def nearest_zones(text: str, count: int = 3) -> Sequence[str]:
    """Zones whose name or city is spelt most like `text`, best first."""
    wanted = text.strip().replace(" ", "_").casefold()
    by_name = _zones()
    by_city = {name.rpartition("/")[2]: zone for name, zone in by_name.items()}
    near = difflib.get_close_matches(wanted, [*by_name, *by_city], n=count * 2, cutoff=0.5)
    found = dict.fromkeys(by_name.get(name) or by_city[name] for name in near)
    return tuple(found)[:count]


def complete_zones(typed: str, count: int) -> Sequence[str]:
    """Zones that hold what was typed so far, those whose city begins with it first."""
    wanted = typed.strip().replace(" ", "_").casefold()
    found = [(name, zone) for name, zone in _zones().items() if wanted in name]
    found.sort(key=lambda pair: (not pair[0].rpartition("/")[2].startswith(wanted), pair[0]))
    return [zone for _, zone in found[:count]]


@cache
def _zones() -> dict[str, str]:
    return {zone.casefold(): zone for zone in sorted(available_timezones())}
