"""Set-up: heroes, their health, the First Player, traps for advanced play, and the first cards."""

from __future__ import annotations

from dicelaw.model.dice_conquest.components import CREATURES_DRAWN, Place
from dicelaw.model.dice_conquest.resolving import passing_over
from dicelaw.model.dice_conquest.rules import Rules
from dicelaw.model.dice_conquest.wording import ROUND
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_most, implies, negate, where
from dicelaw.model.kernel.graph import Agent, Choice, Kind

TRAPS_MOST = 4


def add_setup(rules: Rules) -> None:
    """From the choice of heroes to the first draw."""
    _choose_heroes(rules)
    _choose_first(rules)
    _shuffle_traps(rules)


def _choose_heroes(rules: Rules) -> None:
    q, timing = rules.quest, rules.timing
    timing.point("setup/heroes", Kind.DECISION, "each player chooses a hero")
    complete = all_of(*(implies(q.plays(seat), q.hero[seat] >= 1) for seat in q.seats))
    card = Choice("hero", 1, q.content.heroes, q.hero[0].slot.labels[1:])
    timing.add(
        "setup/hero", "setup/heroes", "setup/heroes", q.turn, "choose {hero}",
        choices=[card],
        requires=[
            (negate(complete), "setup/choose-hero"),
            (all_of(*(q.hero[seat] != card for seat in q.seats)), "component/hero-cards-8"),
        ],
        effect={q.hero[q.turn]: card, q.turn: q.next_seat(q.turn)},
        cites=["setup/choose-hero", "setup/take-aid-tracker-token"],
    )  # fmt: skip
    timing.add(
        "setup/health", "setup/heroes", "setup/first", Agent.RULES, "set the health of all heroes",
        requires=[(complete, "setup/choose-hero")],
        effect={
            **{q.health[seat]: where(q.plays(seat), q.starting_health(), 0) for seat in q.seats},
            **passing_over(rules, ROUND),
        },
        cites=[
            "setup/health-token-by-hero-count", "setup/health-one-hero-20", "setup/health-two-heroes-10",
            "setup/health-three-heroes-6", "setup/health-four-heroes-4", "facts/team-health-totals",
            "layout/starting-health-mark", "model/guard",
        ],
    )  # fmt: skip


def _choose_first(rules: Rules) -> None:
    q, timing = rules.quest, rules.timing
    timing.point(
        "setup/first", Kind.CHANCE, "the players settle who is the noblest, or look up who is youngest"
    )
    seat = Choice("hero", 0, len(q.seats) - 1, q.seat_names)
    timing.add(
        "setup/first-player", "setup/first", "setup/advanced", Agent.CHANCE, "give {hero} the token",
        choices=[seat],
        requires=[(q.heroes > seat, "intro/one-to-four-players")],
        effect={q.first: seat, q.turn: seat},
        cites=[
            "setup/first-player-noblest", "setup/first-player-youngest-fallback",
            "component/first-player-token-1",
        ],
    )  # fmt: skip


def _shuffle_traps(rules: Rules) -> None:
    q, timing = rules.quest, rules.timing
    timing.point("setup/advanced", Kind.DECISION, "traps may be added")
    timing.point("setup/shuffle", Kind.CHANCE, "the deck is made ready")
    boxed = q.cards[q.content.boss :]
    most = min(TRAPS_MOST, len(boxed))
    wanted = Choice("traps", 0, most)
    timing.add(
        "setup/traps", "setup/advanced", "setup/shuffle", rules.team, "add {traps} traps",
        choices=[wanted],
        requires=[(wanted != 1, "trap/shuffle-two-to-four")],
        effect={q.traps: wanted},
        cites=["trap/optional", "component/traps-advanced-only"],
    )  # fmt: skip
    if boxed:
        card = Choice("card", boxed[0], boxed[-1], q.current.slot.labels[boxed[0] :])
        timing.add(
            "setup/trap", "setup/shuffle", "setup/shuffle", Agent.CHANCE, "shuffle {card} in",
            choices=[card],
            requires=[
                (q.traps >= 1, "trap/shuffle-two-to-four"),
                (q.place[card] == int(Place.BOX), "component/trap-cards-9"),
            ],
            effect={q.place[card]: int(Place.DECK), q.traps: q.traps - 1},
            cites=["trap/shuffle-two-to-four"],
        )  # fmt: skip
    timing.add(
        "setup/draw", "setup/shuffle", "draw", Agent.RULES, "draw the first creatures",
        requires=[(q.traps == 0, "trap/shuffle-two-to-four")],
        effect={q.to_draw: CREATURES_DRAWN, q.fresh: 0},
        cites=[
            "setup/draw-three-display", "setup/separate-kalterstorm-and-shuffle", "setup/available-dice-area",
        ],
    )  # fmt: skip


def add_draw(rules: Rules) -> None:
    """Drawing cards for the display, Kalterstorm as the last of the deck; a trap is replaced at once."""
    q, timing = rules.quest, rules.timing
    timing.point("draw", Kind.CHANCE, "cards are drawn for the display")
    boss = q.content.boss
    card = Choice("card", 1, q.content.cards, q.current.slot.labels[1:])
    others = [other for other in q.cards if other != boss]
    trap: Expr = card > boss
    empty = negate(q.any_in_deck(q.cards))
    timing.add(
        "draw/card", "draw", "draw", Agent.CHANCE, "draw {card}",
        choices=[card],
        requires=[
            (q.to_draw >= 1, "setup/draw-three-display"),
            (q.place[card] == int(Place.DECK), "layout/creature-deck-mark"),
            (any_of(card < boss, trap, negate(q.any_in_deck(others))), "setup/kalterstorm-at-bottom"),
        ],
        effect={
            q.place[card]: int(Place.DISPLAY),
            q.drawn: at_most(q.drawn + 1, q.content.cards),
            q.order[card]: at_most(q.drawn + 1, q.content.cards),
            q.to_draw: where(trap, q.to_draw, q.to_draw - 1),
            q.fresh: where(trap, q.fresh, at_most(q.fresh + 1, q.content.cards)),
        },
        cites=[
            "setup/display-left-to-right", "trap/reveal-draws-another", "trap/min-three-creatures",
            "component/creature-cards-23", "overview/final-foe", "round-end/place-right-of-display",
            "setup/reveal-extra-draws-join-display",
        ],
    )  # fmt: skip
    timing.add(
        "draw/done", "draw", "reveal", Agent.RULES, "go on to the Reveal effects",
        requires=[(any_of(q.to_draw == 0, empty), "creature/reveal-after-three-drawn")],
        effect={q.to_draw: 0},
        cites=["round-end/empty-deck-continue"],
    )  # fmt: skip
