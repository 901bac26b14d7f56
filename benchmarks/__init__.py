"""Here is how fast quizbot is, each figure as a ratio to a limit that the same run measured."""
