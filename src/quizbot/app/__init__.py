"""Here is what can be asked: one module for each thing that a person or the clock does."""
