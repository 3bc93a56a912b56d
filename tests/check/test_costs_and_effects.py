"""What is read from content covers what plays do: no act that is played is better than its best row."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from sampled import sampled

from dicelaw.checker.dice_throne.goods import cards, health, points
from dicelaw.checker.dice_throne.phases import DuelActs
from dicelaw.checker.loops import Row
from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import duel
from dicelaw.model.dice_throne.modes import DUEL_SEATS
from dicelaw.model.dice_throne.state.duel_state import PHASES
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.graph import Kind

PACK = load_pack()
STEPS = 6_000


class Plays:
    """Random plays of a duel that note what each action changed, where no other came between."""

    def __init__(self, hero, rival):
        self.made = duel(PACK, (hero, rival))
        self.reader = Concrete(self.made.machine)
        self.acts = DuelActs(PACK, (hero, rival))
        self.random = Random(f"{hero} {rival}")
        self.places = self._places()
        self.moments = set()

    def _places(self):
        d, goods = self.made.duel, self.acts.goods
        found = {}
        for seat in DUEL_SEATS:
            found[points(seat)] = d.cp[seat]
            found[cards(seat)] = d.hand[seat]
            for kind in range(1, d.kinds + 1):
                found[goods.token(seat, kind)] = d.tokens[seat * d.kinds + kind - 1]
        return {good: cell.place for good, cell in found.items()}

    def counts(self, state):
        d = self.made.duel
        found = {good: state[place] for good, place in self.places.items()}
        for seat in DUEL_SEATS:
            coming = sum(state[array[seat].place] for array in (d.dealt, d.collateral, d.certain))
            found[health(seat)] = state[d.healing[seat].place] + state[d.health[seat].place] - coming
        return found

    def noted(self):
        """Each change by an action, with the row that says it."""
        machine, d = self.made.machine, self.made.duel
        depth = d.depth.place
        state, used, before = machine.start, None, None
        for _ in range(STEPS):
            legal = self.reader.enabled(state)
            if not legal or machine.point_of(state).kind is Kind.FINAL:
                state, used = machine.start, None
                continue
            move = self._drawn(legal)
            transition = machine.transitions[move[0]]
            actor = self.reader.actor(state, move)
            after = self.reader.step(state, move)
            if after[depth] > state[depth]:
                self.note_moment(state, actor, transition, move)
                begins = state[depth] == 0 and transition.id.endswith(("/act", "/play"))
                used = f"{actor + 1} {transition.choices[0].label(move[1])}" if begins else None
                before = self.counts(state)
            elif after[depth] == 0 and state[depth] == 1 and used is not None:
                now = self.counts(after)
                yield used, {good: now[good] - before[good] for good in now}
                used = None
            state = after

    def note_moment(self, state, actor, transition, move):
        """Note in which phase, and whose, something is used."""
        if isinstance(actor, int) and transition.id.endswith(("/act", "/play")):
            d = self.made.duel
            phase = PHASES[state[d.phase.place]]
            whose = d.attacker if phase in ("offense", "targeting", "defense") else d.turn
            named = {"main-1": "main", "main-2": "main", "targeting": "offense"}
            used = f"{actor + 1} {transition.choices[0].label(move[1])}"
            self.moments.add((used, named.get(phase, phase), state[whose.place]))

    def _drawn(self, legal):
        ways = sorted({move[0] for move in legal})
        uses = [way for way in ways if self.made.machine.transitions[way].id.endswith(("/act", "/play"))]
        way = self.random.choice(uses if uses and self.random.random() < 0.7 else ways)
        return self.random.choice([move for move in legal if move[0] == way])


def _seen(row, goods):
    """``row`` with what is noted of plays."""
    return Row.of(row.act, {good: by for good, by in row.change if good in goods}, 1)


@pytest.mark.parametrize("hero", sampled(PACK.heroes, 4))
def test_no_play_of_an_act_is_better_than_what_is_read_of_it(hero):
    plays = Plays(hero, hero)
    rows = {}
    for _, act in (*plays.acts.lasting, *plays.acts.played):
        found = [row for way in act.ways for one in way.outcomes for row in one.rows]
        rows.setdefault(act.name, []).extend(found)
    seen = Counter()
    for used, change in plays.noted():
        played = Row.of(used, change)
        kept = [_seen(row, change) for row in rows[used]]
        assert any(row.at_least(played) for row in kept), (used, played.change)
        seen[used] += 1
    usable = {act.name: one for one, act in (*plays.acts.lasting, *plays.acts.played)}
    wrong = [moment for moment in sorted(plays.moments) if not usable[moment[0]].fits(*moment[1:])]
    assert not wrong
    assert sum(seen.values()) >= 50
    assert len(seen) >= 8
