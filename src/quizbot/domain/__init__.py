"""Here is what is true: pure values and rules of quizzes. No I/O, no clock, no wording."""
