"""Dice Masters, in the editions of 2016 and 2018."""
