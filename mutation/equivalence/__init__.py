"""Proofs that a mutant is equivalent: no play can tell it from its machine."""
