"""Properties of combat points, sales and upgrades: they change by what the text says, and nothing else.

Each says of its steps what every good is worth after them, for both players, from what was so before; what
is written in the transitions is not read.
"""

from __future__ import annotations

from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.dice_throne.state.duel_state import CP_MAX, HAND_LIMIT, SLOTS
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_least, at_most, implies, total, where
from dicelaw.specs.bugs import dropping, rewriting
from dicelaw.specs.dice_throne.invariants.moving import (
    EARNING,
    LANDING,
    SELLING,
    UPGRADING,
    USING,
    all_but,
    keeping,
    moving,
)
from dicelaw.specs.dice_throne.invariants.structure import STRUCTURE
from dicelaw.specs.property import Chosen, EachStep, Goal, Never, Property, Unchanged, after


def economy_properties(made: DuelMachine) -> list[Property]:
    """What is earned and spent."""
    return [*_points(made), *_trades(made)]


def _points(made: DuelMachine) -> list[Property]:
    d = made.duel
    answering, declared = (d.turn, 1 - d.turn) if d.seats.duel else (d.holder, d.declarer)
    return [
        Property(
            "cp/changes-by-rule",
            "Combat points change only by Income, a sale, an upgrade, what an action costs, and the words of "
            "effects.",
            Unchanged(
                (*d.cp,),
                along=all_but("income/take", *SELLING, *UPGRADING, *USING, *EARNING, *LANDING, "answer/lost"),
            ),
            ("cp/uses", "cp/maximum-15"),
            using=STRUCTURE,
            goal=Goal("a player has earned points", any_of(*(cp >= 3 for cp in d.cp)), "main-2"),
            bug=rewriting(
                "turn-end/pass/turn", d.cp[0], lambda _: at_most(d.cp[0] + 1, CP_MAX), "a turn pays"
            ),
        ),
        Property(
            "income/one-point",
            "Income raises the combat points of the active player by 1, up to 15, and nobody else's.",
            EachStep(moving([*d.cp], d.turn, 1, CP_MAX), along="income/take"),
            ("income/gain-cp", "income/no-gain-at-cap"),
            goal=Goal("a player has points already", d.cp[d.turn] >= 1, "income"),
            bug=rewriting(
                "income/take", d.cp[d.turn], lambda _: at_most(d.cp[d.turn] + 2, CP_MAX), "Income brings 2"
            ),
        ),
        Property(
            "cp/price-of-use",
            "Who uses an action pays exactly what it costs, and has that much; nobody else pays.",
            EachStep(
                all_of(d.cp[d.holder] >= Chosen("cp"), moving([*d.cp], d.holder, 0 - Chosen("cp"))),
                along=("*/act", "*/play", "!answer/*"),
            ),
            ("cards/cost-paid", "cards/zero-cost-free", "cp/uses"),
            goal=Goal("a player has no CP left", any_of(*(cp == 0 for cp in d.cp)), "resolve/next"),
            bug=rewriting("main-1/act", d.cp[d.holder], lambda _: d.cp[d.holder], "an action is free"),
        ),
        Property(
            "cp/price-of-answer",
            "What is used as an answer, or carried out after one, is paid by the active player and by the "
            "other player, in this order.",
            EachStep(
                any_of(
                    all_of(d.declared == after(d.declared), moving([*d.cp], answering, 0 - Chosen("cp"))),
                    all_of(after(d.declared) == 0, moving([*d.cp], declared, 0 - Chosen("cp"))),
                ),
                along=("answer/act", "answer/carry-out"),
            ),
            ("cards/cost-paid", "cp/uses"),
            using=STRUCTURE,
            goal=Goal("an instant was declared", d.declared >= 1, "answer"),
            bug=rewriting("answer/carry-out", d.cp[0], lambda _: d.cp[0], "player 1 answers for nothing"),
        ),
        Property(
            "goods/one-card-played",
            "Whoever plays a card takes one out of their own hand, and every other card stays where it is.",
            EachStep(
                all_of(moving([*d.hand], d.holder, 0 - Chosen("is_card")), keeping((*d.library, *d.pile))),
                along=("*/act", "*/play", "!answer/*"),
            ),
            ("main/action-card-procedure",),
            goal=Goal("a card is being played", d.played[1] >= 1),
            bug=rewriting("main-1/act", d.hand[0], lambda _: d.hand[0], "player 1 keeps the card"),
        ),
        Property(
            "status/bounty/one-point",
            "When an attack lands, its attacker gains what the status effects of the target give, 1 CP for "
            "each Bounty, up to 15.",
            EachStep(
                moving([*d.cp], d.attacker, where(d.is_attack, _bounty(made), 0), CP_MAX),
                along="targeting/land"
                if made.rules.reads("attack-bonus", "aimed")
                else "resolve/end/landing",
            ),
            ("status/bounty/plus-damage-and-cp",),
            using=STRUCTURE,
            goal=Goal("the target bears a Bounty", _bounty(made) >= 1, "landing"),
            bug=rewriting(
                ("targeting/land", "resolve/end/landing"),
                d.cp[0],
                lambda _: d.cp[0],
                "player 1 gains nothing",
            ),
        ),
    ]


