"""What the rulebooks say, and what must hold."""
