"""Words about tokens, stack limits, the board and companions."""

from __future__ import annotations

from collections.abc import Callable

from dicelaw.model.dice_throne.language import AFTER_DAMAGE, Op, Who
from dicelaw.model.dice_throne.rules import Demands, Rules, Writes
from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import LANDING, SLOTS
from dicelaw.model.dice_throne.tables.own_rules import rule_that_keeps
from dicelaw.model.dice_throne.words.damage import isolated
from dicelaw.model.dice_throne.words.running import HERE, Running, onward
from dicelaw.model.dice_throne.words.words import ONLY_NEGATIVE, ONLY_POSITIVE, word
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_least, at_most, negate, number, where
from dicelaw.model.kernel.graph import Choice, Kind, rules_where

TAKEN_OFF = ("status/remove-n-means-n-tokens", "status/removal-returns-token")
"""The rules about losing tokens of one kind."""


def add(rules: Rules) -> None:
    """The words about tokens, and LIMIT, EXTRA_PHASE, SHARE, FLIP, SHOW_HAND and HEAL_COMPANION."""
    _add_gain(rules)
    _add_shield(rules)
    _add_removal(rules)
    _add_picks(rules)
    _add_others(rules)


def _sharing(d: Duel, run: Running) -> Writes:
    """The effect of sharing: the target has no defence then, and whoever is struck beside it had none."""
    if d.seats.duel:
        return {d.shared: 1, d.defended: 1}
    aimed = d.defends(run.owner)
    return {
        d.shared: where(aimed, 1, d.shared),
        d.defended: where(aimed, 1, d.defended),
        d.beside_shared: where(aimed, d.beside_shared, 1),
    }


def _add_gain(rules: Rules) -> None:
    d = rules.duel
    run = Running.of(rules)
    seat, kind = run.target, run.row.token
    had = d.token(seat, kind)
    coming = at_least(run.row.amount - d.spared, 0)
    gained = at_least(at_most(coming, d.limit(seat, kind) - had), 0)
    by_attack = _by_attack(d, seat)
    delayed: Expr | bool = False
    if rules.delays_stun:
        bars = d.trait("barring trait", kind, lambda s: s.bars_actions)
        after = run.row.arg == AFTER_DAMAGE
        delayed = all_of(by_attack, after, bars == 1, d.is_attack, d.ultimate == 0)
    place = at_least(kind - 1, 0)
    effect: Writes = {
        d.tokens[d.place(seat, kind)]: where(delayed, had, had + gained),
        d.fresh[seat]: at_most(d.fresh[seat] + gained * d.kept_fresh(kind), 7),
        d.landed[place]: where(by_attack, at_most(d.landed[place] + gained, 7), d.landed[place]),
        d.asked: 0,
        d.spared: 0,
    }
    if delayed is not False:
        effect[d.later[place]] = where(delayed, at_most(d.later[place] + gained, 7), d.later[place])
    bursts = d.trait("bursting trait", kind, lambda status: status.bursts)
    bursting = all_of(bursts >= 1, coming >= 1, had >= d.limit(seat, kind))
    rule = "status/powder-keg/second-keg"
    unshielded = (negate(shielded(rules, run)), "companion/dryad/effects")
    again = Running.of(rules)
    over = again.target, again.row.token
    harm = d.trait("bursting trait", over[1], lambda status: status.bursts)
    landed = d.landed[at_least(over[1] - 1, 0)]
    noted = where(_by_attack(d, over[0]), at_most(landed + 1, 7), landed)
    word(
        rules, Op.TOKEN, "a second token makes the first burst, and is there instead",
        {**isolated(rules, over[0], harm), landed: noted, d.asked: 0, d.spared: 0}, again,
        target="resolve/isolated", variant="-bursting",
        cites=("status/powder-keg/second-keg-before-attack-damage",),
        given=[
            (
                all_of(harm >= 1, again.row.amount > d.spared, d.token(*over) >= d.limit(*over)),
                rule,
            ),
            (negate(shielded(rules, again)), "companion/dryad/effects"),
        ],
    )  # fmt: skip
    word(
        rules, Op.TOKEN, "tokens are placed", effect, run, given=[(negate(bursting), rule), unshielded],
        cites=rules_where({
            "def/gain": seat == run.owner,
            "def/inflict": seat != run.owner,
            "status/polarity-and-receivers": seat != run.owner,
            "status/stack-limit": coming > gained,
            "status/gain-at-limit-lost": coming > gained,
            "status/make-room-by-spending": coming > gained,
            "defense/step1-targeted-nondamage-effects": by_attack,
        }),
    )  # fmt: skip


def _by_attack(d: Duel, seat: Expr) -> Expr:
    """Whether the attack under way is what inflicts something on ``seat``."""
    return all_of(d.top == 0, d.program == LANDING, d.defends(seat))


def shielded(rules: Rules, run: Running) -> Expr:
    """Whether the defender is to be asked whether one of the tokens of the instruction is kept off."""
    d = rules.duel
    negative = d.trait("negative sign", run.row.token, lambda status: status.sign == "negative")
    return all_of(
        d.shield >= 1, d.asked == 0, d.top == 0, d.program == LANDING, d.defends(run.target),
        negative == 1, run.row.amount >= 1, negate(rules.barred(d.defender)),
    )  # fmt: skip


