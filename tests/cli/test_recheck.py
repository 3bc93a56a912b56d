"""Evidence of proofs is written by verify, and checked again without it."""

import json
import re
import resource
import time
from dataclasses import replace
from hashlib import sha256
from importlib.util import find_spec

import pytest

from dicelaw.checker.evidence.evidence import KINDS, digest_of, made
from dicelaw.checker.recheck.manifest import load
from dicelaw.checker.recheck.recheck import recheck
from dicelaw.checker.recheck.scripts import read
from dicelaw.checker.recheck.solvers import CVC5_OPTIONS, SOLVERS
from dicelaw.checker.verify.plans import plan
from dicelaw.checker.verify.proof_session import ProofSession
from dicelaw.oracle.cli import main
from dicelaw.oracle.errors import ExitCode

PAIRS, CYCLES = "fragment/pipeline/any-order", "fragment/priority-window/3/passes-end"
UNWRITTEN = "fragment/simultaneous/2/only-when-struck"
STEPS, INVARIANT = "fragment/queue/2/first-in-first-out", "fragment/queue/2/resolves-something"
LOST = "fragment/queue/2/nothing-lost-or-doubled"
LACKS = "initial, inductive"
WITH_CVC5 = pytest.mark.skipif(find_spec("cvc5") is None, reason="cvc5 is an extra")
CHOSEN = (PAIRS, CYCLES, STEPS, LOST, UNWRITTEN, "fragment/pipeline/arrives")


@pytest.fixture(scope="module")
def evidence(tmp_path_factory):
    folder = tmp_path_factory.mktemp("evidence") / "new"
    words = [word for id in CHOSEN for word in ("--property", id)]
    assert main(["verify", "fragments", *words, "--evidence", str(folder)]) == ExitCode.OK
    return folder


@pytest.fixture
def copied(evidence, tmp_path):
    for file in evidence.rglob("*.*"):
        place = tmp_path / file.relative_to(evidence)
        place.parent.mkdir(exist_ok=True)
        place.write_bytes(file.read_bytes())
    return tmp_path


def _script(folder, id):
    return folder / "fragments" / f"{id.replace('/', '.')}.smt2"


def _manifest(folder):
    return json.loads((folder / "evidence.json").read_text())


def _entry(folder, id):
    return next(one for one in _manifest(folder)["properties"] if one["property"] == id)


def _written(folder, properties):
    """A manifest whose digest is right, as whoever forges one can make it."""
    manifest = {"format": 3, "sha256": digest_of(properties), "properties": properties}
    (folder / "evidence.json").write_text(json.dumps(manifest))


def _changed(folder, id, **fields):
    properties = _manifest(folder)["properties"]
    next(one for one in properties if one["property"] == id).update(fields)
    _written(folder, properties)


def _forged(folder, id, change, **fields):
    """The script of ``id`` is changed, and its digest is that of what it has now."""
    script = _script(folder, id)
    text = change(script.read_text())
    assert text != script.read_text()
    script.write_text(text)
    _changed(folder, id, sha256=sha256(text.encode()).hexdigest(), **fields)


def _wrong(folder, **how):
    return {row.property: row.wrong for row in recheck(load(folder), **how) if not row.confirmed}


def test_a_script_can_be_read_back_whatever_letters_are_in_what_it_is_about():
    session = ProofSession(plan("fragments"))
    one = replace(session.properties[PAIRS], says="It holds under siege in Faerûn.")
    _, text = made("fragments", one, "induction", session.proofs(one.machine))
    assert read(text).checks
    assert "Faer" in text


def test_everything_is_confirmed(evidence, capsys):
    assert main(["recheck", str(evidence)]) == ExitCode.OK
    out, err = capsys.readouterr()
    assert "NOT CONFIRMED" not in out
    assert err.endswith(f"repeat: dicelaw recheck {evidence}\n")
    shown = {entry["property"] for entry in _manifest(evidence)["properties"]}
    assert shown >= {*CHOSEN, INVARIANT}


@WITH_CVC5
def test_another_solver_confirms_a_script(evidence):
    script = read(_script(evidence, STEPS).read_text())
    answers = [*SOLVERS["cvc5"](script)]
    assert answers == ["sat"] * len(script.at) + ["unsat"] * len(script.checks)
    assert script.at
    assert script.checks


