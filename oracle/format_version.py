"""The version of all formats, which every message, trace and vector says."""

from __future__ import annotations

FORMAT = 2
"""The version of all formats."""
