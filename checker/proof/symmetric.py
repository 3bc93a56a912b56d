"""That plays go on alike from a state and from its image, as where two dice have changed places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import partial
from itertools import chain

import z3

from dicelaw.checker.digest import Writes
from dicelaw.checker.proof.obligation import Obligation, Taken
from dicelaw.checker.proof.obligations import Assumed
from dicelaw.checker.proof.reader import Reader
from dicelaw.model.kernel.expressions import Expr
from dicelaw.model.kernel.graph import Choice, Transition
from dicelaw.model.kernel.nodes import slots_read, walk
from dicelaw.model.kernel.state import as_place
from dicelaw.model.kernel.symbolic import integer
from dicelaw.model.kernel.z3_terms import all_hold
from dicelaw.specs.property import Chosen, Symmetric


def symmetric(reader: Reader, claim: Symmetric, assumed: Assumed) -> Iterator[Obligation]:
    """That no step tells a state from its image, and that what is ``assumed`` of states holds in images too.

    There is an obligation for each point and for each transition that could tell. What is assumed is proved
    of the states of play only, and images need be none.
    """
    for point in reader.machine.points:
        given = assumed(point.id)
        build = partial(_no_state, reader, claim, point.id, given)
        yield Obligation(f"the image at {point.id}", point.id, build, (claim, *given))
    for one in reader.transitions:
        if not _untouched(reader, claim, one):
            telling, taken = _telling(claim, one), Taken(reader.edge(one), _asking(claim, one))
            build = partial(_told_apart, reader, claim, taken, telling)
            about = (claim, Writes(one, telling))
            yield Obligation(f"{one.id} from the image", one.source, build, about, one, taken=(taken,))


def _untouched(reader: Reader, claim: Symmetric, one: Transition) -> bool:
    """Whether ``one`` neither reads nor writes what the claim is about, nor chooses anything named anew."""
    about = slots_read(claim.where, *chain.from_iterable(claim.image))
    actor = [one.actor] if isinstance(one.actor, Expr) else []
    read = slots_read(*actor, *(need.holds for need in one.requires), *chain(*one.effect))
    named = {choice.wanted for choice, _ in claim.choices}
    chosen = {choice.name for choice in one.choices}
    return not (about & (reader.edge(one).post.keys() | read) or named & chosen)


def _telling(claim: Symmetric, one: Transition) -> frozenset[int]:
    """The slots that ``one`` writes by which its image may be told: any other becomes the same in both."""
    images = (*claim.image, *claim.unseen)
    about = slots_read(claim.where, *chain.from_iterable(images))
    named = {choice.wanted for choice, _ in claim.choices}
    found: set[int] = set()
    for place, value in one.effect:
        slots = frozenset(as_place(place).slots)
        index = place.operands
        anew = any(isinstance(node, Choice) and node.name in named for node in walk(*index, value))
        found |= slots if anew or about & slots_read(*index, value) else slots & about
    return frozenset(found)


def _asking(claim: Symmetric, one: Transition) -> frozenset[int]:
    """Places of what ``one`` requires by which an image may be told; the rest holds in both or neither."""
    about = slots_read(claim.where, *chain.from_iterable(claim.image))
    named = {choice.wanted for choice, _ in claim.choices}
    return frozenset(
        place
        for place, need in enumerate(one.requires)
        if about & slots_read(need.holds)
        or any(isinstance(node, Choice) and node.name in named for node in walk(need.holds))
    )


def _told_apart(reader: Reader, claim: Symmetric, step: Taken, telling: Set[int]) -> z3.BoolRef:
    """That ``step`` does otherwise in a state and in its image, where what is assumed of it holds in both.

    What it does is seen by what it writes into ``telling``.
    """
    edge, one, pre = step.edge, step.edge.transition, reader.symbolic.pre
    image, unseen = _places(claim.image), _places(claim.unseen)
    there_is = {slot: reader.term(value) for slot, value in image.items()}
    where = reader.term(claim.where)
    chosen = _chosen(reader, claim, one)
    there = [(pre[slot], term) for slot, term in there_is.items()] + chosen
    actor = reader.term(one.actor) if isinstance(one.actor, Expr) else integer(0)
    written = {slot: edge.post[slot] for slot in sorted(telling & edge.post.keys())}
    after = {0: integer(reader.machine.point_index[one.target]), **written}
    image_after = after | {slot: _in(reader, after, value) for slot, value in image.items()}
    after_image = there_is | {slot: z3.substitute(term, *there) for slot, term in after.items()}

    def like(state: Mapping[int, z3.ExprRef]) -> z3.BoolRef:
        return z3.And(
            *(
                _seen(reader, state, slot, unseen) == _seen(reader, after_image, slot, unseen)
                for slot in sorted(after.keys() | image.keys() | unseen.keys())
            )
        )

    otherwise = [
        actor != z3.substitute(actor, *there),
        *(z3.substitute(value, *chosen) != own for own, value in chosen),
        z3.Not(z3.Or(z3.And(like(image_after), _in(reader, after, claim.where)), like(after))),
    ]
    taken = all_hold(edge.offered, *step.left)
    apart = z3.Or(taken != z3.substitute(taken, *there), z3.And(taken, z3.Or(*otherwise)))
    here = reader.symbolic.at(one.source)
    return z3.And(here, *_bounds(reader, claim), edge.offered, where, apart)


def _places(image: Sequence[tuple[Expr, Expr]]) -> dict[int, Expr]:
    """What ``image`` says of each slot."""
    return {as_place(place).slots.start: value for place, value in image}


def _in(reader: Reader, state: Mapping[int, z3.ExprRef], value: Expr) -> z3.ExprRef:
    """``value`` in a ``state`` with these slots; all others are as before the step."""
    read = sorted(slots_read(value) & state.keys())
    return z3.substitute(reader.term(value), *((reader.symbolic.pre[slot], state[slot]) for slot in read))


def _seen(
    reader: Reader, state: Mapping[int, z3.ExprRef], slot: int, unseen: Mapping[int, Expr]
) -> z3.ExprRef:
    """What is seen of ``slot`` in a ``state``: see :func:`_in`."""
    return _in(reader, state, unseen[slot]) if slot in unseen else state.get(slot, reader.symbolic.pre[slot])


def _chosen(reader: Reader, claim: Symmetric, one: Transition) -> list[tuple[z3.ExprRef, z3.ExprRef]]:
    """Each choice of ``one`` with what is chosen from the image instead."""
    own = {choice.name: reader.term(choice) for choice in one.choices}
    return [
        (own[named.wanted], z3.substitute(reader.term(value), *_named(reader, own, value)))
        for named, value in claim.choices
        if named.wanted in own
    ]


def _named(
    reader: Reader, own: Mapping[str, z3.ExprRef], value: Expr
) -> Iterator[tuple[z3.ExprRef, z3.ExprRef]]:
    """What ``value`` says of choices, with those of a transition."""
    for node in walk(value):
        if isinstance(node, Chosen):
            yield reader.term(node), own[node.wanted]


def _no_state(reader: Reader, claim: Symmetric, point: str, given: Sequence[Expr]) -> z3.BoolRef:
    """That the image of a state at ``point`` is not in the domains, or that it breaks what is ``given``."""
    slots = reader.machine.slots
    image = {slot: reader.term(value) for slot, value in _places(claim.image).items()}
    there = [(reader.symbolic.pre[slot], term) for slot, term in image.items()]
    wrong = [z3.Not(z3.substitute(reader.term(one), *there)) for one in given]
    wrong += [term < slots[slot].lo for slot, term in image.items()]
    wrong += [term > slots[slot].hi for slot, term in image.items() if not slots[slot].open_above]
    here = (reader.symbolic.at(point), *_bounds(reader, claim), reader.term(claim.where))
    return z3.And(*here, z3.Or(*wrong))


def _bounds(reader: Reader, claim: Symmetric) -> Iterator[z3.BoolRef]:
    """That what the image chooses for itself is in its bounds."""
    for node in walk(*(value for _, value in claim.image)):
        if isinstance(node, Choice):
            yield reader.term(node) >= node.lo
            yield reader.term(node) <= node.hi
