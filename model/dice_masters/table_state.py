"""The state of a game of Dice Masters, and the expressions over it that several rules share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dicelaw.model.content.look import Look, closed
from dicelaw.model.dice_masters.cards import BURSTS, COPIED_MOMENTS, COPYING, Bonus, Energy, Moment, Op
from dicelaw.model.dice_masters.figures import FACE_CODES, MOMENTS, Figures, OpenFigures, Set
from dicelaw.model.dice_masters.keywords import COPIED, Keyword
from dicelaw.model.kernel.expressions import (
    FALSE,
    TRUE,
    Expr,
    all_of,
    any_of,
    at_least,
    constant,
    count,
    lookup,
    number,
    total,
    where,
)
from dicelaw.model.kernel.state import Declaration

SEATS = 2
BOTH = ("1", "2")
ZONES = ("card", "bag", "prep", "reserve", "field", "attack", "out of play", "used", "captured", "in play",
         "aside")  # fmt: skip
CARD, BAG, PREP, RESERVE, FIELD, ATTACK, OUT, USED, CAPTURED, IN_PLAY, ASIDE = range(11)
"""Characters of the Field Zone are in ``FIELD`` or ``ATTACK``, Continuous action dice in ``IN_PLAY``."""
ACTS = ("nothing", "purchase", "fielding", "global", "reaction", "effect", "anti-breath weapon")
NO_ACT, PURCHASE, FIELDING, GLOBAL, REACTION, EFFECT, ANTI_BREATH = range(7)
STAGES = ("main step", "attackers", "blockers", "attack window", "damaged", "ko'd", "assigning")
MAIN, ATTACKERS, BLOCKERS, WINDOW, DAMAGED, FALLEN, ASSIGNING = range(7)
_ARRIVING = (Moment.FIELDED, Moment.ATTACKS, Moment.BLOCKS, Moment.ATTUNE, Moment.ENERGIZE,
             Moment.FIELDED_BURST, Moment.ATTACKS_BURST, Moment.ALLY_FIELDED, Moment.TARGETED,
             Moment.OPPONENT_FIELDED)  # fmt: skip
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
WAYS = (ADDED, INSTEAD, BESIDE, WHOLE) = range(4)
"""How abilities are copied: beside the own ones or in place of them, as such or with the whole die."""
LEVELS = 3
"""How many levels a character die has that is no starting die; they are its last faces."""


class Table:
    """The declared fields of a game with the dice of ``dice``, whose figures are open with ``steps``.

    ``life`` is what both players start with and cannot exceed. With ``lent_out`` a controlled die stays
    controlled while it is Out of Play; with ``copies_levels`` a die copies stats level by level.
    """

    def __init__(
        self,
        dice: Set,
        life: int,
        steps: int = 0,
        look: Look = closed,
        *,
        lent_out: bool = False,
        copies_levels: bool = True,
    ) -> None:
        self.dice = dice
        self.count = len(dice.dice)
        self.life_start = life
        self.declaration = Declaration(dice.names)
        self.figures = OpenFigures(dice, self.declaration, steps) if steps else Figures(dice, look)
        self.captures = self.figures.uses(Op.CAPTURE, Op.KEEP, Op.SEIZE)
        self.lends = self.figures.uses(Op.CONTROL)
        self.copying = self.figures.uses(*COPYING)
        self.copiers = [die for die, kind in enumerate(dice.dice) if self.figures.copies_text(kind)]
        self.lent_out = lent_out
        self.copies_levels = copies_levels
        self.reactions = [at for at, one in enumerate(dice.globals) if one.reactive]
        self._declare_players()
        self._declare_dice()
        self._declare_acts()

    def _declare_players(self) -> None:
        d = self.declaration
        self.turn = d.integer("turn", 0, 1, "the active player", labels=BOTH)
        self.first_turn = d.flag("first_turn", "it is the first turn of the game")
        self.drawn = d.integer("drawn", 0, DRAW, "the dice drawn this turn")
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
        self.frees = d.array(
            "frees", SEATS, 0, len(self.dice.affiliations), "whose fielding is free", index=BOTH,
            labels=("nobody", *self.dice.affiliations),
        )  # fmt: skip

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
        self.shielded = d.array("shielded", dice, 0, 1, "takes no damage:", index=names)
        self.blocks = d.array("blocks", dice, 0, dice, "the attacker that is blocked", index=names,
                              labels=("nothing", *names))  # fmt: skip
        self.blocked = d.array("blocked", dice, 0, 1, "was blocked:", index=names)
        self.assigned = d.array("assigned", dice, 0, 1, "has assigned its damage:", index=names)
        self.incoming = d.array("incoming", dice, 0, DAMAGE_TOP, "the damage on its way", index=names,
                                open_above=True)  # fmt: skip
        self.aimed = d.array("aimed", SEATS, 0, DAMAGE_TOP, "the damage on its way to", index=BOTH,
                             open_above=True)  # fmt: skip
        callers = self.bearers(Keyword.CALL_OUT)
        self.called = d.array("called", max(len(callers), 1), 0, dice, "whom it called out",
                              labels=("nobody", *names))  # fmt: skip
        gear = self.bearers(Keyword.EQUIP)
        of_gear = [names[die] for die in gear] or ["none"]
        self.worn_by = d.array("worn_by", len(of_gear), 0, dice, "who wears", labels=("nobody", *names),
                               index=of_gear)  # fmt: skip
        self.offered = d.array("offered", max(len(gear), 1), 0, 1, "may be attached now:")
        cleavers = self.bearers(Keyword.CLEAVE)
        self.cleaved = d.array("cleaved", max(len(cleavers), 1), 0, 1, "has cleaved this turn:")
        self.experienced = list(
            dict.fromkeys(self.dice.dice[die] for die in self.bearers(Keyword.EXPERIENCE))
        )
        kinds = [self.dice.kinds[kind] for kind in self.experienced]
        cards = tuple(f"{(kind.seat or 0) + 1}/{kind.card.id}" for kind in kinds if kind.card) or ("none",)
        self.tokens = d.array(
            "tokens", len(cards), 0, 20, "the Experience tokens on", index=cards, open_above=True
        )
        self.earned = d.array("earned", len(cards), 0, 1, "gains an Experience token:", index=cards)
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
        self.wants = d.array("wants", 2, 0, 4, "a type still to be paid",
                             labels=tuple(kind.name.lower() for kind in list(Energy)[:5]))  # fmt: skip
        self.either = d.flag("either", "one of the two types is enough")
        self.used = d.array("used", abilities, 0, 1, "was used this turn: Global")
        self.firsts = self.figures.firsts()
        cards = [self.dice.kinds[kind] for kind in self.firsts]
        self.happened = d.array(
            "happened", max(len(cards), 1), 0, 1, "has happened this turn, of the card",
            index=tuple(f"{(kind.seat or 0) + 1}/{kind.card.id}" for kind in cards if kind.card) or ("none",),
        )  # fmt: skip
        events = max(len(self.reactions), 1) * (dice + SEATS)
        self.reacted = d.array("reacted", events, 0, 1, "was reacted to")
        self.spent = d.array("spent", max(len(self.dice.interrupts), 1), 0, 1, "has acted on damage: card")
        self.stage = d.choice_of("stage", STAGES, "where play goes on when nothing is pending")
        self.combat = d.flag("combat", "the damage on its way is combat damage")
        self.quick = d.flag("quick", "only dice with Fast deal combat damage now")
        self.pc = d.integer("pc", 0, self.figures.steps - 1, "the next step of the effect under way")
        self.again = d.flag("again", "the own effect is over and the copied one under way")
        self.newcomer = d.integer("newcomer", 0, dice, "the character fielded last",
                                  labels=("none", *self.dice.names))  # fmt: skip
        self.source = d.integer("source", 0, dice, "the die whose effect is under way",
                                labels=("none", *self.dice.names))  # fmt: skip
        self.dividing = d.integer("dividing", 0, dice - 1, "the attacker that divides its damage",
                                  labels=self.dice.names)  # fmt: skip
        self.left = d.integer("left", 0, DAMAGE_TOP, "the damage still to be divided", open_above=True)
        self.corrupted = d.integer("corrupted", 0, 1, "whose bag dice are taken from", labels=BOTH)
        self.winner = d.integer("winner", 0, 2, "the winner", labels=(*BOTH, "nobody"))

    def may_fall(self, die: Expr | int, *, by_damage: bool) -> Expr:
        """Whether ``die`` can be KO'd: one with Iron Will only after it has been damaged this turn.

        The damage that it withstood does not KO it any more.
        """
        if not self.bearers(Keyword.IRON_WILL):
            return TRUE
        hurt = self.withstood[die] == 2 if by_damage else self.withstood[die] >= 1
        return any_of(~self.has(die, Keyword.IRON_WILL), hurt)

    # What a die is: figures of its kind and of the face that it shows.

    def shown(self, name: str, die: Expr | int) -> Expr:
        """Figure ``name`` of the face that ``die`` shows."""
        return self.figures.at(name, self.figures.kind(die) * FACE_CODES + self.face[die])

    def face_figure(self, name: str, die: Expr | int, face: Expr | int) -> Expr:
        """Figure ``name`` of ``face`` of ``die``."""
        return self.figures.at(name, self.figures.kind(die) * FACE_CODES + face)

    def printed(self, name: str, die: Expr | int) -> Expr:
        """Figure ``name`` of the card of ``die``."""
        return self.figures.at(name, self.figures.kind(die))

    def printed_of(self, kind: int, name: str) -> Expr:
        """Figure ``name`` of the card ``kind``."""
        return self.figures.at(name, kind)

    def has(self, die: Expr | int, keyword: Keyword) -> Expr:
        """Whether the card of ``die`` has ``keyword``."""
        bearers = self.bearers(keyword)
        may = lookup(f"may have {keyword}", [int(one in bearers) for one in range(self.count)], die) == 1
        printed = self.printed(keyword, die) >= 1
        if self.copiers and keyword in COPIED:
            other = self.figures.at(keyword, self.copied_card(die)) >= 1
            printed = any_of(all_of(self.keeps_text(die), printed), all_of(self.text[die] >= 1, other))
        return all_of(may, printed)

    # Copied abilities. Each number in ``text`` is one of the cards, in one of the ``WAYS``.

    def copied_card(self, die: Expr | int) -> Expr:
        """The number of the card whose abilities ``die`` has copied; 0 where it has none."""
        cards = [0, *(kind for _ in WAYS for kind in range(len(self.dice.kinds)))]
        return lookup("card copied", cards, self.text[die])

    def _copies_so(self, die: Expr | int, *ways: int) -> Expr:
        numbers = [0, *(int(way in ways) for way in WAYS for _ in self.dice.kinds)]
        return lookup("way copied", numbers, self.text[die]) == 1

    def keeps_text(self, die: Expr | int) -> Expr:
        """Whether ``die`` has the abilities of its own card."""
        return any_of(self.text[die] == 0, self._copies_so(die, ADDED, BESIDE))

    def is_copy(self, die: Expr | int) -> Expr:
        """Whether ``die`` has become a copy of a die, with its name and all that is printed."""
        return self._copies_so(die, WHOLE, BESIDE)

    def card_of(self, die: Expr | int) -> Expr:
        """The number of the card that ``die`` is one of, by copying or by itself."""
        own = self.figures.kind(die)
        copies = self.copiers if not isinstance(die, int) else die in self.copiers
        return where(self.is_copy(die), self.copied_card(die), own) if copies else own

    def affiliated(self, die: Expr | int, affiliation: str) -> Expr:
        """Whether ``die`` has ``affiliation``, or that name, by copying or by itself."""
        kinds = self.dice.affiliated(affiliation)
        named = [int(kind in kinds) for kind in range(len(self.dice.kinds))]
        return lookup(affiliation, named, self.card_of(die)) == 1

    def bearers(self, keyword: Keyword) -> list[int]:
        """The dice that may have ``keyword``."""
        return self.figures.bearers(keyword)

    def program(self, die: Expr | int, moment: Expr | Moment) -> Expr:
        """Where the program of ``die`` for ``moment`` begins, of its own card first; 0 where it has none."""
        own = self.figures.at("program", self.figures.kind(die) * MOMENTS + moment)
        if not self.copiers or (isinstance(die, int) and die not in self.copiers):
            return own
        mine = where(self.keeps_text(die), own, 0)
        return where(mine >= 1, mine, self._copied_program(die, moment))

    def _copied_program(self, die: Expr | int, moment: Expr | Moment) -> Expr:
        copies = lookup("moment copied", [int(one in COPIED_MOMENTS) for one in Moment], moment) == 1
        other = self.figures.at("program", self.copied_card(die) * MOMENTS + moment)
        return where(all_of(copies, self.text[die] >= 1), other, 0)

    def second_program(self, die: Expr | int, moment: Expr | Moment) -> Expr:
        """Where the copied program of ``die`` for ``moment`` begins that follows the one of its own card."""
        own = self.figures.at("program", self.figures.kind(die) * MOMENTS + moment)
        both = all_of(self.keeps_text(die), own >= 1)
        return where(both, self._copied_program(die, moment), 0)

    def ready(self, die: Expr | int, moment: Expr | Moment) -> Expr:
        """Whether ``die`` has a program for ``moment`` that did not have its only time this turn."""
        there = self.program(die, moment) >= 1
        if not self.firsts:
            return there
        return all_of(there, any_of(self.limited(die, moment) == 0, self.happened[self.card(die)] == 0))

    def card(self, die: Expr | int) -> Expr:
        """The place in ``happened`` of the card of ``die``; 0 for one without."""
        places = [
            self.firsts.index(kind) if kind in self.firsts else 0 for kind in range(len(self.dice.kinds))
        ]
        return lookup("card", places, self.figures.kind(die))

    def limited(self, die: Expr | int, moment: Expr | int) -> Expr:
        """Whether only the first ``moment`` of a turn counts for the card of ``die``: 1 or 0."""
        return self.figures.at("first only", self.figures.kind(die) * MOMENTS + moment)

    def moment(self, die: Expr | int, moment: Moment) -> Expr:
        """What ``moment`` becomes for ``die``, whose face may have a burst."""
        if moment not in BURSTS:
            return constant(moment)
        return where(self.shown("burst", die) == 1, BURSTS[moment], moment)

    def leads(self, die: int, seat: Expr | int) -> Expr:
        """Whether ``die`` is the first one in the Field Zone of its card, which is ``seat``'s."""
        before = [one for one in range(die) if self.dice.dice[one] == self.dice.dice[die]]
        there = any_of(*(self.of(one, seat, FIELD, ATTACK) for one in before))
        return all_of(self.of(die, seat, FIELD, ATTACK), ~there)

    def has_program(self, die: int, moment: Moment) -> bool:
        """Whether ``die`` may have a program for ``moment``."""
        return self.figures.has_program(self.dice.dice[die], moment)

    def each(self, test: Callable[[int], Expr]) -> list[Expr]:
        """``test`` of every die."""
        return [test(die) for die in range(self.count)]

    def first(self, test: Callable[[int], Expr]) -> Expr:
        """The first die that passes ``test``; die 0 where none does."""
        found: Expr = constant(0)
        for die in reversed(range(self.count)):
            found = where(test(die), die, found)
        return found

    def some(self, test: Callable[[int], Expr]) -> Expr:
        """Whether any die passes ``test``."""
        return any_of(*self.each(test))

    @property
    def reacting(self) -> Expr:
        """Whether what is being paid for answers damage on its way."""
        return any_of(self.act == REACTION, self.act == ANTI_BREATH)

    def in_zone(self, die: Expr | int, *zones: int) -> Expr:
        """Whether ``die`` is in one of ``zones``."""
        return any_of(*(self.zone[die] == zone for zone in zones))

    def fielded(self, die: Expr | int) -> Expr:
        """Whether ``die`` is in the Field Zone, of which the Attack Zone is a part."""
        return self.in_zone(die, FIELD, ATTACK)

    def captured(self, die: Expr | int) -> Expr:
        """Whether ``die`` is under another one."""
        return self.zone[die] == CAPTURED if self.captures else FALSE

    def controlled(self, die: Expr | int) -> Expr:
        """Whether the player who does not own ``die`` controls it; ``owner`` has that player then."""
        return all_of(self.keeper[die] >= 1, self.zone[die] != CAPTURED) if self.lends else FALSE

    def owned_by(self, die: Expr | int) -> Expr:
        """Whose die ``die`` is, whoever controls it."""
        return where(self.controlled(die), 1 - self.owner[die], self.owner[die])

    def of(self, die: Expr | int, seat: Expr | int, *zones: int) -> Expr:
        """Whether ``die`` belongs to ``seat`` and is in one of ``zones``."""
        return all_of(self.in_zone(die, *zones), self.owner[die] == seat)

    def active(self, kind: int, seat: Expr) -> Expr:
        """Whether the card ``kind`` of ``seat`` has a die in the Field Zone."""
        dice = [die for die in range(self.count) if self.dice.dice[die] == kind]
        zones = (IN_PLAY,) if self.dice.kinds[kind].acts else (FIELD, ATTACK)
        copies = [] if self.dice.kinds[kind].acts else self.copiers
        there = [self.of(die, seat, *zones) for die in dice if die not in copies]
        there += [all_of(self.of(die, seat, *zones), self.card_of(die) == kind) for die in copies]
        return any_of(*there)

    # The strength of a character die: printed, applied and static, never under 0.

    def stat(self, name: str, die: Expr | int) -> Expr:
        """The printed ``name`` of ``die``, or that of what it copies: of its face, or of the own level."""
        shown = self.shown(name, die)
        if not self.copying:
            return shown
        face: Expr = self.copies[die]
        if self.copies_levels:
            starts = [face // FACE_CODES * FACE_CODES for face in range(len(self.dice.kinds) * FACE_CODES)]
            begins = lookup("kind copied", starts, face)
            of_level = begins + (FACE_CODES - 1 - LEVELS) + self.shown("level", die)
            face = where(begins == 0, FACE_CODES - 1, of_level)
        copied = where(self.copies[die] == 0, shown, self.figures.at(name, face))
        if not self.copiers:
            return copied
        card = self.copied_card(die)
        level = where(card == 0, LEVELS, self.shown("level", die)) + (FACE_CODES - 1 - LEVELS)
        return where(self.is_copy(die), self.figures.at(name, card * FACE_CODES + level), copied)

    def attack(self, die: Expr | int) -> Expr:
        """The A of ``die`` now."""
        plus = self._static(die, lambda bonus: bonus.attack)
        return at_least(self.stat("attack", die) + self.plus_attack[die] + plus + self.learnt(die), 0)

    def defense(self, die: Expr | int) -> Expr:
        """The D of ``die`` now."""
        plus = self._static(die, lambda bonus: bonus.defense)
        return at_least(self.stat("defense", die) + self.plus_defense[die] + plus + self.learnt(die), 0)

    def learns(self, kind: int) -> Expr:
        """Whether the card ``kind`` has Experience."""
        return self.figures.at(Keyword.EXPERIENCE, kind) == 1

    def learnt(self, die: Expr | int) -> Expr:
        """How many Experience tokens are on the card of ``die``."""
        return total(
            where(all_of(self.figures.kind(die) == kind, self.learns(kind)), self.tokens[place], 0)
            for place, kind in enumerate(self.experienced)
        )

    def _static(self, die: Expr | int, amount: Callable[[Bonus], int]) -> Expr:
        owner = self.owner[die]
        parts: list[Expr | int] = []
        for kind, bonus in self.figures.bonuses():
            if not amount(bonus):
                continue
            mine = self.card_of(die) == kind
            times: Expr = number(1)
            if bonus.per:
                others = [one for one in self.dice.affiliated(bonus.per) if one != kind]
                times = count(self.active(other, owner) for other in others)
            gets = mine
            if bonus.to == "other attackers":
                attacks = all_of(self.zone[die] == ATTACK, owner == self.turn)
                gets = all_of(attacks, ~mine, self.active(kind, owner))
            elif bonus.to == "own characters":
                gets = all_of(self.active(kind, owner), self.affiliated(die, bonus.of))
            elif bonus.to == "equipped":
                gear = enumerate(self.bearers(Keyword.EQUIP))
                times = count(self.worn_by[place] == die + 1 for place, one in gear
                              if self.dice.dice[one] == kind)  # fmt: skip
                gets = times >= 1
            parts.append(where(gets, times * amount(bonus), 0))
        return total(parts)

    # Energy.

    def gives(self, die: Expr | int) -> Expr:
        """How much energy ``die`` shows."""
        return self.shown("energy", die)

    def stock(self, seat: Expr) -> Expr:
        """How much energy ``seat`` can pay."""
        dice = total(where(self.of(die, seat, RESERVE), self.gives(die), 0) for die in range(self.count))
        return dice + self.virtual[seat]

    def has_types(self, seat: Expr, kinds: Sequence[Expr], either: Expr) -> Expr:
        """Whether ``seat`` has an energy for each of ``kinds``, or for one of them; no kind needs none."""
        dice = [(die, self.of(die, seat, RESERVE)) for die in range(self.count)]
        shown = [self.shown("energy type", die) for die in range(self.count)]
        found = [
            any_of(kind == Energy.NONE, *(all_of(mine, shown[die] == kind) for die, mine in dice))
            for kind in kinds
        ]
        wild = total(where(all_of(mine, shown[die] == Energy.WILD), self.gives(die), 0) for die, mine in dice)
        return count(found) + wild + either >= len(kinds)
