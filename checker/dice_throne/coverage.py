"""Whether content is among what open content can be, so that proofs about any content hold for it.

Each column of a row of open content is a choice. An entry is covered where each of its own columns is one of
the values that the choice offers. Of an instruction only those columns count that its word reads.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass

from dicelaw.model.dice_throne.language import (
    Ability,
    Action,
    Card,
    Companion,
    Hero,
    Instruction,
    Op,
    Pack,
    Program,
    Status,
    Trigger,
)
from dicelaw.model.dice_throne.machine import open_duel
from dicelaw.model.dice_throne.state.duel_state import DICE
from dicelaw.model.dice_throne.tables.several import settled_hero, settled_status
from dicelaw.model.dice_throne.tables.tables import NEEDS
from dicelaw.model.kernel.concrete import Concrete
from dicelaw.model.kernel.expressions import Expr, conjuncts, constant, is_constant
from dicelaw.model.kernel.graph import Choice, Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import walk

JUMPS = (Op.OR, Op.SKIP)
"""The words whose argument is how far play goes on in a program."""
WORD = "op"
"""The column of an instruction that says which word it is."""
LIKE = 2
"""A status effect of open content that stands for any: the first is a mark where there are marks."""
STATUSES = ("token", "counted", "held", "mark", "dice_of")
"""The columns that are numbers of status effects."""


@dataclass(frozen=True)
class Coverage:
    """How many entries were looked at, and a sentence on each thing that open content cannot be."""

    entries: int
    gaps: tuple[str, ...]


def coverage(pack: Pack, beside: Pack | None = None) -> Coverage:
    """What of ``pack`` is covered by open content with its status effects, but for what is in ``beside``."""
    looks = Looks(pack)
    known = {name for name, _ in _entries(beside)} if beside is not None else set()
    found: dict[str, dict[str, None]] = {}
    for name, part in _entries(pack):
        if name not in known:
            found.setdefault(name, {}).update(dict.fromkeys(looks.gaps(part)))
    return Coverage(len(found), tuple(f"{name}: {says}" for name, gaps in found.items() for says in gaps))


class Looks:
    """Compares parts of content with the rows of open content, which has the status effects of ``pack``."""

    def __init__(self, pack: Pack) -> None:
        self._usual = set(_entries(pack))
        made = open_duel(pack)
        self.anybody = constant(0)
        self.start = made.machine.start
        self.reader = Concrete(made.machine)
        self.read = _read(made.machine)
        self.row = made.content.action(made.duel, self.anybody)
        self.code = made.content.code(made.duel, self.anybody).choices
        self.companion = made.content.companion(self.anybody)
        self.guard = made.content.ability(made.duel, self.anybody, defensive=True).choices

    def news(self, pack: Pack) -> Iterator[str]:
        """A sentence on each thing in the parts of ``pack`` that are new which open content cannot be."""
        for name, part in _entries(pack):
            if (name, part) not in self._usual:
                yield from (f"{name}: {says}" for says in self.gaps(part))

    def gaps(self, part: object) -> Iterator[str]:
        """A sentence on each column of ``part`` that open content does not have."""
        if isinstance(part, Instruction):
            most = part.base + part.per * DICE + part.add_sum * 6 * DICE
            columns = {**_columns(part), "amount": most}
            read = self.read.get(part.op, set())
            for says in _outside(self.code, {name: columns[name] for name in columns if name in read}):
                yield f"{part.op.name.lower().replace('_', ' ')}: {says}"
        elif isinstance(part, Card):
            yield from self._action(part.action, is_card=1)
        elif isinstance(part, Action):
            yield from self._action(part, is_card=0)
        elif isinstance(part, Ability):
            yield from _outside(self.guard, {"dice": part.dice} if part.dice else {})
            kinds = len(part.needs.symbols)
            if kinds > NEEDS:
                yield f"it needs {kinds} kinds of symbols; at most {NEEDS} are looked at"
        elif isinstance(part, Hero) and part.companion:
            yield from self._companion(part.companion, part.companion_max, part.companion_plus)
        elif isinstance(part, Companion):
            yield from self._companion(part.health, part.max, part.plus)

    def _companion(self, *figures: int) -> Iterator[str]:
        """A sentence on each of ``figures``, in the order of CompanionRow, that open content has not."""
        names = ("health", "max", "plus")
        usual = (self.companion.start, self.companion.most, self.companion.plus)
        for name, own, known in zip(names, figures, usual, strict=True):
            if own != known.lo:
                yield f"companion: {name} {own}; proofs are of companions with {known.lo}"

    def _action(self, action: Action, is_card: int) -> Iterator[str]:
        values = {**_columns(action), "is_card": is_card}
        yield from _outside(self.row.choices, values)
        chosen = {choice.name: values.get(choice.name, choice.lo or 0) for choice in self.row.choices}
        if not self.reader.value(self.row.held(self.anybody), self.start, chosen):
            yield "it costs nothing, and all that open content has costs something"


def _entries(pack: Pack) -> Iterator[tuple[str, object]]:
    yield from _parts((*_of_duels(pack), *pack.companions.values()))


def _of_duels(pack: Pack) -> tuple[Status | Hero, ...]:
    """The status effects and heroes of ``pack`` with what they do in a duel, which open content is of."""
    statuses = (settled_status(status, several=False) for status in pack.statuses)
    return (*statuses, *(settled_hero(hero, several=False) for hero in pack.heroes.values()))


def programs_of(pack: Pack) -> Iterator[tuple[str, Program]]:
    """Every program of ``pack``, with the id of the entry that it belongs to."""
    for name, part in _parts(_of_duels(pack)):
        match part:
            case Ability():
                yield f"{name} (activation)", part.activate
                yield f"{name} (landing)", part.land
            case Card():
                yield name, part.action.program
            case Action() | Trigger():
                yield name, part.program


def _parts(value: object, name: str = "") -> Iterator[tuple[str, object]]:
    """``value`` and all that is in it, each with the id of the entry that it belongs to.

    An upgrade is nothing that open content has; its rules are the same for all.
    """
    if isinstance(value, tuple):
        for one in value:
            yield from _parts(one, name)
    elif isinstance(value, Card):
        if value.upgrade is None:
            yield value.action.id, value
            yield from _parts(value.action.program, value.action.id)
    elif is_dataclass(value):
        name = getattr(value, "id", name) + (f" {value.level}" if isinstance(value, Ability) else "")
        yield name, value
        for one in fields(value):
            yield from _parts(getattr(value, one.name), name)


def _columns(part: Action | Instruction) -> dict[str, int]:
    """The columns of ``part``: of a status effect only whether there is one, as each has its like there.

    A jump of any length has its like in one to the next place, since what stands at a place of open content
    is chosen anew each time: an address only says how much of a program is left.
    """
    values = {one.name: getattr(part, one.name) for one in fields(part)}
    found = {name: int(value) for name, value in values.items() if isinstance(value, int)}
    if isinstance(part, Instruction) and part.op in JUMPS:
        found["arg"] = min(part.arg, 1)
    marked = min(found.get("mark", 0), 1)
    found |= {name: LIKE * min(found[name], 1) for name in STATUSES if name in found}
    return {**found, "marked": marked}


def _outside(choices: Sequence[Choice], values: Mapping[str, int]) -> Iterator[str]:
    for choice in choices:
        low, top = choice.lo or 0, choice.hi
        value = values.get(choice.name, low)
        if value < low or (top is not None and value > top):
            allowed = f"from {low} up" if top is None else f"{low} to {top}"
            yield f"{choice.name.replace('_', ' ')} {value} is not among {allowed}"


def _read(machine: Machine) -> dict[int, set[str]]:
    """For each word the columns that its transitions read, in a machine with open content."""
    found: dict[int, set[str]] = {}
    for transition in machine.transitions:
        for word in _words(transition):
            sides = [side for pair in transition.effect for side in pair]
            parts = walk(*(requirement.holds for requirement in transition.requires), *sides)
            found.setdefault(word, set()).update(part.name for part in parts if isinstance(part, Choice))
    return found


def _words(transition: Transition) -> Iterator[int]:
    """The words that ``transition`` is for, as its requirements say."""
    for requirement in transition.requires:
        for part in conjuncts(requirement.holds):
            if part.op == "==" and any(map(_is_word, part.operands)):
                yield from (one.value for one in part.operands if is_constant(one))


def _is_word(value: Expr) -> bool:
    """Whether ``value`` is the word of an instruction; at the last place of a program it is END."""
    choices = value.operands if value.op == "where" else (value,)
    return any(isinstance(one, Choice) and one.name == WORD for one in choices)
