"""Here is a question, its people and every view of them, for the tests of what people read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

from quizbot.bank.linting import RULES
from quizbot.domain.blueprint import Bank, Blueprint, Topic
from quizbot.domain.estimates import Estimate, Readiness, Studied
from quizbot.domain.exam import result
from quizbot.domain.history import Grade
from quizbot.domain.item import Figure, Item, Option, Reference
from quizbot.domain.mode import DAILY, EXAM, PRACTICE, REVIEW, Tells
from quizbot.domain.round import Attempt, Round, attempt
from quizbot.domain.schedule import Schedule
from quizbot.domain.season import Faced, Podium
from quizbot.domain.session import Progress, Session
from quizbot.domain.standing import Board, Period, Ranked, Scope, Standing, Streak, Tally
from quizbot.domain.suggestion import Remark, Sketch, State
from quizbot.message import Action, Message
from quizbot.ports import CommandSpec, FormSpec
from quizbot.refs import ChannelRef
from quizbot.testing.message_strategies import PNG
from quizbot.view import (
    catalogue,
    curation,
    exam,
    exam_report,
    feedback,
    help,  # noqa: A004 (the command's own name)
    home,
    notice,
    picture,
    plan,
    privacy,
    progress,
    question,
    review,
    season,
    session,
    setup,
    sketch,
    standing,
    suggestion,
    terminal,
)
from quizbot.view.question import Shown
from quizbot.view.standing import Which
from quizbot.view.wording import Wording
from view import insight_scenes

OPENS = datetime(2026, 12, 1, 8, tzinfo=UTC)
CLOSES = OPENS + timedelta(hours=5)
CHANNEL = ChannelRef("memory", "", "γενικά")

# All that authors and people write is Greek here: what else is read is the program's.
ITEM = Item(
    bank="potamoi",
    id="longest",
    stem="Ποιος *ποταμός* είναι μακρύτερος;",
    options=(
        Option("r", "Ο Ρήνος", "Γνωστός, μα σύντομος."),
        Option("d", "Ο Δούναβης", "Μακρύς, μα όχι ο πρώτος."),
        Option("v", "Ο Βόλγας", "Ναι: 3.530 χλμ."),
    ),
    key=frozenset("v"),
    topic="length",
    trap="Ο πιο γνωστός δεν είναι ο πιο μακρύς.",
    explanation="Ο Βόλγας είναι ο μακρύτερος.",
    references=(Reference("Ποταμοί", "https://example.org/rivers"),),
    figure=Figure("0" * 32, "Ένας χάρτης", "image/png"),
)
PAIR = replace(ITEM, id="pair", key=frozenset("vd"), partial_credit=True)
THREE = replace(
    PAIR,
    id="three",
    options=(*ITEM.options, Option("n", "Ο Νείλος", "Στην Αφρική.")),
    key=frozenset("vdr"),
)
SHUFFLED = ("v", "r", "d")
"""Shown as A, B, C: so A is the answer."""

ROUND = Round(
    id=17,
    bank="potamoi",
    item_id="longest",
    revision="1",
    order=SHUFFLED,
    mode=DAILY,
    tells=Tells.AT_ONCE,
    opens_at=OPENS,
    closes_at=CLOSES,
    channel=CHANNEL,
    zone="Europe/Berlin",
)
AT_CLOSE = replace(ROUND, tells=Tells.AT_CLOSE)
TALLY = Tally({"v": 8, "r": 4, "d": 2}, 14, 8)
PRACTISING = Session(
    id=5,
    learner_id=3,
    mode=PRACTICE,
    bank="potamoi",
    topic=None,
    difficulty=None,
    length=5,
    started_at=OPENS,
)
REVIEWING = replace(PRACTISING, mode=REVIEW)
SCHEDULE = Schedule(
    id=1,
    channel=CHANNEL,
    bank="potamoi",
    at=time(9, 30),
    zone="Europe/Berlin",
    weekdays=frozenset(range(5)),
    closes_after=timedelta(hours=24),
)
BANK = Bank("potamoi", "Ποταμοί", (ITEM,), (Topic("length", "Μήκος"),))
VALUES = setup.DailyValues("9:00", "Europe/Berlin", ("0",), "potamoi", (), "24", "at_once")


def shown(round_: Round = ROUND, item: Item = ITEM) -> Shown:
    """The question with the names that people read."""
    return Shown(round_, item, "Ποταμοί", "Μήκος", round_.zone, PNG)


def answered(*chosen: str, item: Item = ITEM, late: bool = False, points: int = 0) -> Attempt:
    """Somebody's answer."""
    now = CLOSES if late else OPENS + timedelta(minutes=3)
    return replace(attempt(ROUND, item, 3, frozenset(chosen), now), points=points)


