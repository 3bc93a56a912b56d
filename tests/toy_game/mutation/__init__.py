"""Lantern, as those ask who plant mistakes in it."""
