"""From a scenario of Dice Throne to the state that it begins in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from dicelaw.model.dice_throne.language import Hero
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.state.duel_state import DECK, DISCARD, HAND, IN_PLAY, PHASES, SLOTS
from dicelaw.model.dice_throne.tables.tables import TableContent
from dicelaw.model.foreign.numbers import is_whole
from dicelaw.model.foreign.shown import quoted
from dicelaw.model.kernel.expressions import Expr, all_of, count
from dicelaw.model.kernel.graph import Choice
from dicelaw.model.kernel.state import Field, State, field_at
from dicelaw.oracle.dice_throne.opening import known_mode, known_statuses, open_game, pack_of
from dicelaw.oracle.dice_throne.scenario import STARTS, Player, Scenario
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.scenario import Faults
from dicelaw.oracle.games.decisions import matching
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.session import Session
from dicelaw.oracle.suggestions import plain

_PHASE_AT = {
    "setup": "setup",
    "upkeep/begin": "upkeep",
    "income": "upkeep",
    "main-1": "main-1",
    "offense/begin": "main-1",
    "main-2": "main-2",
    "discard": "discard",
}
_AFTER_OFFENSE = ("main-2", "discard")


def session(scenario: Scenario, readings: Mapping[str, str], content: OwnContent | None) -> Session:
    """A session at the beginning of ``scenario``, a position of a duel."""
    faults = Faults(scenario.document)
    _check_names(scenario, faults, content)
    answers = {**scenario.readings, **readings}
    further = _of_others(scenario, content)
    opened = _opened(scenario, faults, answers, further, content)
    state = _Position(scenario, opened, faults, content).state()
    faults.stop()
    made = Session(opened, state, scenario.heroes, content)
    made.left_open = tuple(seat for seat, player in enumerate(scenario.players) if player.unnamed)
    return made


def _opened(
    scenario: Scenario,
    faults: Faults,
    answers: Mapping[str, str],
    further: Sequence[str],
    content: OwnContent | None,
) -> DuelMachine:
    """The machine of ``scenario``; that it cannot be played is said of the field at fault."""
    try:
        known_mode(scenario.mode, scenario.heroes)
    except UserError as error:
        faults.wrong(("mode",) if scenario.mode is not None else ("players",), error.message)
        faults.stop()
    return open_game(scenario.heroes, answers, scenario.edition, further, content, scenario.mode)


def begins(opened: DuelMachine) -> dict[str, Expr]:
    """For each point at which a position can begin, what holds of every position there."""
    from dicelaw.specs.dice_throne.invariants.upgrades import in_play

    d = opened.duel
    start, cards = opened.machine.start, [*(d.zone or ())]
    arrays = (
        d.health, d.cp, d.tokens, d.hand, d.library, d.pile, cards, d.level, d.companion,
        d.companion_up, d.has_companion,
    )  # fmt: skip
    given = {cell.place for array in arrays for cell in array}
    given -= {cell.place for cell in cards if start[cell.place] == IN_PLAY}  # no card has it
    given -= {cell.place for cell in d.has_companion if start[cell.place]}  # its hero comes with one
    given |= {field.place for field in (d.turn, d.attacker, d.holder, d.phase, d.first_turn, d.offense_begun)}
    slots = opened.machine.slots
    kept = [
        field_at(place, slot) == start[place]
        for place, slot in enumerate(slots)
        if place and place not in given
    ]
    limits = [
        d.token(seat, kind) <= d.limit(seat, kind)
        for seat in d.seats.numbers
        for kind in range(1, d.kinds + 1)
    ]
    alive = (
        [health >= 1 for health in d.health]
        if d.seats.duel
        else [count(health >= 1 for health in d.health) >= 2, d.plays(d.turn)]
    )
    counted = [
        array[seat] == count(cell == zone for cell in cards[seat * d.deck : (seat + 1) * d.deck])
        for seat in (d.seats.numbers if cards else ())
        for array, zone in ((d.library, DECK), (d.hand, HAND), (d.pile, DISCARD))
    ]
    upgraded = in_play(opened) if cards else ()
    always = [*kept, *limits, *alive, *counted, *upgraded, ~all_of(*map(d.stunned, d.seats.numbers))]
    return {
        point: all_of(
            *always, d.attacker == d.turn, d.holder == d.turn, d.phase == PHASES.index(_PHASE_AT[point]),
            d.first_turn == int(point == "setup"), d.offense_begun == int(point in _AFTER_OFFENSE),
        )
        for point in STARTS
    }  # fmt: skip


def _check_names(scenario: Scenario, faults: Faults, content: OwnContent | None) -> None:
    """Raises UserError for heroes and readings that there are not."""
    from dicelaw.model.dice_throne.readings import BY_ID

    heroes = pack_of(scenario.edition, content).heroes
    for seat, hero in enumerate(scenario.heroes):
        if hero not in heroes:
            faults.no_name(("players", seat, "hero"), "hero", hero, heroes)
    for point, answer in scenario.readings.items():
        if point not in BY_ID:
            faults.no_name(("readings", point), "open point", point, BY_ID)
        elif answer not in BY_ID[point].answers:
            faults.no_name(("readings", point), f"answer to {point}", answer, BY_ID[point].answers)
    faults.stop()


def _of_others(scenario: Scenario, content: OwnContent | None) -> list[str]:
    """The status effects in ``scenario`` that its heroes do not bring about by themselves."""
    own = known_statuses(scenario.heroes, scenario.edition, content)
    known = {status.id for status in pack_of(scenario.edition, content).statuses[1:]}
    return [name for player in scenario.players for name in player.tokens if name in known - own]


@lru_cache(maxsize=2**12)
def _cards_called(name: str, names: tuple[str, ...]) -> tuple[int, ...]:
    """The places among ``names`` of the cards that ``name`` may mean."""
    return () if is_whole(plain(name)) else matching(Choice("card", 0, len(names) - 1, names), name)


class _Position:
    """Sets the fields of a duel one after another."""

    def __init__(
        self, scenario: Scenario, opened: DuelMachine, faults: Faults, content: OwnContent | None
    ) -> None:
        self.scenario = scenario
        self.opened = opened
        self.faults = faults
        self.pack = pack_of(scenario.edition, content)
        self.values = list(opened.machine.start)

    def state(self) -> State:
        """The state that the scenario begins in; what is wrong with it is noted."""
        d, scenario = self.opened.duel, self.scenario
        self.values[0] = self.opened.machine.point_index[scenario.start]
        self._set(d.turn, scenario.turn)
        self._set(d.attacker, scenario.turn)
        self._set(d.holder, scenario.turn)
        self._set(d.first_turn, int(scenario.start == "setup"))
        self._set(d.phase, PHASES.index(_PHASE_AT[scenario.start]))
        self._set(d.offense_begun, int(scenario.start in _AFTER_OFFENSE))
        for seat, player in enumerate(scenario.players):
            self._player(seat, player)
        left = [cell for cell in d.health if self.values[cell.place]]
        if len(left) < 2:
            self.faults.wrong(("players",), "only one side has any health left, so the game is over")
        barring = {status.id for status in d.statuses[1:] if status.bars_actions}
        if all(any(player.tokens.get(id) for id in barring) for player in scenario.players):
            who = "both" if len(scenario.players) == 2 else "all"
            says = f"{who} players are barred from acting, so nobody would ever decide anything again"
            self.faults.wrong(("players", 1, "tokens"), says)
        return tuple(self.values)

    def _set(self, place: Field, value: int) -> None:
        self.values[place.place] = value

    def _player(self, seat: int, player: Player) -> None:
        d, content = self.opened.duel, self.opened.content
        assert isinstance(content, TableContent)
        if player.cp is not None:
            self._set(d.cp[seat], player.cp)
        if player.health is not None:
            self._health(seat, player.health)
        if player.companion is not None:
            self._companion(seat, player.companion)
        if player.companion_active is not None:
            self._set(d.companion_up[seat], int(player.companion_active))
        names = {status.id: kind for kind, status in enumerate(d.statuses) if kind}
        for name, many in player.tokens.items():
            if name not in names:
                known = dict.fromkeys([*names, *(status.id for status in self.pack.statuses[1:])])
                self.faults.no_name(("players", seat, "tokens", name), "status effect", name, known)
                continue
            kind = names[name]
            at = seat * d.kinds + kind - 1
            limit = d.statuses[kind].limit + self.values[d.raised[at].place]
            if many > limit:
                says = f"{many} is over the stack limit of {name}, which is {limit}"
                self.faults.wrong(("players", seat, "tokens", name), says)
            else:
                self._set(d.tokens[at], many)
        self._cards(seat, player, content.heroes[seat], content.card_names(seat))

    def _health(self, seat: int, health: int) -> None:
        """Set the health that ``seat`` has with its side; members of which can't be said to differ."""
        d, side = self.opened.duel, self.opened.duel.seats.side(seat)
        place = ("players", seat, "health")
        others = {self.scenario.players[one].health for one in d.seats.members(side)} - {None, health}
        if health > d.health_most:
            self.faults.wrong(place, f"{health} is over {d.health_most}, the most that health can be here")
        elif others:
            self.faults.wrong(place, f"{health} is not what a teammate has: a side has one health")
        elif health == 0 and len(d.seats.side_numbers) == 2:
            self.faults.wrong(place, "a player at 0 health has lost already")
        elif health == 0 and seat == self.scenario.turn:
            self.faults.wrong(place, "a player at 0 health has lost, and has no turn")
        else:
            self._set(d.health[side], health)

    def _companion(self, seat: int, health: int) -> None:
        d = self.opened.duel
        self._set(d.has_companion[seat], 1)
        self._set(d.companion[seat], health)
        self._set(d.companion_up[seat], int(health > 0))

    def _cards(self, seat: int, player: Player, hero: Hero, names: tuple[str, ...]) -> None:
        from dicelaw.specs.dice_throne.invariants.upgrades import flips

        d = self.opened.duel
        assert d.zone is not None
        zones = dict.fromkeys(range(len(hero.cards)), DECK)
        flipped = flips(hero) and 2 in player.board.values()
        if flipped:
            for slot in range(SLOTS):
                self._set(d.level[seat * SLOTS + slot], 2)
        for space, level in player.board.items():
            where = ("players", seat, "board", space)
            if space not in hero.slots:
                self.faults.no_name(where, "board space", space, hero.slots)
                continue
            slot = hero.slots.index(space)
            step = [place for place, card in enumerate(hero.cards) if card.upgrade and
                    (card.upgrade.slot, card.upgrade.level) == (slot, level)]  # fmt: skip
            if level > 1 and not step and not (flipped and level == 2):
                self.faults.wrong(where, f"no card brings {space} of {hero.name} to level {level}")
                continue
            self._set(d.level[seat * SLOTS + slot], level)
            zones |= dict.fromkeys(step, IN_PLAY)
        for field, cards, zone in (("hand", player.hand, HAND), ("discard", player.discard, DISCARD)):
            for at, card in enumerate(cards):
                place = self._card(("players", seat, field, at), card, names[: len(hero.cards)])
                if place is None:
                    continue
                if zones[place] != DECK:
                    self.faults.wrong(
                        ("players", seat, field, at), f"{quoted(card)} is somewhere else already"
                    )
                zones[place] = zone
        free = [place for place, zone in zones.items() if zone == DECK]
        unnamed = player.unnamed or 0
        if len(free) < unnamed:
            says = f"{unnamed} is over the {len(free)} cards that are named nowhere"
            self.faults.wrong(("players", seat, "hand"), says)
        zones |= dict.fromkeys(free[:unnamed], HAND)
        for place, zone in zones.items():
            self._set(d.zone[seat * d.deck + place], zone)
        for array, zone in ((d.library, DECK), (d.hand, HAND), (d.pile, DISCARD)):
            self._set(array[seat], sum(there == zone for there in zones.values()))

    def _card(self, where: tuple[str | int, ...], name: str, names: tuple[str, ...]) -> int | None:
        found = _cards_called(name, names)
        if len(found) == 1:
            return found[0]
        if found:
            self.faults.wrong(where, f"{quoted(name)} may be any of {', '.join(names[one] for one in found)}")
        else:
            self.faults.no_name(where, "card of this deck", name, names)
        return None
