"""Here is where questions come from: YAML files that people write, read with every fault named."""
