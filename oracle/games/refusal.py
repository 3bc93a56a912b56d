"""Why a decision may not be made now: the rules in the way, and when it would be legal from here.

What is named is what stands in the way of the thing that is asked about. Where nobody may do anything of the
kind, as against an Ultimate, only that is named; a way to do something that is not for such a thing at all,
as to play a Main Phase card at once, is no way. For a wrong moment it is looked ahead: what is refused when
its moment comes is refused by that rule, and the moments that are named are such at which it is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.graph import Kind, Requirement
from dicelaw.model.kernel.prose import CUT, requirement_sentence
from dicelaw.model.kernel.state import State
from dicelaw.oracle.games.ahead import ahead
from dicelaw.oracle.games.decisions import ACTS, Wanted, moves_of, verb_of
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.passing import as_they_pass
from dicelaw.oracle.games.ways import is_a_way, is_fixed

if TYPE_CHECKING:
    from dicelaw.model.kernel.machine import Machine
    from dicelaw.oracle.games.session import Session

OWN = "model/"
"""How the ids of rules begin that the model adds to those of the documents."""


@dataclass(frozen=True)
class WhyNot:
    """Why something may not happen now: the requirements that fail, or the moment that it belongs to."""

    asked: str
    transition: str
    legal: bool
    unmet: tuple[Requirement, ...] = ()
    rules: tuple[str, ...] = ()
    """The rule of each of ``unmet`` in this case; then those that set the moment."""
    moments: tuple[str, ...] = ()
    """Timing points, from here on, at which it is legal."""
    later: str = ""
    """The timing point at which it is refused, where its moment is still to come."""
    turn_of: int | None = None
    """The seat whose decision it is, if another one asked."""
    passed: tuple[int, ...] = ()
    """The seats that have to pass first, in this order; the rest is about the moment after that."""
    spelled: tuple[str, ...] = ()
    """How it is written here, if in other words than it was asked in."""
    facts: tuple[str, ...] = ()
    """What of the position is in the way: how many there are, whose it is, what dice show."""
    move: Move | None = None
    """The move that ``unmet`` is about: of those that may have been meant, the one nearest to legal."""
    turns: int = 0
    """How many turns come before the turn that ``moments`` are of: 0 for this one, 1 for the next."""
    in_turn_of: int | None = None
    """The seat whose turn that is, if it is another turn."""
    by: int | None = None
    """The seat that ``move`` was to be done by, if it is for a seat."""

    @property
    def after_pass(self) -> int | None:
        """The seat that has to pass last before this can be done, if any has to."""
        return self.passed[-1] if self.passed else None


@dataclass(frozen=True)
class Demand:
    """What a rule in the way demands: in the words of the rule, and of the condition that fails.

    A condition that is too long to be said whole is left out where the rule has words.
    """

    rule: str
    says: str
    condition: str

    def lines(self) -> list[str]:
        """The demand for people."""
        said = [f"  {self.rule}: {self.says}"] if self.says else []
        return [*said, f"    {self.condition}"] if self.condition else said


def demands_of(machine: Machine, unmet: Sequence[Requirement], rules: Sequence[str] = ()) -> list[Demand]:
    """What the requirements ``unmet`` demand, by ``rules``: those of the requirements, and then others."""
    from dicelaw.specs.statements import load

    named = [*rules] or [str(need.rule) for need in unmet]
    says = {statement.id: statement.says for statement in load(machine.profile)} if named else {}
    rows: dict[str, Demand] = {}
    for place, rule in enumerate(named):
        condition = ""
        if place < len(unmet):
            condition = requirement_sentence(replace(unmet[place], rule=rule), machine.slots)
        if CUT in condition and says.get(rule):
            condition = ""
        rows.setdefault(rule, Demand(rule, says.get(rule, ""), condition))
    return [*rows.values()]


def why_not_yet(session: Session, wanted: Wanted) -> WhyNot:
    """Why ``wanted`` may not happen now, or when the players before have passed.

    What is asked without a seat may be done by whoever comes to it, each seat for the first time.
    """
    why, present = why_not_wanted(session, wanted), session.state
    if why.legal or (why.turn_of is None and wanted.seat is not None):
        return why
    try:
        for state, passed in as_they_pass(session):
            session.state = state
            if wanted.seat is None and not {*map(session.actor, session.legal())}.isdisjoint(passed):
                break
            later = why_not_wanted(session, wanted)
            if later.legal or (later.turn_of is None and wanted.seat is not None):
                return replace(later, passed=passed)
    finally:
        session.state = present
    return why


def why_not_wanted(session: Session, wanted: Wanted) -> WhyNot:
    """Why ``wanted`` may not happen now; of several things that it may mean, the one nearest to legal."""
    move = session.find(wanted)
    if move is not None:
        return WhyNot(wanted.text, session.transition(move).id, True)
    here = moves_of(session.machine, wanted, session.at)
    if here:
        near = nearest(session, here, wanted.seat, session.state)
        return why_not_move(session, wanted.text, near, wanted.seat)
    spelled = _spelled_here(session, wanted)
    if spelled:
        return WhyNot(wanted.text, session.transition(spelled[0]).id, True, spelled=_texts(session, spelled))
    return _not_now(session, wanted)


def _spelled_here(session: Session, wanted: Wanted) -> list[Move]:
    """The legal moves whose verb is what ``wanted`` names, as that of a Global that reacts to an event."""
    return [
        move
        for move in session.legal()
        if verb_of(session.transition(move).id) in wanted.values[:1] and session.may(wanted, move)
    ]


def _texts(session: Session, moves: Sequence[Move]) -> tuple[str, ...]:
    return tuple(f"{session.seat_of(move) + 1} {session.text(move)}" for move in moves)


def _not_now(session: Session, wanted: Wanted) -> WhyNot:
    """Why not, where nothing that ``wanted`` may mean happens at the present timing point."""

    def moves_at(point: str) -> Sequence[Move]:
        return moves_of(session.machine, wanted, point)

    return _at_its_moment(session, wanted.text, moves_at, wanted.seat, sorted(wanted.transitions))


def _at_its_moment(
    session: Session,
    asked: str,
    moves_at: Callable[[str], Sequence[Move]],
    seat: int | None,
    ids: Sequence[str],
) -> WhyNot:
    """Why what the transitions ``ids`` do is not for now: it is refused when it comes, or legal later."""
    found = ahead(session, moves_at, seat)
    if found.refused is not None and session.machine.point_of(found.refused[0]).kind is not Kind.WINDOW:
        state, moves = found.refused
        near = nearest(session, moves, seat, state)
        unmet = _in_the_way(session, session.reader.why_not(state, near))
        if unmet:
            rules = tuple(session.reader.rule_of(need, state, near) for need in unmet)
            at = session.machine.point_of(state).id
            moments = tuple(moment for moment in found.moments if moment != at or found.turns)
            facts = _facts(session, state, near)
            id = session.transition(near).id
            return WhyNot(
                asked, id, False, unmet, rules, moments, at, facts=facts, move=near, by=seat,
                turns=found.turns, in_turn_of=found.turn_of,
            )  # fmt: skip
    meant = [move for id in ids for move in moves_at(session.machine.transition(id).source)]
    if meant and not found.moments and not any(is_a_way(session, move) for move in meant):
        return _never(session, asked, meant[0], seat)
    ids = [id for id in ids if session.machine.transition(id).source in found.moments] or ids
    rules = tuple(description(session.name).moment(session, ids))
    return WhyNot(asked, ids[0], False, (), rules, found.moments, turns=found.turns, in_turn_of=found.turn_of)


def _never(session: Session, asked: str, move: Move, seat: int | None) -> WhyNot:
    """Why not, where ``move`` is no way to do what it chooses at any moment."""
    unmet = tuple(need for need in session.reader.why_not(session.state, move) if is_fixed(need.holds))
    rules = tuple(session.reader.rule_of(need, session.state, move) for need in unmet)
    return WhyNot(asked, session.transition(move).id, False, unmet, rules, move=move, by=seat)


def nearest(session: Session, moves: Sequence[Move], seat: int | None, state: State) -> Move:
    """Of ``moves``, the one nearest to legal in ``state``; what is the seat's own comes before what is not.

    Ways that are not for such a thing come last.
    """

    def distance(move: Move) -> tuple[bool, bool, bool, int]:
        unmet = session.reader.why_not(state, move)
        actor = session.reader.actor(state, move)
        owner = description(session.name).owner(session, move)
        other = seat is not None and actor != seat
        foreign = owner is not None and owner != (actor if seat is None else seat)
        return other, not is_a_way(session, move), foreign, len(unmet)

    return min(moves, key=distance)


def _in_the_way(session: Session, unmet: Sequence[Requirement]) -> tuple[Requirement, ...]:
    """Those of ``unmet`` that matter: what bars anything of the kind comes before what bars this thing.

    A bar that only says that nothing can be done comes last.
    """
    implied = description(session.name).implied
    told = [need for need in unmet if need.rule not in implied] or unmet
    fixed = [need for need in told if is_fixed(need.holds)]
    anything = [need for need in told if not need.holds.chooses]
    meant = anything or fixed or [*told]
    return tuple([need for need in meant if not need.rule.startswith(OWN)] or meant)


def why_not_move(session: Session, asked: str, move: Move, seat: int | None = None) -> WhyNot:
    """Why ``move``, which was asked for as ``asked`` and by ``seat``, may not happen now."""
    transition = session.transition(move)
    if transition.source != session.at:
        return _at_its_moment(
            session, asked, lambda point: [move] * (point == transition.source), seat, [transition.id]
        )
    failing = session.reader.why_not(session.state, move)
    unmet = _in_the_way(session, failing)
    actor = session.actor(move)
    other = actor if seat is not None and isinstance(actor, int) and actor != seat else None
    by = actor if seat is None and isinstance(actor, int) else seat
    if other is not None:
        return WhyNot(asked, transition.id, False, turn_of=other, move=move, by=by)
    rules = tuple(session.reader.rule_of(need, session.state, move) for need in unmet)
    facts = _facts(session, session.state, move) if unmet else ()
    return WhyNot(asked, transition.id, not unmet, unmet, rules, facts=facts, move=move, by=by)


def _facts(session: Session, state: State, move: Move) -> tuple[str, ...]:
    return tuple(description(session.name).facts(session, state, move))


def with_moments(session: Session, why: WhyNot) -> WhyNot:
    """``why`` with the timing points, from here on, at which it is legal."""
    if why.legal or why.moments or why.move is None:
        return why
    asked = session.transition(why.move)
    alike = {
        one.id: place
        for place, one in enumerate(session.machine.transitions)
        if verb_of(one.id) in _same(verb_of(asked.id)) and len(one.choices) == len(asked.choices)
    }
    values = why.move[1:]

    def moves_at(point: str) -> Sequence[Move]:
        return [
            (place, *values) for id, place in alike.items() if session.machine.transition(id).source == point
        ]

    found = ahead(session, moves_at, why.by)
    here = set() if found.turns or why.turn_of is not None else {session.at, why.later}
    moments = tuple(moment for moment in found.moments if moment not in here)
    return replace(why, moments=moments, turns=found.turns, in_turn_of=found.turn_of)


def _same(verb: str) -> Collection[str]:
    """The verbs by which what is done by ``verb`` may be done."""
    return ACTS if verb in ACTS else (verb,)