def _add_shield(rules: Rules) -> None:
    """SHIELD, and the question to the defender when a negative token is about to be inflicted."""
    d, timing = rules.duel, rules.timing
    run = Running.of(rules)
    word(
        rules, Op.SHIELD, "a token of the attack may be kept off", {d.shield: at_most(d.shield + 1, 3)}, run,
        cites=("companion/dryad/effects",),
    )  # fmt: skip
    run = Running.of(rules)
    word(
        rules, Op.TOKEN, "the defender is asked about a token", {d.decider: d.defender}, run,
        target="resolve/shield", stays=True, variant="-shielded",
        given=[(shielded(rules, run), "companion/dryad/effects")],
    )  # fmt: skip
    timing.point("resolve/shield", Kind.DECISION, "a token may be kept off")
    using: Writes = {d.asked: 1, d.spared: 1, d.shield: at_least(d.shield - 1, 0)}
    letting: Writes = {d.asked: 1}
    for name, says, effect in (
        ("use", "keep off one token", using),
        ("let", "let it be inflicted", letting),
    ):
        timing.add(
            f"resolve/shield/{name}", "resolve/shield", HERE, d.decider, says, effect=effect,
            cites=["companion/dryad/effects"],
        )  # fmt: skip


def left_with(rules: Rules, seat: Expr, kind: Expr, left: Expr) -> Writes:
    """The effect of leaving ``left`` tokens; one that comes back later has not been there all the time."""
    d = rules.duel
    old = d.aged[d.place(seat, kind)]
    return {
        d.tokens[d.place(seat, kind)]: left,
        old: d.definitions.said("old tokens left", at_most(old, left)),
    }


def _add_removal(rules: Rules) -> None:
    d = rules.duel
    run = Running.of(rules)
    seat, kind = run.target, run.row.token
    had = d.token(seat, kind)
    saves = d.trait("saving trait", kind, lambda status: status.saves)
    left = where(saves == 0, at_least(had - run.row.amount, 0), had)
    word(
        rules, Op.REMOVE, "tokens are removed", left_with(rules, seat, kind, left), run, cites=TAKEN_OFF,
        given=[] if d.seats.duel else [(run.row.who != Who.EACH, "def/ability")],
    )  # fmt: skip
    if not d.seats.duel:
        _add_removal_of_each(rules)
    run = Running.of(rules)
    removed = d.kinds_with(lambda status: status.removable)
    effect: Writes = {}
    for each in removed:
        place = d.place(run.target, each)
        sign = {"positive": ONLY_POSITIVE, "negative": ONLY_NEGATIVE}.get(d.statuses[each].sign)
        meant = any_of(run.row.arg == 0, run.row.arg == sign) if sign else run.row.arg == 0
        effect[d.tokens[place]] = where(meant, 0, d.tokens[place])
        effect[d.aged[place]] = where(meant, 0, d.aged[place])
    word(
        rules, Op.REMOVE_ALL, "all tokens are removed", effect, run,
        cites=("status/remove-all-both-polarities", "cards/named/what-status-effects-all"),
    )  # fmt: skip


def _add_removal_of_each(rules: Rules) -> None:
    """REMOVE where each player loses tokens."""
    d = rules.duel
    run = Running.of(rules)
    kind = run.row.token
    saves = d.trait("saving trait", kind, lambda status: status.saves)
    effect: Writes = {}
    for seat, meant in enumerate(run.row.among):
        had = d.token(seat, kind)
        goes = all_of(meant, saves == 0)
        effect |= left_with(rules, number(seat), kind, where(goes, at_least(had - run.row.amount, 0), had))
    word(
        rules, Op.REMOVE, "tokens of each player are removed", effect, run, variant="-of-each",
        cites=TAKEN_OFF, given=[(run.row.who == Who.EACH, "def/ability")],
    )  # fmt: skip


