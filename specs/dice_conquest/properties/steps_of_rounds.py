"""The table of steps: set-up, draws, Reveals, damage, slaying, and the course of rounds."""

from __future__ import annotations

from dicelaw.model.dice_conquest.components import (
    AVAILABLE,
    CREATURES_DRAWN,
    DICE,
    FIRST_CARD,
    SPENT,
    Back,
    Cause,
    Place,
    Rolled,
)
from dicelaw.model.dice_conquest.quest import Quest
from dicelaw.model.dice_conquest.rules import Rules
from dicelaw.model.dice_conquest.words.guard import GUARD
from dicelaw.model.effects.frames import NO_WORD
from dicelaw.model.kernel.expressions import (
    Expr,
    all_of,
    any_of,
    at_least,
    negate,
    total,
    where,
)
from dicelaw.specs.dice_conquest.properties.steps import (
    CARD,
    DIE,
    FACE,
    HERO,
    available,
    begun_with,
    clockwise,
    freed,
    of_card,
    slain,
)
from dicelaw.specs.dice_conquest.properties.steps_of_turns import falls_due, of_die
from dicelaw.specs.property import Chosen
from dicelaw.specs.steps import Step, every, put, step, to

TRAPS = Chosen("traps")


def steps_of_rounds(rules: Rules) -> list[Step]:
    """The rows about rounds."""
    return [*_setup(rules), *_drawing(rules), *_revealing(rules), *_damage(rules), *_slaying(rules),
            *_round(rules), *_ending(rules)]  # fmt: skip


def _setup(rules: Rules) -> list[Step]:
    q = rules.quest
    missing = any_of(*(all_of(q.plays(seat), q.hero[seat] == 0) for seat in q.seats))
    untaken = all_of(*(q.hero[seat] != HERO for seat in q.seats))
    found = [
        step("setup/hero", "Each player in turn takes a hero card that nobody has.",
             all_of(missing, untaken), {**put([*q.hero], q.turn, to(HERO)), q.turn: clockwise(q, q.turn)},
             ("setup/choose-hero", "component/hero-cards-8")),
        step("setup/health", "When all have a hero, each has the health for so many.", negate(missing),
             {**every([*q.health], lambda seat, _: where(q.plays(seat), begun_with(q), 0)), **_on_guard(q)},
             ("setup/health-token-by-hero-count", "model/guard")),
        step("setup/first-player", "One of those who play is the First Player, and has the first turn.",
             q.heroes > HERO, {q.first: HERO, q.turn: HERO},
             ("setup/first-player-noblest", "intro/one-to-four-players")),
        step("setup/traps", "No trap is shuffled in, or two, three or four of them.",
             any_of(*(many == TRAPS for many in (0, 2, 3, 4))), {q.traps: TRAPS},
             ("trap/shuffle-two-to-four", "trap/optional")),
        step("setup/draw", "When the traps are shuffled in, three creatures are drawn.", q.traps == 0,
             {q.to_draw: 3, q.fresh: 0}, ("setup/draw-three-display",)),
    ]  # fmt: skip
    traps = q.cards[q.content.boss :]
    if traps:
        boxed = of_card(traps, lambda card: q.place[card] == int(Place.BOX))
        found.append(
            step("setup/trap", "A trap from the box is shuffled in.", all_of(q.traps >= 1, boxed),
                 {**put([*q.place], CARD, to(int(Place.DECK))), q.traps: q.traps - 1},
                 ("trap/shuffle-two-to-four",))
        )  # fmt: skip
    return found


