"""The words of Dice Masters that are declared on the toolkit of :mod:`dicelaw.model.effects`, by family."""
