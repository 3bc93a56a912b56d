"""The table of steps: turns, what heroes use, and what words do."""

from __future__ import annotations

from functools import partial

from dicelaw.model.dice_conquest.components import (
    AVAILABLE,
    SIDES,
    SLEW,
    SPENT,
    Back,
    Place,
)
from dicelaw.model.dice_conquest.quest import Quest
from dicelaw.model.dice_conquest.rules import Rules
from dicelaw.model.dice_conquest.vocabulary import ABILITIES, WORDS
from dicelaw.model.dice_conquest.wording import ABILITY, CRITICAL, ITEM
from dicelaw.model.dice_conquest.words.reroll import REROLL
from dicelaw.model.effects.frames import NO_WORD
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_most, implies, number, total, where
from dicelaw.specs.dice_conquest.invariants.programs import (
    Due,
    begun,
    beyond,
    due,
    is_other_way,
    is_unpaid,
    may_be_done,
)
from dicelaw.specs.dice_conquest.properties.steps import (
    CARD,
    DIE,
    HERO,
    NUMBER,
    available,
    barred,
    begun_with,
    of_card,
    open_to_attack,
    takes,
)
from dicelaw.specs.steps import Step, every, put, step, to

POINTS = {"turn": Back.TURN, "attack": Back.ATTACK, "after": Back.AFTER}
NUMBERS = {word.name: word.number for word in WORDS}


def steps_of_turns(rules: Rules) -> list[Step]:
    """The rows about turns."""
    return [*_turn(rules), *_placing(rules), *_uses(rules), *_words(rules)]


def _turn(rules: Rules) -> list[Step]:
    q = rules.quest
    ability, amount = q.ability(q.turn), q.ability_amount(q.turn)
    more = where(all_of(ability == REROLL.number, ~barred(q, "abilities")), amount, 0)
    found = [
        step("turn/choose", "The hero in turn chooses one of the Available dice, and begins an attack.",
             of_die(available(q)),
             {q.chosen: DIE, q.rerolls: 0, q.used_ability: 0, q.used_critical: 0, q.target: 0,
              q.back: int(Back.ATTACK)},
             ("turn/must-choose-available-die", "turn/one-die-per-turn")),
        step("attack/reroll", "The chosen die is rerolled once, or so often more as the ability says.",
             all_of(q.rerolls <= more, ~barred(q, "rerolls")),
             {q.rerolls: q.rerolls + 1, **put([*q.unrolled], q.chosen, to(1)), q.rolled: 1},
             ("turn/reroll-once", "turn/keep-or-reroll", "facts/wizard-reroll-twice")),
        step("after/end", "A turn ends when its hero says so, and nothing else happens.",
             makes={q.back: int(Back.TURN)}, cites=("turn/one-die-per-turn",)),
    ]  # fmt: skip
    placeable = any_of(*(all_of(q.at[die] == AVAILABLE, accepted(rules, q.face[die])) for die in q.dice))
    found.append(
        step("turn/pass", "A hero may pass, which changes nothing by itself.",
             all_of() if rules.reads("passing", "free") else ~placeable, passing(rules),
             ("round-end/hero-passes",))
    )  # fmt: skip
    return found


def accepted(rules: Rules, value: Expr) -> Expr:
    """Whether a creature accepts a die that shows ``value``."""
    q, over = rules.quest, rules.reads("exact", "stuck")
    return any_of(*(takes(q, card, value, over=over) for card in q.cards))


def passing(rules: Rules) -> dict[Expr, Expr | int]:
    """What a pass notes: that the hero has passed, where the others go on."""
    q = rules.quest
    return {} if rules.reads("pass-ends", "round") else put([*q.passed], q.turn, to(1))


def of_die(says: list[Expr]) -> Expr:
    """What is said of the die that is chosen."""
    return all_of(*(implies(die == DIE, one) for die, one in enumerate(says)))


def _placing(rules: Rules) -> list[Step]:
    q = rules.quest
    value, over = q.face[q.chosen], rules.reads("exact", "stuck")
    sting = q.content.card("sting", q.target)
    strands = {"spend": put([*q.at], q.chosen, to(SPENT)), "pass": passing(rules), "skip": {}}
    (given_up,) = (makes for way, makes in strands.items() if rules.reads("no-placement", way))
    found = [
        step("attack/place", "The die is placed on a creature that accepts its number.",
             of_card(q.cards, lambda card: takes(q, card, value, over=over)),
             {**put([*q.at], q.chosen, to(CARD + 1)), q.target: CARD, q.pending: 1, q.back: int(Back.AFTER)},
             ("turn/must-attack-a-creature", "placement/on-creature-keep-value",
              "clarify/odd-even-members", "clarify/number-limit-members", "facts/ogre-first")),
        step("attack/used", "A die whose Critical Hit slew a creature is Spent.", q.used_critical == SLEW,
             {**put([*q.at], q.chosen, to(SPENT)), q.target: 0, q.used_critical: 1, q.back: int(Back.AFTER)},
             ("hero/example-wizard-outcome",)),
        step("placed/sting", "A creature that hurts whoever places a die does so to the hero in turn.",
             sting >= 1, {**falls_due(rules, sting, q.turn), q.pending: 0, q.spread: 0, q.cause: 1},
             ("facts/kalterstorm-deals-damage", "clarify/damage-dealers-members")),
        step("placed/quiet", "Nothing happens where a creature does not hurt.", sting == 0, {q.pending: 0},
             ("creature/standing-abilities",)),
    ]  # fmt: skip
    found.append(
        step("attack/stranded", "A hero whose die no creature accepts has to give up.",
             ~accepted(rules, value), given_up, ("turn/must-attack-a-creature",))
    )  # fmt: skip
    return found


