"""The folder of a campaign: what has met, and each find with a scenario and a trace; each file whole or not.

A run that was killed leaves what the last complete file said, and the next goes on from there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from dicelaw.checker.files import check_writable, staged
from dicelaw.model.foreign.json_text import NotJson, from_json, to_json
from dicelaw.model.foreign.limits import RECORD_BYTES
from dicelaw.oracle.errors import UserError
from dicelaw.oracle.files.reading import read_text
from dicelaw.oracle.fuzz.arena import Arena, Group, Pairing
from dicelaw.oracle.fuzz.faults import DEPARTS
from dicelaw.oracle.fuzz.find import Find, find_of
from dicelaw.oracle.fuzz.meetings import PAIR
from dicelaw.oracle.fuzz.ways import Way
from dicelaw.oracle.fuzz.written import scenario_text, trace_text, vector_text

VERSION = 1
STATE, FINDS, VECTORS = "campaign.json", "finds", "vectors"


@dataclass
class Done:
    """How far a campaign has come: ``plays`` in ``rounds``, the pairs that met, and those missed in vain."""

    seed: int
    plays: int = 0
    rounds: int = 0
    met: set[Group] = field(default_factory=set)
    vain: Counter[Group] = field(default_factory=Counter)
    visits: Counter[Pairing] = field(default_factory=Counter)
    gone: set[Way] = field(default_factory=set)
    there_are: set[Way] = field(default_factory=set)
    """The ways that there are, of those between whom plays were, and those that plays went."""
    against: str = ""
    """The name of the implementation that it is against, if it is against one."""
    size: int = PAIR
    """How many entries are to meet."""
    mode: str = ""
    """The way to play, where another than the usual one is asked for."""


class Corpus:
    """The folder ``path`` of campaigns of ``game``, made if there is none. Raises UserError."""

    def __init__(self, path: Path, game: str) -> None:
        self.path, self.game = path, game
        try:
            (path / FINDS).mkdir(parents=True, exist_ok=True)
            check_writable(path / STATE)
        except OSError as error:
            raise UserError(f"{error.filename or path}: this cannot be written: {error.strerror}") from None

    def finds(self) -> list[Find]:
        """What was found before. Raises UserError for a file that holds no find."""
        found = []
        for path in sorted((self.path / FINDS).glob("*.json")):
            try:
                found.append(find_of(_object(path)))
            except (KeyError, TypeError, ValueError, AttributeError):
                raise UserError(f"{path}: this is not a find; move it away, or give another --out") from None
        return sorted(found, key=lambda one: one.number)

    def done(self, asked: Done) -> Done:
        """How far the campaign ``asked`` has come here; pairs that met under another seed count as met.

        Raises UserError for a campaign in another mode, or against something else.
        """
        path = self.path / STATE
        if not path.exists():
            return asked
        found = _object(path)
        try:
            if found["dicelaw_fuzz"] != VERSION or found["game"] != self.game:
                says = f"this is of a campaign about {found['game']}, version {found['dicelaw_fuzz']}"
                raise UserError(f"{path}: {says}; give another --out")
            if (other := str(found.get("against", ""))) != asked.against:
                says = f"this is of a campaign against {other or 'the rules by themselves'}"
                raise UserError(f"{path}: {says}, and not {asked.against or 'the rules'}; give another --out")
            if (other := str(found.get("mode", ""))) != asked.mode:
                modes = [f"in the {f'mode {one}' if one else 'usual mode'}" for one in (other, asked.mode)]
                raise UserError(
                    f"{path}: this is of a campaign {' and not '.join(modes)}; give another --out"
                )
            done = replace(asked, met=_groups(found["met"]))
            ways = found.get("ways", {})
            done.gone = {(sort, id) for sort, ids in ways.items() for id, gone in ids.items() if gone}
            done.there_are = {(sort, id) for sort, ids in ways.items() for id in ids}
            if (found["seed"], found.get("size", PAIR)) == (asked.seed, asked.size):
                done.plays, done.rounds = int(found["plays"]), int(found["rounds"])
                done.vain = Counter({tuple(group): int(count) for *group, count in found["vain"]})
                done.visits = Counter({tuple(names): int(count) for *names, count in found["visits"]})
        except (KeyError, TypeError, ValueError, AttributeError):
            says = "this is not the state of a campaign; move it away, or give another --out"
            raise UserError(f"{path}: {says}") from None
        return done

    def save(self, done: Done) -> None:
        """Write how far the campaign has come."""
        met: dict[str, list[str | list[str]]] = {}
        for one, *others in sorted(done.met):
            met.setdefault(one, []).append(others[0] if len(others) == 1 else others)
        ways: dict[str, dict[str, bool]] = {}
        for sort, id in sorted(done.there_are | done.gone):
            ways.setdefault(sort, {})[id] = (sort, id) in done.gone
        found = {
            "dicelaw_fuzz": VERSION, "game": self.game, "seed": done.seed, "plays": done.plays,
            "rounds": done.rounds, "size": done.size, "against": done.against, "mode": done.mode,
            "met": met, "ways": ways,
            "vain": [[*pair, count] for pair, count in sorted(done.vain.items())],
            "visits": [[*names, count] for names, count in sorted(done.visits.items())],
        }  # fmt: skip
        self._write({STATE: to_json(found) + "\n"})

    def keep(self, find: Find, arena: Arena) -> list[Path]:
        """Write ``find``, with a scenario and a trace of its play, and the vector of a departure.

        It gives the files that other verbs read.
        """
        base = Path(FINDS) / find.name
        texts = {
            ".yaml": scenario_text(arena, find, blamed=find.kind != DEPARTS),
            ".jsonl": trace_text(arena, find),
        }
        written = {str(base.with_suffix(end)): text for end, text in texts.items() if text}
        if find.kind == DEPARTS and (vector := vector_text(find)):
            (self.path / VECTORS).mkdir(exist_ok=True)
            written[f"{VECTORS}/{find.name}.jsonl"] = vector
        self._write({**written, str(base.with_suffix(".json")): to_json(find.as_json(), indent=2) + "\n"})
        return [self.path / name for name in written]

    def keep_content(self, find: Find, text: str) -> Path | None:
        """Write the content file ``text`` that shows ``find``; None where there is none."""
        name = f"{FINDS}/{find.name}.content.yaml"
        if text:
            self._write({name: text})
        return self.path / name if text else None

    def _write(self, files: Mapping[str, str]) -> None:
        try:
            with staged({self.path / name: text for name, text in files.items()}):
                pass
        except OSError as error:
            says = f"this cannot be written: {error.strerror}"
            raise UserError(f"{error.filename or self.path}: {says}") from None


def _object(path: Path) -> dict[str, Any]:
    try:
        found = from_json(read_text(path, RECORD_BYTES))
    except NotJson as error:
        raise UserError(f"{path}: this is not JSON: {error}") from None
    if not isinstance(found, dict):
        raise UserError(f"{path}: this is not a JSON object")
    return found


def _groups(met: Mapping[str, Iterable[str | list[str]]]) -> set[Group]:
    """What has met: a name is the other of a pair, and a list the others of a triple."""
    return {
        tuple(sorted((one, *map(str, [two] if isinstance(two, str) else two))))
        for one, others in met.items() for two in others
    }  # fmt: skip
