"""The table of steps: what each word of an effect makes besides what the table of words says of goods."""

from __future__ import annotations

from collections.abc import Mapping

from dicelaw.model.dice_throne.language import DamageType, Op
from dicelaw.model.dice_throne.rules import Rules
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import (
    ABILITY_ROLL,
    ACTION_ROLL,
    DICE,
    NO_ROLL,
    NOTHING,
    SLOTS,
)
from dicelaw.model.kernel.expressions import (
    Expr,
    all_of,
    any_of,
    at_least,
    at_most,
    count,
    number,
    total,
    where,
)
from dicelaw.specs.dice_throne.properties.players import Makes, aimed_at, of, side, target
from dicelaw.specs.dice_throne.properties.steps import (
    attacks,
    bears,
    beside,
    first_to_act,
    held,
    kinds,
    line,
    meant,
    nothing_of,
    owner,
    pool,
    tokens_of,
)
from dicelaw.specs.steps import put

DONE_TO = (
    Op.COLLATERAL, Op.DEAL, Op.SUFFER, Op.ISOLATED, Op.PREVENT, Op.HALVE, Op.DOUBLE, Op.AVOID, Op.HEAL, Op.CP,
    Op.LOSE_CP, Op.DRAW, Op.DISCARD, Op.DISCARD_PICK, Op.TOKEN, Op.REMOVE, Op.REMOVE_ALL, Op.REMOVE_ONE,
    Op.TRANSFER, Op.TURN_INTO, Op.ATTEMPT, Op.DEFENSE_ATTEMPT, Op.SHOW_HAND, Op.AIM,
)  # fmt: skip
"""The words that are done to a player, who may have to be chosen."""
STAYS = (
    Op.REROLL, Op.NUDGE, Op.SET_DIE, Op.COPY_DIE, Op.OR, Op.PAY, Op.REMOVE_ONE, Op.TRANSFER, Op.WARD,
)  # fmt: skip
"""The words that ask a player first, so that their effect goes on only when that is answered."""
BESIDES: Mapping[Op, tuple[str, ...]] = {
    Op.DAMAGE: ("printed", "kind"), Op.ADD: ("added",), Op.RECOIL: ("recoil",),
    Op.COLLATERAL: ("collateral",), Op.DEAL: ("dealt",), Op.SUFFER: ("certain",),
    Op.PREVENT: ("prevented",), Op.HALVE: ("halved",),
    Op.DOUBLE: ("doubled",), Op.REFLECT: ("reflects",), Op.AVOID: ("avoided",),
    Op.HEAL: ("healing", "health"),
    Op.STEAL_HEALTH: ("certain", "healing"), Op.CP: ("cp",), Op.LOSE_CP: ("cp",), Op.STEAL_CP: ("cp",),
    Op.DRAW: ("draws", "drawing"), Op.DISCARD: ("draws", "drawing"), Op.SEARCH: ("draws", "drawing"),
    Op.HEAL_COMPANION: ("companion",), Op.LIMIT: ("raised",), Op.REMOVE: ("tokens", "aged"),
    Op.TURN_INTO: ("tokens", "aged"),
}  # fmt: skip
"""What the table of words says of goods, or other properties of tokens."""