def falls_due(rules: Rules, amount: Expr, first: Expr) -> dict[Expr, Expr | int]:
    """So many points of damage are to be dealt, the first of them to ``first``."""
    q = rules.quest
    return {q.due: amount, q.dealt_from: amount, q.to: first, **every([*q.allotted], lambda _, __: 0)}


def _uses(rules: Rules) -> list[Step]:
    q = rules.quest
    hero = q.hero[q.turn]
    word = q.ability(q.turn)
    critical = q.content.hero("critical", hero)
    hits = any_of(q.face[q.chosen] == q.content.hero("critical_number", hero), q.pierced == q.chosen + 1)
    own, hit = (begun(place, partial(of_hero, q), q) for place in (ABILITY, CRITICAL))
    found = []
    for point in ("attack", "after"):
        says = any_of(*(word == one.number for one in ABILITIES if point in one.uses[ABILITY]))
        demands = [q.used_critical == 0, critical != NO_WORD, hits]
        if point == "after":
            demands.append(of_place(rules, q.chosen))
        found += [
            step(f"{point}/ability", "A hero uses their own ability in the attack or after it, once a turn.",
                 all_of(q.used_ability == 0, says, ~barred(q, "abilities")),
                 {q.used_ability: 1, **used(rules, point, own, item=False)},
                 ("hero/ability-when-attacking", "clarify/creature-beats-hero-and-item"),
                 given=any_of(word == NO_WORD, *(word == one.number for one in ABILITIES))),
            step(f"{point}/critical", "A hero uses the Critical Hit once, with a die of its number.",
                 all_of(*demands),
                 {q.used_critical: 1, **used(rules, point, hit, item=False)},
                 ("hero/critical-when-die-equals-number", "hero/critical-optional")),
        ]  # fmt: skip
    for point in POINTS:
        owned = of_card(q.cards[: q.content.boss], lambda card: q.place[card] == q.turn + int(Place.HELD))
        program = begun(ITEM, partial(of_chosen, q), q)
        found.append(
            step(f"{point}/item", "A hero uses a magic item of their own, which leaves the game.", owned,
                 {**put([*q.place], CARD, to(int(Place.GONE))), **used(rules, point, program, item=True)},
                 ("item/use-any-time-own-turn", "item/discard-to-use"))
        )  # fmt: skip
    return found


def of_hero(q: Quest, figure: str) -> Expr:
    """What the card of the hero in turn has of ``figure``."""
    return q.content.hero(figure, q.hero[q.turn])


def of_chosen(q: Quest, figure: str) -> Expr:
    """What the chosen card has of ``figure``."""
    return q.content.card(figure, at_most(CARD, q.content.cards))


def of_place(rules: Rules, die: Expr) -> Expr:
    """Whether ``die`` is not Available any more."""
    return rules.quest.at[die] >= SPENT


def _may_be_changed(q: Quest, die: int) -> Expr:
    """Whether ``die`` lies on a creature, and on none that another one keeps from being attacked."""
    first = [all_of(q.shown(card), q.content.card("first", card) == 1) for card in q.cards]
    others = (all_of(q.at[die] == card + 1, q.content.card("first", card) == 0) for card in q.cards)
    return all_of(q.at[die] > SPENT, ~all_of(any_of(*first), any_of(*others)))


def used(rules: Rules, point: str, program: Due, *, item: bool) -> Due:
    """That ``program`` is used at ``point``, and play goes back there."""
    q = rules.quest
    return {**program, q.by_item: int(item), q.back: int(POINTS[point])}


