"""The table of steps: words of effects that copy, take, swap and bring in dice, and words about goods."""

from __future__ import annotations

from collections.abc import Mapping

from dicelaw.model.dice_masters.cards.cards import FACES, Moment, Op, Target
from dicelaw.model.dice_masters.cards.keywords import Keyword
from dicelaw.model.dice_masters.rules import Rules
from dicelaw.model.dice_masters.state.figures import FACE_CODES
from dicelaw.model.dice_masters.state.table_state import (
    ADDED,
    ARRIVALS,
    BESIDE,
    CAPTURED,
    CARD,
    EFFECT,
    FIELD,
    IN_PLAY,
    INSTEAD,
    LEVELS,
    OUT,
    PREP,
    RESERVE,
    USED,
    WHOLE,
)
from dicelaw.model.kernel.expressions import (
    TRUE,
    Expr,
    all_of,
    any_of,
    at_least,
    at_most,
    count,
    number,
    total,
    where,
)
from dicelaw.specs.dice_masters.steps.row import (
    DIE,
    due_to,
    gone,
    none_of,
    of_die,
    sent,
    unwatched,
    worth_of_die,
)
from dicelaw.specs.dice_masters.steps.row_of_effect import Effect
from dicelaw.specs.dice_masters.steps.words import CHOSEN, SET_OFF
from dicelaw.specs.property import Chosen
from dicelaw.specs.steps import Makes, Step, every, put, step, to

OTHER = Chosen("other")
TAKEN = ("damage", "plus_attack", "plus_defense", "traded", "bound", "shielded", "copies")
"""What lies on a die that is captured, which a reading lets stay there."""


def steps_of_moves(rules: Rules) -> list[Step]:
    """The rows about copies, captures, swaps, dice that come in from elsewhere, costs and life."""
    effect = Effect(rules)
    tables = (_copies, _takes, _swaps, _comes_in, _goods, _pairs, _gear)
    return [row for table in tables for row in table(effect)]


def _of_source(effect: Effect, says: Mapping[int, Expr]) -> Expr:
    """What is said of the die whose effect resolves; nothing of an effect that is that of none."""
    return any_of(*(all_of(effect.table.source == die + 1, one) for die, one in says.items()))


def _acting(effect: Effect) -> Expr:
    """Whether the die whose effect resolves is in the Field Zone."""
    t = effect.table
    return _of_source(effect, {die: t.fielded(die) for die in range(t.count)})


def _copies(effect: Effect) -> list[Step]:
    t, rules = effect.table, effect.rules
    may = all_of(of_die(t, effect.about), _acting(effect))
    card = worth_of_die(rules, lambda die: number(0) + t.card_of(die))
    kinds = len(t.dice.kinds)
    ways = {
        "copy-abilities": (Op.COPY_TEXT, ADDED if rules.newer or rules.reads("copied-abilities", "added")
                           else INSTEAD, "has the abilities of it"),
        "copy-die": (Op.COPY_DIE, WHOLE, "is a copy of it"),
        "copy-beside": (Op.COPY_BESIDE, BESIDE, "is a copy of it, beside its own abilities"),
    }  # fmt: skip
    face = worth_of_die(rules, lambda die: _stats_of(effect, die))
    others = all_of(*(t.text[die] == 0 for die in range(t.count) if die not in t.copiers))

    def of_source(cells: list[Expr], value: Expr) -> Makes:
        return every(cells, lambda die, old: where(t.source == die + 1, value, old))

    return [
        step("resolve/copy", "A die in the Field Zone has the stats of another one there.",
             all_of(effect.says(Op.COPY), may), {**of_source([*t.copies], face), **effect.onward},
             ("copy/def", rules.rule("copied-stats")), effect.of_any_strength, SET_OFF),
        *(step(f"resolve/{name}", f"For a die that an effect may be about, the die of the effect {says}.",
               all_of(effect.says(op), may),
               {**of_source([*t.text], card + (1 + way * kinds)), **effect.onward,
                **(of_source([*t.copies], number(0)) if way in (WHOLE, BESIDE) else {})}, ("copy/def",),
               all_of(effect.of_any_strength, others), SET_OFF)
          for name, (op, way, says) in ways.items()),
    ]  # fmt: skip