def _drawing(rules: Rules) -> list[Step]:
    q = rules.quest
    boss = q.content.boss
    deck = [q.place[card] == int(Place.DECK) for card in q.cards]
    others = any_of(*(deck[card - 1] for card in q.cards if card != boss))

    def may(card: int) -> Expr:
        return all_of(deck[card - 1], negate(others)) if card == boss else deck[card - 1]

    creature = where(boss >= CARD, 1, 0)
    return [
        step("draw/card", "Cards are drawn from the deck, Kalterstorm as the last, and laid out in order; a "
             "trap does not count as one of those that are to be drawn.",
             all_of(q.to_draw >= 1, of_card(q.cards, may)),
             {**put([*q.place], CARD, to(int(Place.DISPLAY))), **put([*q.order], CARD, to(q.drawn + 1)),
              q.drawn: q.drawn + 1, q.to_draw: q.to_draw - creature, q.fresh: q.fresh + creature},
             ("setup/kalterstorm-at-bottom", "trap/reveal-draws-another", "setup/display-left-to-right"),
             given=all_of(q.drawn < q.content.cards, q.fresh < q.content.cards)),
        step("draw/done", "No more is drawn when enough were, or the deck is empty.",
             any_of(q.to_draw == 0, negate(any_of(*deck))), {q.to_draw: 0},
             ("round-end/empty-deck-continue", "creature/reveal-after-three-drawn")),
    ]  # fmt: skip


def _revealing(rules: Rules) -> list[Step]:
    q = rules.quest
    damage, to_all = q.content.card("reveal_damage", q.current), q.content.card("reveal_all", q.current) == 1
    trap = q.current > q.content.boss
    reveal: dict[Expr, Expr | int] = {q.cause: int(Cause.REVEAL)}
    found = [
        step("reveal/card", "The next card in order is revealed.",
             of_card(q.cards, lambda card: all_of(q.revealed < q.drawn, q.order[card] == q.revealed + 1)),
             {q.revealed: q.revealed + 1, q.current: CARD}, ("setup/resolve-reveals-left-to-right",)),
        step("reveal/done", "The round begins when every card that was drawn is revealed.",
             q.revealed >= q.drawn, {q.current: 0}, ("setup/resolve-reveals-left-to-right",)),
        step("reveal/harmless", "A card without such an effect deals no damage.", damage == 0,
             cites=("creature/reveal-abilities",)),
        step("reveal/one", "A card may hurt a hero.", all_of(damage >= 1, negate(to_all)),
             cites=("creature/example-giant-spider-reveal",)),
        step("reveal/all", "A card may hurt all heroes, clockwise from the First Player.",
             all_of(damage >= 1, to_all), {**falls_due(rules, damage, q.first), q.spread: 1, **reveal},
             ("model/spread-reveal",)),
        step("reveal/draw", "A card brings so many further creatures; a trap is out of the game then.",
             makes={q.to_draw: q.content.card("reveal_draws", q.current),
                    **put([*q.place], q.current, lambda old: where(trap, int(Place.GONE), old))},
             cites=("facts/some-creatures-draw-more", "setup/reveal-extra-draws-join-display")),
    ]  # fmt: skip
    who = q.first == HERO if rules.reads("reveal-target", "first") else q.heroes > HERO
    found.append(
        step("reveal/hit", "One of the heroes who play takes the damage of a Reveal.", who,
             {**falls_due(rules, damage, HERO), q.spread: 0, **reveal},
             ("creature/example-giant-spider-reveal",))
    )  # fmt: skip
    return found


def _damage(rules: Rules) -> list[Step]:
    q = rules.quest
    ending = q.cause == int(Cause.ROUND)
    may = q.guard[q.to] >= 1
    if rules.reads("avoidable", "abilities"):
        may = all_of(may, negate(ending))
    due = q.due >= 1
    allotted: dict[Expr, Expr | int] = {
        q.due: q.due - 1, q.to: where(q.spread == 1, clockwise(q, q.to), q.to),
        **put([*q.allotted], q.to, lambda old: old + 1),
    }  # fmt: skip
    hurt = {**allotted, **put([*q.health], q.to, lambda old: at_least(old - 1, 0))}
    fallen = any_of(*(all_of(q.plays(seat), q.health[seat] == 0) for seat in q.seats))
    rule = ("round-end/damage-dealt-one-by-one",)
    found = [
        step("damage/take", "A point that cannot be avoided costs its hero one health.",
             all_of(due, negate(may)), hurt, rule),
        step("damage/ask", "Who can avoid a point is asked.", all_of(due, may),
             cites=("clarify/avoid-damage-beats-creature",)),
        step("damage/accept", "Whoever does not avoid a point loses one health.", due, hurt, rule),
        step("damage/fallen", "All have lost when a hero is at the skull.", fallen,
             cites=("end/skull-hero-falls", "end/loss-one-hero-fallen")),
        step("damage/stands", "Else the next point is dealt.", negate(fallen),
             cites=("end/skull-hero-falls",)),
        *(step(f"damage/over/{cause.name.lower()}", "Damage is over when no point is left.",
               all_of(q.due == 0, q.cause == int(cause)), {q.spread: 0}, rule) for cause in Cause),
    ]  # fmt: skip
    spent = put([*q.guard], q.to, lambda old: old - 1)
    avoided = {**allotted, **spent}
    if rules.reads("avoided-point", "next"):
        passed_on = q.spread == 1
        kept = {cell: where(passed_on, cell, new) for cell, new in allotted.items()}
        avoided = {**kept, **spent, q.to: allotted[q.to]}
    found.append(
        step("damage/avoid", "A point that is avoided uses up what avoids it and hurts nobody.",
             all_of(due, q.guard[q.to] >= 1), avoided, ("model/guard",))
    )  # fmt: skip
    return found


