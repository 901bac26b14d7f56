"""Here is what an owed post says: the question, its closed form, the reveal, or the recap."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from quizbot.app import season
from quizbot.app.tools import Tools, shown
from quizbot.domain.round import Round
from quizbot.message import Message
from quizbot.refs import PostRef
from quizbot.store.values import Post, PostKind, PostState
from quizbot.view import picture, question
from quizbot.view.wording import Wording


@dataclass(frozen=True, slots=True)
class Due:
    """A message ready to be sent, and the key by which it is found again.

    `under` is the post that it edits or replies to. `only_look`: it is too late to send it, but an
    earlier try may have arrived.
    """

    message: Message
    key: str
    under: PostRef | None = None
    only_look: bool = False


async def due_post(tools: Tools, post: Post) -> Due | None:
    """The message of an owed post; None where sending it makes no sense any more."""
    async with tools.store.read() as tx:
        round_ = await tx.rounds.get(post.round_id)
        item = await tx.items.get(round_.bank, round_.item_id, round_.revision)
        figure = await tx.items.figure(item.figure.digest) if item.figure else None
        asked = await tx.posts.of(round_.id, PostKind.QUESTION)
        tally = await tx.attempts.tally(round_.id)
    if post.kind is PostKind.RECAP:
        return Due(await season.recap(tools, round_), f"season:{round_.id}")
    w = Wording.of("en")
    seen = shown(tools, round_, item, figure)
    under = asked.sent if asked else None
    match post.kind:
        case PostKind.QUESTION:
            late = round_.closed(tools.clock.now())
            if late and post.tries == 1:
                return None
            message = question.question(w, seen, answered=tally.answered)
            return Due(message, f"answer:{round_.id}", only_look=late)
        case PostKind.CLOSING:
            return Due(question.closed(w, seen, tally), f"mine:{round_.id}", under)
        case PostKind.REVEAL:
            drawn = await asyncio.to_thread(picture.distribution, w, seen, tally)
            alt = picture.distribution_alt(w, seen, tally)
            message = question.reveal(w, seen, tally, drawn, alt)
            return Due(message, f"mine:{round_.id}", under)


async def recount(tools: Tools, round_id: int) -> tuple[PostRef, Message] | None:
    """The question's message with the present count of answers; None where it has closed."""
    now = tools.clock.now()
    async with tools.store.read() as tx:
        round_ = await tx.rounds.get(round_id)
        asked = await tx.posts.of(round_id, PostKind.QUESTION)
        if not _editable(round_, asked) or round_.closed(now):
            return None
        item = await tx.items.get(round_.bank, round_.item_id, round_.revision)
        figure = await tx.items.figure(item.figure.digest) if item.figure else None
        answered = await tx.attempts.answered(round_id)
    if asked is None or asked.sent is None:
        return None
    seen = shown(tools, round_, item, figure)
    return asked.sent, question.question(Wording.of("en"), seen, answered=answered)


def _editable(round_: Round, asked: Post | None) -> bool:
    return round_.channel is not None and asked is not None and asked.state is PostState.SENT
