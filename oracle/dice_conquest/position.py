"""From a scenario of Dice Conquest to the state that it begins in."""

from __future__ import annotations

from collections.abc import Mapping

from dicelaw.model.dice_conquest.components import (
    AVAILABLE,
    CREATURES_DRAWN,
    DICE,
    FIRST_CARD,
    SPENT,
    STARTING_HEALTH,
    Place,
)
from dicelaw.model.dice_conquest.language import Pack
from dicelaw.model.dice_conquest.machine import QuestMachine
from dicelaw.model.dice_conquest.words.guard import GUARD
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.state import Field, State
from dicelaw.oracle.dice_conquest.opening import opened, pack_with
from dicelaw.oracle.dice_conquest.scenario import DAMAGE, QuestScenario
from dicelaw.oracle.files.scenario import Faults
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.session import Session


def session(
    scenario: QuestScenario, readings: Mapping[str, str], content: OwnContent | None = None
) -> Session:
    """A session at the beginning of ``scenario``. Raises UserError that names all that is wrong with it."""
    made = opened(scenario.heroes, {**scenario.readings, **readings}, content)
    state = state_of(scenario, made, pack_with(scenario.heroes, content))
    return Session(made, state, scenario.heroes, content)


def state_of(scenario: QuestScenario, made: QuestMachine, pack: Pack) -> State:
    """The state of ``made``, a game of ``pack``, that ``scenario`` means. Raises UserError, see session."""
    faults = Faults(scenario.document)
    state = _Position(scenario, made, faults, pack).state()
    faults.stop()
    return state


class _Position:
    """Sets the fields of a game one after another."""

    def __init__(self, scenario: QuestScenario, made: QuestMachine, faults: Faults, pack: Pack) -> None:
        self.scenario, self.made, self.faults = scenario, made, faults
        self.q = made.quest
        self.pack = pack
        self.numbers = {name: card for card, name in enumerate(self.q.current.slot.labels) if card}
        self.values = list(made.machine.start)
        self.placed: dict[str, tuple[str | int, ...]] = {}
        self.drawn = 0

    def _set(self, cell: Expr, value: int) -> None:
        assert isinstance(cell, Field)
        self.values[cell.place] = value

    def state(self) -> State:
        """The state; what is wrong with it is noted."""
        q, scenario = self.q, self.scenario
        self.values[0] = self.made.machine.point_index[scenario.start]
        if scenario.start == "setup/heroes":
            return tuple(self.values)
        self._set(q.first, scenario.first)
        self._set(q.turn, scenario.turn)
        for seat, player in enumerate(scenario.players):
            hero = self.pack.heroes[player.hero]
            full = STARTING_HEALTH[len(scenario.players)]
            if player.health is not None and player.health > full:
                says = f"{player.health} is over {full}, with which {len(scenario.players)} heroes start"
                self.faults.wrong(("players", seat, "health"), says)
            self._set(q.health[seat], full if player.health is None else player.health)
            ready = hero.ability.amount if hero.ability.word is GUARD else 0
            self._set(q.guard[seat], ready if player.guard is None else player.guard)
            for at, item in enumerate(player.items):
                self._item(seat, item, ("players", seat, "items", at))
        for card, row in scenario.display.items():
            self._card(card, row)
        self._deck()
        self._dice()
        for field, value in ((q.drawn, self.drawn), (q.revealed, self.drawn)):
            self._set(field, value)
        if scenario.start == "draw":
            self._set(q.to_draw, CREATURES_DRAWN)
        else:
            self._set(q.fresh, min(CREATURES_DRAWN, self.drawn))
        return tuple(self.values)

    def _number(self, name: str, where: tuple[str | int, ...]) -> int | None:
        """The number of the card called ``name``, which is nowhere yet."""
        if name not in self.numbers:
            self.faults.no_name(where, "card of this pack", name, self.numbers)
            return None
        if name in self.placed:
            self.faults.wrong(where, f"{name} is somewhere else already")
            return None
        self.placed[name] = where
        return self.numbers[name]

    def _draw(self, card: int, place: int) -> None:
        self.drawn += 1
        self._set(self.q.place[card], place)
        self._set(self.q.order[card], self.drawn)

    def _item(self, seat: int, name: str, where: tuple[str | int, ...]) -> None:
        card = self._number(name, where)
        if card is None:
            return
        if not self.pack.cards[name].item.word:
            self.faults.wrong(where, f"{name} has no magic item")
        self._draw(card, int(Place.HELD) + seat)

    def _card(self, name: str, row: Mapping[str, int]) -> None:
        where = ("display", name)
        card = self._number(name, where)
        if card is None:
            return
        if self.pack.cards[name].trap:
            self.faults.wrong(where, f"{name} is a trap, which does not stay in the display")
        self._draw(card, int(Place.DISPLAY))
        for die, face in row.items():
            if die == DAMAGE:
                self._set(self.q.hurt[card], face)
            else:
                self._die((*where, die), die, FIRST_CARD + card - 1, face)
        suffered, entry = sum(row.values()), self.pack.cards[name]
        if suffered == entry.health or (suffered > entry.health and not entry.exact):
            says = f"{name} has suffered {suffered}, and would be slain: its health is {entry.health}"
            self.faults.wrong(where, says)

    def _deck(self) -> None:
        """Cards that are nowhere: in the deck, or gone where the file says what is in the deck."""
        boss = self.q.content.boss
        stays = self.scenario.deck
        known: set[int] = set()
        for at, name in enumerate(stays or ()):
            card = self._number(name, ("deck", at))
            if card is not None:
                known.add(card)
        for name, card in self.numbers.items():
            if name in self.placed and card not in known:
                continue
            if card in known or card == boss or (stays is None and card < boss):
                self._set(self.q.place[card], int(Place.DECK))
            elif card < boss:
                self._draw(card, int(Place.GONE))

    def _die(self, where: tuple[str | int, ...], die: str, at: int, face: int) -> None:
        if die in self.placed:
            self.faults.wrong(where, f"the {die} is somewhere else already")
        self.placed[die] = where
        number = DICE.index(die)
        self._set(self.q.at[number], at)
        self._set(self.q.face[number], face)

    def _dice(self) -> None:
        for die, face in self.scenario.available.items():
            self._die(("available", die), die, AVAILABLE, face)
        spent = self.scenario.spent
        for at, die in enumerate(spent):
            where, face = (die, spent[die]) if isinstance(spent, Mapping) else (at, 1)
            self._die(("spent", where), die, SPENT, face)
        waiting = [die for die in DICE if die not in self.placed]
        if waiting and self.scenario.start == "turn":
            says = f"at turn each Available die shows a number; {', '.join(waiting)}: no number is given"
            self.faults.wrong(("available",), says)
