"""What the entries of a game do to each other, pair by pair, and the pages that show it."""
