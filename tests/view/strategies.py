"""Here is what Hypothesis draws shown rounds, tallies and attempts from."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import strategies as st

from quizbot.domain.item import Item
from quizbot.domain.round import Attempt
from quizbot.domain.scoring import score
from quizbot.domain.standing import Tally
from quizbot.testing.message_strategies import PNG, lines
from quizbot.testing.strategies import items, responses, rounds, zones
from quizbot.view.question import Shown


@st.composite
def shown(draw: st.DrawFn, *, item: st.SearchStrategy[Item] | None = None) -> Shown:
    """Any item, put once, in any zone."""
    drawn = draw(items() if item is None else item)
    return Shown(
        round=draw(rounds(drawn)),
        item=drawn,
        bank_title=draw(lines()),
        topic_title=draw(lines()),
        zone=draw(zones()),
        figure=draw(st.none() | st.just(PNG)),
    )


@st.composite
def tallies(draw: st.DrawFn, item: Item) -> Tally:
    """How some people may have answered `item`."""
    given_ = draw(st.lists(responses(item), max_size=30))
    by_option = {option.id: sum(option.id in one for one in given_) for option in item.options}
    return Tally(by_option, len(given_), sum(one == item.key for one in given_))


@st.composite
def attempts(draw: st.DrawFn, of: Shown) -> Attempt:
    """Somebody's answer to the round, in time or late."""
    response = draw(responses(of.item))
    return Attempt(
        round_id=of.round.id,
        learner_id=draw(st.integers(1, 99)),
        response=response,
        score=score(of.item, response),
        answered_at=of.round.opens_at + draw(st.timedeltas(timedelta(), timedelta(days=40))),
        counts=draw(st.booleans()),
        points=draw(st.integers(0, 20)),
    )