@pytest.mark.parametrize("solver", ["z3", pytest.param("cvc5", marks=WITH_CVC5)])
def test_the_time_of_one_check_limits_nothing_else(evidence, solver):
    """Whoever asked was ended without a word, once it had computed for as long as one check may take."""
    before = resource.getrlimit(resource.RLIMIT_CPU)
    assert [*SOLVERS[solver](read(_script(evidence, STEPS).read_text()))]
    assert resource.getrlimit(resource.RLIMIT_CPU) == before


def test_kinds_of_obligations(evidence):
    kinds = {one.property: one.kinds for one in load(evidence).entries}
    assert all(kinds[LOST][kind] > 0 for kind in KINDS)
    assert all(kinds[INVARIANT][kind] > 0 for kind in KINDS)
    assert kinds["fragment/pipeline/arrives"] == {"initial": 0, "inductive": 0, "implies": 1}


@pytest.mark.parametrize("engine", ["k-induction", "spacer"])
def test_other_engines_leave_evidence_as_well(tmp_path, engine):
    id, folder = "fragment/priority-window/2/closes-when-all-passed", tmp_path / "new"
    words = ["--property", id, "--engine", engine, "--evidence", str(folder), "--no-cache"]
    assert main(["verify", "fragments", *words]) == ExitCode.OK
    entry = next(one for one in load(folder).entries if one.property == id)
    assert entry.engine == engine
    assert all(entry.kinds[kind] > 0 for kind in KINDS)
    assert _wrong(folder, model=True) == {}


@WITH_CVC5
def test_a_budget_that_runs_out_is_neither_confirmed_nor_refuted(evidence, capsys, monkeypatch):
    monkeypatch.setitem(CVC5_OPTIONS, "rlimit-per", "1")
    assert main(["recheck", str(evidence), "--solver", "cvc5"]) == ExitCode.UNDECIDED
    out, _ = capsys.readouterr()
    assert "are unknown" in out
    assert "0 unknown" not in out


def test_the_budget_for_all_of_it_ends_a_check_that_goes_on_for_ever(evidence, capsys, monkeypatch):
    def answers(script):
        if len(script.checks) == next(len(one["checks"]) for one in properties if one["property"] == STEPS):
            time.sleep(600)
        return with_z3(script)

    properties, with_z3 = _manifest(evidence)["properties"], SOLVERS["z3"]
    monkeypatch.setitem(SOLVERS, "z3", answers)
    begin = time.monotonic()
    assert main(["recheck", str(evidence), "--budget", "3"]) == ExitCode.UNDECIDED
    assert time.monotonic() - begin < 60
    out, err = capsys.readouterr()
    assert f"fragments {STEPS}: NOT CONFIRMED: the budget of 3 s ended before this was checked" in out
    assert f"fragments {PAIRS}: confirmed" in out
    assert err.endswith("--budget 3\n")


def test_a_script_that_was_tampered_with(copied):
    script = _script(copied, STEPS)
    script.write_text(script.read_text().replace("(assert ", "(assert (and true ", 1))
    assert "checksum" in _wrong(copied)[STEPS]


def test_a_check_that_can_be_met_is_named_and_what_rests_on_it_falls(copied):
    _forged(
        copied,
        INVARIANT,
        lambda text: re.sub(
            r"(.*)\(assert \(let.*?\n(\(check)", r"\1(assert true)\n\2", text, flags=re.DOTALL
        ),
    )
    wrong = _wrong(copied)
    assert "answers sat, not unsat" in wrong[INVARIANT]
    assert wrong[STEPS] == f"rests on {INVARIANT}, which is not confirmed"


def test_a_script_with_fewer_checks(copied):
    checks = _entry(copied, STEPS)["checks"]
    _changed(copied, STEPS, checks=[*checks, checks[-1]])
    assert "the manifest says" in _wrong(copied)[STEPS]


def test_what_others_rest_on_has_to_hold_at_the_start(copied):
    checks = [["inductive", name, at] for _, name, at in _entry(copied, INVARIANT)["checks"]]
    other = re.compile('"(initial|implies): ')
    _forged(copied, INVARIANT, lambda text: other.sub('"inductive: ', text), checks=checks)
    assert _wrong(copied)[STEPS] == f"rests on {INVARIANT}, whose script has no check of the start"


def test_a_script_without_checks_shows_nothing(copied):
    _forged(copied, UNWRITTEN, lambda text: text.partition("(set-info ")[0], checks=[])
    assert "has no check" in _wrong(copied)[UNWRITTEN]