def _stats_of(effect: Effect, die: int) -> Expr:
    """The face whose stats ``die`` has: its own, or of its level on the card that it is a copy of."""
    t = effect.table
    own = t.figures.kind(die) * FACE_CODES + t.face[die]
    return where(t.is_copy(die), t.copied_face(die), own) if t.copiers else own


def _takes(effect: Effect) -> list[Step]:
    """Captures, under the die of the effect, and control."""
    t, rules, seat = effect.table, effect.rules, effect.seat
    dice = range(t.count)
    edition, place = rules.edition, ("capture/place-under", "capture/not-existing")
    free = of_die(t, lambda die: t.keeper[die] == 0)
    another = all_of(_acting(effect), t.source != DIE + 1)
    under: dict[Expr, Expr | int] = {}
    for die in dice:
        this = number(die) == DIE
        found = gone(t, die, CAPTURED, this)
        for name in ("plus_attack", "plus_defense", "traded", "bound", "shielded", "copies"):
            cell = getattr(t, name)[die]
            found[cell] = where(this, 0, cell)
        if die not in t.tokens_made:
            kept = TAKEN if rules.reads("captured-marks", "kept") else ()
            for cell in (t.face[die], t.owner[die], *(getattr(t, name)[die] for name in kept)):
                found[cell] = cell
            found |= {t.zone[die]: where(this, CAPTURED, t.zone[die]),
                      t.keeper[die]: where(this, t.source, t.keeper[die])}  # fmt: skip
        else:
            found[t.keeper[die]] = where(this, 0, t.keeper[die])
        under |= found
    lives = [die not in t.tokens_made for die in dice]

    def lasting(value: int) -> Makes:
        return every([*t.lasting], lambda die, old: where(die == DIE, value if lives[die] else 0, old))

    taken = of_die(t, lambda die: all_of(t.owner[die] == 1 - seat, t.zone[die] == RESERVE,
                                         t.figures.kind(die) == 0, t.gives(die) >= 1))  # fmt: skip
    seized: Makes = {
        **put([*t.zone], DIE, to(CAPTURED)), **put([*t.keeper], DIE, to(t.source)),
        **put([*t.lasting], DIE, to(1)),
    }  # fmt: skip
    keeper = where(_acting(effect), t.source, t.count + 1)
    mine: Makes = {
        **put([*t.zone], DIE, to(FIELD)), **put([*t.owner], DIE, to(seat)),
        **put([*t.blocks], DIE, to(0)), **put([*t.blocked], DIE, to(0)), **put([*t.keeper], DIE, to(keeper)),
    }  # fmt: skip
    return [
        *(step(f"resolve/{name}", "A character die that nothing holds is captured, under the acting die.",
               all_of(effect.says(op), of_die(t, effect.about), free, another),
               {**under, **lasting(value), **effect.onward}, (*place, f"capture/ends@{edition}"),
               effect.of_any_strength, (*SET_OFF, "text"))
          for name, op, value in (("capture", Op.CAPTURE, 0), ("keep", Op.KEEP, 1))),
        step("resolve/seize", "A starting die with energy is captured out of the opponent's Reserve Pool.",
             all_of(effect.says(Op.SEIZE), _acting(effect), taken, free), {**seized, **effect.onward},
             (*place, f"capture/return@{edition}")),
        step("resolve/control", "An opposing die that nothing holds is its player's, in the Field Zone.",
             all_of(effect.says(Op.CONTROL), of_die(t, effect.about), free, t.source >= 1,
                    of_die(t, lambda die: t.owner[die] == 1 - seat)),
             {**mine, **effect.onward}, ("control/yours", f"control/place@{edition}"),
             effect.of_any_strength, SET_OFF),
    ]  # fmt: skip


