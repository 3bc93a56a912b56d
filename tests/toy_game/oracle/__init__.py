"""Lantern, as verbs ask about it."""
