"""The words of Dice Throne that are declared on the toolkit of :mod:`dicelaw.model.effects`, by family."""
