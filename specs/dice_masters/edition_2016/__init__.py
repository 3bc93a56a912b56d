"""What is expected of the edition of 2016: the verdicts, and plays to the goals."""
