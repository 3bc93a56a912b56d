"""Amounts on cards of Dice Masters that run into limits: of the rules, or of what the model counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dicelaw.checker.dice_masters.entries import Entry
from dicelaw.checker.dice_masters.loop_dice import SEATS, Dice
from dicelaw.checker.dice_masters.loop_words import HURTING
from dicelaw.checker.limit import Limit
from dicelaw.model.dice_masters.cards.cards import TOKENS, Card, Op, Program, Step, Target, Teams
from dicelaw.model.dice_masters.cards.price_changes import FREE, THIS, PriceChange, Priced, line_of_price
from dicelaw.model.dice_masters.state.table_state import DAMAGE_TOP, ENERGY_TOP, LEVELS

GROWING = frozenset({Op.ATTACK, Op.ATTACK_TWO, Op.DEFENSE})


class Limits:
    """Says which amounts of cards of ``teams`` run into a limit."""

    def __init__(self, teams: Teams) -> None:
        self.dice, self.life, self.sidekicks = Dice(teams), teams.life, teams.sidekicks

    def of_entry(self, entry: Entry) -> Iterator[Limit]:
        """Those of the effects of ``entry``, each once."""
        card = entry.card
        programs: Iterable[Program] = (
            [entry.ability.program] if entry.ability else [card.programs[one] for one in entry.moments]
        )
        seats = SEATS if entry.ability else self._seats(card)
        yield from dict.fromkeys(one for program in programs for one in self._of(entry.name, program, seats))

    def of_prices(self, card: Card) -> Iterator[Limit]:
        """Those of what ``card`` takes off prices."""
        for one in card.prices:
            most = self._dearest(one.priced, card if one.payer in THIS else None)
            if one.less != FREE and one.less > most:
                name = f"{card.id}: {line_of_price(one)}"
                yield Limit(name, "energy to be taken off", one.less, most, of_rules=True)

    def _dearest(self, priced: Priced, card: Card | None = None) -> int:
        """The most that something ``priced`` of ``card``, or of any, is printed to cost, and is raised to."""
        more = sum(
            change.more * max(self._payers(change), 1)
            for _, change in self.dice.changes
            if change.priced is priced
        )
        dice = [sort for sort in self.dice.sorts if card is None or sort.card == card]
        if priced is Priced.GLOBAL:
            printed = [ability.cost for ability in self.dice.set.globals]
        elif priced is Priced.FIELDING:
            printed = [face.fee for sort in dice for face in sort.levels]
        else:
            printed = [sort.card.cost for sort in dice if sort.card]
        return max(printed, default=0) + more

    def _payers(self, change: PriceChange) -> int:
        return len(self.dice.set.affiliated(change.per)) if change.per else 1

    def _seats(self, card: Card) -> tuple[int, ...]:
        """Whose dice of ``card`` may be."""
        homes = {sort.home for sort in self.dice.sorts if sort.card == card}
        return SEATS if Op.CONTROL in self.dice.ops else tuple(sorted(homes))

    def _of(self, name: str, program: Program, seats: tuple[int, ...]) -> Iterator[Limit]:
        for step in program:
            yield from self._step(name, step, self.dice.times(step, seats))
        tokens = sum(step.op is Op.TOKEN for step in program)
        if tokens > TOKENS:
            yield Limit(name, "tokens of one card", tokens, TOKENS, of_rules=False)
        spun = sum(step.op is Op.SPIN_UP and step.target is Target.THIS for step in program)
        if spun >= LEVELS:
            yield Limit(name, "levels by which this die rises", spun, LEVELS - 1, of_rules=True)

    def _step(self, name: str, step: Step, times: int) -> Iterator[Limit]:
        some = step.amount * times
        lives = {Op.GAIN: some, Op.RECALL: some * self.sidekicks}
        if lives.get(step.op, 0) > self.life:
            yield Limit(name, "life", lives[step.op], self.life, of_rules=True)
        if step.op is Op.RETURN and step.amount > LEVELS:
            yield Limit(name, "levels", step.amount, LEVELS, of_rules=True)
        if step.op in HURTING - {Op.HURT_COUNT} and some > DAMAGE_TOP:
            yield Limit(name, "damage", some, DAMAGE_TOP, of_rules=False)
        if step.op in GROWING and some > DAMAGE_TOP:
            yield Limit(name, "A or D", some, DAMAGE_TOP, of_rules=False)
        if step.op is Op.REBATE:
            dearest = self._dearest(Priced.PURCHASE)
            if some > ENERGY_TOP:
                yield Limit(name, "energy less", some, ENERGY_TOP, of_rules=False)
            elif some > dearest:
                yield Limit(name, "energy to be taken off", some, dearest, of_rules=True)
