"""Here is what Slack tells of a person: name, zone, language, and whether they are an admin."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from quizbot.clock import Clock
from quizbot.errors import DeliveryError
from quizbot_slack.calls import Calls
from quizbot_slack.events import Person

log = logging.getLogger(__name__)

RIGHTS_LAST = timedelta(minutes=1)
NAMES_LAST = timedelta(hours=6)
REMEMBERED = 10_000


class People:
    """The people met lately. Rights are looked up again after a minute, names after hours."""

    def __init__(self, calls: Calls, clock: Clock) -> None:
        self._calls = calls
        self._clock = clock
        self._met: dict[tuple[str, str], tuple[Person, datetime]] = {}

    async def who(self, team: str, user: str, *, rights: bool) -> Person:
        """The person. Where Slack doesn't answer: what was known, and never an admin's rights."""
        now = self._clock.now()
        met = self._met.get((team, user))
        if met is not None and now - met[1] < (RIGHTS_LAST if rights else NAMES_LAST):
            return met[0]
        try:
            answer = await self._calls.call(team, "users.info", user=user, include_locale="true")
        except DeliveryError as error:
            log.warning("%s can't be looked up: %s", user, error)
            before = met[0] if met else Person()
            return Person(before.name, admin=False, zone=before.zone, locale=before.locale)
        found = _person(answer.get("user") or {}, team)
        if len(self._met) >= REMEMBERED:
            self._met.pop(next(iter(self._met)))
        self._met[team, user] = (found, now)
        return found


def _person(told: dict[str, object], team: str) -> Person:
    """A person; one of another workspace, or a guest in this one, is no admin here."""
    profile = told.get("profile")
    names = profile if isinstance(profile, dict) else {}
    name = names.get("display_name") or names.get("real_name") or told.get("name") or ""
    zone = told.get("tz")
    return Person(
        name=str(name),
        admin=bool(told.get("is_admin") or told.get("is_owner"))
        and told.get("team_id") == team
        and not (told.get("is_stranger") or told.get("is_restricted")),
        zone=str(zone) if zone else None,
        locale=str(told.get("locale") or "en"),
    )
