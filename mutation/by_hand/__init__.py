"""What is written by hand and notices mistakes: examples, rulings and properties."""
