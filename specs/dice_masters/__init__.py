"""What the Dice Masters rulebooks say, and what must hold in a game."""
