"""How fast the compiled search is, beside SPIN on the same states and steps.

SPIN reads reaction_window.pml. Rounds are paired: each runs both, one after the other. Without SPIN or a C
compiler (scripts/install_spin.sh) only our own figures are printed.
"""

from __future__ import annotations

import json
import re
import resource
import subprocess
import sys
from pathlib import Path
from shutil import which
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from dicelaw.checker.explicit.decide import decide
from dicelaw.checker.explicit.frontier import Frontier
from dicelaw.checker.explicit.kernel import PLAIN, compiled
from dicelaw.checker.explicit.search import run
from dicelaw.model.kernel.fragments.reaction_window import Limit, proving_ground
from dicelaw.specs.property import InDomain

TWIN = Path(__file__).with_name("reaction_window.pml")
SIZES = ((4, 4, 23), (5, 5, 25))
"""Energy and events, and the bits of the hash table that suits SPIN best."""
ROUNDS = 3
Figures = dict[str, float]


def resident() -> int:
    """The bytes that this process holds."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def ours(energy: int, events: int, threads: int) -> Figures:
    """One search, in this process."""
    machine = proving_ground(seats=3, most=4, limit=Limit.NONE, energy=energy, events=events)
    begun = perf_counter()
    kernel = compiled(machine, {}, shared=threads > 1)
    ready, cpu, before = perf_counter(), process_time(), resident()
    peak = 0

    def measure(*_: object) -> None:
        nonlocal peak
        peak = max(peak, resident())

    frontier = Frontier(kernel, most=1 << 28, threads=threads)
    frontier.admit([machine.start])
    found = run(frontier, after_layer=measure)
    done = perf_counter()
    return {
        "states": found.states,
        "steps": found.steps,
        "wall": done - ready,
        "cpu": process_time() - cpu,
        "compile": ready - begun,
        "bytes": (peak - before) / found.states,
    }


def verdict(energy: int, events: int) -> Figures:
    """A verdict about a machine, and the same again in the same process, from building the machine on."""
    walls, cpus = [], []
    for _ in range(2):
        begun, cpu = perf_counter(), process_time()
        machine = proving_ground(seats=3, most=3, limit=Limit.NONE, energy=energy, events=events)
        decided = decide(machine, InDomain(), reductions=PLAIN)
        walls.append(perf_counter() - begun)
        cpus.append(process_time() - cpu)
    return {"states": int(decided.evidence.split()[1]), "wall": walls[1], "cpu": cpus[1]}


def apart(*arguments: int) -> Figures:
    """One search or verdict, in a process of its own; ``cold`` has the seconds of the whole process."""
    command = [sys.executable, __file__, *map(str, arguments)]
    begun = perf_counter()
    figures: Figures = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    return {**figures, "cold": perf_counter() - begun}


def twin(folder: Path, energy: int, events: int) -> Path:
    """SPIN's program for the twin. Variables that are never read count as states of ours do (-o2)."""
    sizes = [f"-DENERGY={energy}", f"-DEVENTS={events}"]
    subprocess.run(["spin", "-o2", "-a", *sizes, TWIN], cwd=folder, check=True, capture_output=True)
    options = ["-O3", "-march=native", "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=16000"]
    subprocess.run(["gcc", *options, "-w", "-o", "pan", "pan.c"], cwd=folder, check=True)
    return folder / "pan"


def spin(program: Path, bits: int) -> Figures:
    """One search of SPIN."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    said = subprocess.run(
        [program, f"-w{bits}", "-m100000"], capture_output=True, check=True, text=True
    ).stdout
    after, done = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()

    def figure(pattern: str) -> float:
        found = re.search(pattern, said)
        if found is None:
            raise ValueError(f"SPIN says nothing like {pattern!r}:\n{said}")
        return float(found[1])

    states = figure(r"(\d+) states, stored")
    return {
        "states": states,
        "wall": done - begun,
        "cpu": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
        "bytes": figure(r"([\d.]+)\s+total actual memory") * (1 << 20) / states,
    }


def show(name: str, rounds: list[Figures], other: list[Figures]) -> None:
    """A line of medians; ratios are those of the rounds."""
    states = rounds[0]["states"]
    line = f"  {name:<16}"
    for clock in ("wall", "cpu"):
        line += f"{states / median(one[clock] for one in rounds) / 1e6:>8.2f} M/s of {clock}"
    line += f"{median(one['bytes'] for one in rounds):>8.1f} bytes a state"
    if "compile" in rounds[0]:
        both = [one["wall"] + one["compile"] for one in rounds]
        line += f"   {median(one['wall'] for one in rounds):.2f} s, {median(both):.2f} s with compiling"
    if other:
        ratios = [
            [two[clock] / one[clock] for one, two in zip(rounds, other, strict=True)]
            for clock in ("wall", "cpu")
        ]
        line += (
            f"   {median(ratios[0]):.1f} times SPIN by wall ({min(ratios[0]):.1f} to {max(ratios[0]):.1f}),"
        )
        line += f" {median(ratios[1]):.1f} by cpu"
    print(line, flush=True)


def main() -> None:
    """Print the figures."""
    verdicts = [apart(3, 4) for _ in range(ROUNDS)]
    cold, warm, cpu = (median(one[figure] for one in verdicts) for figure in ("cold", "wall", "cpu"))
    print(
        f"a verdict on {verdicts[0]['states']:,} states: {cold:.2f} s as a process, the second one in it ",
        end="",
    )
    print(f"{warm:.2f} s ({cpu:.2f} s of cpu)")
    comparable = which("spin") is not None and which("gcc") is not None
    if not comparable:
        print("SPIN or gcc is missing (scripts/install_spin.sh): our own figures alone")
    for energy, events, bits in SIZES:
        with TemporaryDirectory() as folder:
            program = twin(Path(folder), energy, events) if comparable else None
            rounds: dict[str, list[Figures]] = {"spin": [], "one core": [], "two cores": []}
            for _ in range(ROUNDS):
                if program is not None:
                    rounds["spin"].append(spin(program, bits))
                rounds["one core"].append(apart(energy, events, 1))
                rounds["two cores"].append(apart(energy, events, 2))
        counts = {one["states"] for several in rounds.values() for one in several}
        if len(counts) != 1:
            raise ValueError(f"the searches differ in their states: {sorted(counts)}")
        first = rounds["one core"][0]
        print(f"reaction window: {first['states']:,} states, {first['steps']:,} steps")
        for name, several in rounds.items():
            if several:
                show(name, several, rounds["spin"] if name != "spin" else [])


if __name__ == "__main__":
    if len(sys.argv) > 1:
        arguments = [int(one) for one in sys.argv[1:]]
        print(json.dumps(ours(*arguments) if len(arguments) == 3 else verdict(*arguments)))
    else:
        main()