def _add_picks(rules: Rules) -> None:
    d, timing = rules.duel, rules.timing
    timing.point("resolve/pick-token", Kind.DECISION, "a token is to be picked")
    names = [status.id for status in d.statuses[1:]]
    for op, says in (
        (Op.REMOVE_ONE, "remove a {status}"),
        (Op.TRANSFER, "move a {status}"),
        (Op.WARD, "ward off a {status}"),
    ):
        run = Running.of(rules)
        word(rules, op, "look for a token", {}, run, target="resolve/pick-token", stays=True)
        run = Running.of(rules)
        status = Choice("status", 1, d.kinds, names)
        seat = run.owner if op is Op.WARD else run.target
        had = d.token(seat, status)
        further: list[Choice] = []
        removable = d.trait("removable trait", status, lambda s: s.removable)
        requires: Demands = [(run.row.op == op, "def/ability")]
        effect = left_with(rules, seat, status, at_least(had - 1, 0))
        if op is Op.WARD:
            landed, later = d.landed[status - 1], d.later[status - 1]
            requires += [
                (landed >= 1, "barbarian/thick-skin-incoming-only"),
                (had + later >= 1, "status/remove-n-means-n-tokens"),
            ]
            if rules.delays_stun:
                effect = left_with(rules, seat, status, where(later >= 1, had, at_least(had - 1, 0)))
                effect[later] = at_least(later - 1, 0)
            effect[landed] = at_least(landed - 1, 0)
            effect |= _bonus_lost(rules, status)
        else:
            requires += [
                (had >= 1, "status/remove-n-means-n-tokens"),
                (
                    removable == 1,
                    rule_that_keeps(
                        d, status, "status/blessing-of-divinity/no-other-removal", lambda s: s.removable
                    ),
                ),
            ]
        if op is Op.TRANSFER:
            movable = d.trait("transferable trait", status, lambda s: s.transferable)
            requires.append(
                (
                    movable == 1,
                    rule_that_keeps(d, status, "status/hex/no-transfer", lambda s: s.transferable),
                )
            )
            to, further, elsewhere = _receiver(d, seat)
            requires += elsewhere
            there = d.token(to(), status)
            moved = where(there < d.limit(to(), status), 1, 0)
            fresh = d.fresh[to()]
            effect[d.tokens[d.place(to(), status)]] = there + moved
            bursts = d.trait("bursting trait", status, lambda s: s.bursts)
            effect |= isolated(rules, to(), where(moved == 0, bursts, 0))
            effect[fresh] = at_most(fresh + moved * d.kept_fresh(status), 7)
        name = op.name.lower().replace("_", "-")
        timing.add(
            f"resolve/pick-token/{name}",
            "resolve/pick-token",
            "resolve/isolated" if op is Op.TRANSFER else HERE,
            run.owner,
            says,
            choices=[status, *further, *run.row.choices],
            requires=requires,
            effect={**onward(rules, run), **effect},
            cites=[
                "status/remove-n-means-n-tokens",
                "status/tokens-are-separate-instances",
                *(rules.of_teams("status/stun/teammate-may-remove") if op is Op.REMOVE_ONE else ()),
            ],
        )


def _bonus_lost(rules: Rules, kind: Expr) -> Writes:
    """The effect of taking back what a token of ``kind``, now warded off, added to the attack."""
    d = rules.duel
    if not rules.reads("attack-bonus", "landed"):
        return {}
    plus = d.trait("attack bonus", kind, lambda status: status.attack_plus)
    given = all_of(d.program != LANDING, d.is_attack, d.enhanceable, d.ultimate == 0)
    return {d.added: at_least(d.added - where(given, plus, 0), 0)}


def _receiver(d: Duel, seat: Expr) -> tuple[Callable[[], Expr], list[Choice], Demands]:
    """Who gets what is taken from ``seat``: the other player, or of several one who is picked."""
    if d.seats.duel:
        return lambda: d.seats.opponent(seat), [], []
    to = Choice("to", 0, len(d.seats) - 1, d.seats.names)
    return lambda: to, [to], [(to != seat, "def/chosen-player"), (d.plays(to), "health/zero-is-defeat")]


def _add_others(rules: Rules) -> None:
    d = rules.duel
    run = Running.of(rules)
    raised = d.raised[d.place(run.owner, run.row.token)]
    word(
        rules, Op.LIMIT, "a stack limit rises",
        {raised: raised + run.row.amount}, run,
        cites=("status/stack-limit-increase",),
    )  # fmt: skip
    run = Running.of(rules)
    word(
        rules, Op.EXTRA_PHASE, "another Offensive Roll Phase will follow", {d.extra: 1}, run,
        cites=("tactician/profiteer-resets-phase",),
    )  # fmt: skip
    run = Running.of(rules)
    word(
        rules, Op.SHARE, "the damage may be split with the companion", _sharing(d, run), run,
        cites=("status/nyras-bond/distribute",),
    )  # fmt: skip
    run = Running.of(rules)
    there = d.place(run.target, run.row.token)
    here = d.place(run.target, run.row.counted)
    word(
        rules, Op.TURN_INTO, "a token becomes another",
        {
            **left_with(rules, run.target, run.row.token, at_least(d.tokens[there] - 1, 0)),
            d.tokens[here]: d.tokens[here] + 1,
        },
        run, cites=("treant/grow-definition",),
    )  # fmt: skip
    run = Running.of(rules)
    levels = [d.level[run.owner * SLOTS + space] for space in range(SLOTS)]
    word(
        rules, Op.FLIP, "the board is flipped", {level: at_least(level, 2) for level in levels}, run,
        cites=("pirate/flip-one-way", "pirate/flip-timing"),
    )  # fmt: skip
    run = Running.of(rules)
    word(rules, Op.SHOW_HAND, "a hand is looked at", {}, run)
    run = Running.of(rules)
    health = d.companion[run.owner]
    word(
        rules, Op.HEAL_COMPANION, "the companion regains health",
        {health: at_most(health + run.row.amount, rules.content.companion(run.owner).most)}, run,
        cites=("status/nyras-bond/heal-nyra", "companion/nyra/max-health"),
    )  # fmt: skip
