"""Checking content: what open content covers, and the duels of each new hero of the user's own.

What is proved for open content holds for all that it covers. What depends on the tables is proved for each
new hero, against itself and against one of ours. Random plays of these duels look for what no proof excludes;
that they find nothing proves nothing, so the verdict is then ``unknown``.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from dicelaw.checker.dice_throne.coverage import JUMPS, coverage, programs_of
from dicelaw.checker.proof.proof_cache import Known
from dicelaw.checker.verdicts import Outcome, Verdict
from dicelaw.checker.verify.content_row import ContentRow
from dicelaw.checker.verify.proof_session import Plan, ProofSession
from dicelaw.checker.walks.faults import first_fault
from dicelaw.model.dice_throne.language import Hero, Op, Pack, Program
from dicelaw.model.dice_throne.loader import load_pack
from dicelaw.model.dice_throne.machine import DuelMachine, duel
from dicelaw.model.dice_throne.tables.narrow import narrowed
from dicelaw.model.dice_throne.tables.open_content import LONGEST
from dicelaw.model.kernel.concrete import Move
from dicelaw.specs.dice_throne.properties.properties import properties
from dicelaw.specs.property import InDomain, Progress, Property

GAME = "dice-throne"
RIVAL = "barbarian"
"""The hero of ours that each new hero is put against."""
STEPS = 30_000
"""How many steps of random plays each duel gets."""
SPOKEN_OF = ("barbarian", "paladin")
"""Heroes of ours whose status effects are all that properties speak of."""
TABLES = COVERED, FORWARD = "content/covered", "content/forward"
"""The rows about all content at once."""
ENTRIES = ("action", "ability")
"""What the choices of an entry of content are called."""
PLAYS = "plays"
"""What the row about random plays of a hero is called."""


def entries(content: Path) -> tuple[str, ...]:
    """The ids of the heroes in the folder ``content``."""
    ours = load_pack().heroes
    return tuple(hero for hero in load_pack([content]).heroes if hero not in ours)


def of_tables(content: Path | None) -> list[ContentRow]:
    """What is read off the tables: of the content in the folder ``content``, or of all of ours."""
    return [covered(content), forward(content)]


def covered(content: Path | None) -> ContentRow:
    """Whether proofs for open content hold for the content; of what that cannot be they say nothing."""
    begin = time.perf_counter()
    found = coverage(_pack(content), beside=load_pack() if content is not None else None)
    evidence = "; ".join(found.gaps) or f"{found.entries} entries were looked at; none has anything else"
    return ContentRow(
        GAME,
        COVERED,
        "Open content can be each card, ability and use of a token: what holds for any content holds for it.",
        Verdict(Outcome.UNKNOWN if found.gaps else Outcome.PROVED, "tables", _scope(content), evidence),
        time.perf_counter() - begin,
    )


def forward(content: Path | None) -> ContentRow:
    """Whether every program goes on only forward, so that it comes to its end whatever is chosen."""
    begin = time.perf_counter()
    pack = _pack(content)
    wrong, count = not_forward(pack), len(list(programs_of(pack)))
    evidence = "; ".join(wrong) or f"each jump of {count} programs leads forward, to its end at most"
    return ContentRow(
        GAME,
        FORWARD,
        "Every program comes to its end, whatever is chosen in it.",
        Verdict(_outcome(wrong), "tables", _scope(content), evidence),
        time.perf_counter() - begin,
    )


def not_forward(pack: Pack) -> list[str]:
    """The entries of ``pack`` that have a program with a jump back, or beyond its end."""
    return [name for name, program in programs_of(pack) if not _runs_forward(program)]


def _runs_forward(program: Program) -> bool:
    """Whether ``program`` is one of open content: it ends with its only END, and jumps only forward in it."""
    last = len(program) - 1
    ends = [place for place, step in enumerate(program) if step.op is Op.END]
    jumps = (place + step.arg for place, step in enumerate(program) if step.op in JUMPS)
    forward = all(step.arg >= 1 for step in program if step.op in JUMPS)
    return len(program) <= LONGEST and ends == [last] and forward and all(target <= last for target in jumps)


def _pack(content: Path | None) -> Pack:
    return load_pack([content] if content is not None else ())


def _outcome(faults: Collection[str]) -> Outcome:
    return Outcome.REFUTED if faults else Outcome.PROVED


def _scope(content: Path | None) -> str:
    if content is not None:
        return f"the content in {content}"
    return f"all of our content: {len(load_pack().heroes)} heroes, and so every pairing of them"


def of_entry(_game: str, content: Path, hero: str, _known: Known) -> list[ContentRow]:
    """What is found of ``hero``, which is one of those in the folder ``content``."""
    pack = load_pack([content])
    return [*proofs(pack, hero), plays(pack, hero)]


def rivals_of(hero: str) -> tuple[str, ...]:
    """Against whom what has to hold in every duel of ``hero`` is proved."""
    return tuple(dict.fromkeys((hero, RIVAL)))


def proofs(pack: Pack, hero: str, rivals: Sequence[str] = ()) -> Iterator[ContentRow]:
    """The verdicts on what has to hold in every duel of ``hero``, or in those against ``rivals``."""
    duels = _duels(pack, hero, rivals or rivals_of(hero))
    sessions = [_session(made) for made in duels]
    for one in _about_duels(properties(duels[0])):
        begin = time.perf_counter()
        verdicts = [session.verdict(session.properties[one.id]) for session in sessions]
        worst = min(verdicts, key=lambda verdict: verdict.is_proof)
        if worst.is_proof:
            worst = replace(worst, scope="; ".join(verdict.scope for verdict in verdicts))
        seconds = time.perf_counter() - begin
        yield ContentRow(GAME, _row(hero, one.id), one.says, worst, seconds, cites=one.cites)


def plays(pack: Pack, hero: str) -> ContentRow:
    """What random plays of the duels of ``hero`` show: a fault, or nothing."""
    begin = time.perf_counter()
    duels = _duels(pack, hero, rivals_of(hero))
    used: set[str] = set()
    faults = (first_fault(made.machine, STEPS, taken=partial(_note, made, used)) for made in duels)
    found = next((verdict for verdict in faults if verdict is not None), None)
    if found is None:
        scope = "; ".join(f"{STEPS} steps of {made.machine.scope}, by chance from seed 0" for made in duels)
        found = Verdict(Outcome.UNKNOWN, "walk", scope, _usage(pack.heroes[hero], used))
    says = "No play gets stuck, or drives a number beyond what the model can count."
    return ContentRow(GAME, _row(hero, PLAYS), says, found, time.perf_counter() - begin, Outcome.UNKNOWN)


def _duels(pack: Pack, hero: str, rivals: Sequence[str]) -> list[DuelMachine]:
    """The duels of ``hero`` with ``rivals``; they know the status effects that properties speak of."""
    spoken_of = [status.id for status in narrowed(load_pack(), SPOKEN_OF)[0][1:]]
    return [duel(pack, (hero, rival), also=spoken_of) for rival in rivals]


def rows_of(hero: str, stated: Sequence[Property]) -> tuple[str, ...]:
    """The ids of all that is found of ``hero``, where ``stated`` is what has to hold of every duel."""
    return tuple(_row(hero, id) for id in (*(one.id for one in _about_duels(stated)), PLAYS))


def _row(hero: str, id: str) -> str:
    return f"content/{hero}/{id}"


def _about_duels(stated: Sequence[Property]) -> list[Property]:
    """The properties that depend on the tables: domains, which instruction is due, and progress."""
    return [
        one
        for one in stated
        if isinstance(one.claim, InDomain | Progress) or one.id == "play/instruction-due"
    ]


def _session(made: DuelMachine) -> ProofSession:
    """A session about ``made`` alone: each property is about this duel."""
    stated = [replace(one, machine="duel") for one in properties(made)]
    machines = {"duel": made.machine}
    return ProofSession(Plan(GAME, stated, machines, lambda machine, _: machine.start, steps=STEPS))


def _note(made: DuelMachine, used: set[str], move: Move) -> None:
    """Add the entries of content that ``move`` chooses to ``used``."""
    chosen = zip(made.machine.transitions[move[0]].choices, move[1:], strict=True)
    used.update(choice.label(value) for choice, value in chosen if choice.name in ENTRIES)


def _usage(hero: Hero, used: Collection[str]) -> str:
    entries = {ability.id for ability in (*hero.offense, *hero.defense)}
    entries |= {card.action.id for card in hero.cards if card.upgrade is None}
    entries |= {action.id for _, _, action in hero.board}
    unused = sorted(entries.difference(used))
    never = f"; never: {', '.join(unused)}" if unused else ""
    return f"none was seen; {len(entries) - len(unused)} of {len(entries)} entries were used{never}"
