"""Words about tokens, combat points, cards and companions."""

from __future__ import annotations

from dicelaw.model.dice_throne.duel_state import CP_MAX, LANDING
from dicelaw.model.dice_throne.language import Op, When
from dicelaw.model.dice_throne.rules import Demands, Rules, Writes
from dicelaw.model.dice_throne.words import HERE, Running, onward, possible, word
from dicelaw.model.kernel.expressions import Expr, all_of, at_least, at_most, lookup, number, where
from dicelaw.model.kernel.graph import Agent, Choice, Kind


def add(rules: Rules) -> None:
    """The words from TOKEN to DISCARD, LIMIT, EXTRA_PHASE, SHARE and HEAL_COMPANION."""
    _add_gain(rules)
    _add_removal(rules)
    _add_picks(rules)
    _add_points(rules)
    _add_cards(rules)
    _add_others(rules)


def _add_gain(rules: Rules) -> None:
    d = rules.duel
    run = Running.of(rules)
    seat, kind = run.target, run.row.token
    had = d.token(seat, kind)
    gained = at_least(at_most(run.row.amount, d.limit(seat, kind) - had), 0)
    kept_fresh = d.trait(
        "fresh trait", kind, lambda s: any(When.NOT_TURN_GAINED in action.when for action in s.spend)
    )
    by_attack = all_of(d.top == 0, d.program == LANDING)
    delayed: Expr | bool = False
    if rules.reads("then-stun", "defense-first"):
        bars = d.trait("barring trait", kind, lambda s: s.bars_actions)
        delayed = all_of(by_attack, bars == 1, d.is_attack, d.ultimate == 0)
    place = at_least(kind - 1, 0)
    effect: Writes = {
        d.tokens[d.place(seat, kind)]: where(delayed, had, had + gained),
        d.fresh[seat]: at_most(d.fresh[seat] + gained * kept_fresh, 7),
        d.landed[place]: where(by_attack, at_most(d.landed[place] + gained, 7), d.landed[place]),
    }
    if delayed is not False:
        effect[d.later[place]] = where(delayed, at_most(d.later[place] + gained, 7), d.later[place])
    word(
        rules, Op.TOKEN, "tokens are placed", effect, run,
        cites=("def/gain", "def/inflict", "status/stack-limit", "status/gain-at-limit-lost", "defense/step1-targeted-nondamage-effects"),
    )  # fmt: skip


