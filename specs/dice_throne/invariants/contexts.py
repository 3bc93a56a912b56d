"""What belongs to each point of the turn: its phase, what of an attack is there, and the roll under way."""

from __future__ import annotations

from dicelaw.model.dice_throne.state.duel import Duel
from dicelaw.model.dice_throne.state.duel_state import (
    ACTION_ROLL,
    ACTIVATION,
    DEFENSE_ROLL,
    NO_ROLL,
    NOTHING,
    OFFENSE_ROLL,
    PHASES,
    TARGET_ROLL,
    TARGETING_WINDOWS,
    WINDOWS,
)
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, implies, where
from dicelaw.specs.patterns import matches

INNER = ("resolve/then", "resolve/dice", "interrupt", "answer")
"""The windows that open while an action or an ability is under way."""


def windows(d: Duel) -> tuple[str, ...]:
    """The windows to which play can go back, by their numbers."""
    return WINDOWS if d.seats.duel else (*WINDOWS, *TARGETING_WINDOWS)


def in_phase(d: Duel, *phases: str) -> Expr:
    """Whether it is one of ``phases``."""
    return any_of(*(d.phase == PHASES.index(phase) for phase in phases))


def under_actions(d: Duel) -> Expr:
    """The roll that may be altered when the actions under way are over."""
    return where(d.live == ACTION_ROLL, d.live_before, d.live)


def contexts(d: Duel) -> list[tuple[str | tuple[str, ...], Expr]]:
    """For points of the turn: the phase, what of an attack is there, and the roll that may be altered."""
    roll = under_actions(d)
    idle = all_of(no_attack(d), roll == NO_ROLL)
    ending = ("turn-end*",) if d.seats.duel else ("turn-end*", "!turn-end/pass")
    fresh = undefended(d)
    before = all_of(in_phase(d, "offense"), _unattacked(d), roll == OFFENSE_ROLL)
    ended = all_of(
        in_phase(d, "offense"), fresh, d.program == NOTHING, roll == NO_ROLL, _no_attack_unless_active(d)
    )
    aiming = all_of(
        in_phase(d, "targeting"), fresh, d.program == NOTHING, d.activated == 1, _no_attack_unless_active(d)
    )
    late = all_of(in_phase(d, "defense"), d.program == NOTHING, roll == NO_ROLL, _no_attack_unless_active(d))
    guarded = all_of(
        in_phase(d, "defense"), d.activated == 1, d.ultimate == 0, d.program == NOTHING, roll == DEFENSE_ROLL,
        d.defense_used == 1, d.defended == 1,
    )  # fmt: skip
    chosen = all_of(
        in_phase(d, "offense"), fresh, d.program == ACTIVATION, roll == NO_ROLL, d.activated == 1,
        all_of(d.kind == 0, d.printed == 0, d.added == 0),
    )  # fmt: skip
    return [
        (("setup",), all_of(in_phase(d, "setup"), idle)),
        (("setup/due",), all_of(in_phase(d, "hero set-up"), idle)),
        (
            ("upkeep/begin", "upkeep", "upkeep/due"),
            all_of(in_phase(d, "upkeep"), idle),
        ),
        (("upkeep/end*", "income"), all_of(in_phase(d, "upkeep", "income"), idle)),
        (("income/begin", "income/paid", "income/draw"), all_of(in_phase(d, "income"), idle)),
        (("main-1*", "offense/begin"), all_of(in_phase(d, "main-1"), idle)),
        (("main-2*",), all_of(in_phase(d, "main-2"), idle)),
        (("discard*", *ending), all_of(in_phase(d, "discard"), idle)),
        (("turn-end/pass",), all_of(idle, *_passing(d))),
        (
            ("offense/roll", "offense/rolled", "offense/choose", "offense/announced", "offense/activation"),
            before,
        ),
        (("offense/roll", "offense/rolled", "offense/choose"), d.announced_ultimate == 0),
        (("offense/end", "offense/conclude", "targeting"), ended),
        (("concluding*",), any_of(ended, chosen)),
        (("attacking*", "landing"), all_of(aiming, roll == NO_ROLL)),
        *_among_several(d, aiming, late),
        (
            ("defense/start", "defense/choose"),
            all_of(late, d.activated == 1, d.is_attack, d.defense_used == 0, d.passed_on == 0),
        ),
        (("defense/start", "defense/choose"), d.defended == d.shared),
        (("defense/roll", "defense/rolled", "defense/again"), guarded),
        (("phase-over", "defense/*"), d.concluded == 0),
        (("phase-over*", "conclusion", "conclusion/split", "conclusion/apply"), late),
        (
            ("conclusion/check", "conclusion/over", "conclusion/again"),
            all_of(in_phase(d, "defense"), idle),
        ),
    ]


def _among_several(d: Duel, aiming: Expr, late: Expr) -> list[tuple[str | tuple[str, ...], Expr]]:
    """For the points that a duel does not have: at which a target is found, and others use a companion."""
    if d.seats.duel:
        return []
    roll = under_actions(d)
    found: list[tuple[str | tuple[str, ...], Expr]] = [
        (
            ("targeting/choose", "targeting/opponents", "targeting/aimed", "targeting/aim"),
            all_of(aiming, roll == NO_ROLL),
        ),
        (("targeting/aimed", "targeting/aim"), d.target >= 1),
        ("conclusion/beside", late),
        *([("turn-lost", ~d.plays(d.turn))] if _loses_turns(d) else []),
    ]
    if len(d.seats.side_numbers) < len(d.seats):  # only teams roll for a target
        thrown = all_of(aiming, roll == TARGET_ROLL)
        found.append((("targeting/roll", "targeting/rolled", "targeting/read"), thrown))
    return found


def _loses_turns(d: Duel) -> bool:
    """Whether play goes on where the active player is defeated, as it does among more than two sides."""
    return len(d.seats.side_numbers) > 2


def _passing(d: Duel) -> list[Expr]:
    """That a turn passes at its end, unless its player is defeated."""
    return [any_of(in_phase(d, "discard"), ~d.plays(d.turn))] if _loses_turns(d) else []


def undefended(d: Duel) -> Expr:
    """That nobody has defended or given a companion the damage, and the phase has not concluded."""
    return all_of(d.defended == 0, d.defense_used == 0, d.passed_on == 0, d.shared == 0, d.concluded == 0)


def _unattacked(d: Duel) -> Expr:
    """That no ability is activated, and nothing of an attack is left."""
    unhurt = all_of(d.kind == 0, d.printed == 0, d.added == 0, d.activations == 0)
    if not d.seats.duel:
        unhurt = all_of(unhurt, d.beside == 0)
    return all_of(d.activated == 0, d.ultimate == 0, unhurt, undefended(d), d.program == NOTHING)


def no_attack(d: Duel) -> Expr:
    """That no ability is announced either."""
    return all_of(_unattacked(d), d.announced_ultimate == 0)


def _no_attack_unless_active(d: Duel) -> Expr:
    return implies(d.activated == 0, all_of(d.ultimate == 0, d.kind == 0, d.printed == 0, d.added == 0))


def context_of(d: Duel, window: Expr) -> Expr:
    """That the context of the turn's window ``window`` (a number) holds, where it is one."""
    table = contexts(d)
    parts = []
    for place, name in enumerate(windows(d)):
        if name not in INNER:
            holds = all_of(*(condition for pattern, condition in table if matches(name, pattern)))
            parts.append(implies(window == place, holds))
    return all_of(*parts)
