"""Dice Conquest, as people and programs ask about it."""
