"""What the Dice Throne rulebook says, and what must hold in a duel."""
