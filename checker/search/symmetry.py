"""Symmetry: blocks of slots, such as dice, that can be exchanged without a difference to any play.

An exchange of two blocks is taken only where it is proved: written with the slots exchanged, the steps of
each transition have the same normal form as those of some transition, each question has its own, and the
start of the machine is the same. Then it maps plays onto plays with the same answers, so of the states that
exchanges make of each other one is enough: that in which the blocks are in ascending order. A play through
such states is turned into a play of the machine by doing the exchanges in the states instead, step by step.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import pairwise
from operator import or_

from dicelaw.checker.search.ground_transitions import Instance, instances
from dicelaw.checker.search.normal_form import Forms
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.graph import Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import slots_read, walk
from dicelaw.model.kernel.state import Cell, Field, Slot, State

Block = tuple[int, ...]
"""Slots that change places together with those of another block, each with the one in its position."""
WIDEST = 62
"""How many bits a block may have, so that it can be compared as one number."""
MARKS = ("one", "other")


@dataclass(frozen=True)
class Symmetry:
    """Families of blocks; within each family any blocks may be exchanged.

    ``alike`` has for each transition those that exchanges make of it, where that is more than itself.
    """

    families: tuple[tuple[Block, ...], ...] = ()
    alike: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def canonical(self, state: State) -> State:
        """The state that stands for ``state``: its blocks are in ascending order."""
        changed = list(state)
        for blocks in self.families:
            rows = sorted(tuple(state[slot] for slot in block) for block in blocks)
            for block, row in zip(blocks, rows, strict=True):
                for slot, value in zip(block, row, strict=True):
                    changed[slot] = value
        return tuple(changed)

    def says(self, slots: Sequence[Slot]) -> tuple[str, ...]:
        """Each family by the names of its slots."""
        return tuple(
            ", ".join("+".join(slots[slot].name for slot in block) for block in blocks)
            for blocks in self.families
        )


NONE = Symmetry()


def interchangeable(machine: Machine, questions: Iterable[Expr], apart: Iterable[int] = ()) -> Symmetry:
    """The symmetry that is found in ``machine`` and in each of ``questions``, conditions on its states.

    Slots that are ``apart`` stay where they are.
    """
    search = _Search(machine, tuple(questions), frozenset(apart))
    families: list[tuple[Block, ...]] = []
    used = set[int]()
    for members in search.classes():
        rest = [slot for slot in members if slot not in used]
        while rest:
            root, *rest = rest
            blocks = search.family(root, [slot for slot in rest if slot not in used], used)
            if len(blocks) > 1:
                families.append(blocks)
                used.update(slot for block in blocks for slot in block)
                rest = [slot for slot in rest if slot not in used]
    return Symmetry(tuple(families), search.alike(families))


class _Search:
    """The search for exchanges: slots that look alike are candidates, normal forms are the proof."""

    def __init__(self, machine: Machine, questions: tuple[Expr, ...], fixed: frozenset[int]) -> None:
        self.machine = machine
        self.questions = questions
        self.fixed = fixed
        self.forms = Forms()
        looks = self._first_looks()
        sizes = Counter(looks)
        candidates = {slot for slot, look in enumerate(looks) if sizes[look] > 1}
        touching = [one for one in machine.transitions if candidates & (_reads(one) | _writes(one))]
        apart = [instances(machine, transition) for transition in touching]
        self.steps = [one for one in apart if one]
        self.touched = [
            frozenset(slot for one in steps for slot in one.reads | one.writes) for steps in self.steps
        ]
        self._about = [_about(steps) for steps in self.steps]
        self.looks = self._refined(looks)

    def _first_looks(self) -> list[int]:
        """What each slot looks like from afar; those with a look of their own can't be exchanged."""
        parts: list[list[tuple[Hashable, ...]]] = [[] for _ in self.machine.slots]
        for transition in self.machine.transitions:
            reads, writes = _reads(transition), _writes(transition)
            for slot in reads | writes:
                parts[slot].append((transition.source, transition.target, slot in reads, slot in writes))
        slots = self.machine.slots
        pinned = (
            self.fixed | {0} | {slot for slot, part in enumerate(parts) if not (part and slots[slot].bits)}
        )
        roots = [root for one in self.machine.transitions for root in _roots(one)]
        cells = [node for node in walk(*roots, *self.questions) if isinstance(node, Cell)]
        pinned |= {slot for cell in cells if slots_read(cell.index) for slot in cell.slots}
        return _numbered(
            place if place in pinned else (domain, sorted(part))
            for place, (domain, part) in enumerate(zip(self._domains(), parts, strict=True))
        )

    def _domains(self) -> list[tuple[int, int, bool, int]]:
        """The domain of each slot, and how it begins."""
        values = zip(self.machine.slots, self.machine.start, strict=True)
        return [(slot.lo, slot.hi, slot.open_above, value) for slot, value in values]

    def _refined(self, looks: Sequence[object]) -> list[int]:
        """``looks``, with slots told apart that play different parts in transitions or questions."""
        names = _numbered(looks)
        while True:
            sizes = Counter(names)
            usual: list[dict[int, int]] = [{} for _ in self.steps]
            for steps, known in zip(self.steps, usual, strict=True):
                self.forms.transition(steps, names, known)
            finer = _numbered(
                [
                    (name, self._part(slot, names, usual) if sizes[name] > 1 else ())
                    for slot, name in enumerate(names)
                ]
            )
            if len(set(finer)) == len(sizes):
                return names
            names = finer

    def _part(
        self, slot: int, names: Sequence[Hashable], usual: Sequence[Mapping[int, int]]
    ) -> tuple[Hashable, ...]:
        """What is said of ``slot`` where slots go by ``names``, by which parts have their ``usual`` forms."""
        marked = [*names]
        marked[slot] = ("this", names[slot])
        said = []
        for number, touched in enumerate(self.touched):
            if slot in touched:
                about = self._about[number]
                known = {node: form for node, form in usual[number].items() if not about[node] >> slot & 1}
                said.append(self.forms.transition(self.steps[number], marked, known))
        asked = [self.forms.expression(one, marked) for one in self.questions if slot in slots_read(one)]
        return (*sorted(said), "asked", *sorted(asked))

    def classes(self) -> list[list[int]]:
        """Slots that look alike, in order."""
        found: dict[int, list[int]] = defaultdict(list)
        for slot, look in enumerate(self.looks):
            found[look].append(slot)
        return [members for members in found.values() if len(members) > 1]

    def family(self, root: int, others: Iterable[int], used: set[int]) -> tuple[Block, ...]:
        """The block of ``root`` and those that it can be exchanged with; none of them has a slot in
        ``used``."""
        blocks: list[Block] = []
        for other in others:
            if any(other in block for block in blocks):
                continue
            pairs = self._exchange(root, other)
            one, two = tuple(first for first, _ in pairs), tuple(second for _, second in pairs)
            if not pairs or used.intersection(one + two) or (blocks and one != blocks[0]):
                continue
            bits = sum(self.machine.slots[slot].bits for slot in one)
            if bits <= WIDEST and not any(set(two) & set(block) for block in blocks):
                blocks = [*(blocks or [one]), two]
        return tuple(blocks)

    def _exchange(self, one: int, other: int) -> list[tuple[int, int]]:
        """The proved exchange that ``one`` and ``other`` are part of, as pairs, theirs first; or nothing."""
        there, back = [
            self._refined([(look, mark.get(slot)) for slot, look in enumerate(self.looks)])
            for mark in ({one: MARKS[0], other: MARKS[1]}, {other: MARKS[0], one: MARKS[1]})
        ]
        target: dict[int, list[int]] = defaultdict(list)
        for slot, look in enumerate(back):
            target[look].append(slot)
        image = list(range(len(there)))
        for slot, look in enumerate(there):
            if len(target[look]) == 1:
                image[slot] = target[look][0]
        if image[one] != other or any(image[new] != slot for slot, new in enumerate(image)):
            return []
        if not self._proved(image):
            return []
        pairs = [(slot, new) for slot, new in enumerate(image) if slot < new]
        return [(one, other), *(pair for pair in pairs if pair != (one, other))]

    def _moved(self, image: Sequence[int]) -> list[int]:
        """The numbers of the transitions that an exchange touches."""
        moved = {slot for slot, new in enumerate(image) if slot != new}
        return [number for number, touched in enumerate(self.touched) if moved & touched]

    def _proved(self, image: Sequence[int]) -> bool:
        """Whether the exchange maps the transitions onto themselves, and each question onto itself."""
        domains = self._domains()
        if any(domains[slot] != domains[new] for slot, new in enumerate(image)):
            return False
        same, moved = range(len(image)), self._moved(image)
        before = Counter(self.forms.transition(self.steps[number], same) for number in moved)
        after = Counter(self.forms.transition(self.steps[number], image) for number in moved)
        return before == after and all(
            self.forms.expression(one, same) == self.forms.expression(one, image) for one in self.questions
        )

    def alike(self, families: Iterable[Sequence[Block]]) -> dict[str, frozenset[str]]:
        """The transitions that exchanges within ``families`` make of each other."""
        same = range(len(self.machine.slots))
        groups = {number: {number} for number in range(len(self.steps))}
        for blocks in families:
            for one, two in pairwise(blocks):
                image = list(same)
                for first, second in zip(one, two, strict=True):
                    image[first], image[second] = second, first
                moved = self._moved(image)
                by_form = {self.forms.transition(self.steps[number], same): number for number in moved}
                for number in moved:
                    other = by_form[self.forms.transition(self.steps[number], image)]
                    joined = groups[number] | groups[other]
                    groups.update(dict.fromkeys(joined, joined))
        ids = [steps[0].transition.id for steps in self.steps]
        return {
            ids[number]: frozenset(ids[other] for other in group)
            for number, group in groups.items()
            if len(group) > 1
        }


