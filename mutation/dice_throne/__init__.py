"""Mistakes in the content of Dice Throne, and proofs that some change nothing."""
