"""Mutants of cards of Dice Masters: one small mistake each in what is printed on a card or its die.

A mistake is a number that is one off, a keyword, condition or step left out, a target, player or type of
energy taken for another. Programs keep their length, so all that is not mistaken has the same place in the
figures of a game. Ids are paths into the card, and the same in every run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from enum import IntEnum
from typing import Any

from dicelaw.model.dice_masters.cards.cards import (
    TYPES,
    Card,
    Energy,
    Op,
    Pack,
    Program,
    Step,
    Target,
    Teams,
)  # fmt: skip
from dicelaw.model.dice_masters.cards.interrupts import UNGUARDED, Limit, Source, Whom
from dicelaw.model.dice_masters.cards.keywords import PRINTED
from dicelaw.mutation.content_mutant import ContentMutant, Mistake, Place, one_off

OTHERS: Mapping[type, Mapping[Any, Any]] = {
    Target: {
        Target.DIE: Target.OPPOSING,
        Target.OWN: Target.OPPOSING,
        Target.OPPOSING: Target.OWN,
        Target.ATTACKER: Target.DIE,
        Target.SIDEKICK: Target.OPPOSING,
        Target.THIS: Target.DIE,
        Target.SURVIVOR: Target.THIS,
        Target.FIGHTING: Target.OPPOSING,
        Target.NO_VILLAIN: Target.OPPOSING,
    },
    Whom: {
        Whom.YOU: Whom.OWN,
        Whom.THIS: Whom.OWN,
        Whom.OWN: Whom.YOU,
        Whom.OTHER: Whom.OWN,
        Whom.SIDEKICK: Whom.OWN,
        Whom.EITHER: Whom.OWN,
        Whom.DIE: Whom.THIS,
        Whom.BLOCKED: Whom.DIE,
        Whom.OPPONENT: Whom.DIE,
    },
    Energy: dict(zip(TYPES, (*TYPES[1:], TYPES[0]), strict=True)),
}
"""What a target, a player or a type of energy is taken for."""
NEVER: Mapping[str, Mapping[str, Any]] = {
    "bonus": {"attack": 0, "defense": 0},
    "interrupt": {"of": Whom.NONE},
}
"""What makes a part of a card do nothing."""
GETS = {"self": "own characters", "own characters": "self", "other attackers": "own characters"}
"""Whom a bonus is taken to be for."""
LEFT_OUT = (Source, Limit)
"""Conditions: 0 stands for none."""
NOTHING = Step(Op.END)
STRUCTURE = frozenset({"level", "action", "id", "name", "rules", "limited"})
"""What says which figure an entry is, not what it is worth; once a turn or not has a mistake of its own."""


def card_mutants(pack: Pack) -> list[ContentMutant]:
    """Every mutant of the cards of ``pack``, in a stable order; ids are unique."""
    found = [one for card in pack.cards.values() for one in _Maker(card).all()]
    return list({one.id: one for one in found}.values())


class _Maker:
    """Makes the mutants of one card."""

    def __init__(self, card: Card) -> None:
        self.card = card
        self.at: Place = ("cards", card.id)
        self.says = f"{card.name}, {card.subtitle}" if card.subtitle else card.name

    def all(self) -> Iterator[ContentMutant]:
        """Each mutant of the card."""
        card = self.card
        for mistake in one_off("cost", card.cost, f"{self.says}, cost"):
            yield self._made("card", mistake, [("cost",)])
        yield from self._fields("card", {"energy": card.energy}, ())
        yield from self._faces()
        if card.token is not None:
            known, face = vars(card.token.faces[-1]), len(card.token.faces) - 1
            figures = {field: known[field] for field in ("attack", "defense")}
            yield from self._fields("token", figures, ("token", "faces", face))
        for keyword in card.keywords:
            if keyword in PRINTED:
                kept = {one: number for one, number in card.keywords.items() if one is not keyword}
                gone = Mistake("left-out", f"{self.says}: {keyword} is left out", kept)
                yield self._made(f"keyword-{keyword.replace(' ', '-')}", gone, [("keywords",)])
        yield from self._programs()
        for moment, limit in card.only.items():
            rest = {one: other for one, other in card.only.items() if one is not moment}
            mistake = Mistake("condition-left-out", f"{self.says}: “{limit}” is left out", rest)
            yield self._made(_name(moment), mistake, [("only",)])
        for number, ability in enumerate(card.globals):
            name, place = f"global-{ability.id}", ("globals", number)
            yield from self._fields(name, {"cost": ability.cost, "energy": ability.energy}, place)
            says = f"{self.says}, Global: once in their own turn or as often as wanted is mistaken"
            turned = Mistake("limit-turned-round", says, not ability.limited)
            yield self._made(name, turned, [(*place, "limited")])
            yield from self._program(name, ability.program, [(*place, "program")])
        yield from self._parts("bonus", "bonuses", card.bonuses)
        yield from self._parts("interrupt", "interrupts", card.interrupts)
        if card.guard != UNGUARDED:
            yield from self._fields("guard", vars(card.guard), ("guard",))
        for field in ("returns", "bags_starting_dice"):
            yield from self._fields("card", {field: getattr(card, field)}, ())

    def _parts(self, part: str, field: str, several: Sequence[Any]) -> Iterator[ContentMutant]:
        """The mutants of each bonus or interrupt; left out, it is there and does nothing."""
        for number, one in enumerate(several):
            name = f"{part}-{number + 1}"
            yield from self._fields(name, vars(one), (field, number))
            without = replace(one, **NEVER[part])
            gone = Mistake("left-out", f"{self.says}: {part} {number + 1} is left out", without)
            yield self._made(name, gone, [(field, number)])

    def _faces(self) -> Iterator[ContentMutant]:
        for number, face in enumerate(self.card.faces):
            known = vars(face)
            if face.level:
                wanted = ("attack", "defense", "fee", "burst")
                yield from self._fields(
                    f"level-{face.level}", {field: known[field] for field in wanted}, ("faces", number)
                )
                if not face.fee:
                    says = f"{self.says}, level {face.level}: fee: 0 is read as 1"
                    free = Mistake("fee-plus-one", says, 1)
                    yield self._made(f"level-{face.level}", free, [("faces", number, "fee")])

    def _programs(self) -> Iterator[ContentMutant]:
        """Of programs that several moments share, all are mistaken at once."""
        done: list[Program] = []
        for moment, program in self.card.programs.items():
            if not program or any(one is program for one in done):
                continue
            done.append(program)
            places: list[Place] = [
                ("programs", other) for other, own in self.card.programs.items() if own is program
            ]
            yield from self._program(_name(moment), program, places)

    def _program(self, name: str, program: Program, places: Sequence[Place]) -> Iterator[ContentMutant]:
        for number, step in enumerate(program):
            says = f"{self.says}: step {number + 1} ({step.op.name.lower().replace('_', ' ')})"
            rest = (*program[:number], *program[number + 1 :], NOTHING)
            gone = Mistake("left-out", f"{says} is left out", rest)
            yield self._made(f"{name}/{number + 1}", gone, places)
            own = {field.name: getattr(step, field.name) for field in fields(step) if field.name != "op"}
            for field, mistake in _mistakes(own, says):
                yield self._made(f"{name}/{number + 1}", mistake, [(*at, number, field) for at in places])
            if number + 1 < len(program) and program[number + 1] != step:
                order = (*program[:number], program[number + 1], step, *program[number + 2 :])
                swapped = Mistake("order-swapped", f"{says} comes after the next one", order)
                yield self._made(f"{name}/{number + 1}", swapped, places)

    def _fields(self, name: str, known: Mapping[str, Any], at: Place) -> Iterator[ContentMutant]:
        for field, mistake in _mistakes(known, f"{self.says}, {name}"):
            yield self._made(name, mistake, [(*at, field)])

    def _made(self, entry: str, mistake: Mistake, places: Sequence[Place]) -> ContentMutant:
        return ContentMutant(
            f"{self.card.id}/{entry}#{mistake.operator}",
            self.card.id,
            entry.partition("/")[0],
            mistake.operator,
            mistake.says,
            tuple((*self.at, *place) for place in places),
            mistake.value,
            self.card.rules,
        )


def _mistakes(known: Mapping[str, Any], says: str) -> Iterator[tuple[str, Mistake]]:
    """Each mistake in the values ``known`` by field, with its field."""
    for field, value in known.items():
        word = field.replace("_", "-")
        if field in STRUCTURE or not value:
            continue
        if isinstance(value, LEFT_OUT):
            gone = type(value)(0)
            yield field, Mistake(f"{word}-left-out", f"{says}: {word} does not matter", gone)
        elif isinstance(value, IntEnum):
            other = OTHERS.get(type(value), {}).get(value)
            if other is not None:
                text = f"{says}: {_name(value)} is read as {_name(other)}"
                yield field, Mistake(f"other-{word}", text, other)
        elif isinstance(value, str) and value in GETS:
            yield field, Mistake(f"other-{word}", f"{says}: {value} is read as {GETS[value]}", GETS[value])
        elif isinstance(value, bool | str):
            yield field, Mistake(f"{word}-left-out", f"{says}: {word} is left out", type(value)())
        elif isinstance(value, int):
            for mistake in one_off(word, value, f"{says}, {word}"):
                yield field, mistake


def _name(value: IntEnum) -> str:
    return value.name.lower().replace("_", "-")


def with_cards(teams: Teams, pack: Pack) -> Teams:
    """``teams`` with the cards as ``pack`` has them."""
    first, second = teams.seats
    return replace(
        teams,
        seats=(
            tuple((pack.cards[card.id], dice) for card, dice in first),
            tuple((pack.cards[card.id], dice) for card, dice in second),
        ),
        basics=tuple(pack.cards[card.id] for card in teams.basics),
    )


def cards_of(teams: Teams) -> set[str]:
    """The ids of the cards that ``teams`` have."""
    return {card.id for row in teams.seats for card, _ in row} | {card.id for card in teams.basics}
