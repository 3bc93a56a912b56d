"""Properties of goods: what dice leave a zone by, and what life and energy a shortage of dice changes.

Each die is in one zone at any time, so that none is lost; from the table follows what moves it on.
"""

from __future__ import annotations

from dataclasses import dataclass

from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.table_state import (
    ASIDE,
    BAG,
    CAPTURED,
    CARD,
    DRAW,
    IN_PLAY,
    LEAST_LIFE,
    OUT,
    PREP,
    RESERVE,
    SEATS,
    USED,
    ZONES,
)
from dicelaw.model.kernel.expressions import all_of, any_of, at_least, implies, where
from dicelaw.specs.bugs import rewriting
from dicelaw.specs.dice_masters.invariants.invariants import STRUCTURE
from dicelaw.specs.property import EachStep, Goal, Property, after


@dataclass(frozen=True)
class Leaving:
    """A row: a zone, what dice leave it by in our words, those transitions, and the rules of both editions.

    None of these, where they are named by edition.
    """

    zone: int
    says: str
    by: tuple[str, ...]
    cites: tuple[str, ...]


LEAVING = (
    Leaving(BAG, "by a draw of the turn or of an effect, or to the Used Pile by Corrupt",
            ("draw/draw", "resolve/draw/draw", "resolve/roll/die", "resolve/corrupted/place"),
            ("zone/bag-source", "draw/to-prep")),
    Leaving(PREP, "when it was rolled, or by an effect that names it",
            ("roll/end/*", "resolve/unprep", "resolve/return"), ("roll/to-reserve", "zone/prep-def")),
    Leaving(RESERVE, "as it is spent, used, fielded or cleared, or by an effect that names it",
            ("pay/pay", "pay/fielding", "main/act", "attack/window/act", "main/over/clear", "clear/clear",
             "cleanup/clear", "resolve/reroll/die", "resolve/seize"),
            ("clear/all-reserve-to-used", "zone/reserve-def", "field/unfielded-to-used")),
    Leaving(USED, "into an empty bag, or by an effect that names it",
            ("draw/refill", "resolve/*/refill", "resolve/prep", "resolve/field", "resolve/swap*"),
            ("draw/refill-from-used", "draw/partial-then-refill")),
    Leaving(OUT, "when the turn ends", ("cleanup/turn-ends", "cleanup/clear"),
            ("zone/oop-emptied", "cleanup/oop-last")),
    Leaving(CAPTURED, "when the die that holds it is gone, or the turn ends",
            ("ko/let-go", "cleanup/clear"), ()),
    Leaving(IN_PLAY, "as it is sent on, or rolled again by an effect",
            ("*/send-on", "resolve/send-this", "resolve/reroll/die"), ()),
    Leaving(ASIDE, "when it has been rolled to regenerate, or the turn ends",
            ("regenerate/roll", "cleanup/clear"), ()),
)  # fmt: skip


def goods_properties(made: TableMachine) -> list[Property]:
    """What moves dice out of each zone, and what missing dice cost and give."""
    return [*(_leaving(made, row) for row in LEAVING), *_shortage(made)]


def _leaving(made: TableMachine, row: Leaving) -> Property:
    t = made.table
    name = ZONES[row.zone]
    edition = made.rules.edition
    rules = {CAPTURED: (f"capture/ends@{edition}",), ASIDE: (made.rules.keyword("regenerate"),),
             IN_PLAY: (f"keyword/continuous@{edition}",)}  # fmt: skip
    lies = [zone == row.zone for zone in t.zone]
    acts = [die for die, kind in enumerate(t.dice.dice) if t.dice.kinds[kind].acts]
    taken = t.zone[acts[0] if row.zone == IN_PLAY and acts else 0]
    return Property(
        f"goods/{name.replace(' ', '-')}",
        f"A die leaves this zone only {row.says}: {name}.",
        EachStep(
            all_of(*(implies(one, after(zone) == row.zone) for one, zone in zip(lies, t.zone, strict=True))),
            along=("*", *(f"!{one}" for one in row.by)),
        ),
        rules.get(row.zone, row.cites),
        using=STRUCTURE,
        goal=Goal("a die is there", any_of(*lies), "cleanup/end" if row.zone == OUT else "main"),
        bug=rewriting(
            "main/close",
            taken,
            lambda _: where(taken == row.zone, CARD, taken),
            "the end of the Main Step takes a die away",
        ),
    )


def _shortage(made: TableMachine) -> list[Property]:
    t, edition = made.table, made.rules.edition
    missing = at_least(DRAW - t.drawn - t.extra, 0)
    lost = [
        after(t.life[seat])
        == where(t.turn == seat, at_least(t.life[seat] - missing, LEAST_LIFE), t.life[seat])
        for seat in range(SEATS)
    ]
    gained = [
        after(t.virtual[seat]) == t.virtual[seat] + where(t.turn == seat, missing, 0) for seat in range(SEATS)
    ]
    energy = (*t.virtual, *t.spare)
    return [
        Property(
            "goods/shortage",
            "For each die that is missing the active player loses 1 life and gets 1 energy.",
            EachStep(all_of(*lost, *gained), along="draw/shortage"),
            (f"draw/shortage-life@{edition}", f"draw/shortage-example@{edition}"),
            using=STRUCTURE,
            goal=Goal("a die is missing", all_of(t.drawn == 1, *(zone != BAG for zone in t.zone)), "draw"),
            bug=rewriting("draw/shortage", t.virtual[0], lambda _: t.virtual[0], "player 1 gets no energy"),
        ),
        Property(
            "goods/virtual-energy",
            "Energy outside of dice comes only from missing dice and from the unspent half of a face.",
            EachStep(
                all_of(*(after(one) <= one for one in energy)), along=("*", "!draw/shortage", "!pay/pay")
            ),
            (f"draw/shortage-life@{edition}", f"energy/partial-generic@{edition}"),
            using=STRUCTURE,
            goal=Goal("there is such energy", any_of(*(one >= 1 for one in energy)), "main"),
            bug=rewriting("main/close", t.virtual[0], lambda _: t.virtual[0] + 1, "a step gives energy"),
        ),
    ]
