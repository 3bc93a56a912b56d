"""The table of steps: set-up, draws, Upkeep, Income, sales, and the passing of the turn."""

from __future__ import annotations

from dicelaw.model.dice_throne.rules import Rules
from dicelaw.model.dice_throne.state.duel_state import (
    CP_MAX,
    DECK,
    HAND,
    HAND_LIMIT,
    HAND_START,
    NOTHING,
    SLOTS,
)
from dicelaw.model.dice_throne.timing.turn import NTH
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_least, at_most, total, where
from dicelaw.specs.dice_throne.invariants.contexts import in_phase
from dicelaw.specs.dice_throne.properties.players import (
    Makes,
    aimless,
    going_on,
    next_to_play,
    of,
    turn_goes_on,
    turn_lost,
)
from dicelaw.specs.dice_throne.properties.steps import (
    PLAYER,
    WAITING,
    bears,
    first_to_act,
    into,
    kinds,
    lies,
    may_act,
    noted,
    nothing_of,
    run_out,
    tokens_become,
    tokens_of,
)
from dicelaw.specs.property import Chosen
from dicelaw.specs.steps import Step, put, step


def steps_of_turns(rules: Rules) -> list[Step]:
    """The rows about the course of a turn outside of Roll Phases."""
    return [*_setup(rules), *_drawing(rules), *_upkeep(rules), *_income(rules), *_trading(rules),
            *_upgrading(rules), *_applying(rules), *_ending(rules)]  # fmt: skip


def _setup(rules: Rules) -> list[Step]:
    d = rules.duel
    dealt, last = all_of(d.draws == 0, in_phase(d, "setup")), len(d.seats) - 1
    return [
        step("setup/start-player", "One of the players has the first turn, and four cards are dealt.",
             makes={d.turn: PLAYER, d.drawing: 0, d.draws: HAND_START, **into(d, "setup")},
             cites=("setup/start-player-roll", "setup/shuffle-and-draw")),
        *(step(f"draw/deal-{name}", f"The {name} player is dealt four cards as well.",
               all_of(dealt, d.drawing == seat), {d.drawing: seat + 1, d.draws: HAND_START},
               ("setup/shuffle-and-draw",))
          for seat, name in zip(range(last), NTH, strict=False)),
        step("draw/dealt", "When all have a hand the heroes are set up.", all_of(dealt, d.drawing == last),
             into(d, "hero set-up"), ("setup/hero-specific-steps",), besides=("due",)),
    ]  # fmt: skip


def _drawing(rules: Rules) -> list[Step]:
    d = rules.duel
    who = d.drawing
    deck, pile = of(d.library, who), of(d.pile, who)
    income = all_of(in_phase(d, "income"), d.depth == 0)
    elsewhere, bonus = [~income, ~in_phase(d, "setup")], []
    if not d.seats.duel:
        leader = all_of(in_phase(d, "targeting"), d.depth == 0, d.program == NOTHING)
        elsewhere.append(~leader)
        bonus.append(
            step("draw/bonus-done", "After the card for an Attack on a Leader the Attack goes on.",
                 all_of(d.draws == 0, leader), first_to_act(d), ("koth/bonus-timing",))
        )  # fmt: skip
    return [
        step("draw/card", "A card that is due is drawn, as long as there is a deck.",
             all_of(d.draws >= 1, deck >= 1, lies(d, who, DECK)),
             {d.draws: d.draws - 1, **put([*d.library], who, lambda old: old - 1),
              **put([*d.hand], who, lambda old: old + 1)},
             ("income/draw-card", "cards/draw-empty-deck"), besides=("zone",)),
        step("draw/reshuffle", "Whoever has no deck to draw from makes one of the discard pile.",
             all_of(d.draws >= 1, deck == 0, pile >= 1),
             {**put([*d.library], who, lambda _: pile), **put([*d.pile], who, lambda _: 0)},
             ("cards/draw-empty-deck",), besides=("zone",)),
        step("draw/nothing", "With neither deck nor discard pile nothing is drawn.",
             all_of(d.draws >= 1, deck == 0, pile == 0), {d.draws: 0}, ("cards/draw-empty-deck",)),
        step("draw/income-done", "After the card of Income comes the Main Phase.",
             all_of(d.draws == 0, income), {**into(d, "main-1"), **first_to_act(d)}, ("turn/phase-order",)),
        step("draw/effect-done", "What an effect draws is drawn, and the effect goes on.",
             all_of(d.draws == 0, *elsewhere), cites=("income/draw-card",)),
        *bonus,
    ]  # fmt: skip


