"""Properties of what players own: no card is lost, and combat points change by what the text says.

Each says of its steps what every good is worth after them, for both players, from what was so before; what
is written in the transitions is not read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dicelaw.model.dice_throne.duel_state import CP_MAX, FRAMES, HAND_LIMIT, SEATS, SLOTS
from dicelaw.model.dice_throne.machine import DuelMachine
from dicelaw.model.kernel.expressions import (
    Expr,
    all_of,
    any_of,
    at_least,
    at_most,
    count,
    implies,
    total,
    where,
)
from dicelaw.specs.dice_throne.structure import STRUCTURE, in_phase
from dicelaw.specs.property import (
    AllOf,
    Always,
    Chosen,
    EachStep,
    Goal,
    Never,
    Property,
    Unchanged,
    after,
    dropping,
    rewriting,
)

UNDER_WAY = "goods/cards-under-way"
UPGRADING = ("main-*/upgrade",)
SELLING = ("main-*/sell", "discard/sell")
USING = ("*/act", "*/play", "answer/carry-out")
"""The transitions by which a card, a token or a board action is used and paid."""
EARNING = ("resolve/cp", "resolve/lose-cp", "resolve/steal-cp", "resolve/pay/give")
"""The words about combat points."""
LANDING = ("resolve/end/landing", "targeting/land")
"""Where a status effect of the target may give points to an attacker."""


def economy_properties(made: DuelMachine) -> list[Property]:
    """Nothing that a player owns comes from nowhere or gets lost."""
    return [*_cards(made), *_draws(made), *_points(made), *_trades(made)]


def owned(made: DuelMachine, seat: int) -> Expr:
    """The cards of ``seat`` in deck, hand and discard pile, and those being played."""
    d = made.duel
    playing = count(all_of(d.played[f] >= 1, d.owner[f] == seat) for f in range(1, FRAMES))
    return d.hand[seat] + d.library[seat] + d.pile[seat] + playing


def _except(*patterns: str) -> tuple[str, ...]:
    return ("*", *(f"!{pattern}" for pattern in patterns))


def _moving(cells: Sequence[Expr], seat: Expr, by: int | Expr, top: int | None = None) -> Expr:
    """That what ``seat`` has of ``cells`` changes ``by`` so much, up to ``top``, and the others' stays."""

    def moved(cell: Expr) -> Expr:
        return cell + by if top is None else at_most(cell + by, top)

    return all_of(
        *(after(cell) == where(seat == place, moved(cell), cell) for place, cell in enumerate(cells))
    )


def _keeping(cells: Iterable[Expr]) -> Expr:
    return all_of(*(after(cell) == cell for cell in cells))


def _cards(made: DuelMachine) -> list[Property]:
    d = made.duel
    mine = [owned(made, seat) for seat in range(SEATS)]
    return [
        Property(
            UNDER_WAY,
            "A card is being played only as an action under way, and no more cards are to be discarded at "
            "random than are in hand.",
            AllOf(
                (
                    Always(d.played[0] == 0, ("*", "!over")),
                    *(
                        Always(implies(d.depth < f, d.played[f] == 0), ("*", "!over"))
                        for f in range(1, FRAMES)
                    ),
                    Always(d.draws <= d.hand[d.drawing], "resolve/discard"),
                )
            ),
            ("cards/action-single-use",),
            using=STRUCTURE,
            goal=Goal("a card is being played", d.played[1] >= 1),
            bug=rewriting(
                "resolve/end/action",
                d.played[d.top],
                lambda _: d.played[d.top],
                "a finished card is played on",
            ),
        ),
        Property(
            "goods/cards-conserved",
            "The cards of each player in deck, hand and discard pile, and those being played, stay as many "
            "as they are, whatever happens but an upgrade.",
            EachStep(all_of(*(after(cards) == cards for cards in mine)), along=_except(*UPGRADING)),
            ("cards/sell-to-own-discard", "cards/draw-empty-deck", "main/action-card-procedure"),
            using=(*STRUCTURE, UNDER_WAY),
            goal=Goal("a card lies in a discard pile", any_of(*(pile >= 1 for pile in d.pile)), "main-2"),
            bug=rewriting(
                "draw/reshuffle", d.pile[d.drawing], lambda _: d.pile[d.drawing], "the old pile stays"
            ),
        ),
        Property(
            "goods/upgrade-stays",
            "An upgrade takes one card out of the active player's hand for good, and no other card moves.",
            EachStep(
                all_of(_moving([*d.hand], d.turn, -1), _keeping((*d.library, *d.pile, *d.played))),
                along=UPGRADING,
            ),
            ("main/upgrade-card-procedure", "upgrade/not-sellable-after-play"),
            using=STRUCTURE,
            goal=Goal("a board is upgraded", any_of(*(level >= 2 for level in d.level)), "main-1"),
            bug=rewriting("main-1/upgrade", d.pile[0], lambda _: d.pile[0] + 1, "an upgrade is thrown away"),
        ),
    ]


