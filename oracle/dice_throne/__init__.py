"""What is particular to Dice Throne in sessions, vectors and conformance."""