def _swaps(effect: Effect) -> list[Step]:
    t, rules = effect.table, effect.rules
    dice = range(t.count)
    starting = [t.figures.kind(die) == 0 for die in dice]
    owner = worth_of_die(rules, lambda die: t.owner[die])
    lies = of_die(t, lambda die: all_of(t.zone[die] == USED, t.owner[die] == owner), OTHER)
    named = of_die(t, lambda die: all_of(~starting[die], number(effect.first_level(die)) >= 1), OTHER)
    comes = {"swap": named, "swap-alike": of_die(t, lambda die: _is_character(effect, die), OTHER)}
    level = worth_of_die(rules, lambda die: t.shown("level", die))
    faces = {
        "swap": lambda die: number(effect.first_level(die)),
        "swap-alike": lambda die: where(starting[die], FACES, level + (FACES - LEVELS)),
    }
    found = []
    for name, op in (("swap", Op.SWAP), ("swap-alike", Op.SWAP_ALIKE)):
        makes: dict[Expr, Expr | int] = {}
        for die in dice:
            makes |= gone(t, die, USED, number(die) == DIE)
        for die in dice:
            face = t.face[die]
            makes[face] = where(die == OTHER, faces[name](die), makes[face])
        found.append(
            step(f"resolve/{name}", "A die in the Field Zone goes to the Used Pile for one from there.",
                 all_of(effect.says(op), of_die(t, effect.about), lies, comes[name]),
                 {**makes, **effect.onward},
                 (*CHOSEN, "swap/exact-positions" if rules.newer else "model/swap-2016"),
                 effect.of_any_strength,
                 (*SET_OFF, "text", "zone", "blocks", "blocked", "assigned"))
        )  # fmt: skip
    return found


def _comes_in(effect: Effect) -> list[Step]:
    """Dice that are fielded, returned, rolled again or moved by effects."""
    t, rules, seat = effect.table, effect.rules, effect.seat
    dice = range(t.count)
    starting = [t.figures.kind(die) == 0 for die in dice]
    first = [number(effect.first_level(die)) for die in dice]
    wanted = effect.target == Target.SIDEKICK
    may = of_die(t, lambda die: all_of(
        t.zone[die] == USED, t.owner[die] == seat, first[die] >= 1,
        where(wanted, starting[die], _is_character(effect, die))))  # fmt: skip
    fielded: dict[Expr, Expr | int] = {
        **put([*t.zone], DIE, to(FIELD)),
        **every([*t.face], lambda die, old: where(die == DIE, first[die], old)),
        t.newcomer: DIE + 1, **put([*t.has_fielded], seat, to(1)),
    }  # fmt: skip
    for die in dice:
        fielded[t.arriving[die]] = where(
            die == DIE, due_to(rules, die, Moment.FIELDED, ARRIVALS), t.arriving[die]
        )
    alone = unwatched(rules, Moment.ALLY_FIELDED, Moment.OPPONENT_FIELDED)
    fallen = [all_of(t.source == die + 1, t.zone[die] == PREP, t.owner[die] == seat, first[die] >= 1)
              for die in dice]  # fmt: skip
    much = at_least(at_most(effect.much, LEVELS), 1)
    back: Makes = {
        **every([*t.zone], lambda die, old: where(fallen[die], FIELD, old)),
        **every([*t.face], lambda die, old: where(
            fallen[die], where(starting[die], FACES, much + (FACES - LEVELS)), old)),
    }  # fmt: skip
    spare = [all_of(t.zone[die] == USED, t.owner[die] == seat, starting[die]) for die in dice]
    test = where(effect.target == Target.USED_SIDEKICK, any_of(*spare), any_of(*fallen))
    whole = [t.partial[die] == 0 if rules.newer else TRUE for die in dice]
    again = of_die(t, lambda die: any_of(
        effect.names(die, effect.target),
        all_of(effect.target == Target.IN_PLAY, t.zone[die] == IN_PLAY),
        all_of(effect.target == Target.IN_RESERVE, t.zone[die] == RESERVE, t.owner[die] == seat,
               t.keeper[die] == 0, whole[die])))  # fmt: skip
    prepped = [all_of(_is_character(effect, die), t.zone[die] == PREP, t.owner[die] == 1 - seat)
               for die in dice]  # fmt: skip
    sends = [all_of(t.source == die + 1, t.zone[die] == IN_PLAY) for die in dice]
    sent_on: dict[Expr, Expr | int] = {}
    for die in dice:
        zone = where(t.owner[die] == t.turn, OUT, USED) if rules.newer else USED
        sent_on |= sent(t, die, zone, sends[die])
    for die, cell in zip(t.bearers(Keyword.EQUIP), t.worn_by, strict=False):
        sent_on[cell] = where(sends[die], 0, cell)
    kept = all_of(*(t.keeper[die] == 0 for die in dice))
    return [
        step("resolve/field", "An effect fields a character of its player's Used Pile, on level 1.",
             all_of(effect.says(Op.FIELD_USED), may), {**fielded, **effect.onward},
             (f"fielded/def@{rules.edition}",), alone, ("text",)),
        step("resolve/return", "A character that was KO'd returns from the Prep Area by its own effect.",
             all_of(effect.says(Op.RETURN), any_of(*fallen)), {**back, **effect.onward}, (effect.rule,),
             besides=("text",)),
        step("resolve/begin-test", "A roll decides where there is a die for it.",
             all_of(effect.says(Op.TEST), test), cites=(effect.rule,)),
        step("resolve/pick", "A die in the Field Zone or the player's own Reserve Pool is rolled again.",
             all_of(effect.says(Op.REROLL), again), {**put([*t.picked], DIE, to(1)), **effect.onward},
             CHOSEN, effect.of_any_strength, SET_OFF),
        step("resolve/prep", "A used starting die of its player goes to the Prep Area.",
             all_of(effect.says(Op.PREP_USED), of_die(t, spare.__getitem__)),
             {**put([*t.zone], DIE, to(PREP)), **effect.onward}, (effect.rule,)),
        step("resolve/unprep", "A character die of the opponent's Prep Area goes to the Used Pile.",
             all_of(effect.says(Op.UNPREP), of_die(t, prepped.__getitem__)),
             {**put([*t.zone], DIE, to(USED)), **effect.onward}, (rules.rule("unrolled-starting-die"),)),
        step("resolve/send-this", "The Continuous die of the effect is sent on.",
             all_of(effect.says(Op.SEND_THIS), any_of(*sends)), {**sent_on, **effect.onward},
             (rules.rule("sent-to-used"),), kept, ("text",)),
    ]  # fmt: skip


