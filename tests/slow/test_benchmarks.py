import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).resolve().parents[2] / "bench"
PLOTS = ("proofs", "scaling", "search", "walks")


def bench(*words, check=True, **extra):
    command = [sys.executable, str(BENCH / words[0]), *map(str, words[1:])]
    return subprocess.run(
        command, capture_output=True, text=True, check=check, timeout=300, env={**os.environ, **extra}
    )


@pytest.mark.slow
def test_all_benchmarks_run_and_their_page_is_made_of_what_they_stored(tmp_path):
    done = bench("run.py", "--quick", "--out", tmp_path)
    assert done.stderr.rstrip().splitlines()[-1] == f"again: python bench/run.py --quick --out {tmp_path}"
    stored = json.loads((tmp_path / "benchmarks/results.json").read_text(encoding="utf-8"))
    points = stored["benches"]["scaling"]["points"]
    said = {row["verdict"] for point in points for rows in point["engines"].values() for row in rows}
    assert said == {"proved"}
    page = (tmp_path / "benchmarks.md").read_text(encoding="utf-8")
    assert set(re.findall(r"benchmarks/(\w+)\.svg", page)) == set(PLOTS)
    assert "which tell nothing about speed" in page
    assert page.count("not judged") == 26
    files = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert len(files) == len(PLOTS) + 3
    bench("page.py", tmp_path)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == files

    bench("run.py", "--quick", "--add", "steps", "--out", tmp_path)
    again = (tmp_path / "benchmarks.md").read_text(encoding="utf-8")
    assert again.count("Measured later: steps, at a load average of ") == 1
    assert set(re.findall(r"^## .*", again, re.MULTILINE)) == set(re.findall(r"^## .*", page, re.MULTILINE))


@pytest.mark.slow
def test_without_spin_its_rows_say_so(tmp_path):
    done = bench("run.py", "--quick", "explicit", PATH=str(tmp_path))
    assert re.search(r"SPIN +not installed", done.stdout)
    assert re.search(r"one core +\d", done.stdout)


def test_an_unknown_name_is_answered_with_those_there_are():
    done = bench("run.py", "serch", check=False)
    assert done.returncode == 2
    assert (
        "no benchmark is called 'serch'; there are answers, positions, twins, stored, explicit, "
        in done.stderr
    )
