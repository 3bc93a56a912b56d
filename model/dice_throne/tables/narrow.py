"""The content that one duel needs: its heroes, and the status effects that they can bring about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from dicelaw.model.dice_throne.language import (
    Ability,
    Action,
    Hero,
    Instruction,
    Pack,
    Program,
    Status,
    Trigger,
    When,
)
from dicelaw.model.dice_throne.tables.several import settled_hero, settled_status

Renumber = Callable[[int], int]
TWICE = "-of-2"
"""How the id ends of the second of two status effects of one name."""


def narrowed(
    pack: Pack, names: Sequence[str], also: Iterable[str] = (), *, several: bool = False
) -> tuple[tuple[Status, ...], tuple[Hero, ...]]:
    """The status effects that a game between ``names`` can see, renumbered, and these heroes with them.

    ``also`` names further status effects to keep; there is one at least. Where a hero plays several times,
    each has a kind of the hero's own status effects, from the second on called by a number. With ``several``
    they do what they do among more than two players. Raises KeyError for an unknown hero or status effect.
    """
    pack = replace(pack, statuses=tuple(settled_status(status, several=several) for status in pack.statuses))
    heroes = [settled_hero(pack.heroes[name], several=several) for name in names]
    by_id = {status.id: kind for kind, status in enumerate(pack.statuses)}
    wanted = {by_id[name] for name in also}
    for hero in heroes:
        wanted.update(_of_hero(hero))
    wanted = _closed(pack, wanted) or {1}
    heroes = [replace(hero, limits=tuple(one for one in hero.limits if one[0] in wanted)) for hero in heroes]
    kept: list[Status] = [pack.statuses[0]]
    numbers: tuple[dict[int, int], ...] = tuple({0: 0} for _ in heroes)
    for kind in sorted(wanted):
        status = pack.statuses[kind]
        owners = _owners(status, heroes)
        for seat in range(len(heroes)):
            numbers[seat][kind] = len(kept)
        kept.append(replace(status, spares=f"@{owners[0]}") if owners else status)
        for number, seat in enumerate(owners[1:], 2):
            numbers[seat][kind] = len(kept)
            name = f"{status.name} ({number})"
            kept.append(replace(status, id=f"{status.id}-of-{number}", name=name, spares=f"@{seat}"))
    of = [int(status.spares[1:]) if status.spares.startswith("@") else 0 for status in kept]
    statuses = tuple(
        _status(status, numbers[seat].__getitem__) for status, seat in zip(kept, of, strict=True)
    )
    made = (_hero(hero, numbers[seat].__getitem__) for seat, hero in enumerate(heroes))
    return statuses, tuple(made)


def _owners(status: Status, heroes: Sequence[Hero]) -> list[int]:
    """The seats of the hero whose own ``status`` is, where there are several of that hero."""
    seats = [seat for seat, hero in enumerate(heroes) if hero.id == status.spares]
    return seats if len(seats) > 1 else []


def _closed(pack: Pack, wanted: set[int]) -> set[int]:
    """``wanted`` with all that these status effects name."""
    known: set[int] = set()
    waiting = {kind for kind in wanted if kind}
    while waiting:
        kind = waiting.pop()
        known.add(kind)
        status = pack.statuses[kind]
        named = {number for action in status.spend for number in _of_action(action)}
        named.update(number for trigger in status.triggers for number in _of_program(trigger.program))
        waiting |= {number for number in named if number} - known
    return known


def _of_hero(hero: Hero) -> Iterator[int]:
    for ability in (*hero.offense, *hero.defense):
        yield from _of_program(ability.activate)
        yield from _of_program(ability.land)
    for action in (*(card.action for card in hero.cards), *(action for *_, action in hero.board)):
        yield from _of_action(action)
    for *_, trigger in hero.passives:
        yield from _of_program(trigger.program)


def _of_action(action: Action) -> Iterator[int]:
    yield from (action.token, action.held, action.mark, action.dice_of)
    yield from _of_program(action.program)


def _of_program(program: Program) -> Iterator[int]:
    for step in program:
        yield from (step.token, step.counted, step.held)


def _program(program: Program, number: Renumber) -> Program:
    return tuple(_step(step, number) for step in program)


def _step(step: Instruction, number: Renumber) -> Instruction:
    if not (step.token or step.counted or step.held):
        return step
    return replace(step, token=number(step.token), counted=number(step.counted), held=number(step.held))


def _action(action: Action, number: Renumber) -> Action:
    return replace(
        action,
        program=_program(action.program, number),
        several=_program(action.several, number),
        token=number(action.token),
        held=number(action.held),
        mark=number(action.mark),
        dice_of=number(action.dice_of),
    )


def _trigger(trigger: Trigger, number: Renumber) -> Trigger:
    return replace(
        trigger, program=_program(trigger.program, number), several=_program(trigger.several, number)
    )


def _status(status: Status, number: Renumber) -> Status:
    return status.changed(partial(_action, number=number), partial(_trigger, number=number))


def _ability(ability: Ability, number: Renumber) -> Ability:
    return replace(
        ability,
        activate=_program(ability.activate, number),
        land=_program(ability.land, number),
        written=_program(ability.written, number),
        several=ability.several and _ability(ability.several, number),
    )


def _hero(hero: Hero, number: Renumber) -> Hero:
    renumbered = hero.changed(
        partial(_ability, number=number), partial(_action, number=number), partial(_trigger, number=number)
    )
    return replace(renumbered, limits=tuple((number(kind), limit) for kind, limit in hero.limits))


def representatives(statuses: Sequence[Status]) -> tuple[Status, ...]:
    """One status effect of each kind: two of a kind differ only in name, limit, uses and own programs.

    What holds for any content with these holds with all, as uses and programs are part of the content that is
    left open there. None has uses or programs itself.
    """
    kept: dict[tuple[object, ...], Status] = {}
    for status in statuses:
        bare = replace(status, triggers=(), spares="", rules=(), spend=())
        fresh = any(When.NOT_TURN_GAINED in action.when for action in status.spend)
        alike = replace(bare, id="", name="", limit=0, persistent=False)
        kind = (alike, fresh)
        if kind not in kept or status.limit > kept[kind].limit:
            kept[kind] = replace(bare, spend=status.spend if fresh else ())
    return tuple(kept.values())


def turned_round(pack: Pack) -> Pack:
    """``pack`` with its status effects, and the passives of each hero, laid out the other way round."""
    first, *others = pack.statuses
    last = len(others) + 1

    def number(kind: int) -> int:
        return last - kind if kind else 0

    heroes = {id: _hero(hero, number) for id, hero in pack.heroes.items()}
    return replace(
        pack,
        statuses=(first, *(_status(one, number) for one in reversed(others))),
        heroes={id: replace(hero, passives=hero.passives[::-1]) for id, hero in heroes.items()},
    )
