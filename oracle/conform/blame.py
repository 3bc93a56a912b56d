"""Which rules decide a disagreement, and what they say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import replace
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any

from dicelaw.model.kernel.graph import Agent, Choice, Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.state import State
from dicelaw.oracle.conform.cases import Case
from dicelaw.oracle.conform.check import EVENTS, Difference
from dicelaw.oracle.conform.plays import Moment, replayed
from dicelaw.oracle.conform.situations import rules_behind, targets, written
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.games.decisions import labels_of
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.games import KEPT, known_game
from dicelaw.oracle.games.session import Demand, Session, Step, demands_of

_BETWEEN = re.compile(r", (?![^(]*\))")
"""What separates the things of a value, outside of parentheses."""
_WAYS = 64
CALLED = {
    "used": "Used Pile", "prep": "Prep Area", "reserve": "Reserve Pool", "field": "Field Zone",
    "attack": "Attack Zone", "out_of_play": "Out of Play", "in_play": "in play", "cp": "combat points?",
}  # fmt: skip
"""What rules call a value that goes by a shorter name here."""
COMMON = 20
"""How many transitions rest on a rule that says little about any of them."""


def blamed(case: Case, steps: int, difference: Difference) -> list[Demand]:
    """The rules that decide ``difference`` after so many ``steps`` of ``case``, the most particular first.

    Of a decision that is wrongly legal, the requirements that fail; of one that is wrongly refused, the rules
    that it rests on; of a wrong value, the rules of the steps since the last agreement that wrote it, those
    that speak of it first, or else what keeps it from being written now; and then of the other steps since.
    Of a timing point to which play goes back, the rules by which it left it.
    """
    try:
        moment = replayed(case, steps)
    except UserError:  # a vector of another version of the rules
        return stated(case.rules, case.setup["game"])
    session = moment.session
    if difference.kind == "allows" and difference.decision is not None:
        return _of_illegal(session, difference.decision)
    if difference.kind == "refuses" and difference.decision is not None:
        return _of_legal(session, difference.decision)
    return _of_value(moment, difference)


@lru_cache(maxsize=KEPT)
def _citations(machine: Machine) -> Counter[str]:
    return Counter(rule for transition in machine.transitions for rule in transition.rules)


def _particular(session: Session, rules: Iterable[str]) -> list[str]:
    """``rules`` with those last that nearly everything rests on."""
    cited = _citations(session.machine)
    return sorted(dict.fromkeys(rules), key=lambda rule: cited[rule] > COMMON)


def _of_illegal(session: Session, decision: Mapping[str, Any]) -> list[Demand]:
    index = session.machine.transition_index
    if decision["transition"] not in index:
        return []
    transition = session.machine.transition(decision["transition"])
    if transition.source != session.at:
        return _stated(session, _at_once(session))
    ways = [(index[transition.id], *values) for values in _values(transition, decision["choices"])]
    reader, state = session.reader, session.state
    failing = [way for way in ways if reader.why_not(state, way)]
    if failing:
        nearest = min(failing, key=lambda way: len(reader.why_not(state, way)))
        return demands_of(session.machine, reader.why_not(state, nearest), reader.forbidding(state, nearest))
    return _stated(session, _particular(session, transition.rules))


def _values(transition: Transition, choices: Mapping[str, Any]) -> Iterator[tuple[int, ...]]:
    columns = []
    for choice in transition.choices:
        given = choices.get(choice.name)
        known = list(labels_of(choice))
        columns.append([value for value, name in known if given in (name, value)])
    yield from product(*columns)


def _at_once(session: Session) -> Iterable[str]:
    """The rules of what can happen now, and of what led here."""
    legal = dict.fromkeys(session.transition(move).id for move in session.legal())
    demanded = (need.rule for id in legal for need in session.machine.transition(id).requires)
    led = session.transition(session.events[-1].move).rules if session.events else ()
    return _particular(session, [*demanded, *led])


def _of_legal(session: Session, decision: Mapping[str, Any]) -> list[Demand]:
    transition = session.machine.transition(decision["transition"])
    legal = session.legal()
    others = {session.transition(move).id for move in legal} - {transition.id}
    shared = {rule for id in others for rule in session.machine.transition(id).rules}
    own = [rule for rule in transition.rules if rule not in shared]
    ways = [move for move in legal if session.transition(move).id == transition.id]
    content = [
        rule for move in ways[:_WAYS] if _names(session, move, decision) for rule in _carried(session, move)
    ]
    rest = [rule for rule in transition.rules if rule in shared]
    return _stated(session, [*content, *_particular(session, own), *_particular(session, rest)])


def _names(session: Session, move: tuple[int, ...], decision: Mapping[str, Any]) -> bool:
    named = description(session.name).used(session, move)
    return named is not None and named in decision["choices"].values()


def _carried(session: Session, move: tuple[int, ...]) -> Iterable[str]:
    """The rules that what ``move`` uses carries by itself."""
    return description(session.name).own_rules(session, move)


def _of_value(moment: Moment, difference: Difference) -> list[Demand]:
    session = moment.session
    events = session.events[moment.since :] or session.events
    if difference.subject == EVENTS:
        index = session.machine.transition_index
        ids = [id for id in (difference.expected, difference.found) if id in index]
        cited = session.machine.transition(ids[0]).rules if ids else ()
        return _stated(session, _particular(session, cited))
    if difference.subject in ("at", "to_decide", "dice", "winners", "turn"):
        turn = _of_turn(session) if difference.subject == "to_decide" else []
        return _stated(session, [*turn, *_of_control(session, events, difference), *_rules(session, events)])
    places = _places(session, difference)
    wrote = [step for step in events if any(step.before[at] != step.after[at] for at in places)]
    aimed = [step for step in events if places & set(targets(session, step))]
    found: list[str] = []
    for step in reversed(wrote or aimed):
        found += _of_step(session, step, difference)
    early = [] if wrote else [*_too_early(session, places)]
    near = _about_first(session, difference.subject, _particular(session, found))
    rules = _stated(session, [*early, *near, *_rules(session, events)])
    did = [session.sentence(step).partition(" [")[0] for step in reversed(wrote or aimed)]
    return [replace(rules[0], condition=did[0]), *rules[1:]] if rules and did and not early else rules


def _about_first(session: Session, subject: str, rules: list[str]) -> list[str]:
    """``rules`` with those first that speak of ``subject``, but for what nearly everything rests on."""
    cited = _citations(session.machine)
    words = re.compile(rf"\b{CALLED.get(subject, subject)}\b", re.IGNORECASE)
    about = {one.rule for one in _stated(session, rules) if words.search(one.says)}
    return sorted(rules, key=lambda rule: rule not in about or cited[rule] > COMMON)


def _too_early(session: Session, places: Set[int]) -> Iterator[str]:
    """The rules that keep what would write ``places`` by itself from happening now."""
    for index, one in enumerate(session.machine.transitions):
        if one.source != session.at or one.by_seat or one.choices:
            continue
        if not places.isdisjoint(written(session, (index,), session.state)):
            yield from session.reader.forbidding(session.state, (index,))


def _places(session: Session, difference: Difference) -> set[int]:
    """The slots of the value that is wrong."""
    said = [set(re.split(_BETWEEN, text)) for text in (difference.expected, difference.found)]
    things = {part.partition(" ")[0] for part in said[0] ^ said[1]}
    return description(session.name).places(session, difference.subject, difference.seat, things)


def _of_step(session: Session, step: Step, difference: Difference) -> list[str]:
    """The rules of ``step``; of those about damage totals and statuses only what has a part in this one."""
    carried = [*_carried(session, step.move)] if session.transition(step.move).by_seat else []
    seats = [difference.seat - 1] if difference.seat else []
    return [*carried, *rules_behind(session, step, seats)]


def _of_control(session: Session, events: list[Step], difference: Difference) -> list[str]:
    """The rules by which play went on: what kept a player from deciding, or what is to be decided here."""
    found: list[str] = []
    for step in events:
        source = session.transition(step.move).source
        if difference.subject == "at" and source != difference.found:
            continue
        if step.actor is Agent.RULES:
            found += _alone(session, step.before, source)
    return found or [*_of_return(session, difference), *_of_branches(session, events), *_at_once(session)]


def _of_return(session: Session, difference: Difference) -> Iterable[str]:
    """The rules by which play last left the point that is shown, where it was there before."""
    made = (session.transition(step.move) for step in reversed(session.events))
    left = next((one for one in made if one.source == difference.found != one.target), None)
    return left.rules if left is not None and difference.subject == "at" else ()


def _alone(session: Session, state: State, source: str) -> list[str]:
    """The rules that alone, or besides these, kept a player from a decision at ``source``; simple ones first.

    Decisions with many choices are left out.
    """
    ways = [
        (place, [*product(*(range(choice.lo or 0, (choice.top or 0) + 1) for choice in one.choices))])
        for place, one in enumerate(session.machine.transitions)
        if one.source == source and one.by_seat and prod(map(_size, one.choices)) <= _WAYS
    ]
    known: dict[str, None] = {}
    for place, values in sorted(ways, key=lambda one: len(one[1])):
        unmet = [session.reader.forbidding(state, (place, *way)) for way in values]
        left = [set(one) - known.keys() for one in unmet]
        known |= {rule: None for one in left if len(one) == 1 for rule in one}
    return [*known]


def _size(choice: Choice) -> int:
    return (choice.top or 0) - (choice.lo or 0) + 1


def _of_branches(session: Session, events: list[Step]) -> list[str]:
    """The rules by which, of several ways that play could have gone on by itself, these were taken."""
    taken = [session.transition(step.move) for step in events if step.actor is Agent.RULES]
    ways = Counter(one.source for one in session.machine.transitions if one.actor is Agent.RULES)
    return _particular(
        session, (need.rule for one in reversed(taken) if ways[one.source] > 1 for need in one.requires)
    )


def _of_turn(session: Session) -> list[str]:
    """The rules by which it is somebody's turn, if that came about since a player last decided."""
    last = max((at for at, step in enumerate(session.events) if isinstance(step.actor, int)), default=0)
    changed = [step for step in session.events[last:] if [*targets(session, step, ("turn",))]]
    return _rules(session, changed)


def _rules(session: Session, events: Iterable[Step]) -> list[str]:
    return _particular(session, (rule for step in events for rule in session.transition(step.move).rules))


def _stated(session: Session, rules: Iterable[str]) -> list[Demand]:
    return stated(rules, session.name)


def stated(rules: Iterable[str], game: str) -> list[Demand]:
    """``rules`` of ``game`` with what they say."""
    from dicelaw.specs.statements import load

    says = {statement.id: statement.says for statement in load(known_game(game).name)}
    return [Demand(rule, says.get(rule, ""), "") for rule in dict.fromkeys(rules)]
