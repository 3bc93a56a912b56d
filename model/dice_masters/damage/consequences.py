"""What damage and KOs make due: effects of the dice themselves, of their card-mates and of their player."""

from __future__ import annotations

from collections.abc import Sequence

from dicelaw.model.dice_masters.cards.cards import Moment
from dicelaw.model.dice_masters.rules import Rules, Writes, only_where
from dicelaw.model.dice_masters.state.table_state import ASSIGNING, ATTACKERS, FALLS, HURTS, MAIN, SEATS
from dicelaw.model.dice_masters.zones.experience import earned
from dicelaw.model.dice_masters.zones.regenerate import koed
from dicelaw.model.dice_masters.zones.sparing import spared
from dicelaw.model.kernel.expressions import FALSE, TRUE, Expr, all_of, any_of, negate, where
from dicelaw.model.kernel.graph import Choice
from dicelaw.model.kernel.lookups import lookup


def _places(moments: Sequence[int]) -> list[int]:
    """The number that stands for each moment in a field with ``moments``."""
    return [moments.index(one) if one in moments else 0 for one in Moment]


def _limited(rules: Rules, die: int, moment: Moment) -> str:
    card = rules.table.dice.kinds[rules.table.dice.dice[die]].card
    return card.only.get(moment, "") if card else ""


def counts(rules: Rules, die: int, moment: Moment) -> Expr:
    """Whether the trigger of ``die`` for ``moment`` is not limited to a situation other than this."""
    t = rules.table
    own = _applies(rules, die, moment, _limited(rules, die, moment))
    if die not in t.copiers:
        return own
    cards = [kind.card for kind in t.dice.kinds]
    limits = [card.only.get(moment, "") if card else "" for card in cards]
    if not any(limits):
        return own
    copied = t.copied_card(die)
    of_card = (all_of(copied == at, _applies(rules, die, moment, limit)) for at, limit in enumerate(limits))
    mine = t.figures.at("program", t.dice.dice[die] * len(Moment) + moment) >= 1
    return where(all_of(t.keeps_text(die), mine), own, any_of(*of_card))


def _applies(rules: Rules, die: int, moment: Moment, limit: str) -> Expr:
    t = rules.table
    match limit:
        case "" if moment is Moment.BLOCKS:
            return t.owner[die] != t.turn
        case "blocked":
            return t.blocked[die] == 1
        case "engaged":
            return any_of(t.owner[die] != t.turn, t.blocked[die] == 1)
        case "attack step":
            return all_of(t.stage >= ATTACKERS, t.stage <= ASSIGNING)
        case "own turn":
            return t.owner[die] == t.turn
        case "blocking":
            return t.blocks[die] >= 1
        case "an effect":
            return t.combat == 0
        case "the opponent":
            return where(rules.queue.length >= 1, rules.queue.owners[0] != t.owner[die], t.stage != MAIN)
    return all_of()


def hurt(rules: Rules, die: int) -> Expr:
    """What is due for ``die`` when the damage on its way is dealt."""
    t = rules.table
    moment = t.moment(die, Moment.DAMAGED)
    due = _hurts(rules, die)
    of_player = _of_player(rules, die) if t.has_program(die, Moment.PLAYER_DAMAGED) else t.hurt[die]
    return where(due, lookup("hurts", _places(HURTS), moment), of_player)


def _of_player(rules: Rules, die: int) -> Expr:
    """What is due for ``die`` when its player is damaged: for one die of each active card."""
    t = rules.table
    moment = t.moment(die, Moment.PLAYER_DAMAGED)
    due = all_of(
        any_of(*(all_of(t.leads(die, seat), t.aimed[seat] >= 1) for seat in range(SEATS))),
        negate(_by_another(rules, die)),
        t.ready(die, moment),
        counts(rules, die, Moment.PLAYER_DAMAGED),
    )
    return where(due, lookup("hurts", _places(HURTS), moment), t.hurt[die])


def _by_another(rules: Rules, die: int) -> Expr:
    """Whether another die of the card of ``die`` is damaged, which triggers the same ability."""
    t = rules.table
    card = t.dice.kinds[t.dice.dice[die]].card
    if card is None or card.programs.get(Moment.DAMAGED) != card.programs.get(Moment.PLAYER_DAMAGED):
        return FALSE
    alike = [one for one in range(t.count) if one != die and t.dice.dice[one] == t.dice.dice[die]]
    return any_of(FALSE, *(all_of(t.owner[one] == t.owner[die], _hurts(rules, one)) for one in alike))


