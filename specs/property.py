"""Properties: what must hold, said once, with the goal and the planted bug that keep the claim honest.

A claim is plain data over kernel expressions; the engines in ``dicelaw.checker`` decide it. Points and
transitions are named by patterns as a shell matches file names (``offense/*``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache

from dicelaw.model.kernel.expressions import TRUE, Expr, number
from dicelaw.model.kernel.graph import Choice, Transition
from dicelaw.model.kernel.machine import Machine
from dicelaw.model.kernel.nodes import walk
from dicelaw.specs.bugs import Bug
from dicelaw.specs.patterns import Pattern, fitting, matches


@dataclass(frozen=True, eq=False)
class Always:
    """``holds`` in every reachable state at the points ``at``."""

    holds: Expr
    at: Pattern = "*"


@dataclass(frozen=True, eq=False)
class AllOf:
    """Every one of ``parts`` holds; each may be assumed when the steps to the others are checked."""

    parts: tuple[Always, ...]


class After(Choice):
    """The value of ``inner`` after the step that an :class:`EachStep` is about; a condition counts 0 or 1."""

    __slots__ = ("inner",)

    def __init__(self, inner: Expr) -> None:
        read = number(inner)
        super().__init__(f"after:{id(read)}", read.lo or 0, read.hi)
        self.lo, self.hi = read.lo, read.hi
        self.inner = read


def after(value: Expr) -> After:
    """``value`` as it is after the step."""
    return After(value)


class Chosen(Choice):
    """What the transition that a claim about steps speaks of chooses for ``wanted``.

    Transitions that choose nothing of that name are passed over.
    """

    __slots__ = ("wanted",)

    def __init__(self, wanted: str) -> None:
        super().__init__(f"chosen:{wanted}", 0, None, open_above=True)
        self.wanted = wanted


@dataclass(frozen=True, eq=False)
class EachStep:
    """Each transition in ``along`` from a state with ``given`` makes ``holds`` true.

    ``holds`` speaks of the state before the step, and through :func:`after` of the one after it.
    """

    holds: Expr
    given: Expr = TRUE
    along: Pattern = "*"


@dataclass(frozen=True, eq=False)
class Unchanged:
    """No transition in ``along`` changes ``values`` where ``given`` holds before it."""

    values: tuple[Expr, ...]
    given: Expr = TRUE
    along: Pattern = "*"


@dataclass(frozen=True, eq=False)
class Never:
    """No transition in ``along`` is enabled where ``given`` holds.

    With ``seat``, only decisions of that seat count.
    """

    given: Expr
    along: Pattern = "*"
    seat: Expr | None = None


Stepwise = EachStep | Unchanged | Never
"""Claims about single steps, which may name what is chosen."""


@dataclass(frozen=True, eq=False)
class Exactly:
    """Where ``given`` holds, each transition in ``along`` may be taken just where ``when`` does.

    Then it makes ``holds`` true, as :class:`EachStep` has it. So nothing forbids what a text allows, and
    nothing allows what it forbids. All three may name what is chosen.
    """

    when: Expr
    along: Pattern
    holds: Expr = TRUE
    given: Expr = TRUE


Spoken = Stepwise | Exactly
"""Claims that speak of transitions, and of what they choose."""


@lru_cache(maxsize=4096)
def later_in(part: Expr) -> tuple[After, ...]:
    """Where ``part`` of a claim speaks of the state after a step."""
    return tuple(node for node in walk(part) if isinstance(node, After))


@lru_cache(maxsize=4096)
def said_by(claim: Claim) -> tuple[Expr, ...]:
    """The expressions that ``claim`` consists of, and what it says of the state after a step."""
    found = tuple(_said(claim))
    return (*found, *(node.inner for part in found for node in later_in(part)))


def _said(part: object) -> Iterator[Expr]:
    if isinstance(part, Expr):
        yield part
    elif isinstance(part, tuple):
        for one in part:
            yield from _said(one)
    elif is_dataclass(part):
        for item in fields(part):
            yield from _said(getattr(part, item.name))


@lru_cache(maxsize=4096)
def choices_named(claim: Spoken) -> tuple[Chosen, ...]:
    """Each place where ``claim`` speaks of what is chosen, also in what it says of the state after a step."""
    match claim:
        case EachStep():
            said = [claim.given, claim.holds]
        case Unchanged():
            said = [claim.given, *claim.values]
        case Never():
            said = [claim.given, *([claim.seat] if claim.seat is not None else [])]
        case Exactly():
            said = [claim.given, claim.when, claim.holds]
    later = [node.inner for part in said for node in later_in(part)]
    return tuple(node for node in walk(*said, *later) if isinstance(node, Chosen))


def spoken_of(claim: Spoken, transitions: Iterable[Transition]) -> list[Transition]:
    """Those of ``transitions`` that ``claim`` is about: they choose what it names, and are whose it says."""
    named = {node.wanted for node in choices_named(claim)}
    by_seat = isinstance(claim, Never) and claim.seat is not None
    transitions = [*transitions]
    along = fitting((one.id for one in transitions), claim.along)
    return [
        one
        for one in transitions
        if one.id in along
        and named <= {choice.name for choice in one.choices}
        and (one.by_seat or not by_seat)
    ]


@dataclass(frozen=True, eq=False)
class Theorem:
    """``holds`` in every state of the domains with ``given``: arithmetic, whatever is reachable."""

    holds: Expr
    given: Expr = TRUE


@dataclass(frozen=True, eq=False)
class Commute:
    """Any two of the transitions in ``along`` may be done in either order: both lead to the same ``values``.

    Where both may be taken, one order is possible where the other is. Fields called ``own`` are set anew
    before each of them: neither finds there what the other has written.
    """

    values: tuple[Expr, ...]
    along: Pattern
    own: Pattern = ()


@dataclass(frozen=True, eq=False)
class Symmetric:
    """Plays go on alike from a state ``where`` that holds and from its ``image``, which has other values.

    ``image`` has what each of its fields is there, over the state and over choices of its own, which may be
    anything in their bounds. What a step chooses is chosen from the image as ``choices`` says, which done
    twice changes nothing. Then both may be taken, by the same actor, or neither, and what the one leads to is
    the same as the other, or its image where that may be told of it; what ``unseen``, an image too, makes the
    same counts as the same. The invariants that the property names hold in the images of states as well.
    """

    image: tuple[tuple[Expr, Expr], ...]
    choices: tuple[tuple[Chosen, Expr], ...] = ()
    unseen: tuple[tuple[Expr, Expr], ...] = ()
    where: Expr = TRUE


@dataclass(frozen=True)
class InDomain:
    """No step leaves the domain of any field."""


@dataclass(frozen=True)
class Covered:
    """Nothing is paid that is not there: no ``at_least(x - y, 0)`` in what is written ever cuts anything off.

    It is seen wherever it stands in an effect, either way round, and as ``where(x < y, 0, x - y)``.
    """

    along: Pattern = "*"
    fields: Pattern = "*"


@dataclass(frozen=True)
class OneOwner:
    """All decisions that are enabled at once belong to one seat, and then neither chance nor rules act."""


@dataclass(frozen=True, eq=False)
class NeverStuck:
    """Every point in ``at`` that is not final has an enabled transition where ``given`` holds."""

    given: Expr = TRUE
    at: Pattern = "*"


@dataclass(frozen=True)
class Deterministic:
    """What the rules do is determined, at the points ``at``.

    At most one transition of the rules is enabled at a time, none beside one of chance, and whatever it
    chooses comes to the same. Choices called ``content`` stand for what the content says, which is settled
    before.
    """

    at: Pattern = "*"
    content: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Progress:
    """No cycle of the timing graph, but for transitions in ``but``, can be gone round for ever.

    Each cycle has a transition that lowers one of ``measures`` which no other transition of the cycle raises,
    and which has a lower bound: its own, or 0 where that is shown.
    """

    measures: tuple[tuple[str, Expr], ...]
    but: Pattern = ()


@dataclass(frozen=True, eq=False)
class OnGraph:
    """``check`` finds nothing wrong with the timing graph: it gives a sentence on what is, else None."""

    check: Callable[[Machine], str | None]


@dataclass(frozen=True, eq=False)
class Reaches:
    """Some play leads to ``goal`` at the points ``at``."""

    goal: Expr
    at: Pattern = "*"


@dataclass(frozen=True, eq=False)
class Odds:
    """``check`` computes exact chances and says what they show: whether it holds, and a sentence."""

    check: Callable[[], tuple[bool, str]]


Claim = (
    Always
    | AllOf
    | EachStep
    | Unchanged
    | Never
    | Exactly
    | Theorem
    | Commute
    | Symmetric
    | InDomain
    | Covered
    | OneOwner
    | NeverStuck
    | Deterministic
    | Progress
    | OnGraph
    | Reaches
    | Odds
)


def matching_nothing(claim: Claim, machine: Machine) -> list[str]:
    """What ``claim`` names that ``machine`` does not have, a phrase each: then it is about nothing there."""
    points = [point.id for point in machine.points]
    steps = [transition.id for transition in machine.transitions]
    slots = [slot.name for slot in machine.slots]
    known = {"at": ("point", points), "along": ("transition", steps), "fields": ("field", slots)}
    found = []
    for part in claim.parts if isinstance(claim, AllOf) else (claim,):
        for name, (what, ids) in known.items():
            pattern: Pattern = getattr(part, name, "*")
            if not any(matches(id, pattern) for id in ids):
                shown = pattern if isinstance(pattern, str) else ", ".join(pattern)
                found.append(f"`{name}` ({shown}) matches no {what}")
        if not found and isinstance(part, Spoken) and not spoken_of(part, machine.transitions):
            named = ", ".join(sorted({node.wanted for node in choices_named(part)}))
            lacks = f"chooses not all of {named}" if named else "is decided by no seat"
            found.append(f"what `along` matches {lacks}, so that it is about no transition")
    return found


@dataclass(frozen=True, eq=False)
class Goal:
    """A situation that must be reachable, or the property would hold for want of cases."""

    says: str
    holds: Expr
    at: Pattern = "*"


@dataclass(frozen=True, eq=False)
class Property:
    """What must hold. ``using`` names the invariants that its proof may assume: properties, proved as well.

    ``machine`` says which machine it is about, by a name that the game gives to it.
    """

    id: str
    says: str
    claim: Claim
    cites: tuple[str, ...] = ()
    using: tuple[str, ...] = ()
    goal: Goal | None = None
    bug: Bug | None = None
    machine: str = "open"

    @property
    def carrier(self) -> str:
        """What carries the rules that this cites, as citations name it."""
        return f"property/{self.id}"
