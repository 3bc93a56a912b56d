"""The kernel: expressions, state, timing graphs, machines and their readers."""
