"""Here is the head of a bank: what bank.yaml says of the bank as a whole."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta

from quizbot.bank import _fields as read
from quizbot.bank._nodes import Mapping, Node, Scalar
from quizbot.bank._notes import Notes
from quizbot.domain.blueprint import Blueprint, Topic
from quizbot.domain.item import Order

FILE_KEYS = frozenset({"topic", "items"})
HEAD_KEYS = frozenset({"bank", "title", "language", "shuffle", "partial_credit", "blueprint"})
BLUEPRINT_KEYS = frozenset({"questions", "minutes", "pass", "topics"})
TOPIC_KEYS = frozenset({"title", "weight"})

_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")
_TOPICS_MEND = "Write `topics:` and below it `code: {title: …, weight: 1}` for each."


@dataclass(frozen=True, slots=True)
class Head:
    """What a bank says of itself. `topics` is None where its items may name any."""

    code: str
    title: str
    order: Order
    partial_credit: bool
    blueprint: Blueprint | None
    topics: tuple[Topic, ...] | None


def head(node: Node, notes: Notes) -> Head | None:
    """The head that `node` tells, or None where it has no code. `notes` tell of all faults."""
    if type(node) is not Mapping:
        notes.error(
            "wrong-type",
            node.start_mark,
            "the file isn't written as keys",
            "Begin it with `bank:` and a short name, and `title:` below it.",
        )
        return None
    read.check_keys(node, HEAD_KEYS | FILE_KEYS, "a bank", notes)
    title = read.text(node, "title", notes)
    if not title:
        notes.error(
            "missing-title",
            read.place(node, "title"),
            "the bank has no title",
            "Write `title:` with the name that learners know.",
        )
    _check_language(node, notes)
    shuffled = read.boolean(node, "shuffle", notes, otherwise=True)
    partial_credit = read.boolean(node, "partial_credit", notes, otherwise=False)
    plan = read.mapping(node, "blueprint", "Write `questions:`, `minutes:` and `pass:`.", notes)
    topics = _topics(plan, notes) if plan else None
    blueprint = _blueprint(plan, topics or (), notes) if plan else None
    code = _code(node, notes)
    if not code:
        return None
    order = Order.SHUFFLED if shuffled else Order.FIXED
    return Head(code, title or code, order, partial_credit, blueprint, topics)


def titled(code: str) -> str:
    """A title for a topic that has only a code: its words."""
    return code.replace("-", " ").strip().capitalize()


def _code(node: Mapping, notes: Notes) -> str | None:
    code = read.code(node, "bank", notes)
    if not code and read.is_empty(node.values.get("bank")):
        notes.error(
            "missing-code",
            read.place(node, "bank"),
            "the bank has no code",
            "Write `bank:` with a short name such as `pmle`.",
        )
    return code if read.CODE.fullmatch(code) else None


def _check_language(node: Mapping, notes: Notes) -> None:
    language = read.text(node, "language", notes)
    if language and not _LANGUAGE.fullmatch(language):
        notes.error(
            "bad-language",
            read.place(node, "language"),
            f"`{language}` isn't the tag of a language",
            "Write one such as `en`, `de` or `pt-BR`.",
        )


def _topics(plan: Mapping, notes: Notes) -> tuple[Topic, ...] | None:
    listed = read.mapping(plan, "topics", _TOPICS_MEND, notes)
    if listed is None:
        return None
    found = []
    for code, value in listed.values.items():
        if not read.CODE.fullmatch(code):
            read.bad_code(listed.key_mark(code), f"topic `{code}`", notes)
        found.append(_topic(code, value, notes))
    return tuple(found) or None


def _topic(code: str, value: Node, notes: Notes) -> Topic:
    if type(value) is not Mapping:
        if type(value) is not Scalar or value.value:
            read.wrong_entry(value, f"topic `{code}`", _TOPICS_MEND, notes)
        return Topic(code, titled(code))
    read.check_keys(value, TOPIC_KEYS, "a topic", notes)
    mend = "Write a share above 0, such as `weight: 18`."
    weight = read.number(value, "weight", mend, notes)
    if weight == 0:
        read.bad_number(value, "weight", mend, notes)
    return Topic(code, read.text(value, "title", notes) or titled(code), weight or 1.0)


def _blueprint(plan: Mapping, topics: tuple[Topic, ...], notes: Notes) -> Blueprint | None:
    read.check_keys(plan, BLUEPRINT_KEYS, "a blueprint", notes)
    questions = _whole(plan, "questions", "Write how many the exam asks: `questions: 50`.", notes)
    minutes = _whole(plan, "minutes", "Write how long the exam takes: `minutes: 120`.", notes)
    cut = _share(plan, notes)
    if questions is None or minutes is None or cut is None:
        return None
    return Blueprint(topics, questions, timedelta(minutes=minutes), cut)


def _whole(plan: Mapping, key: str, mend: str, notes: Notes) -> int | None:
    if _is_missing(plan, key, mend, notes):
        return None
    found = read.number(plan, key, mend, notes)
    if found is None:
        return None
    if not 1 <= found <= 10_000 or found != int(found):
        read.bad_number(plan, key, mend, notes)
        return None
    return int(found)


def _share(plan: Mapping, notes: Notes) -> float | None:
    mend = "Write the share of right answers that passes, from 0 to 1: `pass: 0.7`."
    if _is_missing(plan, "pass", mend, notes):
        return None
    found = read.number(plan, "pass", mend, notes)
    if found is not None and found > 1:
        read.bad_number(plan, "pass", mend, notes)
        return None
    return found


def _is_missing(plan: Mapping, key: str, mend: str, notes: Notes) -> bool:
    if key in plan.values:
        return False
    notes.error("missing-key", plan.start_mark, f"the blueprint has no key `{key}`", mend)
    return True
