"""The rules that set when something in a duel may be done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dicelaw.oracle.dice_throne.opening import duel_of
from dicelaw.oracle.games.decisions import PASSES, verb_of
from dicelaw.oracle.games.session import Session

ACTIONS = frozenset({"act", "declare", "play"})
MOMENTS = {
    "announce": "offense/announce-intended-ability",
    "offense/choose/reroll": "offense/up-to-three-attempts",
    "offense/choose/decline": "offense/may-decline-ability",
    "defend": "defense/step2-activate-if-defendable",
    "companion": "nyra/after-defense-roll-no-pass",
    "defense/choose/decline": "defense/optional",
    "defense/again/reroll": "cards/named/better-d-optional",
    "keep": "defense/resolve-all-nondamage-results",
    "sell": "cards/sell-only-main-or-discard",
    "upgrade": "upgrade/main-phase-only",
    "conclusion/split/choose": "status/nyras-bond/distribute",
    "resolve/choose-player/pick": "def/chosen-player",
    "resolve/or/first": "ability/or-picks-one",
    "resolve/or/second": "ability/or-picks-one",
    "pick": "turn/upkeep/order-by-active-player",
}
"""By transition, or by the last part of its id."""
STEPS = {
    "offense/choose": "offense/roll-cards-by-any-player",
    "defense/choose": "defense/roll-cards-by-any-player",
    "defense/again": "defense/roll-cards-by-any-player",
}
"""The timing points that are steps of a phase, after which there is a chance to act."""


def moment(session: Session, transitions: Sequence[str]) -> Iterator[str]:
    """See :class:`~dicelaw.oracle.games.description.Description`."""
    verbs = {verb_of(id) for id in transitions}
    if verbs <= ACTIONS | PASSES:
        yield _nothing_between(session)
        return
    rules = (
        MOMENTS.get(id) or MOMENTS.get(verb_of(id)) or "def/ability"  # what an effect asks for is in its text
        for id in transitions
    )
    yield from dict.fromkeys(rules)


def _nothing_between(session: Session) -> str:
    """Why no action comes in between here."""
    d, state = duel_of(session).duel, session.state
    depth = state[d.depth.place]
    if not depth:
        between = "ability/then-window" if session.at.startswith("resolve/") else "cards/play-time-by-kind"
        return STEPS.get(session.at, between)
    if state[d.spent[depth].place]:
        return "status/spent-uninterruptible"
    if state[d.swift[depth].place]:
        return "cards/instant/not-interruptible"
    return "cards/main-and-roll-interruptible"
