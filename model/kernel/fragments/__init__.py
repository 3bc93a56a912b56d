"""Reusable pieces of timing graph and arithmetic that games instantiate; each is proved on its own."""