def deeds(rules: Rules) -> dict[Op, Makes]:
    """What each word makes, but for the goods of the table of words and for where the effect goes on."""
    d, word = rules.duel, line(rules)
    mine, whom = owner(d), meant(rules)
    bits = total(where(many <= word.base, 2 ** (many - 1), 0) for many in range(1, DICE + 1))
    return {
        Op.THEN: {**first_to_act(d), d.live: where(d.depth == 0, NO_ROLL, d.live)},
        Op.UNDEFENDABLE: {d.kind: DamageType.UNDEFENDABLE},
        Op.ROLL: _thrown(d, bits, where(word.arg == 1, 1, 0), 0),
        Op.ROLL_OFF: _thrown(d, 3, 0, 1),
        Op.LOOK: first_to_act(d),
        Op.AIM: _aimed(rules),
        Op.REFLECT: _reflected(d, mine),
        Op.CLEAR: {d.live: d.live_before},
        Op.ATTEMPT: {d.attempts: d.attempts + word.amount, d.granted: d.granted + word.amount, d.altered: 1},
        Op.DEFENSE_ATTEMPT: {d.again: d.again + word.amount},
        Op.EXTRA_PHASE: {d.extra: 1},
        Op.SHARE: _shared(d, mine),
        Op.DRAIN: {d.drains: 1},
        Op.SHIELD: {d.shield: at_most(d.shield + 1, 3)},
        Op.OR: {d.decider: whom},
        Op.REROLL: {d.picks: at_most(word.base, DICE)},
        Op.SET_DIE: {d.picks: at_most(word.base, DICE)},
        Op.NUDGE: {d.picks: 1},
        Op.COPY_DIE: {d.picks: 1},
        Op.FLIP: {
            level: where(mine == place // SLOTS, at_least(level, 2), level)
            for place, level in enumerate(d.level)
        },
        Op.FIZZLE: _failed(rules),
        Op.REMOVE_ALL: _all_removed(d, whom, word.arg),
        Op.ISOLATED: hurt_at_once(d, whom, word.amount),
    }  # fmt: skip


def _thrown(d: Duel, dice: Expr | int, covered: Expr | int, against: int) -> Makes:
    """Dice are taken up: those of the ability, or those of an action; no number shows yet."""
    ability = d.depth == 0
    found: Makes = {
        d.pending: dice, d.covered: covered, d.roll_frame: d.depth,
        d.live_before: where(ability, NO_ROLL, d.live), d.live: where(ability, ABILITY_ROLL, ACTION_ROLL),
        d.versus[0]: where(ability, against, d.versus[0]), d.versus[1]: where(ability, d.versus[1], against),
    }  # fmt: skip
    found |= {die: where(ability, 0, die) for die in pool(d, 2)}
    return found | {die: where(ability, die, 0) for die in pool(d, 3)}


def _reflected(d: Duel, mine: Expr) -> Makes:
    """Who is struck beside the target of several reflects apart; the table of words tells of the target."""
    return {} if d.seats.duel else {d.beside_reflects: d.beside_reflects + where(aimed_at(d, mine), 0, 1)}


def _aimed(rules: Rules) -> Makes:
    """The ability has another target; who attacks a Leader draws a card for it, where there are Leaders."""
    d, whom = rules.duel, meant(rules)
    if d.seats.duel:
        return {}
    found: Makes = {d.target: whom + 1}
    if not rules.mode.die:
        found |= {d.drawing: d.attacker, d.draws: where(all_of(attacks(d), brings_card(rules, whom)), 1, 0)}
    return found


def brings_card(rules: Rules, whom: Expr) -> Expr:
    """Whether an Attack on ``whom``, who has most health and is another, brings a card."""
    d = rules.duel
    most = all_of(*(of(d.health, whom) >= health for health in d.health))
    found = all_of(most, whom != d.attacker)
    if rules.reads("koth-last-two", "card"):
        return found
    return all_of(found, count(health >= 1 for health in d.health) > 2)


def _shared(d: Duel, mine: Expr) -> Makes:
    """Damage may be split with a companion; who is struck beside the target had no defence anyway."""
    if d.seats.duel:
        return {d.shared: 1, d.defended: 1}
    aim = aimed_at(d, mine)
    beside = where(aim, d.beside_shared, 1)
    return {d.shared: where(aim, 1, d.shared), d.defended: where(aim, 1, d.defended), d.beside_shared: beside}


def _failed(rules: Rules) -> Makes:
    """The ability fails: it deals nothing, and nothing of it is left but that it was an attack."""
    d = rules.duel
    would = any_of(attacks(d), all_of(d.program != NOTHING, rules.content.attacks(d.announced) == 1))
    gone = (
        d.announced_ultimate, d.activated, d.program, d.pc[0], d.kind, d.printed, d.added, d.recoil, d.extra,
    )  # fmt: skip
    late = rules.reads("blind-roll", "late")
    return {
        **dict.fromkeys(gone, 0), d.missed: where(would, 1, 0),
        **(put([*d.collateral], target(d), lambda _: 0) if d.seats.duel else dict.fromkeys(d.collateral, 0)),
        **nothing_of(d, beside(d)),
        **(put([*d.healing], d.attacker, lambda _: 0) if late else {}),
    }  # fmt: skip


def _all_removed(d: Duel, whom: Expr, arg: Expr) -> Makes:
    """All tokens that can be removed leave, or those of one sign."""
    signs = {"positive": 1, "negative": 2}
    found: Makes = {}
    for seat in d.seats.numbers:
        for kind in kinds(d, lambda status: status.removable):
            sign = signs.get(d.statuses[kind].sign)
            named = any_of(arg == 0, sign == arg) if sign else arg == 0
            leaves = all_of(whom == seat, named)
            for cell in (tokens_of(d, seat, kind), d.aged[seat * d.kinds + kind - 1]):
                found[cell] = where(leaves, 0, cell)
    return found


def hurt_at_once(d: Duel, whom: Expr, amount: Expr) -> Makes:
    """``whom`` loses ``amount`` of health now; the Blessing of Divinity keeps 1 and leaves."""
    whose = side(d, whom)
    had = of([*d.health], whose)
    left = at_least(had - amount, 0)
    members = [[*map(number, d.seats.members(one))] for one in d.seats.side_numbers]
    blessed = lambda status: status.saves  # noqa: E731
    saves = any_of(
        *(
            all_of(whose == one, bears(d, seat, blessed))
            for one, of_it in enumerate(members)
            for seat in of_it
        )
    )
    saved = all_of(left == 0, saves)
    if not d.seats.duel:
        saved = all_of(had >= 1, saved)
    found: Makes = put([*d.health], whose, lambda _: where(saved, 1, left))
    for one, of_it in enumerate(members):
        for place, seat in enumerate(of_it):
            first = all_of(saved, whose == one, *(~bears(d, before, blessed) for before in of_it[:place]))
            for kind in kinds(d, blessed):
                token = held(d, seat, kind)
                found[tokens_of(d, d.seats.members(one)[place], kind)] = where(first, 0, token)
    return found
