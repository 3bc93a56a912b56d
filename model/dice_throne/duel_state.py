"""The state of a duel, and the expressions over it that several rules share."""

from __future__ import annotations

from collections.abc import Callable

from dicelaw.model.content.look import Look, closed
from dicelaw.model.dice_throne.language import DamageType, Status, When
from dicelaw.model.kernel.definitions import Definitions
from dicelaw.model.kernel.expressions import (
    Expr,
    all_of,
    any_of,
    at_least,
    at_most,
    constant,
    number,
    total,
    where,
)
from dicelaw.model.kernel.fragments.pipeline import Damage
from dicelaw.model.kernel.state import ArrayField, Declaration

SEATS = 2
BOTH = ("1", "2")
"""What the seats are called in the names of slots."""
DICE = 5
ALL_DICE = 2**DICE - 1
"""All dice of a player, as a set of bits."""
HEALTH_START = 50
HEALTH_MAX = 60
CP_START = 2
CP_MAX = 15
HAND_START = 4
HAND_LIMIT = 6
ATTEMPTS = 3
FRAMES = 4
SLOTS = 10
"""Spaces of a hero board that can be upgraded, at most."""
SPACES = tuple(str(space) for space in range(SEATS * SLOTS))
"""What the spaces of both boards are called in the names of slots."""

PHASES = (
    "setup", "hero set-up", "upkeep", "income", "main-1", "offense", "targeting", "defense", "main-2",
    "discard",
)  # fmt: skip
ZONES = ("deck", "hand", "discard pile", "in play")
DECK, HAND, DISCARD, IN_PLAY = range(4)
ROLLS = ("no roll", "the offensive roll", "the defensive roll", "the ability's dice", "the action's dice")
NO_ROLL, OFFENSE_ROLL, DEFENSE_ROLL, ABILITY_ROLL, ACTION_ROLL = range(5)
PROGRAMS = ("none", "activation", "landing", "defence")
NOTHING, ACTIVATION, LANDING, DEFENSE = range(4)
WINDOWS = (
    "upkeep",
    "main-1",
    "main-2",
    "offense/rolled",
    "offense/announced",
    "offense/end",
    "resolve/then",
    "resolve/dice",
    "interrupt",
    "defense/start",
    "defense/rolled",
    "conclusion",
    "answer",
    "turn-end",
    "setup/due",
    "upkeep/due",
    "concluding/due",
    "attacking/due",
    "phase-over/due",
    "turn-end/due",
)
"""The points that a finished action may go back to: windows, and where due effects are picked."""


