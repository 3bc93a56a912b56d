"""The words of the effect language: one transition each, run one after another from the topmost program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from dicelaw.model.dice_throne.declared.vocabulary import DECLARED
from dicelaw.model.dice_throne.language import DamageType, Op, Who
from dicelaw.model.dice_throne.rules import Demands, Rules, Writes, landing_bonus, site
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import (
    ACTION_ROLL,
    ACTIVATION,
    DEFENSE,
    DEFENSE_ROLL,
    DISCARD,
    LANDING,
    NO_ROLL,
    NOTHING,
)
from dicelaw.model.dice_throne.tables.own_rules import rules_of_landing
from dicelaw.model.dice_throne.words.running import (
    HERE,
    Running,
    following,
    is_word,
    lacks_opponent,
    naming,
    nobody,
    onward,
    settled,
    words_that_name,
)
from dicelaw.model.kernel.expressions import (
    FALSE,
    TRUE,
    Expr,
    all_of,
    any_of,
    at_least,
    at_most,
    implies,
    negate,
    where,
)
from dicelaw.model.kernel.graph import Agent, Kind


@dataclass(frozen=True)
class Deed:
    """What a word with a file of its own does: its verb phrase, and what is written."""

    phrase: str
    effect: Writes


def possible(rules: Rules, run: Running, op: Op) -> Expr:
    """Whether the word ``op`` can do anything now; where it can't, it is passed over."""
    usual = run is Running.of(rules)
    found = rules.once("conditions", lambda: _conditions(rules, run)) if usual else _conditions(rules, run)
    condition = found.get(op, TRUE)
    return rules.duel.definitions.holds(f"{op.name} is possible", condition)


def _conditions(rules: Rules, run: Running) -> Mapping[Op, Expr]:
    """What it takes for a word to do anything; a word that always does is not in it."""
    d = rules.duel
    own_program = all_of(d.top == 0, d.program == ACTIVATION)
    seat, token = run.owner, run.row.token
    concluding = all_of(d.depth == 1, d.back[1] == site("concluding/due"), d.activated == 1, d.ultimate == 0)
    aimed = d.defends(run.target) if d.seats.duel else run.row.wide
    marked = d.spare(run.target, run.row.counted)
    may_be_aimed_at = TRUE if d.seats.duel else all_of(run.target != run.owner, d.plays(run.target))
    may_strike = [] if d.seats.duel else [implies(strikes_another(run), another_to_strike(d, run.target))]
    kinds = range(1, d.kinds + 1)
    may_remove = d.kinds_with(lambda status: status.removable)
    may_move = d.kinds_with(lambda status: status.removable and status.transferable)
    of_offense = all_of(rules.in_phase("offense"), d.activated == 0, run.target == d.attacker)
    return {
        Op.THEN: d.swift[d.top] == 0,
        Op.ROLL: all_of(run.row.base >= 1, any_of(d.top == 0, d.live != ACTION_ROLL)),
        Op.DAMAGE: all_of(own_program, *may_strike),
        Op.RECOIL: own_program,
        Op.UNDEFENDABLE: all_of(
            d.kind == DamageType.NORMAL, d.defended == 0, any_of(own_program, enhancing(rules))
        ),
        Op.ADD: all_of(enhancing(rules), d.is_attack),
        Op.DOUBLE: all_of(enhancing(rules), d.is_attack),
        Op.PREVENT: d.incoming(run.target),
        Op.HALVE: any_of(d.incoming(run.target), all_of(concluding, aimed)),
        Op.REFLECT: all_of(d.is_attack, d.ultimate == 0, d.attacked(run.owner)),
        Op.LOOK: any_of(all_of(d.top == 0, d.live != NO_ROLL), d.live == ACTION_ROLL),
        Op.CLEAR: all_of(d.live == ACTION_ROLL, d.roll_frame == d.top),
        Op.ROLL_OFF: any_of(d.top == 0, d.live != ACTION_ROLL),
        Op.PAY: where(token >= 1, d.token(seat, token), d.cp[seat]) >= 1,
        Op.TURN_INTO: all_of(d.token(run.target, token) >= 1, marked),
        Op.FIZZLE: all_of(concluding, run.owner == d.attacker),
        Op.SHIELD: all_of(d.aimed, d.is_attack, d.ultimate == 0, d.defends(run.owner)),
        Op.DRAIN: all_of(d.is_attack, run.owner == d.attacker),
        Op.DISCARD_PICK: d.hand[run.target] >= 1,
        Op.SEARCH: d.library[seat] >= 1,
        Op.REMOVE_ONE: any_of(*(d.token(run.target, kind) >= 1 for kind in may_remove)),
        Op.TRANSFER: any_of(*(d.token(run.target, kind) >= 1 for kind in may_move)),
        Op.WARD: all_of(
            d.defends(run.owner),
            any_of(*(all_of(d.landed[k - 1] >= 1, there(d, run.owner, k)) for k in kinds)),
        ),
        Op.REROLL: all_of(d.live != NO_ROLL, run.row.base >= 1),
        Op.NUDGE: d.live != NO_ROLL,
        Op.SET_DIE: all_of(d.live != NO_ROLL, run.row.base >= 1),
        Op.COPY_DIE: d.live != NO_ROLL,
        Op.ATTEMPT: of_offense,
        Op.DEFENSE_ATTEMPT: all_of(d.live == DEFENSE_ROLL, d.defends(run.target)),
        Op.SHARE: all_of(
            rules.in_phase("defense"), d.is_attack, d.ultimate == 0, d.defended == 0, d.attacked(run.owner)
        ),
        Op.HEAL_COMPANION: d.has_companion[run.owner] == 1,
        Op.EXTRA_PHASE: all_of(own_program, run.owner == d.attacker),
        Op.AIM: all_of(
            d.activated == 1, rules.in_phase("offense", "targeting"), run.owner == d.attacker, may_be_aimed_at
        ),
    }


