"""Proofs by z3: induction, k-induction, ranking functions, Spacer, and the formulas that they ask."""
