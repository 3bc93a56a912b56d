"""Words about combat points and cards: what a player gains, loses, gives up and picks."""

from __future__ import annotations

from dicelaw.model.dice_throne.language import Op
from dicelaw.model.dice_throne.rules import Demands, Pile, Rules, Writes
from dicelaw.model.dice_throne.state.duel_state import CP_MAX, DECK, DISCARD, HAND
from dicelaw.model.dice_throne.words.running import HERE, Running, onward
from dicelaw.model.dice_throne.words.tokens import left_with
from dicelaw.model.dice_throne.words.words import word
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_least, at_most, negate, where
from dicelaw.model.kernel.graph import Agent, Choice, Kind
from dicelaw.model.kernel.state import ArrayField


def add(rules: Rules) -> None:
    """The words CP, LOSE_CP, STEAL_CP, DRAW, DISCARD, PAY, DISCARD_PICK and SEARCH."""
    _add_points(rules)
    _add_cards(rules)
    _add_giving(rules)


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
    theirs, mine = d.cp[run.opponent(d)], d.cp[run.owner]
    stolen = at_most(run.row.amount, theirs)
    if not d.seats.duel:  # who is aimed at oneself takes nothing
        stolen = where(run.opponent(d) == run.owner, 0, stolen)
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
        _as_many_as_held(rules, run, run.target, d.hand), run, target="resolve/discard",
    )  # fmt: skip
    timing = rules.timing
    timing.point("resolve/discard", Kind.CHANCE, "a random card is to be discarded")
    hand, pile = (HAND, d.hand), (DISCARD, d.pile)
    choices, placed, effect = rules.moved_card(hand, pile, "cards/lost-card-unusable")
    timing.add(
        "resolve/discard/card", "resolve/discard", "resolve/discard", Agent.CHANCE,
        "discard a card at random", choices=choices,
        requires=[(d.draws >= 1, "cards/sell-to-own-discard"), *placed], effect=effect,
    )  # fmt: skip
    timing.add(
        "resolve/discard/done", "resolve/discard", HERE, Agent.RULES, "stop discarding",
        requires=[(d.draws == 0, "cards/sell-to-own-discard")],
    )  # fmt: skip


def _add_giving(rules: Rules) -> None:
    """PAY, DISCARD_PICK and SEARCH: what a player picks and moves."""
    d, timing = rules.duel, rules.timing
    run = Running.of(rules)
    word(rules, Op.PAY, "something may be given up", {}, run, target="resolve/pay", stays=True)
    timing.point("resolve/pay", Kind.DECISION, "how much to give up is to be picked")
    run = Running.of(rules)
    amount = Choice("given", 0, CP_MAX)
    seat, token = run.owner, run.row.token
    had, paid, spent = d.token(seat, token), d.paid[d.top], d.spent[d.top]
    timing.add(
        "resolve/pay/give", "resolve/pay", HERE, seat, "give up {given}",
        choices=[amount, *run.row.choices],
        requires=[
            (amount <= where(token >= 1, had, d.cp[seat]), "cards/cost-paid"),
            (any_of(amount == 0, amount + paid <= run.row.base), "cards/cost-paid"),
        ],
        effect={
            **onward(rules, run),
            **left_with(rules, seat, token, at_least(had - where(token >= 1, amount, 0), 0)),
            d.cp[seat]: at_least(d.cp[seat] - where(token >= 1, 0, amount), 0),
            paid: paid + amount,
            spent: where(all_of(d.top >= 1, token >= 1, amount >= 1), token, spent),
        },
        cites=["status/spend-discards-no-cost"],
    )  # fmt: skip
    _add_card_picks(rules)


def _add_card_picks(rules: Rules) -> None:
    d = rules.duel
    run = Running.of(rules)
    word(
        rules, Op.DISCARD_PICK, "cards are to be discarded",
        _as_many_as_held(rules, run, run.target, d.hand), run, target="resolve/give-card",
        given=[(negate(rules.barred(run.target)), "status/stun/no-actions")],
    )  # fmt: skip
    run = Running.of(rules)
    word(
        rules, Op.DISCARD_PICK, "cards of a player who may not choose are discarded at random",
        _as_many_as_held(rules, run, run.target, d.hand), run, target="resolve/discard", variant="-barred",
        given=[(rules.barred(run.target), "status/stun/no-actions")],
    )  # fmt: skip
    run = Running.of(rules)
    word(
        rules, Op.SEARCH, "the deck is searched",
        _as_many_as_held(rules, run, run.owner, d.library), run, target="resolve/search",
    )  # fmt: skip
    _add_picking_cards(rules, "give-card", "discard {card}", (HAND, d.hand), (DISCARD, d.pile))
    _add_picking_cards(rules, "search", "take {card} from the deck", (DECK, d.library), (HAND, d.hand))


def _as_many_as_held(rules: Rules, run: Running, seat: Expr, held: ArrayField) -> Writes:
    """The effect that makes ``seat`` move the amount of cards, or all that are ``held`` if fewer."""
    d = rules.duel
    return {d.drawing: seat, d.draws: at_most(run.row.amount, held[seat])}


def _add_picking_cards(rules: Rules, name: str, says: str, source: Pile, target: Pile) -> None:
    """The point at which a player moves cards of their own choice from one place to another."""
    d, timing = rules.duel, rules.timing
    point = f"resolve/{name}"
    timing.point(point, Kind.DECISION, "a card is to be picked")
    seat, left = d.drawing, source[1][d.drawing]
    choices, placed, effect = rules.moved_card(source, target, "cards/lost-card-unusable")
    waiting: Demands = [(d.draws >= 1, "cards/sell-to-own-discard")]
    timing.add(
        f"{point}/pick", point, point, seat, says if choices else "pick a card",
        choices=choices, requires=[*waiting, (left >= 1, "cards/lost-card-unusable"), *placed], effect=effect,
    )  # fmt: skip
    timing.add(
        f"{point}/done", point, HERE, Agent.RULES, "go on with the effect",
        requires=[(any_of(d.draws == 0, left == 0), "cards/sell-to-own-discard")],
        effect={d.draws: 0},
    )  # fmt: skip
