"""The table of steps: when each may be taken by the text, and all that it changes."""
