"""Content as the machine reads it: rows of numbers, looked up in tables or left open.

With tables, a column of a row is a look-up, and playing a card runs just that card. With open content each
column is a choice of whoever acts, bounded only by the effect language, so what holds then holds for every
card, ability and status effect that the language can express.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from dicelaw.model.dice_throne.duel_state import HAND, SLOTS, Duel
from dicelaw.model.dice_throne.dues import Dues
from dicelaw.model.dice_throne.language import (
    Ability,
    Action,
    Companion,
    Count,
    Hero,
    Instruction,
    Moment,
    Op,
    Program,
    Status,
    When,
    Who,
)
from dicelaw.model.kernel.expressions import (
    TRUE,
    Expr,
    all_of,
    any_of,
    at_least,
    half_up,
    lookup,
    negate,
    number,
    smaller,
    where,
)
from dicelaw.model.kernel.graph import Choice

NEEDS = 4
TOP_LEVEL = 3
ANYBODY, NOBODY = 2, 3
DICE_OPS = (Op.REROLL, Op.NUDGE, Op.SET_DIE, Op.COPY_DIE)


@dataclass(frozen=True)
class ActionRow:
    """An action as a transition sees it; ``choices`` are what the acting player chooses.

    ``touches`` is 0, or 1 + the :class:`Who` of the dice that it alters. ``owned`` says that it belongs to
    the acting player, ``held`` that the card is in hand or the board has the action.
    """

    choices: tuple[Choice, ...]
    code: Expr
    start: Expr
    timing: Expr
    cp: Expr
    card: Expr
    token: Expr
    tokens: Expr
    at_least: Expr
    total_at_least: Expr
    rolls: Expr
    touches: Expr
    when: Callable[[When], Expr]
    held: Callable[[Expr], Expr]
    incoming_at_least: Expr
    mark: Expr
    dice_of: Expr
    permitted: Callable[[Expr], Expr]
    """Whether the player in a seat has the tokens that it wants besides those that it spends."""


@dataclass(frozen=True)
class CodeRow:
    """An instruction as a transition sees it; ``applies`` and ``amount`` already read the dice."""

    choices: tuple[Choice, ...]
    op: Expr
    who: Expr
    token: Expr
    base: Expr
    amount: Expr
    applies: Expr
    arg: Expr
    counted: Expr


@dataclass(frozen=True)
class CompanionRow:
    """The figures of a player's companion: health when it becomes active, full health, damage it adds."""

    start: Expr
    most: Expr
    plus: Expr


@dataclass(frozen=True)
class TriggerRow:
    """What runs by itself at one moment: ``first`` is the number of the first that is due.

    ``started`` has the program and the owner of one of them by its number.
    """

    choices: tuple[Choice, ...]
    number: Expr
    first: Expr
    kinds_due: Expr
    started: Callable[[Expr], tuple[Expr, Expr]]


@dataclass(frozen=True)
class AbilityRow:
    """An ability as a transition sees it. ``met`` says that the dice satisfy its activation requirement."""

    choices: tuple[Choice, ...]
    code: Expr
    start: Expr
    is_ultimate: Expr
    available: Expr
    met: Expr
    dice: Expr
    unbarred: Expr
    """No status effect of its owner bars it."""
    known: Expr
    """A source gives its effect."""


class Content(Protocol):
    """What the machine asks of content."""

    statuses: tuple[Status, ...]
    deck: int
    """Cards a seat; 0 where hands are only counted."""
    pc_top: int
    actions: int
    abilities: int
    triggers: int
    """How many programs can be due at once."""

    @property
    def card_labels(self) -> tuple[str, ...]:
        """The name of the card at each place of a deck."""

    def due(self, duel: Duel, moments: Sequence[Moment], /) -> tuple[tuple[Choice, ...], dict[Expr, Expr]]:
        """The effect of noting what is due at ``moments``, and the choices that it depends on."""

    def trigger(self, duel: Duel, moments: Sequence[Moment], /) -> TriggerRow:
        """What is due at ``moments``."""

    def action(self, duel: Duel, seat: Expr, /) -> ActionRow:
        """An action that the player in ``seat`` picks."""

    def declared(self, duel: Duel, seat: Expr, /) -> ActionRow:
        """The action that was declared."""

    def code(self, duel: Duel, pc: Expr, /) -> CodeRow:
        """The instruction at ``pc``."""

    def following(self, pc: Expr, places: Expr | int, /) -> Expr:
        """The address ``places`` further than ``pc``."""

    def ability(self, duel: Duel, seat: Expr, /, defensive: bool) -> AbilityRow:
        """An ability that the player in ``seat`` picks."""

    def companion(self, seat: Expr, /) -> CompanionRow:
        """The figures of the companion of the player in ``seat``."""

    def activation(self, announced: Expr, /) -> Expr:
        """Where the activation program of an announced ability starts; 0 where it has none."""

    def landing(self, announced: Expr, /) -> Expr:
        """Where its landing program starts; 0 where it has none."""

    def attacks(self, announced: Expr, /) -> Expr:
        """1 for an announced ability that deals damage of an attack, else 0."""


