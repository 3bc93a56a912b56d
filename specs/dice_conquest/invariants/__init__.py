"""What is true of every reachable state, on which other proofs rest."""
