"""The table of steps: the Offensive Roll Phase, how an ability reaches its target, and the defence."""

from __future__ import annotations

from dicelaw.model.dice_throne.rules import Rules
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import (
    ACTIVATION,
    ALL_DICE,
    ATTEMPTS,
    DEFENSE,
    DICE,
    LANDING,
    NO_ROLL,
    OFFENSE_ROLL,
)
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_least, total, where
from dicelaw.specs.dice_throne.properties.players import (
    Makes,
    aimless,
    going_on,
    of,
    picked_nobody,
    plays,
    target,
    turn_goes_on,
    turn_lost,
)
from dicelaw.specs.dice_throne.properties.steps import (
    AGAIN,
    ATTACK,
    FACE,
    SHARE,
    WAITING,
    attacks,
    bears,
    beside,
    first_to_act,
    into,
    kinds,
    may_act,
    noted,
    nothing_of,
    pool,
    tokens_become,
    tokens_of,
    waits,
)
from dicelaw.specs.dice_throne.properties.steps_of_abilities import may_defend
from dicelaw.specs.steps import Step, step


def steps_of_roll_phases(rules: Rules) -> list[Step]:
    """The rows about Roll Phases."""
    return [*_beginning(rules), *_choosing(rules), *_activating(rules), *_targeting(rules),
            *_defending(rules), *_rolling(rules), *_concluding(rules)]  # fmt: skip


def _begun(rules: Rules, attacker: Expr) -> Makes:
    """An Offensive Roll Phase of ``attacker`` begins: five dice are rolled, and two rerolls are left."""
    d = rules.duel
    fewer = total(
        where(attacker == seat, tokens_of(d, seat, kind) * d.statuses[kind].fewer_attempts, 0)
        for seat in d.seats.numbers
        for kind in kinds(d, lambda status: status.fewer_attempts)
    )
    return {
        **noted(d, attacker, "phase"), **into(d, "offense"), d.attacker: attacker, d.extra: 0,
        d.offense_begun: 1, d.pending: ALL_DICE, d.live: OFFENSE_ROLL, d.made: 1,
        d.attempts: at_least(ATTEMPTS - 1 - fewer, 0),
    }  # fmt: skip


def _down(d: Duel, seat: Expr) -> Expr:
    """Whether ``seat`` is knocked down."""
    return bears(d, seat, lambda status: status.skips_offense)


def _up_again(d: Duel, seat: Expr) -> Makes:
    """Skipping the phase costs ``seat`` one Knockdown."""
    return tokens_become(d, seat, lambda status: status.skips_offense, lambda had: at_least(had - 1, 0))


def _beginning(rules: Rules) -> list[Step]:
    d = rules.duel
    down, off = _down(d, d.turn), bears(d, d.turn, lambda status: status.bars_actions)
    main = {**into(d, "main-2"), **first_to_act(d), d.offense_begun: 1}
    return [
        step("offense/begin/roll", "The active player attacks: all five dice are rolled first.",
             all_of(~down, ~off), {**_begun(rules, d.turn), **aimless(d)},
             ("offense/up-to-three-attempts", "offense/first-attempt-five-dice")),
        step("offense/begin/knocked-down", "Knockdown costs the Offensive Roll Phase, and one of it leaves.",
             down, {**main, **_up_again(d, d.turn)}, ("status/knockdown/skip-offense",)),
        step("offense/begin/stunned", "Who is stunned has no Offensive Roll Phase.", all_of(~down, off), main,
             ("status/stun/no-actions",)),
    ]  # fmt: skip


def _choosing(rules: Rules) -> list[Step]:
    d = rules.duel
    able = may_act(rules, d.attacker)
    none = {d.announced: 0, d.announced_ultimate: 0, d.live: NO_ROLL, **first_to_act(d)}
    late = rules.reads("blind-roll", "late")
    besides = () if late else ("due",)
    return [
        step("offense/choose/reroll", "Any dice may be rerolled as long as an attempt is left.",
             all_of(able, d.attempts >= 1),
             {d.pending: AGAIN, d.attempts: d.attempts - 1, d.made: d.made + 1},
             ("offense/rerolls-optional-any-subset", "offense/up-to-three-attempts")),
        step("offense/choose/decline", "The attacker may activate nothing.", able, none,
             ("offense/may-decline-ability",), besides=besides),
        step("offense/choose/silent", "For an attacker who may not act nothing is activated.", ~able, none,
             ("status/stun/no-actions",), besides=besides),
    ]  # fmt: skip


