"""Why a decision may not be made now: the rules in the way, and when it would be legal from here.

What is named is what stands in the way of the thing that is asked about. Where nobody may do anything of the
kind, as against an Ultimate, only that is named; a way to do something that is not for such a thing at all,
as to play a Main Phase card at once, is no way. For a wrong moment it is looked ahead: what is refused when
its moment comes is refused by that rule, and the moments that are named are such at which it is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from dicelaw.model.foreign.shown import quoted
from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.graph import Kind, Requirement, Transition
from dicelaw.model.kernel.nodes import walk
from dicelaw.model.kernel.prose import CUT, requirement_sentence
from dicelaw.model.kernel.state import State
from dicelaw.oracle.games.ahead import ahead
from dicelaw.oracle.games.decisions import ACTS, Wanted, moves_of, verb_of
from dicelaw.oracle.games.description import description

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
    after_pass: int | None = None
    """The seat that has to pass first."""
    spelled: tuple[str, ...] = ()
    """How it is written here, if in other words than it was asked in."""
    facts: tuple[str, ...] = ()
    """What of the position is in the way: how many there are, whose it is, what dice show."""
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
        if self.condition and (not said or CUT not in self.condition):
            said.append(f"    {self.condition}")
        return said


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
        rows.setdefault(rule, Demand(rule, says.get(rule, ""), condition))
    return [*rows.values()]


@lru_cache(maxsize=2**12)
def is_fixed(condition: Expr) -> bool:
    """Whether ``condition`` is about nothing but what is chosen, however play stands."""
    return not any(part.op in ("field", "cell") for part in walk(condition))


def why_not_yet(session: Session, wanted: Wanted) -> WhyNot:
    """Why ``wanted`` may not happen now, or when the players before have passed."""
    why = why_not_wanted(session, wanted)
    passes = [move for move in session.legal() if session.is_pass(move)]
    if why.turn_of is None or not passes:
        return why
    present, here = session.state, session.at
    session.state = session.reader.step(present, passes[0])
    try:
        if session.at != here:
            return why
        return replace(why_not_wanted(session, wanted), after_pass=why.turn_of)
    finally:
        session.state = present


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
            moments = tuple(moment for moment in found.moments if moment != at)
            facts = _facts(session, state, near)
            id = session.transition(near).id
            return WhyNot(asked, id, False, unmet, rules, moments, at, facts=facts, move=near)
    ids = [id for id in ids if session.machine.transition(id).source in found.moments] or ids
    rules = tuple(description(session.name).moment(session, ids))
    return WhyNot(asked, ids[0], False, (), rules, found.moments)


def nearest(session: Session, moves: Sequence[Move], seat: int | None, state: State) -> Move:
    """Of ``moves``, the one nearest to legal in ``state``; ways that are not for such a thing come last."""

    def distance(move: Move) -> tuple[bool, bool, int]:
        unmet = session.reader.why_not(state, move)
        other = seat is not None and session.reader.actor(state, move) != seat
        return other, not _is_a_way(session, move), len(unmet)

    return min(moves, key=distance)


def _is_a_way(session: Session, move: Move) -> bool:
    """Whether ``move`` is, somewhere in play, a way to do what it chooses: a card is not played at once that
    is no Instant.
    """
    own = session.transition(move)
    alike = [
        one
        for one in session.machine.transitions
        if verb_of(one.id) == verb_of(own.id) and len(one.choices) == len(own.choices)
    ]
    return any(not _never(session, one, move[1:]) for one in alike)


def _never(session: Session, transition: Transition, values: Sequence[int]) -> bool:
    """Whether ``transition`` is not for ``values`` of its choices, however play stands."""
    named = dict(zip((choice.name for choice in transition.choices), values, strict=True))
    return any(
        is_fixed(need.holds) and not session.reader.value(need.holds, session.start, named)
        for need in transition.requires
    )


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
    rules = tuple(session.reader.rule_of(need, session.state, move) for need in unmet)
    legal = not unmet and other is None
    facts = () if legal else _facts(session, session.state, move)
    return WhyNot(asked, transition.id, legal, unmet, rules, turn_of=other, facts=facts, move=move)


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

    actor = session.actor(why.move)
    found = ahead(session, moves_at, actor if isinstance(actor, int) else None)
    here = {session.at, why.later}
    return replace(why, moments=tuple(moment for moment in found.moments if moment not in here))


def _same(verb: str) -> Collection[str]:
    """The verbs by which what is done by ``verb`` may be done."""
    return ACTS if verb in ACTS else (verb,)


def refusal(session: Session, why: WhyNot) -> str:
    """``why`` in one sentence with the rules."""
    if why.after_pass is not None:
        who, after = session.machine.seats[why.after_pass], replace(why, after_pass=None)
        if why.legal:
            return f"{quoted(why.asked)} is legal as soon as {who}, who has the decision, has passed"
        return f"{refusal(session, after)}, even when {who} has passed"
    if why.spelled:
        return f"{quoted(why.asked)} is legal now: write {' or '.join(map(quoted, why.spelled))}"
    if why.turn_of is not None:
        who = session.machine.seats[why.turn_of]
        return f"{quoted(why.asked)} is not for that player now: {who} has the decision"
    rules = ", ".join(dict.fromkeys(why.rules))
    by = f" by {rules}" * bool(rules)
    shown = ", ".join(why.moments[:6]) + (" and others" if len(why.moments) > 6 else "")
    when = f"; from here it is legal at {shown}" * bool(shown)
    if why.later:
        at = f"{why.later}, which comes next,"
        return f"{quoted(why.asked)} ({why.transition}) is not allowed at {at}{by}{when}"
    if not why.unmet:
        return f"{quoted(why.asked)} does not happen at {session.at}{by}{when}"
    return f"{quoted(why.asked)} ({why.transition}) is not allowed at {session.at}{by}{when}"
