"""Does it hold? One module an engine."""
