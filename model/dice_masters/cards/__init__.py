"""Cards and teams as data."""