def _bounty(made: DuelMachine) -> Expr:
    """How many combat points an attack on those whom it strikes gives: 1 for each Bounty."""
    d = made.duel
    given = {kind: status.attack_cp for kind, status in enumerate(d.statuses) if status.attack_cp}
    found = total(d.token(d.defender, kind) * points for kind, points in given.items())
    if d.seats.duel:
        return found
    second = total(d.token(at_least(d.beside - 1, 0), kind) * points for kind, points in given.items())
    return found + where(all_of(d.beside >= 1, d.beside != d.target), second, 0)


def _trades(made: DuelMachine) -> list[Property]:
    d = made.duel
    place = d.turn * SLOTS + at_most(Chosen("slot"), SLOTS - 1)
    now = d.level[place]
    price = where(now == 2, Chosen("difference"), Chosen("full"))
    others = [implies(place != other, after(level) == level) for other, level in enumerate(d.level)]
    return [
        Property(
            "cards/sale",
            "A sale moves one card of the active player from hand to discard pile for 1 CP, up to 15, and "
            "changes nothing of the other player.",
            EachStep(
                all_of(
                    moving([*d.hand], d.turn, -1),
                    moving([*d.pile], d.turn, 1),
                    moving([*d.cp], d.turn, 1, CP_MAX),
                    keeping((*d.library, *d.level)),
                ),
                along=SELLING,
            ),
            ("cards/sell-value", "cards/sell-to-own-discard"),
            goal=Goal("a card was sold", any_of(*(pile >= 1 for pile in d.pile)), "main-1"),
            bug=rewriting(
                "discard/sell", d.cp[d.turn], lambda _: at_most(d.cp[d.turn] + 2, CP_MAX), "a sale brings 2"
            ),
        ),
        Property(
            "discard/only-excess",
            "In the Discard Phase cards are sold only as long as there are more than six in hand.",
            Never(d.hand[d.turn] <= HAND_LIMIT, "discard/sell"),
            ("discard/excess-must-be-sold",),
            goal=Goal("a hand is at the limit", d.hand[d.turn] == HAND_LIMIT, "discard"),
            bug=dropping("discard/excess-must-be-sold", "discard/sell"),
        ),
        Property(
            "upgrade/price",
            "An upgrade from level II costs the difference, any other the full price of its card, and the "
            "active player has that much.",
            EachStep(all_of(d.cp[d.turn] >= price, moving([*d.cp], d.turn, 0 - price)), along=UPGRADING),
            ("upgrade/two-to-three-difference", "upgrade/direct-to-three-full-cost", "cards/cost-paid"),
            goal=Goal("a board has level III", any_of(*(level == 3 for level in d.level)), "main-1"),
            bug=rewriting(
                "main-2/upgrade", d.cp[d.turn], lambda _: d.cp[d.turn], "the second Main Phase upgrades free"
            ),
        ),
        Property(
            "upgrade/higher",
            "An upgrade brings one space of the active player's own board to the level of its card, higher "
            "than before, and leaves every other space alone.",
            EachStep(all_of(after(now) == Chosen("level"), after(now) > now, *others), along=UPGRADING),
            ("upgrade/permanent-same-name", "upgrade/direct-to-three-full-cost"),
            goal=Goal("a board has level III", any_of(*(level == 3 for level in d.level)), "main-1"),
            bug=dropping("upgrade/permanent-same-name", "main-1/upgrade"),
        ),
        Property(
            "upgrade/permanent",
            "No space of a board ever gets a lower level.",
            EachStep(all_of(*(after(level) >= level for level in d.level))),
            ("upgrade/permanent-same-name", "pirate/flip-one-way"),
            goal=Goal("a board is upgraded", any_of(*(level >= 2 for level in d.level)), "discard"),
            bug=rewriting(
                "turn-end/pass/turn", d.level[0], lambda _: d.level[0] * 0 + 1, "an upgrade wears off"
            ),
        ),
        Property(
            "upgrade/only-upgrades",
            "Nothing but an upgrade and the turning of a whole board changes the level of a space.",
            Unchanged((*d.level,), along=all_but(*UPGRADING, "resolve/flip")),
            ("upgrade/permanent-same-name",),
            goal=Goal("a board is upgraded", any_of(*(level >= 2 for level in d.level)), "main-2"),
            bug=rewriting("main-1/sell", d.level[0], lambda _: d.level[0] * 0 + 2, "a sale upgrades"),
        ),
    ]
