"""Damage on its way, what it sets off, and dice that are KO'd, captured or controlled."""
