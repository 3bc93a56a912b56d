"""Duels from a given point on: a state is set up by name, decisions are named, and players pass otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import DuelMachine, duel
from dicelaw.model.dice_throne.state.duel_state import PHASES
from dicelaw.model.kernel.concrete import Concrete, Move
from dicelaw.model.kernel.graph import Agent, Kind

WILD = Path(__file__).parent / "dice_throne" / "wild"
"""A hero that uses every word of the effect language."""
QUIET = ("pass", "close", "let", "keep", "stop", "decline")
"""The last words of decisions that do nothing, in the order in which they are looked for."""
PHASE_AT = {
    "setup/due": "hero set-up",
    "concluding": "offense",
    "attacking": "targeting",
    "landing": "targeting",
    "phase-over": "defense",
    "conclusion": "defense",
    "turn-end": "discard",
    **{phase: phase for phase in PHASES},
}
"""The phase that a timing point is in, by how its id begins."""


@cache
def machine(
    heroes: tuple[str, str] = ("barbarian", "paladin"), **readings: str
) -> tuple[DuelMachine, Concrete]:
    """The duel of ``heroes`` and its reader."""
    named = {name.replace("_", "-"): answer for name, answer in readings.items()}
    pack = load_pack([WILD])
    made = duel(pack, heroes, named, also=[status.id for status in pack.statuses[1:]])
    return made, Concrete(made.machine)


class Game:
    """One duel; seats are 1 and 2, as in the names of slots. By default player 1, a Barbarian, is active.

    ``at`` is the timing point to begin at; ``values`` are slots by name. Both hands are empty but for
    ``hands``.
    """

    def __init__(
        self,
        at: str = "offense/begin",
        values: Mapping[str, int] | None = None,
        *,
        heroes: tuple[str, str] = ("barbarian", "paladin"),
        hands: Mapping[int, Sequence[str]] | None = None,
        levels: Mapping[str, int] | None = None,
        **readings: str,
    ) -> None:
        self.made, self.reader = machine(heroes, **readings)
        self.machine = self.made.machine
        self.trace: list[str] = []
        self.deciders: list[tuple[str, int]] = []
        state = list(self.machine.start)
        index = self.machine.slot_index
        state[0] = self.machine.point_index[at]
        phase = next((phase for start, phase in PHASE_AT.items() if at.startswith(start)), PHASES[0])
        state[index["phase"]] = PHASES.index(phase)
        for seat, cards in (hands or {}).items():
            for card in cards:
                place = self.card(seat, card)
                state[index[f"zone[{place}]"]] = 1
                state[index[f"hand[{seat}]"]] += 1
                state[index[f"library[{seat}]"]] -= 1
        for name, value in {"first_turn": 0, "cp[1]": 10, "cp[2]": 10, **(values or {})}.items():
            state[index[name]] = value
        for space, level in (levels or {}).items():
            seat, slot = space.split("/")
            place = self.made.content.heroes[int(seat) - 1].slots.index(slot)
            state[index[f"level[{10 * (int(seat) - 1) + place}]"]] = level
        self.state = tuple(state)

    def card(self, seat: int, name: str) -> int:
        """The number of the card of ``seat`` whose id ends with ``name``."""
        names = self.made.content.action_names()
        deck = self.made.content.deck
        return next(
            place for place in range(deck * (seat - 1), deck * seat) if names[place].endswith(f"/{name}")
        )

    def __getitem__(self, slot: str) -> int:
        return self.machine.value(self.state, slot)

    @property
    def at(self) -> str:
        """The timing point."""
        return self.machine.point_of(self.state).id

    def moves(self) -> list[Move]:
        """The legal moves."""
        return self.reader.enabled(self.state)

    def ids(self) -> set[str]:
        """The transitions that are enabled."""
        return {self.machine.transitions[move[0]].id for move in self.moves()}

    def labels(self, move: Move) -> str:
        """The transition of ``move`` with the names of what was chosen."""
        transition = self.machine.transitions[move[0]]
        chosen = [choice.label(value) for choice, value in zip(transition.choices, move[1:], strict=True)]
        return " ".join((transition.id, *chosen))

    def take(self, move: Move) -> None:
        """Take one step."""
        actor = self.reader.actor(self.state, move)
        if isinstance(actor, int):
            self.deciders.append((self.at, actor + 1))
        self.trace.append(self.labels(move))
        self.state = self.reader.step(self.state, move)

    def options(self, wanted: str, seat: int | None = None) -> list[Move]:
        """The legal moves that read ``wanted`` (see :meth:`do`), of ``seat`` if given."""
        head, _, rest = wanted.partition(" ")
        found = []
        for move in self.moves():
            id, _, chosen = self.labels(move).partition(" ")
            actor = self.reader.actor(self.state, move)
            right_seat = seat is None or actor == seat - 1
            parts, words = rest.split(), chosen.split()
            pairs = zip(parts, words, strict=False)
            named = len(parts) <= len(words) and all(f"/{word}".endswith(f"/{part}") for part, word in pairs)
            if right_seat and (id == head or id.endswith(f"/{head}")) and named:
                found.append(move)
        return found

    def quiet(self) -> bool:
        """Take a step that passes, that the rules take, or that draws; whether there was one.

        Of several effects that are due the first is taken.
        """
        moves = self.moves()
        if not moves:
            return False
        actor = self.reader.actor(self.state, moves[0])
        if actor is Agent.CHANCE:
            if self.at == "draw":
                self.take(moves[0])
            return self.trace[-1].startswith("draw/")
        if actor is Agent.RULES:
            assert len(moves) == 1, [self.labels(move) for move in moves]
            self.take(moves[0])
            return True
        for word in QUIET:
            for move in moves:
                if self.machine.transitions[move[0]].id.endswith(f"/{word}"):
                    self.take(move)
                    return True
        if self.at.endswith("/due"):
            self.take(moves[0])
            return True
        return False

    def do(self, wanted: str, seat: int | None = None) -> Game:
        """Pass until ``wanted`` can be done and do it: the end of its id, then its choices in order."""
        for _ in range(400):
            found = self.options(wanted, seat)
            if found:
                self.take(found[0])
                return self
            if not self.quiet():
                break
        raise AssertionError(
            f"{wanted!r} cannot be done at {self.at}: {[self.labels(m) for m in self.moves()]}"
        )

    def to(self, point: str) -> Game:
        """Pass until ``point``."""
        for _ in range(400):
            if self.at == point:
                return self
            assert self.quiet(), f"{point} is not reached from {self.at}: {sorted(self.ids())}"
        raise AssertionError(f"{point} is not reached from {self.at}")

    def can(self, wanted: str, seat: int | None = None) -> bool:
        """Whether ``wanted`` is legal here."""
        return bool(self.options(wanted, seat))

    def roll(self, *faces: int) -> Game:
        """Pass until dice are rolled, and let them show ``faces``."""
        for face in faces:
            self.do(f"die {face}")
        return self

    def tokens(self, seat: int) -> dict[str, int]:
        """The tokens of ``seat``."""
        named = {status.id: self[f"tokens[{seat}/{status.id}]"] for status in self.made.duel.statuses[1:]}
        return {name: count for name, count in named.items() if count}

    def healths(self) -> tuple[int, int]:
        """The health of both players."""
        return self["health[1]"], self["health[2]"]

    def over(self) -> bool:
        """Whether the game is over."""
        return self.machine.point_of(self.state).kind is Kind.FINAL


def attack(*faces: int, ability: str, **setup: object) -> Game:
    """A game at the window after player 1 has announced ``ability`` with the dice ``faces``."""
    return Game(**setup).roll(*faces).do(f"announce {ability}")  # type: ignore[arg-type]


def cards(game: Game) -> Iterator[tuple[int, int, int, int]]:
    """For each seat: cards in hand, deck, discard pile, and in play, as the places of the cards say."""
    deck = game.made.content.deck
    for seat in range(2):
        places = [game[f"zone[{card}]"] for card in range(deck * seat, deck * (seat + 1))]
        yield places.count(1), places.count(0), places.count(2), places.count(3)
