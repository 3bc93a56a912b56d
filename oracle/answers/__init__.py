"""Answers to questions: what follows, how likely, whether it can be, and by which rules."""
