"""Slack keeps the contract of every adapter, on the real slack-bolt over Socket Mode."""

from __future__ import annotations

from quizbot.testing.contract import AdapterContract


class TestSlack(AdapterContract):
    """The contract; `stage` is this folder's."""
