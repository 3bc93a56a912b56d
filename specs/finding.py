"""Findings: what the text of a game gets wrong, leaves out, or surprises with."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """One finding: its kind (gap, conflict, open or odd), the statements it is about, and what shows it."""

    id: str
    kind: str
    says: str
    statements: tuple[str, ...]
    shown_by: str
