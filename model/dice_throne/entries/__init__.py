"""From content files to heroes, cards and status effects."""
