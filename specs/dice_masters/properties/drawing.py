"""Properties of dice that effects draw, field, count or send away, and of what happens once a turn."""

from __future__ import annotations

from dicelaw.model.dice_masters.cards.cards import BURSTS, Energy, Moment, Op
from dicelaw.model.dice_masters.machine import TableMachine
from dicelaw.model.dice_masters.state.table_state import BAG, FIELD, OUT, RESERVE, USED
from dicelaw.model.kernel.expressions import all_of, any_of, implies, total, where
from dicelaw.specs.bugs import rewriting
from dicelaw.specs.dice_masters.invariants.invariants import STRUCTURE
from dicelaw.specs.property import EachStep, Goal, Property, after


def drawing_properties(made: TableMachine) -> list[Property]:
    """None, where no program of the game has the words that they are about."""
    t = made.table
    found: list[Property] = []
    if t.figures.uses(Op.DRAW_ROLL) and t.figures.uses(Op.FIELD_USED) and t.figures.uses(Op.DISCARD):
        found += _moves(made)
    if t.figures.uses(Op.HURT_COUNT) and made.rules.newer:
        found.append(_counting(made))
    return [*found, _first_time(made)] if t.firsts else found


def _moves(made: TableMachine) -> list[Property]:
    t, rules = made.table, made.rules
    dice, card = range(t.count), t.dice.dice.index(1)
    seat = rules.queue.owners[0]
    drawn = [all_of(t.subject == die, t.zone[die] == BAG) for die in dice]
    word = t.figures.at("word", t.pc)
    went = [all_of(after(t.zone[die]) != t.zone[die], ~t.controlled(die)) for die in dice]
    return [
        Property(
            "draw/bare-draw" if rules.newer else "model/bare-draw",
            "A die that an effect draws and rolls is in the Reserve Pool then, or in the Used Pile if it is "
            "not its player's turn and the die shows no energy.",
            EachStep(
                all_of(
                    *(
                        implies(one, any_of(
                            all_of(after(t.zone[die]) == RESERVE, after(t.face[die]) >= 1,
                                   any_of(seat == t.turn, after(t.gives(die)) >= 1)),
                            all_of(after(t.zone[die]) == USED, after(t.face[die]) == 0, seat != t.turn),
                        ))
                        for die, one in enumerate(drawn)
                    )
                ),
                along="resolve/roll/die",
            ),
            tuple(rules.cited("model/bare-draw", new=["draw/bare-draw", "draw/bare-draw-single-roll"])),
            using=STRUCTURE,
            goal=Goal("a die is to be rolled", any_of(*drawn), "resolve/roll"),
            bug=rewriting("resolve/roll/die", t.zone[0], lambda old: old * 0 + FIELD, "it is in the Field"),
        ),
        Property(
            "field/from-elsewhere-level-one" if rules.newer else "fielded/lexicon",
            "A die that an effect fields shows its level 1, and nobody pays for it.",
            EachStep(
                all_of(
                    *(implies(after(t.zone[die]) != t.zone[die],
                              all_of(after(t.zone[die]) == FIELD, after(t.shown("level", die)) == 1))
                      for die in dice),
                    *(after(cell) == cell for cell in (*t.virtual, *t.spare)),
                ),
                along="resolve/field",
            ),
            ("field/from-elsewhere-level-one", "field/from-elsewhere-free") if rules.newer
            else ("fielded/lexicon",),
            using=STRUCTURE,
            goal=Goal("an effect is to field a die", word == Op.FIELD_USED, "resolve"),
            bug=rewriting("resolve/field", t.face[card], lambda old: old * 0 + 6, "it shows level 3"),
        ),
        Property(
            f"zone/oop-contents@{rules.edition}",
            "A die that an effect sends to the Used Pile goes "
            + ("Out of Play in its player's turn." if rules.newer else "there."),
            EachStep(
                all_of(
                    *(implies(one, after(t.zone[die])
                              == (where(t.owner[die] == t.turn, OUT, USED) if rules.newer else USED))
                      for die, one in enumerate(went))
                ),
                along="resolve/discard",
            ),
            (f"zone/oop-contents@{rules.edition}",),
            using=STRUCTURE,
            goal=Goal("an effect is to send a die away", word == Op.DISCARD, "resolve"),
            bug=rewriting("resolve/discard", t.zone[0], lambda old: old * 0 + BAG, "a die goes to the bag"),
        ),
    ]  # fmt: skip


def _counting(made: TableMachine) -> Property:
    t = made.table
    seat = made.rules.queue.owners[0]
    kind = t.figures.at("amount", t.pc)
    counts = all_of(t.figures.at("word", t.pc) == Op.HURT_COUNT, kind >= Energy.FIST, kind <= Energy.SHIELD)
    typed = total(
        where(all_of(t.of(die, seat, RESERVE), t.shown("energy type", die) != Energy.WILD), t.gives(die), 0)
        for die in range(t.count)
    )
    grown = total(after(cell) for cell in t.incoming) - total(t.incoming)
    return Property(
        "energy/wild-not-counted",
        "Damage for each energy of a type is no more than there is energy that is not wild.",
        EachStep(grown <= typed, counts, "resolve/damage"),
        ("energy/wild-not-counted", "energy/count-symbols"),
        using=STRUCTURE,
        goal=Goal("an effect counts energy", counts, "resolve"),
        bug=rewriting("resolve/damage", t.incoming[0], lambda old: old + 9, "there is more"),
    )


def _first_time(made: TableMachine) -> Property:
    t = made.table
    die = next(die for die in range(t.count) if t.dice.dice[die] in t.firsts)
    moments = (Moment.DAMAGED, Moment.PLAYER_DAMAGED)
    limited = all_of(
        *(t.limited(die, at) == 1 for one in moments for at in (one, BURSTS[one])),
        t.happened[t.card(die)] == 1,
    )
    return Property(
        "queue/first-time-by-card" if made.rules.newer else "model/first-time",
        "What happens the first time in a turn does not become due by later damage.",
        EachStep(after(t.hurt[die]) == t.hurt[die], limited, "damage/strike/deal"),
        tuple(made.rules.cited("model/first-time", new=["queue/first-time-by-card"])),
        using=STRUCTURE,
        goal=Goal("it has happened", t.happened[t.card(die)] == 1, "main"),
        bug=rewriting("damage/strike/deal", t.hurt[die], lambda old: old * 0 + 1, "it is due each time"),
    )