def _is_character(effect: Effect, die: int) -> Expr:
    """Whether ``die`` is a character die where it lies unrolled: a starting die is not by the newer rules."""
    kind = effect.table.dice.kinds[effect.table.dice.dice[die]]
    white = kind.card is None and effect.rules.newer
    return TRUE if any(face.level for face in kind.faces) and not white else ~TRUE


def _goods(effect: Effect) -> list[Step]:
    """Life, and what is paid or gets cheaper."""
    t, rules, seat, much = effect.table, effect.rules, effect.seat, effect.much
    damages = rules.reads("life-loss", "damage")
    gains = put([*t.life], seat, lambda old: at_most(old + much, t.life_start))
    owed: Makes = {t.owed: much, **none_of([*t.wants]), t.either: 0}

    def loses(whose: Expr) -> Makes:
        if damages:
            return {**put([*t.aimed], whose, lambda old: old + much), t.reactor: t.turn}
        return put([*t.life], whose, lambda old: at_least(old - much, 0))

    plain = effect.as_printed
    return [
        step("resolve/gain", "A player gains life, up to what the game began with.",
             effect.says(Op.GAIN), {**gains, **effect.onward}, ("life/cap",), plain),
        step("resolve/pay-life", "A player loses life as a price.", effect.says(Op.PAY_LIFE),
             {**loses(seat), **effect.onward}, ("life/lose-vs-damage",), plain),
        step("resolve/drain", "The opponent loses life.", effect.says(Op.LOSE),
             {**loses(1 - seat), **effect.onward}, ("life/lose-vs-damage",), plain),
        step("resolve/rebate", "The next purchase of its player costs less.", effect.says(Op.REBATE),
             {**put([*t.rebates], seat, lambda old: old + much), **effect.onward},
             (f"effects/duration@{rules.edition}", rules.rule("price-floor")), plain),
        step("resolve/pay", "Who can pay for the rest of an effect may.",
             all_of(effect.says(Op.MAY_PAY), t.stock(seat) >= much),
             {**owed, t.act: EFFECT, **effect.onward}, ("cost/unpayable-not-used",), plain),
    ]  # fmt: skip


