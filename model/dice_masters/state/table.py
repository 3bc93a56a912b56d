"""The state of a game of Dice Masters, with the expressions over it that several rules share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from dicelaw.model.dice_masters.cards.cards import Bonus, Energy, Op
from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.state.abilities import Abilities
from dicelaw.model.dice_masters.state.table_state import (
    ANTI_BREATH,
    ATTACK,
    CAPTURED,
    FIELD,
    IN_PLAY,
    REACTION,
    RESERVE,
    SEATS,
)
from dicelaw.model.kernel.expressions import (
    FALSE,
    TRUE,
    Expr,
    all_of,
    any_of,
    at_least,
    constant,
    count,
    number,
    total,
    where,
)
from dicelaw.model.kernel.lookups import lookup


class Table(Abilities):
    """The state of a game, with where its dice are, how strong they are and what energy they give."""

    def each(self, test: Callable[[int], Expr]) -> list[Expr]:
        """``test`` of every die."""
        return [test(die) for die in range(self.count)]

    def first(self, test: Callable[[int], Expr], value: Callable[[int], Expr] = constant) -> Expr:
        """The first die that passes ``test``, or ``value`` of it; 0 where none does."""
        found: Expr = constant(0)
        for die in reversed(range(self.count)):
            found = where(test(die), value(die), found)
        return found

    def some(self, test: Callable[[int], Expr]) -> Expr:
        """Whether any die passes ``test``."""
        return any_of(*self.each(test))

    @property
    def reacting(self) -> Expr:
        """Whether what is being paid for answers damage on its way."""
        return any_of(self.act == REACTION, self.act == ANTI_BREATH)

    def in_zone(self, die: Expr | int, *zones: int) -> Expr:
        """Whether ``die`` is in one of ``zones``."""
        return any_of(*(self.zone[die] == zone for zone in zones))

    def in_attack(self, die: Expr | int) -> Expr:
        """Whether the die attacks or blocks."""
        return self.zone[die] == ATTACK

    def fielded(self, die: Expr | int) -> Expr:
        """Whether ``die`` is in the Field Zone, of which the Attack Zone is a part."""
        return self.in_zone(die, FIELD, ATTACK)

    def is_token(self, die: Expr | int) -> Expr:
        """Whether ``die`` is a token. One that does not exist lies on the card that fields it."""
        if not self.tokens_made:
            return FALSE
        return lookup("token", [int(one in self.tokens_made) for one in range(self.count)], die) == 1

    def captured(self, die: Expr | int) -> Expr:
        """Whether ``die`` is under another one."""
        return self.zone[die] == CAPTURED if self.captures else FALSE

    def controlled(self, die: Expr | int) -> Expr:
        """Whether the player who does not own ``die`` controls it; ``owner`` has that player then."""
        return all_of(self.keeper[die] >= 1, self.zone[die] != CAPTURED) if self.lends else FALSE

    def owned_by(self, die: Expr | int) -> Expr:
        """Whose die ``die`` is, whoever controls it."""
        return where(self.controlled(die), self.other(self.owner[die]), self.owner[die])

    def of(self, die: Expr | int, seat: Expr | int, *zones: int) -> Expr:
        """Whether ``die`` belongs to ``seat`` and is in one of ``zones``."""
        return all_of(self.in_zone(die, *zones), self.owner[die] == seat)

    def active(self, kind: int, seat: Expr) -> Expr:
        """Whether the card ``kind`` of ``seat`` has a die in the Field Zone."""
        dice = [die for die in range(self.count) if self.dice.dice[die] == kind]
        zones = (IN_PLAY,) if self.dice.kinds[kind].acts else (FIELD, ATTACK)
        copies = [] if self.dice.kinds[kind].acts else self.copiers
        there = [self.of(die, seat, *zones) for die in dice if die not in copies]
        there += [all_of(self.of(die, seat, *zones), self.card_of(die) == kind) for die in copies]
        return any_of(*there)

    def leads(self, die: int, seat: Expr | int) -> Expr:
        """Whether ``die`` is the first one in the Field Zone of its card, which is ``seat``'s."""
        before = [one for one in range(die) if self.dice.dice[one] == self.dice.dice[die]]
        there = any_of(*(self.of(one, seat, FIELD, ATTACK) for one in before))
        return all_of(self.of(die, seat, FIELD, ATTACK), ~there)

    # The strength of a character die: printed, applied and static, never under 0.

    def attack(self, die: Expr | int) -> Expr:
        """The A of ``die`` now."""
        return self._attacks[die] if isinstance(die, int) else self._attack_of(die)

    def defense(self, die: Expr | int) -> Expr:
        """The D of ``die`` now."""
        return self._defenses[die] if isinstance(die, int) else self._defense_of(die)

    @cached_property
    def _attacks(self) -> list[Expr]:
        return self.each(self._attack_of)

    @cached_property
    def _defenses(self) -> list[Expr]:
        return self.each(self._defense_of)

    def _attack_of(self, die: Expr | int) -> Expr:
        plus = self._static(die, lambda bonus: bonus.attack)
        printed = self._printed("attack", "defense", die)
        return at_least(printed + self.plus_attack[die] + plus + self.learnt(die), 0)

    def _defense_of(self, die: Expr | int) -> Expr:
        plus = self._static(die, lambda bonus: bonus.defense)
        printed = self._printed("defense", "attack", die)
        return at_least(printed + self.plus_defense[die] + plus + self.learnt(die), 0)

    def _printed(self, name: str, other: str, die: Expr | int) -> Expr:
        """The printed ``name`` of ``die``, or the ``other`` where the two are exchanged."""
        if not self.figures.uses(Op.TRADE):
            return self.stat(name, die)
        return where(self.traded[die] == 1, self.stat(other, die), self.stat(name, die))

    def learns(self, kind: int) -> Expr:
        """Whether the card ``kind`` has Experience."""
        return self.figures.at(Keyword.EXPERIENCE, kind) == 1

    def learnt(self, die: Expr | int) -> Expr:
        """How many Experience tokens are on the card of ``die``."""
        return total(
            where(all_of(self.figures.kind(die) == kind, self.learns(kind)), self.tokens[place], 0)
            for place, kind in enumerate(self.experienced)
        )

    @cached_property
    def dealers(self) -> list[list[Expr]]:
        """Whether each die deals combat damage to each number: a die, or a player after all of them."""
        return [
            [FALSE if die == event else self._deals(die, event) for die in range(self.count)]
            for event in range(self.count + SEATS)
        ]

    def _deals(self, die: int, event: int) -> Expr:
        if event >= self.count:
            defends = self.inactive == event - self.count
            meets = all_of(self.owner[die] == self.turn, self.blocked[die] == 0, defends)
        else:
            meets = any_of(self.blocks[die] == event + 1, self.blocks[event] == die + 1)
        fights, deals = self.zone[die] == ATTACK, self.assigned[die] == 1
        return all_of(self.combat == 1, fights, deals, self.attack(die) >= 1, meets)

    def _static(self, die: Expr | int, amount: Callable[[Bonus], int]) -> Expr:
        owner = self.owner[die]
        parts: list[Expr | int] = []
        for kind, bonus in self.figures.bonuses():
            if not amount(bonus):
                continue
            mine = self.card_of(die) == kind
            times: Expr = number(1)
            if bonus.per:
                others = [one for one in self.dice.affiliated(bonus.per) if one != kind]
                times = count(self.active(other, owner) for other in others)
            gets = mine
            if bonus.to == "other attackers":
                attacks = all_of(self.zone[die] == ATTACK, owner == self.turn)
                gets = all_of(attacks, ~mine, self.active(kind, owner))
            elif bonus.to == "own characters":
                gets = all_of(self.active(kind, owner), self.affiliated(die, bonus.of) if bonus.of else TRUE)
            elif bonus.to == "equipped":
                gear = enumerate(self.bearers(Keyword.EQUIP))
                times = count(self.worn_by[place] == die + 1 for place, one in gear
                              if self.dice.dice[one] == kind)  # fmt: skip
                gets = times >= 1
            parts.append(where(gets, times * amount(bonus), 0))
        return total(parts)

    @cached_property
    def source_die(self) -> Expr:
        """The die whose effect is under way; the first one where it is that of none."""
        return at_least(self.source - 1, 0)

    @cached_property
    def source_survives(self) -> Expr:
        """Whether the damage of the die whose effect resolves is less than its D."""
        return self.damage[self.source_die] < self.defense(self.source_die)

    # Energy.

    def gives(self, die: Expr | int) -> Expr:
        """How much energy ``die`` shows."""
        return self.shown("energy", die)

    def second_energy(self, die: Expr | int) -> Expr:
        """The type of the second symbol of ``die``, where it shows two types; else none."""
        return self.shown("second energy", die) if self.figures.mixes() else number(Energy.NONE)

    def shows(self, die: Expr | int, kind: Expr) -> Expr:
        """Whether ``die`` shows energy of ``kind``, which is a type."""
        return any_of(self.shown("energy type", die) == kind, self.second_energy(die) == kind)

    def symbols(self, die: Expr | int, kind: Expr) -> Expr:
        """How many symbols of ``kind``, which is a type, ``die`` shows."""
        second = self.second_energy(die)
        all_alike = where(self.shown("energy type", die) == kind, self.gives(die), 0)
        return where(second != Energy.NONE, count([self.shows(die, kind)]), all_alike)

    def stock(self, seat: Expr) -> Expr:
        """How much energy ``seat`` can pay."""
        dice = total(where(self.of(die, seat, RESERVE), self.gives(die), 0) for die in range(self.count))
        return dice + self.virtual[seat]

    def has_types(self, seat: Expr, kinds: Sequence[Expr], either: Expr) -> Expr:
        """Whether ``seat`` has an energy for each of ``kinds``, or for one of them; no kind needs none."""
        dice = [(die, self.of(die, seat, RESERVE)) for die in range(self.count)]
        found = [
            any_of(kind == Energy.NONE, *(all_of(mine, self.shows(die, kind)) for die, mine in dice))
            for kind in kinds
        ]
        wild = total(
            where(all_of(mine, self.shown("energy type", die) == Energy.WILD), self.gives(die), 0)
            for die, mine in dice
        )
        return count(found) + wild + either >= len(kinds)
