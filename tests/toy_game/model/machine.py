"""The machine of Lantern: the state, the timing graph, and what begins."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from dicelaw.model.kernel.expressions import Expr, at_least, at_most, where
from dicelaw.model.kernel.graph import Agent, Choice, Kind, TimingGraph
from dicelaw.model.kernel.machine import Machine, build
from dicelaw.model.kernel.seats import Seats
from dicelaw.model.kernel.state import ArrayField, Declaration, Field

KEEPERS = ("ann", "ben", "cyd")
CARDS = ("oil", "wick")
WORTH = (3, 1)
DECK, HAND, SPENT = range(3)
MOST = 6
ROUNDS = 2


@dataclass(frozen=True, eq=False)
class Lantern:
    """The machine with its fields. The card number ``c`` of the keeper ``k`` is ``2 * k + c``."""

    machine: Machine
    turn: Field
    round: Field
    light: Field
    face: Field
    zone: ArrayField

    def has(self, keeper: int, zone: int, state: tuple[int, ...]) -> list[str]:
        """The cards of ``keeper`` that are in ``zone``."""
        cells = self.zone[2 * keeper : 2 * keeper + 2]
        return [name for name, cell in zip(CARDS, cells, strict=True) if state[cell.place] == zone]


@cache
def lantern() -> Lantern:
    """The game."""
    declared, timing = Declaration(), TimingGraph()
    turn = declared.integer("turn", 0, 2, "the keeper in turn", labels=KEEPERS)
    round_ = declared.integer("round", 1, ROUNDS, "the round")
    light = declared.integer("light", 0, MOST, "the light")
    face = declared.integer("face", 0, 6, "what the die shows")
    cells = [f"{keeper}/{card}" for keeper in KEEPERS for card in CARDS]
    zone = declared.array(
        "zone", len(cells), DECK, SPENT, "where a card is", labels=("deck", "hand", "spent"), index=cells
    )

    for id, kind, says in (
        ("turn", Kind.RULES, "a turn begins"), ("draw", Kind.CHANCE, "a card is drawn"),
        ("roll", Kind.CHANCE, "the die is rolled"), ("act", Kind.DECISION, "the keeper acts"),
        ("dark", Kind.RULES, "the dark comes"), ("next", Kind.RULES, "the turn is over"),
        ("won", Kind.FINAL, "the light has lasted"), ("lost", Kind.FINAL, "it is dark"),
    ):  # fmt: skip
        timing.point(id, kind, says)
    card = Choice("card", 0, len(CARDS) - 1, CARDS)
    mine = 2 * turn + card
    left = (zone[2 * turn] == DECK) | (zone[2 * turn + 1] == DECK)
    timing.add("turn/draw", "turn", "draw", Agent.RULES, "draw", requires=[(left, "turn/draws-one")])
    timing.add("turn/none", "turn", "roll", Agent.RULES, "draw nothing", requires=[(~left, "turn/draws-one")])
    timing.add(
        "draw/card", "draw", "roll", Agent.CHANCE, "draw {card}", choices=[card],
        requires=[(zone[mine] == DECK, "turn/draws-one")], effect={zone[mine]: HAND},
    )  # fmt: skip
    die = Choice("face", 1, 6)
    timing.add(
        "roll/die", "roll", "act", Agent.CHANCE, "roll {face}", choices=[die], effect={face: die},
        cites=["turn/one-die"],
    )  # fmt: skip
    worth: Expr = where(card == 0, WORTH[0], WORTH[1])
    timing.add(
        "act/play", "act", "dark", turn, "play {card}", choices=[card],
        requires=[(zone[mine] == HAND, "act/from-hand")],
        effect={zone[mine]: SPENT, light: at_most(light + worth, MOST)}, cites=["act/feeds", "light/most"],
    )  # fmt: skip
    timing.add("act/pass", "act", "dark", turn, "pass", cites=["act/may-pass"])
    takes = where(face <= 2, 2, where(face <= 4, 1, 0))
    timing.add(
        "dark/takes", "dark", "next", Agent.RULES, "take from the light",
        effect={light: at_least(light - takes, 0), face: 0}, cites=["dark/takes"],
    )  # fmt: skip
    last = (turn == 2) & (round_ == ROUNDS)
    out, shines = light == 0, light >= 1
    timing.add("next/lost", "next", "lost", Agent.RULES, "lose", requires=[(out, "end/dark")])
    timing.add(
        "next/won", "next", "won", Agent.RULES, "win",
        requires=[(shines, "end/dark"), (last, "end/two-rounds")],
    )  # fmt: skip
    timing.add(
        "next/turn", "next", "turn", Agent.RULES, "hand on the lantern",
        requires=[(shines, "end/dark"), (~last, "end/two-rounds")],
        effect={turn: where(turn == 2, 0, turn + 1), round_: where(turn == 2, round_ + 1, round_)},
    )  # fmt: skip
    machine = build(
        "lantern", declared, timing, start_at="turn", start={light: 3, round_: 1},
        seats=Seats.made(KEEPERS, (0, 0, 0)), profile="lantern", scope="three keepers",
    )  # fmt: skip
    return Lantern(machine, turn, round_, light, face, zone)
