"""Definitions: what rules say in one way of several things or in several places, named part by part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from dicelaw.model.kernel.expressions import Expr, truth
from dicelaw.model.kernel.prose import phrase

Noted = tuple[str, tuple[Expr, ...], Expr]
"""A name, which has braces for what it is about, that, and the expression that it names."""
LEAVES = ("field", "choice", "const")


class Definitions(Mapping[str, Sequence[Expr]]):
    """What rules define, by name; see ``definitions`` of a machine.

    Below each expression that was noted it has the parts that those of one name have alike, named by their
    place in it, so that a definition is one whatever it is about. Nothing may be noted once it is read.
    """

    def __init__(self, said: Iterable[Noted] = ()) -> None:
        self.log = [*said]
        """What was noted, in order."""

    def noted(self) -> Definitions:
        """What is noted up to now: what is noted later, as where properties are stated, is not in it."""
        return Definitions(self.log)

    def said(self, name: str, expression: Expr, *about: Expr) -> Expr:
        """``expression``, noted as one that says ``name``, which has braces for what it is ``about``."""
        self.log.append((name, about, expression))
        return expression

    def holds(self, name: str, condition: Expr | bool) -> Expr:
        """``condition``, noted as one that says ``name``."""
        return self.said(name, truth(condition))

    def __getitem__(self, name: str) -> Sequence[Expr]:
        return self._parts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._parts)

    def __len__(self) -> int:
        return len(self._parts)

    @cached_property
    def _parts(self) -> Mapping[str, Sequence[Expr]]:
        said: dict[str, list[Expr]] = {}
        for name, about, expression in self.log:
            said.setdefault(name.format(*map(phrase, about)), []).append(expression)
        found: dict[str, list[Expr]] = {}
        for name, several in said.items():
            for part, those in _alike(name, several, set()):
                found.setdefault(part, []).extend(those)
        return found


def _alike(
    name: str, several: Sequence[Expr], done: set[tuple[int, ...]]
) -> Iterator[tuple[str, list[Expr]]]:
    """The parts of ``several`` expressions, those at one place together as far as they are of one form."""
    forms: dict[tuple[object, ...], dict[int, Expr]] = {}
    for one in several:
        if one.op not in LEAVES:
            forms.setdefault(_form(one), {})[id(one)] = one
    for form, of_form in forms.items():
        if (key := tuple(of_form)) in done:
            continue
        done.add(key)
        those = [*of_form.values()]
        here = f"{name}/{' '.join(map(str, form))}"
        yield here, those
        for place in range(len(those[0].operands)):
            path = f"{here}/{len(those[0].parameters) + place}"
            yield from _alike(path, [one.operands[place] for one in those], done)


def _form(one: Expr) -> tuple[object, ...]:
    """The form of an expression: its operator, how many operands it has, and the name of a table or array."""
    said = [one for one in one.parameters if isinstance(one, str)]
    return (one.op, len(one.parameters) + len(one.operands), *said)
