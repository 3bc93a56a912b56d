"""Properties of the keywords that only the older glossary has."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import Op
from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.damage.anti_breath import breathed, protects
from dicelaw.model.dice_masters.damage.cleave import cleaves
from dicelaw.model.dice_masters.damage.consequences import lethal
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.table_state import ANTI_BREATH, CARD, FIELD, IN_PLAY, PREP, USED
from dicelaw.model.dice_masters.timing.fabricate import picked
from dicelaw.model.dice_masters.zones.equip import any_loose, may_wear
from dicelaw.model.dice_masters.zones.gate import may_be_gated
from dicelaw.model.dice_masters.zones.targets import source
from dicelaw.model.kernel.expressions import all_of, any_of, implies
from dicelaw.specs.bugs import dropping, rewriting
from dicelaw.specs.dice_masters.invariants.invariants import DEALING, STRUCTURE
from dicelaw.specs.dice_masters.properties.holding import UNSETTLED
from dicelaw.specs.property import AllOf, Always, Chosen, EachStep, Goal, Never, Property, after


def lexicon_properties(made: TableMachine) -> list[Property]:
    """What Cleave, Anti-Breath Weapon, Gate, Equip and Fabricate do, and what they do not."""
    return [
        *_of_cleave(made),
        *_of_anti_breath(made),
        *_of_gate(made),
        *_of_equip(made),
        *_of_fabricate(made),
    ]


def _of_fabricate(made: TableMachine) -> list[Property]:
    t, rules = made.table, made.rules
    if not t.figures.kinds_with("fabricate dice"):
        return []
    dice, cost = picked(rules)
    wanted, worth = (t.printed(f"fabricate {name}", t.subject) for name in ("dice", "cost"))
    return [
        Property(
            "keyword/fabricate",
            "A die is fabricated for as many characters as its card says, of the purchase cost that it says.",
            Never(any_of(dice != wanted, cost < worth), "main/fabricating/purchase"),
            (rules.keyword("fabricate"),),
            goal=Goal("characters are picked for a die", all_of(dice >= 1, dice == wanted, worth >= 1),
                      "main/fabricating"),
            bug=dropping(rules.keyword("fabricate"), "main/fabricating/purchase"),
        ),
    ]  # fmt: skip


def _of_equip(made: TableMachine) -> list[Property]:
    t, rules = made.table, made.rules
    gear, dice = t.bearers(Keyword.EQUIP), range(t.count)
    if not (gear and t.figures.uses(Op.ATTACH)):
        return []
    wears = [may_wear(rules, die) for die in dice]
    chosen = any_of(*(all_of(Chosen("die") == die, one) for die, one in enumerate(wears)))
    settled = ~any_loose(rules)
    return [
        Property(
            "keyword/equip-attach",
            "Gear is attached only to characters in the Field Zone whose card has the icon.",
            Never(~chosen, ("resolve/attach", "clear/attach")),
            (rules.keyword("equip-attach"),),
            goal=Goal("gear may be attached as a turn begins", all_of(t.offered[0] == 1, any_of(*wears)),
                      "clear"),
            bug=dropping(rules.keyword("equip-attach"), "clear/attach"),
        ),
        Property(
            "keyword/equip-stays",
            "Gear that a die wears is in the Field Zone, and so is the die.",
            AllOf((
                Always(settled, ("*", *(f"!{point}" for point in (*UNSETTLED, *DEALING, "pay")))),
                Always(all_of(*(implies(cell == 1, t.zone[die] == IN_PLAY)
                                for die, cell in zip(gear, t.offered, strict=True))), "clear"),
                Always(all_of(*(cell == 0 for cell in t.offered)), ("*", "!clear")),
                Always(any_of(t.reacting, settled), "pay"),
            )),
            (rules.keyword("equip-stays"),),
            using=(*STRUCTURE, "combat/attack-zone-empty"),
            goal=Goal("who wears gear has left the Field", any_loose(rules), "ko"),
            bug=dropping(rules.keyword("equip-stays"), "ko/done"),
        ),
    ]  # fmt: skip


def _of_gate(made: TableMachine) -> list[Property]:
    t, rules = made.table, made.rules
    if not t.figures.uses(Op.GATE):
        return []
    seat, dice = rules.queue.owners[0], range(t.count)
    fits = [may_be_gated(rules, die, seat) for die in dice]
    chosen = any_of(*(all_of(Chosen("die") == die, one) for die, one in enumerate(fits)))
    rolled = [t.picked[die] == 1 for die in dice]
    missed = USED if rules.reads("gate-result", "used") else CARD
    goes = [
        implies(one, any_of(*(after(t.zone[die]) == zone for zone in (CARD, PREP, missed))))
        for die, one in enumerate(rolled)
    ]
    others = [implies(~one, after(t.zone[die]) == t.zone[die]) for die, one in enumerate(rolled)]
    return [
        Property(
            "keyword/gate",
            "A die gates in what its card names, from a card of its player's own.",
            Never(~chosen, "resolve/gate"),
            (rules.keyword("gate"), rules.keyword("gate-type")),
            goal=Goal("a die may be gated in", all_of(t.figures.at("word", t.pc) == Op.GATE, any_of(*fits)),
                      "resolve"),
            bug=dropping(rules.keyword("gate"), "resolve/gate"),
        ),
        Property(
            "keyword/gate-result",
            "What is gated in ends in the Prep Area or "
            + ("in the Used Pile, or on its card." if missed == USED else "on its card."),
            EachStep(all_of(*goes, *others), along=("resolve/gating/roll", "resolve/gated/*")),
            (rules.keyword("gate-result"),),
            using=STRUCTURE,
            goal=Goal("a die has been gated in", any_of(*rolled), "resolve/gated"),
            bug=rewriting("resolve/gated/prep", t.zone[t.count - 1], lambda old: old * 0 + FIELD,
                          "it comes into the Field"),
        ),
    ]  # fmt: skip


def _of_cleave(made: TableMachine) -> list[Property]:
    t, rules = made.table, made.rules
    bearers = t.bearers(Keyword.CLEAVE)
    if not bearers:
        return []
    due = any_of(*(cleaves(rules, die) for die in bearers))
    fallen = any_of(*(all_of(Chosen("die") == die, one) for die, one in enumerate(lethal(rules))))
    mine = any_of(*(all_of(Chosen("die") == die, t.owner[die] == t.turn) for die in range(t.count)))
    once, cited = t.cleaved[0], (rules.keyword("cleave"), rules.keyword("cleave-once"))
    return [
        Property(
            "keyword/cleave",
            "Cleave strikes another die of the opponent than those KO'd, and only once a blocker is KO'd.",
            Never(any_of(~due, fallen, mine), "cleave/strike"),
            cited[:1],
            goal=Goal("an attacker with Cleave KO's a blocker", due, "cleave"),
            bug=dropping(rules.keyword("cleave"), "cleave/strike"),
        ),
        Property(
            "keyword/cleave-once",
            "A die cleaves at most once a turn.",
            EachStep(all_of(any_of(*(all_of(cell == 0, after(cell) == 1) for cell in t.cleaved)),
                            *(after(cell) >= cell for cell in t.cleaved)),
                     along="cleave/strike"),
            cited[1:],
            goal=Goal("an attacker with Cleave strikes", all_of(due, once == 0), "cleave"),
            bug=rewriting("cleave/strike", once, lambda _: once, "it is forgotten that the die has cleaved"),
        ),
    ]  # fmt: skip


def _of_anti_breath(made: TableMachine) -> list[Property]:
    t, rules = made.table, made.rules
    bearers = t.bearers(Keyword.ANTI_BREATH_WEAPON)
    if not (bearers and t.bearers(Keyword.BREATH_WEAPON)):
        return []
    theirs = t.owner[source(rules)[0]] != t.reactor
    active = [protects(rules, die, t.reactor) for die in bearers]
    answers = all_of(breathed(rules), theirs, any_of(*active))
    cells = (
        [(t.incoming[die], one) for die, one in zip(bearers, active, strict=True)]
        if rules.reads("anti-breath-weapon", "die")
        else [(cell, any_of(*active)) for cell in (*t.aimed, *t.incoming)]
    )
    first = t.incoming[bearers[0]]
    return [
        Property(
            "keyword/anti-breath-weapon",
            "Anti-Breath Weapon answers the opponent's Breath Weapon alone, with an active die.",
            Never(~answers, "damage/react/anti-breath-weapon"),
            (rules.keyword("anti-breath-weapon"),),
            goal=Goal("a Breath Weapon's damage is on its way", all_of(answers, first >= 1),
                      "damage/react"),
            bug=dropping(rules.keyword("anti-breath-weapon"), "damage/react/anti-breath-weapon"),
        ),
        Property(
            "keyword/anti-breath-weapon-prevents",
            "Once it is paid for, nothing is left of the damage that it prevents.",
            EachStep(all_of(*(implies(holds, after(cell) == 0) for cell, holds in cells)),
                     along="pay/anti-breath-weapon"),
            (rules.keyword("anti-breath-weapon"),),
            goal=Goal("an Anti-Breath Weapon is paid for", all_of(t.act == ANTI_BREATH, t.owed == 0), "pay"),
            bug=rewriting("pay/anti-breath-weapon", first, lambda _: first, "a die is damaged all the same"),
        ),
    ]  # fmt: skip
