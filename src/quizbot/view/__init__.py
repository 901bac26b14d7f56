"""Here is what people read: every sentence of the program, and its pictures."""
