"""The rules of Lantern."""
