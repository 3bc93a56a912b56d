"""A formal rules verifier and test oracle for dice-and-card games."""
