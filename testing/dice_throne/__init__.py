"""What tests of engines take from Dice Throne."""
