"""Here is what Hypothesis draws items, banks, rounds, answers and schedules from.

    @given(items())
    def test_an_item_is_kept_as_it_was_shown(item: Item) -> None:
        ...

Texts and messages, the part that authors of adapters need, are in `message_strategies.py` and can
be had from here too. Needs `pip install hypothesis`.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import available_timezones

from hypothesis import strategies as st

from quizbot.domain.blueprint import Bank, Topic
from quizbot.domain.item import (
    MAX_OPTIONS,
    MIN_OPTIONS,
    Difficulty,
    Figure,
    Item,
    Option,
    Order,
    Reference,
    option_id,
)
from quizbot.domain.mode import MODES, Mode, Tells
from quizbot.domain.round import Round, shown_order
from quizbot.domain.schedule import Schedule
from quizbot.domain.scoring import Response
from quizbot.refs import ChannelRef
from quizbot.testing.message_strategies import (
    actions,
    blocks,
    bodies,
    buttons,
    codes,
    lines,
    menus,
    messages,
    prose,
    spans,
    styled,
    tables,
    texts,
)

__all__ = [
    "actions",
    "banks",
    "blocks",
    "bodies",
    "buttons",
    "channels",
    "codes",
    "figures",
    "instants",
    "items",
    "known_zones",
    "lines",
    "menus",
    "messages",
    "modes",
    "options",
    "prose",
    "references",
    "responses",
    "rounds",
    "schedules",
    "spans",
    "styled",
    "tables",
    "texts",
    "wall_times",
    "zones",
]

_NOTABLE_MINUTES = (0, 1, 59, 60, 90, 119, 120, 150, 180, 540, 1410, 1439)


@cache
@st.composite
def options(draw: st.DrawFn, item_id: str = "item") -> tuple[Option, ...]:
    """The options of one item."""
    several = st.lists(texts(), min_size=MIN_OPTIONS, max_size=MAX_OPTIONS, unique=True)
    written = draw(several.filter(lambda texts_: len(_ids(item_id, texts_)) == len(texts_)))
    return tuple(Option(option_id(item_id, text), text, draw(texts(0))) for text in written)


@st.composite
def items(
    draw: st.DrawFn,
    *,
    item_id: st.SearchStrategy[str] | None = None,
    bank: str = "bank",
    topic: st.SearchStrategy[str] | None = None,
    partial_credit: st.SearchStrategy[bool] | None = None,
) -> Item:
    """One question of a bank."""
    id_ = draw(codes() if item_id is None else item_id)
    choices = draw(options(id_))
    ids = [option.id for option in choices]
    key = draw(st.sets(st.sampled_from(ids), min_size=1, max_size=len(ids) - 1))
    return Item(
        bank=bank,
        id=id_,
        stem=draw(texts()),
        options=choices,
        key=frozenset(key),
        topic=draw(codes(4) if topic is None else topic),
        trap=draw(texts(0)),
        explanation=draw(texts(0)),
        difficulty=draw(st.sampled_from(Difficulty)),
        order=draw(st.sampled_from(Order)),
        tags=tuple(draw(st.lists(codes(), max_size=2))),
        related=tuple(draw(st.lists(codes(), max_size=2))),
        references=tuple(draw(st.lists(references(), max_size=2))),
        figure=draw(st.none() | figures()),
        author=draw(lines(0)),
        reviewed=draw(st.none() | st.dates(date(2000, 1, 1), date(2040, 1, 1))),
        partial_credit=draw(st.booleans() if partial_credit is None else partial_credit),
    )


@cache
def references() -> st.SearchStrategy[Reference]:
    """Where to read on."""
    return st.builds(Reference, lines(), codes().map("https://example.org/{}".format))


@cache
def figures() -> st.SearchStrategy[Figure]:
    """Pictures of a stem; the bytes behind them don't exist."""
    digest = st.text("0123456789abcdef", min_size=32, max_size=32)
    return st.builds(Figure, digest, lines(), st.just("image/png"))


