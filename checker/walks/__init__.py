"""Plays that are walked: at random, recorded, and side by side."""
