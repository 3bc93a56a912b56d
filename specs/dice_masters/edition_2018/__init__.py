"""What is expected of the edition of 2018: the verdicts, and plays to the goals."""