def strikes_another(run: Running) -> Expr:
    """Whether damage of an ability is for another opponent than its target."""
    return run.row.who == Who.ANOTHER_OPPONENT


def another_to_strike(d: Duel, seat: Expr) -> Expr:
    """Whether an attack that deals pure damage to its target may strike ``seat`` as well: one more player."""
    open_to = any_of(d.beside == 0, d.beside_target(seat))
    pure = all_of(d.is_attack, d.kind == DamageType.PURE)
    return all_of(pure, d.target >= 1, negate(d.defends(seat)), open_to, d.opposed(seat, d.attacker))


def there(d: Duel, seat: Expr, kind: int) -> Expr:
    """Whether ``seat`` has, or is about to have, a token of status effect ``kind``."""
    held = d.token(seat, kind) + d.later[kind - 1] >= 1
    return d.definitions.said("a token is there or is to come", held)


def enhancing(rules: Rules) -> Expr:
    """Whether the topmost action is an Attack Modifier."""
    return rules.duel.enhancing[rules.duel.top] == 1


ONLY_POSITIVE, ONLY_NEGATIVE = 1, 2
"""Arguments of the words that remove tokens by their sign."""
PICKING = frozenset(
    {
        Op.REMOVE_ONE, Op.TRANSFER, Op.WARD, Op.REROLL, Op.NUDGE, Op.SET_DIE, Op.COPY_DIE, Op.OR, Op.PAY,
        Op.SEARCH,
    }
)  # fmt: skip
"""The words that need a decision of the program's owner."""


