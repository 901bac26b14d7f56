"""Here is one message of the playground as it stands: an article, and who may see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from quizbot.message import Action
from quizbot_web.limits import EVENTS_KEPT, KEPT_PRIVATE, KEPT_PUBLIC
from quizbot_web.render import Json, offered


@dataclass(frozen=True, slots=True)
class Article:
    """A message in a channel, or in a persona's conversation with the bot (channel `@ada`).

    `persona` is the only one who may see it; empty means everyone. `under` is the id of the
    article it replies to, or empty. `events` are the events it was the answer to, oldest first,
    each as `persona/id`; empty for what quizbot posted by itself. `said` is the command that it
    answers, as typed. `body` is the rendered message.
    """

    id: str
    channel: str
    at: datetime
    body: Mapping[str, object]
    persona: str = ""
    under: str = ""
    events: tuple[str, ...] = ()
    said: str = ""
    author: str = ""

    def visible_to(self, persona: str) -> bool:
        """Whether `persona` may see this article."""
        return self.persona in {"", persona}

    def marked(self, key: Action) -> bool:
        """Whether it carries a button or menu whose action begins with `key`."""
        return any(action.starts_with(key) for action in offered(self.body))

    def to_json(self) -> Json:
        """All fields, for the journal and the page."""
        return {
            "id": self.id,
            "channel": self.channel,
            "at": self.at.isoformat(),
            "body": dict(self.body),
            "persona": self.persona,
            "under": self.under,
            "events": list(self.events[-EVENTS_KEPT:]),
            "said": self.said,
            "author": self.author,
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Article:
        """Read a stored article. Raises KeyError, TypeError or ValueError where it isn't one."""
        article = cls(
            id=str(int(stored["id"])),
            channel=str(stored["channel"]),
            at=datetime.fromisoformat(stored["at"]),
            body=dict(stored["body"]),
            persona=str(stored["persona"]),
            under=str(stored["under"]),
            events=tuple(map(str, stored["events"])),
            said=str(stored["said"]),
            author=str(stored["author"]),
        )
        offered(article.body)
        return article


def surplus(articles: Mapping[str, Article]) -> list[str]:
    """The ids of the oldest articles past what is kept for a channel or a persona."""
    audiences: dict[tuple[str, str], list[str]] = {}
    for article in articles.values():
        audience = ("", article.persona) if article.persona else (article.channel, "")
        audiences.setdefault(audience, []).append(article.id)
    return [
        id_
        for (_, persona), ids in audiences.items()
        for id_ in ids[: -(KEPT_PRIVATE if persona else KEPT_PUBLIC)]
    ]
