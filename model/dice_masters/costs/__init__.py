"""What things cost, and how it is paid."""
