"""The state of a game of Dice Masters: its fields, and the words for what they hold."""

from __future__ import annotations

from dicelaw.model.content.look import Look, closed
from dicelaw.model.dice_masters.cards.cards import COPYING, Energy, Moment, Op
from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.state.dice import Set
from dicelaw.model.dice_masters.state.figures import FACE_CODES, Figures, OpenFigures
from dicelaw.model.dice_masters.state.switches import Switches
from dicelaw.model.kernel.expressions import Expr, number
from dicelaw.model.kernel.seats import Seats
from dicelaw.model.kernel.state import Declaration, Place

SEATS = 2
BOTH = ("1", "2")
ZONES = ("card", "bag", "prep", "reserve", "field", "attack", "out of play", "used", "captured", "in play",
         "aside")  # fmt: skip
CARD, BAG, PREP, RESERVE, FIELD, ATTACK, OUT, USED, CAPTURED, IN_PLAY, ASIDE = range(11)
"""Characters of the Field Zone are in ``FIELD`` or ``ATTACK``, Continuous action dice in ``IN_PLAY``."""
ACTS = ("nothing", "purchase", "fielding", "global", "reaction", "effect", "anti-breath weapon")
NO_ACT, PURCHASE, FIELDING, GLOBAL, REACTION, EFFECT, ANTI_BREATH = range(7)
STAGES = ("main step", "attackers", "blockers", "attack window", "damaged", "answering damage", "ko'd",
          "assigning", "start of the turn", "end of the turn", "no attack", "attack over")  # fmt: skip
(MAIN, ATTACKERS, BLOCKERS, WINDOW, DAMAGED, ANSWERING, FALLEN, ASSIGNING, BEGINNING, ENDING,
 NO_ATTACK, OVER) = range(12)  # fmt: skip
"""``ANSWERING`` is ``DAMAGED`` once the first effect of combat damage has begun, where others wait then."""
_ARRIVING = (Moment.FIELDED, Moment.ATTACKS, Moment.BLOCKS, Moment.ATTUNE, Moment.ENERGIZE,
             Moment.FIELDED_BURST, Moment.ATTACKS_BURST, Moment.ALLY_FIELDED, Moment.TARGETED,
             Moment.OPPONENT_FIELDED, Moment.TURN_BEGINS, Moment.TURN_ENDS, Moment.LATER,
             Moment.OPPONENT_ATTACKS, Moment.OPPONENT_ATTACKS_DOUBLE)  # fmt: skip
ARRIVALS = {moment: at for at, moment in enumerate(_ARRIVING, 1)}
"""The numbers in ``arriving`` of what a die can be due for besides damage and KO."""
HURTS = (0, Moment.DAMAGED, Moment.DAMAGED_BURST, Moment.PLAYER_DAMAGED, Moment.PLAYER_DAMAGED_BURST)
"""What each number in ``hurt`` is due for."""
FALLS = (0, Moment.KOED, Moment.KOED_BURST, Moment.ALLY_KOED)
"""What each number in ``fallen`` is due for."""
DRAW = 4
"""How many dice are drawn at the beginning of a turn."""
LEAST_LIFE = 0
ENERGY_TOP = 15
DAMAGE_TOP = 63
BOUND = ("anything", "not block", "attack")
NOT_BLOCK, DO_ATTACK = 1, 2
WAYS = (ADDED, INSTEAD, BESIDE, WHOLE) = range(4)
"""How abilities are copied: beside its own or in place of them, as such or with the whole die."""
LEVELS = 3
"""How many levels a character die has that is no starting die; they are its last faces."""


