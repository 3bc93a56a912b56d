"""What must hold in a game of Dice Masters."""
