"""Mutation: small mistakes planted in rules and content, and what notices each of them."""
