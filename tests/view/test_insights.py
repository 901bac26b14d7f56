"""What admins read of a bank: plain words, the most urgent first, nothing said too early."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import pytest
from PIL import Image

from quizbot.domain.participation import DAY
from quizbot.message import Callout, Message, Tone
from quizbot.testing.flat import flat
from quizbot.view import chart, picture
from quizbot.view.insight_files import as_csv, as_json
from quizbot.view.insights import MOST, insights
from quizbot.view.pen import SCALE
from quizbot.view.wording import Wording
from view.insight_scenes import DOUBTED, EASY, GOOD, ITEM, WAITING, found

W = Wording.of("en")


def reasons(message: Message) -> list[tuple[Tone, str]]:
    return [(b.tone, flat(Message("", (b,)))) for b in message.blocks if isinstance(b, Callout)]


def test_a_doubted_key_comes_before_what_is_only_easy() -> None:
    (first, why), (second, easy) = reasons(insights(W, found(EASY, GOOD, DOUBTED)))
    assert (first, second) == (Tone.WARNING, Tone.NOTE)
    assert "Strong people choose “Ο Δούναβης” rather than “Ο Βόλγας”. Is the key right?" in why
    assert "60% walk into “Ο Δούναβης”." in why
    assert "97% get it right: it tells nobody apart." in easy
    assert "Hardly anybody picks: Ο Ρήνος and Ο Δούναβης." in easy


def test_where_nothing_stands_out_that_is_said() -> None:
    assert "Nothing stands out" in flat(insights(W, found(GOOD)))
    assert "Nothing stands out" not in flat(insights(W, found(*WAITING)))


def test_only_the_most_striking_questions_are_told_and_the_rest_counted() -> None:
    many = [replace(DOUBTED, id=f"d{n}@1") for n in range(MOST + 2)]
    message = insights(W, found(*many))
    assert len(reasons(message)) == MOST
    assert "and 2 more questions" in flat(message)


def test_a_question_with_few_answers_is_not_judged() -> None:
    said = flat(insights(W, found(*WAITING)))
    assert "Not enough answers yet" in said
    assert "7 answers" in said
    assert "Tells apart" not in said
    assert reasons(insights(W, found(*WAITING))) == []


@pytest.mark.parametrize(
    ("alpha", "words"),
    [
        (0.85, "Reliability 0.85: good enough to tell people apart."),
        (0.7, "Reliability 0.7: fair for a group, rough for one person."),
        (0.1, "Reliability 0.1: low, a score says little yet."),
        (None, "Not enough answers yet to say."),
    ],
)
def test_reliability_is_told_in_plain_words(alpha: float | None, words: str) -> None:
    assert words in flat(insights(W, found(GOOD, alpha=alpha)))


def test_the_json_tells_nothing_of_questions_with_few_answers() -> None:
    good, waiting = json.loads(as_json(found(GOOD, WAITING[0])))["items"]
    assert (good["item"], good["revision"], good["facility"]) == ("good", "1", 0.7)
    assert [option["share"] for option in good["options"]] == [0.2, 0.1, 0.7]
    assert [option["functional"] for option in good["options"]] == [True, True, None]
    assert (waiting["n"], waiting["verdict"]) == (1, "not enough answers yet")
    assert waiting["facility"] is None
    assert {option["share"] for option in waiting["options"]} == {None}


@pytest.mark.parametrize("stem", ["=1+1", "+1", "-1", "@SUM(A1)"])
def test_no_cell_that_somebody_wrote_is_a_formula(stem: str) -> None:
    seen = found(GOOD)
    hostile = replace(seen, items={GOOD.id: replace(ITEM, stem=stem)})
    (row,) = csv.DictReader(io.StringIO(as_csv(hostile).removeprefix("\ufeff")))
    assert row["question"] == f"'{stem}"
    assert row["correlation_1"] == "-0.2"


def test_the_picture_has_a_bar_for_each_step_as_long_as_its_people_are_many() -> None:
    told = found().took_part
    image = Image.open(io.BytesIO(chart.participation(W, told))).convert("RGB")
    lengths = []
    for number in range(len(told.activity)):
        y = (picture.HEAD + chart.ROW * number + picture.THICK // 2) * SCALE
        row = [image.getpixel((x, y)) for x in range(chart.LEFT * SCALE, image.width)]
        lengths.append(row.count((0x8A, 0x97, 0xAD)))
    full = (picture.END - chart.FIGURES - chart.LEFT) * SCALE
    assert lengths == [pytest.approx(full, abs=2), 0]


def test_the_picture_s_words_say_the_same() -> None:
    words = chart.participation_alt(W, found().took_part)
    assert words == "People who answered, day by day. Tue 1 Dec: 4; Wed 2 Dec: 0."
    fortnights = chart.participation_alt(W, found(step=14 * DAY).took_part)
    assert fortnights.startswith("People who answered, every 2 weeks.")
