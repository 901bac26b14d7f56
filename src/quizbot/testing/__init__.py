"""Here is what tests need: ours, and those of authors of adapters."""
