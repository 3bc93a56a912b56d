"""The declared fields of a duel, with the sizes and the names that they speak in."""

from __future__ import annotations

from dicelaw.model.content.look import Look, closed
from dicelaw.model.dice_throne.language import RAISED_MOST, TOKENS_MOST, DamageType, Status
from dicelaw.model.dice_throne.modes import DUEL
from dicelaw.model.kernel.definitions import Definitions
from dicelaw.model.kernel.seats import Seats
from dicelaw.model.kernel.state import ArrayField, Declaration, Field

DICE = 5
ALL_DICE = 2**DICE - 1
"""All dice of a player, as a set of bits."""
HEALTH_START = 50
HEALTH_ABOVE = 10
"""How far above what it starts with health can rise."""
HEALTH_MAX = HEALTH_START + HEALTH_ABOVE
CP_START = 2
CP_MAX = 15
HAND_START = 4
HAND_LIMIT = 6
ATTEMPTS = 3
FRAMES = 4
SLOTS = 10
"""Spaces of a hero board that can be upgraded, at most."""

PHASES = (
    "setup", "hero set-up", "upkeep", "income", "main-1", "offense", "targeting", "defense", "main-2",
    "discard",
)  # fmt: skip
ZONES = ("deck", "hand", "discard pile", "in play")
DECK, HAND, DISCARD, IN_PLAY = range(4)
ROLLS = ("no roll", "the offensive roll", "the defensive roll", "the ability's dice", "the action's dice")
NO_ROLL, OFFENSE_ROLL, DEFENSE_ROLL, ABILITY_ROLL, ACTION_ROLL, TARGET_ROLL = range(6)
TARGET_POOL = 4
"""The number of the targeting die as a pool, where there is one."""
PHASE_ROLLS = {"offense": (0, OFFENSE_ROLL), "defense": (1, DEFENSE_ROLL)}
"""The rolls that a phase is about, with the number of their dice as a pool and their place in ``ROLLS``."""
PROGRAMS = ("none", "activation", "landing", "defence")
NOTHING, ACTIVATION, LANDING, DEFENSE = range(4)
WINDOWS = (
    "upkeep",
    "income/begin",
    "income/paid",
    "main-1",
    "main-1/over",
    "main-2",
    "discard",
    "offense/rolled",
    "offense/announced",
    "offense/end",
    "concluding",
    "attacking",
    "resolve/then",
    "resolve/dice",
    "interrupt",
    "defense/start",
    "defense/rolled",
    "conclusion",
    "conclusion/over",
    "answer",
    "turn-end",
    "setup/due",
    "upkeep/due",
    "concluding/due",
    "attacking/due",
    "phase-over/due",
    "turn-end/due",
)
"""What a finished action may go back to: windows, and for what runs by itself the point where it was due."""
TARGETING_WINDOWS = ("targeting/rolled", "targeting/aimed")
"""Windows that there are only where a target has to be determined."""


