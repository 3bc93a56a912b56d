"""What stands in the way of a decision in a duel, and what the options of a choice are."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from dicelaw.model.dice_throne.language import Who
from dicelaw.model.dice_throne.prose import describe, requirement, sentence
from dicelaw.model.dice_throne.state.duel_state import DICE, HAND, ZONES
from dicelaw.model.dice_throne.tables.tables import ANYBODY, TableContent
from dicelaw.model.kernel.concrete import Move
from dicelaw.model.kernel.state import State
from dicelaw.oracle.dice_throne.opening import duel_of
from dicelaw.oracle.games.decisions import verb_of
from dicelaw.oracle.games.session import Session

OPTIONS = frozenset({"first", "second"})
PLAYERS = frozenset({"player", "to"})
"""What choices of a player are called."""
NEEDS = "offense/requirement-must-be-met"
CHOSEN = "def/chosen-player"
THERE = "status/remove-n-means-n-tokens"


def option(session: Session, move: Move) -> str:
    """See :class:`~dicelaw.oracle.games.description.Description`: the effects of a way, or who is picked."""
    verb = verb_of(session.transition(move).id)
    content, d = duel_of(session).content, duel_of(session).duel
    if not isinstance(content, TableContent):
        return ""
    if verb not in OPTIONS:
        return "" if d.seats.duel else _picked(session, move)
    depth = session.state[d.depth.place]
    at, owner = session.state[d.pc[depth].place], session.state[d.owner[depth].place]
    other = at + content.rows[at].arg
    over = content.rows[other - 1]
    begin, end = (at + 1, other - 1) if verb == "first" else (other, other - 1 + over.arg)
    symbols = content.heroes[owner].symbols
    return sentence(describe(tuple(content.rows[begin:end]), content.statuses, symbols))


def _picked(session: Session, move: Move) -> str:
    """The heroes of the players whom ``move`` picks by their numbers."""
    choices = zip(session.transition(move).choices, move[1:], strict=True)
    return ", ".join(session.machine.seats[value] for choice, value in choices if choice.name in PLAYERS)


def owner(session: Session, move: Move) -> int | None:
    """See :class:`~dicelaw.oracle.games.description.Description`."""
    transition, content = session.transition(move), duel_of(session).content
    if not isinstance(content, TableContent):
        return None
    for choice, value in zip(transition.choices, move[1:], strict=True):
        if choice.name == "ability":
            return content.printed(transition.source.startswith("defense/"))[value][0]
        if choice.name == "action":
            seat, _ = content.used()[value]
            return None if seat == ANYBODY else seat
    return None


def facts(session: Session, state: State, move: Move) -> Sequence[str]:
    """See :class:`~dicelaw.oracle.games.description.Description`."""
    transition = session.transition(move)
    unmet = {str(need.rule) for need in session.reader.why_not(state, move)}
    seat = session.seat_meant(session.reader.actor(state, move), state)
    found: list[str] = []
    for choice, value in zip(transition.choices, move[1:], strict=True):
        if choice.name == "ability":
            found += _ability(session, state, value, seat, transition.source, unmet)
        elif choice.name == "action":
            found += _action(session, state, value, seat)
        elif choice.name == "card":
            found += _card(session, state, value, seat)
        elif choice.name == "status" and THERE in unmet:
            found += _status(session, state, value)
        elif choice.name == "player" and CHOSEN in unmet:
            found.append(_not_meant(session, state, value, seat))
    return found


def _not_meant(session: Session, state: State, player: int, seat: int) -> str:
    """Why ``seat`` may not pick ``player`` for the instruction that is due."""
    d, content = duel_of(session).duel, duel_of(session).content
    assert isinstance(content, TableContent)
    names = session.machine.seats
    who = content.rows[state[d.pc[state[d.depth.place]].place]].who
    if who is Who.CHOSEN_TEAMMATE:
        return f"a teammate of {names[seat]} is meant, which {names[player]} is not"
    return f"{names[player]} has been picked for this effect already, and somebody else is meant"


def _ability(
    session: Session, state: State, value: int, seat: int, at: str, unmet: Collection[str]
) -> Iterator[str]:
    d, content = duel_of(session).duel, duel_of(session).content
    assert isinstance(content, TableContent)
    defensive = at.startswith("defense/")
    owner, ability = content.printed(defensive)[value]
    names, hero = session.machine.seats, content.heroes[owner]
    if owner != seat:
        yield f"{ability.name} is an ability of {names[owner]}, not of {names[seat]}"
    elif NEEDS in unmet:
        dice = [state[d.die(0, place).slots.start] for place in range(DICE)]
        shown = ", ".join(str(face) for face in dice if face) or "nothing yet"
        yield f"{ability.name} needs {requirement(ability.needs, hero.symbols)}; the dice show {shown}"


def _action(session: Session, state: State, value: int, seat: int) -> Iterator[str]:
    d, content = duel_of(session).duel, duel_of(session).content
    assert isinstance(content, TableContent)
    owner, action = content.used()[value]
    names = session.machine.seats
    if owner not in (seat, ANYBODY):
        yield f"{content.action_names()[value]} belongs to {names[owner]}, not to {names[seat]}"
        return
    if value < len(content.heroes) * content.deck:
        yield from _card(session, state, value - owner * content.deck, seat)
    if action is None:
        return
    if action.cp > state[d.cp[seat].place]:
        yield f"{action.name} costs {action.cp} CP; {names[seat]} has {state[d.cp[seat].place]}"
    if action.token:
        had = state[d.tokens[seat * d.kinds + action.token - 1].place]
        if had < action.tokens:
            what = content.statuses[action.token].name
            yield f"{action.name} takes {action.tokens} {what}; {names[seat]} has {had}"


def _status(session: Session, state: State, value: int) -> Iterator[str]:
    d, names = duel_of(session).duel, session.machine.seats
    counts = [state[d.tokens[seat * d.kinds + value - 1].place] for seat in range(len(names))]
    shared = " and ".join(f"{names[seat]} has {count or 'no'}" for seat, count in enumerate(counts))
    yield f"{shared} {d.statuses[value].name}"


def _card(session: Session, state: State, value: int, seat: int) -> Iterator[str]:
    d, content = duel_of(session).duel, duel_of(session).content
    assert isinstance(content, TableContent)
    if d.zone is None:
        return
    zone = state[d.zone[seat * d.deck + value].place]
    if zone != HAND:
        card, who = content.card_names(seat)[value], session.machine.seats[seat]
        yield f"{card} is not in the hand of {who}; its place is: {ZONES[zone]}"