def _add_removal(rules: Rules) -> None:
    d = rules.duel
    run = Running.of(rules)
    seat, kind = run.target, run.row.token
    had = d.token(seat, kind)
    removable = d.trait("removable trait", kind, lambda status: status.removable)
    left = where(removable == 1, at_least(had - run.row.amount, 0), had)
    word(
        rules, Op.REMOVE, "tokens are removed", {d.tokens[d.place(seat, kind)]: left}, run,
        cites=("status/remove-n-means-n-tokens", "status/removal-returns-token"),
    )  # fmt: skip
    run = Running.of(rules)
    effect: Writes = {
        d.tokens[d.place(run.target, kind)]: 0
        for kind, status in enumerate(d.statuses)
        if kind and status.removable
    }
    word(
        rules, Op.REMOVE_ALL, "all tokens are removed", effect, run,
        cites=("status/remove-all-both-polarities", "cards/named/what-status-effects-all"),
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
        removable = d.trait("removable trait", status, lambda s: s.removable)
        requires: Demands = [
            (run.row.op == op, "def/ability"),
            (possible(rules, run, op), "def/ability"),
            (had >= 1, "status/tokens-are-separate-instances"),
        ]
        effect: Writes = {d.tokens[d.place(seat, status)]: at_least(had - 1, 0)}
        if op is Op.WARD:
            requires.append((d.landed[status - 1] >= 1, "barbarian/thick-skin-incoming-only"))
            effect[d.landed[status - 1]] = at_least(d.landed[status - 1] - 1, 0)
        else:
            requires.append((removable == 1, "status/blessing-of-divinity/no-other-removal"))
        if op is Op.TRANSFER:
            movable = d.trait("transferable trait", status, lambda s: s.transferable)
            requires.append((movable == 1, "status/hex/no-transfer"))
            there = d.token(1 - seat, status)
            effect[d.tokens[d.place(1 - seat, status)]] = where(
                there < d.limit(1 - seat, status), there + 1, there
            )
        name = op.name.lower().replace("_", "-")
        timing.add(
            f"resolve/pick-token/{name}",
            "resolve/pick-token",
            HERE,
            run.owner,
            says,
            choices=[status, *run.row.choices],
            requires=requires,
            effect={**onward(rules, run), **effect},
            cites=["status/remove-n-means-n-tokens"],
        )


def _add_points(rules: Rules) -> None:
    d = rules.duel
    run = Running.of(rules)
    cp = d.cp[run.target]
    word(
        rules, Op.CP, "combat points are gained", {cp: at_most(cp + run.row.amount, CP_MAX)}, run,
        cites=("cp/maximum-15", "cp/overflow-lost"),
    )  # fmt: skip
    run = Running.of(rules)
    cp = d.cp[run.target]
    word(
        rules, Op.LOSE_CP, "combat points are lost", {cp: at_least(cp - run.row.amount, 0)}, run,
        cites=("moon-elf/cp-loss-in-defense-step1",),
    )  # fmt: skip
    run = Running.of(rules)
    theirs, mine = d.cp[1 - run.owner], d.cp[run.owner]
    stolen = at_most(run.row.amount, theirs)
    word(
        rules, Op.STEAL_CP, "combat points are stolen",
        {theirs: at_least(theirs - stolen, 0), mine: at_most(mine + stolen, CP_MAX)}, run,
        cites=("steal/moves-resource", "steal/dials-adjusted", "steal/up-to-available"),
    )  # fmt: skip


def _add_cards(rules: Rules) -> None:
    d = rules.duel
    run = Running.of(rules)
    word(
        rules, Op.DRAW, "cards are drawn", {d.drawing: run.target, d.draws: run.row.amount}, run,
        target="draw", cites=("discard/limit-not-checked-elsewhere",),
    )  # fmt: skip
    run = Running.of(rules)
    word(
        rules, Op.DISCARD, "cards are discarded at random",
        {d.drawing: run.target, d.draws: at_most(run.row.amount, d.hand[run.target])}, run,
        target="resolve/discard",
    )  # fmt: skip
    timing = rules.timing
    timing.point("resolve/discard", Kind.CHANCE, "a random card is to be discarded")
    seat = d.drawing
    effect: Writes = {
        d.draws: at_least(d.draws - 1, 0),
        d.hand[seat]: at_least(d.hand[seat] - 1, 0),
        d.pile[seat]: d.pile[seat] + 1,
    }
    choices: list[Choice] = []
    requires: Demands = [(d.draws >= 1, "cards/sell-to-own-discard")]
    if d.zone is not None:
        card = Choice("card", 0, rules.content.deck - 1)
        choices.append(card)
        place = seat * rules.content.deck + card
        requires.append((d.zone[place] == 1, "cards/lost-card-unusable"))
        effect[d.zone[place]] = 2
    timing.add(
        "resolve/discard/card", "resolve/discard", "resolve/discard", Agent.CHANCE, "discard a card at random",
        choices=choices, requires=requires, effect=effect,
    )  # fmt: skip
    timing.add(
        "resolve/discard/done", "resolve/discard", HERE, Agent.RULES, "stop discarding",
        requires=[(d.draws == 0, "cards/sell-to-own-discard")],
    )  # fmt: skip


def _add_others(rules: Rules) -> None:
    d = rules.duel
    run = Running.of(rules)
    raised = d.raised[d.place(run.owner, run.row.token)]
    word(
        rules, Op.LIMIT, "a stack limit rises",
        {raised: at_most(raised + number(run.row.amount), 3)}, run, cites=("status/stack-limit-increase",),
    )  # fmt: skip
    run = Running.of(rules)
    word(
        rules, Op.EXTRA_PHASE, "another Offensive Roll Phase will follow", {d.extra: 1}, run,
        cites=("tactician/profiteer-resets-phase",),
    )  # fmt: skip
    run = Running.of(rules)
    word(
        rules, Op.SHARE, "the damage may be split with the companion", {d.shared: 1, d.defended: 1}, run,
        cites=("status/nyras-bond/distribute",),
    )  # fmt: skip
    run = Running.of(rules)
    health = d.companion[run.owner]
    word(
        rules, Op.HEAL_COMPANION, "the companion regains health",
        {health: at_most(health + run.row.amount, 7)}, run,
        cites=("status/nyras-bond/heal-nyra", "companion/nyra/max-health"),
    )  # fmt: skip


__all__ = ["add", "lookup"]
