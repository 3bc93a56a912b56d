"""Words about damage, prevention and healing. All of it accumulates, and is applied when the phase ends."""

from __future__ import annotations

from collections.abc import Callable

from dicelaw.model.dice_throne.language import DamageType, Op, Who
from dicelaw.model.dice_throne.resolution.conclusion import add_lost_turn, turn_goes_on
from dicelaw.model.dice_throne.resolution.leaders import brings_card
from dicelaw.model.dice_throne.resolution.totals import defeated
from dicelaw.model.dice_throne.rules import Rules, Writes, capped
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import ACTIVATION, NOTHING, PHASES
from dicelaw.model.dice_throne.words.running import HERE, Running
from dicelaw.model.dice_throne.words.words import strikes_another, word
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_least, at_most, negate, where
from dicelaw.model.kernel.graph import Agent, Kind, RuleWhere, rules_where

SHIELDING = frozenset({Op.PREVENT, Op.HALVE, Op.AVOID})
"""The words that prevent or avoid damage."""


def _avoidable(d: Duel) -> tuple[str, ...]:
    """The rules about what can be prevented or avoided, where it comes."""
    undefendable = all_of(d.is_attack, d.kind == DamageType.UNDEFENDABLE)
    return rules_where({
        "damage/normal/avoidable": all_of(d.is_attack, d.kind == DamageType.NORMAL),
        "damage/undefendable/avoidable": undefendable,
        "damage/undefendable/only-blocks-defensive-ability": undefendable,
        "damage/pure/avoidable": all_of(d.is_attack, d.kind == DamageType.PURE),
        "damage/collateral/avoidable": any_of(*(cell >= 1 for cell in d.collateral)),
        "damage/outside-attack/avoidable": any_of(*(cell >= 1 for cell in d.dealt)),
    })  # fmt: skip


def _spent(d: Duel, status: str) -> Expr:
    """Whether what is being resolved is what a token of ``status`` was spent for."""
    kinds = [kind for kind, one in enumerate(d.statuses) if kind and one.id == status]
    return any_of(*(d.spent[d.top] == kind for kind in kinds))


def add(rules: Rules) -> None:
    """The words from DAMAGE to HEAL, and STEAL_HEALTH."""
    several = not rules.duel.seats.duel
    for op, says, effect, cites in _plain(rules.duel):
        run = Running.of(rules)
        target = "resolve/sting" if op in SHIELDING else HERE
        at_target: list[tuple[Expr, str]] = []
        if several and op is Op.DAMAGE:
            at_target = [(negate(strikes_another(run)), "damage/no-special-targeting")]
        of_teams = {
            Op.COLLATERAL: "damage/collateral/same-team-total", Op.PREVENT: "team/no-protection-of-teammate",
        }  # fmt: skip
        more = rules.of_teams(of_teams[op]) if op in of_teams else ()
        word(rules, op, says, effect(run), run, target=target, cites=(*cites, *more), given=at_target)
    if several:
        _add_beside(rules)
    _add_heal(rules)
    _add_isolated(rules)
    _add_sting(rules)
    _add_fizzle(rules)


def _add_beside(rules: Rules) -> None:
    """DAMAGE for another opponent than the target, whom the attack strikes as well.

    On a hill one Attack brings one card, so it does for this one only if the target is no Leader.
    """
    d, run = rules.duel, Running.of(rules)
    effect: Writes = {d.beside: run.target + 1, d.beside_printed: d.beside_printed + run.row.amount}
    cites = ["def/chosen-opponent", "damage/pure/is-attack", "model/two-struck"]
    target = HERE
    if not rules.mode.die:
        bonus = all_of(d.beside == 0, brings_card(rules, run.target), negate(brings_card(rules, d.defender)))
        effect |= {d.drawing: d.attacker, d.draws: where(bonus, 1, 0)}
        cites += rules_where({"koth/leader-bonus-card": bonus, "koth/bonus-timing": bonus})
        target = "draw"
    word(
        rules, Op.DAMAGE, "the attack deals damage to another opponent as well", effect, run,
        target=target, cites=(*cites,), variant="-beside",
        given=[(strikes_another(run), "def/chosen-opponent")],
    )  # fmt: skip


