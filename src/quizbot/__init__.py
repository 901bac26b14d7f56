"""The quiz tutor for study groups: a daily question, private feedback, and the reason why."""

__version__ = "0.1.0"
