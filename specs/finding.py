"""Findings: what the text of a game gets wrong, leaves out, or surprises with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["conflict", "gap", "open", "odd"]
"""Two statements demand different things; none says what happens; the text can be read in several ways; what
it says comes to something surprising."""


@dataclass(frozen=True)
class Finding:
    """One finding: its kind, the statements that it is about, and what shows it."""

    id: str
    kind: Kind
    says: str
    statements: tuple[str, ...]
    shown_by: str
