"""The prose reader: expressions, requirements, transitions and steps as English sentences.

Long expressions are shortened to "…". Rule ids are never cut: they are what a reader looks up.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from dicelaw.model.kernel.expressions import TRUE, Constant, Expr, constant, is_constant
from dicelaw.model.kernel.graph import Choice
from dicelaw.model.kernel.labels import value_word
from dicelaw.model.kernel.lookups import Lookup
from dicelaw.model.kernel.state import Cell, Field, Slot, State
from dicelaw.model.number_of import number_of

if TYPE_CHECKING:
    from dicelaw.model.kernel.graph import Agent, Requirement, Transition
    from dicelaw.model.kernel.machine import Machine

ROOM = 200
SHORT = 100
MOST = 6
DEEPEST = 12
CUT = "…"

# Each comparison, then its opposite; and both again for sides that are swapped.
_COMPARED = {
    "<": ("is less than", "is at least", "is more than", "is at most"),
    "<=": ("is at most", "is more than", "is at least", "is less than"),
    "==": ("is", "is not", "is", "is not"),
}
_EXTREME = {"min": "smaller", "max": "larger"}
_COMPOUND = {"+", "-", "*", "//", "%", "where", "and", "or", "not", *_EXTREME, *_COMPARED}
_OTHERS = {"chance": "by chance:", "rules": "by the rules:"}
_AT_KIND = {
    "decision": "a player decides",
    "window": "players may act in order of priority",
    "chance": "chance decides",
    "rules": "the rules go on by themselves",
    "final": "the play is over",
}


def phrase(expr: Expr, slots: Sequence[Slot] = (), room: int = ROOM) -> str:
    """``expr`` in words, at most about ``room`` characters; what does not fit is shortened to "…".

    ``slots`` are those of the machine: with them an array cell at a computed index has value labels too.
    """
    best = _Speaker(slots, 1).say(expr)
    for depth in range(2, DEEPEST):
        text = _Speaker(slots, depth).say(expr)
        if len(text) > room:
            break
        best = text
    return best


class _Speaker:
    """Says an expression down to a depth, and of each node at most so many operands."""

    def __init__(self, slots: Sequence[Slot], depth: int) -> None:
        self.slots = slots
        self.depth = depth

    def say(self, node: Expr) -> str:
        """The words for ``node``."""
        match node:
            case Constant():
                return ("never", "always")[node.value] if node.is_bool else str(node.value)
            case Choice():
                return "the " + _spaced(node.name)
            case Field():
                return _cell_words(node.slot) if node.slot.name.endswith("]") else node.slot.says
        return _Speaker(self.slots, self.depth - 1).compound(node) if self.depth else CUT

    def inner(self, node: Expr) -> str:
        """The words for ``node`` as a part of more words."""
        text = self.say(node)
        return f"({text})" if node.op in _COMPOUND and text != CUT else text

    def compound(self, node: Expr) -> str:
        """The words for an operator and its operands."""
        if node.op in _COMPARED:
            return self.comparison(node, True)
        if node.op in ("+", "-"):
            return self.sum(node)
        below = node.operands
        if node.op == "or" and (given := [part for part in below if part.op == "not"]):
            rest = [part for part in below if part.op != "not"]
            then = self.either(rest) if rest else "never"
            return f"{then}, where {' and '.join(self.conditions([part.operands[0] for part in given]))}"
        if node.op in ("and", "or"):
            return "either " * (node.op == "or") + f" {node.op} ".join(self.conditions(below))
        if isinstance(node, Lookup):
            return self.entry(node)
        if isinstance(node, Cell):
            return self.cell(node)
        words = [self.inner(part) for part in below]
        match node.op:
            case "//":
                above = below[0]
                if words[1] == "2" and above.op == "+" and self.say(above.operands[1]) == "1":
                    return f"half of {self.inner(above.operands[0])} rounded up"
                return f"{words[0]} divided by {words[1]}, rounded down"
            case "%":
                return f"what is left of {words[0]} when it is divided by {words[1]}"
            case "not":
                denied = below[0]
                return self.comparison(denied, False) if denied.op in _COMPARED else f"not {words[0]}"
            case "where":
                return f"{words[1]} if {words[0]}, otherwise {words[2]}"
            case "min" | "max":
                return f"the {_EXTREME[node.op]} of {words[0]} and {words[1]}"
        return " times ".join(words)

    def entry(self, node: Lookup) -> str:
        """An entry of a table by what its index is about: "the cost of the card"."""
        name = _spaced(node.name).partition(" of the ")[0]
        row, column = _coordinates(node.index)
        which = self.inner(column)
        return f"the {name} of {which}" if row is None else f"the {name} ({which}) of {self.inner(row)}"

    def cell(self, node: Cell) -> str:
        """A cell of an array by what its index is about: "the tokens (poison) of the active player"."""
        says = self.slots[node.base].says if self.slots else f"the {_spaced(node.name)}"
        row, column = _coordinates(node.index)
        if row is None:
            return f"{says} of {self.inner(column)}"
        which = self.inner(column)
        if is_constant(column) and self.slots:
            which = self.slots[node.base + column.value].name.rpartition("/")[2].rstrip("]")
            which = which.rpartition("[")[2]
        return f"{says} ({which}) of {self.inner(row)}"

    def either(self, parts: Sequence[Expr]) -> str:
        """The words for one of ``parts`` at least."""
        said = self.conditions(parts)
        return said[0] if len(said) == 1 else "either " + " or ".join(said)

    def sum(self, node: Expr) -> str:
        """A chain of additions and subtractions, or how many conditions hold where they are counted."""
        terms: list[tuple[str, Expr]] = []
        while node.op in ("+", "-"):
            terms.append((node.op, node.operands[1]))
            node = node.operands[0]
        terms.append(("+", node))
        terms.reverse()
        if len(terms) == 2 and terms[1][0] == "-" and _is_one(node) and terms[1][1].hi == 1:
            return f"the opponent of {self.inner(terms[1][1])}"
        if all(sign == "+" and _counts(term) for sign, term in terms):
            counted = self.conditions([term.operands[0] for _, term in terms])
            return f"how many of these hold: {'; '.join(counted)}"
        signs = {"+": "plus", "-": "less"}
        shown = " ".join(f"{signs[sign]} {self.inner(term)}" for sign, term in terms[:MOST])
        return shown.removeprefix("plus ") + f" plus {CUT}" * (len(terms) > MOST)

    def conditions(self, parts: Sequence[Expr]) -> list[str]:
        """The words for the first of ``parts``, as members of a list."""
        shown = [self.inner(part) if part.op in ("and", "or") else self.say(part) for part in parts[:MOST]]
        return shown + [CUT] * (len(parts) > MOST)

    def comparison(self, node: Expr, holds: bool) -> str:
        """What ``node`` compares, or its opposite; a constant comes last, by its label where it has one."""
        swapped = is_constant(node.operands[0])
        left, right = reversed(node.operands) if swapped else node.operands
        slot = _slot_of(left, self.slots)
        if slot and node.op == "==" and is_constant(right) and (left.lo, left.hi) == (0, 1):
            up = right.value if holds else 1 - right.value
            if slot.labels == ("no", "yes") and not slot.name.endswith("]"):
                fact = slot.says.removeprefix("whether ")
                return fact if up else f"not ({fact})"
            return f"{self.inner(left)} is {slot.label(up)}"
        value = self.inner(right) if right.op == "where" else self.say(right)
        named = slot or (left if isinstance(left, Choice) and left.labels else None)
        if is_constant(right) and named is not None:
            value = named.label(right.value)
        elif is_constant(right) and isinstance(left, Choice | Lookup):
            value = value_word(left.name, right.value)
        return f"{self.inner(left)} {_COMPARED[node.op][2 * swapped + (not holds)]} {value}"


def _is_one(node: Expr) -> bool:
    return is_constant(node) and node.value == 1


def _cell_words(slot: Slot) -> str:
    """A cell of an array in words: "the health of 1", "the tokens (poison) of 1"."""
    row, _, column = slot.name.partition("[")[2].rstrip("]").rpartition("/")
    return f"{slot.says} ({_spaced(column)}) of {row}" if row else f"{slot.says} of {_spaced(column)}"


def _coordinates(index: Expr) -> tuple[Expr | None, Expr]:
    """The row and the column of an index that counts so many cells a row; no row, where there is one only."""
    terms = []
    rest = index
    while rest.op == "+":
        terms.append(rest.operands[1])
        rest = rest.operands[0]
    terms.append(rest)
    rows = [term for term in terms if term.op == "*" and any(is_constant(part) for part in term.operands)]
    if not rows:
        return None, _from_one(index)
    row = next(part for part in rows[0].operands if not is_constant(part))
    columns = [term for term in terms if term is not rows[0]]
    column = columns[0] if columns else constant(0)
    for term in columns[1:]:
        column = column + term
    return row, _from_one(column)


def _from_one(index: Expr) -> Expr:
    """What ``index`` counts from 0, where that is counted from 1 otherwise."""
    if index.op == "max" and is_constant(index.operands[1]):
        index = index.operands[0]
    if index.op == "+":
        index = next((part for part in index.operands if not is_constant(part)), index)
    return index.operands[0] if index.op == "-" and _is_one(index.operands[1]) else index


def _spaced(name: str) -> str:
    return name.replace("_", " ").replace("-", " ")


def _counts(node: Expr) -> bool:
    return node.op == "where" and [part.value for part in node.operands[1:] if is_constant(part)] == [1, 0]


def _slot_of(place: Expr, slots: Sequence[Slot]) -> Slot | None:
    if isinstance(place, Field):
        return place.slot
    return slots[place.base] if isinstance(place, Cell) and slots else None


def _actor(machine: Machine, transition: Transition) -> str:
    """Who does ``transition``, as the start of a clause that its verb phrase ends."""
    actor = transition.actor
    if not isinstance(actor, Expr):
        return _OTHERS[actor.value]
    if is_constant(actor):
        return f"{machine.seats[actor.value]} may"
    if actor.op == "-" and is_constant(actor.operands[0]):
        return f"the opponent of {phrase(actor.operands[1], machine.slots, 60)} may"
    words = phrase(actor, machine.slots, 80)
    if words.startswith("whose "):
        return f"the player {words} it is may"
    return f"the player {words} may" if words.startswith("who ") else f"{words} may"


def _offer(choice: Choice) -> str:
    """A choice that is still open: its name and what it may be."""
    few = 0 < len(choice.labels) <= 3
    ends = (choice.label(choice.lo or 0), choice.label(choice.top or 0))
    return f"{_spaced(choice.name)} ({' or '.join(choice.labels) if few else ' to '.join(ends)})"


def _change(place: Expr, value: Expr, slots: Sequence[Slot]) -> str:
    """One effect: what a field becomes, or by how much it goes up or down."""
    target, slot = phrase(place, slots, SHORT), _slot_of(place, slots)
    if value.op in ("+", "-") and target != CUT and phrase(value.operands[0], slots, SHORT) == target:
        by = phrase(value.operands[1], slots, SHORT)
        return f"{target} goes {'up' if value.op == '+' else 'down'} by {by}"
    named = slot.label(value.value) if slot and is_constant(value) else phrase(value, slots, SHORT)
    return f"{target} becomes {named}"


def _cited(rules: Sequence[str]) -> str:
    return f" [{', '.join(rules)}]" if rules else ""


def _first(items: Sequence[str], unit: str) -> list[str]:
    """``items`` up to a number and a length; the others are only counted."""
    fitting = sum(end <= ROOM for end in accumulate(map(len, items)))
    shown = list(items[: max(min(fitting, MOST), 1)])
    rest = len(items) - len(shown)
    return [*shown, number_of(rest, f"more {unit}")] if rest else shown


def requirement_sentence(requirement: Requirement, slots: Sequence[Slot] = ()) -> str:
    """What the rule of ``requirement`` demands."""
    return f"The rule {requirement.rule} demands that {phrase(requirement.holds, slots)}."


def transition_sentence(machine: Machine, transition: Transition) -> str:
    """Who may do ``transition`` when, what it demands with the rules that do, and what it changes."""
    says_of = {point.id: point.says for point in machine.points}
    says = transition.says.format(**{choice.name: _offer(choice) for choice in transition.choices})
    text = f'At "{says_of[transition.source]}", {_actor(machine, transition)} {says}'
    demanding = [need for need in transition.requires if need.holds is not TRUE]
    needs = [phrase(need.holds, machine.slots, SHORT) + _cited([need.rule]) for need in demanding]
    changed = _first([_change(place, value, machine.slots) for place, value in transition.effect], "change")
    if needs:
        text += f", if {' and '.join(_first(needs, 'condition'))}"
    text += f'; then {", ".join([*changed, "play goes on to"])} "{says_of[transition.target]}".'
    return text + _cited([rule for rule in transition.rules if _cited([rule]) not in text])


def changes(machine: Machine, before: State, after: State) -> list[tuple[str, str, str]]:
    """The name, old value and new value of each slot that differs, the timing point left out."""
    return [
        (slot.name, slot.label(old), slot.label(new))
        for slot, old, new in zip(machine.slots[1:], before[1:], after[1:], strict=True)
        if old != new
    ]


def step_sentence(
    machine: Machine, actor: int | Agent, before: State, move: Sequence[int], after: State
) -> str:
    """What ``actor`` did by ``move`` (a transition's number, then its choices), and what that changed."""
    transition = machine.transitions[move[0]]
    chosen = zip(transition.choices, move[1:], strict=True)
    says = transition.says.format(**{choice.name: choice.label(value) for choice, value in chosen})
    who = f"{machine.seats[actor]}:" if isinstance(actor, int) else _OTHERS[actor.value].capitalize()
    changed = [f"{name} {old} -> {new}" for name, old, new in changes(machine, before, after)]
    return "; ".join([f"{who} {says}", *_first(changed, "change")]) + f".{_cited(transition.rules)}"


def point_sentence(machine: Machine, point_id: str) -> str:
    """What kind of moment the timing point is, and where play goes from it. Raises KeyError if unknown."""
    point = machine.points[machine.point_index[point_id]]
    targets = dict.fromkeys(t.target for t in machine.transitions if t.source == point_id)
    onward = f"; play goes on to {', '.join(_first(list(targets), 'point'))}" if targets else ""
    return f'At "{point.says}" ({point.id}) {_AT_KIND[point.kind.value]}{onward}.'
