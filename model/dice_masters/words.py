"""The words of the effect language: what each step of a program does."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards import Moment, Op
from dicelaw.model.dice_masters.copying import add_copying
from dicelaw.model.dice_masters.holding import add_taking
from dicelaw.model.dice_masters.rerolling import add_rerolling
from dicelaw.model.dice_masters.rules import Rules, Writes, leaving
from dicelaw.model.dice_masters.swapping import add_swapping
from dicelaw.model.dice_masters.table_state import BAG, FIELD, PREP, USED
from dicelaw.model.dice_masters.targets import (
    OF_DICE,
    is_target,
    opposing_prepped,
    spare_sidekick,
    step_possible,
)
from dicelaw.model.dice_masters.turn import add_judge
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_least, at_most, negate, where
from dicelaw.model.kernel.graph import Agent, Kind


class Words:
    """The transitions of the words of the effect language."""

    def __init__(self, rules: Rules, going: Expr, word: Expr) -> None:
        self.rules = rules
        self.going = going
        self.word = word
        t = rules.table
        self.amount = t.figures.at("amount", t.pc)
        self.seat = rules.queue.owners[0]
        self.onward: Writes = {t.pc: at_most(t.pc + 1, t.figures.steps - 1)}
        self.as_written = f"queue/resolve-fully@{rules.edition}"
        self.uses = t.figures.uses

    def says(self, *ops: Op) -> tuple[Expr, str]:
        """That the next word is one of ``ops``."""
        return all_of(self.going, any_of(*(self.word == op for op in ops))), self.as_written

    def add(self) -> None:
        """Add those of the words that programs use."""
        self._damage()
        self._of_dice()
        self._life()
        self._moves()
        if self.uses(Op.DRAW):
            self._draw()
        if self.uses(Op.COPY):
            add_copying(self.rules, self.says(Op.COPY), self.onward)
        if self.uses(Op.SWAP):
            add_swapping(self.rules, self.says(Op.SWAP), self.onward)
        if self.uses(Op.REROLL):
            add_rerolling(self.rules, self.says(Op.REROLL), self.onward)
        taking = (Op.CAPTURE, Op.KEEP, Op.SEIZE, Op.CONTROL)
        add_taking(self.rules, {op: self.says(op) for op in taking if self.uses(op)}, self.onward)
        rules, t = self.rules, self.rules.table
        none = all_of(self.going, negate(step_possible(rules, t.pc, self.seat)))
        doing = "cost/same-kind-as-much-as-possible" if rules.newer else "target/field-characters-only"
        rules.timing.add(
            "resolve/skip", "resolve", "resolve", Agent.RULES, "there is nothing that it could be about",
            requires=[(none, doing)], effect=self.onward,
        )  # fmt: skip

    def _damage(self) -> None:
        rules, t, timing = self.rules, self.rules.table, self.rules.timing
        aim: Writes = {t.aimed[1 - self.seat]: t.aimed[1 - self.seat] + self.amount}
        opening: Writes = {t.reactor: t.turn, **self.onward}
        self._strike(opening, aim)
        if not self.uses(Op.HURT_ANY, Op.HURT_DIE):
            return
        timing.add(
            "resolve/opponent", "resolve", "damage/react", self.seat, "damage the opponent",
            requires=[self.says(Op.HURT_ANY)], effect={**opening, **aim},
        )  # fmt: skip
        die = rules.die()
        target = where(self.word == Op.HURT_ANY, 1, t.figures.at("target", t.pc))
        added = where(t.shielded[die] == 1, 0, self.amount)
        timing.add(
            "resolve/damage", "resolve", "damage/react", self.seat, "damage {die}",
            choices=[die],
            requires=[
                self.says(Op.HURT_ANY, Op.HURT_DIE),
                (is_target(rules, die, target, self.seat), "target/field-characters-only"),
            ],
            effect={**opening, t.incoming[die]: t.incoming[die] + added},
            cites=rules.cited(
                "prevent/takes-no-damage", new=("target/sidekick-included", "zone/attack-counted-in-field")
            ),
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
            everyone: Writes = {}
            for place in range(t.count):
                hit = all_of(is_target(rules, place, named, self.seat), t.shielded[place] == 0)
                everyone[t.incoming[place]] = t.incoming[place] + where(hit, self.amount, 0)
            rules.timing.add(
                "resolve/strike-all", "resolve", "damage/react", Agent.RULES, "damage all that are named",
                requires=[self.says(Op.HURT_EACH)], effect={**opening, **everyone},
                cites=["target/all-is-not-targeting"] if rules.newer else [],
            )  # fmt: skip

    def _of_dice(self) -> None:
        rules, t = self.rules, self.rules.table
        die = rules.die()
        level = t.shown("level", die)
        top = level >= 3
        has = t.program(die, Moment.KOED) >= 1
        kinds = ("effects/applied-sources", "effects/applied-kinds", "effects/applied-not-undone")
        applied = rules.cited("effects/modifier-meaning", new=kinds)
        words: list[tuple[Op, str, str, str, Writes, list[str]]] = [
            (Op.KO, "ko", "ko", "KO {die}", {**leaving(t, die, PREP), t.fallen[die]: where(has, 1, 0)},
             rules.cited("ko/to-owner-prep", new=["ko/ko-effect-not-damage"])),
            (Op.ATTACK, "strengthen", "resolve", "give A to {die}",
             {t.plus_attack[die]: t.plus_attack[die] + self.amount}, applied),
            (Op.DEFENSE, "toughen", "resolve", "give D to {die}",
             {t.plus_defense[die]: t.plus_defense[die] + self.amount}, applied),
            (Op.SHIELD, "shield", "resolve", "prevent all damage to {die} this turn",
             {t.shielded[die]: 1}, rules.cited("prevent/takes-no-damage", f"effects/duration@{rules.edition}",
                                           new=["effects/persistent-def"])),
            (Op.WITHDRAW, "withdraw", "resolve", "take {die} out of the attack",
             {t.zone[die]: FIELD, t.blocked[die]: 0, t.blocks[die]: 0}, ["zone/attack-in-field"]),
            (Op.SPIN_UP, "spin-up", "resolve", "spin {die} up",
             {t.face[die]: where(any_of(top, t.face[die] >= 6), t.face[die], t.face[die] + 1)},
             ["level/spin-one", "level/no-spin-above-top"]),
            (Op.SPIN_DOWN, "spin-down", "resolve", "spin {die} down",
             {t.face[die]: where(level <= 1, t.face[die], at_least(t.face[die] - 1, 0))},
             ["level/spin-one", "level/no-spin-below-one"]),
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
                    (is_target(rules, die, t.figures.at("target", t.pc), self.seat),
                     "target/field-characters-only"),
                ],
                effect={**writes, **self.onward},
                cites=cites,
            )  # fmt: skip

    def _life(self) -> None:
        rules, t = self.rules, self.rules.table
        mine, theirs = t.life[self.seat], t.life[1 - self.seat]
        loss = ["life/lose-vs-damage"] if rules.newer else []
        for op, name, says, writes, cites in (
            (Op.GAIN, "gain", "gain life", {mine: at_most(mine + self.amount, t.life_start)}, ["life/cap"]),
            (Op.PAY_LIFE, "pay-life", "lose life", {mine: at_least(mine - self.amount, 0)}, loss),
            (Op.LOSE, "drain", "the opponent loses life", {theirs: at_least(theirs - self.amount, 0)}, loss),
        ):
            if not self.uses(op):
                continue
            if op is not Op.GAIN and rules.reads("life-loss", "damage"):
                self._loss_as_damage(op, name, says)
                continue
            rules.timing.add(
                f"resolve/{name}", "resolve", "resolve/judge", Agent.RULES, says,
                requires=[self.says(op)], effect={**writes, **self.onward}, cites=cites,
            )  # fmt: skip
        if self.uses(Op.GAIN, Op.PAY_LIFE, Op.LOSE):
            add_judge(rules, "resolve/judge", "resolve")

    def _loss_as_damage(self, op: Op, name: str, says: str) -> None:
        rules, t = self.rules, self.rules.table
        hit = t.aimed[self.seat if op is Op.PAY_LIFE else 1 - self.seat]
        rules.timing.add(
            f"resolve/{name}", "resolve", "damage/react", Agent.RULES, says,
            requires=[self.says(op)], effect={t.reactor: t.turn, **self.onward, hit: hit + self.amount},
            cites=["model/life-loss"],
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
            )  # fmt: skip

    def _draw(self) -> None:
        rules, t, timing = self.rules, self.rules.table, self.rules.timing
        point, seat = "resolve/draw", self.seat
        timing.point(point, Kind.CHANCE, "an effect draws a die from the bag")
        timing.add(
            "resolve/begin-draw", "resolve", point, Agent.RULES, "draw a die",
            requires=[self.says(Op.DRAW)], effect=self.onward,
        )  # fmt: skip
        in_bag = t.some(lambda die: t.of(die, seat, BAG))
        in_used = t.some(lambda die: t.of(die, seat, USED))
        die, refill = rules.die(), "draw/refill-from-used"
        timing.add(
            "resolve/draw/draw", point, "resolve", Agent.CHANCE, "draw {die}",
            choices=[die], requires=[(t.of(die, seat, BAG), "zone/bag-source")], effect={t.zone[die]: PREP},
        )  # fmt: skip
        timing.add(
            "resolve/draw/refill", point, point, Agent.RULES, "refill the bag from the Used Pile",
            requires=[(negate(in_bag), refill), (in_used, refill)],
            effect={t.zone[one]: where(t.of(one, seat, USED), BAG, t.zone[one]) for one in range(t.count)},
        )  # fmt: skip
        timing.add(
            "resolve/draw/none", point, "resolve", Agent.RULES, "there is no die to draw",
            requires=[(negate(in_bag), refill), (negate(in_used), refill)],
        )  # fmt: skip
