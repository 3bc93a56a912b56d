"""What is read from files and written to them: scenarios, traces, vectors and rulings."""
