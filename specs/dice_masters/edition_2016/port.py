"""What the edition of 2016 brings to be checked."""

from __future__ import annotations

from dicelaw.specs.dice_masters.port import of_edition

PORT = of_edition("2016")
