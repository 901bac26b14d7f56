"""Here is the round (an item put once) and the attempt (one learner's answer to it)."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date, datetime

from quizbot.domain.item import Item, Order
from quizbot.domain.mode import Mode, Tells
from quizbot.domain.scoring import Response, Score, score
from quizbot.refs import ChannelRef

LETTERS = "ABCDEFGHIJ"


@dataclass(frozen=True, slots=True)
class Round:
    """An item put once. Every answer in the program is an answer to a round.

    `order` lists the option ids as they are shown. The audience is `channel`, or one learner
    (`learner_id`) in a session. `day` is the channel's calendar day for a round that a schedule
    made; it is kept for one posted by hand too, and tells the board's periods. `zone` is the IANA
    zone in which people read its times. `tells` may differ from the mode's (a schedule may hold
    the verdict back until the close). `closes_at` is None where the round never closes by itself.
    """

    id: int
    bank: str
    item_id: str
    revision: str
    order: tuple[str, ...]
    mode: Mode
    tells: Tells
    opens_at: datetime
    closes_at: datetime | None
    channel: ChannelRef | None = None
    learner_id: int | None = None
    session_id: int | None = None
    schedule_id: int | None = None
    day: date | None = None
    zone: str = "UTC"

    def __post_init__(self) -> None:
        if self.closes_at is not None and self.closes_at < self.opens_at:
            raise ValueError("a round can't close before it opens")

    def closed(self, now: datetime) -> bool:
        """Whether answers given at `now` come too late to be scored."""
        return self.closes_at is not None and now >= self.closes_at

    def letter(self, option_id: str) -> str:
        """The letter under which an option was shown."""
        return LETTERS[self.order.index(option_id)]


@dataclass(frozen=True, slots=True)
class Attempt:
    """One learner's answer to a round; (round_id, learner_id) is its identity.

    `counts` says whether it was in time, so that it is scored for boards and analysis; a late one
    is practice only. `points` are those of the board, 0 where it doesn't count.
    """

    round_id: int
    learner_id: int
    response: Response
    score: Score
    answered_at: datetime
    counts: bool
    points: int = 0


def shown_order(item: Item, rng: random.Random) -> tuple[str, ...]:
    """The option ids in the order in which a round shows them."""
    ids = [option.id for option in item.options]
    if item.order is Order.SHUFFLED:
        rng.shuffle(ids)
    return tuple(ids)


def attempt(
    round_: Round, item: Item, learner_id: int, response: Response, now: datetime
) -> Attempt:
    """The attempt that `response`, given at `now`, makes.

    Raises ValueError where the response is empty, names options that the item doesn't have, or
    more or fewer of them than the item asks for.
    """
    if len(response) != item.choose:
        raise ValueError(f"{item.id} asks for {item.choose} options, {len(response)} were chosen")
    return Attempt(
        round_id=round_.id,
        learner_id=learner_id,
        response=response,
        score=score(item, response),
        answered_at=now,
        counts=not round_.closed(now),
    )