def board(*people: tuple[int, str, int], own: int | None = None, players: int = 0) -> Board:
    """A board of (rank, name, points); `own` is the position of the asker's row."""
    rows = tuple(
        Ranked(rank, Standing(position, name, points, 5, 3))
        for position, (rank, name, points) in enumerate(people)
    )
    mine = None if own is None else rows[own]
    above = [one.standing.points for one in rows if mine and one.rank < mine.rank]
    to_next = min(above) - mine.standing.points if mine and above else None
    return Board(rows, mine, to_next, players or len(rows))


def everything(w: Wording) -> Iterator[Message | FormSpec | CommandSpec | str]:
    """Every view, in every case that it tells apart."""
    yield from _questions(w)
    yield from _feedback(w)
    yield from _practices(w)
    yield from _boards(w)
    yield from _seasons(w)
    yield from _homes(w)
    yield from insight_scenes.everything(w)
    yield from _setup(w)
    yield from _progress(w)
    yield from _exams(w)
    yield from _suggesting(w)
    yield from _rest(w)


def _questions(w: Wording) -> Iterator[Message | str]:
    picture.distribution(w, shown(), TALLY)
    nobody, wrong, one = Tally({}, 0, 0), Tally({"r": 2}, 2, 0), Tally({"v": 1}, 1, 1)
    for round_ in (ROUND, AT_CLOSE, replace(ROUND, closes_at=None)):
        yield question.question(w, shown(round_), answered=0)
        yield question.question(w, shown(round_, PAIR), answered=2)
    for tally in (nobody, wrong, one, TALLY):
        yield question.closed(w, shown(), tally)
        yield question.reveal(w, shown(), tally, PNG, picture.distribution_alt(w, shown(), tally))
    yield question.reveal(w, shown(item=PAIR), TALLY, PNG, "Α")
    for session_ in (PRACTISING, REVIEWING):
        yield question.session_question(w, shown(), session_, 2)


def _feedback(w: Wording) -> Iterator[Message]:
    streaks = (
        None,
        Streak(1),
        Streak(4, saved=1, freezes_used=1),
        Streak(4, saved=2, freezes_used=2),
    )
    for streak in streaks:
        yield feedback.feedback(w, shown(), answered("v", points=10), again=False, streak=streak)
    yield feedback.feedback(w, shown(), answered("r", late=True), again=True, streak=None)
    yield feedback.feedback(
        w, shown(item=PAIR), answered("v", "r", item=PAIR), again=False, streak=None
    )
    partly = answered("v", "r", "n", item=THREE, points=3)
    four = shown(replace(ROUND, order=(*SHUFFLED, "n")), THREE)
    yield feedback.feedback(w, four, partly, again=False, streak=None)
    for round_ in (AT_CLOSE, replace(AT_CLOSE, closes_at=None)):
        yield feedback.held_back(w, shown(round_), answered("r"), again=False)
        yield feedback.held_back(w, shown(round_), answered("r"), again=True)
    yield feedback.breakdown(w, shown())
    yield feedback.breakdown(w, shown(item=PAIR))


