"""What the rules are: the kernel, the games and their content."""
