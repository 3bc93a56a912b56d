"""What acts of Dice Masters are said to come to is at least what they come to in plays by chance."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
import z3
from sampled import sampled

from dicelaw.checker.dice_masters.free_loops import _Deciding
from dicelaw.checker.dice_masters.loop_dice import EVENTS, SEATS
from dicelaw.checker.dice_masters.loop_gains import Gains
from dicelaw.checker.dice_masters.loop_plays import LoopPlays
from dicelaw.checker.dice_masters.loop_words import energy, in_field, lies, life
from dicelaw.model.dice_masters.cards.cards import BURSTS, Moment
from dicelaw.model.dice_masters.editions import EDITIONS
from dicelaw.model.dice_masters.loader import load_pack
from dicelaw.model.dice_masters.machine import game
from dicelaw.model.dice_masters.state.table_state import (
    ATTACK,
    BAG,
    CAPTURED,
    FIELD,
    IN_PLAY,
    PREP,
    RESERVE,
    USED,
)
from dicelaw.model.kernel.concrete import OutsideDomain

PLAIN = {burst: plain for plain, burst in BURSTS.items()}
ZONES = {BAG: "used", USED: "used", PREP: "prepared", IN_PLAY: "in play", CAPTURED: "captured"}
SOME = ("drawing", "survivors", "taking", "texts")
"""Teams whose plays have much of what is not on others."""


class Watching:
    """Compares stretches of plays between two moments of a Main Step with the acts in them."""

    def __init__(self, teams, edition):
        self.deciding = _Deciding(teams, edition)
        self.plays = LoopPlays(game(teams, edition))
        self.reader, self.machine, self.t = self.plays.reader, self.plays.machine, self.plays.t
        self.gains = Gains(game(teams, edition))
        homes = {(sort.number, sort.home): sort for sort in self.deciding.dice.sorts}
        self.homes = homes
        self.turn = self.reader.compiled(self.t.turn)
        self.rows = {}

    def sort(self, state, die):
        kind, owner = self.gains.kinds[die]
        if self.t.dice.kinds[kind].seat is None and self.t.dice.kinds[kind].card is not None:
            owner = state[self.gains.owner[die]]
        return self.homes[kind, owner]

    def goods(self, state):
        found = Counter()
        for die in range(self.t.count):
            zone, seat = state[self.gains.zone[die]], state[self.gains.owner[die]]
            sort = self.sort(state, die)
            if zone in (FIELD, ATTACK):
                found[in_field(seat, sort)] += 1
            elif zone == CAPTURED and sort.kind.faces[state[self.plays.faces[die]] - 1].amount:
                found[lies(sort, "held")] += 1
            elif zone in ZONES and not sort.is_token:
                found[lies(sort, ZONES[zone])] += 1
            elif zone == RESERVE:
                shown = sort.kind.faces[min(state[self.plays.faces[die]], 6) - 1]
                found[lies(sort, "with energy" if shown.amount else "rolled")] += 1
        for seat in SEATS:
            found[energy(seat)] = self.gains.stock[seat](state, {})
            found[life(seat)] = self.gains.life[seat](state, {})
        return found

    def act(self, state, move):
        """What ``move`` is called in the table; None where nothing can be said of the stretch."""
        transition = self.machine.transitions[move[0]]
        if transition.id in ("main/buy", "main/fabricate", "main/close"):
            return None
        if transition.id == "resolve/read/begin":
            head = self.plays.queue(state, {}) - 1
            if head >= len(Moment) * self.t.count:
                return ""
            moment, die = Moment(head // self.t.count), head % self.t.count
            card = self.t.dice.kinds[self.t.dice.dice[die]].card
            event = EVENTS.get(PLAIN.get(moment, moment))
            if event is None or moment in card.first:
                return "" if moment in (Moment.USED, Moment.USED_BURST, Moment.USED_DOUBLE) else None
            return f"{state[self.gains.owner[die]] + 1} {self.plays.ids[die]}: {event}"
        return self.plays.act(state, move)

    def covers(self, before, after, acts):
        """Whether these acts, in the table, can come to at least what has changed."""
        active = self.turn(before, {})
        for setting in self.deciding.settings():
            if setting.active != active or setting.in_combat:
                continue
            if setting.name not in self.rows:
                self.rows[setting.name] = self.deciding.rows(setting)
            rows, solver = self.rows[setting.name], z3.SolverFor("QF_LRA")
            times = [z3.Real(f"x{place}") for place, _ in enumerate(rows)]
            solver.add(*(one >= 0 for one in times))
            totals = {}
            for one, row in zip(times, rows, strict=True):
                for good, by in row.change:
                    totals.setdefault(good, []).append(one * by)
            for act in {row.act for row in rows if row.act}:
                some = [one for one, row in zip(times, rows, strict=True) if row.act == act]
                solver.add(z3.Sum(some) == acts[act])
            unsaid = [act for act in acts if act and not any(row.act == act for row in rows)]
            assert not unsaid, unsaid
            was, now = self.goods(before), self.goods(after)
            for good in {*totals, *was, *now}:
                if good == life(1 - setting.gainer) or good.endswith(("to withstand", "to fall")):
                    continue
                if good.startswith("uses of"):
                    continue
                solver.add(z3.Sum(totals.get(good, [z3.RealVal(0)])) >= now[good] - was[good])
            if solver.check() != z3.sat:
                changed = {good: now[good] - was[good] for good in {*was, *now} if now[good] != was[good]}
                return f"{setting.name}: {dict(acts)}: {changed}"
        return ""


def stretches(watching, seed, steps):
    """Stretches of a play by chance between two moments of the same Main Step, with the acts in them."""
    random, state, begin, acts = Random(seed), watching.machine.start, None, Counter()
    for _ in range(steps):
        if watching.machine.point_of(state).id == "main":
            if begin is not None and any(acts.values()):
                yield begin, state, acts
            begin, acts = state, Counter()
        legal = watching.reader.enabled(state)
        if not legal:
            return
        move = random.choice(legal)
        act = watching.act(state, move)
        if act is None:
            begin = None
        elif act:
            acts[act] += 1
        try:
            state = watching.reader.step(state, move)
        except OutsideDomain:
            return


def each_edition_with_half_of_them():
    """Each of the teams in both editions, one of which is left to `make test-slow`."""
    one, other = EDITIONS
    rows = [[(id, one), (id, other)] if place % 2 else [(id, other), (id, one)]
            for place, id in enumerate(SOME)]  # fmt: skip
    return sampled([case for row in rows for case in row], 2)


@pytest.mark.parametrize("case", each_edition_with_half_of_them(), ids=" ".join)
def test_the_table_has_all_that_acts_come_to(case):
    id, edition = case
    watching = Watching(load_pack().teams[id], edition)
    seen = 0
    for begin, end, acts in stretches(watching, 1, 500):
        wrong = watching.covers(begin, end, acts)
        assert not wrong, wrong
        seen += 1
    assert seen >= 1
