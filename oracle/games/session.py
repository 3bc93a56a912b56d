"""A session: a machine, the state that it is in, what is legal, and what has happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from dicelaw.model.foreign.shown import quoted
from dicelaw.model.kernel.concrete import Concrete, Illegal, Move, OutsideDomain
from dicelaw.model.kernel.graph import Agent, Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.prose import step_sentence
from dicelaw.model.kernel.state import State
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games.decisions import Wanted, moves_of, parse, short_text_of, value_text, verb_of
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.games import KEPT
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.ports import port
from dicelaw.oracle.games.refusal import Demand, WhyNot, demands_of, why_not_wanted, why_not_yet
from dicelaw.oracle.games.refusal_sentence import refusal

if TYPE_CHECKING:
    from dicelaw.oracle.games.ports import Opened


@lru_cache(maxsize=KEPT)
def _reader(machine: Machine) -> Concrete:
    """The reader of ``machine``, which keeps what it has compiled."""
    return Concrete(machine)


@dataclass(frozen=True)
class Step:
    """One step of a play: who did what, before and after."""

    actor: int | Agent
    before: State
    move: Move
    after: State


class Session:
    """A play under way, of any game. ``events`` has what happened since it was opened.

    ``content`` is the content that the machine has beside ours, and ``reader`` one of the machine, where its
    user keeps one.
    """

    def __init__(
        self,
        opened: Opened,
        state: State | None = None,
        heroes: Sequence[str] = (),
        content: OwnContent | None = None,
        reader: Concrete | None = None,
    ) -> None:
        self.game = opened
        self._passes = port(opened.machine.name).passes
        self.content = content
        self.machine = opened.machine
        self.reader = reader or _reader(opened.machine)
        self.heroes = tuple(heroes)
        self.start = self.machine.start if state is None else state
        self.state = self.start
        self.events: list[Step] = []
        self.left_open: tuple[int, ...] = ()
        """The seats whose hands only have as many cards as they should, and are any of these."""
        self._offered: tuple[State, list[Move]] | None = None

    @property
    def name(self) -> str:
        """The game that is played, with its edition."""
        return self.machine.name

    @property
    def at(self) -> str:
        """The timing point that the play is at."""
        return self.machine.point_of(self.state).id

    @property
    def over(self) -> bool:
        """Whether the play has ended."""
        return self.machine.point_of(self.state).kind.value == "final"

    def transition(self, move: Move) -> Transition:
        """The transition of ``move``."""
        return self.machine.transitions[move[0]]

    def legal(self) -> list[Move]:
        """Everything that may happen now."""
        if self._offered is None or self._offered[0] is not self.state:
            self._offered = self.state, self.reader.enabled(self.state)
        return [*self._offered[1]]

    def actor(self, move: Move) -> int | Agent:
        """Who decides ``move`` in the present state."""
        return self.reader.actor(self.state, move)

    def seat_of(self, move: Move, state: State | None = None) -> int:
        """The seat whose cards and dice ``move`` is about."""
        now = self.state if state is None else state
        return self.seat_meant(self.reader.actor(now, move), now)

    def seat_meant(self, actor: int | Agent, state: State) -> int:
        """The seat whose cards and dice a move of ``actor`` in ``state`` is about."""
        if isinstance(actor, int):
            return actor
        return self.machine.value(state, description(self.name).chance_about)

    def text(self, move: Move, state: State | None = None) -> str:
        """``move`` as people type it."""
        return short_text_of(self.machine, move, self.seat_of(move, state))

    def wanted(self, text: str) -> Wanted:
        """What ``text`` asks for. Raises UserError for unknown names."""
        of = description(self.name)
        return of.meant(self, parse(self.machine, of.spoken(self.name, text), self.heroes))

    def find(self, wanted: Wanted) -> Move | None:
        """The legal move that ``wanted`` means now, if there is one. Raises UserError if it means several."""
        meant = set(moves_of(self.machine, wanted, self.at))
        if not meant:
            return None
        found = [move for move in self.legal() if move in meant and self.may(wanted, move)]
        if found and wanted.takes_all:
            return max(found)
        if len(found) > 1:
            found = [move for move in found if self._names(wanted, move)] or found
        if len(found) > 1:
            ways = "; ".join(sorted({self.text(move) for move in found}))
            raise UserError(f"{quoted(wanted.text)} may mean several things now: {ways}")
        return found[0] if found else None

    def _names(self, wanted: Wanted, move: Move) -> bool:
        """Whether ``move`` is what ``wanted`` names from the deck of the seat that it is about."""
        return move in moves_of(self.machine, wanted, self.at, self.seat_of(move))

    def may(self, wanted: Wanted, move: Move) -> bool:
        """Whether ``move`` is for the seat that wants it."""
        return wanted.seat is None or self.actor(move) == wanted.seat

    def by_chance(self, text: str) -> Move | None:
        """The die or card that ``text`` says, which may be next; ``chance:`` before it is understood too."""
        said = text.removeprefix(f"{Agent.CHANCE.value}:").split()
        due = (move for move in self.legal() if not self.transition(move).by_seat)
        return next((move for move in due if self.text(move).split() == said), None)

    def why_not(self, text: str) -> WhyNot:
        """Why the decision in ``text`` may not be made now, or when the players before have passed."""
        if (fallen := self.by_chance(text)) is not None:
            return WhyNot(text, self.transition(fallen).id, True, move=fallen)
        return why_not_yet(self, self.wanted(text))

    def refusal(self, why: WhyNot) -> str:
        """``why`` in one sentence with the rules."""
        return refusal(self, why)

    def demands(self, why: WhyNot) -> list[Demand]:
        """What the rules in the way demand."""
        return demands_of(self.machine, why.unmet, why.rules)

    def decide(self, text: str) -> Step:
        """Make the decision in ``text``. Raises UserError, naming the rules, where they forbid it."""
        wanted = self.wanted(text)
        move = self.find(wanted)
        if move is None:
            raise UserError(self.refusal(why_not_wanted(self, wanted)), ExitCode.ILLEGAL)
        return self.apply(move)

    def after(self, move: Move) -> State:
        """The state after ``move``.

        Raises Illegal where the rules forbid it, and UserError where a number becomes larger than the model
        counts: the user's own content may have made it so, or play that goes on for ever.
        """
        try:
            return self.reader.step(self.state, move)
        except OutsideDomain as outside:
            says = f"{self.transition(move).id}: {outside}"
            if self.content is None:
                says += ", and the model counts no further: it may be that play goes on like this for ever"
                raise UserError(says, ExitCode.UNDECIDED) from None
            says += f"; the content in {self.content.folder} makes more of it than the model can count"
            raise UserError(says) from None

    def apply(self, move: Move) -> Step:
        """Take ``move``. Raises Illegal where the rules forbid it."""
        before = self.state
        actor = self.reader.actor(before, move)
        step = Step(actor, before, move, self.after(move))
        self.state = step.after
        self.events.append(step)
        return step

    def automatic(self, *, passing: bool = True) -> Move | None:
        """The move without a decision: what the rules do, the only legal one, or with ``passing`` a pass."""
        legal = self.legal()
        if len(legal) == 1:
            return legal[0]
        if passing:
            return next((move for move in legal if self.is_pass(move)), None)
        return None

    def is_pass(self, move: Move) -> bool:
        """Whether ``move`` is a seat's doing nothing."""
        transition = self.transition(move)
        return transition.by_seat and verb_of(transition.id) in self._passes

    def sentence(self, step: Step) -> str:
        """``step`` in words, with the rules that it rests on."""
        return step_sentence(self.machine, step.actor, step.before, step.move, step.after)

    def value_text(self, step: Step, name: str) -> str:
        """The value of the choice called ``name`` in ``step``, as it is typed."""
        choices = self.transition(step.move).choices
        place = next(at for at, choice in enumerate(choices) if choice.name == name)
        return value_text(choices[place], step.move[place + 1], self.seat_of(step.move, step.before))


__all__ = ["Demand", "Illegal", "Session", "Step", "WhyNot", "demands_of"]
