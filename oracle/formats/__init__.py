"""The shapes of messages that dicelaw exchanges with other programs."""
