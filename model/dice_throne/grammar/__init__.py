"""The lines that effects are written in."""