def _pairs(effect: Effect) -> list[Step]:
    """Two dice that are chosen, all starting dice of a player, and what a Deadly die met."""
    t, seat, much = effect.table, effect.seat, effect.much
    dice = range(t.count)
    about = [effect.about(die) for die in dice]
    two = all_of(of_die(t, about.__getitem__), of_die(t, about.__getitem__, OTHER), DIE != OTHER)
    stronger = every(
        [*t.plus_attack], lambda die, old: old + where(any_of(die == DIE, die == OTHER), much, 0)
    )
    alone = put([*t.plus_attack], DIE, lambda old: old + much)
    mine = [all_of(t.fielded(die), t.owner[die] == seat, t.figures.kind(die) == 0) for die in dice]
    gained = total(where(one, much, 0) for one in mine)
    home: dict[Expr, Expr | int] = put([*t.life], seat, lambda old: at_most(old + gained, t.life_start))
    for die, goes in enumerate(mine):
        home |= gone(t, die, PREP, goes)
    applied = ("effects/modifier-meaning",)
    plain = all_of(effect.as_printed, effect.of_any_strength)
    return [
        step("resolve/strengthen-two", "Two dice that an effect may be about get its amount of A.",
             all_of(effect.says(Op.ATTACK_TWO), two), {**stronger, **effect.onward}, (*applied, *CHOSEN),
             plain, SET_OFF),
        step("resolve/strengthen-one", "Where there is only one such die, that one gets it.",
             all_of(effect.says(Op.ATTACK_TWO), of_die(t, about.__getitem__), count(about) == 1),
             {**alone, **effect.onward}, (*applied, *CHOSEN), plain, SET_OFF),
        step("resolve/recall", "All own starting dice go to the Prep Area, and life is gained for each.",
             effect.says(Op.RECALL), {**home, **effect.onward}, ("life/cap",), plain, ("text",)),
    ]  # fmt: skip


def _gear(effect: Effect) -> list[Step]:
    """Gear that is attached, and dice that are gated in."""
    t, rules, seat = effect.table, effect.rules, effect.seat
    dice, bearers = range(t.count), t.bearers(Keyword.EQUIP)
    wears = of_die(t, lambda die: all_of(t.fielded(die), t.printed("wears gear", die) == 1))
    lies = [all_of(t.source == die + 1, t.zone[die] == IN_PLAY, t.has(die, Keyword.EQUIP)) for die in bearers]
    worn: Makes = {cell: where(t.source == die + 1, DIE + 1, cell)
                   for die, cell in zip(bearers, t.worn_by, strict=False)}  # fmt: skip
    kinds = len(t.dice.kinds)
    gates = [
        any_of(*(all_of(t.source == by + 1, t.figures.at("gates", kinds * t.dice.dice[by] + kind) == 1)
                 for by in dice))
        for kind in t.dice.dice
    ]  # fmt: skip
    may = [all_of(t.zone[die] == CARD, t.owner[die] == seat, gates[die]) for die in dice]
    before = [t.zone[die - 1] != CARD if t.dice.alike(die) else TRUE for die in dice]
    gate = (rules.keyword("gate"),)
    return [
        step("resolve/attach", "Gear that comes in may be attached to any character that can wear it.",
             all_of(effect.says(Op.ATTACH), any_of(*lies), wears), {**worn, **effect.onward},
             (rules.keyword("equip-attach"), rules.keyword("equip-field"))),
        step("resolve/gate", "A die that nobody has purchased is gated in, one that the card names.",
             all_of(effect.says(Op.GATE), of_die(t, lambda die: all_of(may[die], before[die]))),
             {**put([*t.picked], DIE, to(1)), **effect.onward}, gate),
        step("resolve/gate-nothing", "Where a die may be gated in, its player may gate nothing in.",
             all_of(effect.says(Op.GATE), any_of(*may)), effect.onward, gate),
    ]  # fmt: skip
