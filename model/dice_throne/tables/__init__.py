"""Content as tables of numbers, known or left open."""
