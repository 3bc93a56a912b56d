"""What dice make of play: whether it ends, and how likely a goal is, on the graph of all reachable states."""
