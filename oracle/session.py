"""A session: a machine, the state that it is in, what is legal, and what has happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.foreign.shown import quoted
from dicelaw.model.kernel.concrete import Concrete, Illegal, Move, OutsideDomain
from dicelaw.model.kernel.graph import Agent, Requirement, Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.prose import CUT, requirement_sentence, step_sentence
from dicelaw.model.kernel.state import State
from dicelaw.oracle.decisions import PASSES, Wanted, moves_of, parse, short_text_of, value_text, verb_of
from dicelaw.oracle.description import description
from dicelaw.oracle.errors import ExitCode, UserError
from dicelaw.oracle.games import KEPT
from dicelaw.oracle.own_content import OwnContent


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


@dataclass(frozen=True)
class WhyNot:
    """Why something may not happen now: the requirements that fail, or the moment that it belongs to."""

    asked: str
    transition: str
    legal: bool
    unmet: tuple[Requirement, ...] = ()
    moments: tuple[str, ...] = ()
    """Timing points at which it can happen, if it is not the time for it."""
    turn_of: int | None = None
    """The seat whose decision it is, if another one asked."""
    after_pass: int | None = None
    """The seat that has to pass first."""
    move: Move | None = None
    """The move that ``unmet`` is about: of those that may have been meant, the one nearest to legal."""


@dataclass(frozen=True)
class Demand:
    """What a rule in the way demands: in the words of the rule, and of the condition that fails."""

    rule: str
    says: str
    condition: str

    def lines(self) -> list[str]:
        """The demand for people; a condition that is too long to be said whole is left out."""
        said = [f"  {self.rule}: {self.says}"] if self.says else []
        if not said or CUT not in self.condition:
            said.append(f"    {self.condition}")
        return said


def demands_of(machine: Machine, unmet: Sequence[Requirement]) -> list[Demand]:
    """What the requirements ``unmet`` demand."""
    from dicelaw.specs.statements import load

    game = machine.profile.partition("@")[0].replace("-", "_")
    says = {statement.id: statement.says for statement in load(game=game)} if unmet else {}
    rows = [
        Demand(need.rule, says.get(need.rule, ""), requirement_sentence(need, machine.slots))
        for need in unmet
    ]
    return list(dict.fromkeys(rows))


class Session:
    """A play under way, of a duel or of a table. ``events`` has what happened since it was opened.

    ``content`` is the content that the machine has beside ours.
    """

    def __init__(
        self,
        opened: DuelMachine | TableMachine,
        state: State | None = None,
        heroes: Sequence[str] = (),
        content: OwnContent | None = None,
    ) -> None:
        self.game = opened
        self.content = content
        self.machine = opened.machine
        self.reader = _reader(opened.machine)
        self.heroes = tuple(heroes)
        self.start = self.machine.start if state is None else state
        self.state = self.start
        self.events: list[Step] = []
        self._offered: tuple[State, list[Move]] | None = None

    @property
    def opened(self) -> DuelMachine:
        """The machine of a duel. Raises UserError for a play of another game."""
        if not isinstance(self.game, DuelMachine):
            raise UserError(f"this is there for duels only, not for {self.machine.name}")
        return self.game

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
        return parse(self.machine, text, self.heroes)

    def find(self, wanted: Wanted) -> Move | None:
        """The legal move that ``wanted`` means now, if there is one. Raises UserError if it means several."""
        meant = set(moves_of(self.machine, wanted, self.at))
        if not meant:
            return None
        found = [move for move in self.legal() if move in meant and self._may(wanted, move)]
        if found and wanted.takes_all:
            return max(found)
        if len(found) > 1:
            found = [move for move in found if self._names(wanted, move)] or found
        if len(found) > 1:
            ways = "; ".join(sorted({self.text(move) for move in found}))
            raise UserError(f"{quoted(wanted.text)} may mean several things now: {ways}", ExitCode.ILLEGAL)
        return found[0] if found else None

    def _names(self, wanted: Wanted, move: Move) -> bool:
        """Whether ``move`` is what ``wanted`` names from the deck of the seat that it is about."""
        return move in moves_of(self.machine, wanted, self.at, self.seat_of(move))

    def _may(self, wanted: Wanted, move: Move) -> bool:
        return wanted.seat is None or self.actor(move) == wanted.seat

    def why_not(self, text: str) -> WhyNot:
        """Why the decision in ``text`` may not be made now, or when the players before have passed."""
        return self.why_not_yet(self.wanted(text))

    def why_not_yet(self, wanted: Wanted) -> WhyNot:
        """Why ``wanted`` may not happen now, or when the players before have passed."""
        why = self.why_not_wanted(wanted)
        passes = [move for move in self.legal() if self.is_pass(move)]
        if why.turn_of is None or not passes:
            return why
        present, here = self.state, self.at
        self.state = self.reader.step(present, passes[0])
        try:
            return replace(self.why_not_wanted(wanted), after_pass=why.turn_of) if self.at == here else why
        finally:
            self.state = present

    def why_not_wanted(self, wanted: Wanted) -> WhyNot:
        """Why ``wanted`` may not happen now; of several things that it may mean, the one nearest to legal."""
        move = self.find(wanted)
        if move is not None:
            return WhyNot(wanted.text, self.transition(move).id, True)
        here = moves_of(self.machine, wanted, self.at)
        if not here:
            ids = sorted(wanted.transitions)
            moments = tuple(dict.fromkeys(self.machine.transition(id).source for id in ids))
            return WhyNot(wanted.text, ids[0], False, moments=moments)

        def distance(move: Move) -> tuple[bool, int]:
            return not self._may(wanted, move), len(self.reader.why_not(self.state, move))

        return self.why_not_move(wanted.text, min(here, key=distance), wanted.seat)

    def why_not_move(self, asked: str, move: Move, seat: int | None = None) -> WhyNot:
        """Why ``move``, which was asked for as ``asked`` and by ``seat``, may not happen now."""
        transition = self.transition(move)
        if transition.source != self.at:
            return WhyNot(asked, transition.id, False, moments=(transition.source,))
        unmet = tuple(self.reader.why_not(self.state, move))
        actor = self.actor(move)
        other = actor if seat is not None and isinstance(actor, int) and actor != seat else None
        return WhyNot(asked, transition.id, not unmet and other is None, unmet, turn_of=other, move=move)

    def refusal(self, why: WhyNot) -> str:
        """``why`` in one sentence with the rules."""
        if why.after_pass is not None:
            who, after = self.machine.seats[why.after_pass], replace(why, after_pass=None)
            if why.legal:
                return f"{quoted(why.asked)} is legal as soon as {who}, who has the decision, has passed"
            return f"{self.refusal(after)}, even when {who} has passed"
        if why.turn_of is not None:
            who = self.machine.seats[why.turn_of]
            return f"{quoted(why.asked)} is not for that player now: {who} has the decision"
        if why.moments:
            shown = ", ".join(why.moments[:6]) + (" and others" if len(why.moments) > 6 else "")
            return f"{quoted(why.asked)} does not happen at {self.at}, but at {shown}"
        rules = ", ".join(dict.fromkeys(requirement.rule for requirement in why.unmet))
        return f"{quoted(why.asked)} ({why.transition}) is not allowed at {self.at}" + f" by {rules}" * bool(
            rules
        )

    def demands(self, why: WhyNot) -> list[Demand]:
        """What the rules in the way demand."""
        return demands_of(self.machine, why.unmet)

    def decide(self, text: str) -> Step:
        """Make the decision in ``text``. Raises UserError, naming the rules, where they forbid it."""
        wanted = self.wanted(text)
        move = self.find(wanted)
        if move is None:
            raise UserError(self.refusal(self.why_not_wanted(wanted)), ExitCode.ILLEGAL)
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
        return transition.by_seat and verb_of(transition.id) in PASSES

    def sentence(self, step: Step) -> str:
        """``step`` in words, with the rules that it rests on."""
        return step_sentence(self.machine, step.actor, step.before, step.move, step.after)

    def value_text(self, step: Step, name: str) -> str:
        """The value of the choice called ``name`` in ``step``, as it is typed."""
        choices = self.transition(step.move).choices
        place = next(at for at, choice in enumerate(choices) if choice.name == name)
        return value_text(choices[place], step.move[place + 1], self.seat_of(step.move, step.before))


__all__ = ["Demand", "Illegal", "Session", "Step", "WhyNot", "demands_of"]
