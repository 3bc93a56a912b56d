"""The session service, over standard input and output and over HTTP."""
