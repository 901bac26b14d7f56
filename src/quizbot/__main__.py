"""Here is `python -m quizbot`."""

from quizbot.cli import main

main()
