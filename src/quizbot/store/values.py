"""Here is what the store remembers that isn't a rule of the domain: learners, posts, records."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from quizbot.domain.round import Attempt, Round
from quizbot.domain.standing import Streak
from quizbot.refs import ChannelRef, PostRef, UserRef

FORGOTTEN = "forgotten"
"""The platform of people and conversations that were forgotten: no platform has that name."""


def packed(user: UserRef) -> str:
    """A person's name as it is stored beside what they set or asked for."""
    return json.dumps([user.platform, user.workspace, user.user])


@dataclass(frozen=True, slots=True)
class Learner:
    """A person who has used quizbot. `hidden`: on no board; `alias`: their name there, if any."""

    id: int
    user: UserRef
    name: str
    hidden: bool
    alias: str | None = None

    @property
    def shown_as(self) -> str:
        """What others may read of who it is."""
        return self.alias or self.name


class PostKind(StrEnum):
    """What is owed to a channel: the question, its closed form (an edit), the reveal.

    The recap of a season belongs to its last question.
    """

    QUESTION = "question"
    CLOSING = "closing"
    REVEAL = "reveal"
    RECAP = "recap"


class PostState(StrEnum):
    """How far a post has come."""

    OWED = "owed"
    SENDING = "sending"
    SENT = "sent"
    REFUSED = "refused"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Post:
    """A debt to a channel. `tries` counts the leases so far; `sent` is where it stands."""

    id: int
    round_id: int
    kind: PostKind
    channel: ChannelRef
    state: PostState
    tries: int
    try_after: datetime
    sent: PostRef | None
    problem: str


@dataclass(frozen=True, slots=True)
class Recorded:
    """What became of an attempt that was handed in.

    `attempt` is the one that stands, `new` whether it is the one just given. `round` has the
    closing time that was in force. `streak` is the learner's in the round's channel afterwards,
    None where the round has no channel.
    """

    attempt: Attempt
    new: bool
    round: Round
    streak: Streak | None
