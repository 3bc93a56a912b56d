"""Actions, what they set off, and the conclusion of a phase."""
