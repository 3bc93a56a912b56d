"""The table of steps: when words of effects do something, when they are passed over, and how effects end."""

from __future__ import annotations

from collections.abc import Mapping

from dicelaw.model.dice_throne.language import DamageType, Op, Who
from dicelaw.model.dice_throne.rules import Rules, site
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import (
    ACTION_ROLL,
    ACTIVATION,
    CP_MAX,
    DECK,
    DEFENSE,
    DEFENSE_ROLL,
    HAND,
    LANDING,
    NO_ROLL,
    NOTHING,
)
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_least, at_most, implies, total, where
from dicelaw.specs.dice_throne.invariants.contexts import in_phase
from dicelaw.specs.dice_throne.properties.players import (
    Makes,
    aimed_at,
    going_on,
    of,
    opposed,
    picked_nobody,
    plays,
    struck,
    target,
    turn_goes_on,
    turn_lost,
)
from dicelaw.specs.dice_throne.properties.steps import (
    PLAYER,
    at_depth,
    attacks,
    first_to_act,
    held,
    held_of,
    kinds,
    known,
    lacks_opponent,
    lies,
    line,
    may_act,
    may_be_picked,
    meant,
    nobody,
    onward,
    owner,
    spread,
    tokens_become,
    under_way,
)
from dicelaw.specs.dice_throne.properties.steps_of_actions import aimed, incoming
from dicelaw.specs.dice_throne.properties.steps_of_words import BESIDES, DONE_TO, STAYS, deeds, hurt_at_once
from dicelaw.specs.steps import Step, put, step

PICKED = (
    Op.REMOVE_ONE, Op.TRANSFER, Op.WARD, Op.REROLL, Op.NUDGE, Op.SET_DIE, Op.COPY_DIE, Op.PAY, Op.SEARCH,
)  # fmt: skip
"""The words that ask the player of the effect for a decision."""
OF_CARDS = (Op.DISCARD_PICK, Op.TOKEN)
"""Words that are carried out in several ways, which other rows tell."""
CARRIED_OUT = tuple(op for op in Op if op not in (Op.END, *OF_CARDS))


def steps_of_effects(rules: Rules) -> list[Step]:
    """The rows about effects that are resolved."""
    return [*_words(rules), *_players(rules), *_ends(rules), *_small(rules)]


def _room(d: Duel, seat: Expr, kind: Expr) -> Expr:
    """Whether ``seat`` may have another token of ``kind``."""
    found = []
    for one in range(1, d.kinds + 1):
        had, raised = (
            of([cells[s * d.kinds + one - 1] for s in d.seats.numbers], seat)
            for cells in (d.tokens, d.raised)
        )
        found.append(implies(kind == one, had < d.statuses[one].limit + raised))
    return all_of(*found)


