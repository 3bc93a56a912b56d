"""Evidence checked again, without the prover that wrote it."""