def _practices(w: Wording) -> Iterator[Message]:
    for done in (Progress(1, 0, 0), Progress(3, 2, 1), Progress(5, 5, 3)):
        for running in (PRACTISING, REVIEWING):
            for chosen in "vr":
                yield feedback.session_feedback(
                    w, shown(), answered(chosen), done, running, again=False
                )
            yield session.offer(w, running, done, "Ποταμοί")
            yield session.swapped(w, session.over(w, running, done, "Ποταμοί"))
    yield feedback.daily_feedback(w, shown(), answered("v"), again=False, streak=None)
    yield from (feedback.marked(w, grade) for grade in (Grade.AGAIN, Grade.HARD))
    for upcoming in (None, CLOSES):
        nothing = review.nothing_due(w, "potamoi", "Ποταμοί", upcoming, "UTC")
        yield nothing
        yield review.of_more(w, nothing, 20, 57)


def _progress(w: Wording) -> Iterator[Message | FormSpec | str]:
    plain = replace(BANK, topics=(Topic("length", "Μήκος"),))
    whole = replace(plain, blueprint=Blueprint(plain.topics, 50, timedelta(hours=2), 0.7))
    share = Estimate(0.72, 0.6, 0.8)
    for chance in (0.01, 0.62, 0.99):
        found = Studied(24, (24,), Readiness(chance, share, (share,)))
        reviews = progress.Reviews(3, CLOSES, 2)
        advice = progress.Advice(plain.topics[0], 12)
        for bank in (plain, whole):
            yield progress.progress(w, bank, found, reviews, advice, date(2027, 1, 31))
    few = Studied(4, (4,), None)
    yield progress.progress(w, whole, few, progress.Reviews(0, None, 0), None, None)
    values = plan.PlanValues("2027-01-31", "85", "18:00", "Asia/Tokyo")
    yield plan.plan_form(w, "potamoi", "Ποταμοί", values, {"exam": "Λάθος"})
    yield plan.plan_set(w, "Ποταμοί", date(2027, 1, 31), time(18), "Asia/Tokyo")
    yield plan.plan_set(w, "Ποταμοί", None, None, "UTC")
    yield from (plan.nudge(w, "potamoi", "Ποταμοί", due) for due in (1, 3))
    yield from (plan.bad_day(w, "χ"), plan.bad_retention(w, "χ", 70, 97))


def _exams(w: Wording) -> Iterator[Message | str]:
    topics = (Topic("length", "Μήκος"), Topic("width", "Πλάτος"))
    bank = replace(BANK, topics=topics)
    plan = replace(bank, blueprint=Blueprint(topics, 50, timedelta(hours=2), 0.7))
    sitting = replace(PRACTISING, mode=EXAM, length=12, ends_at=CLOSES)
    yield exam.no_blueprint(w, "Ποταμοί")
    yield exam.welcome(w, plan, 34, timedelta(minutes=82))
    for open_, flagged in (((), ()), ((0,), (3, 4)), (tuple(range(12)), ())):
        standing = exam.Standing(sitting, open_, flagged)
        yield exam.running(w, standing, "Ποταμοί", OPENS, "UTC")
        yield exam.sheet(w, standing, OPENS, "UTC")
        yield exam.sure(w, standing)
        yield exam.reminder(w, standing, CLOSES - timedelta(minutes=1), "UTC")
    for position, chosen, on in ((0, "", False), (5, "v", True), (11, "vd", False)):
        of, response = shown(item=PAIR), frozenset(chosen)
        yield exam.page(w, of, sitting, position, response, flagged=on, now=OPENS)
        yield exam_report.question_page(w, of, sitting, position, response)
    done = replace(sitting, finished_at=CLOSES - timedelta(minutes=90))
    for right in (3, 11):
        answers = [("length", n < right) for n in range(11)] + [("width", False)]
        for unanswered, before in ((0, None), (1, 0.5), (3, 0.5)):
            found = exam_report.Report(done, result(plan, answers), unanswered, before)
            yield exam_report.report(w, found, "Ποταμοί", {"length": "Μήκος", "width": "Πλάτος"})
    pasts = [exam_report.Past(done, 9, 12, True), exam_report.Past(done, 3, 12, False)]
    yield exam_report.past(w, "potamoi", "Ποταμοί", pasts, "UTC")
    yield exam_report.past(w, "potamoi", "Ποταμοί", [], "UTC")


