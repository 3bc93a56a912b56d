"""Who asks, and how: sessions, traces, conformance, questions, the command line."""
