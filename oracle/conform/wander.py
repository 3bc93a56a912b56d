"""One play of the harness's own: a walk that prefers what was not tested yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.graph import Agent, Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.oracle.conform.cases import Case, Key, Sight, key_of
from dicelaw.oracle.conform.coverage import Coverage, Tested
from dicelaw.oracle.conform.plays import open_setup
from dicelaw.oracle.conform.situations import rules_behind, situations
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.codec import decision, expected, observation
from dicelaw.oracle.files.scenario_runner import settle
from dicelaw.oracle.games.decisions import PASSES, verb_of
from dicelaw.oracle.games.description import description
from dicelaw.oracle.games.games import KEPT
from dicelaw.oracle.games.session import Session

LENGTH = 60
"""The most decisions of a play; an attack takes some 30."""
TRIED = 12
PROBES = 2
AT_RANDOM = 0.2
"""How often a die shows anything, and not what is wanted."""
NEW, NEW_ACTION, ANNOUNCED, QUIET, SELDOM = 8.0, 4.0, 3.0, 0.7, 0.01
"""How much more, or less, often than others decisions are made in a walk."""


class Walk:
    """A play from ``setup`` that ends at the timing point ``last``, if it gets there.

    ``unsupported`` has decisions that the implementation does not know, and it ends before a transition of
    ``ends``, too.
    """

    def __init__(
        self,
        setup: Mapping[str, Any],
        draw: Random,
        coverage: Coverage,
        unsupported: Collection[Key] = (),
        last: str = "",
        ends: Collection[str] = (),
    ) -> None:
        self.setup = setup
        self.game = description(setup["game"])
        self.draw = draw
        self.coverage = coverage
        self.unsupported = unsupported
        self.ends = ends
        self.used: set[str] = set()
        self.luck = draw.choice([0, 0, 0, 6, 1, draw.randint(1, 6)])
        """A face that dice prefer to show in this play."""
        self.aims: dict[int, Sequence[int]] = {}
        """For each seat, what the dice of its attacks prefer to show."""
        self.moves: list[Move] = []
        self.moments: list[Tested] = []
        self._play(last)

    def _play(self, last: str) -> None:
        session = self._opened()
        self.moments.append(_tested(session, 0, None))
        while not session.over and session.at != last and len(self.moves) < LENGTH:
            since, move = len(session.events), self._chosen(session)
            if session.transition(move).id in self.ends:
                return
            action = self.game.used(session, move)
            try:
                session.apply(move)
                settle(session)
            except UserError:  # play goes on for ever from here
                return
            self.moves.append(move)
            self.moments.append(_tested(session, since, action))
            if action is not None:
                self.used.add(action)

    def _opened(self) -> Session:
        session = open_setup(self.setup)
        settle(session)
        return session

    def case(self, id: str) -> Case:
        """The play as a case, with a sample of illegal decisions at each step."""
        session = self._opened()
        sights, made = [self._sight(session, 0)], []
        for number, move in enumerate(self.moves, 1):
            made.append(decision(session, move))
            session.apply(move)
            settle(session)
            sights.append(self._sight(session, number))
        rules = dict.fromkeys(rule for moment in self.moments for rule in moment.rules)
        steps = tuple(zip(made, sights[1:], strict=True))
        return Case(id, tuple(rules), "a play of the harness's own", self.setup, sights[0], steps)

    def _sight(self, session: Session, number: int) -> Sight:
        """What is seen at the moment ``number``; which rules its illegal decisions probe is noted."""
        data, probed = probing(session, self.draw, self.coverage.probed)
        moment = self.moments[number]
        self.moments[number] = Tested(
            moment.transitions, moment.rules, moment.situations, moment.action, probed
        )
        return Sight(data)

    def _chosen(self, session: Session) -> Move:
        legal = session.legal()
        if session.actor(legal[0]) is Agent.CHANCE:
            return self._by_chance(session, legal)
        by_transition = Counter(move[0] for move in legal)
        weights = [self._weight(session, move) / by_transition[move[0]] ** 0.5 for move in legal]
        return self.draw.choices(legal, weights)[0]

    def _by_chance(self, session: Session, legal: Sequence[Move]) -> Move:
        if session.transition(legal[0]).choices[0].name != "face" or self.draw.random() < AT_RANDOM:
            return self.draw.choice(legal)
        face = self._lacking(session) if session.at == "offense/roll" else self.luck
        return next((move for move in legal if move[1] == face), None) or self.draw.choice(legal)

    def _lacking(self, session: Session) -> int:
        """A face that the attack lacks of what it aims at."""
        seat = session.machine.value(session.state, "attacker")
        if seat not in self.aims:
            declined = {str(name) for _, _, choices in self.unsupported for _, name in choices}
            self.aims[seat] = self.game.wanted_dice(session, seat, self.coverage, declined, self.draw)
        lacking = Counter(self.aims[seat]) - Counter(observation(session)["dice"].get("offense", ()))
        return next(iter(lacking), self.luck)

    def _weight(self, session: Session, move: Move) -> float:
        coverage, id = self.coverage, session.transition(move).id
        weight = QUIET if session.is_pass(move) else 1.0
        if not coverage.transitions[id]:
            weight *= NEW
        if id.endswith("/announce"):
            weight *= ANNOUNCED
        action = self.game.used(session, move)
        if action is not None:
            if not coverage.actions[action]:
                weight *= NEW_ACTION
            weight *= 1 + sum(tuple(sorted((action, other))) not in coverage.pairs for other in self.used)
        known = self.unsupported and key_of(decision(session, move)) in self.unsupported
        if known or id in self.ends:
            weight *= SELDOM
        return weight


def probing(
    session: Session, draw: Random, probed: Mapping[str, int]
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """What must be seen now, with some decisions that the seat may not make; and the rules that forbid these.

    Rules that forbid one alone come first, of these the ones that were ``probed`` least.
    """
    data = expected(session)
    if not data.get("legal"):
        return data, ()
    found = forbidden(session, draw)
    known = {key_of(decision(session, move)) for move in session.legal()}
    best = sorted(found, key=lambda move: (len(found[move]), probed.get(found[move][0], 0), move))
    rows = [(decision(session, move), found[move]) for move in best[:PROBES]]
    kept = [(row, rules) for row, rules in rows if key_of(row) not in known]
    illegal = {"illegal": [row for row, _ in kept]} if kept else {}
    return {**data, **illegal}, tuple(rules[0] for _, rules in kept if len(rules) == 1)


def forbidden(session: Session, draw: Random, tries: int = TRIED) -> dict[Move, list[str]]:
    """Some moves that the seat that decides may not make now, each with the rules that forbid it."""
    machine, legal = session.machine, set(session.legal())
    seat = session.actor(next(iter(legal)))
    found: dict[Move, list[str]] = {}
    here = _decisions_at(machine, session.at)
    for transition in draw.choices(here, k=tries) if here else ():
        values = [draw.randint(choice.lo or 0, choice.top or 0) for choice in transition.choices]
        move = (machine.transition_index[transition.id], *values)
        if move not in legal and session.actor(move) == seat:
            found[move] = sorted({*session.reader.forbidding(session.state, move)})
    return {move: rules for move, rules in found.items() if rules}


def _tested(session: Session, since: int, action: str | None) -> Tested:
    """What the steps of ``session`` from number ``since`` on test."""
    steps = session.events[since:]
    return Tested(
        tuple(dict.fromkeys(session.transition(step.move).id for step in steps)),
        tuple(dict.fromkeys(rule for step in steps for rule in rules_behind(session, step))),
        tuple(dict.fromkeys(one for step in steps for one in situations(session, step))),
        action,
    )


@lru_cache(maxsize=100 * KEPT)
def _decisions_at(machine: Machine, point: str) -> list[Transition]:
    """What players can do at ``point`` but pass: who passes last there is a matter of the formats alone."""
    here = (one for one in machine.transitions if one.source == point and one.by_seat)
    return [one for one in here if verb_of(one.id) not in PASSES]