def _activating(rules: Rules) -> list[Step]:
    d = rules.duel
    besides = ("due", "pc") if rules.reads("blind-roll", "first") else ("pc",)
    return [
        step("offense/activation/activate", "What was announced is activated where no die was altered since, "
             "once in a phase.",
             all_of(d.altered == 0, d.activations == 0),
             {d.activated: 1, d.activations: d.activations + 1, d.ultimate: d.announced_ultimate,
              d.live: NO_ROLL, d.program: ACTIVATION, d.owner[0]: d.attacker, d.paid[0]: 0, d.rerolled[0]: 0},
             ("offense/single-ability-per-phase", "offense/window-before-activation"), besides=besides),
        step("offense/activation/reconsider", "Where dice were altered the attacker chooses anew.",
             d.altered == 1, {d.altered: 0, d.announced: 0, d.announced_ultimate: 0},
             ("offense/altered-dice-choose-other-ability",)),
    ]  # fmt: skip


def _targeting(rules: Rules) -> list[Step]:
    d = rules.duel
    lowering = all_of(attacks(d), d.ultimate == 0)
    once = total(
        where(d.attacker == seat, tokens_of(d, seat, kind) * d.statuses[kind].attack_minus, 0)
        for seat in d.seats.numbers
        for kind in kinds(d, lambda status: status.attack_minus and status.minus_once)
    )
    bonus, later = rules.reads("attack-bonus", "aimed"), waits(d)
    phase = into(d, "targeting") if d.seats.duel else {}  # with several opponents it has begun by then
    return [
        step("targeting/attack", "An ability that deals damage attacks the opponent.",
             all_of(attacks(d), ~later), phase, ("def/attack",), besides=("due",)),
        step("targeting/no-attack", "An ability without damage has the opponent for its target as well.",
             all_of(d.activated == 1, ~attacks(d), ~later), phase,
             ("targeting/also-for-damage-free-abilities",)),
        step("targeting/nothing", "Without an ability nothing is aimed at anybody.", d.activated == 0,
             {**into(d, "defense"), d.live: NO_ROLL}, ("targeting/single-opponent-skip",)),
        step("targeting/land", "The ability reaches its target, less what weakens it.",
             makes={**into(d, "defense"), d.lowered: where(lowering, once, 0),
                    d.program: LANDING, d.owner[0]: d.attacker, d.live: NO_ROLL,
                    **_gone_if(d, attacks(d))},
             cites=("targeting/also-for-damage-free-abilities",),
             besides=("pc", "added", "cp") if bonus else ("pc",)),
    ]  # fmt: skip


def _gone_if(d: Duel, given: Expr) -> Makes:
    """What weakens one attack leaves the attacker where one is ``given``."""
    return tokens_become(d, d.attacker, lambda status: status.minus_once, lambda had: where(given, 0, had))


def _defending(rules: Rules) -> list[Step]:
    d = rules.duel
    defender = target(d)
    able = may_act(rules, defender)
    duty = rules.reads("defense-duty", "must")
    up = of(d.companion_up, defender)
    again = all_of(able, d.again >= 1)
    used = total(where(die >= 1, 2**place, 0) for place, die in enumerate(pool(d, 1)))
    return [
        step("defense/choose/companion", "An active Nyra may take an attack that is no Ultimate instead.",
             all_of(able, up == 1, attacks(d), d.ultimate == 0, d.defended == 0),
             {d.passed_on: 1, d.defended: 1}, ("companion/nyra/pass-damage", "nyra/choice-is-final")),
        step("defense/choose/decline", "No defender has to defend.",
             all_of(able, ~may_defend(d)) if duty else able, {d.defended: 1}, ("defense/optional",)),
        step("defense/choose/silent", "For a defender who may not act there is no defence.", ~able,
             {d.defended: 1}, ("status/stun/no-actions", "ultimate/no-opponent-action")),
        step("defense/again/reroll", "A further defensive attempt rolls any of the dice that were rolled.",
             all_of(again, used >= AGAIN), {d.again: d.again - 1, d.pending: AGAIN}, ("def/roll-attempt",)),
        step("defense/again/keep", "The defender need not use a further attempt.", again,
             {d.program: DEFENSE, **picked_nobody(d, 0)}, ("cards/named/better-d-optional",)),
        step("defense/again/none", "The defensive dice are read when no attempt is left.",
             any_of(~able, d.again == 0), {d.program: DEFENSE, **picked_nobody(d, 0)},
             ("defense/single-attempt",)),
    ]  # fmt: skip


