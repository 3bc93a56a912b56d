"""What can never be used of cards in two teams, or never changes anything, by what all their cards say.

Each reason is about what is on the dice and cards of both teams, so it holds in every play. Where a die may
copy another one, what hangs on bursts, types and affiliations is left open. Where a card has a word of the
user's own, which may do anything, all is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from dicelaw.checker.dice_masters.entries import Entry
from dicelaw.checker.dice_masters.loop_acts import STAYING
from dicelaw.checker.dice_masters.loop_dice import Dice, Sort, steps
from dicelaw.checker.dice_masters.loop_words import AIMING, HURTING, KNOWN
from dicelaw.model.dice_masters.cards.cards import (
    BURSTS,
    COPYING,
    OF_ACTION_CARDS,
    ON_ATTACK,
    OPPOSED,
    TAKEN,
    TYPES,
    Bonus,
    Card,
    Moment,
    Op,
    Program,
    Step,
    Target,
    Teams,
)
from dicelaw.model.dice_masters.cards.interrupts import Interrupt, Source
from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.cards.price_changes import THIS, PriceChange, Priced, line_of_price
from dicelaw.model.dice_masters.zones.experience import MONSTER

HARMING = HURTING | {Op.LOSE, Op.PAY_LIFE}
"""The words by which damage may be dealt; under one reading lost life is damage."""
COUNTED = HURTING | {Op.GAIN, Op.LOSE, Op.PAY_LIFE, Op.ATTACK, Op.ATTACK_TWO, Op.DEFENSE, Op.REBATE}
"""The words that do nothing where their amount is 0."""
GEAR = "equip"
PAIR = 2
NO_BURST = "no level of it shows exactly one burst"
NOTHING_DEALS = {
    Source.EFFECT: "no effect in these teams deals damage",
    Source.ABILITY: "no character in these teams deals damage but in combat",
    Source.ACTION: "no action die in these teams deals damage",
    Source.GLOBAL: "no Global in these teams deals damage",
}


class Never:
    """Says of what two ``teams`` bring why it can never be used, or never changes anything."""

    def __init__(self, teams: Teams) -> None:
        self.dice = Dice(teams)
        self.copying = bool(COPYING & self.dice.ops)
        self.open = not self.dice.ops <= KNOWN
        self.redirects = any(one.redirects for card in self.dice.cards for one in card.interrupts)

    def used(self, entry: Entry) -> str:
        """Why ``entry`` can never be used, or nothing where no reason is known."""
        reasons = [] if self.open else [self._never(entry, sort) for sort in self._sorts(entry.card)]
        return reasons[0] if reasons and all(reasons) else ""

    def useful(self, entry: Entry) -> str:
        """Why ``entry`` never changes anything where it is used, or nothing where no reason is known."""
        programs = [entry.card.programs[moment] for moment in entry.moments]
        if entry.ability is not None:
            programs = [entry.ability.program]
        reasons = [] if self.open else [self._idle(program, entry.card) for program in programs]
        return reasons[0] if reasons and all(reasons) else ""

    def lasting(self, card: Card) -> Iterator[tuple[str, str]]:
        """What holds by itself while ``card`` is active and never matters, each with the reason."""
        found = [
            *((_bonus(one), self._bonus(card, one)) for one in card.bonuses),
            *((line_of_price(one), self._price(card, one)) for one in card.prices),
            *((keyword.value, reason(card)) for keyword, reason in self._keywords().items()
              if keyword in card.keywords),
            ("returns", self._bursts(card) if card.returns else ""),
            ("guard", self._deals(card.guard.source) if card.guard.amount else ""),
            ("fabricate", self._fabricates(card) if card.fabricate[0] else ""),
            ("bursts", self._unread(card)),
        ]  # fmt: skip
        yield from ((f"{card.id}: {name}", why) for name, why in found if why and not self.open)

    def _sorts(self, card: Card) -> list[Sort]:
        return [sort for sort in self.dice.sorts if sort.card == card]

    def _never(self, entry: Entry, sort: Sort) -> str:
        reasons = [
            *map(self._interrupt, entry.interrupts),
            *(self._moment(sort, entry.card, moment) for moment in entry.moments),
        ]
        return reasons[0] if reasons and all(reasons) else ""

    def _moment(self, sort: Sort, card: Card, moment: Moment) -> str:
        """Why ``moment`` never comes for ``sort`` whose own effect waits for it."""
        if moment in BURSTS.values():
            return self._bursts(card)
        if moment in BURSTS and not self.copying and all(face.burst == 1 for face in sort.levels):
            return "each of its levels shows one burst, for which it has another effect"
        limit = card.only.get(moment, "")
        if moment is Moment.ALLY_KOED and limit:
            characters = self.dice.under(sort.home)
            missing = not any(self._is(one.number, limit) for one in characters)
            return f"no character of its player is {limit}" if missing else ""
        if moment is Moment.PLAYER_DAMAGED and limit == "an effect":
            return self._deals(Source.EFFECT)
        if moment is Moment.OPPONENT_FIELDED and not any(one.card for one in self.dice.under(1 - sort.home)):
            return "the other player has no characters but starting dice"
        if moment is Moment.ATTUNE and all(one.levels for one in self.dice.sorts):
            return "there are no action dice in these teams"
        if moment is Moment.TARGETED and not self._chosen():
            return "nothing in these teams chooses dice"
        if moment in ON_ATTACK and not any(sort.has(one) for one in STAYING):
            return f"its die does not stay in play, as it is not {Keyword.CONTINUOUS.value}"
        return ""

    def _chosen(self) -> bool:
        """Whether any effect may choose dice."""
        every = (step for card in self.dice.cards for step in steps(card))
        return self.redirects or any(step.target is not Target.NONE or step.op in AIMING for step in every)

    def _interrupt(self, one: Interrupt) -> str:
        if why := self._deals(one.source):
            return why
        typed = {card.energy for card in self.dice.cards} | {card.second_energy for card in self.dice.cards}
        if one.dealer and not self.copying and one.dealer not in typed:
            kind = next(kind for kind in TYPES if kind == one.dealer)
            return f"no character in these teams is of the type {kind.name.lower()}"
        return ""

    def _deals(self, source: Source) -> str:
        """Why no damage comes from ``source``; nothing where some may."""
        dealing = {
            Source.GLOBAL: any(
                step.op in HARMING | {Op.REDIRECT} for one in self.dice.set.globals for step in one.program
            ),
            Source.ACTION: any(self._harms(card, of_actions=True) for card in self.dice.cards),
            Source.ABILITY: self.redirects
            or any(card.keywords or self._harms(card, of_actions=False) for card in self.dice.cards),
        }
        if source is Source.EFFECT:
            return "" if any(dealing.values()) else NOTHING_DEALS[source]
        return "" if dealing.get(source, True) else NOTHING_DEALS[source]

    def _harms(self, card: Card, *, of_actions: bool) -> bool:
        """Whether an effect of ``card`` as an action die, or any other effect of it, may deal damage."""
        return any(
            step.op in HARMING
            for moment, program in card.programs.items()
            if (moment in OF_ACTION_CARDS) is of_actions
            for step in program
        )

    def _idle(self, program: Program, card: Card) -> str:
        """Why ``program`` of ``card`` changes nothing, whenever it comes."""
        reasons = [self._empty(step, card) for step in program]
        return reasons[0] if reasons and all(reasons) else ""

    def _empty(self, step: Step, card: Card) -> str:
        counts = step.per not in ("", TAKEN, OPPOSED) and step.op in COUNTED
        if counts and not self.dice.set.affiliated(step.per) and not self._tells(step):
            return f"no card in these teams is {step.per}"
        if step.op is Op.GATE and not self._any_is(card.gate):
            return f"no card in these teams is {card.gate}"
        stays = any(sort.has(one) for sort in self.dice.sorts for one in STAYING)
        if step.target is Target.IN_PLAY and not stays:
            return "no die in these teams stays in play"
        if step.op is Op.ATTACH:
            return self._worn()
        return ""

    def _tells(self, step: Step) -> bool:
        """Whether something waits for the dice that ``step`` chooses, though it does nothing to them."""
        waits = any("opponent targets this" in self.dice.events(sort) for sort in self.dice.sorts)
        return waits and step.op in AIMING

    def _is(self, number: int, affiliation: str) -> bool:
        """Whether the card with this number has ``affiliation``, or that name; a copy may have any."""
        return self.copying or number in self.dice.set.affiliated(affiliation)

    def _any_is(self, affiliation: str) -> bool:
        return self.copying or bool(self.dice.set.affiliated(affiliation))

    def _bursts(self, card: Card) -> str:
        """Why no die of ``card`` shows a burst that its effects look for."""
        return "" if self.copying or any(face.burst == 1 for face in card.faces) else NO_BURST

    def _unread(self, card: Card) -> str:
        """Why the bursts on characters of ``card`` do nothing."""
        if self.copying or card.returns or not any(face.burst for face in card.faces):
            return ""
        differs = any(card.programs.get(burst) != card.programs.get(plain) for plain, burst in BURSTS.items())
        return "" if differs else "nothing on the card is for faces with bursts"

    def _bonus(self, card: Card, one: Bonus) -> str:
        if not (one.attack or one.defense):
            return "it gives nothing"
        if one.to == "equipped":
            gear = Keyword.EQUIP in card.keywords
            return self._worn() if gear else f"its die is no gear, as it has no keyword {GEAR}"
        if one.per and not self._counts(card, one.per):
            return f"no other card in these teams is {one.per}"
        if one.of and not self._any_is(one.of):
            return f"no card in these teams is {one.of}"
        return ""

    def _counts(self, card: Card, affiliation: str) -> bool:
        """Whether a player may have ``card`` and another one with ``affiliation``.

        The same card of the other player is another one.
        """
        mine = {sort.number for sort in self._sorts(card)}
        lent = self.copying or Op.CONTROL in self.dice.ops
        counted = {*self.dice.set.affiliated(affiliation)}
        return bool(counted - mine) or (lent and len(counted) >= PAIR)

    def _worn(self) -> str:
        """Why nobody wears gear."""
        wears = any(GEAR in card.affiliations for card in self.dice.cards)
        return "" if wears else f"no character in these teams wears gear, as none lists {GEAR}"

    def _price(self, card: Card, one: PriceChange) -> str:
        for affiliation in (one.per, one.of):
            if affiliation and not self.dice.set.affiliated(affiliation):
                return f"no card in these teams is {affiliation}"
        if one.priced is Priced.GLOBAL and not self.dice.set.globals:
            return "there are no Globals in these teams"
        if one.priced is Priced.FIELDING and one.less:
            dice = self._sorts(card) if one.payer in THIS else self.dice.sorts
            raised = any(more.more and more.priced is Priced.FIELDING for _, more in self.dice.changes)
            if not raised and not any(face.fee for sort in dice for face in sort.levels):
                return "fielding costs nothing anyway"
        return ""

    def _keywords(self) -> dict[Keyword, Callable[[Card], str]]:
        """The keywords that need something of other dice, each with why that is never there."""
        return {
            Keyword.SWARM: self._alone,
            Keyword.EXPERIENCE: partial(self._without, MONSTER),
            Keyword.ANTI_BREATH_WEAPON: self._unbreathed,
        }

    def _alone(self, card: Card) -> str:
        alone = not self.copying and all(sort.count < PAIR for sort in self._sorts(card))
        return "" if not alone else "there is but one die of it"

    def _without(self, affiliation: str, _card: Card) -> str:
        return "" if self._any_is(affiliation) else f"no card in these teams is {affiliation}"

    def _unbreathed(self, _card: Card) -> str:
        breathes = any(Keyword.BREATH_WEAPON in card.keywords for card in self.dice.cards)
        return "" if breathes else f"no card in these teams has {Keyword.BREATH_WEAPON.value}"

    def _fabricates(self, card: Card) -> str:
        """Why own characters never cost enough together."""
        dice, worth = card.fabricate
        costs = sorted(
            (sort.card.cost for sort in self.dice.sorts if sort.card and sort.levels and not sort.is_token
             for _ in range(sort.count)), reverse=True,
        )  # fmt: skip
        most = sum(costs[:dice])
        return "" if most >= worth else f"{dice} characters of these teams cost {most} together at most"


def _bonus(one: Bonus) -> str:
    """``one`` in a few words."""
    figures = [f"+{amount}{name}" for amount, name in ((one.attack, "A"), (one.defense, "D")) if amount]
    whom = one.to + f" of {one.of}" * bool(one.of) + f" per {one.per}" * bool(one.per)
    return f"{' '.join(figures) or '+0'} to {whom}"
