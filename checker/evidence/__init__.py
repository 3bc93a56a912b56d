"""Evidence of proofs, as it is written."""