def test_what_no_step_writes_is_checked_step_by_step(evidence):
    kinds = {one.property: one.kinds for one in load(evidence).entries}
    assert kinds[UNWRITTEN]["implies"] > 0
    assert "writes nothing of it" in _script(evidence, UNWRITTEN).read_text()


def test_nothing_is_shown_by_itself(copied):
    _changed(copied, PAIRS, rests_on=[PAIRS])
    assert _wrong(copied) == {PAIRS: f"rests on itself, without checks of kind {LACKS}"}


def test_a_circle_shows_nothing_and_what_rests_on_it_falls(copied):
    _changed(copied, PAIRS, rests_on=[UNWRITTEN])
    _changed(copied, UNWRITTEN, rests_on=[PAIRS])
    _changed(copied, CYCLES, rests_on=[PAIRS])
    wrong = _wrong(copied)
    assert wrong[PAIRS] == f"rests on itself by way of {UNWRITTEN}, without checks of kind {LACKS}"
    assert wrong[UNWRITTEN] == f"rests on itself by way of {PAIRS}, without checks of kind {LACKS}"
    assert wrong[CYCLES] == f"rests on {PAIRS}, which is not confirmed"


def test_invariants_that_rest_on_each_other_are_one_induction(copied):
    _changed(copied, LOST, rests_on=[INVARIANT])
    _changed(copied, INVARIANT, rests_on=[LOST])
    assert _wrong(copied) == {}


def test_evidence_that_is_left_out(copied):
    _written(copied, [one for one in _manifest(copied)["properties"] if one["property"] != INVARIANT])
    assert "of which there is no evidence" in _wrong(copied)[STEPS]


@pytest.mark.parametrize("drop", ["first", "last"])
def test_cycles_that_are_not_cut(copied, drop):
    entry = _entry(copied, CYCLES)
    rounds = entry["rounds"][1:] if drop == "first" else entry["rounds"][:-1]
    _changed(copied, CYCLES, rounds=rounds)
    assert _wrong(copied)[CYCLES]


def test_a_measure_that_may_go_down_for_ever_cuts_nothing(copied):
    bound = re.compile(r'\(set-info :check "implies: [^"]* is at least .*?\(pop 1\)\n', re.DOTALL)
    checks = [one for one in _entry(copied, CYCLES)["checks"] if " is at least " not in one[1]]
    _forged(copied, CYCLES, lambda text: bound.sub("", text), checks=checks)
    assert "has a lower bound" in _wrong(copied)[CYCLES]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "cannot be read"),
        ("{", "not JSON"),
        ("[" * 100_000, "nested more than 64 deep"),
        ('{"format": 3, "format": 3}', "not JSON: the field 'format' is given twice"),
        ('{"format": NaN}', "not JSON: NaN is not a number of JSON"),
        ('{"format": %s}' % ("9" * 5000), "not JSON: a number has more than 4300 digits"),
        ('{"format": 2}', "not evidence of format 3"),
        ('{"format": 3, "properties": []}', "there are none"),
        ('{"format": 3, "properties": [{"game": "x"}]}', "its checksum differs"),
    ],
)
def test_a_bad_manifest(tmp_path, capsys, text, says):
    if text is not None:
        (tmp_path / "evidence.json").write_text(text)
    assert main(["recheck", str(tmp_path)]) == ExitCode.BAD_INPUT
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"edges": [["a", "b"]]}, "edges[0][2]: this is missing"),
        ({"rests_on": [7]}, "rests_on[0]: this is missing or of another kind"),
        ({"rounds": [{"cycle": []}]}, "rounds[0]."),
        ({"property": "a\x1b[2Jb"}, "property: there are characters in a name that no name has"),
        ({"rests_on": ["two\nlines"]}, "rests_on: there are characters in a name that no name has"),
        ({"checks": [["certain", "x", ""]]}, "checks: a kind is none of initial, inductive, implies"),
    ],
)
def test_a_part_of_an_entry_that_is_malformed(copied, capsys, fields, says):
    _changed(copied, CYCLES, **fields)
    assert main(["recheck", str(copied)]) == ExitCode.BAD_INPUT
    assert says in capsys.readouterr().err


def test_evidence_goes_into_an_empty_folder(tmp_path, capsys):
    (tmp_path / "mine.txt").write_text("mine")
    assert main(["verify", "fragments", "--evidence", str(tmp_path)]) == ExitCode.BAD_INPUT
    assert "new or empty folder" in capsys.readouterr().err
