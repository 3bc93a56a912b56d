"""What others wrote: how it is read within limits, and how it is shown."""