def _upkeep(rules: Rules) -> list[Step]:
    d = rules.duel
    companion: Makes = {}
    for seat in d.seats.numbers:
        health, up, start = d.companion[seat], d.companion_up[seat], rules.content.companion(d.turn).start
        down = all_of(d.turn == seat, d.has_companion[seat] == 1, up == 0)
        companion |= {
            health: where(all_of(down, health < start), health + 1, health),
            up: where(all_of(down, health >= start), 1, up),
        }
    uses = [
        tokens_of(d, seat, kind)
        for seat in d.seats.numbers
        for kind in kinds(d, lambda status: status.sign == "mark")
    ]
    return [
        step("upkeep/begin/collect", "A turn begins with the Upkeep of the active player.",
             makes={**into(d, "upkeep"), **first_to_act(d), **nothing_of(d, (*WAITING, "fresh")),
                    **dict.fromkeys(uses, 0),
                    **noted(d, d.turn, "turn"), **companion, d.tried: 0, d.offense_begun: 0},
             cites=("turn/upkeep/resolve-maintenance", "turn/phase-order", "nyra/recovery-flip-next-turn"),
             besides=("due",)),
    ]  # fmt: skip


def _income(rules: Rules) -> list[Step]:
    d = rules.duel
    first, off = d.first_turn == 1, bears(d, d.turn, lambda status: status.skips_income)
    point = put([*d.cp], d.turn, lambda old: at_most(old + 1, CP_MAX))
    card: Makes = {d.drawing: d.turn, d.draws: 1}
    apart = rules.reads("income-steps", "apart")
    main = {**into(d, "main-1"), **first_to_act(d)}
    lost = tokens_become(d, d.turn, lambda status: status.skips_income, lambda had: at_least(had - 1, 0))
    return [
        step("income/take", "Income is 1 CP, up to 15, and a card.", all_of(~first, ~off),
             {**into(d, "income"), **point, **(first_to_act(d) if apart else card)},
             ("income/gain-cp", "income/draw-card", "income/no-gain-at-cap")),
        step("income/skip-first", "The start player has no Income in the first turn.", first, main,
             ("income/start-player-skips",)),
        step("income/skip-concussed", "Concussion costs the Income Phase, and one token of it leaves.",
             all_of(~first, off), {**main, **lost}, ("status/concussion/skip-income",)),
    ]  # fmt: skip


def _trading(rules: Rules) -> list[Step]:
    d = rules.duel
    hand = of(d.hand, d.turn)
    sold = {
        **put([*d.hand], d.turn, lambda old: old - 1), **put([*d.pile], d.turn, lambda old: old + 1),
        **put([*d.cp], d.turn, lambda old: at_most(old + 1, CP_MAX)), **first_to_act(d),
    }  # fmt: skip
    able = all_of(d.holder == d.turn, may_act(rules, d.turn), hand >= 1, lies(d, d.turn, HAND))
    return [
        step("main/sell", "In one's own Main Phase any card in hand may be sold, for 1 CP.", able, sold,
             ("main/sell-any-number", "cards/sell-value", "cards/sell-to-own-discard"), besides=("zone",),
             along="main-*/sell"),
        step("discard/sell", "In the Discard Phase a card is sold just as long as there are more than six.",
             all_of(able, hand > HAND_LIMIT), sold,
             ("discard/excess-must-be-sold", "cards/sell-value"), besides=("zone",)),
    ]  # fmt: skip


def _upgrading(rules: Rules) -> list[Step]:
    d = rules.duel
    space, level = d.turn * SLOTS + at_most(Chosen("slot"), SLOTS - 1), Chosen("level")
    now = total(where(space == place, cell, 0) for place, cell in enumerate(d.level))
    price = where(now == 2, Chosen("difference"), Chosen("full"))
    hand, cp = of(d.hand, d.turn), of(d.cp, d.turn)
    return [
        step("main/upgrade", "In one's own Main Phase a card in hand raises its space of the board, for its "
             "price, or for the difference from level II.",
             all_of(d.holder == d.turn, may_act(rules, d.turn), hand >= 1, level > now, cp >= price),
             {**put([*d.level], space, lambda _: level), **put([*d.hand], d.turn, lambda old: old - 1),
              **put([*d.cp], d.turn, lambda old: old - price), **first_to_act(d)},
             ("upgrade/permanent-same-name", "upgrade/two-to-three-difference", "cards/cost-paid"),
             along="main-*/upgrade"),
    ]  # fmt: skip