def _draws(made: DuelMachine) -> list[Property]:
    d = made.duel
    moves = ("draw/card", "draw/reshuffle", "resolve/discard/card", "resolve/*/pick", "*/sell", "*/upgrade")
    playing = (*USING, "resolve/end/action", "answer/lost")
    return [
        Property(
            "goods/cards-move-by-rule",
            "Cards leave deck, hand and discard pile only by a draw, a new deck, a discard, a sale, an "
            "upgrade, or as they are played.",
            Unchanged((*d.hand, *d.library, *d.pile), along=_except(*moves, *playing)),
            ("income/draw-card", "cards/draw-empty-deck"),
            using=STRUCTURE,
            goal=Goal("a card was drawn", any_of(*(hand >= 5 for hand in d.hand)), "main-1"),
            bug=rewriting(
                "turn-end/pass/turn", d.hand[0], lambda _: d.hand[0] + 1, "a card comes from nowhere"
            ),
        ),
        Property(
            "income/one-card",
            "In the Income Phase the active player is to draw exactly one card.",
            EachStep(all_of(after(d.draws) == 1, after(d.drawing) == d.turn), along="income/take"),
            ("income/draw-card", "income/no-gain-at-cap"),
            goal=Goal("a card of the Income Phase is drawn", in_phase(d, "income"), "draw"),
            bug=rewriting("income/take", d.draws, lambda _: d.draws * 0 + 2, "two cards are drawn"),
        ),
        Property(
            "goods/one-draw",
            "A draw moves one card from the deck of whoever draws to the hand, and counts as one.",
            EachStep(
                all_of(
                    _moving([*d.hand], d.drawing, 1),
                    _moving([*d.library], d.drawing, -1),
                    _keeping(d.pile),
                    after(d.draws) == d.draws - 1,
                ),
                along="draw/card",
            ),
            ("income/draw-card", "setup/shuffle-and-draw"),
            goal=Goal("two cards are still to be drawn", d.draws == 2, "draw"),
            bug=rewriting("draw/card", d.draws, lambda _: at_least(d.draws - 2, 0), "a draw counts twice"),
        ),
        Property(
            "goods/all-drawn",
            "Play goes on only when every card that is to be drawn was drawn.",
            Never(d.draws >= 1, ("draw/income-done", "draw/effect-done", "draw/dealt", "draw/deal-second")),
            ("income/draw-card",),
            goal=Goal("a card is still to be drawn", d.draws == 1, "draw"),
            bug=dropping("income/draw-card", "draw/income-done"),
        ),
        Property(
            "goods/new-deck",
            "Only where a deck is empty the whole discard pile becomes the new deck, and draws are lost only "
            "where that is empty, too.",
            EachStep(
                all_of(
                    d.library[d.drawing] == 0,
                    implies(d.pile[d.drawing] >= 1, after(d.library[d.drawing]) == d.pile[d.drawing]),
                    implies(d.pile[d.drawing] >= 1, after(d.pile[d.drawing]) == 0),
                    implies(d.pile[d.drawing] >= 1, after(d.draws) == d.draws),
                    _keeping(d.hand),
                ),
                along=("draw/reshuffle", "draw/nothing"),
            ),
            ("cards/draw-empty-deck",),
            goal=Goal("a deck is empty", d.library[d.drawing] == 0, "draw"),
            bug=dropping("cards/draw-empty-deck", "draw/nothing"),
        ),
    ]


def _points(made: DuelMachine) -> list[Property]:
    d = made.duel
    user = where(d.holder == 0, 0, 1)
    return [
        Property(
            "cp/changes-by-rule",
            "Combat points change only by Income, a sale, an upgrade, what an action costs, and the words of "
            "effects.",
            Unchanged(
                (*d.cp,),
                along=_except("income/take", *SELLING, *UPGRADING, *USING, *EARNING, *LANDING, "answer/lost"),
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
            EachStep(_moving([*d.cp], d.turn, 1, CP_MAX), along="income/take"),
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
                all_of(d.cp[user] >= Chosen("cp"), _moving([*d.cp], user, 0 - Chosen("cp"))),
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
                    all_of(d.declared == after(d.declared), _moving([*d.cp], d.turn, 0 - Chosen("cp"))),
                    all_of(after(d.declared) == 0, _moving([*d.cp], 1 - d.turn, 0 - Chosen("cp"))),
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
            "Whoever plays a card takes one out of the own hand, and every other card stays where it is.",
            EachStep(
                all_of(_moving([*d.hand], user, 0 - Chosen("is_card")), _keeping((*d.library, *d.pile))),
                along=("*/act", "*/play", "!answer/*"),
            ),
            ("main/action-card-procedure",),
            goal=Goal("a card is being played", d.played[1] >= 1),
            bug=rewriting("main-1/act", d.hand[0], lambda _: d.hand[0], "player 1 keeps the card"),
        ),
        Property(
            "status/bounty/one-point",
            "When an attack lands, its attacker gains 1 CP for each Bounty of the target, up to 15.",
            EachStep(
                _moving([*d.cp], d.attacker, where(d.is_attack, _bounty(made), 0), CP_MAX),
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
    """How often the defender bears a Bounty."""
    d = made.duel
    kinds = [kind for kind, status in enumerate(d.statuses) if status.attack_cp]
    return total(d.token(d.defender, kind) for kind in kinds)


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
                    _moving([*d.hand], d.turn, -1),
                    _moving([*d.pile], d.turn, 1),
                    _moving([*d.cp], d.turn, 1, CP_MAX),
                    _keeping((*d.library, *d.level)),
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
            EachStep(all_of(d.cp[d.turn] >= price, _moving([*d.cp], d.turn, 0 - price)), along=UPGRADING),
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
            bug=dropping("upgrade/direct-to-three-full-cost", "main-1/upgrade"),
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
            Unchanged((*d.level,), along=_except(*UPGRADING, "resolve/flip")),
            ("upgrade/permanent-same-name",),
            goal=Goal("a board is upgraded", any_of(*(level >= 2 for level in d.level)), "main-2"),
            bug=rewriting("main-1/sell", d.level[0], lambda _: d.level[0] * 0 + 2, "a sale upgrades"),
        ),
    ]