def _slaying(rules: Rules) -> list[Step]:
    q = rules.quest
    boss = q.content.boss
    lesser = q.cards[: boss - 1]
    any_slain = any_of(*(slain(q, card) for card in q.cards[:boss]))

    def bears(card: int) -> Expr:
        return q.content.card("item", card) != NO_WORD

    found = [
        step("judge/remove", "A slain creature without an item leaves the game, and its dice are Spent.",
             of_card(lesser, lambda card: all_of(slain(q, card), negate(bears(card)))),
             {**freed(q, CARD), **put([*q.place], CARD, to(int(Place.GONE))), q.doomed: 0},
             ("slay/no-item-remove-from-game", "slay/dice-to-spent")),
        step("judge/item", "The dice on a slain creature with an item are Spent, and a hero is to get it.",
             of_card(lesser, lambda card: all_of(slain(q, card), bears(card))),
             {**freed(q, CARD), q.current: CARD, q.doomed: 0},
             ("item/some-creatures-bear-items", "slay/dice-to-spent")),
        step("judge/give", "The card goes to any hero who plays.", q.heroes > HERO,
             {**put([*q.place], q.current, to(HERO + int(Place.HELD))), q.current: 0},
             ("slay/item-card-to-any-hero",)),
        step("judge/win", "The game is won as soon as Kalterstorm is slain.", slain(q, boss),
             {**freed(q, boss), q.doomed: 0}, ("end/win-kalterstorm-slain",)),
    ]  # fmt: skip
    backs = {"turn": Back.TURN, "attack": Back.ATTACK, "after": Back.AFTER, "round-end/dice": Back.DICE}
    for point, back in backs.items():
        found.append(
            step(f"judge/none/{point}", "Where nothing is slain, play goes on where it was.",
                 all_of(negate(any_slain), q.pending == 0, q.back == int(back), q.word == NO_WORD),
                 {q.doomed: 0},
                 ("slay/sum-at-least-health",))
        )  # fmt: skip
    found.append(
        step("judge/none/effect", "Where nothing is slain, the next line is done.",
             all_of(negate(any_slain), q.pending == 0, q.word != NO_WORD), {q.doomed: 0},
             ("slay/sum-at-least-health", "model/programs"))
    )  # fmt: skip
    return found


def _over(rules: Rules) -> Expr:
    """Whether no creature is left, or no die Available, or all have passed where that ends a round."""
    q = rules.quest
    causes = [negate(any_of(*map(q.shown, q.cards))), negate(any_of(*available(q)))]
    if rules.reads("pass-ends", "hero"):
        causes.append(all_of(*(any_of(q.heroes <= seat, q.passed[seat] == 1) for seat in q.seats)))
    return any_of(*causes)


def _next_turn(rules: Rules) -> Expr:
    """Whose turn comes next: clockwise, but for who has passed where the others go on."""
    q = rules.quest
    seat = clockwise(q, q.turn)
    if rules.reads("pass-ends", "round"):
        return seat
    after_it = [seat]
    for _ in q.seats[1:]:
        after_it.append(clockwise(q, after_it[-1]))
    found: Expr = q.turn
    for one in reversed(after_it):
        found = where(q.passed[one] == 0, one, found)
    return found


