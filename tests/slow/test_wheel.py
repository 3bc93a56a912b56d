"""What a user gets: the wheel alone, in an environment and a folder that have nothing else of the project."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
SOURCES = (
    "dicelaw",
    "model",
    "specs",
    "checker",
    "oracle",
    "mutation",
    "testing",
    "setup.py",
    "pyproject.toml",
    "README.md",
    "LICENSE",
)
MAKE_VECTORS = """
from pathlib import Path
from dicelaw.oracle.files.vectors import Coverage, recorded, vectors, write
coverage = Coverage()
made = vectors(recorded("dice-throne")[:3], coverage)
print(write(Path("vectors"), "dice-throne", made, coverage)["vectors"])
"""


class Installed:
    """An environment with the wheel, and an empty folder to work in."""

    def __init__(self, folder):
        self.work = folder / "work"
        self.work.mkdir()
        source, environment = folder / "source", folder / "venv"
        source.mkdir()
        for name in SOURCES:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, source / name)
        pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
        wheel = ["wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, source]
        subprocess.run([*pip, *wheel], check=True, timeout=300)
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True, timeout=120)
        own = Path(sysconfig.get_path("purelib", vars={"base": environment, "platbase": environment}))
        target = ["--python", environment / "bin" / "python", "install", "--no-deps", "--no-index"]
        subprocess.run([*pip, *target, *folder.glob("*.whl")], check=True, timeout=120)
        (own / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
        self.own, self.bin = own, environment / "bin"

    def run(self, *command, code=0, said=None):
        """The stdout of ``command``, which ends with ``code``."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        path = f"{self.bin}{os.pathsep}{kept['PATH']}"
        done = subprocess.run(
            [str(part) for part in command], cwd=self.work, input=said, capture_output=True, text=True,
            timeout=600, check=False, env={**kept, "PATH": path},
        )  # fmt: skip
        assert done.returncode == code, done.stderr[-2000:]
        assert "Traceback" not in done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    return Installed(tmp_path_factory.mktemp("wheel"))


def test_the_wheel_is_what_runs(installed):
    where = installed.run("python", "-c", "import dicelaw.oracle; print(dicelaw.oracle.__file__)")
    assert Path(where.strip()).is_relative_to(installed.own)
    assert "conform" in installed.run("dicelaw", "--help")


def test_vectors_and_engines(installed):
    assert installed.run("python", "-c", MAKE_VECTORS).strip() == "3"
    shutil.copytree(ROOT / "examples" / "engines", installed.work / "engines")
    engine = "python engines/faithful.py"
    out = installed.run("dicelaw", "conform", "dice-throne", "--impl", engine, "--vectors", "vectors",
                        "--explore", 1, "--report", "report")  # fmt: skip
    assert "disagrees: 0" in out
    assert {path.name for path in (installed.work / "report").iterdir()} >= {"index.html", "junit.xml"}
    if shutil.which("node"):
        out = installed.run("dicelaw", "conform", "dice-throne", "--impl", "node engines/damage.js")
        assert out.startswith("damage.js 1.0: agrees: ")


def test_an_audit(installed):
    shutil.copytree(ROOT / "examples" / "audit", installed.work / "audit")
    log = ("audit/table.log", "--mapping", "audit/table.yaml")
    assert "offense/requirement-must-be-met" in installed.run("dicelaw", "audit", "dice-throne", *log, code=5)


def test_a_session(installed):
    lines = installed.run(
        "dicelaw", "serve", "--stdio", said='{"op": "about"}\n{"op": "open"}\n'
    ).splitlines()
    about, opened = (json.loads(line)["result"] for line in lines)
    assert about["version"]
    assert opened["observation"]["at"] == "setup"


def test_mutation(installed):
    out = installed.run("dicelaw", "mutate", "dice-throne", "--about", "barbarian/concuss/1#left-out")
    assert "0 survived" in out


def test_nothing_that_only_serves_development_is_in_it(installed):
    (wheel,) = installed.work.parent.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    tops = {name.split("/")[0] for name in names if not name.startswith("dicelaw-")}
    assert tops == {"dicelaw"}
    rooms = {name.split("/")[1] for name in names if name.count("/") > 1 and name.startswith("dicelaw/")}
    assert rooms == {"model", "specs", "checker", "oracle", "mutation", "testing"}
    assert not [name for name in names if "/test_" in name or name.endswith((".gz", ".pyc", ".toml"))]