def _hurts(rules: Rules, die: int) -> Expr:
    """Whether the damage on its way makes the effect of ``die`` due that waits for damage."""
    t = rules.table
    due = t.ready(die, t.moment(die, Moment.DAMAGED))
    return all_of(t.incoming[die] >= 1, due, counts(rules, die, Moment.DAMAGED))


def lethal(rules: Rules) -> list[Expr]:
    """Which dice have damage of at least their D."""
    t = rules.table
    return t.each(
        lambda die: all_of(t.fielded(die), t.damage[die] >= t.defense(die), t.may_fall(die, by_damage=True))
    )


def felled(rules: Rules) -> tuple[list[Expr], Writes]:
    """Which dice have damage of at least their D, and what their KO writes."""

    def made() -> tuple[list[Expr], Writes]:
        falls, queue = lethal(rules), rules.queue
        by = where(queue.length == 0, rules.table.turn, queue.owners[0])
        return falls, knocked_out(rules, falls, by)

    return rules.once("felled", made)


def knocked_out(rules: Rules, which: Sequence[Expr], by: Expr) -> Writes:
    """What the KO of the dice that ``which`` tells writes, if ``by`` does it."""
    t = rules.table
    writes: Writes = {}
    for die, falls in enumerate(which):
        writes |= only_where(t, falls, koed(rules, die))
        moment = t.moment(die, Moment.KOED)
        due = all_of(
            falls,
            negate(spared(rules, die)),
            t.ready(die, moment),
            counts(rules, die, Moment.KOED),
        )
        writes[t.fallen[die]] = _due_by_fall(rules, die, which, due)
    return {**writes, **earned(rules, which, by)}


def given_up(rules: Rules, which: Sequence[Expr]) -> Writes:
    """What makes effects due as a player KO's own dice, which ``which`` tells, to pay for something."""
    t = rules.table
    writes: Writes = {}
    for die, falls in enumerate(which):
        moment = t.moment(die, Moment.KOED)
        own = _limited(rules, die, Moment.KOED) != "the opponent"
        due = all_of(falls, own, t.ready(die, moment), counts(rules, die, Moment.KOED))
        writes[t.fallen[die]] = _due_by_fall(rules, die, which, due)
    return writes


def _due_by_fall(rules: Rules, die: int, which: Sequence[Expr], own: Expr) -> Expr:
    """What becomes due for ``die`` as those that ``which`` tells are KO'd: its ``own`` effect, or another."""
    moment = rules.table.moment(die, Moment.KOED)
    return where(own, lookup("falls", _places(FALLS), moment), _mourns(rules, die, which))


def felled_by_effect(rules: Rules, die: Choice) -> Writes:
    """What a KO of ``die`` by an effect writes."""
    t = rules.table
    moment = t.moment(die, Moment.KOED)
    limited = any_of(*(all_of(die == one, counts(rules, one, Moment.KOED)) for one in range(t.count)))
    own = all_of(t.ready(die, moment), negate(spared(rules, die)), limited)
    due = where(own, lookup("falls", _places(FALLS), moment), 0)
    can = t.may_fall(die, by_damage=False)
    falls = [all_of(die == one, can) for one in range(t.count)]
    return {
        **only_where(t, can, koed(rules, die)),
        **{t.fallen[one]: where(falls[one], due, _mourns(rules, one, falls)) for one in range(t.count)},
        **earned(rules, falls, rules.queue.owners[0]),
    }


def _mourns(rules: Rules, die: int, falls: Sequence[Expr]) -> Expr:
    """What is due for ``die`` as other dice of its player are KO'd, which ``falls`` tells.

    Of several dice of a card it is due for the first one in the Field that is not alone KO'd.
    """
    t = rules.table
    if not t.has_program(die, Moment.ALLY_KOED):
        return t.fallen[die]
    wanted = _limited(rules, die, Moment.ALLY_KOED)

    def sees(one: int) -> Expr:
        others = (
            all_of(
                fall,
                t.owner[other] == t.owner[one],
                negate(spared(rules, other)),
                negate(t.is_token(other)) if rules.reads("token-ko", "none") else TRUE,
                t.affiliated(other, wanted) if wanted else TRUE,
            )
            for other, fall in enumerate(falls)
            if other != one
        )
        return all_of(t.fielded(one), any_of(FALSE, *others))

    before = [one for one in range(die) if t.dice.dice[one] == t.dice.dice[die]]
    earlier = any_of(FALSE, *(all_of(sees(one), t.owner[one] == t.owner[die]) for one in before))
    due = all_of(sees(die), negate(earlier), t.ready(die, Moment.ALLY_KOED))
    return where(due, FALLS.index(Moment.ALLY_KOED), t.fallen[die])
