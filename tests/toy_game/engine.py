"""An adapter for Lantern: an engine of its own in plain Python, mistaken if it is started with ``wrong``."""

from __future__ import annotations

import sys
from typing import Any

from dicelaw.testing.adapter import serve
from dicelaw.testing.machine import EngineMachine, Refused, positions

WORTH = {"oil": 3, "wick": 1}
MOST = 6


class Engine(EngineMachine):
    """The rules once more, as somebody else wrote them."""

    game, shows = "lantern", ("health", "hand", "deck", "used")
    between = ("ann", "ben", "cyd")

    def positions(self) -> Any:
        """Where plays begin."""
        return positions(self.game)

    def begin(self, setup: dict[str, Any]) -> None:
        """A play in ``setup``."""
        self.light, self.turn, self.round = setup["light"], int(setup["turn"]) - 1, setup["round"]
        self.hands = [set(player.get("hand", ())) for player in setup["players"]]
        self.used = [set(player.get("used", ())) for player in setup["players"]]

    def apply(self, decision: dict[str, Any]) -> None:
        """One step."""
        match decision["transition"]:
            case "draw/card":
                self.hands[self.turn].add(decision["choices"]["card"])
            case "roll/die":
                self.face = decision["choices"]["face"]
            case "act/play":
                card = decision["choices"]["card"]
                if card not in self.hands[self.turn]:
                    raise Refused("this card is not in hand")
                self.hands[self.turn].remove(card)
                self.used[self.turn].add(card)
                worth = 2 if card == "oil" and "wrong" in sys.argv else WORTH[card]
                self.light = min(self.light + worth, MOST)
                self._dark()
            case "act/pass":
                self._dark()
            case other:
                raise Refused(other)

    def _dark(self) -> None:
        self.light = max(self.light - (2, 2, 1, 1, 0, 0)[self.face - 1], 0)
        self.turn = (self.turn + 1) % 3 if self.light and (self.turn, self.round) != (2, 2) else self.turn
        self.round += self.turn == 0 and self.light > 0

    def show(self) -> dict[str, Any]:
        """What lies before the keepers."""
        return {
            "players": [
                {
                    "seat": str(seat + 1), "health": self.light, "hand": len(hand),
                    "deck": 2 - len(hand) - len(used), "used": sorted(used),
                }
                for seat, (hand, used) in enumerate(zip(self.hands, self.used, strict=True))
            ]
        }  # fmt: skip


if __name__ == "__main__":
    serve(Engine)
