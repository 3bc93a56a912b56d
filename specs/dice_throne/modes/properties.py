"""Properties of games with more than two players: of King of the Hill, and of teams."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dicelaw.model.dice_throne.language import Pack
from dicelaw.model.dice_throne.machine import DuelMachine, open_duel
from dicelaw.model.dice_throne.modes import KING_OF_THE_HILL, THREE_EACH, THREE_TEAMS, TWO_TEAMS
from dicelaw.model.kernel.expressions import Expr, all_of, any_of, at_least, count, implies, negate
from dicelaw.specs.bugs import dropping, leaving_to, rewriting
from dicelaw.specs.dice_throne.invariants.instruction_due import instruction_due
from dicelaw.specs.dice_throne.invariants.structure import structure
from dicelaw.specs.dice_throne.modes.of_duels import asked_in, named_for
from dicelaw.specs.dice_throne.properties.properties import of_any_number
from dicelaw.specs.dice_throne.properties.turn_order import determined, never_stuck
from dicelaw.specs.property import AllOf, Always, Claim, EachStep, Goal, Never, Property, Stepwise, after

HILL, TEAMS, LARGE_TEAMS, MANY_TEAMS = "hill", "teams", "3v3", "2v2v2"
"""The machines that they are about: three players on a hill, 2 against 2, 3 against 3, and 2 against 2
against 2, all with any content."""
MACHINES = {
    KING_OF_THE_HILL.id: (HILL,), TWO_TEAMS.id: (TEAMS,), THREE_EACH.id: (LARGE_TEAMS,),
    THREE_TEAMS.id: (MANY_TEAMS,),
}  # fmt: skip
"""By mode the machines that are of it."""
USES = ("*/act", "*/play", "*/declare", "*/upgrade", "*/sell")
"""What players do of their own accord in windows."""


def several(pack: Pack, readings: Mapping[str, str] | None = None) -> Mapping[str, DuelMachine]:
    """The machines that these properties are about, with the status effects of ``pack``."""
    return {
        HILL: open_duel(pack, readings, mode=KING_OF_THE_HILL, count=3),
        TEAMS: open_duel(pack, readings, mode=TWO_TEAMS, count=4),
        LARGE_TEAMS: open_duel(pack, readings, mode=THREE_EACH, count=6),
        MANY_TEAMS: open_duel(pack, readings, mode=THREE_TEAMS, count=6),
    }


def mode_properties(made: DuelMachine) -> list[Property]:
    """Those of the game ``made`` of more than two players, whatever its mode and content.

    Besides what is of modes alone, they are those of duels that are about states or single steps.
    """
    shared = [one for one in of_any_number(made) if isinstance(one.claim, Always | AllOf | Stepwise)]
    seats = made.duel.seats
    if len(seats.side_numbers) == len(seats):
        return [*shared, *_of_hill(made), *_of_both(made, HILL)]
    left = _one_left_wins(made, "team/one-left-wins", "A game of teams", "team", TEAMS)
    return [*shared, left, *_of_teams(made), *_of_both(made, TEAMS)]


def several_properties(machines: Mapping[str, DuelMachine]) -> list[Property]:
    """The properties of the modes with more than two players."""
    hill, teams = machines[HILL], machines[TEAMS]
    return [
        *_of_hill(hill),
        *_of_teams(teams),
        *_of_both(hill, HILL),
        *_of_both(teams, TEAMS),
        *(one for machine, made in machines.items() for one in _of_play(made, machine)),
        _in_order(machines[LARGE_TEAMS], LARGE_TEAMS, "team/zigzag-order"),
        _in_order(machines[MANY_TEAMS], MANY_TEAMS, "team/2v2v2/turn-order"),
        *asked_in(hill, HILL, sides=False),
        *asked_in(teams, TEAMS, sides=True),
    ]


def _in_order(made: DuelMachine, machine: str, rule: str) -> Property:
    d = made.duel
    sides = len(d.seats.side_numbers)
    return Property(
        f"team/turn-order/{machine}",
        "Turns go round the teams, and round the players of each.",
        EachStep(
            all_of(
                after(d.seats.side(d.turn)) == (d.seats.side(d.turn) + 1) % sides,
                after(d.turn) == (d.turn + 1) % len(d.seats),
            ),
            all_of(*(health >= 1 for health in d.health)),
            "turn-end/pass/turn",
        ),
        (rule,),
        goal=Goal("it is the turn of the last player", d.turn == len(d.seats) - 1, "main-1"),
        bug=rewriting(
            "turn-end/pass/turn", d.turn, lambda _: d.seats.next(d.turn, sides), "the teammate is next"
        ),
        machine=machine,
    )


def _of_play(made: DuelMachine, machine: str) -> list[Property]:
    """That play goes on until it is over, as in a duel, with what this stands on and that sides are left."""
    reroll = dropping("cards/named/try-again-not-opponents", "resolve/reroll/die")
    left = "koth/one-left-wins" if machine == HILL else f"team/one-left-wins/{machine}"
    shared = [
        structure(made),
        replace(instruction_due(made), bug=reroll),
        replace(never_stuck(made), goal=_somebody_lost(made)),
    ]
    found = [named_for(machine, one) for one in shared]
    found[-1] = replace(found[-1], using=(*found[-1].using, left))
    if machine == HILL:
        return found
    return [_one_left_wins(made, left, "A game of teams", "team", machine), *found]


def _one_left_wins(made: DuelMachine, id: str, game: str, side: str, machine: str) -> Property:
    alive = count(health >= 1 for health in made.duel.health)
    return Property(
        id,
        f"{game} ends when no more than one {side} has any Health, and not before.",
        AllOf((
            Always(alive <= 1, "over"),
            Always(alive >= 2, ("*", "!over", "!*/check", "!resolve/isolated")),
        )),
        ("health/zero-is-defeat",),
        goal=_somebody_lost(made),
        bug=dropping("health/zero-is-defeat", "conclusion/go-on"),
        machine=machine,
    )  # fmt: skip


def _somebody_lost(made: DuelMachine) -> Goal:
    health = made.duel.health
    return Goal("a side is defeated", any_of(*(one == 0 for one in health)))


def _of_both(made: DuelMachine, machine: str) -> list[Property]:
    return [*_of_targets(made, machine), _of_picks(made, machine), _one_thing_at_a_time(made, machine)]


def _of_hill(made: DuelMachine) -> list[Property]:
    d = made.duel
    alive = count(health >= 1 for health in d.health)
    following = d.seats.next(d.turn)
    plays_after = any_of(*(all_of(after(d.turn) == seat, d.plays(seat)) for seat in d.seats.numbers))
    return [
        Property(
            "koth/turns-clockwise",
            "After a turn comes that of the next player clockwise who is not defeated.",
            EachStep(
                all_of(plays_after, implies(d.plays(following), after(d.turn) == following)),
                alive >= 2,
                "turn-end/pass/turn",
            ),
            ("koth/clockwise", "health/zero-is-defeat"),
            goal=Goal("a defeated player is passed over", alive == 2, "main-1"),
            bug=rewriting(
                "turn-end/pass/turn", d.turn, lambda _: d.seats.next(d.turn), "a defeated player has a turn"
            ),
            machine=HILL,
        ),
        replace(
            _one_left_wins(made, "koth/one-left-wins", "King of the Hill", "player", HILL),
            goal=Goal("one player is defeated, and the others play on", alive == 2, "main-2"),
        ),
        Property(
            "koth/defeated-do-nothing",
            "A defeated player uses nothing.",
            Never(negate(d.plays(d.holder)), USES, d.holder),
            ("health/zero-is-defeat",),
            goal=Goal("a player is defeated", alive == 2, "main-1"),
            bug=dropping("health/zero-is-defeat", "main-1/act"),
            machine=HILL,
        ),
    ]  # fmt: skip


def _of_teams(made: DuelMachine) -> list[Property]:
    d = made.duel
    own = all_of(*(any_of(d.holder == seat, after(d.cp[seat]) == d.cp[seat]) for seat in d.seats.numbers))
    return [
        Property(
            "team/turns-zigzag",
            "Turns alternate between the teams, and between the players of each.",
            EachStep(
                all_of(
                    after(d.seats.side(d.turn)) != d.seats.side(d.turn),
                    after(d.turn) == d.seats.next(d.turn),
                ),
                all_of(*(health >= 1 for health in d.health)),
                "turn-end/pass/turn",
            ),
            ("team/zigzag-order",),
            goal=Goal("it is the turn of the last player", d.turn == 3, "main-1"),
            bug=rewriting(
                "turn-end/pass/turn", d.turn, lambda _: d.seats.next(d.turn, 2), "the teammate is next"
            ),
            machine=TEAMS,
        ),
        Property(
            "team/damage-summed",
            "What is dealt to two of a team at once, and not prevented, is taken off their Health together.",
            EachStep(_summed(made), _plain_damage(made), "upkeep/end/apply"),
            ("team/simultaneous-damage-summed", "team/damage-hits-shared-dial"),
            goal=Goal("both of a team are dealt damage", _both_hurt(made), "upkeep/end"),
            bug=rewriting(
                "upkeep/end/apply", d.health[0], lambda _: at_least(d.health[0] - d.dealt[0], 0),
                "the damage to the second of a team is forgotten",
            ),
            machine=TEAMS,
        ),
        Property(
            "team/own-cp",
            "What a player uses is paid with the player's own combat points.",
            EachStep(own, along=USES),
            ("team/own-cp",),
            goal=Goal("a player has no combat points left", any_of(*(c == 0 for c in d.cp)), "main-*"),
            bug=rewriting(
                "main-1/play", d.cp[2], lambda _: at_least(d.cp[2] - 1, 0), "the third player pays as well"
            ),
            machine=TEAMS,
        ),
    ]  # fmt: skip


def _plain_damage(made: DuelMachine) -> Expr:
    """Whether no more than damage is coming: nobody prevents, heals, is saved, or is hidden from it."""
    d = made.duel
    arrays = (d.prevented, d.halved, d.doubled, d.avoided, d.healing, d.certain)
    nothing = (cell == 0 for array in arrays for cell in array)
    saved = (negate(d.has_trait(seat, lambda status: status.saves)) for seat in d.seats.numbers)
    scalars = (d.activated, d.target, d.drains, d.reflects, d.recoil, d.beside)
    return all_of(*nothing, *saved, *(scalar == 0 for scalar in scalars))


def _summed(made: DuelMachine) -> Expr:
    d = made.duel
    rows = []
    for side in d.seats.side_numbers:
        damage = sum(d.other_damage(one) for one in d.seats.members(side))
        rows.append(after(d.health[side]) == at_least(d.health[side] - damage, 0))
    return all_of(*rows)


def _both_hurt(made: DuelMachine) -> Expr:
    d = made.duel
    return any_of(
        *(all_of(*(d.dealt[seat] >= 1 for seat in d.seats.members(side))) for side in d.seats.side_numbers)
    )


def _of_targets(made: DuelMachine, machine: str) -> list[Property]:
    d = made.duel
    opposed = any_of(*(all_of(d.target == seat + 1, d.opposed(seat, d.attacker)) for seat in d.seats.numbers))
    claim: Claim = Always(any_of(d.target == 0, opposed), "*")
    says = "Whom an ability is aimed at is an opponent of its user."
    if machine == TEAMS:
        seats = ((after(d.target) == seat + 1, d.opposed(seat, d.attacker)) for seat in d.seats.numbers)
        found = any_of(*(all_of(aimed, fair) for aimed, fair in seats))
        claim = EachStep(found, along=("targeting/*/aim", "targeting/read/named"))
        says = "Whom the Targeting Roll Phase aims an ability at is an opponent of its user."
    others = [seat for seat in d.seats.numbers if seat]
    deciding = ("defense/choose/*", "defense/again/*")
    return [
        Property(
            f"targeting/only-opponents/{machine}",
            says,
            claim,
            ("targeting/several-opponents-required", "targeting/koth-free-choice"),
            goal=Goal("an ability is aimed", d.target >= 1, "targeting/aimed"),
            bug=dropping(
                "targeting/koth-free-choice" if machine == HILL else "team/2v2/target-table",
                "targeting/choose/aim",
            ),
            machine=machine,
        ),
        *([] if machine == HILL else [_never_oneself(made)]),
        *(
            Property(
                f"def/only-the-target-defends/{machine}/{places}",
                f"The player {places} places after the target decides nothing about its defence.",
                Never(d.target >= 1, deciding, d.seats.next(d.defender, places)),
                ("def/defender", "targeting/several-opponents-required"),
                goal=Goal("an ability is aimed", d.target >= 1, "targeting/aimed"),
                bug=leaving_to(
                    "defense/choose/decline", d.seats.next(d.defender, places), "another player declines"
                ),
                machine=machine,
            )
            for places in others
        ),
    ]


def _never_oneself(made: DuelMachine) -> Property:
    d = made.duel
    own = any_of(*(all_of(d.target == seat + 1, d.attacker == seat) for seat in d.seats.numbers))
    return Property(
        "targeting/never-oneself/teams",
        "No ability is aimed at its own user, not even by an effect that aims it at a teammate.",
        Always(negate(own), "*"),
        ("def/attack", "targeting/several-opponents-required"),
        goal=Goal("an ability is aimed", d.target >= 1, "targeting/aimed"),
        bug=rewriting("targeting/choose/aim", d.target, lambda _: d.attacker + 1, "it is aimed at its user"),
        machine=TEAMS,
    )


def _of_picks(made: DuelMachine, machine: str) -> Property:
    d = made.duel
    picked = (
        all_of(after(d.chosen) == seat + 1, d.plays(seat), after(d.has_met(seat)) == 1)
        for seat in d.seats.numbers
    )
    return Property(
        f"def/picked-player-plays/{machine}",
        "Whoever is picked for an effect has not been defeated, and counts as picked from there on.",
        EachStep(any_of(*picked), along="resolve/choose-player/pick"),
        ("def/chosen-player", "health/zero-is-defeat"),
        goal=Goal("a player is picked", d.chosen >= 1, "resolve/next"),
        bug=dropping("health/zero-is-defeat", "resolve/choose-player/pick"),
        machine=machine,
    )


def _one_thing_at_a_time(made: DuelMachine, machine: str) -> Property:
    return Property(
        f"turn/one-thing-at-a-time/{machine}",
        "What the rules do by themselves is never two things at once.",
        determined(made),
        ("turn/phase-order", "def/chosen-opponent"),
        goal=Goal("an opponent is to be picked", made.duel.depth >= 1, "resolve/choose-opponent"),
        bug=dropping("def/chosen-opponent", "resolve/ask-player"),
        machine=machine,
    )