class DuelState:
    """The declared fields of a duel between ``seats``, with ``statuses`` (number 0 is no status effect).

    ``deck`` is how many cards each seat has, 0 where hands are counted without telling cards apart. Each side
    has one health, of ``health_most``. With more than two seats it is told whom an attack is aimed at.
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
        seats: Seats | None = None,
        health_most: int = HEALTH_MAX,
    ) -> None:
        self.seats = seats or DUEL.seats(2)
        self.health_most = health_most
        self.statuses = statuses
        self.kinds = len(statuses) - 1
        self.deck = deck
        self.weakens_collateral = weakens_collateral
        self._look = look
        self.definitions = Definitions()
        self.spaces = tuple(str(space) for space in range(len(self.seats) * SLOTS))
        self.declaration = Declaration([status.id for status in statuses[1:]], self.spaces)
        self._declare_players()
        self._declare_cards()
        self._declare_actions(pc_top, actions, triggers)
        self._declare_dice(abilities)
        self._declare_attack()
        if not self.seats.duel:
            self._declare_target()

    def _seat(self, name: str, says: str) -> Field:
        """A field whose value is a seat."""
        names = self.seats.names
        return self.declaration.integer(name, 0, len(names) - 1, says, labels=names)

    def _maybe_seat(self, name: str, says: str) -> Field:
        """A field that is a seat, counted from 1, or nobody's."""
        names = self.seats.names
        return self.declaration.integer(name, 0, len(names), says, labels=("nobody", *names))

    def _declare_players(self) -> None:
        d, both, seats = self.declaration, self.seats.names, len(self.seats)
        names = [f"{seat}/{status.id}" for seat in both for status in self.statuses[1:]]
        sides = ["+".join(both[seat] for seat in self.seats.members(n)) for n in self.seats.side_numbers]
        self.turn = self._seat("turn", "the active player")
        self.phase = d.choice_of("phase", PHASES, "the phase")
        self.first_turn = d.flag("first_turn", "it is the start player's first turn")
        self.offense_begun = d.flag("offense_begun", "the Offensive Roll Phase of this turn has begun")
        self.health = d.array("health", len(sides), 0, self.health_most, "the health", index=sides)
        self.cp = d.array("cp", seats, 0, CP_MAX, "the combat points", index=both)
        self.tokens = d.array(
            "tokens", seats * self.kinds, 0, TOKENS_MOST, "the tokens", index=names, open_above=True
        )
        self.raised = d.array(
            "raised",
            seats * self.kinds,
            0,
            RAISED_MOST,
            "the stack limit raised by",
            index=names,
            open_above=True,
        )
        self.fresh = d.array("fresh", seats, 0, 7, "the tokens that may not add damage this turn", index=both)
        self.aged = d.array(
            "aged",
            seats * self.kinds,
            0,
            TOKENS_MOST,
            "the tokens that leave at the end",
            index=names,
            open_above=True,
        )
        self.companion = d.array("companion", seats, 0, 7, "the companion's health", index=both)
        self.companion_up = d.array("companion_up", seats, 0, 1, "the companion is active", index=both)
        self.has_companion = d.array("has_companion", seats, 0, 1, "there is a companion", index=both)

    def _declare_cards(self) -> None:
        d, both, seats = self.declaration, self.seats.names, len(self.seats)
        self.hand = d.array("hand", seats, 0, 60, "the cards in hand", index=both, open_above=True)
        self.library = d.array("library", seats, 0, 60, "the cards in the deck", index=both, open_above=True)
        self.pile = d.array(
            "pile", seats, 0, 60, "the cards in the discard pile", index=both, open_above=True
        )
        self.zone: ArrayField | None = None
        if self.deck:
            self.zone = d.array("zone", seats * self.deck, 0, 3, "the place of card", labels=ZONES)
        self.level = d.array("level", len(self.spaces), 1, 3, "the level of board space", index=self.spaces)
        self.drawing = self._seat("drawing", "the player who draws")
        self.draws = d.integer("draws", 0, 63, "the cards still to be drawn", open_above=True)

    def _declare_actions(self, pc_top: int, actions: int, triggers: int) -> None:
        d = self.declaration
        windows = WINDOWS if self.seats.duel else (*WINDOWS, *TARGETING_WINDOWS)
        self.due = d.array(
            "due", triggers, 0, TOKENS_MOST, "how often it is due: effect", open_above=triggers == 1
        )
        self.picked = d.integer("picked", 0, triggers, "the effect that is to come first")
        self.holder = self._seat("holder", "the player with priority")
        self.declared = d.integer("declared", 0, actions, "the declared instant")
        self.declared_at = d.choice_of("declared_at", windows, "the window of the declaration")
        self.depth = d.integer("depth", 0, FRAMES - 1, "the actions under way")
        self.pc = d.array("pc", FRAMES, 0, pc_top, "the next instruction of action")
        names = self.seats.names
        self.owner = d.array("owner", FRAMES, 0, len(names) - 1, "the player of action", labels=names)
        self.back = d.array("back", FRAMES, 0, len(windows) - 1, "the window behind", labels=windows)
        self.enhancing = d.array("enhancing", FRAMES, 0, 1, "an Attack Modifier is action")
        self.swift = d.array("swift", FRAMES, 0, 1, "an instant is action")
        self.spent = d.array("spent", FRAMES, 0, self.kinds, "the status effect spent for action")
        self.paid = d.array("paid", FRAMES, 0, 63, "what was given up for action", open_above=True)
        self.rerolled = d.array("rerolled", FRAMES, 0, 1, "a die was rerolled for action")
        self.played = d.array("played", FRAMES, 0, actions, "the card of action")
        self.returning = d.choice_of("returning", windows, "the window to return to")
        self.program = d.choice_of("program", PROGRAMS, "the ability's program under way")
        self.chosen = self._maybe_seat("chosen", "the chosen player")
        self.decider = self._seat("decider", "the player who picks")
        self.picks = d.integer("picks", 0, 5, "the dice still to be picked")

    def _declare_dice(self, abilities: int) -> None:
        d = self.declaration
        pools, rolls = (4, ROLLS) if self.seats.duel else (5, (*ROLLS, "the targeting roll"))
        self.dice = d.array("dice", pools * DICE, 0, 6, "the face of die")
        self.pending = d.integer("pending", 0, 2**DICE - 1, "the dice still to be rolled")
        self.live = d.choice_of("live", rolls, "the roll that may be altered")
        self.live_before = d.choice_of("live_before", rolls, "the roll behind the action's dice")
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
        d, both, seats = self.declaration, self.seats.names, len(self.seats)
        names = [status.id for status in self.statuses[1:]]
        self.attacker = self._seat("attacker", "the attacker")
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
        self.missed = d.flag("missed", "an attack failed")
        self.drains = d.flag("drains", "the attacker heals what is dealt")
        self.recoil = d.integer("recoil", 0, 255, "the damage back to the attacker", open_above=True)
        self.dealt = d.array("dealt", seats, 0, 255, "the damage without a type", index=both, open_above=True)
        self.collateral = d.array(
            "collateral", seats, 0, 255, "collateral damage", index=both, open_above=True
        )
        self.certain = d.array(
            "certain", seats, 0, 255, "a loss that nothing prevents", index=both, open_above=True
        )
        self.prevented = d.array("prevented", seats, 0, 255, "the prevention", index=both, open_above=True)
        self.halved = d.array("halved", seats, 0, 63, "the halvings", index=both, open_above=True)
        self.doubled = d.array("doubled", seats, 0, 63, "the doublings", index=both, open_above=True)
        self.avoided = d.array("avoided", seats, 0, 1, "the damage is avoided", index=both)
        self.healing = d.array("healing", seats, 0, 255, "the healing", index=both, open_above=True)
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

    def _declare_target(self) -> None:
        d, names = self.declaration, self.seats.names
        self.target = self._maybe_seat("target", "whom the ability is aimed at")
        self.rival = d.array(
            "rival", FRAMES, 0, len(names), "the opponent meant by action", labels=("nobody", *names)
        )
        self.beside = self._maybe_seat("beside", "whom the attack strikes beside its target")
        self.beside_printed = d.integer(
            "beside_printed", 0, 255, "the printed damage beside the target", open_above=True
        )
        self.beside_reflects = d.integer(
            "beside_reflects", 0, 63, "the reflections beside the target", open_above=True
        )
        self.beside_passed = d.flag("beside_passed", "the companion beside the target takes the damage")
        self.beside_shared = d.flag("beside_shared", "the damage beside the target may be split")
        self.beside_split = d.integer("beside_split", 0, 7, "the share of the companion beside the target")
        self.nobody_there = len(names) + 1
        self.named = d.array(
            "named", FRAMES, 0, self.nobody_there, "the player picked last for action",
            labels=("nobody", *names, "somebody who is not there"),
        )  # fmt: skip
        frames = [f"action {frame}, {name}" for frame in range(FRAMES) for name in names]
        self.met = d.array("met", len(frames), 0, 1, "already picked for", index=frames)
        self.declarer = self._seat("declarer", "who declared the instant")