def possible(rules: Rules) -> Mapping[Op, Expr]:
    """What must be the case for a word to do anything; words that always can are not in it."""
    d, due_now = rules.duel, line(rules)
    mine, whom = owner(d), meant(rules)
    attacking, defending = mine == d.attacker, aimed_at(d, mine)
    ability = all_of(d.depth == 0, d.program == ACTIVATION)
    modifier = at_depth(d, d.enhancing) == 1
    due = all_of(d.depth == 1, d.back[1] == site("concluding/due"), d.activated == 1, d.ultimate == 0)
    on_table, free = d.live != NO_ROLL, any_of(d.depth == 0, d.live != ACTION_ROLL)
    hit = all_of(attacks(d), d.ultimate == 0, struck(d, mine))
    some = [(kind, held(d, whom, kind) >= 1) for kind in kinds(d, lambda status: status.removable)]
    landed = [
        all_of(d.landed[kind - 1] >= 1,
               held(d, mine, kind) + d.later[kind - 1] >= 1)
        for kind in range(1, d.kinds + 1)
    ]  # fmt: skip
    return {
        Op.THEN: at_depth(d, d.swift) == 0,
        Op.ROLL: all_of(due_now.base >= 1, free),
        Op.ROLL_OFF: free,
        Op.DAMAGE: all_of(ability, *_beside(rules)),
        Op.RECOIL: ability,
        Op.UNDEFENDABLE: all_of(d.kind == DamageType.NORMAL, d.defended == 0, any_of(ability, modifier)),
        Op.ADD: all_of(modifier, attacks(d)),
        Op.DOUBLE: all_of(modifier, attacks(d)),
        Op.PREVENT: incoming(d, whom),
        Op.HALVE: any_of(
            incoming(d, whom), all_of(due, whom != d.attacker if d.seats.duel else spread(rules)[0])
        ),
        Op.REFLECT: hit,
        Op.LOOK: any_of(all_of(d.depth == 0, on_table), d.live == ACTION_ROLL),
        Op.CLEAR: all_of(d.live == ACTION_ROLL, d.roll_frame == d.depth),
        Op.PAY: where(due_now.token >= 1, held_of(d, mine, due_now.token), of(d.cp, mine)) >= 1,
        Op.TURN_INTO: all_of(held_of(d, whom, due_now.token) >= 1, _room(d, whom, due_now.counted)),
        Op.FIZZLE: all_of(due, attacking),
        Op.SHIELD: all_of(aimed(d), hit, defending),
        Op.DRAIN: all_of(attacks(d), attacking),
        Op.DISCARD_PICK: of(d.hand, whom) >= 1,
        Op.SEARCH: of(d.library, mine) >= 1,
        Op.REMOVE_ONE: any_of(*(there for _, there in some)),
        Op.TRANSFER: any_of(*(there for kind, there in some if d.statuses[kind].transferable)),
        Op.WARD: all_of(defending, any_of(*landed)),
        Op.REROLL: all_of(on_table, due_now.base >= 1),
        Op.NUDGE: on_table,
        Op.SET_DIE: all_of(on_table, due_now.base >= 1),
        Op.COPY_DIE: on_table,
        Op.ATTEMPT: all_of(in_phase(d, "offense"), d.activated == 0, whom == d.attacker),
        Op.DEFENSE_ATTEMPT: all_of(d.live == DEFENSE_ROLL, aimed_at(d, whom)),
        Op.SHARE: all_of(in_phase(d, "defense"), hit, d.defended == 0),
        Op.HEAL_COMPANION: of(d.has_companion, mine) == 1,
        Op.EXTRA_PHASE: all_of(ability, attacking),
        Op.AIM: all_of(
            any_of(in_phase(d, "offense"), in_phase(d, "targeting")),
            d.activated == 1,
            attacking,
            *([] if d.seats.duel else [whom != mine, plays(d, whom)]),
        ),
    }


def _beside(rules: Rules) -> list[Expr]:
    """That an Attack strikes one opponent beside its target at most, and that with pure damage."""
    d, whom = rules.duel, meant(rules)
    if d.seats.duel:
        return []
    pure = all_of(attacks(d), d.kind == DamageType.PURE, d.target >= 1, ~aimed_at(d, whom))
    fit = all_of(pure, any_of(d.beside == 0, d.beside == whom + 1), opposed(d, whom, d.attacker))
    return [implies(line(rules).who == Who.ANOTHER_OPPONENT, fit)]


def _words(rules: Rules) -> list[Step]:
    d, word = rules.duel, line(rules)
    can, mine = possible(rules), owner(d)
    settled, lacks = known(rules), lacks_opponent(rules, DONE_TO)
    waits = all_of(under_way(rules), any_of(word.op != Op.TURN_INTO, word.token >= 1))
    able, other_able = may_act(rules, mine), may_act(rules, meant(rules))
    idle = [~word.applies, *(all_of(op == word.op, ~holds) for op, holds in can.items())]
    idle += [all_of(op == word.op, ~able) for op in PICKED]
    idle.append(all_of(word.op == Op.OR, ~other_able))
    named = any_of(*(op == word.op for op in _naming(d)))
    missed = all_of(word.applies, named, ~settled, nobody(rules))
    unnamed: Makes = {}
    if not d.seats.duel:
        idle.append(missed)
        unnamed = put([*d.named], d.depth, lambda old: where(missed, len(d.seats) + 1, old))
    found = [
        step("resolve/pass-over", "A word is passed over where its condition does not hold or it can do "
             "nothing, and nowhere else.",
             all_of(word.op != Op.END, any_of(*idle), any_of(~named, settled, ~word.applies, missed), ~lacks),
             {**onward(rules), **unnamed},
             ("ability/on-symbol-once", "def/ability"), given=waits),
    ]  # fmt: skip
    makes = deeds(rules)
    for op in CARRIED_OUT:
        demands = [all_of(op == word.op), word.applies, ~lacks]
        demands += [can[op]] if op in can else []
        demands += [settled] if op in _naming(d) else []
        demands += _given(rules, op)
        demands += [able] if op in PICKED else [other_able] if op is Op.OR else []
        name = op.name.lower().replace("_", "-")
        further = at_least(word.arg, 1) if op is Op.SKIP else 1
        going: Makes = {} if op in STAYS else onward(rules, further)
        found.append(
            step(f"resolve/{name}", f"The word {name} is carried out just where it can do something.",
                 all_of(*demands), {**going, **makes.get(op, {})}, ("def/ability",), given=waits,
                 besides=BESIDES.get(op, ()))
        )  # fmt: skip
    return found


