"""What programs of the effect language give, read without the machine: for tests of content.

Abilities and cards are run on given dice and tokens. Of two ways the first is taken, unless ``ways`` says
otherwise with a 1; a roll shows what it is told to.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

from dicelaw.model.dice_throne.language import Count, DamageType, Op, Pool, Test, Who
from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.prose import requirement

WORDS = {
    Op.DAMAGE: "damage",
    Op.ADD: "add",
    Op.DEAL: "deal",
    Op.COLLATERAL: "collateral",
    Op.PREVENT: "prevent",
    Op.HALVE: "prevent half",
    Op.HEAL: "heal",
    Op.HEAL_COMPANION: "heal nyra",
    Op.CP: "gain cp",
    Op.LOSE_CP: "lose cp",
    Op.STEAL_CP: "steal cp",
    Op.DRAW: "draw",
    Op.DISCARD: "discard",
    Op.DISCARD_PICK: "choose discard",
    Op.SUFFER: "suffer",
    Op.FLIP: "flip",
    Op.SHOW_HAND: "show hand",
}
USUAL = (Test.NOT_FLIPPED, Test.COMPANION_ACTIVE)
SILENT = {
    Op.END,
    Op.THEN,
    Op.SKIP,
    Op.OR,
    Op.ROLL,
    Op.LOOK,
    Op.REROLL,
    Op.UNDEFENDABLE,
    Op.PAY,
    Op.TURN_INTO,
    Op.AIM,
}


@cache
def pack(edition="later"):
    """The content of an edition."""
    return load_pack(edition=edition)


class Outcome(Counter):
    """What a program gives: words and how often. ``kind`` is the damage type."""

    kind = DamageType.NORMAL

    def less(self, other):
        """What this gives more, or with a minus less, than ``other``."""
        return {word: self[word] - other[word] for word in {*self, *other} if self[word] != other[word]}


class Run:
    """Runs programs on given dice and tokens.

    ``tests`` are the conditions that hold; nobody has combat points. ``roll`` becomes the number of dice that
    the program rolled.
    """

    def __init__(self, dice=(), rolled=(), own=None, theirs=None, edition="later", ways=(), tests=USUAL):
        self.statuses = pack(edition).statuses
        self.dice = {Pool.OFFENSE: dice, Pool.DEFENSE: dice, Pool.ROLLED: rolled}
        self.tokens = {Who.SELF: Counter(own), Who.OPPONENT: Counter(theirs)}
        self.ways, self.tests = list(ways), {Test.NONE, *tests}
        self.paid = self.roll = 0
        self.outcome = Outcome()

    def id(self, number):
        return self.statuses[number].id

    def shown(self, pool, faces):
        return sum(bool(faces >> (face - 1) & 1) for face in self.dice[pool])

    def applies(self, step):
        dice = self.dice[step.pool]
        held = self.tokens[step.holder][self.id(step.held)]
        return (
            self.shown(step.pool, step.need_faces) >= step.need_count
            and self.shown(step.pool, step.also_faces) >= step.also_count
            and not self.shown(step.pool, step.none_faces)
            and step.need_sum <= sum(dice) <= (step.sum_most or 30)
            and max(Counter(dice).values(), default=0) >= step.alike
            and (not step.held or step.held_least <= held <= step.held_most)
            and not step.cp_least
            and step.test in self.tests
        )

    def amount(self, step):
        if step.count is Count.DICE:
            times = self.shown(step.pool, step.faces)
        elif step.count is Count.PAID:
            times = self.paid
        else:
            whose = Who.SELF if step.count is Count.OWN_TOKENS else Who.OPPONENT
            times = self.tokens[whose][self.id(step.counted)]
        amount = step.base + step.per * (times // 2 if step.pairs else times)
        amount += sum(self.dice[step.pool]) if step.add_sum else 0
        return -(-amount // 2) if step.half else amount

    def word(self, step):
        player = {Who.SELF: "", Who.OPPONENT: "opponent ", Who.CHOSEN: "chosen "}[step.who]
        match step.op:
            case Op.TOKEN:
                verb = {Who.SELF: "gain", Who.OPPONENT: "inflict", Who.CHOSEN: "give"}[step.who]
                return f"{verb} {self.id(step.token)}"
            case Op.REMOVE:
                return f"{player}lose {self.id(step.token)}"
            case Op.DEAL:
                return "deal" if step.who is Who.OPPONENT else "deal to self"
            case Op.COLLATERAL:
                return "collateral"
            case _:
                return player + WORDS[step.op]

    def run(self, program):
        place = 0
        while program[place].op is not Op.END:
            step = program[place]
            place += self.step(step) if self.applies(step) else 1
        return self.outcome

    def step(self, step):
        if step.op is Op.SKIP:
            return step.arg
        if step.op is Op.OR:
            return step.arg if self.ways and self.ways.pop(0) else 1
        if step.op is Op.ROLL:
            self.roll = step.base
        if step.op is Op.UNDEFENDABLE:
            self.outcome.kind = DamageType.UNDEFENDABLE
        if step.op is Op.PAY:
            name = self.id(step.token)
            given = min(self.tokens[Who.SELF][name], step.base - self.paid)
            self.tokens[Who.SELF][name] -= given
            self.paid += given
        if step.op in SILENT:
            return 1
        if step.op is Op.DAMAGE and step.arg != DamageType.NORMAL:
            self.outcome.kind = DamageType(step.arg)
        amount = 1 if step.op in (Op.HALVE, Op.FLIP, Op.SHOW_HAND) else self.amount(step)
        name = self.id(step.token)
        if step.op is Op.TOKEN and step.who is Who.SELF:
            self.tokens[Who.SELF][name] += amount
        if step.op is Op.REMOVE and step.who is Who.SELF:
            amount = min(amount, self.tokens[Who.SELF][name])
            self.tokens[Who.SELF][name] -= amount
        if amount:
            self.outcome[self.word(step)] += amount
        return 1


def ability(hero, name, level=1, **setup):
    """What an ability gives, its landing included, in a Run of ``setup``."""
    found = pack(setup.get("edition", "later")).heroes[hero]
    one = next(a for a in (*found.offense, *found.defense) if (a.id, a.level) == (f"{hero}/{name}", level))
    run = Run(**setup)
    run.run(one.activate)
    return run.run(one.land)


def card(hero, name, **setup):
    """What a card of the hero's own gives in a Run of ``setup``."""
    found = pack().heroes[hero]
    return Run(**setup).run(next(c for c in found.cards if c.action.id == f"{hero}/{name}").action.program)