Plain = tuple[Op, str, Callable[[Running], Writes], tuple[str, ...]]


def _plain(d: Duel) -> list[Plain]:
    def printed(run: Running) -> Writes:
        said = capped(run.row.arg, 1, DamageType.PURE)
        named = where(d.kind != DamageType.NONE, d.kind, said)
        return {
            d.kind: where(d.ultimate == 1, DamageType.ULTIMATE, named),
            d.printed: d.printed + run.row.amount,
        }

    def spread(array: str) -> Callable[[Running], Writes]:
        if d.seats.duel:
            return more(array)
        return lambda run: {
            cell: cell + where(_meant(d, run, seat), run.row.amount, 0)
            for seat, cell in enumerate(getattr(d, array))
        }

    def more(array: str) -> Callable[[Running], Writes]:
        return lambda run: {getattr(d, array)[run.target]: getattr(d, array)[run.target] + run.row.amount}

    def once(array: str) -> Callable[[Running], Writes]:
        return lambda run: {getattr(d, array)[run.target]: getattr(d, array)[run.target] + 1}

    def halved(run: Running) -> Writes:
        if d.seats.duel:
            return once("halved")(run)
        return {cell: cell + where(_meant(d, run, seat), 1, 0) for seat, cell in enumerate(d.halved)}

    def reflected(run: Running) -> Writes:
        if d.seats.duel:
            return {d.reflects: d.reflects + 1}
        aimed = where(d.defends(run.owner), 1, 0)
        return {d.reflects: d.reflects + aimed, d.beside_reflects: d.beside_reflects + 1 - aimed}

    def stolen(run: Running) -> Expr:
        return at_most(run.row.amount, d.health_of(run.opponent(d)))

    return [
        (
            Op.DAMAGE,
            "the attack deals damage",
            printed,
            ("damage/five-types", "ability/number-times-symbols"),
        ),
        (
            Op.UNDEFENDABLE,
            "the attack becomes undefendable",
            lambda _: {d.kind: DamageType.UNDEFENDABLE},
            (
                "damage/undefendable/defendable",
                RuleWhere.made("status/accuracy/makes-undefendable", _spent(d, "accuracy")),
            ),
        ),
        (
            Op.COLLATERAL,
            "collateral damage is dealt",
            spread("collateral"),
            (
                "damage/collateral/special-targeting",
                "damage/collateral/not-attack",
                "damage/collateral/enhanceable",
            ),
        ),
        (
            Op.DEAL,
            "damage without a type is dealt",
            spread("dealt"),
            ("damage/outside-attack/no-type", "damage/outside-attack/not-enhanceable"),
        ),
        (
            Op.RECOIL,
            "the attacker will be hurt as well",
            lambda run: {d.recoil: d.recoil + run.row.amount},
            ("ability/additionally-last",),
        ),
        (
            Op.ADD,
            "the attack deals more damage",
            lambda run: {d.added: d.added + run.row.amount},
            (
                "modifier/same-damage-type",
                *rules_where(
                    {
                        "modifier/before-or-after-defense": d.enhancing[d.top] == 1,
                        "damage/total/example-modifier-after-defense": d.defended == 1,
                        "damage/normal/enhanceable": d.kind == DamageType.NORMAL,
                        "damage/undefendable/enhanceable": d.kind == DamageType.UNDEFENDABLE,
                        "damage/ultimate/enhanceable": d.kind == DamageType.ULTIMATE,
                    }
                ),
            ),
        ),
        (Op.PREVENT, "damage is prevented", more("prevented"), ("damage/total/subtotal", *_avoidable(d))),
        (Op.HALVE, "half of the damage is prevented", halved, ("damage/total/division-rounds-up",)),
        (Op.DOUBLE, "the damage is doubled", once("doubled"), ("damage/total/multiply-last",)),
        (
            Op.REFLECT,
            "half of the damage is dealt back",
            reflected,
            (
                "damage/total/dependent-effects-same-step",
                RuleWhere.made("status/retribution/half-back", _spent(d, "retribution")),
            ),
        ),
        (
            Op.AVOID,
            "the damage of this phase is avoided",
            lambda run: {d.avoided[run.target]: 1},
            (
                *rules_where(
                    {
                        "status/evasive/roll-avoid": _spent(d, "evasive"),
                        "status/evasive/final-total-zero": _spent(d, "evasive"),
                        "status/evasive/upkeep-all-damage": all_of(
                            _spent(d, "evasive"), d.phase == PHASES.index("upkeep")
                        ),
                    }
                ),
                *_avoidable(d),
            ),
        ),
        (Op.SUFFER, "damage that nothing prevents is dealt", more("certain"), ("pirate/flip-one-way",)),
        (
            Op.DRAIN,
            "the attacker will heal what the attack deals",
            lambda _: {d.drains: 1},
            (
                "damage/heal-by-defender-does-not-reduce-dealt",
                RuleWhere.made("status/blood-power/four-tokens-heal", _spent(d, "blood-power")),
            ),
        ),
        (
            Op.STEAL_HEALTH,
            "health is stolen",
            lambda run: {
                d.certain[run.opponent(d)]: d.certain[run.opponent(d)] + stolen(run),
                d.healing[run.owner]: d.healing[run.owner] + stolen(run),
            },
            ("steal/moves-resource", "steal/dials-adjusted", "steal/up-to-available"),
        ),
    ]