def _on_guard(q: Quest) -> dict[Expr, Expr | int]:
    """That every hero may avoid as many points as the own ability says."""
    avoids = [where(q.ability(seat) == GUARD.number, q.ability_amount(seat), 0) for seat in q.seats]
    return every([*q.guard], lambda seat, _: avoids[seat])


def _round(rules: Rules) -> list[Step]:
    q = rules.quest
    found = [
        step("round/begin", "A round begins with the First Player, and all Available dice are rolled.",
             makes={q.turn: q.first, **every([*q.unrolled], lambda die, _: where(available(q)[die], 1, 0)),
                    **_on_guard(q), **every([*q.passed], lambda _, __: 0),
                    q.rolled: 0, q.back: int(Back.TURN)},
             cites=("round/start-roll-all-available", "turn/order-clockwise-from-first")),
        *(step(f"roll/{name}", "A die that is to be rolled shows the number that comes up.",
               all_of(q.unrolled[die] == 1, *(q.unrolled[before] == 0 for before in range(die))),
               {q.face[die]: FACE, q.unrolled[die]: 0}, ("round/start-roll-all-available",))
          for die, name in enumerate(DICE)),
        *(step(f"roll/done/{what.name.lower()}", "Play goes on when every die that was to be rolled is.",
               all_of(q.rolled == int(what), *(waits == 0 for waits in q.unrolled)),
               cites=("round/start-roll-all-available", "model/roll-order"))
          for what in Rolled),
    ]  # fmt: skip
    over = _over(rules)
    found += [
        step("round/over", "A round is over when no creature is left, or no die Available.", over,
             cites=("round-end/all-creatures-slain", "round-end/all-dice-used")),
        step("round/goes-on", "Else the next turn begins.", negate(over),
             cites=("turn/cycle-until-round-end",)),
        step("round/turn", "After each turn comes that of the next hero clockwise.",
             makes={q.turn: _next_turn(rules), q.pierced: 0, q.back: int(Back.TURN)},
             cites=("turn/order-clockwise-from-first",)),
    ]  # fmt: skip
    return found


def _ending(rules: Rules) -> list[Step]:
    q = rules.quest
    left = total(where(q.shown(card), q.content.card("damage", card), 0) for card in q.cards)
    removed = AVAILABLE if rules.reads("spent-dice", "removed") else SPENT
    returns = rules.reads("spent-dice", "return")
    found = [
        step("round-end/deal", "The creatures that are left deal the sum of their damage, a point each "
             "clockwise from the First Player.",
             makes={**falls_due(rules, left, q.first), q.spread: 1, q.cause: int(Cause.ROUND)},
             cites=("round-end/damage-is-sum", "round-end/damage-dealt-one-by-one")),
        step("round-end/remove", "Any die on a creature may be taken off.",
             of_die([at >= FIRST_CARD for at in q.at]),
             {**put([*q.at], DIE, to(removed)), q.back: int(Back.DICE)},
             ("round-end/keep-or-remove-dice",)),
    ]  # fmt: skip
    back = every([*q.at], lambda _, at: where(at == SPENT, AVAILABLE, at)) if returns else {}
    wanted = any_of(q.in_deck(q.cards[: q.content.boss]) >= CREATURES_DRAWN, rules.reads("short-deck", "all"))
    freed = any_of(q.dice_placed() < len(DICE), rules.reads("no-dice", "allowed"))
    found += [
        step("round-end/next", "The next player clockwise is First Player, three creatures are to be "
             "drawn, and Spent dice are Available again.",
             makes={q.first: clockwise(q, q.first), q.to_draw: where(wanted, CREATURES_DRAWN, 0), q.fresh: 0,
                    **back},
             cites=("round-end/token-clockwise", "round-end/draw-three-new")),
        step("round-end/keep", "The dice that are left on creatures may stay there.", freed,
             {q.cause: int(Cause.REVEAL)}, ("round-end/keep-or-remove-dice",)),
    ]  # fmt: skip
    return found
