"""What is checked of packs of Dice Conquest."""
