"""What people read before the answer, at the close and after it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizbot.domain.item import Item, Option
from quizbot.domain.standing import Tally
from quizbot.message import Button, Buttons, Heading, Image, Listing, Menu, Message, actions, marked
from quizbot.testing.flat import flat
from quizbot.testing.message_strategies import PNG
from quizbot.testing.strategies import items
from quizbot.view import question
from quizbot.view.question import Shown
from quizbot.view.wording import Wording
from view.scenes import AT_CLOSE, ITEM, PAIR, PRACTISING, ROUND, TALLY
from view.scenes import shown as scene
from view.strategies import shown, tallies

W = Wording.of("en")


def buttons(message: Message) -> list[Button]:
    return [b for block in message.blocks if isinstance(block, Buttons) for b in block.buttons]


def letters(message: Message) -> list[str]:
    listing = next(
        b for b in message.blocks if isinstance(b, Listing) and b.markers.name == "LETTERS"
    )
    return [entry.marker for entry in listing.entries]


def test_an_open_question_reads_from_its_title_to_its_close() -> None:
    message = question.question(W, scene(), answered=2)
    assert message.summary == "Question of the day: Ποιος ποταμός είναι μακρύτερος;"
    assert flat(message) == "\n".join(
        [
            "Question of the day",
            "Ποταμοί · Μήκος",
            "Ποιος ποταμός είναι μακρύτερος;",
            "Ένας χάρτης",
            "A Ο Βόλγας",
            "B Ο Ρήνος",
            "C Ο Δούναβης",
            "[A]",
            "[B]",
            "[C]",
            "Closes Tue 1 Dec, 14:00 CET · 2 people answered",
            "Only you see how you did. Your first answer counts.",
        ]
    )


def test_letter_buttons_carry_the_round_and_the_option_and_say_it_in_full() -> None:
    pressed = buttons(question.question(W, scene(), answered=0))
    assert [(b.label, b.action.encode(), b.description) for b in pressed] == [
        ("A", "answer:17:v", "Ο Βόλγας"),
        ("B", "answer:17:r", "Ο Ρήνος"),
        ("C", "answer:17:d", "Ο Δούναβης"),
    ]


def test_choosing_several_is_one_menu_that_says_how_many() -> None:
    message = question.question(W, scene(item=PAIR), answered=0)
    (menu,) = [block for block in message.blocks if isinstance(block, Menu)]
    assert menu.action.encode() == "answer:17"
    assert (menu.label, menu.least, menu.most) == ("Choose 2 options", 2, 2)
    assert next((c.value, c.label) for c in menu.choices) == ("v", "A. Ο Βόλγας")
    assert not buttons(message)


def test_where_the_answer_comes_at_the_close_the_question_says_so() -> None:
    words = flat(question.question(W, scene(AT_CLOSE), answered=0))
    assert "Closes Tue 1 Dec, 14:00 CET, and then you learn the answer · No answers yet" in words


def test_a_closed_question_says_so_and_keeps_the_way_to_ones_answer() -> None:
    message = question.closed(W, scene(), TALLY)
    assert "Closed · 14 people answered" in flat(message)
    assert [action.encode() for action in actions(message)] == ["mine:17"]


def test_the_reveal_tells_the_answer_how_it_went_and_why() -> None:
    message = question.reveal(W, scene(), TALLY, PNG, "How 14 people answered.")
    assert message.summary == (
        "The answer is A. 14 people answered, 8 right."
        " The question: Ποιος ποταμός είναι μακρύτερος;"
    )
    assert flat(message) == "\n".join(
        [
            "The answer is A",
            "14 people answered, 8 right.",
            "How 14 people answered.",
            "The common trap",
            "Ο πιο γνωστός δεν είναι ο πιο μακρύς.",
            "Option by option",
            "A: right",
            "Ο Βόλγας",
            "Ναι: 3.530 χλμ.",
            "B: not right",
            "Ο Ρήνος",
            "Γνωστός, μα σύντομος.",
            "C: not right",
            "Ο Δούναβης",
            "Μακρύς, μα όχι ο πρώτος.",
            "The whole picture",
            "Ο Βόλγας είναι ο μακρύτερος.",
            "Read on",
            " Ποταμοί",
            "[Show my answer]",
        ]
    )
    assert marked(message, "mine:17")


@pytest.mark.parametrize(
    ("tally", "words"),
    [
        (Tally({}, 0, 0), "Nobody answered this time."),
        (Tally({"r": 1}, 1, 0), "1 person answered, not right this time."),
        (Tally({"r": 3}, 3, 0), "3 people answered, none right this time."),
        (Tally({"v": 1}, 1, 1), "1 person answered, 1 right."),
    ],
)
def test_how_it_went_shames_nobody(tally: Tally, words: str) -> None:
    assert words in flat(question.reveal(W, scene(), tally, PNG, ""))


def test_a_practice_question_says_where_one_is_and_how_to_stop() -> None:
    message = question.session_question(W, scene(), PRACTISING, 2)
    assert message.blocks[0] == Heading("Practice: question 2 of 5")
    assert message.summary.startswith("Practice: question 2 of 5. Ποιος")
    assert [action.encode() for action in actions(message)][-1] == "stop:5"


@given(shown(), st.integers(0, 10_000))
def test_a_question_is_the_same_whatever_the_key(of: Shown, answered: int) -> None:
    """So nothing in it can tell the key: not an order, a label, an emphasis, a token."""
    other = [o.id for o in of.item.options if o.id not in of.item.key][: of.item.choose]
    if len(other) == of.item.choose:
        message = question.question(W, of, answered=answered)
        assert message == question.question(W, _with_key(of, other), answered=answered)
        closed = Tally({}, answered, 0)
        assert question.closed(W, of, closed) == question.closed(W, _with_key(of, other), closed)


@given(shown())
def test_letters_are_in_the_order_shown_in_every_view(of: Shown) -> None:
    message = question.question(W, of, answered=0)
    wanted = [of.round.letter(id_) for id_ in of.round.order]
    assert letters(message) == wanted
    if of.item.choose == 1:
        expected = [("answer", (str(of.round.id), id_)) for id_ in of.round.order]
        assert [(a.verb, a.args) for a in actions(message)] == expected
    assert marked(message, f"answer:{of.round.id}")
    revealed = flat(question.reveal(W, of, Tally({}, 0, 0), PNG, "alt"))
    places = [revealed.find(f"\n{letter}: ") for letter in wanted]
    assert -1 not in places


@given(st.data())
def test_nothing_that_an_author_wrote_is_lost(data: st.DataObject) -> None:
    of = data.draw(shown(item=_plainly_written()))
    item = of.item
    asked = flat(question.question(W, of, answered=0))
    told = flat(question.reveal(W, of, data.draw(tallies(item)), PNG, "alt"))
    assert item.stem in asked
    assert all(option.text in asked and option.text in told for option in item.options)
    assert all(option.rationale in told for option in item.options)
    assert item.trap in told
    assert item.explanation in told


def test_a_figure_is_shown_with_its_words() -> None:
    images = [b for b in question.question(W, scene(), answered=0).blocks if isinstance(b, Image)]
    assert [(image.data, image.alt, image.name) for image in images] == [
        (PNG, "Ένας χάρτης", "figure.png")
    ]


def test_an_option_that_is_a_sign_stays_one() -> None:
    signs = tuple(Option(f"o{n}", text, "why") for n, text in enumerate(["+", "- 5", "> 5"]))
    item = replace(ITEM, options=signs, key=frozenset({"o1"}))
    of = scene(replace(ROUND, order=("o2", "o1", "o0")), item)
    words = flat(question.question(W, of, answered=0))
    assert "A > 5\nB - 5\nC +" in words


def _with_key(of: Shown, key: list[str]) -> Shown:
    return replace(of, item=replace(of.item, key=frozenset(key)))


def _plainly_written() -> st.SearchStrategy[Item]:
    words = st.text("abcdefgäßλЖ漢あ가", min_size=1, max_size=30)

    def rewritten(drawn: tuple[Item, list[str]]) -> Item:
        item, texts = drawn
        fresh = iter(texts)
        return replace(
            item,
            stem=next(fresh),
            trap=next(fresh),
            explanation=next(fresh),
            options=tuple(Option(o.id, next(fresh), next(fresh)) for o in item.options),
        )

    return st.tuples(items(), st.lists(words, min_size=23, max_size=23)).map(rewritten)
