"""The words of the effect language: what each step of a program does."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import COPYING, Op, Target
from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.costs.paying import counted, owe
from dicelaw.model.dice_masters.damage.capture_and_control import add_taking
from dicelaw.model.dice_masters.damage.consequences import felled_by_effect
from dicelaw.model.dice_masters.damage.deadly import add_deadly
from dicelaw.model.dice_masters.damage.interrupting import source_of, taken
from dicelaw.model.dice_masters.damage.targeting import damage_rules, targeted
from dicelaw.model.dice_masters.rules import Rules, Writes, leaving, out_of_combat
from dicelaw.model.dice_masters.state.table_state import (
    ASIDE,
    DO_ATTACK,
    EFFECT,
    FIELD,
    NO_ACT,
    NOT_BLOCK,
    OUT,
    PREP,
    USED,
)
from dicelaw.model.dice_masters.timing.answers_to_attack import add_send_this
from dicelaw.model.dice_masters.timing.combat_choices import calling
from dicelaw.model.dice_masters.timing.fielding import add_fielding_word
from dicelaw.model.dice_masters.words.copying import add_copying
from dicelaw.model.dice_masters.words.corrupt import add_corrupt
from dicelaw.model.dice_masters.words.counting import amount_of
from dicelaw.model.dice_masters.words.drawing import add_drawing
from dicelaw.model.dice_masters.words.life import LIFE_WORDS, add_life
from dicelaw.model.dice_masters.words.multi_target import SEVERAL, add_several
from dicelaw.model.dice_masters.words.own_words import add_own_words
from dicelaw.model.dice_masters.words.prices import PRICE_WORDS, add_price_words
from dicelaw.model.dice_masters.words.rerolling import add_rerolling, add_test
from dicelaw.model.dice_masters.words.returning import add_returning
from dicelaw.model.dice_masters.words.swapping import add_swapping
from dicelaw.model.dice_masters.words.tokens import add_tokens
from dicelaw.model.dice_masters.zones.equip import add_attaching
from dicelaw.model.dice_masters.zones.gate import add_gate
from dicelaw.model.dice_masters.zones.targets import (
    OF_DICE,
    about,
    any_target,
    is_target,
    level_one,
    opposing_prepped,
    spare_sidekick,
    step_possible,
)
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_least, at_most, negate, number, where
from dicelaw.model.kernel.graph import Agent, Choice, Kind

_OWN_CHOICE = "target/each-player-selects-not-targeting"
_NEEDED = (Op.SACRIFICE, Op.TEST)
"""What the rest of an effect is not done without."""


class Words:
    """The transitions of the words of the effect language."""

    def __init__(self, rules: Rules, going: Expr, word: Expr) -> None:
        self.rules = rules
        self.going = going
        self.word = word
        t = rules.table
        self.seat = rules.queue.owners[0]
        self.amount = amount_of(rules, t.pc, self.seat)
        self.onward: Writes = {t.pc: at_most(t.pc + 1, t.figures.steps - 1)}
        self.as_written = f"queue/resolve-fully@{rules.edition}"
        self.uses = t.figures.uses
        self.source = t.source_die

    def says(self, *ops: Op) -> tuple[Expr, str]:
        """That the next word is one of ``ops``."""
        return all_of(self.going, any_of(*(self.word == op for op in ops))), self.as_written

    def add(self) -> None:
        """Add those of the words that programs use."""
        self._damage()
        self._of_dice()
        lives = {op: self.says(op) for op in LIFE_WORDS if self.uses(op)}
        add_life(self.rules, lives, self.amount, self.onward)
        self._moves()
        add_copying(self.rules, {op: self.says(op) for op in sorted(COPYING) if self.uses(op)}, self.onward)
        drawing = (Op.DRAW, Op.DRAW_ROLL)
        add_drawing(self.rules, {op: self.says(op) for op in drawing if self.uses(op)}, self.onward)
        if self.uses(Op.FIELD_USED):
            add_fielding_word(self.rules, self.says(Op.FIELD_USED), self.onward)
        swaps = (Op.SWAP, Op.SWAP_ALIKE)
        add_swapping(self.rules, {op: self.says(op) for op in swaps if self.uses(op)}, self.onward)
        if self.rules.table.tokens_made:
            add_tokens(self.rules, self.says(Op.TOKEN), self.onward)
        if self.uses(Op.RETURN):
            add_returning(self.rules, self.says(Op.RETURN), self.onward)
        if self.uses(Op.TEST):
            add_test(self.rules, self.says(Op.TEST), self.onward)
        if self.uses(Op.GATE):
            add_gate(self.rules, self.says(Op.GATE), self.onward)
        if self.uses(Op.ATTACH):
            add_attaching(self.rules, self.says(Op.ATTACH), self.onward)
        if self.uses(Op.CORRUPT):
            add_corrupt(self.rules, self.says(Op.CORRUPT), self.amount, self.onward)
        if self.uses(Op.REROLL):
            add_rerolling(self.rules, self.says(Op.REROLL), self.onward)
        taking = (Op.CAPTURE, Op.KEEP, Op.SEIZE, Op.CONTROL)
        add_taking(self.rules, {op: self.says(op) for op in taking if self.uses(op)}, self.onward)
        if self.uses(Op.MAY_PAY):
            self._price()
        if self.uses(Op.DIVIDE):
            self._divide()
        add_price_words(
            self.rules, {op: self.says(op) for op in PRICE_WORDS if self.uses(op)}, self.amount, self.onward
        )
        if self.uses(Op.UNLESS_SPUN):
            self._unless()
        if self.uses(Op.GIVE_WAY):
            self._give_way()
        if self.uses(Op.SEND_THIS):
            add_send_this(self.rules, self.says(Op.SEND_THIS), self.onward)
        if self.uses(Op.KO_ENGAGED):
            add_deadly(self.rules, self.says(Op.KO_ENGAGED), self.onward)
        if self.uses(Op.UNLESS_FIELDED):
            self._unless_fielded()
        add_several(
            self.rules, {op: self.says(op) for op in SEVERAL if self.uses(op)}, self.amount, self.onward
        )
        add_own_words(self, judged=bool(lives))
        rules, t = self.rules, self.rules.table
        none = all_of(self.going, negate(step_possible(rules, t.pc, self.seat)))
        doing = "cost/same-kind-as-much-as-possible" if rules.newer else "target/field-characters-only"
        rules.timing.add(
            "resolve/skip", "resolve", "resolve", Agent.RULES, "there is nothing that it could be about",
            requires=[(none, doing)],
            effect={t.pc: where(any_of(*(self.word == op for op in _NEEDED)), 0, self.onward[t.pc])},
        )  # fmt: skip

    def _damage(self) -> None:
        rules, t, timing = self.rules, self.rules.table, self.rules.timing
        aim: Writes = {t.aimed[t.other(self.seat)]: t.aimed[t.other(self.seat)] + self.amount}
        opening: Writes = {t.reactor: t.turn, **self.onward}
        self._strike(opening, aim)
        if not self.uses(Op.HURT_ANY, Op.HURT_DIE, Op.HURT_COUNT):
            return
        timing.add(
            "resolve/opponent", "resolve", "damage/react", self.seat, "damage the opponent",
            requires=[self.says(Op.HURT_ANY)], effect={**opening, **aim},
        )  # fmt: skip
        if t.figures.aims(Target.PLAYERS):
            either = t.figures.at("target", t.pc) == Target.PLAYERS
            timing.add(
                "resolve/oneself", "resolve", "damage/react", self.seat, "damage oneself",
                requires=[self.says(Op.HURT_ANY), (either, self.as_written)],
                effect={**opening, t.aimed[self.seat]: t.aimed[self.seat] + self.amount},
            )  # fmt: skip
        die = rules.die()
        target = where(self.word == Op.HURT_ANY, 1, t.figures.at("target", t.pc))
        dealt = where(
            self.word == Op.HURT_COUNT, counted(rules, t.figures.at("amount", t.pc), self.seat), self.amount
        )
        added = taken(rules, die, dealt, source_of(rules))
        timing.add(
            "resolve/damage", "resolve", "damage/react", self.seat, "damage {die}",
            choices=[die],
            requires=[
                self.says(Op.HURT_ANY, Op.HURT_DIE, Op.HURT_COUNT),
                (is_target(rules, die, target, self.seat), "target/field-characters-only"),
            ],
            effect={**opening, t.incoming[die]: t.incoming[die] + added, **targeted(rules, die)},
            cites=damage_rules(rules, die, self.word == Op.HURT_COUNT),
        )  # fmt: skip

    def _strike(self, opening: Writes, aim: Writes) -> None:
        rules, t = self.rules, self.rules.table
        if self.uses(Op.HURT_PLAYER):
            rules.timing.add(
                "resolve/strike-opponent", "resolve", "damage/react", Agent.RULES, "damage the opponent",
                requires=[self.says(Op.HURT_PLAYER)], effect={**opening, **aim},
            )  # fmt: skip
        if self.uses(Op.HURT_BOTH):
            both: Writes = {cell: cell + self.amount for cell in t.aimed}
            rules.timing.add(
                "resolve/strike-both", "resolve", "damage/react", Agent.RULES, "damage both players",
                requires=[self.says(Op.HURT_BOTH)], effect={**opening, **both},
                cites=[f"win/tie@{rules.edition}"],
            )  # fmt: skip
        if self.uses(Op.HURT_EACH):
            named = t.figures.at("target", t.pc)
            everyone = self._each(named)
            rules.timing.add(
                "resolve/strike-all", "resolve", "damage/react", Agent.RULES, "damage all that are named",
                requires=[self.says(Op.HURT_EACH)], effect={**opening, **everyone},
                cites=["target/all-is-not-targeting"] if rules.newer else [],
            )  # fmt: skip

        if self.uses(Op.HURT_OPPOSING):
            rules.timing.add(
                "resolve/strike-opposing", "resolve", "damage/react", Agent.RULES,
                "damage the opponent and all opposing dice",
                requires=[self.says(Op.HURT_OPPOSING)],
                effect={**opening, **aim, **self._each(number(Target.OPPOSING))},
                cites=[rules.keyword("breath-weapon")] if t.bearers(Keyword.BREATH_WEAPON) else [],
            )  # fmt: skip

    def _each(self, named: Expr) -> Writes:
        """Damage on its way to all dice that ``named`` names."""
        rules, t = self.rules, self.rules.table
        everyone: Writes = {}
        source = source_of(rules)
        for place in range(t.count):
            hit = is_target(rules, place, named, self.seat)
            added = taken(rules, place, self.amount, source)
            everyone[t.incoming[place]] = t.incoming[place] + where(hit, added, 0)
        return everyone

    def _of_dice(self) -> None:
        rules, t = self.rules, self.rules.table
        die = rules.die()
        level = t.shown("level", die)
        top = level >= 3
        turned = ["level/spin-one", *([rules.token("no-spin-reroll")] if t.tokens_made else ())]
        kinds = ("effects/applied-sources", "effects/applied-kinds", "effects/applied-not-undone")
        applied = rules.cited("effects/modifier-meaning", new=kinds)
        words: list[tuple[Op, str, str, str, Writes, list[str]]] = [
            (Op.KO, "ko", "ko", "KO {die}", felled_by_effect(rules, die),
             rules.cited("ko/to-owner-prep", new=["ko/ko-effect-not-damage"])),
            (Op.ATTACK, "strengthen", "resolve", "give A to {die}",
             {t.plus_attack[die]: t.plus_attack[die] + self.amount}, applied),
            (Op.DEFENSE, "toughen", "ko", "give D to {die}",
             {t.plus_defense[die]: t.plus_defense[die] + self.amount}, applied),
            (Op.TRADE, "trade", "ko", "exchange A and D of {die}",
             {t.traded[die]: 1 - t.traded[die], t.plus_attack[die]: t.plus_defense[die],
              t.plus_defense[die]: t.plus_attack[die]},
             rules.cited(new=["effects/applied-manipulable", "effects/static-not-manipulable"])),
            (Op.NO_BLOCK, "hold-back", "resolve", "keep {die} from blocking this turn",
             {t.bound[die]: NOT_BLOCK}, self._persistent()),
            (Op.MUST_ATTACK, "compel", "resolve", "make {die} attack this turn",
             {t.bound[die]: DO_ATTACK}, self._persistent()),
            (Op.SHIELD, "shield", "resolve", "prevent all damage to {die} this turn",
             {t.shielded[die]: 1}, ["prevent/takes-no-damage", *self._persistent()]),
            (Op.WITHDRAW, "withdraw", "ko", "take {die} out of the attack",
             {t.zone[die]: FIELD, **out_of_combat(t, die)}, ["zone/attack-in-field"]),
            (Op.SPIN_UP, "spin-up", "ko", "spin {die} up",
             {t.face[die]: where(any_of(top, t.face[die] >= 6), t.face[die], t.face[die] + 1)},
             [*turned, "level/no-spin-above-top"]),
            (Op.SPIN_DOWN, "spin-down", "ko", "spin {die} down",
             {t.face[die]: where(level <= 1, t.face[die], at_least(t.face[die] - 1, 0))},
             [*turned, "level/no-spin-below-one"]),
            (Op.SET_ASIDE, "set-aside", "ko", "set {die} aside until the end of the turn",
             leaving(t, die, ASIDE, face=where(t.controlled(die), 0, t.face[die])),
             [rules.keyword("intimidate"), rules.keyword("intimidate-beside-cards")]),
            (Op.DISCARD, "discard", "ko", "send {die} to the Used Pile", leaving(t, die, self._sent(die)),
             [rules.rule("sent-to-used")]),
            (Op.CALL_OUT, "call-out", "resolve", "call out {die}", calling(rules, self.source, die),
             [rules.keyword("call-out-target"), rules.keyword("call-out-cancelled")]),
        ]  # fmt: skip
        for op, name, target, says, writes, cites in words:
            assert op in OF_DICE
            if not self.uses(op):
                continue
            rules.timing.add(
                f"resolve/{name}", "resolve", target, self.seat, says,
                choices=[die],
                requires=[
                    self.says(op),
                    (is_target(rules, die, about(rules, t.pc), self.seat),
                     "target/field-characters-only"),
                ],
                effect={**writes, **self.onward, **targeted(rules, die)},
                cites=cites,
            )  # fmt: skip

    def _persistent(self) -> list[str]:
        return self.rules.cited(f"effects/duration@{self.rules.edition}", new=["effects/persistent-def"])

    def _sent(self, die: Choice) -> Expr:
        """Where ``die`` goes from the Field Zone when it is sent to the Used Pile."""
        t = self.rules.table
        return where(t.owner[die] == t.turn, OUT, USED) if self.rules.newer else number(USED)

    def _divide(self) -> None:
        rules, t, timing, point = self.rules, self.rules.table, self.rules.timing, "resolve/divide"
        timing.point(point, Kind.DECISION, "an effect divides its damage among opposing dice")
        timing.add(
            "resolve/begin-divide", "resolve", point, Agent.RULES, "divide the damage",
            requires=[
                self.says(Op.DIVIDE),
                (any_target(rules, number(Target.OPPOSING), self.seat), "target/field-characters-only"),
            ],
            effect={t.left: self.amount, **self.onward},
        )  # fmt: skip
        die, amount = rules.die(), Choice("amount", 1, 9, open_above=True)
        target = is_target(rules, die, number(Target.OPPOSING), self.seat)
        timing.add(
            "resolve/divide/give", point, point, self.seat, "deal {amount} of it to {die}",
            choices=[die, amount],
            requires=[(target, "target/field-characters-only"), (amount <= t.left, self.as_written)],
            effect={
                t.left: at_least(t.left - amount, 0),
                t.incoming[die]: t.incoming[die] + taken(rules, die, amount, source_of(rules)),
                **targeted(rules, die),
            },
            cites=rules.cited(new=["target/what-is-targeting"]),
        )  # fmt: skip
        timing.add(
            "resolve/divide/divided", point, "damage/react", Agent.RULES, "deal it",
            requires=[(t.left == 0, self.as_written)], effect={t.reactor: t.turn},
        )  # fmt: skip

    def _unless(self) -> None:
        rules, t, timing = self.rules, self.rules.table, self.rules.timing
        die, says = rules.die(), self.says(Op.UNLESS_SPUN)
        fits = all_of(is_target(rules, die, number(Target.OPPOSING), self.seat), t.shown("level", die) >= 2)
        timing.add(
            "resolve/give-way", "resolve", "ko", t.other(self.seat), "spin {die} down, and end the effect",
            choices=[die],
            requires=[says, (fits, "level/no-spin-below-one")],
            effect={t.face[die]: at_least(t.face[die] - 1, 0), t.pc: t.figures.steps - 1},
            cites=rules.cited("level/spin-one", new=[_OWN_CHOICE]),
        )  # fmt: skip
        timing.add(
            "resolve/refuse", "resolve", "resolve", t.other(self.seat), "spin no die down",
            requires=[says], effect=self.onward,
        )  # fmt: skip

    def _unless_fielded(self) -> None:
        t, says = self.rules.table, self.says(Op.UNLESS_FIELDED)
        self.rules.timing.add(
            "resolve/has-fielded", "resolve", "resolve", Agent.RULES, "see whether a character was fielded",
            requires=[says], effect={t.pc: where(t.has_fielded[self.seat] == 1, 0, self.onward[t.pc])},
        )  # fmt: skip

    def _give_way(self) -> None:
        rules, t, timing = self.rules, self.rules.table, self.rules.timing
        die, says = rules.die(), self.says(Op.GIVE_WAY)
        theirs = is_target(rules, die, number(Target.OPPOSING), self.seat)
        spins = all_of(theirs, t.shown("level", die) >= 2)
        falls = [(t.may_fall(die, by_damage=False), "precedence/cannot-over-can")]
        timing.add(
            "resolve/spin-to-one", "resolve", "ko", t.other(self.seat), "spin {die} down to level 1",
            choices=[die],
            requires=[says, (spins, "level/no-spin-below-one")],
            effect={t.face[die]: level_one(rules, die), **self.onward},
            cites=rules.cited(new=[_OWN_CHOICE]),
        )  # fmt: skip
        timing.add(
            "resolve/sacrifice", "resolve", "ko", t.other(self.seat), "KO {die}",
            choices=[die],
            requires=[
                says,
                (theirs, "target/field-characters-only"),
                *(falls if t.bearers(Keyword.IRON_WILL) else ()),
            ],
            effect={**felled_by_effect(rules, die), **self.onward},
            cites=rules.cited(new=[_OWN_CHOICE]),
        )  # fmt: skip

    def _price(self) -> None:
        rules, t, timing = self.rules, self.rules.table, self.rules.timing
        rule = rules.keyword("breath-weapon") if t.bearers(Keyword.BREATH_WEAPON) else self.as_written
        says = self.says(Op.MAY_PAY)
        timing.add(
            "resolve/pay", "resolve", "pay", self.seat, "pay for the rest of the effect",
            requires=[says, (t.stock(self.seat) >= self.amount, "cost/unpayable-not-used")],
            effect={t.act: EFFECT, **owe(rules, self.amount), **self.onward},
            cites=[rule],
        )  # fmt: skip
        timing.add(
            "resolve/decline", "resolve", "resolve", self.seat, "do not pay, and let the effect be",
            requires=[says], effect={t.pc: 0}, cites=[rule],
        )  # fmt: skip
        timing.add(
            "pay/effect", "pay", "resolve", Agent.RULES, "the effect is paid for",
            requires=[(t.owed == 0, "cost/unavoidable"), (t.act == EFFECT, "cost/unavoidable")],
            effect={t.act: NO_ACT, **({} if rules.newer else {t.spare[self.seat]: 0})},
        )  # fmt: skip

    def _moves(self) -> None:
        rules, t = self.rules, self.rules.table
        die = rules.die()
        for op, name, says, holds, rule, zone in (
            (Op.PREP_USED, "prep", "prep {die}", spare_sidekick(rules, die, self.seat), self.as_written,
             PREP),
            (Op.UNPREP, "unprep", "take {die} out of the Prep Area",
             opposing_prepped(rules, die, self.seat), rules.rule("unrolled-starting-die"), USED),
        ):  # fmt: skip
            if not self.uses(op):
                continue
            rules.timing.add(
                f"resolve/{name}", "resolve", "resolve", self.seat, says,
                choices=[die],
                requires=[self.says(op), (holds, rule)],
                effect={t.zone[die]: zone, **self.onward},
                cites=rules.cited(new=["keyword/prep"]) if op is Op.PREP_USED else [],
            )  # fmt: skip