class Duel:
    """The declared fields of a duel between two seats, with ``statuses`` (number 0 is no status effect).

    ``deck`` is how many cards each seat has, 0 where hands are counted without telling cards apart.
    """

    def __init__(
        self,
        statuses: tuple[Status, ...],
        deck: int,
        pc_top: int,
        actions: int,
        abilities: int,
        triggers: int,
        *,
        weakens_collateral: bool = True,
        look: Look = closed,
    ) -> None:
        self.statuses = statuses
        self.kinds = len(statuses) - 1
        self.deck = deck
        self.weakens_collateral = weakens_collateral
        self._look = look
        self.definitions = Definitions()
        self.declaration = Declaration([status.id for status in statuses[1:]], SPACES)
        self._declare_players()
        self._declare_cards()
        self._declare_actions(pc_top, actions, triggers)
        self._declare_dice(abilities)
        self._declare_attack()

    def _declare_players(self) -> None:
        d, both = self.declaration, BOTH
        names = [f"{seat}/{status.id}" for seat in BOTH for status in self.statuses[1:]]
        self.turn = d.integer("turn", 0, 1, "the active player", labels=BOTH)
        self.phase = d.choice_of("phase", PHASES, "the phase")
        self.first_turn = d.flag("first_turn", "it is the start player's first turn")
        self.offense_begun = d.flag("offense_begun", "the Offensive Roll Phase of this turn has begun")
        self.health = d.array("health", SEATS, 0, HEALTH_MAX, "the health", index=both)
        self.cp = d.array("cp", SEATS, 0, CP_MAX, "the combat points", index=both)
        self.tokens = d.array("tokens", SEATS * self.kinds, 0, 10, "the tokens", index=names)
        self.raised = d.array("raised", SEATS * self.kinds, 0, 3, "the stack limit raised by", index=names)
        self.fresh = d.array("fresh", SEATS, 0, 7, "the tokens that may not add damage this turn", index=both)
        self.aged = d.array(
            "aged", SEATS * self.kinds, 0, 10, "the tokens that leave at the end", index=names
        )
        self.companion = d.array("companion", SEATS, 0, 7, "the companion's health", index=both)
        self.companion_up = d.array("companion_up", SEATS, 0, 1, "the companion is active", index=both)
        self.has_companion = d.array("has_companion", SEATS, 0, 1, "there is a companion", index=both)

    def _declare_cards(self) -> None:
        d, both = self.declaration, BOTH
        self.hand = d.array("hand", SEATS, 0, 60, "the cards in hand", index=both, open_above=True)
        self.library = d.array("library", SEATS, 0, 60, "the cards in the deck", index=both, open_above=True)
        self.pile = d.array(
            "pile", SEATS, 0, 60, "the cards in the discard pile", index=both, open_above=True
        )
        self.zone: ArrayField | None = None
        if self.deck:
            self.zone = d.array("zone", SEATS * self.deck, 0, 3, "the place of card", labels=ZONES)
        self.level = d.array("level", len(SPACES), 1, 3, "the level of board space", index=SPACES)
        self.drawing = d.integer("drawing", 0, 1, "the player who draws", labels=BOTH)
        self.draws = d.integer("draws", 0, 63, "the cards still to be drawn", open_above=True)

    def _declare_actions(self, pc_top: int, actions: int, triggers: int) -> None:
        d = self.declaration
        self.due = d.array("due", triggers, 0, 10, "how often it is due: effect", open_above=triggers == 1)
        self.holder = d.integer("holder", 0, 1, "the player with priority", labels=BOTH)
        self.declared = d.integer("declared", 0, actions, "the declared instant")
        self.declared_at = d.choice_of("declared_at", WINDOWS, "the window of the declaration")
        self.depth = d.integer("depth", 0, FRAMES - 1, "the actions under way")
        self.pc = d.array("pc", FRAMES, 0, pc_top, "the next instruction of action")
        self.owner = d.array("owner", FRAMES, 0, 1, "the player of action", labels=BOTH)
        self.back = d.array("back", FRAMES, 0, len(WINDOWS) - 1, "the window behind", labels=WINDOWS)
        self.enhancing = d.array("enhancing", FRAMES, 0, 1, "an Attack Modifier is action")
        self.swift = d.array("swift", FRAMES, 0, 1, "an instant is action")
        self.spent = d.array("spent", FRAMES, 0, self.kinds, "the status effect spent for action")
        self.paid = d.array("paid", FRAMES, 0, 63, "what was given up for action", open_above=True)
        self.played = d.array("played", FRAMES, 0, actions, "the card of action")
        self.returning = d.choice_of("returning", WINDOWS, "the window to return to")
        self.program = d.choice_of("program", PROGRAMS, "the ability's program under way")
        self.chosen = d.integer("chosen", 0, 2, "the chosen player", labels=("nobody", *BOTH))
        self.decider = d.integer("decider", 0, 1, "the player who picks", labels=BOTH)
        self.picks = d.integer("picks", 0, 5, "the dice still to be picked")

    def _declare_dice(self, abilities: int) -> None:
        d = self.declaration
        self.dice = d.array("dice", 4 * DICE, 0, 6, "the face of die")
        self.pending = d.integer("pending", 0, 2**DICE - 1, "the dice still to be rolled")
        self.live = d.choice_of("live", ROLLS, "the roll that may be altered")
        self.live_before = d.choice_of("live_before", ROLLS, "the roll behind the action's dice")
        self.covered = d.flag("covered", "the dice rolled are still covered")
        self.versus = d.array("versus", 2, 0, 1, "one die of each player, for", index=("ability", "action"))
        self.roll_frame = d.integer("roll_frame", 0, FRAMES - 1, "the action whose dice lie on the table")
        self.attempts = d.integer("attempts", 0, 15, "the roll attempts left", open_above=True)
        self.made = d.integer("made", 0, 15, "the roll attempts made", open_above=True)
        self.granted = d.integer("granted", 0, 15, "the roll attempts granted", open_above=True)
        self.tried = d.integer("tried", 0, 15, "the attempts made in this turn's phase", open_above=True)
        self.again = d.integer("again", 0, 15, "the defensive roll attempts left", open_above=True)
        self.altered = d.flag("altered", "the dice were altered after the announcement")
        self.announced = d.integer("announced", 0, abilities, "the announced ability")
        self.announced_ultimate = d.flag("announced_ultimate", "the announced ability is an Ultimate")

    def _declare_attack(self) -> None:
        d, both = self.declaration, BOTH
        names = [status.id for status in self.statuses[1:]]
        self.attacker = d.integer("attacker", 0, 1, "the attacker", labels=BOTH)
        self.activated = d.flag("activated", "an offensive ability is activated")
        self.activations = d.integer(
            "activations", 0, 3, "the offensive abilities of this phase", open_above=True
        )
        self.ultimate = d.flag("ultimate", "an Ultimate is activated")
        self.kind = d.choice_of(
            "kind", [kind.name.lower() for kind in DamageType], "the attack's damage type"
        )
        self.printed = d.integer("printed", 0, 255, "the attack's printed damage", open_above=True)
        self.added = d.integer("added", 0, 255, "the damage added to the attack", open_above=True)
        self.lowered = d.integer("lowered", 0, 63, "the damage taken off the attack", open_above=True)
        self.weakened = d.integer("weakened", 0, 63, "the damage taken off the phase", open_above=True)
        self.missed = d.flag("missed", "an attack failed")
        self.drains = d.flag("drains", "the attacker heals what is dealt")
        self.recoil = d.integer("recoil", 0, 255, "the damage back to the attacker", open_above=True)
        self.dealt = d.array("dealt", SEATS, 0, 255, "the damage without a type", index=both, open_above=True)
        self.collateral = d.array(
            "collateral", SEATS, 0, 255, "collateral damage", index=both, open_above=True
        )
        self.certain = d.array(
            "certain", SEATS, 0, 255, "damage that nothing prevents", index=both, open_above=True
        )
        self.prevented = d.array("prevented", SEATS, 0, 255, "the prevention", index=both, open_above=True)
        self.halved = d.array("halved", SEATS, 0, 63, "the halvings", index=both, open_above=True)
        self.doubled = d.array("doubled", SEATS, 0, 63, "the doublings", index=both, open_above=True)
        self.avoided = d.array("avoided", SEATS, 0, 1, "the damage is avoided", index=both)
        self.healing = d.array("healing", SEATS, 0, 255, "the healing", index=both, open_above=True)
        self.reflects = d.integer("reflects", 0, 63, "the reflections", open_above=True)
        self.defended = d.flag("defended", "defence is over")
        self.defense_used = d.flag("defense_used", "the Defensive Ability is activated")
        self.concluded = d.flag("concluded", "the Roll Phase comes to its conclusion")
        self.passed_on = d.flag("passed_on", "the companion takes the damage")
        self.shared = d.flag("shared", "the damage may be split with the companion")
        self.split = d.integer("split", 0, 7, "the companion's share")
        self.landed = d.array(
            "landed",
            self.kinds,
            0,
            7,
            "the tokens that the attack inflicted",
            index=names,
        )
        self.shield = d.integer("shield", 0, 3, "the tokens that the defender may keep off")
        self.asked = d.flag("asked", "it was asked whether a token is kept off")
        self.spared = d.flag("spared", "one of the tokens is kept off")
        self.later = d.array("later", self.kinds, 0, 7, "the tokens to be placed later", index=names)
        self.extra = d.flag("extra", "another Offensive Roll Phase follows")

    @property
    def defender(self) -> Expr:
        """The seat that is attacked."""
        return 1 - self.attacker

    @property
    def top(self) -> Expr:
        """The frame that runs: the topmost action under way, or 0 for an ability."""
        return self.depth

    def token(self, seat: Expr | int, kind: Expr | int) -> Expr:
        """How many tokens of status effect ``kind`` (from 1) the player in ``seat`` has."""
        return self.tokens[self.place(seat, kind)]

    def place(self, seat: Expr | int, kind: Expr | int) -> Expr:
        """Where ``tokens`` and ``raised`` have ``kind`` (from 1) of the player in ``seat``."""
        place = number(seat) * self.kinds + at_least(number(kind) - 1, 0)
        if isinstance(kind, int):
            return self.definitions.said(
                f"the place of {self.statuses[kind].id} of {{}}", place, number(seat)
            )
        return self.definitions.said("the place of {} of {}", place, kind, number(seat))

    def card_place(self, seat: Expr | int, card: Expr | int) -> Expr:
        """Where ``zone`` has the place ``card`` of the deck of the player in ``seat``."""
        place = number(seat) * self.deck + card
        return self.definitions.said("the place of {} of {}", place, number(card), number(seat))

    def limit(self, seat: Expr | int, kind: Expr | int) -> Expr:
        """The stack limit of ``kind`` for ``seat``: the printed one and what raised it."""
        return self.trait("limit", kind, lambda status: status.limit) + self.raised[self.place(seat, kind)]

    def spare(self, seat: Expr | int, kind: Expr | int) -> Expr:
        """Whether ``seat`` has room for another token of ``kind``."""
        return self.token(seat, kind) < self.limit(seat, kind)

    def trait(self, name: str, kind: Expr | int, read: Callable[[Status], int]) -> Expr:
        """A number that every status effect has, looked up for ``kind``."""
        return self._look(f"{name} of the status effect", [read(status) for status in self.statuses], kind)

    def kinds_with(self, read: Callable[[Status], int]) -> list[int]:
        """The numbers of the status effects that have a trait."""
        return [kind for kind, status in enumerate(self.statuses) if kind and read(status)]

    def kept_fresh(self, kind: Expr | int) -> Expr:
        """1 for a status effect that has a use barred in the turn of its gain, else 0."""
        return self.trait(
            "fresh trait", kind, lambda s: any(When.NOT_TURN_GAINED in action.when for action in s.spend)
        )

    def traits(self, seat: Expr | int, read: Callable[[Status], int]) -> Expr:
        """The sum over all tokens of ``seat`` of a number that each kind has."""
        kinds = self.kinds_with(read)
        return total(self.token(seat, kind) * read(self.statuses[kind]) for kind in kinds)

    def has_trait(self, seat: Expr | int, read: Callable[[Status], int]) -> Expr:
        """Whether ``seat`` has a token of a kind with that trait."""
        return any_of(*(self.has(seat, kind) for kind in self.kinds_with(read)))

    def has(self, seat: Expr | int, kind: int) -> Expr:
        """Whether ``seat`` has a token of status effect ``kind``."""
        held = self.token(seat, kind) >= 1
        return self.definitions.said(f"{{}} has {self.statuses[kind].id}", held, number(seat))

    def silenced(self, seat: Expr | int) -> Expr:
        """Whether ``seat`` may do nothing: stunned, or facing an activated Ultimate."""
        return any_of(self.stunned(seat), all_of(self.ultimate == 1, number(seat) != self.attacker))

    def stunned(self, seat: Expr | int) -> Expr:
        """Whether a status effect bars ``seat`` from every action."""
        return self.has_trait(seat, lambda status: status.bars_actions)

    @property
    def rolling(self) -> Expr:
        """Whether it is a Roll Phase: offensive, targeting or defensive."""
        return all_of(self.phase >= PHASES.index("offense"), self.phase <= PHASES.index("defense"))

    @property
    def is_attack(self) -> Expr:
        """An activated offensive ability with at least 1 damage that is not collateral."""
        return all_of(self.activated == 1, self.kind != DamageType.NONE, self.printed >= 1)

    @property
    def enhanceable(self) -> Expr:
        """Whether Attack Modifiers may raise the damage: normal, undefendable and ultimate damage."""
        return all_of(self.kind != DamageType.NONE, self.kind != DamageType.PURE)

    def other_damage(self, seat: Expr | int) -> Expr:
        """Damage on its way to ``seat`` that is not the attack's."""
        return self.dealt[number(seat)] + self.collateral[number(seat)]

    def incoming(self, seat: Expr | int) -> Expr:
        """Whether avoidable damage is coming to ``seat``."""
        attacked = all_of(self.is_attack, number(seat) == self.defender, self.ultimate == 0)
        returned = all_of(
            self.is_attack, number(seat) == self.attacker, any_of(self.reflects >= 1, self.recoil >= 1)
        )
        coming = any_of(attacked, returned, self.other_damage(seat) >= 1)
        return self.definitions.said("damage is coming", coming)

    @property
    def pending_harm(self) -> Expr:
        """Whether damage or healing outside of an attack is on its way."""
        return any_of(*(cell >= 1 for array in (self.dealt, self.certain, self.healing) for cell in array))

    @property
    def in_defense(self) -> Expr:
        """Whether the Defensive Ability is still being rolled or carried out."""
        behind = all_of(self.live == ACTION_ROLL, self.live_before == DEFENSE_ROLL)
        return any_of(self.live == DEFENSE_ROLL, behind, self.program == DEFENSE)

    @property
    def offense_concluding(self) -> Expr:
        """Whether an ability has been activated and carried out, and its Offensive Roll Phase concludes."""
        in_phase = self.phase == PHASES.index("offense")
        return all_of(in_phase, self.activated == 1, self.program == NOTHING)

    def taken_off(self) -> Expr:
        """How much the attacker's own status effects lower what the defender is dealt."""
        attack = self.printed + self.added
        off = at_most(self.lowered, attack)
        rest = attack - off
        if self.weakens_collateral:
            rest = rest + self.collateral[self.defender]
        return off + at_most(self.weakened, rest)

    def damage_to(self, seat: Expr | int) -> Damage:
        """The avoidable damage on its way to ``seat``, for the damage pipeline."""
        said = self.definitions.said
        attacked = all_of(number(seat) == self.defender, self.ultimate == 0)
        prevented = self.prevented[number(seat)] + where(attacked, self.taken_off(), 0)
        return Damage(
            base=said("base damage", where(attacked, self.printed, 0) + self.other_damage(seat)),
            added=said("added damage", where(attacked, self.added, 0)),
            prevented=said("prevented damage", prevented),
            doublings=self.doubled[number(seat)],
            halvings=self.halved[number(seat)],
        )

    def die(self, pool: Expr | int, place: Expr | int) -> Expr:
        """The face of a die: ``pool`` is 0 to 3 (offence, defence, ability, action), ``place`` 0 to 4."""
        return self.dice[number(pool) * DICE + place]

    def value(self, pool: Expr | int, place: Expr | int) -> Expr:
        """What a die counts as: its face, or nothing if it is a 6 whose owner's 6s are blank."""
        die = self.die(pool, place)
        if not self.kinds_with(lambda status: status.blanks_sixes):
            return die
        blank = self.has_trait(self.die_owner(pool, place), lambda status: status.blanks_sixes)
        return where(all_of(die == 6, blank), 0, die)

    def die_owner(self, pool: Expr | int, place: Expr | int) -> Expr:
        """Whose die it is: in a roll-off the second die is the opponent's."""
        pool = number(pool)
        mine = where(pool == 2, self.owner[0], self.owner[self.top])
        roller = where(pool == 0, self.attacker, where(pool == 1, self.defender, mine))
        theirs = all_of(pool >= 2, self.versus[at_least(pool - 2, 0)] == 1, number(place) == 1)
        return where(theirs, 1 - roller, roller)

    def forget_attack(self) -> dict[Expr, Expr | int]:
        """Effects that clear all that belongs to one attack."""
        scalars = (
            self.activated, self.activations, self.ultimate, self.kind, self.printed, self.added, self.recoil,
            self.reflects, self.defended, self.defense_used, self.passed_on, self.shared, self.announced,
            self.announced_ultimate, self.altered, self.granted, self.live, self.pending, self.lowered,
            self.weakened, self.missed, self.concluded, self.shield,
        )  # fmt: skip
        return {
            **dict.fromkeys(scalars, constant(0)),
            **self.forget_damage(),
            **dict.fromkeys(self.landed, 0),
        }

    def forget_damage(self) -> dict[Expr, Expr | int]:
        """Effects that clear damage, prevention and healing on their way."""
        arrays = (
            self.dealt, self.collateral, self.prevented, self.halved, self.doubled, self.avoided,
            self.healing, self.certain,
        )  # fmt: skip
        return {**{cell: 0 for array in arrays for cell in array}, self.drains: constant(0)}
