"""What is recorded of one game is made again when that game has changed, and not when another one has."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOADED = """
import sys
from record import made_of
from recorders import recordings
place, make = recordings(game=sys.argv[1])[sys.argv[2]]
make(__import__("pathlib").Path(sys.argv[3]) / place.name)
print("\\n".join(made_of(place, ())))
"""


@pytest.mark.parametrize(
    ("game", "name", "its"),
    [
        ("dice-conquest", "rulings dice-conquest", "model/dice_conquest/round_end.py"),
        ("model/dice_throne/content/schema.json", "generated model/dice_throne/content/schema.json",
         "model/dice_throne/declared/words"),
    ],
)  # fmt: skip
def test_a_recording_is_made_of_the_modules_of_its_own_game(game, name, its, tmp_path):
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "scripts"), "XDG_CACHE_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", LOADED, game, name, str(tmp_path)],
        env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    files = done.stdout.splitlines()
    assert any(its in file for file in files)
    others = {"dice_throne", "dice_masters", "dice_conquest"} - {its.split("/")[1]}
    foreign = [file for file in files if Path(file).name != "__init__.py" and others & {*Path(file).parts}]
    assert [file for file in foreign if "/model/" in file or "/specs/" in file] == []
