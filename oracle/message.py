"""What all messages that dicelaw exchanges with other programs have in common."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Message(BaseModel):
    """What all messages have in common: nothing is guessed, and nothing unknown is taken in silence."""

    model_config = ConfigDict(extra="forbid", strict=True)