def _applying(rules: Rules) -> list[Step]:
    """What is applied at the end of a phase that is no Roll Phase, and where play goes on."""
    d = rules.duel
    waiting = any_of(
        *(cell >= 1 for name in ("dealt", "collateral", "certain", "healing") for cell in getattr(d, name))
    )
    single = all_of(*(cell <= 1 for cells in (d.doubled, d.halved) for cell in cells))
    begins = {
        "upkeep/end": into(d, "income"), "main-1/end": {}, "main-2/end": into(d, "discard"),
        "turn-end/apply": {},
    }  # fmt: skip
    found = []
    for point, phase in begins.items():
        onward = {**phase, **first_to_act(d)}
        if point != "main-2/end":
            found.append(
                step(f"{point}/nothing", "Where nothing is to be applied play goes on.", ~waiting,
                     {**onward, **nothing_of(d, WAITING)}, ("turn/phase-order",))
            )  # fmt: skip
        found += [
            step(f"{point}/go-on", "Play goes on while both players have health.", turn_goes_on(d), onward,
                 ("health/zero-is-defeat", "turn/phase-order")),
            step(f"{point}/defeat", "Who has no health has lost at once.", ~going_on(d),
                 cites=("health/zero-is-defeat",)),
            *turn_lost(d, point),
        ]  # fmt: skip
        always = point == "main-2/end"
        found.append(
            step(f"{point}/apply", "All that waits is applied at once, and then nothing of it is left.",
                 all_of() if always else waiting, {**nothing_of(d, WAITING), **_applied(rules)},
                 ("damage/accumulate-in-roll-phase", "damage/total/step-order", "health/heal-cap"),
                 given=all_of(d.drains == 0, d.weakened == 0, single))
        )  # fmt: skip
    return found


def _applied(rules: Rules) -> Makes:
    """What players have when what waits is applied and no attack is under way: damage, less what prevents it.

    First it is added up and prevented, then a half and a double of that are taken, if any; healing is netted
    with it, up to 60. The Blessing of Divinity keeps 1 and leaves.
    """
    d = rules.duel
    found: Makes = {}
    for one in d.seats.side_numbers:
        before: Expr = d.health[one]
        members = d.seats.members(one)
        gained: Expr = total(d.healing[seat] for seat in members)
        damage = total(_damage(rules, seat) for seat in members)
        if rules.reads("heal-cap", "healing"):
            gained = at_most(gained, at_least(d.health_most - before, 0))
        left = at_least(at_most(before + gained - damage, d.health_most), 0)
        saving = kinds(d, lambda status: status.saves)
        tokens = [tokens_of(d, seat, kind) for seat in members for kind in saving]
        saved = all_of(left == 0, before >= 1, any_of(*(token >= 1 for token in tokens)))
        found[before] = where(saved, 1, left)
        if not d.seats.duel:  # who was defeated before stays so
            found[before] = where(before == 0, 0, where(saved, 1, left))
        for place, token in enumerate(tokens):
            first = all_of(saved, *(earlier == 0 for earlier in tokens[:place]))
            found[token] = where(first, 0, token)
    return found


def _damage(rules: Rules, seat: int) -> Expr:
    """What ``seat`` is dealt of what waits, where no attack is under way."""
    d = rules.duel
    coming = d.dealt[seat] + d.collateral[seat] - d.prevented[seat]
    if rules.reads("subtotal-floor", "before"):
        coming = at_least(coming, 0)
    doubled, half = (
        where(d.doubled[seat] == 1, coming, 0),
        where(d.halved[seat] == 1, (coming + 1) // 2, 0),
    )
    change = doubled - half
    return where(d.avoided[seat] == 1, 0, at_least(coming + change, 0)) + d.certain[seat]


def _ending(rules: Rules) -> list[Step]:
    d = rules.duel
    return [
        step("discard/end", "After the Discard Phase comes what is due at the end of the turn.",
             cites=("discard/hand-limit-six",), besides=("due",)),
        step("turn-end/pass/turn", "The next player's turn begins, and what lasts for a turn leaves.",
             makes={**run_out(d, d.turn, "turn"), **into(d, "upkeep"), d.turn: next_to_play(d),
                    d.first_turn: 0, **aimless(d)},
             cites=("status/shadows/removed-after-full-turn", "def/active-player",
                    "income/start-player-skips")),
    ]  # fmt: skip