def _naming(d: Duel) -> tuple[Op, ...]:
    """The words that are done to a player: of several, a roll and an Attack may be about one as well."""
    return DONE_TO if d.seats.duel else (*DONE_TO, Op.ROLL, Op.DAMAGE)


def _given(rules: Rules, op: Op) -> list[Expr]:
    """What else the usual way to carry out a word demands, where there is another for several players."""
    who = line(rules).who
    if rules.duel.seats.duel:
        return []
    return {Op.DAMAGE: [who != Who.ANOTHER_OPPONENT], Op.REMOVE: [who != Who.EACH]}.get(op, [])


def _players(rules: Rules) -> list[Step]:
    d, word = rules.duel, line(rules)
    mine = owner(d)
    waits = under_way(rules)
    named = any_of(*(op == word.op for op in _naming(d)))
    able = may_act(rules, mine)
    lacks = lacks_opponent(rules, DONE_TO)
    asks = all_of(named, word.applies, ~known(rules), ~nobody(rules), ~lacks)
    found = [
        step("resolve/ask-player", "Who is to choose a player is asked before the word is carried out.",
             asks, cites=("def/chosen-player",), given=waits),
        step("resolve/choose-player/pick", "Any player may be chosen whom the effect allows.",
             all_of(able, may_be_picked(rules, PLAYER, word)), _picked(d, PLAYER),
             ("def/chosen-player",), given=all_of() if d.seats.duel else waits),
    ]  # fmt: skip
    meant_then: Makes = {d.chosen: mine + 1}
    if not d.seats.duel:
        first: Expr = mine
        for places in reversed(range(len(d.seats))):
            seat = of([(one + places) % len(d.seats) for one in d.seats.numbers], mine)
            first = where(may_be_picked(rules, seat, word), seat, first)
        meant_then = _picked(d, first)
    found.append(
        step("resolve/choose-player/silent", "For who may not act it is the first who can be meant.", ~able,
             meant_then, ("status/stun/no-actions",), given=all_of() if d.seats.duel else waits)
    )  # fmt: skip
    return found


def _picked(d: Duel, player: Expr) -> Makes:
    """``player`` is picked, which is told of several players for what the action says later."""
    if d.seats.duel:
        return {d.chosen: player + 1}
    place = d.depth * len(d.seats) + player
    noted = {**put([*d.named], d.depth, lambda _: player + 1), **put([*d.met], place, lambda _: 1)}
    return {d.chosen: player + 1, **noted}


def _bonus(rules: Rules) -> Makes:
    """What an attack that lands gets from status effects of its target and from an active companion."""
    d = rules.duel
    aim = target(d)

    def borne(seat: Expr, trait: str) -> Expr:
        return total(
            held(d, seat, kind) * getattr(d.statuses[kind], trait)
            for kind in kinds(d, lambda status: getattr(status, trait))
        )

    up = of(d.companion_up, d.attacker) == 1
    more = borne(aim, "attack_plus") + where(up, rules.content.companion(d.attacker).plus, 0)
    raised = all_of(attacks(d), d.kind != DamageType.PURE)
    points = where(attacks(d), borne(aim, "attack_cp"), 0)
    if not d.seats.duel:
        other = all_of(d.beside >= 1, d.beside != d.target, attacks(d))
        points = points + where(other, borne(at_least(d.beside - 1, 0), "attack_cp"), 0)
    return {
        d.added: d.added + where(raised, more, 0),
        **put([*d.cp], d.attacker, lambda old: at_most(old + points, CP_MAX)),
    }


