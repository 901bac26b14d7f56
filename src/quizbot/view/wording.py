"""Here are words, numbers and times in a person's language."""

from __future__ import annotations

import gettext
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from pathlib import Path
from zoneinfo import ZoneInfo

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_datetime, format_time, get_day_names
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

DOMAIN = "quizbot"
_LEAST = 0.01
FOLDER = Path(__file__).parent / "locale"


@dataclass(frozen=True, slots=True)
class Wording:
    """One language: the message catalogue, and how it writes numbers and times."""

    locale: str
    _catalogue: gettext.NullTranslations = field(repr=False, compare=False)

    @classmethod
    def of(cls, locale: str) -> Wording:
        """The language nearest to a BCP 47 tag that the program speaks, else English."""
        return _wording(locale)

    def say(self, text: str, /, **values: object) -> str:
        """`text` in this language, with `values` in the place of its {names}."""
        return _fill(self._catalogue.gettext(text), values)

    def count(self, one: str, many: str, n: int, /, **values: object) -> str:
        """`one` or `many` in this language as `n` asks for; {n} is the number."""
        return _fill(self._catalogue.ngettext(one, many, n), {"n": self.number(n), **values})

    def number(self, n: float) -> str:
        """A number."""
        return format_decimal(n, locale=self.locale)

    def percent(self, share: float) -> str:
        """A share from 0 to 1 as whole per cent: 0% and 100% mean none and all."""
        if 0 < share < _LEAST:
            return f"<{format_percent(_LEAST, locale=self.locale)}"
        if 1 - _LEAST < share < 1:
            return f">{format_percent(1 - _LEAST, locale=self.locale)}"
        return format_percent(share, locale=self.locale)

    def day(self, day: date) -> str:
        """A day, such as Tue 1 Dec."""
        return format_date(day, "EEE d MMM", locale=self.locale)

    def month(self, day: date) -> str:
        """A month, such as December 2026."""
        return format_date(day, "LLLL y", locale=self.locale)

    def moment(self, at: datetime, zone: str) -> str:
        """An instant as the clocks of `zone` show it, such as Tue 1 Dec, 14:00 CET."""
        local = at.astimezone(ZoneInfo(zone))
        shown = format_datetime(local, "EEE d MMM, HH:mm", locale=self.locale)
        return f"{shown} {_zone_name(local)}"

    def clock(self, at: time) -> str:
        """A wall-clock time."""
        return format_time(at, "HH:mm", locale=self.locale)

    def weekday(self, number: int) -> str:
        """The name of a weekday, Monday = 0."""
        return str(get_day_names("wide", locale=self.locale)[number])

    def duration(self, length: timedelta) -> str:
        """A length of time in whole days (two or more), hours or minutes."""
        minutes = int(length.total_seconds()) // 60
        if minutes % 60:
            return self.count("{n} minute", "{n} minutes", minutes)
        hours = minutes // 60
        if hours % 24 or hours == 24:
            return self.count("{n} hour", "{n} hours", hours)
        return self.count("{n} day", "{n} days", hours // 24)

    def listing(self, items: Sequence[str]) -> str:
        """The items in a row: A, B and C."""
        return format_list(list(items), locale=self.locale)

    def any_of(self, items: Sequence[str]) -> str:
        """The items to choose from: A, B or C."""
        return format_list(list(items), style="or", locale=self.locale)


def _zone_name(local: datetime) -> str:
    """The zone's usual abbreviation, or UTC+5:45 where it has none but its offset."""
    name = local.tzname() or ""
    if name.isalpha():
        return name
    offset = local.utcoffset() or timedelta()
    hours, minutes = divmod(abs(offset) // timedelta(minutes=1), 60)
    sign = "−" if offset < timedelta() else "+"
    return f"UTC{sign}{hours}:{minutes:02}" if minutes else f"UTC{sign}{hours}"


def _fill(text: str, values: dict[str, object]) -> str:
    """Values are put in once: braces inside them stay as they are."""
    return text.format(**values) if values else text


@lru_cache(maxsize=64)
def _wording(tag: str) -> Wording:
    try:
        locale = Locale.parse(tag.replace("_", "-"), sep="-")
    except (UnknownLocaleError, ValueError):
        locale = Locale("en")
    found = gettext.find(DOMAIN, FOLDER, [str(locale), locale.language])
    if found is not None:
        with Path(found).open("rb") as file:
            return Wording(str(locale), gettext.GNUTranslations(file))
    # The messages in the code are English: no catalogue is needed for it.
    english = str(locale) if locale.language == "en" else "en"
    return Wording(english, gettext.NullTranslations())
