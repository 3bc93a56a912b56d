"""Which tokens can come about: by what heroes do, and by what is done with the tokens that they bring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dicelaw.model.dice_throne.language import Action, Hero, Op, Pack, Program, Status, Trigger


def programs_of(hero: Hero) -> Iterator[Program]:
    """All that ``hero`` does, that among more than two players included."""
    for ability in (*hero.offense, *hero.defense):
        for one in filter(None, (ability, ability.several)):
            yield from (one.activate, one.land)
    yield from _of(card.action for card in hero.cards)
    yield from _of(action for *_, action in hero.board)
    yield from _of(trigger for *_, trigger in hero.passives)


def _of(entries: Iterable[Action | Trigger]) -> Iterator[Program]:
    for entry in entries:
        yield from (entry.program, entry.several)


def attacking_again(pack: Pack) -> Iterator[str]:
    """The heroes who may have another Offensive Roll Phase by an effect: all, where a status effect has it.

    That which comes when a player is stunned is besides.
    """
    lasting = any(_again(_of((*status.spend, *status.triggers))) for status in pack.statuses)
    yield from (id for id, hero in pack.heroes.items() if lasting or _again(programs_of(hero)))


def _again(programs: Iterable[Program]) -> bool:
    return any(step.op is Op.EXTRA_PHASE for program in programs for step in program)


def brought(pack: Pack, hero: Hero) -> set[int]:
    """The kinds of tokens that come about by ``hero``, and by such tokens in turn."""
    found: set[int] = set()
    left = _tokens(programs_of(hero))
    while left:
        kind = left.pop()
        found.add(kind)
        status = pack.statuses[kind]
        left |= _tokens((*_of(status.spend), *_of(status.triggers))) - found
    return found


def raised(statuses: Iterable[Status], heroes: Iterable[Hero]) -> set[int]:
    """The kinds of tokens whose stack limit rises by something that ``heroes`` or ``statuses`` do."""
    own = (program for hero in heroes for program in programs_of(hero))
    theirs = (program for one in statuses for program in (*_of(one.spend), *_of(one.triggers)))
    return {step.token for program in (*own, *theirs) for step in program if step.op is Op.LIMIT}


def _tokens(programs: Iterable[Program]) -> set[int]:
    steps = [step for program in programs for step in program]
    given = {step.token for step in steps if step.op is Op.TOKEN}
    return (given | {step.counted for step in steps if step.op is Op.TURN_INTO}) - {0}