def _ends(rules: Rules) -> list[Step]:
    d, word = rules.duel, line(rules)
    waits = under_way(rules)
    card = at_depth(d, d.played) >= 1
    gone: Makes = picked_nobody(d, d.depth)
    for name in ("pc", "enhancing", "swift", "played", "spent", "paid", "rerolled"):
        gone |= put([*getattr(d, name)], d.depth, lambda _: 0)
    thrown = all_of(d.live == ACTION_ROLL, d.roll_frame == d.depth)
    found = [
        step("resolve/end/action", "An action is over: its card goes to the discard pile, its dice are put "
             "away, and play goes back.",
             all_of(word.op == Op.END, d.depth >= 1),
             {**gone, d.depth: d.depth - 1, d.returning: at_depth(d, d.back),
              **put([*d.pile], owner(d), lambda old: old + where(card, 1, 0)),
              d.live: where(thrown, d.live_before, d.live)},
             ("main/action-card-procedure", "cards/action-single-use"), given=waits, besides=("zone",)),
    ]  # fmt: skip
    landed = _bonus(rules) if rules.reads("attack-bonus", "landed") else {}
    activating = d.program == ACTIVATION
    aimed = any_of() if d.seats.duel else in_phase(d, "targeting")
    ends: dict[str, tuple[Expr, Makes]] = {
        "activation": (all_of(activating, ~aimed), {}),
        "landing": (all_of(d.program == LANDING, attacks(d)), landed),
        "landing-no-attack": (all_of(d.program == LANDING, ~attacks(d)), {}),
        "defense": (d.program == DEFENSE, {}),
    }
    if not d.seats.duel:
        ends["activation-aimed"] = (all_of(activating, aimed), {})
    for name, (given, more) in ends.items():
        over: Makes = {d.program: NOTHING, d.pc[0]: 0, d.live: NO_ROLL, **first_to_act(d), **more}
        found.append(
            step(f"resolve/end/{name}", "The ability is carried out, and its dice are put away.",
                 all_of(word.op == Op.END, d.depth == 0, given), over,
                 ("def/ability", "defense/begins-after-attack"), given=waits)
        )  # fmt: skip
    return found


def _small(rules: Rules) -> list[Step]:
    d = rules.duel
    spent = at_depth(d, d.spent)
    positive = any_of(*(spent == kind for kind in kinds(d, lambda status: status.sign == "positive")))
    bearing = any_of(*(held(d, owner(d), kind) >= 1 for kind in kinds(d, lambda status: status.stings)))
    stung = all_of(positive, bearing)
    harm = total(
        held(d, owner(d), kind) * d.statuses[kind].stings for kind in kinds(d, lambda status: status.stings)
    )
    spent_up = tokens_become(d, owner(d), lambda status: status.stings, lambda _: 0)
    who = d.drawing
    moves = {"discard/card": ("hand", "pile"), "give-card/pick": ("hand", "pile"),
             "search/pick": ("library", "hand")}  # fmt: skip
    found = [
        step("resolve/isolated/defeat", "Isolated damage ends the game at once where it takes all health.",
             ~going_on(d), cites=("health/zero-is-defeat", "damage/isolated-immediate")),
        step("resolve/isolated/go-on", "Else the effect goes on.", turn_goes_on(d),
             cites=("health/zero-is-defeat",)),
        *turn_lost(d, "resolve/isolated"),
        step("resolve/sting/none", "Who prevents damage otherwise is not hurt for it.", ~stung,
             cites=("status/parasite/isolated-damage-on-spend",)),
        step("resolve/sting/hurt", "Who prevents damage by a positive token and bears a Parasite is hurt.",
             stung, {**hurt_at_once(d, owner(d), harm), **spent_up},
             ("status/parasite/isolated-damage-on-spend",)),
        step("resolve/discard/done", "Discarding ends when no more is due.", d.draws == 0,
             cites=("cards/sell-to-own-discard",)),
    ]  # fmt: skip
    for name, (source, aim) in moves.items():
        there = [lies(d, who, HAND if source == "hand" else DECK)]
        there += [] if name == "discard/card" else [of(getattr(d, source), who) >= 1]
        found.append(
            step(f"resolve/{name}", "A card that is due goes where the effect says.",
                 all_of(d.draws >= 1, *there),
                 {d.draws: d.draws - 1, **put([*getattr(d, source)], who, lambda old: at_least(old - 1, 0)),
                  **put([*getattr(d, aim)], who, lambda old: old + 1)},
                 ("cards/lost-card-unusable",), besides=("zone",))
        )  # fmt: skip
    for name, source in (("give-card", "hand"), ("search", "library")):
        found.append(
            step(f"resolve/{name}/done", "No more cards are picked than there are.",
                 any_of(d.draws == 0, of(getattr(d, source), who) == 0), {d.draws: 0},
                 ("cards/lost-card-unusable",))
        )  # fmt: skip
    return found
