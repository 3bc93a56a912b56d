"""Dice as they lie in the zones: targets, gear, the Gate, regeneration and experience."""
