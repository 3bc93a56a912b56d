"""What must hold in a duel."""
