"""The table of steps: dice that effects roll and alter, tokens that are picked, and what is due."""

from __future__ import annotations

from dicelaw.model.dice_throne.language import DamageType, Op, Who
from dicelaw.model.dice_throne.rules import Rules, site
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import ACTIVATION, DICE, LANDING, OFFENSE_ROLL
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_least, at_most, total, where
from dicelaw.model.kernel.state import as_place
from dicelaw.specs.dice_throne.properties.players import Makes, following, of, opposed, plays
from dicelaw.specs.dice_throne.properties.steps import (
    FACE,
    at_depth,
    attacks,
    first_to_act,
    held_of,
    into,
    kinds,
    line,
    may_act,
    meant,
    onward,
    owner,
    pool,
    spread,
    tokens_of,
    under_way,
)
from dicelaw.specs.dice_throne.properties.steps_of_actions import roll_off, whose_dice, whose_other_die
from dicelaw.specs.property import Chosen
from dicelaw.specs.steps import Step, put, step, to

DIE, STATUS, GIVEN = (Chosen(name) for name in ("die", "status", "given"))
OWN_DICE = ("cards/named/six-it-samesies-own-dice",)


def steps_of_dice(rules: Rules) -> list[Step]:
    """The rows about dice and picks."""
    return [*_rolls(rules), *_rerolls(rules), *_alterations(rules), *_picks(rules), *_due(rules)]


def _pools(d: Duel) -> list[Expr]:
    """Of each pool of dice whether it lies on the table."""
    rolls = range(2, 5 if d.seats.duel else 6)
    return [d.live <= OFFENSE_ROLL, *(d.live == number for number in rolls)]