def _meant(d: Duel, run: Running, seat: int) -> Expr:
    """Whether ``seat`` is whom the instruction names, or one of all opponents or of all players."""
    wide, each = run.row.wide, run.row.who == Who.EACH
    opposed = all_of(wide, d.opposed(run.owner, seat))
    return where(each, run.row.among[seat], any_of(opposed, all_of(negate(wide), run.target == seat)))


def _add_heal(rules: Rules) -> None:
    d = rules.duel
    run = Running.of(rules)
    seat = run.target
    effect: Writes = {d.healing[seat]: d.healing[seat] + run.row.amount}
    if rules.reads("healing", "at-once"):
        healed = at_most(d.health_of(seat) + run.row.amount, d.health_most)
        effect = {d.health_of(seat): healed if d.seats.duel else where(d.plays(seat), healed, 0)}
    word(
        rules, Op.HEAL, "health is regained", effect, run,
        cites=("health/heal-raises-dial", "damage/healing-nets-with-damage"),
    )  # fmt: skip


def isolated(rules: Rules, seat: Expr, amount: Expr) -> Writes:
    """The effect of dealing ``amount`` to ``seat`` at once."""
    d = rules.duel
    left = at_least(d.health_of(seat) - amount, 0)
    saving = {kind: _savers(d, seat, kind) for kind in d.kinds_with(lambda status: status.saves)}
    saved = all_of(left == 0, any_of(*(there for savers in saving.values() for _, there in savers)))
    if not d.seats.duel:
        saved = all_of(d.plays(seat), saved)
    said = d.definitions.said
    effect: Writes = {d.health_of(seat): said("the health after isolated damage", where(saved, 1, left))}
    for kind, savers in saving.items():
        for saver, there in savers:
            used = saved if len(savers) == 1 else all_of(saved, there)
            kept = said("what saves from isolated damage", where(used, 0, d.token(saver, kind)))
            effect[d.tokens[d.place(saver, kind)]] = kept
    return effect