def _roots(transition: Transition) -> list[Expr]:
    """The expressions of ``transition``, places included."""
    conditions = [requirement.holds for requirement in transition.requires]
    return [*conditions, *(side for pair in transition.effect for side in pair)]


def _reads(transition: Transition) -> set[int]:
    """The slots that ``transition`` reads."""
    conditions = [requirement.holds for requirement in transition.requires]
    indices = [place.index for place, _ in transition.effect if isinstance(place, Cell)]
    return set(slots_read(*conditions, *indices, *(value for _, value in transition.effect)))


def _writes(transition: Transition) -> set[int]:
    """The slots that ``transition`` may write, but for the timing point."""
    return {slot for place, _ in transition.effect for slot in place.slots}


def _about(steps: Sequence[Instance]) -> dict[int, int]:
    """The slots that each of ``steps`` and each part of them names, by identity, as the bits of a number."""
    found = {id(choice): 0 for one in steps for choice in one.left}
    for one in steps:
        roots = [*one.requires, *(side for pair in one.effect for side in pair)]
        for node in walk(*roots, known=found):
            own = sum(1 << slot for slot in node.slots) if isinstance(node, Field | Cell) else 0
            found[id(node)] = reduce(or_, (found[id(part)] for part in node.operands), own)
        found[id(one)] = reduce(or_, (found[id(root)] for root in roots), 0)
    return found


def _numbered(looks: Iterable[object]) -> list[int]:
    """Equal numbers for equal ``looks``; the same ones for what is renamed throughout."""
    texts = [repr(look) for look in looks]
    order = {text: number for number, text in enumerate(sorted(set(texts)))}
    return [order[text] for text in texts]
