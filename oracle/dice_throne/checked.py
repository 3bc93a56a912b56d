"""What was found of content of a designer, in words: sentences, and loops as they are played."""

from __future__ import annotations

from collections.abc import Sequence, Sized

from dicelaw.checker.dice_throne.attack_damage import AttackDamage
from dicelaw.checker.dice_throne.checking import Found
from dicelaw.checker.dice_throne.first_win import ID as FIRST
from dicelaw.checker.dice_throne.first_win import FirstWin
from dicelaw.checker.dice_throne.free_loops import WITH_CARDS, WITHOUT_CARDS, LoopFound
from dicelaw.checker.dice_throne.locks import ID as LOCKED
from dicelaw.checker.dice_throne.twins import Useful
from dicelaw.checker.duels import Strength
from dicelaw.checker.verify.content_row import ContentRow
from dicelaw.model.kernel.concrete import Move
from dicelaw.model.number_of import number_of
from dicelaw.oracle.answers.narration import told as tale
from dicelaw.oracle.cli.told_strength import measured, percent
from dicelaw.oracle.dice_throne.opening import open_game
from dicelaw.oracle.games.observation import lines, standing
from dicelaw.oracle.games.own_content import OwnContent
from dicelaw.oracle.games.session import Session

ASKED = {
    WITHOUT_CARDS: "whether something can be repeated for free",
    WITH_CARDS: "whether its deck can be played round and round",
    FIRST: "whether it can win before the other decides anything",
    LOCKED: "whether it can keep the other from deciding for ever",
}
"""What is asked, by the id of what is found."""


def summary(found: Found) -> str:
    """All that was found, in a sentence."""
    if found.broken:
        loops = [one.loop for one in found.broken if isinstance(one, LoopFound) and one.loop is not None]
        free = [" and ".join(sorted({id for _, id, _ in loop.uses})) for loop in loops]
        rows = [one.id for one in found.broken if isinstance(one, ContentRow)]
        wins = [one for one in found.broken if isinstance(one, FirstWin)]
        parts = [
            *(f"{entries} can be repeated for free" for entries in free),
            *("it can win before the other decides anything" for _ in wins),
            *(f"{id} does not hold" for id in rows),
        ]
        return f"{found.name}: breaks something: {'; '.join(parts)}"
    ending = of_entries(found)
    if found.strength is not None:
        ending += f"; {of_strength(found.strength)}"
    if found.undecided:
        asked = " and ".join(ASKED.get(one.id, f"whether {one.id} holds") for one in found.undecided)
        return f"{found.name}: undecided {asked}; {ending}"
    return f"{found.name}: breaks nothing; {ending}"


def of_entries(found: Found) -> str:
    """How many entries can be used, in words."""
    entries = found.entries
    if not entries.count:
        return "there is nothing to use in it"
    every = number_of(entries.count, "entry", "entries")
    parts = []
    if entries.dead:
        parts.append(f"{len(entries.dead)} of {every} can never be used")
    if entries.unseen:
        parts.append(f"{len(entries.unseen)} of {every} came up in no play")
    says = " and ".join(parts) if parts else f"{every}, of which each can be used"
    if entries.idle:
        says += f"; {len(entries.idle)} changed nothing in any play"
    if entries.useless:
        says += f"; {len(entries.useless)} {_are(entries.useless)} of no use"
    if entries.worse:
        says += f"; {len(entries.worse)} {_are(entries.worse)} never better than another"
    return says


def _are(some: Sized) -> str:
    return "is" if len(some) == 1 else "are"


def entry_notes(found: Found) -> list[str]:
    """What is to be said of single entries, a line each."""
    entries = found.entries
    notes = [f"never: {name}: {why}" for name, why in entries.dead.items()]
    notes += [f"in no play: {name}" for name in entries.unseen]
    notes += [
        f"no effect: {name}: unknown; changed nothing in {number_of(count, 'play')}"
        for name, count in entries.idle.items()
    ]
    notes += [f"of no use: {name}: {why}" for name, why in entries.useless.items()]
    notes += [
        f"never better: {name}: {other} does at least as much and costs no more"
        for name, other in entries.worse.items()
    ]
    for one in entries.limits:
        notes.append(f"limit of the {'rules' if one.of_rules else 'model'}: {one.entry}: {one.told}")
    return notes


def useful_notes(found: Found) -> dict[str, str]:
    """What each entry that is of use changed in a play, by its name."""
    return {name: f"{name}: {changed_by(one)}" for name, one in found.entries.useful.items()}


def changed_by(one: Useful) -> str:
    """What is otherwise in the play of ``one`` than without what the entry does, in words."""
    return "; ".join(f"{name}: {mine}, and {its} without" for name, (mine, its) in one.differing.items())


UNDER_WHICH = "by abilities alone, before anything prevents it; what hangs on more than dice counts half"
"""What the expected damage is about."""


def of_damage(damage: AttackDamage) -> str:
    """The expected damage of an attack, in words."""
    begin, upgraded = (", ".join(f"{one:.2f}" for one in row) for row in (damage.begin, damage.upgraded))
    return f"an attack deals {begin} on average after 1, 2 and 3 attempts; fully upgraded {upgraded}"


def of_strength(strength: Strength) -> str:
    """How much was won, with half the width of the interval, in words."""
    rivals = number_of(len(strength.matchups), "hero", "heroes")
    return f"wins {percent(strength)} against our {rivals}"


def how_measured(strength: Strength) -> str:
    """How the strength was measured, and what it is not."""
    return measured(strength, "duel", "each player first in half of them")


def told_loop(one: LoopFound, content: OwnContent) -> list[str]:
    """The loop of ``one`` in words: where it begins, and its first round step by step."""
    session = played_loop(one, content)
    assert one.loop is not None
    first = one.loop.before
    begin = session.events[first].before
    length = len(one.loop.reached.rounds[0].moves)
    rows = [f"after a play of {number_of(first, 'step')}, at {session.machine.point_of(begin).id}:"]
    rows += [f"  {row}" for row in lines(session.name, standing(session, begin))]
    rows.append("a round, which can then be played again:")
    rows += [f"  {row}" for row in tale(session, session.events[first : first + length])]
    return rows


def played_loop(one: LoopFound, content: OwnContent) -> Session:
    """The session of the play that shows the loop of ``one``."""
    assert one.loop is not None
    assert one.verdict.witness is not None
    return _played(one.loop.heroes, one.verdict.witness.moves, content)


def played_win(one: FirstWin, content: OwnContent) -> Session:
    """The session of the play in which a player loses before it decides anything."""
    assert one.heroes is not None
    assert one.verdict.witness is not None
    return _played(one.heroes, one.verdict.witness.moves, content)


def played_use(one: Useful, content: OwnContent) -> Session:
    """The session of the play in which an entry changes something."""
    return _played(one.heroes, one.moves, content)


def _played(heroes: tuple[str, str], moves: Sequence[Move], content: OwnContent) -> Session:
    session = Session(open_game(heroes, content=content), None, heroes, content)
    for move in moves:
        session.apply(move)
    return session
