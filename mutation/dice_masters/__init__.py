"""Mistakes in the cards of Dice Masters."""
