"""The content of the heroes of a game, laid out in tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from dicelaw.model.content.look import Look, closed
from dicelaw.model.dice_throne.declared.vocabulary import DECLARED
from dicelaw.model.dice_throne.language import (
    Ability,
    Action,
    Companion,
    DamageType,
    Hero,
    Instruction,
    Moment,
    Op,
    Status,
)
from dicelaw.model.dice_throne.state.dice import alike, showing, straight
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import DICE, HAND, SLOTS
from dicelaw.model.dice_throne.state.rows import (
    ABILITY,
    SPENDING,
    UNHELD,
    AbilityRow,
    ActionRow,
    CodeRow,
    CompanionRow,
    TriggerRow,
)
from dicelaw.model.dice_throne.tables.code import DICE_OPS, FACES, Code, meets
from dicelaw.model.dice_throne.tables.dues import Dues
from dicelaw.model.kernel.expressions import FALSE, TRUE, Expr, all_of, any_of, negate, number, smaller, where
from dicelaw.model.kernel.graph import Choice, RuleByCase
from dicelaw.model.kernel.labels import name_values
from dicelaw.model.kernel.lookups import lookup

name_values("timing of the action", ("Main Phase", "Roll Phase", "Instant", "Upgrade"))
name_values("timing", ("Main Phase", "Roll Phase", "Instant", "Upgrade"))
for words in ("word of the instruction", "op"):
    name_values(words, (op.name.lower().replace("_", " ") for op in DECLARED))
NEEDS = 4
TOP_LEVEL = 3
ANYBODY, NOBODY = -1, -2
"""Whose an action is, where it is not that of a seat."""


@dataclass(frozen=True)
class _Usable:
    """A row of the table of actions: its owner, whether it is a card, and where on a board it is printed."""

    action: Action | None
    owner: int = ANYBODY
    is_card: bool = False
    slot: int = 0
    level: int = 0
    last: int = TOP_LEVEL


class TableContent:
    """The heroes of the seats with their decks, laid out in tables."""

    def __init__(
        self,
        statuses: tuple[Status, ...],
        heroes: Sequence[Hero],
        companions: Sequence[Companion] = (),
        look: Look = closed,
    ) -> None:
        """With another ``look``, equal programs are apart: each may become another."""
        self.statuses = statuses
        self.look = look
        self._companions = [_companion(hero, companions) for hero in heroes]
        self.heroes = tuple(heroes)
        self.deck = max(len(hero.cards) for hero in heroes)
        code = Code(look, shared=look is closed)
        self._actions: list[_Usable] = []
        for seat, hero in enumerate(heroes):
            for card in (*hero.cards, *[None] * (self.deck - len(hero.cards))):
                action = card.action if card is not None and card.upgrade is None else None
                self._actions.append(_Usable(action, seat, is_card=True))
        for status in statuses[1:]:
            self._actions += [_Usable(action) for action in status.spend]
        self.first_board = len(self._actions)
        for seat, hero in enumerate(heroes):
            for slot, level, action in hero.board:
                later = [
                    other_level
                    for other_slot, other_level, other in hero.board
                    if (other_slot, other.name) == (slot, action.name) and other_level > level
                ]
                last = min(later, default=TOP_LEVEL + 1) - 1
                self._actions.append(_Usable(action, seat, slot=slot, level=level, last=last))
        self.actions = len(self._actions)
        self._starts = [code.place(row.action.program) if row.action else 0 for row in self._actions]
        self._offense = [ability for hero in heroes for ability in hero.offense]
        self._defense = [ability for hero in heroes for ability in hero.defense]
        self._owners = [seat for seat, hero in enumerate(heroes) for _ in hero.offense]
        self._guards = [seat for seat, hero in enumerate(heroes) for _ in hero.defense]
        self.abilities = max(len(self._offense), len(self._defense))
        self._activation = [code.place(ability.activate) for ability in self._offense]
        self._landing = [code.place(ability.land) for ability in self._offense]
        self._defending = [code.place(ability.activate) for ability in self._defense]
        self._due = Dues(statuses, self.heroes, code)
        self.triggers = self._due.most
        self._code = code
        self.pc_top = len(code.rows) - 1
        self._cache: dict[str, tuple[int, ...]] = {}
        self._names = self._named()

    @property
    def rows(self) -> Sequence[Instruction]:
        """Every instruction by its address."""
        return self._code.rows

    def action_names(self) -> tuple[str, ...]:
        """The id of each action, in order; cards that are upgrades have their own."""
        return self._names

    def _named(self) -> tuple[str, ...]:
        names = []
        for place, row in enumerate(self._actions):
            if row.action is not None:
                names.append(row.action.id)
            elif row.is_card:
                cards = self.heroes[row.owner].cards
                slot = place - row.owner * self.deck
                names.append(cards[slot].action.id if slot < len(cards) else "no-card")
        return tuple(names)

    def starts(self) -> dict[str, list[int]]:
        """Where the program of each action and ability begins, 0 for none; abilities by their two parts."""
        return {
            "action": self._starts,
            "activation": self._activation,
            "landing": self._landing,
            "defending": self._defending,
        }

    def due_programs(self, duel: Duel, moments: Sequence[Moment]) -> list[tuple[int, Expr]]:
        """Where each program begins that is due at ``moments``, and whose it is."""
        return self._due.programs(duel, moments)

    def due_starts(self) -> list[tuple[str, int]]:
        """Each program that runs by itself: the status effect or space that it is of, and where it begins."""
        return self._due.starts()

    def used(self) -> list[tuple[int, Action | None]]:
        """Each action with the seat whose it is, :data:`ANYBODY` for what tokens are spent for, in order."""
        return [(row.owner, row.action) for row in self._actions]

    def printed(self, defensive: bool = False) -> list[tuple[int, Ability]]:
        """Each ability with the seat whose it is, in order."""
        if defensive:
            return [*zip(self._guards, self._defense, strict=True)]
        return [*zip(self._owners, self._offense, strict=True)]

    @property
    def card_labels(self) -> tuple[str, ...]:
        """The id of the card at each place of a deck; all of them where decks differ."""
        decks = (self.card_names(seat) for seat in range(len(self.heroes)))
        rows = zip(*decks, strict=True)
        return tuple(names[0] if len({*names}) == 1 else " or ".join(names) for names in rows)

    def card_names(self, seat: int) -> tuple[str, ...]:
        """The id of each card of a deck, in order."""
        return self.action_names()[seat * self.deck : (seat + 1) * self.deck]

    def ability_names(self, defensive: bool = False) -> tuple[str, ...]:
        """The id of each ability, in order."""
        return tuple(ability.id for ability in (self._defense if defensive else self._offense))

    def _owner_of(self, row: _Usable) -> int:
        """The seat whose ``row`` is; the numbers after the last seat stand for anybody and for nobody."""
        if row.action is None:
            return len(self.heroes) + 1
        return len(self.heroes) if row.owner == ANYBODY else row.owner

    def action(self, duel: Duel, _seat: Expr) -> ActionRow:
        """See :class:`~dicelaw.model.dice_throne.state.rows.Content`."""
        choice = Choice("action", 0, self.actions - 1, self.action_names())
        return self._action_row(duel, choice, (choice,))

    def declared(self, duel: Duel, _seat: Expr) -> ActionRow:
        """See :class:`~dicelaw.model.dice_throne.state.rows.Content`."""
        index = lookup("declared action", [0, *range(self.actions)], duel.declared)
        return self._action_row(duel, index, ())

    def _action_row(self, duel: Duel, index: Expr, choices: tuple[Choice, ...]) -> ActionRow:
        def column(name: str, read: Callable[[Action], int], most: int | None = None) -> Expr:
            key = f"{name} of the action"
            if key not in self._cache:
                values = (read(row.action) if row.action else 0 for row in self._actions)
                self._cache[key] = tuple(map(int, values))
            return self.look(key, self._cache[key], index, most)

        def trait(name: str, read: Callable[[_Usable], int]) -> Expr:
            return lookup(f"{name} of the action", [read(row) for row in self._actions], index)

        def held(of: Expr) -> Expr:
            owners = trait("owner", self._owner_of)
            card = smaller(index, len(self.heroes) * self.deck - 1)
            in_hand = duel.zone[card] == HAND if duel.zone is not None else TRUE
            level = duel.level[number(of) * SLOTS + trait("board space", lambda row: row.slot)]
            on_board = all_of(
                trait("level", lambda row: row.level) <= level,
                level <= trait("last level", lambda row: row.last),
            )
            return all_of(
                any_of(owners == of, owners == len(self.heroes)),
                any_of(index >= len(self.heroes) * self.deck, in_hand),
                any_of(index < self.first_board, on_board),
            )

        def permitted(seat: Expr) -> Expr:
            wanted = column("status effect wanted", lambda a: a.held, duel.kinds)
            tokens = duel.token(seat, wanted)
            least = column("fewest wanted", lambda a: a.held_least)
            most = column("most wanted", lambda a: a.held_most)
            return any_of(wanted == 0, all_of(least <= tokens, tokens <= most))

        def own(usual: str) -> str:
            rules = {
                place: row.action.rules[0]
                for place, row in enumerate(self._actions)
                if row.action and row.action.rules and usual not in row.action.rules
            }
            return RuleByCase.made(usual, index, rules)

        return ActionRow(
            choices,
            index,
            lookup("program of the action", self._starts, index),
            column("timing", lambda a: a.timing),
            column("cost", lambda a: a.cp),
            trait("card", lambda row: row.is_card),
            column("token", lambda a: a.token, duel.kinds),
            column("tokens spent", lambda a: a.tokens),
            column("printed damage wanted", lambda a: a.at_least),
            column("final total wanted", lambda a: a.total_at_least),
            column("own dice", lambda a: any(i.op in (Op.ROLL, Op.ROLL_OFF) for i in a.program)),
            column("dice touched", _touches),
            lambda when: column(f"condition {when.name.lower()}", lambda a: when in a.when) == 1,
            held,
            column("incoming damage wanted", lambda a: a.incoming_at_least),
            column("mark", lambda a: a.mark, duel.kinds),
            column("dice", lambda a: a.dice_of, duel.kinds),
            permitted,
            own,
            RuleByCase.made(SPENDING, index, self._prices()),
            FALSE if duel.seats.duel else column("own side", _wide) == 1,
            FALSE if duel.seats.duel else column("meeting", lambda a: any(map(meets, a.program))) == 1,
            RuleByCase.made(UNHELD, where(index >= self.first_board, 1, 0), {1: ABILITY}),
        )

    def _prices(self) -> dict[int, str]:
        """For each action of a board that spends tokens, the rule about them among its own."""
        boards = ((place, row.action) for place, row in enumerate(self._actions) if row.slot or row.level)
        spending = [(place, action) for place, action in boards if action is not None and action.tokens]
        named = {
            place: [rule for rule in action.rules if self.statuses[action.token].id in rule.split("/")]
            for place, action in spending
        }
        return {place: rules[0] for place, rules in named.items() if rules}

    def code(self, duel: Duel, pc: Expr) -> CodeRow:
        """See :class:`~dicelaw.model.dice_throne.state.rows.Content`."""
        return self._code.row(duel, pc)

    def following(self, pc: Expr, places: Expr | int) -> Expr:
        """See :class:`~dicelaw.model.dice_throne.state.rows.Content`."""
        return pc + places

    def ability(self, duel: Duel, seat: Expr, defensive: bool) -> AbilityRow:
        """See :class:`~dicelaw.model.dice_throne.state.rows.Content`."""
        abilities = self._defense if defensive else self._offense
        owners = self._guards if defensive else self._owners
        choice = Choice("ability", 0, len(abilities) - 1, self.ability_names(defensive))

        def column(name: str, values: Sequence[int], look: Look = closed, most: int | None = None) -> Expr:
            return look(f"{name} of the ability", values, choice, most)

        level = duel.level[seat * SLOTS + column("board space", [a.slot for a in abilities])]
        last = [_last_level(ability, abilities) for ability in abilities]
        owned = column("owner", owners) == seat
        available = all_of(
            owned,
            column("level", [a.level for a in abilities]) <= level,
            column("last level", last) >= level,
        )
        symbols = [(*a.needs.symbols, *[(0, 0)] * (NEEDS - len(a.needs.symbols))) for a in abilities]
        met = [
            showing(duel, 0, column(f"faces {place}", [s[place][0] for s in symbols], self.look, FACES))
            >= column(f"count {place}", [s[place][1] for s in symbols], self.look)
            for place in range(NEEDS)
            if any(s[place][1] for s in symbols)
        ]
        of_a_kind = column("of a kind", [a.needs.of_a_kind for a in abilities], self.look)
        met.append(alike(duel, 0) >= of_a_kind)
        run = column("straight", [a.needs.straight for a in abilities], self.look)
        met.append(straight(duel, 0) >= run)
        barred = duel.has_trait(seat, lambda status: status.bars_straights)
        starts = [*self._defending] if defensive else [*self._activation]
        return AbilityRow(
            (choice,),
            choice + 1,
            column("program", starts),
            column("ultimate", [int(a.is_ultimate) for a in abilities], self.look) == 1,
            available,
            all_of(*met),
            column("dice", [a.dice for a in abilities], self.look, DICE),
            any_of(run == 0, negate(barred)),
            column("known", [int(not a.unknown) for a in abilities]) == 1,
            of_a_kind,
            run,
            RuleByCase.made("upgrade/permanent-same-name", where(owned, 1, 0), {0: ABILITY}),
        )

    def upgrades(self) -> dict[str, list[int]]:
        """For each card of both decks: board space, level (0: no upgrade), cost, cost of the level below."""
        columns: dict[str, list[int]] = {"board space": [], "level": [], "cost": [], "lower cost": []}
        for hero in self.heroes:
            costs = {
                (card.upgrade.slot, card.upgrade.level): card.action.cp for card in hero.cards if card.upgrade
            }
            for place in range(self.deck):
                card = hero.cards[place] if place < len(hero.cards) else None
                step = card.upgrade if card else None
                cost = card.action.cp if card and step else 0
                lower = costs.get((step.slot, step.level - 1), 0) if step else 0
                row = (step.slot, step.level, cost, lower) if step else (0, 0, 0, 0)
                for column, value in zip(columns.values(), row, strict=True):
                    column.append(value)
        return columns

    def activation(self, announced: Expr) -> Expr:
        """See :class:`~dicelaw.model.dice_throne.state.rows.Content`."""
        return lookup("activation of the ability", [0, *self._activation], announced)

    def landing(self, announced: Expr) -> Expr:
        """See :class:`~dicelaw.model.dice_throne.state.rows.Content`."""
        return lookup("landing of the ability", [0, *self._landing], announced)

    def companion(self, seat: Expr) -> CompanionRow:
        """See :class:`~dicelaw.model.dice_throne.state.rows.Content`."""
        figures = zip(*self._companions, strict=True)
        names = ("start", "full health", "damage")
        row = (
            self.look(f"{name} of the companion", values, seat)
            for name, values in zip(names, figures, strict=True)
        )
        return CompanionRow(*row)

    def attacks(self, announced: Expr) -> Expr:
        """See :class:`~dicelaw.model.dice_throne.state.rows.Content`."""
        deals = [int(any(step.op is Op.DAMAGE for step in a.activate)) for a in self._offense]
        return self.look("attack by the ability", [0, *deals], announced, 1)

    def damage_type(self, announced: Expr, _arg: Expr) -> Expr:
        """See :class:`~dicelaw.model.dice_throne.state.rows.Content`."""
        damage = ([step.arg for step in a.activate if step.op is Op.DAMAGE] for a in self._offense)
        types = [int(found[0]) if found else int(DamageType.NONE) for found in damage]
        return lookup("damage type of the ability", [0, *types], announced)

    def due(self, duel: Duel, moments: Sequence[Moment]) -> tuple[tuple[Choice, ...], dict[Expr, Expr]]:
        """See :class:`~dicelaw.model.dice_throne.state.rows.Content`."""
        return (), self._due.noted(duel, moments)

    def trigger(self, duel: Duel, moments: Sequence[Moment]) -> TriggerRow:
        """See :class:`~dicelaw.model.dice_throne.state.rows.Content`."""
        return self._due.row(duel, moments)


def _companion(hero: Hero, others: Sequence[Companion]) -> tuple[int, int, int]:
    """The figures of the hero's companion, or of the one that a scenario may give."""
    if hero.companion:
        return hero.companion, hero.companion_max, hero.companion_plus
    return next(((one.health, one.max, one.plus) for one in others), (1, 1, 0))


def _touches(action: Action) -> int:
    """0, or 1 + the player whose dice on the table the action alters; its own dice do not count."""
    own = False
    for step in action.program:
        if step.op in (Op.ROLL, Op.ROLL_OFF):
            own = True
        elif step.op is Op.CLEAR:
            own = False
        elif step.op in DICE_OPS and not own:
            return 1 + step.who
    return 0


def _wide(action: Action) -> bool:
    """Whether the dice that ``action`` alters may be those of a teammate."""
    return any(step.wide and step.op in DICE_OPS for step in action.program)


def _last_level(ability: Ability, abilities: Sequence[Ability]) -> int:
    """The highest board level at which ``ability`` is not yet replaced by its own next level."""
    later = [other.level for other in abilities if other.id == ability.id and other.level > ability.level]
    return min(later, default=TOP_LEVEL + 1) - 1
