"""Here is how log lines look: for people on a terminal, as JSON elsewhere."""

from __future__ import annotations

import json
import logging
import sys
import time

from rich.console import Console
from rich.logging import RichHandler

from quizbot.settings import Settings


class JsonFormatter(logging.Formatter):
    """One JSON object a line."""

    @staticmethod
    def converter(seconds: float | None) -> time.struct_time:
        """Times are in UTC."""
        return time.gmtime(seconds)

    def format(self, record: logging.LogRecord) -> str:
        """The record as JSON: time (UTC), level, logger, message, and the traceback if any."""
        line = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S") + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def configure(settings: Settings) -> None:
    """Send log lines to stderr as the settings say."""
    human = settings.log_format == "console" or (
        settings.log_format is None and sys.stderr.isatty()
    )
    handler: logging.Handler
    if human:
        handler = RichHandler(console=Console(stderr=True), show_path=False, markup=False)
        handler.setFormatter(logging.Formatter("%(message)s", "%H:%M:%S"))
    else:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=settings.log_level.upper(), handlers=[handler], force=True)
    for noisy in ("aiosqlite", "alembic", "aiohttp.access", "slack_bolt", "slack_sdk", "discord"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