@st.composite
def banks(draw: st.DrawFn, *, min_items: int = 0, max_items: int = 8) -> Bank:
    """A small bank in which some items are siblings; every item's topic is one of the bank's."""
    named = draw(st.lists(codes(4), min_size=1, max_size=4, unique=True))
    shares = st.floats(0.01, 100, allow_nan=False)
    topics = tuple(Topic(code, f"Topic {code}", draw(shares)) for code in named)
    ids = draw(st.lists(codes(6), min_size=min_items, max_size=max_items, unique=True))
    drawn = [_plain_item(id_, draw(st.sampled_from(named)), draw(_siblings(ids))) for id_ in ids]
    return Bank("bank", "A bank", tuple(drawn), topics)


@st.composite
def rounds(draw: st.DrawFn, item: Item) -> Round:
    """A round that puts `item` to a channel, whatever the mode."""
    opens_at = draw(instants())
    open_for = draw(st.none() | st.timedeltas(timedelta(seconds=1), timedelta(days=30)))
    return Round(
        id=draw(st.integers(1, 2**31)),
        bank=item.bank,
        item_id=item.id,
        revision="0" * 16,
        order=shown_order(item, draw(st.randoms(use_true_random=False))),
        mode=draw(modes()),
        tells=draw(st.sampled_from(Tells)),
        opens_at=opens_at,
        closes_at=None if open_for is None else opens_at + open_for,
        channel=draw(channels()),
    )


@cache
def modes() -> st.SearchStrategy[Mode]:
    """The modes of asking."""
    return st.sampled_from(list(MODES.values()))


@st.composite
def responses(draw: st.DrawFn, item: Item) -> Response:
    """What a learner may send in answer to `item`: as many options as it asks for."""
    ids = [option.id for option in item.options]
    return frozenset(draw(st.permutations(ids))[: item.choose])


@cache
def channels() -> st.SearchStrategy[ChannelRef]:
    """Channels of some platform."""
    return st.builds(ChannelRef, st.sampled_from(["memory", "other"]), codes(), codes())


@cache
def instants(first: int = 1990, last: int = 2037) -> st.SearchStrategy[datetime]:
    """Instants of those years, in UTC."""
    return st.datetimes(datetime(first, 1, 1), datetime(last, 12, 31), timezones=st.just(UTC))  # noqa: DTZ001


@cache
def known_zones() -> tuple[str, ...]:
    """The names of every IANA zone that this computer knows."""
    return tuple(sorted(available_timezones() - {"localtime", "Factory"}))


@cache
def zones() -> st.SearchStrategy[str]:
    """One of `known_zones()`."""
    return st.sampled_from(known_zones())


@cache
def wall_times() -> st.SearchStrategy[time]:
    """Times of the day in whole minutes, often one at which clocks are changed."""
    minutes = st.integers(0, 24 * 60 - 1) | st.sampled_from(_NOTABLE_MINUTES)
    return minutes.map(lambda minute: time(*divmod(minute, 60)))


@st.composite
def schedules(draw: st.DrawFn, *, paused: bool = False) -> Schedule:
    """When a channel gets its question: any time, zone and weekdays."""
    return Schedule(
        id=draw(st.integers(1, 2**31)),
        channel=draw(channels()),
        bank=draw(codes()),
        at=draw(wall_times()),
        zone=draw(zones()),
        weekdays=draw(st.frozensets(st.integers(0, 6), min_size=1)),
        closes_after=draw(st.timedeltas(timedelta(minutes=1), timedelta(days=14))),
        tells=draw(st.sampled_from(Tells)),
        topics=tuple(draw(st.lists(codes(4), max_size=2, unique=True))),
        paused=paused,
    )


def _ids(item_id: str, written: list[str]) -> set[str]:
    return {option_id(item_id, text) for text in written}


def _siblings(ids: list[str]) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(ids), max_size=2) if ids else st.just([])


def _plain_item(item_id: str, topic: str, related: list[str]) -> Item:
    choices = tuple(Option(option_id(item_id, text), text, "") for text in ("yes", "no"))
    key = frozenset({choices[0].id})
    return Item("bank", item_id, "Is it?", choices, key, topic, related=tuple(related))
