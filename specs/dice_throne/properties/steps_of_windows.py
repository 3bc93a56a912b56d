"""The table of steps: how priority goes round in the windows, and how play comes back to them."""

from __future__ import annotations

from dicelaw.model.dice_throne.rules import Rules, site
from dicelaw.model.dice_throne.state.duel_state import HAND_LIMIT, NO_ROLL, TARGETING_WINDOWS, WINDOWS
from dicelaw.model.kernel.expressions import all_of, where
from dicelaw.specs.dice_throne.properties.players import Makes, following, of
from dicelaw.specs.dice_throne.properties.steps import first_to_act, may_act
from dicelaw.specs.steps import Step, step

ELSEWHERE = ("!discard/*", "!resolve/dice/*")
"""The windows whose closing does something of its own."""
ACTIVE_FIRST = ("priority/active-player-first",)


def steps_of_windows(rules: Rules) -> list[Step]:
    """The rows about windows; who has to sell in the Discard Phase may not pass."""
    d = rules.duel
    able, last = may_act(rules, d.holder), following(d, d.holder) == d.turn
    hand = of(d.hand, d.turn)
    must_sell = all_of(d.holder == d.turn, hand > HAND_LIMIT)
    read: Makes = {**first_to_act(d), d.live: where(d.depth == 0, NO_ROLL, d.live)}
    passing: Makes = {d.holder: following(d, d.holder)}
    closing = first_to_act(d)
    found = [
        step("window/pass", "The active player may pass, and then the other one may act.",
             all_of(able, ~last), passing, ACTIVE_FIRST, along=("*/pass", "!discard/*", "!turn-lost/*")),
        step("window/close", "When the other player passes as well the window closes.", all_of(able, last),
             closing, ACTIVE_FIRST, along=("*/close", *ELSEWHERE)),
        step("window/silent", "An active player who may not act is passed over.", all_of(~able, ~last),
             passing, ACTIVE_FIRST, along=_passed("silent")),
        step("window/close-silent", "Another player who may not act is passed over.", all_of(~able, last),
             closing, ACTIVE_FIRST, along=("*/close-silent", *ELSEWHERE)),
        step("window/dice/close", "Dice that were looked at are read when the window closes.",
             all_of(able, last), read, ACTIVE_FIRST, along="resolve/dice/close"),
        step("window/dice/close-silent", "So they are when the other player may not act.",
             all_of(~able, last), read, ACTIVE_FIRST, along="resolve/dice/close-silent"),
        step("discard/pass", "The active player may pass in the Discard Phase with six cards or fewer.",
             all_of(able, ~last, ~must_sell), passing, ("discard/excess-must-be-sold",)),
        step("discard/close", "The other player may pass in the Discard Phase, whatever is in hand.",
             all_of(able, last), closing, ("discard/excess-must-be-sold",)),
        step("discard/silent", "Who may not act is passed over in the Discard Phase.", all_of(~able, ~last),
             passing, ACTIVE_FIRST),
        step("discard/close-silent", "The other player is passed over as well.", all_of(~able, last), closing,
             ACTIVE_FIRST),
        *_answering(rules),
    ]  # fmt: skip
    targeting = TARGETING_WINDOWS if rules.mode.die else TARGETING_WINDOWS[1:]
    for window in WINDOWS if d.seats.duel else (*WINDOWS, *targeting):
        if window == "income/paid" and not rules.reads("income-steps", "apart"):
            continue
        back: Makes = {**first_to_act(d), d.returning: 0}
        found.append(
            step(f"resolve/return/{window}", "After an action play goes on where it was used.",
                 d.returning == site(window), back, ("cards/instant/interrupted-completes",))
        )  # fmt: skip
    return found


def _answering(rules: Rules) -> list[Step]:
    """The rows about letting a declared instant happen: for all who come before its player."""
    d = rules.duel
    if d.seats.duel:
        last, able, passing = all_of(), may_act(rules, d.turn), []
    else:
        next_one = following(d, d.holder)
        last, able = next_one == d.declarer, may_act(rules, d.holder)
        passing = [
            step("answer/let-next", "Who comes before its player may let it happen, and the next is asked.",
                 all_of(able, ~last), {d.holder: next_one}, ("priority/turn-order-after-active",)),
            step("answer/silent-next", "Another who may not act is passed over.", all_of(~able, ~last),
                 {d.holder: next_one}, ("priority/turn-order-after-active",)),
        ]  # fmt: skip
    return [
        step("answer/let", "The active player may let a declared instant happen.", all_of(able, last),
             cites=ACTIVE_FIRST),
        step("answer/silent", "An active player who may not act is passed over.", all_of(~able, last),
             cites=ACTIVE_FIRST),
        *passing,
    ]  # fmt: skip


def _passed(name: str) -> tuple[str, ...]:
    """The steps called ``name`` of all windows but the one of the Discard Phase."""
    return (f"*/{name}", "!discard/*", "!offense/choose/*", "!defense/choose/*", "!answer/*",
            "!resolve/choose-*", "!targeting/choose/*")  # fmt: skip