def _savers(d: Duel, seat: Expr, kind: int) -> list[tuple[Expr | int, Expr]]:
    """Whose token of ``kind`` may save the Health of ``seat``, and whether it is there and the one that does.

    Of a team it is the token of the first who has one.
    """
    if len(d.seats.side_numbers) == len(d.seats):
        return [(seat, d.has(seat, kind))]
    savers: list[tuple[Expr | int, Expr]] = []
    for side in d.seats.side_numbers:
        members = d.seats.members(side)
        for place, member in enumerate(members):
            before = (negate(d.has(other, kind)) for other in members[:place])
            savers.append((member, all_of(d.seats.side(seat) == side, d.has(member, kind), *before)))
    return savers


def _add_sting(rules: Rules) -> None:
    """What a status effect deals to a bearer who prevents or avoids damage by spending a positive one."""
    d, timing = rules.duel, rules.timing
    seat = d.owner[d.top]
    positive = d.trait("positive sign", d.spent[d.top], lambda status: status.sign == "positive")
    stinging = d.kinds_with(lambda status: status.stings)
    stung = all_of(d.spent[d.top] >= 1, positive == 1, d.has_trait(seat, lambda status: status.stings))
    rule = "status/parasite/isolated-damage-on-spend"
    timing.point("resolve/sting", Kind.RULES, "damage was prevented or avoided")
    timing.add(
        "resolve/sting/none", "resolve/sting", HERE, Agent.RULES, "go on with the effect",
        requires=[(negate(stung), rule)],
    )  # fmt: skip
    harm = d.traits(seat, lambda status: status.stings)
    timing.add(
        "resolve/sting/hurt", "resolve/sting", "resolve/isolated", Agent.RULES,
        "suffer isolated damage for the prevention",
        requires=[(stung, rule)],
        effect={
            **isolated(rules, seat, harm), **{d.tokens[d.place(seat, kind)]: 0 for kind in stinging}
        },
    )  # fmt: skip


def _add_fizzle(rules: Rules) -> None:
    """The ability fails. Where it has not begun to act, what heals by then is none of it."""
    d = rules.duel
    run = Running.of(rules)
    would_attack = any_of(
        d.is_attack, all_of(d.program == ACTIVATION, rules.content.attacks(d.announced) == 1)
    )
    word(
        rules, Op.FIZZLE, "the ability fails",
        {
            d.missed: would_attack,
            d.announced_ultimate: 0,
            d.activated: 0,
            d.program: NOTHING,
            d.pc[0]: 0,
            d.kind: DamageType.NONE,
            d.printed: 0,
            d.added: 0,
            d.recoil: 0,
            **d.forget_beside(),
            **dict.fromkeys([d.collateral[d.defender]] if d.seats.duel else d.collateral, 0),
            **({} if rules.reads("blind-roll", "first") else {d.healing[d.attacker]: 0}),
            d.extra: 0,
        },
        run, cites=("status/blind/roll-fail", "status/blinding-light/one-stops-all"),
    )  # fmt: skip


def _add_isolated(rules: Rules) -> None:
    run = Running.of(rules)
    effect = isolated(rules, run.target, run.row.amount)
    word(
        rules, Op.ISOLATED, "isolated damage is dealt at once", effect, run,
        target="resolve/isolated", cites=("damage/isolated-immediate",),
    )  # fmt: skip
    timing = rules.timing
    timing.point("resolve/isolated", Kind.RULES, "isolated damage was dealt")
    lost = defeated(rules)
    timing.add(
        "resolve/isolated/defeat", "resolve/isolated", "over", Agent.RULES, "end the game",
        requires=[(lost, "health/zero-is-defeat")], cites=["health/earlier-zero-beats-later-effect"],
    )  # fmt: skip
    timing.add(
        "resolve/isolated/go-on", "resolve/isolated", "resolve/next", Agent.RULES, "go on with the effect",
        requires=[
            (negate(lost), "health/zero-is-defeat"),
            *turn_goes_on(rules),
        ],
    )  # fmt: skip
    add_lost_turn(rules, "resolve/isolated/lost-turn", "resolve/isolated")
