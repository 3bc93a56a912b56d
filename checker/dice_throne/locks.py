"""Locks: whether a hero can keep the other from deciding anything, phase after phase.

A status effect that bars its bearer from acting gives its attacker another Offensive Roll Phase, and is gone
once that begins; in that phase it may be inflicted again (Status Effects, Stun). Where only dice decide that,
a chain of n phases has a chance that goes to 0 with n. A bearer may use nothing, so no action hands it on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from dicelaw.checker.dice_throne.activation import activations, chance
from dicelaw.checker.dice_throne.brought import brought
from dicelaw.checker.verdicts import Outcome, Verdict
from dicelaw.model.dice_throne.language import Action, Hero, Op, Pack, Program, Who

ENGINE = "tables"
ID = "locks/none"
SAYS = "Nobody is kept from deciding anything for ever."
ALTERING = frozenset({Op.REROLL, Op.NUDGE, Op.SET_DIE, Op.COPY_DIE, Op.ATTEMPT, Op.EXTRA_PHASE})
SUPPLYING = frozenset({Op.CP, Op.STEAL_CP, Op.DRAW, Op.SEARCH})
"""What gives something with which dice could be altered in the phase that follows."""
IN_A_ROW = 3
"""For so many phases in a row the chance is said."""


@dataclass(frozen=True)
class LockFound:
    """What is found about locks.

    ``link`` is the greatest chance that an Offensive Roll Phase of five dice and two rerolls brings another
    one to whoever decides nothing else; None where that is not what decides.
    """

    verdict: Verdict
    by: tuple[str, ...] = ()
    link: Fraction | None = None

    id = ID
    says = SAYS

    @property
    def unexpected(self) -> bool:
        """Whether it is not proved that there is none."""
        return not self.verdict.is_proof


def locks(pack: Pack, hero: str) -> LockFound:
    """Whether ``hero`` can keep any other from deciding for ever."""
    one = pack.heroes[hero]
    barring = {kind for kind, status in enumerate(pack.statuses) if status.bars_actions}
    names = ", ".join(sorted(pack.statuses[kind].name for kind in barring)) or "nothing"
    attacks = {
        ability.id: (*ability.activate, *ability.land)
        for ability in one.offense
        if _bars((*ability.activate, *ability.land), barring)
    }
    others = tuple(dict.fromkeys(_others(pack, one, barring)))
    by = (*attacks, *others)
    if not by:
        return _proved(f"nothing that this hero has inflicts a status effect that bars from acting ({names})")
    if others:
        return _unknown(by, f"{_listed(others)} can inflict it without dice, and that is not followed")
    found = activations(one, tuple(pack.statuses))
    results = frozenset().union(*(each.results for each in found if each.ability.id in attacks))
    link = chance(results)
    if link == 1:
        return _unknown(by, f"any dice will do for {_listed(by)}: no dice end it", link)
    helping = [*_free_alterations(pack, one), *(id for id in attacks if _supplies(pack, attacks[id]))]
    if helping:
        return _unknown(by, f"{_listed(helping)} may help the dice again in each phase", link)
    row = ", ".join(f"{n} in a row {100 * float(link**n):.2f} %" for n in range(2, IN_A_ROW + 1))
    return _proved(
        f"only {_listed(by)} can inflict what bars from acting ({names}), and nothing "
        "that alters dice is gained on the way; by dice alone a phase brings another with a chance of "
        f"{100 * float(link):.2f} % at most ({row}), so a chain of them ends with probability 1",
        by,
        link,
    )


def _proved(evidence: str, by: tuple[str, ...] = (), link: Fraction | None = None) -> LockFound:
    return LockFound(Verdict(Outcome.PROVED, ENGINE, "against any hero", evidence), by, link)


def _unknown(by: tuple[str, ...], evidence: str, link: Fraction | None = None) -> LockFound:
    return LockFound(Verdict(Outcome.UNKNOWN, ENGINE, "against any hero", evidence), by, link)


def _bars(program: Program, barring: set[int], *, acting: bool = False) -> bool:
    """Whether ``program`` can bring the other a token of one of the kinds ``barring``.

    With ``acting`` it is one of an action, whose player bears no such token that could be transferred.
    """
    return any(
        (step.op is Op.TOKEN and step.token in barring and step.who is not Who.SELF)
        or (step.op is Op.TURN_INTO and step.counted in barring)
        or (not acting and step.op is Op.TRANSFER and (not step.token or step.token in barring))
        for step in program
    )


def _others(pack: Pack, hero: Hero, barring: set[int]) -> Iterator[str]:
    """What else than offensive abilities of ``hero`` can bring the other such a token."""
    statuses = [pack.statuses[kind] for kind in brought(pack, hero)]
    for ability in hero.defense:
        if _bars((*ability.activate, *ability.land), barring):
            yield ability.id
    for action in (*_actions(hero), *(action for status in statuses for action in status.spend)):
        if _bars(action.program, barring, acting=True):
            yield action.id
    for *_, trigger in hero.passives:
        if _bars(trigger.program, barring):
            yield f"a passive of {hero.id}"
    for status in statuses:
        if any(_bars(trigger.program, barring) for trigger in status.triggers):
            yield f"status/{status.id}"


def _actions(hero: Hero) -> Iterator[Action]:
    yield from (card.action for card in hero.cards)
    yield from (action for *_, action in hero.board)


def _alters(program: Program) -> bool:
    return any(step.op in ALTERING for step in program)


def _free_alterations(pack: Pack, hero: Hero) -> Iterator[str]:
    """What alters dice, or brings attempts or phases, at no cost, and so again in each phase."""
    for *_, action in hero.board:
        if _alters(action.program) and not action.cp and not action.tokens:
            yield action.id
    for *_, trigger in hero.passives:
        if _alters(trigger.program) or _gives(trigger.program):
            yield f"a passive of {hero.id}"
    for kind in brought(pack, hero):
        status = pack.statuses[kind]
        free = [action for action in status.spend if not action.tokens and not action.cp]
        if any(_alters(action.program) for action in free):
            yield f"status/{status.id}"
        if any(_alters(one.program) or _gives(one.program) for one in status.triggers):
            yield f"status/{status.id}"


def _gives(program: Program) -> bool:
    return any(step.op in SUPPLYING for step in program)


def _supplies(pack: Pack, program: Program) -> bool:
    """Whether ``program`` gives what may alter dice later: cards, combat points, or tokens that do."""
    altering = {
        kind for kind, status in enumerate(pack.statuses) if any(_alters(one.program) for one in status.spend)
    }
    own = {step.token for step in program if step.op is Op.TOKEN and step.who is not Who.OPPONENT}
    return _gives(program) or _alters(program) or not own.isdisjoint(altering)


def _listed(ids: Sequence[str]) -> str:
    *others, last = dict.fromkeys(ids)
    return f"{', '.join(others)} and {last}" if others else last