Column = Callable[[str, Callable[[Instruction], int]], Expr]
"""A column of the table of instructions: its name, and what it reads."""


class Code:
    """Programs laid out one after another; address 0 is no program."""

    def __init__(self) -> None:
        self.rows: list[Instruction] = [Instruction(Op.END)]
        self._at: dict[Program, int] = {}

    def place(self, program: Program) -> int:
        """The address of ``program``; 0 for one that does nothing."""
        if not program or program[0].op is Op.END:
            return 0
        if program not in self._at:
            self._at[program] = len(self.rows)
            self.rows += program
        return self._at[program]


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
    """Two heroes with their decks, laid out in tables."""

    def __init__(
        self, statuses: tuple[Status, ...], heroes: Sequence[Hero], companions: Sequence[Companion] = ()
    ) -> None:
        self.statuses = statuses
        self._companions = [_companion(hero, companions) for hero in heroes]
        self.heroes = tuple(heroes)
        self.deck = max(len(hero.cards) for hero in heroes)
        code = Code()
        self._actions: list[_Usable] = []
        for seat, hero in enumerate(heroes):
            for card in (*hero.cards, *[None] * (self.deck - len(hero.cards))):
                action = card.action if card is not None and card.upgrade is None else None
                self._actions.append(_Usable(action, seat, is_card=True))
        self.first_spend = len(self._actions)
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
        # Nothing leads to this SKIP. It keeps the highest word, so that every duel has every transition.
        self._rows = [*code.rows, Instruction(Op.SKIP, arg=1), Instruction(Op.END)]
        self.pc_top = len(self._rows) - 1
        self._cache: dict[str, tuple[int, ...]] = {}

    def action_names(self) -> tuple[str, ...]:
        """The id of each action, in order; cards that are upgrades have their own."""
        names = []
        for place, row in enumerate(self._actions):
            if row.action is not None:
                names.append(row.action.id)
            elif row.is_card:
                cards = self.heroes[row.owner].cards
                slot = place - row.owner * self.deck
                names.append(cards[slot].action.id if slot < len(cards) else "no-card")
        return tuple(names)

    @property
    def card_labels(self) -> tuple[str, ...]:
        """The id of the card at each place of a deck; both where the decks differ."""
        pairs = zip(self.card_names(0), self.card_names(1), strict=True)
        return tuple(one if one == two else f"{one} or {two}" for one, two in pairs)

    def card_names(self, seat: int) -> tuple[str, ...]:
        """The id of each card of a deck, in order."""
        return self.action_names()[seat * self.deck : (seat + 1) * self.deck]

    def ability_names(self, defensive: bool = False) -> tuple[str, ...]:
        """The id of each ability, in order."""
        return tuple(ability.id for ability in (self._defense if defensive else self._offense))

    def action(self, duel: Duel, _seat: Expr) -> ActionRow:
        """See :class:`Content`."""
        choice = Choice("action", 0, self.actions - 1, self.action_names())
        return self._action_row(duel, choice, (choice,))

    def declared(self, duel: Duel, _seat: Expr) -> ActionRow:
        """See :class:`Content`."""
        index = lookup("declared action", [0, *range(self.actions)], duel.declared)
        return self._action_row(duel, index, ())

    def _action_row(self, duel: Duel, index: Expr, choices: tuple[Choice, ...]) -> ActionRow:
        def column(name: str, read: Callable[[Action], int]) -> Expr:
            key = f"{name} of the action"
            if key not in self._cache:
                values = (read(row.action) if row.action else 0 for row in self._actions)
                self._cache[key] = tuple(map(int, values))
            return lookup(key, self._cache[key], index)

        def trait(name: str, read: Callable[[_Usable], int]) -> Expr:
            return lookup(f"{name} of the action", [read(row) for row in self._actions], index)

        def held(of: Expr) -> Expr:
            owners = trait("owner", lambda row: row.owner if row.action else NOBODY)
            card = smaller(index, 2 * self.deck - 1)
            in_hand = duel.zone[card] == HAND if duel.zone is not None else TRUE
            level = duel.level[number(of) * SLOTS + trait("board space", lambda row: row.slot)]
            on_board = all_of(
                trait("level", lambda row: row.level) <= level,
                level <= trait("last level", lambda row: row.last),
            )
            return all_of(
                any_of(owners == of, owners == ANYBODY),
                any_of(index >= 2 * self.deck, in_hand),
                any_of(index < self.first_board, on_board),
            )

        def permitted(seat: Expr) -> Expr:
            wanted = column("status effect wanted", lambda a: a.held)
            tokens = duel.token(seat, wanted)
            least = column("fewest wanted", lambda a: a.held_least)
            most = column("most wanted", lambda a: a.held_most)
            return any_of(wanted == 0, all_of(least <= tokens, tokens <= most))

        return ActionRow(
            choices,
            index,
            lookup("program of the action", self._starts, index),
            column("timing", lambda a: a.timing),
            column("cost", lambda a: a.cp),
            trait("card", lambda row: row.is_card),
            column("token", lambda a: a.token),
            column("tokens spent", lambda a: a.tokens),
            column("printed damage wanted", lambda a: a.at_least),
            column("final total wanted", lambda a: a.total_at_least),
            column("own dice", lambda a: any(i.op in (Op.ROLL, Op.ROLL_OFF) for i in a.program)),
            column("dice touched", _touches),
            lambda when: column(f"condition {when.name.lower()}", lambda a: when in a.when) == 1,
            held,
            column("incoming damage wanted", lambda a: a.incoming_at_least),
            column("mark", lambda a: a.mark),
            column("dice", lambda a: a.dice_of),
            permitted,
        )

    def code(self, duel: Duel, pc: Expr) -> CodeRow:
        """See :class:`Content`."""

        def column(name: str, read: Callable[[Instruction], int]) -> Expr:
            key = f"{name} of the instruction"
            if key not in self._cache:
                self._cache[key] = tuple(int(read(row)) for row in self._rows)
            return lookup(key, self._cache[key], pc)

        pool = duel.pool_of(column("pool", lambda i: i.pool))
        dice_sum = duel.dice_sum(pool)
        plain = column("fixed amount", lambda i: not (i.per or i.add_sum or i.half)) == 1
        base = column("base", lambda i: i.base)
        counted = self._counted(duel, column, pool)
        raw = (
            base
            + column("per die", lambda i: i.per) * counted
            + where(column("sum", lambda i: i.add_sum) == 1, dice_sum, 0)
        )
        amount = where(column("half", lambda i: i.half) == 1, half_up(raw), raw)
        return CodeRow(
            (),
            column("word", lambda i: i.op),
            column("player", lambda i: i.who),
            column("status effect", lambda i: i.token),
            base,
            where(plain, base, amount),
            self._applies(duel, column, pool),
            column("argument", lambda i: i.arg),
            column("status effect counted", lambda i: i.counted),
        )

    @staticmethod
    def _counted(duel: Duel, column: Column, pool: Expr) -> Expr:
        """What an instruction counts."""
        owner = duel.owner[duel.top]
        source = column("counted thing", lambda i: i.count)
        kind = column("status effect counted", lambda i: i.counted)
        values = {
            Count.OWN_TOKENS: duel.token(owner, kind),
            Count.THEIR_TOKENS: duel.token(1 - owner, kind),
            Count.OWN_CP: duel.cp[owner],
            Count.PAID: duel.paid[duel.top],
            Count.EXTRA_ATTEMPTS: at_least(duel.made - 1, 0),
        }
        found: Expr = duel.showing(pool, column("faces", lambda i: i.faces))
        for count, value in values.items():
            found = where(source == count, value, found)
        pairs = lookup("pairs", [n // 2 for n in range(64)], smaller(found, 63))
        found = where(column("pairs counted", lambda i: i.pairs) == 1, pairs, found)
        most = column("most counted", lambda i: i.most)
        return where(all_of(most >= 1, found > most), most, found)

    @staticmethod
    def _applies(duel: Duel, column: Column, pool: Expr) -> Expr:
        """Whether the conditions of an instruction hold."""
        dice_sum = duel.dice_sum(pool)
        most = column("highest sum", lambda i: i.sum_most)
        held = column("status effect held", lambda i: i.held)
        own = column("holder", lambda i: i.holder) == Who.SELF
        player = where(own, duel.owner[duel.top], 1 - duel.owner[duel.top])
        tokens = duel.token(player, held)
        points = column("points held", lambda i: i.cp_least)
        asks = column("test", lambda i: i.test)
        return all_of(
            any_of(
                column("no dice condition", lambda i: not _reads_dice(i)) == 1,
                all_of(
                    duel.showing(pool, column("needed faces", lambda i: i.need_faces))
                    >= column("needed count", lambda i: i.need_count),
                    duel.showing(pool, column("further faces", lambda i: i.also_faces))
                    >= column("further count", lambda i: i.also_count),
                    dice_sum >= column("needed sum", lambda i: i.need_sum),
                    duel.showing(pool, column("faces not wanted", lambda i: i.none_faces)) == 0,
                ),
            ),
            any_of(
                column("no further dice condition", lambda i: not (i.alike or i.sum_most)) == 1,
                all_of(
                    any_of(most == 0, dice_sum <= most),
                    duel.alike(pool) >= column("equal dice", lambda i: i.alike),
                ),
            ),
            any_of(
                held == 0,
                all_of(
                    tokens >= column("fewest held", lambda i: i.held_least),
                    tokens <= column("most held", lambda i: i.held_most),
                ),
            ),
            any_of(points == 0, duel.cp[player] >= points),
            any_of(asks == 0, *(all_of(asks == test, holds) for test, holds in duel.tests().items())),
        )

    def following(self, pc: Expr, places: Expr | int) -> Expr:
        """See :class:`Content`."""
        return pc + places

    def ability(self, duel: Duel, seat: Expr, defensive: bool) -> AbilityRow:
        """See :class:`Content`."""
        abilities = self._defense if defensive else self._offense
        owners = self._guards if defensive else self._owners
        choice = Choice("ability", 0, len(abilities) - 1, self.ability_names(defensive))

        def column(name: str, values: Sequence[int]) -> Expr:
            return lookup(f"{name} of the ability", values, choice)

        level = duel.level[seat * SLOTS + column("board space", [a.slot for a in abilities])]
        last = [_last_level(ability, abilities) for ability in abilities]
        available = all_of(
            column("owner", owners) == seat,
            column("level", [a.level for a in abilities]) <= level,
            column("last level", last) >= level,
        )
        symbols = [(*a.needs.symbols, *[(0, 0)] * (NEEDS - len(a.needs.symbols))) for a in abilities]
        met = [
            duel.showing(0, column(f"faces {place}", [s[place][0] for s in symbols]))
            >= column(f"count {place}", [s[place][1] for s in symbols])
            for place in range(NEEDS)
            if any(s[place][1] for s in symbols)
        ]
        met.append(duel.alike(0) >= column("of a kind", [a.needs.of_a_kind for a in abilities]))
        straight = column("straight", [a.needs.straight for a in abilities])
        met.append(duel.straight(0) >= straight)
        barred = duel.has_trait(seat, lambda status: status.bars_straights)
        starts = [*self._defending] if defensive else [*self._activation]
        return AbilityRow(
            (choice,),
            choice + 1,
            column("program", starts),
            column("ultimate", [int(a.is_ultimate) for a in abilities]) == 1,
            available,
            all_of(*met),
            column("dice", [a.dice for a in abilities]),
            any_of(straight == 0, negate(barred)),
            column("known", [int(not a.unknown) for a in abilities]) == 1,
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
        """See :class:`Content`."""
        return lookup("activation of the ability", [0, *self._activation], announced)

    def landing(self, announced: Expr) -> Expr:
        """See :class:`Content`."""
        return lookup("landing of the ability", [0, *self._landing], announced)

    def companion(self, seat: Expr) -> CompanionRow:
        """See :class:`Content`."""
        figures = zip(*self._companions, strict=True)
        names = ("start", "full health", "damage")
        row = (
            lookup(f"{name} of the companion", values, seat)
            for name, values in zip(names, figures, strict=True)
        )
        return CompanionRow(*row)

    def attacks(self, announced: Expr) -> Expr:
        """See :class:`Content`."""
        deals = [int(any(step.op is Op.DAMAGE for step in a.activate)) for a in self._offense]
        return lookup("attack by the ability", [0, *deals], announced)

    def due(self, duel: Duel, moments: Sequence[Moment]) -> tuple[tuple[Choice, ...], dict[Expr, Expr]]:
        """See :class:`Content`."""
        return (), self._due.noted(duel, moments)

    def trigger(self, duel: Duel, moments: Sequence[Moment]) -> TriggerRow:
        """See :class:`Content`."""
        return self._due.row(duel, moments)


def _companion(hero: Hero, others: Sequence[Companion]) -> tuple[int, int, int]:
    """The figures of the hero's companion, or of the one that a scenario may give."""
    if hero.companion:
        return hero.companion, hero.companion_max, hero.companion_plus
    return next(((one.health, one.max, one.plus) for one in others), (1, 1, 0))


def _reads_dice(step: Instruction) -> bool:
    return bool(step.need_count or step.also_count or step.need_sum or step.none_faces)


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


def _last_level(ability: Ability, abilities: Sequence[Ability]) -> int:
    """The highest board level at which ``ability`` is not yet replaced by its own next level."""
    later = [other.level for other in abilities if other.id == ability.id and other.level > ability.level]
    return min(later, default=TOP_LEVEL + 1) - 1
