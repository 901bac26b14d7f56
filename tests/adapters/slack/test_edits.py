"""A message that stands is changed as a whole, whatever became of it and of earlier tries."""

from __future__ import annotations

from datetime import timedelta

import pytest

from adapters.slack.slack_server import SlackServer
from adapters.slack.slack_stage import SlackStage
from quizbot.errors import Unreachable
from quizbot.message import Action, Button, Buttons, Message, Paragraph, Span
from quizbot.testing.house import House

ASKED = Buttons((Button("A", Action("answer", ("1", "a"))),))


@pytest.mark.parametrize("length", range(11_900, 12_001, 10))
async def test_a_count_that_grows_beyond_the_measure_of_a_new_message_is_still_shown(
    house: House, stage: SlackStage, length: int
) -> None:
    del house
    words = tuple(Paragraph((Span("x" * 1_000),)) for _ in range(11))
    rest = Paragraph((Span("y" * (length - 11_002)),))
    before = Message("x", (*words, rest, ASKED, Paragraph((Span("0"),))))
    posted = await stage.adapter.post(stage.channel, before, key="answer:1", under=None)
    after = Message("x", (*before.blocks[:-1], Paragraph((Span("123 people answered " * 5),))))
    await stage.adapter.edit(posted, after)
    assert "123 people" in (await stage.public())[-1]


async def test_an_edit_that_was_cut_off_while_it_took_parts_away_is_finished(
    house: House, stage: SlackStage, server: SlackServer
) -> None:
    del house
    long = tuple(Paragraph((Span("word " * 500),)) for _ in range(18))
    message = Message("x", (*long, ASKED))
    posted = await stage.adapter.post(stage.channel, message, key="answer:1", under=None)
    closed = Message("x", (Paragraph((Span("Closed"),)),))
    server.fail("chat.delete", "pass")
    server.fail("chat.delete", "limit")
    with pytest.raises(Unreachable):
        await stage.adapter.edit(posted, closed)
    stage.clock.advance(timedelta(seconds=2))
    await stage.adapter.edit(posted, closed)
    assert await stage.public() == ["Closed"]
