"""What must hold in Dice Throne with more than two players."""