def _rolled(d: Duel) -> Makes:
    """The first die that is to be rolled shows the number that comes up."""
    waits = [d.pending // 2**place % 2 == 1 for place in range(DICE)]
    first = [all_of(one, *(~before for before in waits[:at])) for at, one in enumerate(waits)]
    found: Makes = {d.pending: d.pending - total(where(one, 2**at, 0) for at, one in enumerate(first))}
    for number, there in enumerate(_pools(d)):
        for die, now in zip(pool(d, number), first, strict=True):
            found[die] = where(all_of(there, now), FACE, die)
    return found


def _rolls(rules: Rules) -> list[Step]:
    d = rules.duel
    done = d.pending == 0
    rule = ("ability/inner-roll-once-fresh",)
    return [
        step("resolve/roll/die", "A die of an effect shows the number that comes up.", d.pending >= 1,
             _rolled(d), ("dice/six-faces",)),
        step("resolve/reroll/roll/die", "A die that is rerolled shows the number that comes up.",
             d.pending >= 1, _rolled(d), ("dice/six-faces",), near="resolve/reroll"),
        step("resolve/roll/rolled", "Both players may act when the dice of an effect lie there.",
             all_of(done, d.covered == 0), first_to_act(d), rule),
        step("resolve/roll/covered", "Covered dice are read at once.", all_of(done, d.covered == 1),
             {d.covered: 0}, rule),
        step("resolve/reroll/rolled", "A die that was rerolled counts as one of those that may be.", done,
             {d.picks: at_least(d.picks - 1, 0)}, ("cards/named/try-again-not-opponents",),
             near="resolve/reroll"),
    ]  # fmt: skip


def _shown(d: Duel, which: Expr = DIE) -> Expr:
    """What the die that is chosen shows."""
    return total(
        where(all_of(there, which == place), die, 0)
        for number, there in enumerate(_pools(d))
        for place, die in enumerate(pool(d, number))
    )


def _turned(d: Duel, face: Expr) -> Makes:
    """The die that is chosen shows ``face``."""
    return {
        die: where(all_of(there, place == DIE), face, die)
        for number, there in enumerate(_pools(d))
        for place, die in enumerate(pool(d, number))
    }


def _named(rules: Rules, which: Expr = DIE) -> Expr:
    """Whether the effect is about the die that is chosen: of a roll-off each player has one."""
    d = rules.duel
    who = line(rules).who
    if d.seats.duel:
        roller = where(d.live == 3, d.owner[0], owner(d))
        whose = where(which == 1, following(d, roller), roller)
        return any_of(~roll_off(d), who == Who.CHOSEN, whose == meant(rules))
    whose = where(which == 1, whose_other_die(d), whose_dice(d))
    foe = opposed(d, whose, owner(d))
    own = any_of(whose == owner(d), all_of(spread(rules)[0], ~foe))
    return any_of(~roll_off(d), who == Who.CHOSEN, where(who == Who.SELF, own, foe))


def _altered(d: Duel) -> Makes:
    return {d.altered: where(d.live == OFFENSE_ROLL, 1, d.altered)}


def _rerolls(rules: Rules) -> list[Step]:
    d = rules.duel
    bit = total(where(place == DIE, 2**place, 0) for place in range(DICE))
    return [
        step("resolve/reroll/die", "A die that lies there may be rerolled, as often as the effect says.",
             all_of(d.picks >= 1, _shown(d) >= 1, _named(rules)),
             {d.pending: bit, **_altered(d), **put([*d.rerolled], d.depth, to(1))}, OWN_DICE),
        step("resolve/reroll/stop", "No more dice need be rerolled.",
             makes={**onward(rules), d.picks: 0}, cites=("cards/named/one-more-time-optional",)),
    ]  # fmt: skip


def _alterations(rules: Rules) -> list[Step]:
    d, word = rules.duel, line(rules)
    turned = _shown(d) + where(Chosen("up") == 1, 1, 0 - 1)
    copied = _shown(d, Chosen("model"))
    set_to = any_of(word.arg == 0, word.arg == FACE)
    ways: list[tuple[str, Op, Expr, Expr, bool]] = [
        ("nudge", Op.NUDGE, turned, all_of(turned >= 1, turned <= 6), True),
        ("set", Op.SET_DIE, FACE, set_to, True),
        ("set-first", Op.SET_DIE, FACE, set_to, False),
        ("copy", Op.COPY_DIE, copied, all_of(copied >= 1, _named(rules, Chosen("model"))), True),
    ]
    return [
        step(f"resolve/alter/{name}", "A die that lies there is turned to a number that the effect allows.",
             all_of(op == word.op, d.picks <= 1 if last else d.picks >= 2, _shown(d) >= 1, allowed,
                    _named(rules)),
             {**_turned(d, face), **_altered(d), d.picks: at_least(d.picks - 1, 0),
              **(onward(rules) if last else {})},
             ("dice/six-faces", "dice/alteration-counts", *OWN_DICE), given=under_way(rules))
        for name, op, face, allowed, last in ways
    ]  # fmt: skip


def _left(d: Duel, whom: Expr, kind: Expr, gone: Expr | int) -> Makes:
    """``whom`` has so many tokens fewer; those that are noted to leave are no more than there are."""
    found: Makes = {}
    for seat in d.seats.numbers:
        for one in range(1, d.kinds + 1):
            had, old = tokens_of(d, seat, one), d.aged[seat * d.kinds + one - 1]
            mine = all_of(whom == seat, kind == one)
            left = at_least(had - gone, 0)
            found[had] = where(mine, left, had)
            found[old] = where(mine, at_most(old, left), old)
    return found


def _picks(rules: Rules) -> list[Step]:
    d, word = rules.duel, line(rules)
    mine, whom = owner(d), meant(rules)
    removable, movable = (
        any_of(*(kind == STATUS for kind in kinds(d, trait)))
        for trait in (lambda s: s.removable, lambda s: s.removable and s.transferable)
    )
    there = held_of(d, whom, STATUS) >= 1
    further = [] if d.seats.duel else [Chosen("to") != whom, plays(d, Chosen("to"))]
    landed, later = (
        total(where(kind == STATUS, cells[kind - 1], 0) for kind in range(1, d.kinds + 1))
        for cells in (d.landed, d.later)
    )
    warded = put([*d.landed], STATUS - 1, lambda old: at_least(old - 1, 0))
    waits = rules.reads("then-stun", "defense-first")
    plus = total(where(kind == STATUS, d.statuses[kind].attack_plus, 0) for kind in range(1, d.kinds + 1))
    counted = all_of(d.program != LANDING, attacks(d), d.kind != DamageType.PURE, d.ultimate == 0)
    less: Makes = {d.added: at_least(d.added - where(counted, plus, 0), 0)}
    had = where(word.token >= 1, held_of(d, mine, word.token), of(d.cp, mine))
    points = put([*d.cp], mine, lambda old: old - where(word.token >= 1, 0, GIVEN))
    paid = at_depth(d, d.paid)
    spending = all_of(d.depth >= 1, word.token >= 1, GIVEN >= 1)
    given = {cell: value for cell, value in _left(d, mine, word.token, GIVEN).items()
             if as_place(cell).slots.start not in d.aged.slots}  # fmt: skip
    return [
        step("resolve/pick-token/remove-one", "One token leaves that can be removed.",
             all_of(word.op == Op.REMOVE_ONE, there, removable),
             {**_left(d, whom, STATUS, 1), **onward(rules)},
             ("status/remove-n-means-n-tokens", "status/blessing-of-divinity/no-other-removal"),
             given=under_way(rules)),
        step("resolve/pick-token/transfer", "One token goes to the other player that can be moved.",
             all_of(word.op == Op.TRANSFER, there, movable, *further), onward(rules),
             ("status/hex/no-transfer",), given=under_way(rules),
             besides=("tokens", "aged", "health", "fresh")),
        step("resolve/pick-token/ward", "One token that the attack inflicted leaves.",
             all_of(word.op == Op.WARD, landed >= 1, held_of(d, mine, STATUS) + later >= 1),
             {**({} if waits else _left(d, mine, STATUS, 1)), **warded, **onward(rules),
              **(less if rules.reads("attack-bonus", "landed") else {})},
             ("barbarian/thick-skin-incoming-only",), given=under_way(rules),
             besides=("tokens", "aged", "later") if waits else ()),
        step("resolve/pay/give", "A player gives up any amount up to what is there and what the effect says.",
             all_of(had >= GIVEN, any_of(GIVEN == 0, GIVEN + paid <= word.base)),
             {**given, **points, **put([*d.paid], d.depth, lambda old: old + GIVEN),
              **put([*d.spent], d.depth, lambda old: where(spending, word.token, old)), **onward(rules)},
             ("cards/cost-paid",), besides=("aged",)),
        step("resolve/shield/use", "One token of the attack is kept off.",
             makes={d.asked: 1, d.spared: 1, d.shield: at_least(d.shield - 1, 0)},
             cites=("companion/dryad/effects",), near="resolve/next"),
        step("resolve/shield/let", "No token need be kept off.", makes={d.asked: 1},
             cites=("companion/dryad/effects",), near="resolve/next"),
    ]  # fmt: skip


def _due(rules: Rules) -> list[Step]:
    """What is due by itself: for open content each moment has one kind of effect, due any number of times."""
    d = rules.duel
    able, times = may_act(rules, d.turn), d.due[0]
    stands = all_of(d.picked >= 1, times >= 1)
    order, rule = ("turn/upkeep/order-by-active-player",), ("turn/upkeep/resolve-maintenance",)
    begun: Makes = {times: times - 1, d.picked: 0, d.depth: 1, d.owner[1]: Chosen("owner")}
    found = []
    for group in ("upkeep", "concluding", "attacking", "phase-over", "turn-end", "setup"):
        here = {**begun, d.back[1]: site(f"{group}/due")}
        if not d.seats.duel:  # who opposes the attacker, and nobody else, means the attacker by it
            foe = all_of(group == "phase-over", opposed(d, Chosen("owner"), d.attacker))
            here[d.rival[1]] = where(foe, d.attacker + 1, 0)
        picked: Makes = here if group == "setup" else {d.picked: 1, **first_to_act(d)}
        found += [
            step(f"{group}/due/pick", "Of several effects the active player picks the first.",
                 all_of(able, times >= 2, ~stands), picked, order, besides=("pc",)),
            step(f"{group}/due/run", "What is due is resolved, what was picked first.",
                 all_of(times >= 1, any_of(times < 2, ~able, stands)), here, rule, besides=("pc",)),
        ]  # fmt: skip
    ends: dict[str, tuple[Expr, Makes]] = {
        "setup/due/done": (all_of(), into(d, "upkeep")), "upkeep/due/done": (all_of(), {}),
        "attacking/due/done": (all_of(), {}), "phase-over/due/done": (all_of(), {}),
        "turn-end/due/done": (all_of(), {}), "concluding/due/activate": (d.program == ACTIVATION, {}),
        "concluding/due/end": (d.program != ACTIVATION, first_to_act(d)),
    }  # fmt: skip
    for name, (given, then) in ends.items():
        found.append(
            step(name, "Play goes on when nothing more is due.", all_of(times == 0, given),
                 {d.picked: 0, times: 0, **then}, rule)
        )  # fmt: skip
    return found