def _words(rules: Rules) -> list[Step]:
    q = rules.quest
    amount = q.amount
    most = total(where(die == DIE, sides, 0) for die, sides in enumerate(SIDES))
    face = q.face[at_most(DIE, len(SIDES) - 1)]
    near = all_of(face + amount >= NUMBER, face - amount <= NUMBER, most >= NUMBER)
    over = due(q, beyond(q))
    barring = all_of(rules_kept(rules), barred(q, "rerolls"))
    remaining = rules.reads("slay-limit", "remaining")

    def weak(card: int) -> Expr:
        health = q.remaining(card) if remaining else q.content.card("health", card)
        return all_of(open_to_attack(q, card), health <= amount)

    raised = every(
        [*q.face],
        lambda die, old: where(
            all_of(q.at[die] == q.target + 1, q.chosen != die), at_most(old + amount, SIDES[die]), old
        ),
    )
    pierced: dict[Expr, Expr | int] = {q.pierced: DIE + 1}
    if rules.reads("dagger", "highest"):
        pierced = put([*q.face], DIE, to(most))
    rows: list[tuple[str, str, Expr, dict[Expr, Expr | int], tuple[str, ...]]] = [
        ("heal", "A hero gets so much health, up to that of the start.", q.heroes > HERO,
         {**put([*q.health], HERO, lambda old: at_most(old + amount, begun_with(q))), **over},
         ("clarify/heal-moves-token-up", "clarify/heal-cap-start")),
        ("guard", "The hero in turn may avoid so many points more.", all_of(),
         {**put([*q.guard], q.turn, lambda old: old + amount), **over}, ("model/guard",)),
        ("strike", "A creature that may be attacked suffers so much damage without a die.",
         of_card(q.cards, lambda card: open_to_attack(q, card)),
         {**put([*q.hurt], CARD, lambda old: old + amount), **over}, ("clarify/damage-items-members",)),
        ("slay", "A creature of so much health at most that may be attacked is to be slain.",
         of_card(q.cards, weak),
         {q.doomed: CARD, q.used_critical: where(q.by_item == 1, q.used_critical, SLEW), **over},
         ("hero/example-wizard-stone-golem",)),
        ("change", "A die on a creature is turned to a number that it has, so far away at most.",
         all_of(of_die([_may_be_changed(q, die) for die in q.dice]), near),
         {**put([*q.face], DIE, to(NUMBER)), **over},
         ("clarify/manipulation-members", "clarify/die-maximum", "facts/ogre-first")),
        ("raise", "The other dice on the creature of the placed die go up by so much, as far as they can.",
         q.target >= 1, {**raised, **over}, ("facts/sorceress-raises-dice", "clarify/die-maximum")),
        ("recover", "A Spent die is Available again, and is rolled first.",
         all_of(of_die([at == SPENT for at in q.at]), amount >= 1),
         {**put([*q.at], DIE, to(AVAILABLE)), **put([*q.unrolled], DIE, to(where(barring, 0, 1))),
          q.amount: amount - 1, q.rolled: 2, q.next: beyond(q)}, ("hero/returned-dice-rerolled-first",)),
        ("pierce", "An Available die is turned to its highest number.", of_die(available(q)),
         {**pierced, **over}, ("item/example-rogue-dagger",)),
    ]  # fmt: skip
    found = [
        step(
            f"effect/{word}",
            says,
            all_of(due_now(q, word), when),
            makes,
            cites,
        )
        for word, says, when, makes, cites in rows
    ]
    return [*found, *_lines(q)]


def _lines(q: Quest) -> list[Step]:
    """The rows about programs: a cost, another way, and a line that is left."""
    spare = [all_of(free, any_of(q.back != int(Back.ATTACK), q.chosen != die))
             for die, free in enumerate(available(q))]  # fmt: skip
    more = q.amount >= 2
    paid = {field: where(more, field, value) for field, value in due(q, beyond(q)).items()}
    return [
        step("effect/spend", "A cost takes so many Available dice to the Spent area, one by one, and none "
             "of them is that of the attack; where there are fewer, it is not begun.",
             all_of(due_now(q, "spend"), of_die(spare), total(where(one, 1, 0) for one in spare) >= q.amount),
             {**paid, **put([*q.at], DIE, to(SPENT)), q.amount: where(more, q.amount - 1, paid[q.amount]),
              q.next: where(more, beyond(q), paid[q.next])},
             ("model/programs", "turn/choice-of-die-binding")),
        step("effect/other", "Of two ways the other one is taken instead of the one that is due.",
             is_other_way(q), due(q, q.next), ("model/programs",)),
        step("effect/leave", "A hero may leave a line undone; with a cost what follows it, too.",
             makes=due(q, where(is_unpaid(q), 0, beyond(q))), cites=("model/words",)),
    ]  # fmt: skip


def due_now(q: Quest, word: str) -> Expr:
    """Whether a line of this ``word`` is due, and its condition holds."""
    return all_of(q.word == number(NUMBERS[word]), may_be_done(q))


def rules_kept(rules: Rules) -> Expr:
    """Whether dice that return are not rolled while a creature bars rerolls."""
    return all_of() if rules.reads("returned-dice", "kept") else any_of()
