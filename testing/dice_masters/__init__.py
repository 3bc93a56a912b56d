"""What tests of engines take from Dice Masters."""
