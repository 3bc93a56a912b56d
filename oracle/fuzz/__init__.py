"""Campaigns of random plays that are steered to interactions of entries of content which have not met yet."""