def _rolling(rules: Rules) -> list[Step]:
    d = rules.duel
    found = []
    for point, number in (("offense/roll", 0), ("defense/roll", 1)):
        waits = [d.pending // 2**place % 2 == 1 for place in range(DICE)]
        dice: Makes = {}
        for place, die in enumerate(pool(d, number)):
            now = all_of(waits[place], *(~before for before in waits[:place]))
            dice[die] = where(now, FACE, die)
        lowest = total(
            where(all_of(one, *(~before for before in waits[:place])), 2**place, 0)
            for place, one in enumerate(waits)
        )
        found += [
            step(f"{point}/die", "Each die that is to be rolled shows the number that comes up.",
                 d.pending >= 1, {**dice, d.pending: d.pending - lowest}, ("dice/six-faces",)),
            step(f"{point}/rolled", "The dice lie on the table when all are rolled.", d.pending == 0,
                 first_to_act(d), ("offense/roll-cards-by-any-player",)),
        ]  # fmt: skip
    return found


def _concluding(rules: Rules) -> list[Step]:
    d = rules.duel
    attacker, defender = d.attacker, target(d)
    alive = turn_goes_on(d)
    theirs = bears(d, defender, lambda status: status.bars_actions)
    mine = bears(d, attacker, lambda status: status.bars_actions)
    if not d.seats.duel:
        both = all_of(d.target >= 1, plays(d, defender), plays(d, attacker))
        theirs, mine = all_of(both, theirs), all_of(both, mine)
    last = all_of(~theirs, ~mine, d.extra == 0)
    main = {**into(d, "main-2"), **first_to_act(d), **aimless(d)}
    companion = of(d.companion, defender)
    splits = all_of(d.shared == 1, may_act(rules, defender))
    found = [
        step("phase-over/note", "The Roll Phase comes to its conclusion, with a last chance to act.",
             makes={d.concluded: 1, **first_to_act(d)}, cites=("defense/last-window",), besides=("due",)),
        step("conclusion/split/choose", "With Nyra's Bond the defender gives her any part up to her health.",
             all_of(splits, companion >= SHARE), {d.split: SHARE}, ("status/nyras-bond/distribute",)),
        step("conclusion/split/none", "Without the Bond nothing is split.", ~splits, {d.split: 0},
             ("status/nyras-bond/distribute",)),
        step("conclusion/apply/all", "At the conclusion all is applied at once, and nothing of the attack is "
             "left but another phase that is to come.",
             makes={**nothing_of(d, (*ATTACK, *WAITING, *beside(d))), **picked_nobody(d, 0),
                    d.tried: where(attacker == d.turn, d.made, d.tried)},
             cites=("defense/apply-all-at-conclusion", "damage/accumulate-in-roll-phase"),
             besides=("health", "tokens", "aged", "companion", "companion_up", "later")),
        step("conclusion/go-on", "Main Phase (2) comes when both have health and nobody is stunned.",
             all_of(alive, last), main, ("turn/phase-order",)),
        step("conclusion/more", "Else another Offensive Roll Phase is to come.", all_of(alive, ~last),
             first_to_act(d), ("status/stun/extra-offensive-phase",)),
        step("conclusion/defeat", "Who has no health has lost at once.", ~going_on(d),
             cites=("health/zero-is-defeat",)),
        *turn_lost(d, "conclusion"),
        step("conclusion/another", "An ability may grant another phase, if nobody is stunned.",
             all_of(~theirs, ~mine, d.extra == 1),
             {**_begun(rules, attacker), **aimless(d)},
             ("tactician/profiteer-resets-phase",)),
        step("conclusion/no-more", "There is no other phase when Stun is gone by then.", last, main,
             ("turn/phase-order",)),
    ]  # fmt: skip
    for name, given, whose in (
        ("extra", theirs, attacker),
        ("extra-for-defender", all_of(~theirs, mine), defender),
    ):
        other = defender if whose is attacker else attacker
        freed = tokens_become(d, other, lambda status: status.bars_actions, lambda _: 0)
        down = _down(d, whose)
        begun = _begun(rules, whose) | ({} if d.seats.duel else {d.target: other + 1})
        found += [
            step(f"conclusion/{name}", "Whoever stunned the other attacks again, and Stun leaves.",
                 all_of(given, ~down), {**begun, **freed},
                 ("status/stun/extra-offensive-phase", "status/stun/removed-at-second-phase-start")),
            step(f"conclusion/{name}-skipped", "Knockdown costs that phase, too; Stun leaves all the same.",
                 all_of(given, down), {**freed, **_up_again(d, whose)}, ("status/knockdown/skip-offense",)),
        ]  # fmt: skip
    return found
