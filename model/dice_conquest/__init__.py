"""Dice Conquest: one to four heroes together against the creatures of the dragon Kalterstorm."""
