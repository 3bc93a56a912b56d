"""What must hold of Lantern."""