def word(
    rules: Rules,
    op: Op,
    says: str,
    effect: Writes,
    run: Running,
    *,
    target: str = HERE,
    cites: tuple[str, ...] = (),
    stays: bool = False,
    given: Sequence[tuple[Expr | bool, str]] = (),
    variant: str = "",
) -> None:
    """Add the transition of ``op``: it does ``effect`` and goes on, or with ``stays`` keeps its place.

    Where a word has several transitions, each has its ``variant`` of the name and is ``given`` something.
    """
    d = rules.duel
    requires: Demands = [
        (is_word(rules, run, op), "def/ability"),
        (run.row.applies, "offense/activation-variable-effects-first"),
        (possible(rules, run, op), "def/ability"),
        *given,
    ]
    if op in words_that_name(d):
        requires.append((settled(rules, run), "def/chosen-player"))
    if not d.seats.duel:
        requires.append((negate(lacks_opponent(rules, run)), "def/chosen-opponent"))
    if op in PICKING:
        requires += rules.free(picker(run, op))
    name = op.name.lower().replace("_", "-") + variant
    step = {} if stays else onward(rules, run)
    rules.timing.add(
        f"resolve/{name}",
        HERE,
        target,
        Agent.RULES,
        says,
        choices=run.row.choices,
        requires=requires,
        effect={**step, **effect},
        cites=cites,
    )


def pointless(rules: Rules, pc: Expr, places: Expr | int) -> Expr:
    """Whether an alternative ``places`` after ``pc`` can't be picked, since it would begin with nothing."""
    d = rules.duel
    if d.zone is None:
        return FALSE
    row = rules.content.code(d, following(rules, pc, places))
    run = replace(Running.of(rules), row=row)
    idle = (
        all_of(is_word(rules, run, op), negate(possible(rules, run, op)))
        for op in (Op.TURN_INTO, Op.UNDEFENDABLE)
    )
    nothing = any_of(*idle, all_of(row.op != Op.SKIP, negate(row.applies)))
    return d.definitions.said("an alternative begins with nothing", nothing)


def picker(run: Running, op: Op) -> Expr:
    """Who decides what a word needs decided."""
    return run.target if op is Op.OR else run.owner


def add(rules: Rules) -> None:
    """How a program goes on, waits and ends, the words THEN, OR, SKIP and END, and those with own files."""
    rules.timing.point(HERE, Kind.RULES, "an effect is being resolved")
    _add_control(rules)
    for op, one in DECLARED.items():
        if one.does is not None:
            run = Running.of(rules)
            deed: Deed = one.does(rules, run)
            word(rules, op, deed.phrase, deed.effect, run, cites=one.cites)


def _add_control(rules: Rules) -> None:
    d = rules.duel
    run = Running.of(rules)
    idle = any_of(
        negate(run.row.applies),
        *(all_of(is_word(rules, run, op), negate(possible(rules, run, op))) for op in DECLARED),
        *(all_of(is_word(rules, run, op), rules.barred(picker(run, op))) for op in sorted(PICKING)),
    )
    unknown = negate(settled(rules, run))
    names = naming(rules, run)
    missed: list[Expr] = []
    unnamed: Writes = {}
    if not d.seats.duel:
        missed = [all_of(run.row.applies, names, unknown, nobody(rules, run))]
        unnamed = {d.named[d.top]: where(missed[0], d.nobody_there, d.named[d.top])}
    idle = any_of(idle, *missed)
    lacking = [] if d.seats.duel else [(negate(lacks_opponent(rules, run)), "def/chosen-opponent")]
    rules.timing.add(
        "resolve/pass-over",
        HERE,
        HERE,
        Agent.RULES,
        "pass over what has no effect now",
        choices=run.row.choices,
        requires=[
            (run.row.op != Op.END, "def/ability"),
            (idle, "ability/on-symbol-once"),
            (any_of(negate(names), negate(unknown), negate(run.row.applies), *missed), "def/chosen-player"),
            *lacking,
        ],
        effect={**onward(rules, run), **unnamed},
        cites=["status/evasive/roll-avoid"],
    )
    run = Running.of(rules)
    word(
        rules, Op.THEN, "stop at a then",
        {**rules.opening(), d.live: where(d.top == 0, NO_ROLL, d.live)}, run,
        target="resolve/then", cites=("ability/then-window", "ability/then-order"),
    )  # fmt: skip
    run = Running.of(rules)
    word(rules, Op.SKIP, "go on after the alternative", onward(rules, run, run.row.arg), run, stays=True)
    run = Running.of(rules)
    word(
        rules, Op.OR, "come to an alternative", {d.decider: run.target}, run,
        target="resolve/or", stays=True,
    )  # fmt: skip
    rules.timing.point("resolve/or", Kind.DECISION, "one of two effects is to be picked")
    for name, second in (("first", False), ("second", True)):
        run = Running.of(rules)
        places: list[Expr | int] = [run.row.arg, 1] if second else [1, run.row.arg]
        mine, others = (pointless(rules, run.pc, place) for place in places)
        rules.timing.add(
            f"resolve/or/{name}",
            "resolve/or",
            HERE,
            d.decider,
            f"take the {name} effect",
            choices=run.row.choices,
            requires=[(any_of(negate(mine), others), "status/ninjutsu/undefendable-too-late")],
            effect=onward(rules, run, run.row.arg if second else 1),
            cites=["ability/or-picks-one"],
        )
    _add_end(rules)