def least(needs):
    """The least dice that activate an ability, of different numbers where possible."""
    if needs.straight:
        return tuple(range(1, needs.straight + 1))
    faces = []
    for mask, count in needs.symbols:
        own = [face for face in range(1, 7) if mask >> (face - 1) & 1]
        faces += [own[place % len(own)] for place in range(count)]
    return tuple(faces)


def listed(outcome):
    """Words and numbers without the damage and what only counts uses."""
    marks = {f"{verb} {one.id}" for one in pack().statuses if one.sign == "mark" for verb in ("gain", "lose")}
    shown = {word: number for word, number in outcome.items() if word != "damage" and word not in marks}
    return ", ".join(f"{word} {shown[word]}".removesuffix(" 1") for word in sorted(shown))


def by_symbol(hero, dice, run):
    """What dice of each symbol add to what ``run`` gives without them."""
    parts = [f"{dice} dice"]
    without = run(())
    for symbol in dict.fromkeys(hero.symbols):
        face = hero.symbols.index(symbol) + 1
        added = [run((face,) * count).less(without) for count in range(1, min(dice, 4) + 1)]
        words = sorted({word for one in added for word in one})
        if words:
            rows = [f"{word} {'/'.join(str(one.get(word, 0)) for one in added)}" for word in words]
            parts.append(f"{symbol}: {', '.join(rows)}")
    return "; ".join(parts)


def ability_row(hero, one):
    """The row of an ability: what it needs and gives."""
    id = one.id.removeprefix(f"{hero.id}/")
    if one.dice:
        return _row(f"{id} {one.level}", by_symbol(hero, one.dice, lambda d: Run(d).run(one.activate)))

    def run(dice, rolled=()):
        made = Run(dice, rolled)
        made.run(one.activate)
        made.run(one.land)
        return made

    dice = least(one.needs)
    here = run(dice)
    kind = "" if here.outcome.kind is DamageType.NORMAL else f" {here.outcome.kind.name.lower()}"
    damage = [here.outcome["damage"]]
    alike = []
    if len(one.needs.symbols) == 1 and one.needs.symbols[0][1] == 3 and damage[0]:
        own = [face for face in range(1, 7) if one.needs.symbols[0][0] >> (face - 1) & 1]
        damage += [run(tuple((own * 5)[:count])).outcome["damage"] for count in (4, 5)]
        for count in (3, 4):
            same, other = run((own[0],) * count).outcome, run(tuple((own * 5)[:count])).outcome
            alike += [f"{count}: {listed(Outcome(same.less(other)))}"] if same != other else []
    numbers = list(dict.fromkeys(damage))
    rolled = by_symbol(hero, here.roll, lambda d: run(dice, d).outcome) if here.roll else ""
    return _row(
        f"{id} {one.level}",
        requirement(one.needs, hero.symbols),
        "unknown" if one.unknown else "/".join(map(str, numbers)) + kind if any(damage) else "",
        listed(here.outcome),
        alike[0] if alike else "",
        rolled,
    )


def card_row(hero, action):
    """The row of a card: timing and cost, and what it gives."""
    made = Run()
    made.run(action.program)
    rolled = by_symbol(hero, made.roll, lambda d: Run(rolled=d).run(action.program)) if made.roll else ""
    id = action.id.removeprefix(f"{hero.id}/")
    return _row(id, f"{action.timing.name.lower()} {action.cp}", listed(made.outcome), rolled)


def _row(*cells):
    return " | ".join(cells).rstrip(" |")


def rows(text):
    """The rows of a table in a test, with single spaces."""
    lines = text.strip().splitlines()
    return [_row(*(" ".join(cell.split()) for cell in line.split("|"))) for line in lines]
