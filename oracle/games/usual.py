"""What games have in common that pass by priority and play in phases."""

from __future__ import annotations

from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.state import State
from dicelaw.oracle.games.decisions import PASSES
from dicelaw.oracle.games.ports import PRINTING
from dicelaw.oracle.games.session import Session

ENDS = ("upkeep/begin", "attack", "clear")
"""The timing points before which a turn, or in Dice Masters its Main Step, has ended."""
APPLYING = "/end"
"""How the timing points are called at which a phase applies what there is to apply, which may be nothing."""
CHECK = "/check"
"""How those are called at which it is checked, once that is applied, who is defeated."""


class Usual:
    """The parts of a :class:`~dicelaw.oracle.games.ports.Port` that are the same for them."""

    passes = PASSES
    printings: tuple[str, ...] = (PRINTING,)
    tells_rolls = True

    def ends_phase(self, transition: Transition) -> bool:
        """Whether ``transition`` concludes a phase whose damage is applied, a Main Step, or a turn."""
        idle = transition.source.endswith(APPLYING) and transition.id == f"{transition.source}/nothing"
        begins = transition.target in ENDS and transition.source != transition.target
        return idle or transition.source.endswith(CHECK) or begins

    def phase_ended(self, transition: Transition) -> str:
        """The timing point at which it ends, whether it applies something or not."""
        return transition.source.removesuffix(CHECK)

    def card_name(self, session: Session, _state: State, move: Move) -> str:
        """The name of what is chosen."""
        return session.transition(move).choices[0].label(move[1])