def put_away(rules: Rules) -> Writes:
    """The effect of being done with the topmost action: its card goes to the discard pile."""
    d = rules.duel
    card = at_least(d.played[d.top] - 1, 0)
    owner = Running.of(rules).owner
    is_card = d.played[d.top] >= 1
    effect: Writes = {
        d.depth: at_least(d.depth - 1, 0),
        d.returning: d.back[d.top],
        d.pc[d.top]: 0,
        d.enhancing[d.top]: 0,
        d.swift[d.top]: 0,
        d.played[d.top]: 0,
        d.spent[d.top]: 0,
        d.paid[d.top]: 0,
        d.rerolled[d.top]: 0,
        d.pile[owner]: d.pile[owner] + where(is_card, 1, 0),
        d.live: where(all_of(d.live == ACTION_ROLL, d.roll_frame == d.top), d.live_before, d.live),
        **d.forget_picks(d.top),
    }
    if d.zone is not None:
        place = at_most(card, len(d.zone) - 1)
        effect[d.zone[place]] = where(is_card, DISCARD, d.zone[place])
    return effect


def _add_end(rules: Rules) -> None:
    d = rules.duel
    run = Running.of(rules)
    over = [(run.row.op == Op.END, "cards/action-single-use")]
    effect = put_away(rules)
    rules.timing.add(
        "resolve/end/action", HERE, "resolve/return", Agent.RULES, "finish the action",
        choices=run.row.choices, requires=[*over, (d.top >= 1, "cards/action-single-use")], effect=effect,
        cites=["main/action-card-procedure"],
    )  # fmt: skip
    told = "offense/activation-untargeted-effects-second"
    aimed = FALSE if d.seats.duel else rules.in_phase("targeting")
    ends = (
        ("activation", ACTIVATION, "offense/end", negate(aimed), told),
        *([] if d.seats.duel else [("activation-aimed", ACTIVATION, "targeting/aim", aimed, told)]),
        ("landing", LANDING, "defense/start", d.is_attack, "defense/begins-after-attack"),
        ("landing-no-attack", LANDING, "phase-over", negate(d.is_attack), "defense/begins-after-attack"),
        ("defense", DEFENSE, "phase-over", TRUE, "defense/resolve-all-nondamage-results"),
    )
    landed = rules.reads("attack-bonus", "landed")
    for name, program, target, given, rule in ends:
        run = Running.of(rules)
        rules.timing.add(
            f"resolve/end/{name}", HERE, target, Agent.RULES, f"finish the {name.split('-', maxsplit=1)[0]}",
            choices=run.row.choices,
            requires=[
                (run.row.op == Op.END, "cards/action-single-use"),
                (all_of(d.top == 0, d.program == program), "def/ability"),
                (given, rule),
            ],
            effect={
                d.program: NOTHING, d.pc[0]: 0, d.live: NO_ROLL, **rules.opening(),
                **(landing_bonus(rules) if name == "landing" and landed else {}),
            },
            cites=rules_of_landing(d) if name == "landing" else (),
        )  # fmt: skip