def _boards(w: Wording) -> Iterator[Message]:
    boards = (
        board(),
        board((1, "Άδα", 40), (2, "", 30), own=1, players=9),
        board((1, "Άδα", 40), own=0),
        board((1, "Άδα", 40)),
        replace(board((1, "Άδα", 40)), hidden=True),
    )
    for period in Period:
        for scope in Scope:
            which = Which(period, scope, "potamoi", "Ποταμοί", date(2026, 12, 1))
            yield from (standing.board(w, one, which) for one in boards)


def _seasons(w: Wording) -> Iterator[Message]:
    top = board((1, "Άδα", 40), (2, "", 30)).top
    everything_ = season.Recap(
        17,
        date(2026, 12, 1),
        20,
        140,
        Podium(top),
        season.LongestStreak(12, ("Άδα", "Βαγγέλης"), 2),
        ("Άδα", 0.14),
        (ITEM, Faced(17, 14, 3)),
    )
    many = season.LongestStreak(20, (), 7)
    trapless = (replace(ITEM, trap=""), Faced(17, 5, 0))
    yield season.recap(w, everything_)
    yield season.recap(w, replace(everything_, streak=many, improved=("", 0.01), hardest=trapless))
    yield season.recap(w, replace(everything_, podium=Podium((), 30), questions=1, answers=1))
    yield season.recap(w, season.Recap(17, date(2026, 12, 1), 2, 1, Podium(()), None, None, None))
    for one in (board(), board((1, "Άδα", 40), own=0), replace(board(), hidden=True)):
        yield season.place(w, one, date(2026, 12, 1))


def _homes(w: Wording) -> Iterator[Message]:
    one = home.Place(CHANNEL, CLOSES, "UTC", Ranked(2, Standing(1, "Άδα", 1, 1, 1)), 9, 1)
    many = replace(one, own=Ranked(1, Standing(1, "Άδα", 40, 4, 4)), streak=4)
    alone = replace(many, channel=ChannelRef("memory", "", "@ada"), next_at=None)
    learning = home.Learning("potamoi", "Ποταμοί", 3, CLOSES)
    yield home.home(w, "Άδα", [one, many, alone], learning)
    yield home.home(w, "Άδα", [one], replace(learning, due=0, exam_at=None))
    yield home.home(w, "", [], None)


def _setup(w: Wording) -> Iterator[Message | FormSpec | str]:
    every_day = replace(SCHEDULE, weekdays=frozenset(range(7)), tells=Tells.AT_CLOSE)
    two_days = replace(SCHEDULE, weekdays=frozenset({1, 4}), closes_after=timedelta(days=2))
    odd = replace(every_day, closes_after=timedelta(minutes=90), paused=True)
    for schedule in (SCHEDULE, every_day, two_days, odd):
        yield setup.daily_set(w, schedule, "Ποταμοί", CLOSES)
        yield setup.me_set(w, schedule, "Ποταμοί", None)
        yield setup.daily_shown(w, schedule, "Ποταμοί", ["Μήκος"], CLOSES, open_round=True)
    yield setup.daily_shown(w, None, "", [], None, open_round=False)
    yield from (setup.daily_off(w, was_on=on) for on in (True, False))
    yield from (setup.me_off(w, was_on=on) for on in (True, False))
    yield from (setup.daily_posted(w), setup.daily_closed(w))
    yield setup.daily_form(w, VALUES, [BANK], {"at": "Λάθος"})
    yield setup.daily_form(w, VALUES, [BANK, replace(BANK, code="other", title="Άλλη")], {})
    yield from (setup.bad_time(w, "χ"), setup.bad_hours(w, "χ"), setup.no_weekday(w))
    yield from (setup.bad_zone(w, "χ", []), setup.bad_zone(w, "χ", ["Ζώνη", "Άλλη"]))
    yield setup.topics_of_other_bank(w, "Ποταμοί")


