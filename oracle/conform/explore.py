"""Plays of the harness's own: random positions, and walks that prefer what was not tested yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Any

from dicelaw.model.dice_throne.tables import TableContent
from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.graph import Agent
from dicelaw.oracle.conform.cases import Case, Key, Sight, key_of
from dicelaw.oracle.conform.check import COMPARED, Result
from dicelaw.oracle.conform.plays import open_setup
from dicelaw.oracle.games import DEFAULT_HEROES, EDITIONS, open_game, pack_of
from dicelaw.oracle.scenario import STARTS
from dicelaw.oracle.session import Session
from dicelaw.oracle.walk import settle
from dicelaw.oracle.wire import decision, expected

LENGTH = 60
"""The most decisions of a play."""
PER_PAIRING = 25
"""How many plays in a row are between the same heroes, as each pairing is a machine of its own."""
ATTACK = "offense/begin"
"""Where half of the plays begin, since most rules are about attacks."""
HAND = 6
TRIED = 12
PROBES = 2
REFUSED = 3
NEW, NEW_CARD, ANNOUNCED, QUIET, SELDOM = 8.0, 4.0, 3.0, 0.7, 0.01
"""How much more, or less, often than others decisions are made in a walk."""


@dataclass
class Tested:
    """What one moment of a play tests: the transitions that led to it, and the illegal decisions tried."""

    transitions: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    action: str | None = None
    probed: tuple[str, ...] = ()


@dataclass
class Coverage:
    """What was tested: how often each rule, transition and action, which pairs of actions met in a play."""

    rules: Counter[str] = field(default_factory=Counter)
    transitions: Counter[str] = field(default_factory=Counter)
    actions: Counter[str] = field(default_factory=Counter)
    pairs: set[tuple[str, str]] = field(default_factory=set)
    probed: Counter[str] = field(default_factory=Counter)
    """For each rule, how many decisions were tried that it alone forbids."""

    def count(self, moments: Sequence[Tested]) -> None:
        """Count one play."""
        self.transitions.update({id for moment in moments for id in moment.transitions})
        self.rules.update({rule for moment in moments for rule in moment.rules})
        self.probed.update(rule for moment in moments for rule in moment.probed)
        actions = {moment.action for moment in moments if moment.action is not None}
        self.actions.update(actions)
        self.pairs.update(combinations(sorted(actions), 2))


class Explorer:
    """Plays of ``game`` between any two of ``heroes``; ``coverage`` grows with each.

    What an implementation says that it does not support is mostly left out of the plays that follow.
    """

    def __init__(self, game: str, heroes: Sequence[str], seed: int, coverage: Coverage) -> None:
        self.game = game
        self.heroes = heroes
        self.seed = seed
        self.coverage = coverage
        self.draw = Random(seed)
        self.pairing = DEFAULT_HEROES if set(DEFAULT_HEROES) <= set(heroes) else (heroes[0], heroes[-1])
        self.made = 0
        self.unsupported: set[Key] = set()
        self.refused = 0
        """How many plays an implementation did not begin."""

    def next(self) -> Case:
        """Another play."""
        if self.made % PER_PAIRING == 0 and self.made and not self.modest:
            self.pairing = (self.draw.choice(self.heroes), self.draw.choice(self.heroes))
        self.made += 1
        self.walk = _Walk(self, self._setup())
        return self.walk.case(f"explore/{self.seed}/{self.made}")

    def heard(self, case: Case, result: Result) -> None:
        """Note what came of ``case``, the last play: only what was really compared counts as covered."""
        tested = self.walk.moments[: result.steps + 1] if result.outcome in COMPARED else []
        self.coverage.count(tested)
        if result.unsupported and result.steps:
            self.unsupported.add(key_of(case.decisions[result.steps]))
        elif result.unsupported:
            self.refused += 1

    @property
    def modest(self) -> bool:
        """Whether so few positions are supported that only the plainest make sense."""
        return self.refused > REFUSED and 2 * self.refused > self.made

    def _setup(self) -> dict[str, Any]:
        """A position to begin in; a plain one has nothing on the table and begins with an attack."""
        draw, modest = self.draw, self.modest
        turn = 1 if modest else draw.randint(1, 2)
        base = {"game": self.game, "edition": EDITIONS[0], "readings": {}, "turn": turn}
        if modest or self.made % 3 == 0:
            return {**base, "start": ATTACK, "players": [{"hero": hero} for hero in self.pairing]}
        start = draw.choice([*STARTS, *[ATTACK] * len(STARTS)])
        players = [self._player(hero, start) for hero in self.pairing]
        return {**base, "start": start, "players": players}

    def _player(self, hero: str, start: str) -> dict[str, Any]:
        draw, figures = self.draw, pack_of(EDITIONS[0]).heroes[hero]
        statuses = open_game(self.game, self.pairing).duel.statuses[1:]
        share = draw.choice([0.1, 0.4])
        ids = [card.action.id for card in figures.cards]
        draw.shuffle(ids)
        ids.sort(key=lambda id: min(self.coverage.actions[id], 3))
        size = draw.randint(HAND, HAND + 2) if start == "discard" else draw.randint(0, HAND)
        hand = draw.sample(ids[: 3 * HAND], size)
        player: dict[str, Any] = {
            "hero": hero,
            "health": draw.choice([draw.randint(1, 9), draw.randint(10, 50), 50, draw.randint(51, 60)]),
            "cp": draw.choice([0, draw.randint(1, 5), draw.randint(6, 14), 15]),
            "tokens": {
                status.id: draw.choice([status.limit, draw.randint(1, status.limit)])
                for status in statuses
                if status.limit and draw.random() < share and not status.bars_actions
            },
            "hand": hand,
        }
        if draw.random() < share:
            player["board"] = {
                figures.slots[card.upgrade.slot]: card.upgrade.level
                for card in figures.cards
                if card.upgrade is not None and draw.random() < share and card.action.id not in hand
            }
        return player


class _Walk:
    """One play from a setup."""

    def __init__(self, explorer: Explorer, setup: dict[str, Any]) -> None:
        self.setup = setup
        self.draw = explorer.draw
        self.coverage = explorer.coverage
        self.unsupported = explorer.unsupported
        self.used: set[str] = set()
        self.moments: list[Tested] = []
        self.luck = self.draw.choice([0, 0, 0, 6, 1, self.draw.randint(1, 6)])
        """A face that dice prefer to show in this play."""

    def case(self, id: str) -> Case:
        """The play as a case, with a sample of illegal decisions at each step."""
        session = open_setup(self.setup)
        settle(session)
        begin = self._sight(session, 0, None)
        steps: list[tuple[dict[str, Any], Sight]] = []
        while not session.over and len(steps) < LENGTH:
            since, move = len(session.events), self._chosen(session)
            made, action = decision(session, move), action_of(session, move)
            session.apply(move)
            settle(session)
            steps.append((made, self._sight(session, since, action)))
        rules = dict.fromkeys(rule for moment in self.moments for rule in moment.rules)
        return Case(id, tuple(rules), "a play of the harness's own", self.setup, begin, tuple(steps))

    def _sight(self, session: Session, since: int, action: str | None) -> Sight:
        """What is seen now; what this moment tests is noted."""
        data = expected(session)
        illegal, probed = self._illegal(session) if data.get("legal") else ([], ())
        taken = tuple(dict.fromkeys(session.transition(step.move) for step in session.events[since:]))
        rules = tuple(dict.fromkeys(rule for transition in taken for rule in transition.rules))
        self.moments.append(Tested(tuple(one.id for one in taken), rules, action, probed))
        if action is not None:
            self.used.add(action)
        return Sight({**data, "illegal": illegal} if illegal else data)

    def _chosen(self, session: Session) -> Move:
        legal = session.legal()
        if session.actor(legal[0]) is Agent.CHANCE:
            lucky = [move for move in legal if move[1:2] == (self.luck,)]
            faces = session.transition(legal[0]).choices[0].name == "face"
            return self.draw.choice(lucky if faces and lucky and self.draw.random() < 0.8 else legal)
        by_transition = Counter(move[0] for move in legal)
        weights = [self._weight(session, move) / by_transition[move[0]] ** 0.5 for move in legal]
        return self.draw.choices(legal, weights)[0]

    def _weight(self, session: Session, move: Move) -> float:
        coverage, id = self.coverage, session.transition(move).id
        weight = QUIET if session.is_pass(move) else 1.0
        if not coverage.transitions[id]:
            weight *= NEW
        action = action_of(session, move)
        if action is not None:
            if not coverage.actions[action]:
                weight *= NEW_CARD
            weight *= 1 + sum(tuple(sorted((action, other))) not in coverage.pairs for other in self.used)
        elif id.endswith("/announce"):
            weight *= ANNOUNCED
        return weight * (SELDOM if key_of(decision(session, move)) in self.unsupported else 1)

    def _illegal(self, session: Session) -> tuple[list[dict[str, Any]], tuple[str, ...]]:
        """Some decisions that the seat may not make now, and the rules that forbid one of them alone."""
        machine, legal = session.machine, set(session.legal())
        seat = session.actor(next(iter(legal)))
        here = [t for t in machine.transitions if t.source == session.at and t.by_seat]
        found: dict[Move, list[str]] = {}
        for transition in self.draw.choices(here, k=TRIED):
            values = [self.draw.randint(choice.lo or 0, choice.top or 0) for choice in transition.choices]
            move = (machine.transition_index[transition.id], *values)
            if move not in legal and session.actor(move) == seat:
                found[move] = sorted({need.rule for need in session.reader.why_not(session.state, move)})
        known = {key_of(decision(session, move)) for move in legal}
        found = {move: rules for move, rules in found.items() if rules}
        best = sorted(found, key=lambda move: (len(found[move]), self.coverage.probed[found[move][0]], move))
        rows = [(decision(session, move), found[move]) for move in best[:PROBES]]
        kept = [(row, rules) for row, rules in rows if key_of(row) not in known]
        return [row for row, _ in kept], tuple(rules[0] for _, rules in kept if len(rules) == 1)


def action_of(session: Session, move: Move) -> str | None:
    """The card, token or board action that ``move`` is about, if it is about one."""
    transition, content = session.transition(move), session.opened.content
    assert isinstance(content, TableContent)
    for choice, value in zip(transition.choices, move[1:], strict=True):
        if choice.name == "action":
            return content.action_names()[value]
        if choice.name == "card" and transition.by_seat:
            return content.card_names(session.seat_of(move))[value]
    return None
