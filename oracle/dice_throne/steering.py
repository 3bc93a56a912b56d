"""Aims of plays in which two entries of a duel are to meet."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from dicelaw.model.dice_throne.language import Action, Timing, When
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.state.duel_state import CP_MAX, PHASES
from dicelaw.model.dice_throne.tables.tables import ANYBODY, NOBODY, TableContent
from dicelaw.oracle.dice_throne.aims import HINTED, Aim
from dicelaw.oracle.dice_throne.entries import PASSIVE, STATUS
from dicelaw.oracle.dice_throne.guided_play import one_of
from dicelaw.oracle.fuzz.meetings import PAIR

MAIN = ("main-1", "main-2")
ATTACKING = ("offense/end", "conclusion", "defense/start", "defense/rolled", "offense/rolled")
ATTACKED = {When.ATTACKED, When.INCOMING, When.BEFORE_DEFENSE, When.AFTER_DEFENSE, When.AIMED_AT}
ATTACKS = {When.MODIFIER, When.ATTACKING, When.OFFENSE_END, When.OWN_OFFENSE, When.ULTIMATE}
SURE = 0.95
"""How often what is said of a position for more than two entries is followed, one thing at a time."""
PHASE = {"main-1": "main-1", "main-2": "main-2"}


def aimed(made: DuelMachine, entries: Sequence[str], draw: Random) -> Aim:
    """An aim at a moment in which all of ``entries`` may well be used.

    Three seldom come together by chance, so of more than two it is a moment for each, as far as there is one.
    """
    return _Aiming(made, draw, sure=len(entries) > PAIR).at(entries)


class _Aiming:
    """Gathers what has to be there, and done, for some entries to be used."""

    def __init__(self, made: DuelMachine, draw: Random, *, sure: bool) -> None:
        self.made, self.draw, self.sure = made, draw, sure
        self.seats = made.duel.seats
        assert isinstance(made.content, TableContent)
        self.content = made.content
        self.values = [*made.machine.start]
        self.actions: set[int] = set()
        self.abilities: dict[str, int] = {}
        self.boards: dict[int, tuple[int, int]] = {}
        self.attacker: int | None = None
        self.where: list[str] = []
        self.seat = draw.randint(0, len(self.seats) - 1)

    def at(self, entries: Sequence[str]) -> Aim:
        """The aim."""
        d, machine = self.made.duel, self.made.machine
        for entry in entries:
            before, self.where = self.where, []
            self._entry(entry)
            both = [one for one in self.where if one in before] if self.sure else []
            self.where = both or [*before, *self.where]
        for seat in self.seats.numbers:
            self.values[d.cp[seat].place] = self.draw.randint(4, CP_MAX)
        here = self.draw.choice(self.where or [*MAIN, *ATTACKING])
        if self.abilities and here in MAIN:
            here = self.draw.choice(ATTACKING)
        self.values[0] = machine.point_index[here]
        self.values[d.phase.place] = PHASES.index(PHASE.get(here, "offense"))
        turn = self.seat if self.attacker is None else self.attacker
        self.values[d.turn.place] = turn
        state = tuple(self.values)
        hinted = SURE if self.sure else HINTED
        return Aim(state, frozenset(self.actions), self.abilities, "", self.attacker, self.boards, hinted)

    def _entry(self, entry: str) -> None:
        if entry.startswith(STATUS):
            self._status(entry.removeprefix(STATUS))
        elif entry.startswith(PASSIVE):
            self._passive(entry.removeprefix(PASSIVE))
        elif not self._action(entry):
            self._ability(entry)

    def _status(self, id: str) -> None:
        d = self.made.duel
        kind = next(kind for kind, status in enumerate(d.statuses) if status.id == id)
        other = self.draw.randint(0, len(self.seats) - 1)
        seats = {other} if d.statuses[kind].bars_actions else {self.seat, other}
        for seat in seats:
            self._token(seat, kind, self.draw.choice((1, 1, 2, 7)))
        spends = {action.id for action in d.statuses[kind].spend}
        for number, (_, action) in enumerate(self.content.used()):
            if action is not None and action.id in spends:
                self._use(number, action, self.seat)

    def _token(self, seat: int, kind: int, count: int) -> None:
        d = self.made.duel
        place = d.tokens[seat * d.kinds + kind - 1].place
        self.values[place] = max(self.values[place], min(count, d.statuses[kind].limit))

    def _passive(self, name: str) -> None:
        for seat, hero in enumerate(self.content.heroes):
            levels = [level for slot, level, _ in hero.passives if f"{hero.id}/{hero.slots[slot]}" == name]
            slots = [slot for slot, *_ in hero.passives if f"{hero.id}/{hero.slots[slot]}" == name]
            if levels:
                self.boards[seat] = (slots[0], self.draw.choice(levels))
                self.seat = seat

    def _action(self, entry: str) -> bool:
        """Whether ``entry`` is an action; then somebody is to use it."""
        rows = self.content.used()
        numbers = [number for number, name in enumerate(self.content.action_names()) if name == entry]
        if not numbers:
            return False
        owned = [number for number in numbers if rows[number][0] in (self.seat, ANYBODY)]
        number = self.draw.choice(owned or numbers)
        owner, action = rows[number]
        seat = self.seat if owner in (ANYBODY, NOBODY) else owner
        if action is None:  # a card that is an upgrade
            self.actions.add(number)
            self.where += MAIN
            return True
        self._use(number, action, seat)
        for kind, count in ((action.token, action.tokens), (action.held, action.held_least)):
            if kind:
                self._token(seat, kind, max(count, 1))
        hero = self.content.heroes[seat]
        levels = [(slot, level) for slot, level, other in hero.board if other.id == entry]
        if levels:
            self.boards[seat] = self.draw.choice(levels)
        if action.timing is Timing.MAIN:
            self.attacker = seat
        return True

    def _use(self, number: int, action: Action, seat: int) -> None:
        """Let ``seat`` use ``action``, in a turn and at a time of it that it may be for."""
        self.actions.add(number)
        if action.when & (ATTACKED | ATTACKS):
            self.attacker = self._opponent(seat) if action.when & ATTACKED else seat
            self.where += ATTACKING
        else:
            self.where += MAIN if action.timing is Timing.MAIN else (*ATTACKING, *MAIN)

    def _opponent(self, seat: int) -> int:
        return one_of(self.seats.opponents(seat), self.draw)

    def _ability(self, entry: str) -> None:
        for defensive, kind in ((False, "announce"), (True, "defend")):
            printed = self.content.printed(defensive)
            numbers = [number for number, (_, one) in enumerate(printed) if one.id == entry]
            if numbers:
                number = self.draw.choice(numbers)
                seat, ability = printed[number]
                self.abilities[kind] = number
                self.attacker = self._opponent(seat) if defensive else seat
                self.boards[seat] = (ability.slot, ability.level)
                self.where += ATTACKING
                return
