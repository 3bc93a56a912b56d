import re
import subprocess
import sys
import sysconfig
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
LAYERS = ("model", "specs", "checker", "oracle", "mutation", "testing")
DATA = (".yaml", ".json", ".jsonl", ".md", ".txt")
SCRIPT = Path(sysconfig.get_path("scripts"), "dicelaw")
HEAVY = {"z3", "networkx", "pydantic"}


def _installed() -> Path:
    spec = find_spec("dicelaw")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


def _files(folder: Path) -> set[str]:
    found = folder.rglob("*")
    return {
        path.relative_to(folder).as_posix()
        for path in found
        if path.name == "py.typed" or path.suffix in {".py", *DATA}
    }


def test_the_package_is_the_installed_one():
    assert not _installed().is_relative_to(ROOT / "dicelaw")
    assert (_installed() / "py.typed").is_file()


@pytest.mark.parametrize("layer", LAYERS)
def test_every_file_of_a_layer_is_installed(layer):
    assert _files(_installed() / layer) == _files(ROOT / layer)


def test_help_names_the_verbs_and_imports_nothing_heavy():
    command = [sys.executable, "-X", "importtime", SCRIPT, "--help"]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    imported = {line.rpartition("|")[2].strip() for line in run.stderr.splitlines()}
    assert run.returncode == 0
    assert "verify" in run.stdout
    assert "dicelaw.oracle.cli" in imported, "the probe saw no imports"
    assert not imported & HEAVY
    verbs = {name for name in imported if name.startswith("dicelaw.oracle.cli.")}
    assert verbs == {"dicelaw.oracle.cli.interruption"}, "no verb, but what ends any of them"


def test_a_question_about_dice_throne_loads_nothing_of_dice_masters():
    scenario = ROOT / "examples" / "ultimate.yaml"
    command = [sys.executable, "-X", "importtime", SCRIPT, "legal", "dice-throne", scenario]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    imported = {line.rpartition("|")[2].strip() for line in run.stderr.splitlines()}
    assert run.returncode == 0
    assert "dicelaw.oracle.games.session" in imported, "the probe saw no imports"
    assert not [name for name in imported if "dice_masters" in name]


def test_nothing_is_looked_through_for_garbage_when_a_command_ends():
    code = (
        "import gc, sys\nfrom dicelaw.oracle.cli import main\n"
        "sys.argv[1:] = ['list', 'games']\nsys.stderr.write(f'{main()} {gc.get_freeze_count()}')"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    ended, frozen = map(int, run.stderr.split())
    assert ended == 0
    assert frozen > 1000


def test_the_lock_has_one_fitting_version_of_every_requirement():
    pins = re.findall(r"^([\w.-]+)==([\w.]+)", (ROOT / "requirements.lock").read_text(), re.MULTILINE)
    pinned = {canonicalize_name(name): version for name, version in pins}
    assert len(pinned) == len(pins)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = [
        *project["build-system"]["requires"],
        *project["project"]["dependencies"],
        *(name for extra in project["project"]["optional-dependencies"].values() for name in extra),
    ]
    for requirement in map(Requirement, wanted):
        assert requirement.specifier.contains(pinned[canonicalize_name(requirement.name)])
