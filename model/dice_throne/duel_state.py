"""The declared fields of a duel, with the sizes and the names that they speak in."""

from __future__ import annotations

from dicelaw.model.content.look import Look, closed
from dicelaw.model.dice_throne.language import DamageType, Status
from dicelaw.model.kernel.definitions import Definitions
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


class DuelState:
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
        self.picked = d.integer("picked", 0, triggers, "the effect that is to come first")
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
            "certain", SEATS, 0, 255, "a loss that nothing prevents", index=both, open_above=True
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