def _suggesting(w: Wording) -> Iterator[Message | FormSpec | str]:
    typed = Sketch("Ποιος;", "* Βόλγας\n- Ρήνος", "Χ", "Χ", "length", "hard", "https://α.ελ")
    topics = tuple(Topic(f"t{number}", "Μήκος") for number in range(26))
    for bank in (BANK, replace(BANK, topics=topics), replace(BANK, topics=())):
        action = Action("suggest_form", ("potamoi", "1"))
        yield sketch.sketch_form(w, bank, typed, action, {"stem": "Λάθος"})
    yield sketch.sketch_form(w, BANK, Sketch(), action, {})
    for rule in (*RULES, "too-long", "χ"):
        yield sketch.said(w, Remark(rule, "options", 1))
    yield from (sketch.too_many(w, many) for many in (1, 20))
    yield from (suggestion.waiting(w, 7, "Ποταμοί", advice) for advice in ((), ("Σαφέστερα.",)))
    for state in (State.APPROVED, State.DECLINED):
        told = suggestion.decided(w, "Ποταμοί", "Ποιος;", state, "Γνωστό.")
        yield from (curation.onward(w, told, None, 7, left) for left in (0, 1, 3))
    for bank_, count, author in ((None, 1, ""), ("potamoi", 3, "Άδα")):
        place = curation.Waiting(7, "00ff", bank_, 1, count, author)
        previewed = curation.preview(w, place, shown(), ["Σαφέστερα."])
        yield previewed
        yield curation.changed(w, previewed)
        yield curation.broken(w, place, "Ποιος;", ["Άλλο θέμα."])
    yield curation.decline_form(w, Action("decline_form", ("7", "all")), "Ποιος;", "", {})
    yield from (curation.none_wait(w), curation.news(w, 1), curation.news(w, 3))
    yield from (curation.bad_reason(w, 1000), curation.gone(w), curation.shared_bank(w))


def _rest(w: Wording) -> Iterator[Message | CommandSpec | str]:
    specs = catalogue.commands(w)
    yield from specs
    yield from (help.help_(w, specs, admin=admin) for admin in (True, False))
    yield help.unknown_command(w, "χορός", "daily", "/quiz daily")
    yield help.unknown_command(w, "χορός", None, "/quiz help")
    yield from (help.unknown_option(w, spec.name, "χ", spec) for spec in specs)
    yield from (privacy.state(w, hidden=hidden) for hidden in (True, False))
    yield from (privacy.called(w, name, hidden=True) for name in ("", "Άδα"))
    yield privacy.alias_too_long(w, 32)
    yield from (privacy.exported(w, b"{}"), privacy.ask_forget(w), privacy.forgotten(w))
    yield from (notice.said(w, "Λόγια"), notice.incident(w, "1234"), notice.not_admin(w))
    yield from (notice.no_such_round(w), notice.not_your_round(w), notice.answer_first(w))
    yield from (notice.choose_exactly(w, 2, 1), notice.stale_button(w), notice.session_gone(w))
    yield from (notice.no_banks(w), notice.nothing_fits(w, "Ποταμοί"), notice.needs_channel(w))
    for known in ((), ("γη",), ("χα",), tuple("αβγδεζηθικλμνξ")):
        yield notice.unknown_bank(w, "χ", known)
        yield notice.unknown_topic(w, "χα", known)
    yield from (notice.bad_count(w, "χ", 1, 50), notice.nothing_open(w))
    yield from (notice.refused(w, CHANNEL, "όχι"), notice.undecided(w, CHANNEL, "όχι"))
    yield from (notice.not_posted(w, CHANNEL, "όχι"), notice.not_closed(w, CHANNEL, "όχι"))
    yield from (notice.form_too_late(w, "/quiz daily"), notice.still_working(w))
    yield from (notice.not_in_channel(w), notice.no_file(w))
    yield from (notice.bank_empty(w, "Ποταμοί"), notice.bank_missing(w, "ποταμοί"))
    yield from (terminal.which(w, ["A", "B"]), terminal.not_understood(w))
