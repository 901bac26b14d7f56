"""Here are words, numbers and times in a person's language."""

from __future__ import annotations

import gettext
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_datetime, format_time, get_day_names
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

DOMAIN = "quizbot"
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
        """A share from 0 to 1 as whole per cent."""
        return format_percent(share, locale=self.locale)

    def day(self, day: date) -> str:
        """A day, such as Tue 1 Dec."""
        return format_date(day, "EEE d MMM", locale=self.locale)

    def moment(self, at: datetime, zone: str) -> str:
        """An instant as the clocks of `zone` show it, with the zone's name."""
        local = at.astimezone(ZoneInfo(zone))
        return format_datetime(local, "EEE d MMM, HH:mm z", locale=self.locale)

    def clock(self, at: time) -> str:
        """A wall-clock time."""
        return format_time(at, "HH:mm", locale=self.locale)

    def weekday(self, number: int) -> str:
        """The name of a weekday, Monday = 0."""
        return str(get_day_names("wide", locale=self.locale)[number])

    def duration(self, length: timedelta) -> str:
        """A length of time in whole hours or minutes."""
        minutes = int(length.total_seconds()) // 60
        if minutes % 60:
            return self.count("{n} minute", "{n} minutes", minutes)
        return self.count("{n} hour", "{n} hours", minutes // 60)

    def listing(self, items: Sequence[str]) -> str:
        """The items in a row: A, B and C."""
        return format_list(list(items), locale=self.locale)


def _fill(text: str, values: dict[str, object]) -> str:
    """Values are put in once: braces inside them stay as they are."""
    return text.format(**values) if values else text


@cache
def _wording(tag: str) -> Wording:
    try:
        locale = str(Locale.parse(tag, sep="-"))
    except (UnknownLocaleError, ValueError):
        locale = "en"
    found = gettext.find(DOMAIN, FOLDER, [locale, locale.partition("_")[0]])
    if found is None:
        english = locale if locale.partition("_")[0] == "en" else "en"
        return Wording(english, gettext.NullTranslations())
    with Path(found).open("rb") as file:
        return Wording(locale, gettext.GNUTranslations(file))
