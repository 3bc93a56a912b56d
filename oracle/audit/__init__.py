"""Audits: a log of any engine, held against the rules through a mapping file."""