class TableState:
    """The declared fields of a game with the dice of ``dice``, whose figures are open with ``steps``.

    ``life`` is what both players start with and cannot exceed. What there is besides hangs on ``switches``:
    with ``batches`` there is ``batch``, how often each Global is used in an effect that several are together.
    """

    def __init__(
        self,
        dice: Set,
        life: int,
        switches: Switches,
        steps: int = 0,
        look: Look = closed,
    ) -> None:
        self.dice = dice
        self.count = len(dice.dice)
        self.life_start = life
        self.declaration = Declaration(dice.names, BOTH)
        self.figures = OpenFigures(dice, self.declaration, steps) if steps else Figures(dice, look)
        self.captures = self.figures.uses(Op.CAPTURE, Op.KEEP, Op.SEIZE)
        self.lends = self.figures.uses(Op.CONTROL)
        self.copying = self.figures.uses(*COPYING)
        self.copiers = [die for die, kind in enumerate(dice.dice) if self.figures.copies_text(kind)]
        self.tokens_made = [die for die, kind in enumerate(dice.dice) if dice.kinds[kind].maker]
        self.freed = dice.affiliations if self.figures.uses(Op.FREES) else []
        """The affiliations that an effect may make free to field."""
        self.reactions = [at for at, one in enumerate(dice.globals) if one.reactive]
        self.lent_out = switches.lent_out(lends=self.lends)
        self.copies_levels = switches.copies_levels(copying=self.copying)
        self.keeps_applied = switches.keeps_applied()
        self.batches = switches.batches(others=len(self.reactions) < len(dice.globals))
        self.reacts_each = switches.reacts_each(reactive=bool(self.reactions))
        self._bearers: dict[Keyword, list[int]] = {}
        self.lost: list[tuple[str, Place, Expr]] = []
        """What rules write, with the name of the array, where it is lost by a die that may leave."""
        self._declare_players()
        self._declare_dice()
        self._declare_acts()

    @property
    def inactive(self) -> Expr:
        """The player whose turn it is not."""
        return self.seats.opponent(self.turn)

    def other(self, seat: Expr | int) -> Expr:
        """The opponent of ``seat``."""
        return self.seats.opponent(number(seat))

    def _declare_players(self) -> None:
        d = self.declaration
        self.seats = Seats.made([f"player {seat}" for seat in BOTH])
        self.turn = d.integer("turn", 0, 1, "the active player", labels=BOTH)
        self.first_turn = d.flag("first_turn", "it is the first turn of the game")
        self.drawn = d.integer("drawn", 0, DRAW, "the dice drawn this turn")
        self.extra = d.integer("extra", 0, DRAW, "the dice drawn this turn beyond those, at most four")
        self.holder = d.integer("holder", 0, 1, "the player with priority", labels=BOTH)
        self.agreed = d.flag("agreed", "the inactive player has passed since the last act")
        self.reactor = d.integer("reactor", 0, 1, "the player who may react", labels=BOTH)
        self.life = d.array("life", SEATS, LEAST_LIFE, self.life_start, "the life", index=BOTH)
        self.virtual = d.array(
            "virtual", SEATS, 0, ENERGY_TOP, "the virtual energy", index=BOTH, open_above=True
        )
        self.spare = d.array("spare", SEATS, 0, 1, "the unspent half of a generic double", index=BOTH)
        self.rebates = d.array(
            "rebates", SEATS, 0, ENERGY_TOP, "what the next purchase costs less", index=BOTH, open_above=True
        )
        self.has_fielded = d.array("has_fielded", SEATS, 0, 1, "has fielded a character", index=BOTH)
        named = [f"{seat}/{affiliation}" for seat in BOTH for affiliation in self.freed]
        self.frees = d.array("frees", max(len(named), 1), 0, 1, "is free to field:", index=named)

    def _declare_dice(self) -> None:
        d, names, dice = self.declaration, self.dice.names, self.count
        self.zone = d.array("zone", dice, 0, len(ZONES) - 1, "the zone", labels=ZONES, index=names)
        self.owner = d.array("owner", dice, 0, 1, "the owner", labels=BOTH, index=names)
        self.face = d.array("face", dice, 0, FACE_CODES - 1, "the face", index=names)
        self.keeper = d.array("keeper", dice, 0, dice + 1, "what holds", index=names,
                              labels=("nothing", *names, "the end of the turn"))  # fmt: skip
        self.lasting = d.array("lasting", dice, 0, 1, "is held beyond the turn:", index=names)
        self.copies = d.array("copies", dice, 0, len(self.dice.kinds) * FACE_CODES - 1,
                              "the face whose stats are copied by", index=names)  # fmt: skip
        self.text = d.array("text", dice, 0, len(WAYS) * len(self.dice.kinds),
                            "the card whose abilities are copied by", index=names)  # fmt: skip
        self.picked = d.array("picked", dice, 0, 1, "picked for the reroll:", index=names)
        self.damage = d.array("damage", dice, 0, DAMAGE_TOP, "the damage on", index=names, open_above=True)
        self.suffered = d.array("suffered", dice, 0, DAMAGE_TOP, "the damage last dealt to", index=names,
                                open_above=True)  # fmt: skip
        self.withstood = d.array("withstood", dice, 0, 2, "its KO after damage", index=names,
                                 labels=("not possible yet", "withstood", "possible"))  # fmt: skip
        self.plus_attack = d.array(
            "plus_attack", dice, 0, DAMAGE_TOP, "the applied +A", index=names, open_above=True
        )
        self.plus_defense = d.array(
            "plus_defense", dice, 0, DAMAGE_TOP, "the applied +D", index=names, open_above=True
        )
        self.traded = d.array("traded", dice, 0, 1, "has A and D exchanged:", index=names)
        self.bound = d.array("bound", dice, 0, len(BOUND) - 1, "what it may or must do:", labels=BOUND,
                             index=names)  # fmt: skip
        self.partial = d.array("partial", dice, 0, 1, "is spent in part:", index=names)
        self.shielded = d.array("shielded", dice, 0, 1, "takes no damage:", index=names)
        self.blocks = d.array("blocks", dice, 0, dice, "the attacker that is blocked", index=names,
                              labels=("nothing", *names))  # fmt: skip
        self.engaged = d.array("engaged", dice, 0, dice, "the Deadly die that was engaged with", index=names,
                               labels=("none", *names))  # fmt: skip
        self.blocked = d.array("blocked", dice, 0, 1, "was blocked:", index=names)
        self.assigned = d.array("assigned", dice, 0, 1, "has assigned its damage:", index=names)
        self.incoming = d.array("incoming", dice, 0, DAMAGE_TOP, "the damage on its way", index=names,
                                open_above=True)  # fmt: skip
        self.aimed = d.array("aimed", SEATS, 0, DAMAGE_TOP, "the damage on its way to", index=BOTH,
                             open_above=True)  # fmt: skip
        self.delayed = [
            die for die, kind in enumerate(self.dice.dice) if self.figures.has_program(kind, Moment.LATER)
        ]
        self.later = d.array("later", max(len(self.delayed), 1), 0, 1, "has an effect to come:", alike=True,
                             index=[names[die] for die in self.delayed] or ["none"])  # fmt: skip
        callers = self.bearers(Keyword.CALL_OUT)
        self.called = d.array("called", max(len(callers), 1), 0, dice, "whom it called out", alike=True,
                              labels=("nobody", *names))  # fmt: skip
        gear = self.bearers(Keyword.EQUIP)
        of_gear = [names[die] for die in gear] or ["none"]
        self.worn_by = d.array("worn_by", len(of_gear), 0, dice, "who wears", labels=("nobody", *names),
                               index=of_gear, alike=True)  # fmt: skip
        self.offered = d.array("offered", max(len(gear), 1), 0, 1, "may be attached now:", alike=True)
        cleavers = self.bearers(Keyword.CLEAVE)
        self.cleaved = d.array("cleaved", max(len(cleavers), 1), 0, 1, "has cleaved this turn:",
                               alike=True)  # fmt: skip
        self.experienced = list(
            dict.fromkeys(self.dice.dice[die] for die in self.bearers(Keyword.EXPERIENCE))
        )
        kinds = [self.dice.kinds[kind] for kind in self.experienced]
        cards = tuple(f"{(kind.seat or 0) + 1}/{kind.card.id}" for kind in kinds if kind.card) or ("none",)
        self.tokens = d.array(
            "tokens", len(cards), 0, 20, "the Experience tokens on", index=cards, open_above=True,
            alike=True,
        )  # fmt: skip
        self.earned = d.array("earned", len(cards), 0, 1, "gains an Experience token:", index=cards,
                              alike=True)  # fmt: skip
        moments = ("nothing", *(moment.name.lower() for moment in ARRIVALS))
        self.arriving = d.array("arriving", dice, 0, len(ARRIVALS), "is due:", index=names, labels=moments)
        self.hurt = d.array("hurt", dice, 0, len(HURTS) - 1, "its effect of damage is due:", index=names)
        self.fallen = d.array("fallen", dice, 0, len(FALLS) - 1, "its effect of a KO is due:", index=names)

    def _declare_acts(self) -> None:
        d, dice, abilities = self.declaration, self.count, max(len(self.dice.globals), 1)
        self.act = d.choice_of("act", ACTS, "what is being paid for")
        self.subject = d.integer("subject", 0, max(dice, abilities) - 1, "what the act is about")
        self.event = d.integer("event", 0, dice + SEATS - 1, "what the reaction is about",
                               labels=(*self.dice.names, *(f"player-{seat}" for seat in BOTH)))  # fmt: skip
        self.onto = d.integer("onto", 0, dice - 1, "the new target of a redirection", labels=self.dice.names)
        self.owed = d.integer("owed", 0, ENERGY_TOP, "the energy still to be paid", open_above=True)
        self.wants = d.array("wants", 2, 0, 4, "a type still to be paid", alike=True,
                             labels=tuple(kind.name.lower() for kind in list(Energy)[:5]))  # fmt: skip
        self.either = d.flag("either", "one of the two types is enough")
        self.used = d.array("used", abilities, 0, 1, "the number of uses this turn", alike=True)
        if self.batches:
            self.batch = d.array("batch", abilities, 0, ENERGY_TOP, "uses that resolve together: Global",
                                 alike=True, open_above=True)  # fmt: skip
        self.firsts = self.figures.firsts()
        cards = [self.dice.kinds[kind] for kind in self.firsts]
        self.happened = d.array(
            "happened", max(len(cards), 1), 0, 1, "has happened this turn, of the card",
            index=tuple(f"{(kind.seat or 0) + 1}/{kind.card.id}" for kind in cards if kind.card) or ("none",),
            alike=True,
        )  # fmt: skip
        events = max(len(self.reactions), 1) * (dice + SEATS)
        most = dice if self.reacts_each else 1
        self.reacted = d.array("reacted", events, 0, most, "the number of answers", alike=True)
        self.spent = d.array("spent", max(len(self.dice.interrupts), 1), 0, 1, "has acted on damage: card",
                             alike=True)  # fmt: skip
        self.stage = d.choice_of("stage", STAGES, "where play goes on when nothing is pending")
        self.combat = d.flag("combat", "the damage on its way is combat damage")
        self.quick = d.flag("quick", "only dice with Fast deal combat damage now")
        self.pc = d.integer("pc", 0, self.figures.steps - 1, "the next step of the effect under way")
        self.again = d.flag("again", "its own effect is over and the copied one under way")
        self.newcomer = d.integer("newcomer", 0, dice, "the character fielded last",
                                  labels=("none", *self.dice.names))  # fmt: skip
        self.source = d.integer("source", 0, dice, "the die whose effect is under way",
                                labels=("none", *self.dice.names))  # fmt: skip
        self.dividing = d.integer("dividing", 0, dice - 1, "the attacker that divides its damage",
                                  labels=self.dice.names)  # fmt: skip
        self.left = d.integer("left", 0, DAMAGE_TOP, "the damage still to be divided", open_above=True)
        self.corrupted = d.integer("corrupted", 0, 1, "whose bag dice are taken from", labels=BOTH)
        self.winner = d.integer("winner", 0, 2, "the winner", labels=(*BOTH, "nobody"))

    def bearers(self, keyword: Keyword) -> list[int]:
        """The dice that may have ``keyword``."""
        if keyword not in self._bearers:
            self._bearers[keyword] = self.figures.bearers(keyword)
        return self._bearers[keyword]
