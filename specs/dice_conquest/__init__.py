"""What the Dice Conquest rulebook says, and what must hold in a game."""
