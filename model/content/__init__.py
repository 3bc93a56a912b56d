"""Content files of any game: how they are read and checked, and what their mistakes are called."""
