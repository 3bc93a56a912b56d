"""The table of steps: how tokens are placed, kept off and made to burst, and how picked discards begin."""

from __future__ import annotations

from dicelaw.model.dice_throne.language import AFTER_DAMAGE, Op, When
from dicelaw.model.dice_throne.rules import Rules
from dicelaw.model.dice_throne.state.duel_state import LANDING
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_least, at_most, total, where
from dicelaw.specs.dice_throne.properties.players import Makes, aimed_at, of, target
from dicelaw.specs.dice_throne.properties.steps import (
    attacks,
    held,
    kinds,
    known,
    lacks_opponent,
    line,
    may_act,
    meant,
    onward,
    tokens_of,
    under_way,
)
from dicelaw.specs.dice_throne.properties.steps_of_words import DONE_TO, hurt_at_once
from dicelaw.specs.steps import Step, put, step

MOST = 7
"""As many tokens of a kind as the state can note."""


def steps_of_tokens(rules: Rules) -> list[Step]:
    """The rows about tokens that are placed, and about discards that are picked."""
    d, word, whom = rules.duel, line(rules), meant(rules)
    settled, lacks = known(rules), lacks_opponent(rules, DONE_TO)
    placing = all_of(word.op == Op.TOKEN, word.applies, settled, ~lacks)
    sane = all_of(under_way(rules), word.token >= 1)
    full = any_of(*(all_of(word.token == kind, _room(rules, kind) == 0) for kind in range(1, d.kinds + 1)))
    harm = total(
        where(word.token == kind, d.statuses[kind].bursts, 0) for kind in kinds(d, lambda s: s.bursts)
    )
    bursting = all_of(harm >= 1, word.amount > d.spared, full)
    asks = _asks(rules)
    discarding = all_of(word.op == Op.DISCARD_PICK, word.applies, settled, ~lacks, of(d.hand, whom) >= 1)
    given: Makes = {d.draws: at_most(word.amount, of(d.hand, whom)), d.drawing: whom, **onward(rules)}
    over: Makes = {d.asked: 0, d.spared: 0, **onward(rules)}
    return [
        step("resolve/token", "Tokens are placed, less one that is kept off, up to the limit.",
             all_of(placing, ~bursting, ~asks), {**_placed(rules), **over},
             ("def/gain", "def/inflict", "status/stack-limit", "status/gain-at-limit-lost"), given=sane),
        step("resolve/token-bursting", "A second Powder Keg makes the first burst: it hurts at once.",
             all_of(placing, bursting, ~asks), {**hurt_at_once(d, whom, harm), **_renewed(rules), **over},
             ("status/powder-keg/second-keg",), given=sane),
        step("resolve/token-shielded", "The defender is asked where a token of the attack may be kept off.",
             all_of(placing, asks), {d.decider: target(d)}, ("companion/dryad/effects",), given=sane),
        step("resolve/discard-pick", "Who may act picks the cards that are discarded.",
             all_of(discarding, may_act(rules, whom)), given, ("cards/lost-card-unusable",),
             given=under_way(rules)),
        step("resolve/discard-pick-barred", "Cards of a player who may not act are discarded at random.",
             all_of(discarding, ~may_act(rules, whom)), given, ("status/stun/no-actions",),
             given=under_way(rules)),
    ]  # fmt: skip


def _room(rules: Rules, kind: int) -> Expr:
    """How many tokens of ``kind`` the player who is meant may still get."""
    d, whom = rules.duel, meant(rules)
    raised = of([d.raised[seat * d.kinds + kind - 1] for seat in d.seats.numbers], whom)
    had = held(d, whom, kind)
    return at_least(d.statuses[kind].limit + raised - had, 0)


def _asks(rules: Rules) -> Expr:
    """Whether the defender may keep off one of the negative tokens that the attack is about to inflict."""
    d, word = rules.duel, line(rules)
    negative = any_of(*(word.token == kind for kind in kinds(d, lambda s: s.sign == "negative")))
    return all_of(
        d.shield >= 1, d.asked == 0, d.depth == 0, d.program == LANDING, aimed_at(d, meant(rules)), negative,
        word.amount >= 1, may_act(rules, target(d)),
    )  # fmt: skip


def _struck(rules: Rules) -> Expr:
    """Whether it is the attack under way that inflicts."""
    d = rules.duel
    return all_of(d.depth == 0, d.program == LANDING, aimed_at(d, meant(rules)))


def _renewed(rules: Rules) -> Makes:
    """What is noted of the token that takes the place of one that bursts."""
    d, word = rules.duel, line(rules)
    return put([*d.landed], word.token - 1, lambda old: where(_struck(rules), at_most(old + 1, MOST), old))


def _placed(rules: Rules) -> Makes:
    """The tokens that are placed, with what is noted of them: those of an attack, and those of this turn."""
    d, word, whom = rules.duel, line(rules), meant(rules)
    coming = at_least(word.amount - d.spared, 0)
    struck = _struck(rules)
    found: Makes = {}
    fresh: Expr = whom * 0
    for kind in range(1, d.kinds + 1):
        status = d.statuses[kind]
        gained = where(word.token == kind, at_most(coming, _room(rules, kind)), 0)
        waits = any_of()
        if status.bars_actions and rules.reads("then-stun", "defense-first"):
            waits = all_of(struck, word.arg == AFTER_DAMAGE, attacks(d), d.ultimate == 0)
            found[d.later[kind - 1]] = at_most(d.later[kind - 1] + where(waits, gained, 0), MOST)
        for seat in d.seats.numbers:
            had = tokens_of(d, seat, kind)
            found[had] = had + where(all_of(whom == seat, ~waits), gained, 0)
        noted = d.landed[kind - 1]
        found[noted] = where(all_of(struck, word.token == kind), at_most(noted + gained, MOST), noted)
        if any(When.NOT_TURN_GAINED in action.when for action in status.spend):
            fresh = fresh + gained
    return found | put([*d.fresh], whom, lambda old: at_most(old + fresh, MOST))
