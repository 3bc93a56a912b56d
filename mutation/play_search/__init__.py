"""The search for plays that tell mutants from the game, for the recorded vectors."""
