"""What is particular to Dice Masters in sessions: positions, and how a game stands."""
