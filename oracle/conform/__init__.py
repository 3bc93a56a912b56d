"""The conformance harness: it drives an implementation and holds what it does against the rules."""
