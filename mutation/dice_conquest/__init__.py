"""Mistakes in the cards of Dice Conquest."""
