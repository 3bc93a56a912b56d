"""Properties of dice that others hold: captured and controlled ones."""

from __future__ import annotations

from dicelaw.model.dice_masters.damage.capture_and_control import controls_another, keeper_gone
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.table_state import ATTACK, BAG, FIELD, OUT, PREP, USED
from dicelaw.model.kernel.expressions import all_of, any_of, implies
from dicelaw.specs.bugs import dropping, rewriting
from dicelaw.specs.dice_masters.invariants.invariants import DEALING, INFILTRATING, STRUCTURE, TURN_ENDS
from dicelaw.specs.property import AllOf, Always, Chosen, EachStep, Goal, Never, Property, after

CHOOSING = ("resolve/*", "main/*", "attack/*", "block/*", "assign/give", "damage/react/*", "pay/pay")
UNSETTLED = ("damage/judge", "damage/dealt", "cleave", "leftover", "ko", "regenerate", "over", *INFILTRATING)
"""Where a die may have left the Field Zone that has not let go yet; so may where damage is dealt."""


def holding_properties(made: TableMachine) -> list[Property]:
    """A captured die is out of the game, a controlled one is lent, and both come back."""
    t, edition = made.table, made.rules.edition
    dice = range(t.count)
    captured = [t.captured(die) for die in dice]
    lent = [t.controlled(die) for die in dice]
    chosen = any_of(*(all_of(Chosen("die") == die, captured[die]) for die in dice))
    unrolled = (BAG, PREP, USED) if t.lent_out else (BAG, PREP, USED, OUT)
    given_back = [
        implies(
            all_of(lent[die], any_of(*(after(t.zone[die]) == zone for zone in unrolled))),
            all_of(
                after(t.zone[die]) == PREP, after(t.owner[die]) == 1 - t.owner[die], after(t.keeper[die]) == 0
            ),
        )
        for die in dice
    ]
    returned = [
        implies(
            all_of(captured[die], t.shown("level", die) >= 1, after(t.keeper[die]) == 0),
            all_of(after(t.zone[die]) == FIELD, after(t.face[die]) == t.face[die]),
        )
        for die in dice
    ]
    none_gone = all_of(*(~keeper_gone(made.rules, die) for die in dice))
    found = [
        Property(
            "capture/not-existing",
            "Nothing that is done is about a captured die.",
            Never(chosen, CHOOSING),
            ("capture/not-existing", "capture/place-under"),
            using=STRUCTURE,
            goal=Goal("a die is captured while an effect resolves", any_of(*captured), "resolve"),
            bug=dropping("target/field-characters-only"),
        ),
        Property(
            f"capture/ends@{edition}",
            "What holds a die is in the Field Zone, or it is held until the turn ends.",
            AllOf(
                (
                    Always(none_gone, ("*", *_but((*UNSETTLED, *DEALING, "pay")))),
                    Always(any_of(t.reacting, none_gone), "pay"),
                )
            ),
            (f"capture/ends@{edition}", f"control/ends@{edition}"),
            using=(*STRUCTURE, "combat/attack-zone-empty"),
            goal=Goal("a die is gone that held another", ~none_gone, "ko"),
            bug=dropping(f"capture/ends@{edition}", "ko/done"),
        ),
        Property(
            "capture/turn-ends",
            "No capture or control outlasts the turn, unless the card says so.",
            Always(
                all_of(*(implies(t.keeper[die] >= 1, t.lasting[die] == 1) for die in dice)),
                TURN_ENDS,
            ),
            (f"capture/ends@{edition}", f"control/ends@{edition}"),
            using=STRUCTURE,
            goal=Goal("a die is captured for the turn",
                      any_of(*(all_of(there, t.lasting[die] == 0) for die, there in enumerate(captured))),
                      "cleanup"),
            bug=rewriting("cleanup/clear", t.keeper[0], lambda _: t.keeper[0], "a captured die is forgotten"),
        ),
        Property(
            f"capture/return@{edition}",
            "A captured character returns to the Field on its level.",
            EachStep(all_of(*returned)),
            (f"capture/return@{edition}",),
            using=STRUCTURE,
            goal=Goal("a character is captured when the turn ends",
                      any_of(*(one & (t.shown("level", die) >= 1) for die, one in enumerate(captured))),
                      "cleanup"),
            bug=rewriting("cleanup/clear", t.face[0], lambda _: t.face[0] * 0 + 4, "it returns at level 1"),
        ),
        Property(
            f"control/leaves@{edition}",
            "A controlled die that is to be unrolled goes to its owner's Prep Area.",
            EachStep(all_of(*given_back)),
            (f"control/leaves@{edition}", "control/yours"),
            using=STRUCTURE,
            goal=Goal("a controlled die attacks", any_of(*(all_of(one, t.of(die, t.turn, ATTACK))
                                                           for die, one in enumerate(lent))), "block"),
            bug=rewriting("ko/fall", t.owner[0], lambda _: t.owner[0], "it stays with its controller"),
        ),
    ]  # fmt: skip
    if not made.rules.newer:
        controls = any_of(*(all_of(Chosen("die") == die, controls_another(made.rules, die)) for die in dice))
        found.append(
            Property(
                "control/controller-cannot-attack",
                "A die that controls another one does not attack.",
                Never(controls, "attack/send"),
                ("control/controller-cannot-attack",),
                goal=Goal("a die controls another one before the attack",
                          any_of(*(controls_another(made.rules, die) for die in dice)), "attack"),
                bug=dropping("control/controller-cannot-attack"),
            )
        )  # fmt: skip
    return found


def _but(points: tuple[str, ...]) -> list[str]:
    return [f"!{point}" for point in points]
