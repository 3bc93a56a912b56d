"""Evidence of proofs is written by verify, and checked again without it."""

import json
from importlib.util import find_spec

import pytest

from dicelaw.checker.evidence import KINDS
from dicelaw.checker.recheck import CVC5_OPTIONS, SOLVERS, recheck
from dicelaw.oracle.cli import main
from dicelaw.oracle.errors import ExitCode

PAIRS, CYCLES = "fragment/pipeline/any-order", "fragment/priority-window/3/passes-end"
UNWRITTEN = "fragment/simultaneous/2/only-when-struck"
STEPS, INVARIANT = "fragment/queue/2/first-in-first-out", "fragment/queue/2/resolves-something"
LOST = "fragment/queue/2/nothing-lost-or-doubled"
LACKS = "initial, inductive"
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


def _changed(folder, id, **fields):
    manifest = _manifest(folder)
    next(one for one in manifest["properties"] if one["property"] == id).update(fields)
    (folder / "evidence.json").write_text(json.dumps(manifest))


def _wrong(folder):
    return {row.property: row.wrong for row in recheck(folder) if not row.confirmed}


def test_everything_is_confirmed(evidence, capsys):
    assert main(["recheck", str(evidence)]) == ExitCode.OK
    out, err = capsys.readouterr()
    assert "NOT CONFIRMED" not in out
    assert err.endswith(f"repeat: dicelaw recheck {evidence} --solver z3\n")
    shown = {entry["property"] for entry in _manifest(evidence)["properties"]}
    assert shown >= {*CHOSEN, INVARIANT}


@pytest.mark.skipif(find_spec("cvc5") is None, reason="cvc5 is an extra")
def test_another_solver_confirms_a_script(evidence):
    text = _script(evidence, STEPS).read_text()
    answers = SOLVERS["cvc5"](text)
    assert set(answers) == {"unsat"}
    assert len(answers) == text.count("(check-sat)")


def test_kinds_of_obligations(evidence):
    checks = {one["property"]: one["checks"] for one in _manifest(evidence)["properties"]}
    assert all(checks[LOST][kind] > 0 for kind in KINDS)
    assert all(checks[INVARIANT][kind] > 0 for kind in KINDS)
    assert checks["fragment/pipeline/arrives"] == {"initial": 0, "inductive": 0, "implies": 1}


@pytest.mark.parametrize("engine", ["k-induction", "spacer"])
def test_other_engines_leave_evidence_as_well(tmp_path, engine):
    id, folder = "fragment/priority-window/2/closes-when-all-passed", tmp_path / "new"
    words = ["--property", id, "--engine", engine, "--evidence", str(folder), "--no-cache"]
    assert main(["verify", "fragments", *words]) == ExitCode.OK
    entry = next(one for one in _manifest(folder)["properties"] if one["property"] == id)
    assert entry["engine"] == engine
    assert all(entry["checks"][kind] > 0 for kind in KINDS)
    assert _wrong(folder) == {}


@pytest.mark.skipif(find_spec("cvc5") is None, reason="cvc5 is an extra")
def test_a_budget_that_runs_out_is_neither_confirmed_nor_refuted(evidence, capsys, monkeypatch):
    monkeypatch.setitem(CVC5_OPTIONS, "rlimit-per", "1")
    assert main(["recheck", str(evidence), "--solver", "cvc5"]) == ExitCode.UNDECIDED
    out, _ = capsys.readouterr()
    assert "are unknown" in out
    assert "0 unknown" not in out


def test_a_script_that_was_tampered_with(copied):
    script = _script(copied, STEPS)
    script.write_text(script.read_text().replace("(assert ", "(assert (and true ", 1))
    assert "checksum" in _wrong(copied)[STEPS]


def test_a_check_that_can_be_met_is_named_and_what_rests_on_it_falls(copied):
    from hashlib import sha256

    script = _script(copied, INVARIANT)
    text = script.read_text()
    last = text.rindex("(check-sat)")
    text = f"{text[:last]}(pop 1)\n(push 1)\n{text[last:]}"
    script.write_text(text)
    _changed(copied, INVARIANT, sha256=sha256(text.encode()).hexdigest())
    wrong = _wrong(copied)
    assert "answers sat, not unsat" in wrong[INVARIANT]
    assert wrong[STEPS] == f"rests on {INVARIANT}, which is not confirmed"


def test_a_script_with_fewer_checks(copied):
    entry = next(one for one in _manifest(copied)["properties"] if one["property"] == STEPS)
    _changed(copied, STEPS, checks={**entry["checks"], "inductive": entry["checks"]["inductive"] + 1})
    assert "the manifest says" in _wrong(copied)[STEPS]


def test_what_others_rest_on_has_to_hold_at_the_start(copied):
    from hashlib import sha256

    script = _script(copied, INVARIANT)
    entry = next(one for one in _manifest(copied)["properties"] if one["property"] == INVARIANT)
    text = script.read_text().replace("; initial: ", "; inductive: ")
    script.write_text(text)
    moved = entry["checks"]["initial"] + entry["checks"]["inductive"]
    checks = {**entry["checks"], "initial": 0, "inductive": moved}
    _changed(copied, INVARIANT, sha256=sha256(text.encode()).hexdigest(), checks=checks)
    assert _wrong(copied)[STEPS] == f"rests on {INVARIANT}, whose script has no check of the start"


def test_a_script_without_checks_shows_nothing(copied):
    from hashlib import sha256

    script = _script(copied, UNWRITTEN)
    text = script.read_text().partition("; implies: ")[0]
    script.write_text(text)
    none = dict.fromkeys(KINDS, 0)
    _changed(copied, UNWRITTEN, sha256=sha256(text.encode()).hexdigest(), checks=none)
    assert "has no check" in _wrong(copied)[UNWRITTEN]


def test_what_no_step_writes_is_checked_step_by_step(evidence):
    checks = {one["property"]: one["checks"] for one in _manifest(evidence)["properties"]}
    assert checks[UNWRITTEN]["implies"] > 0
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
    manifest = _manifest(copied)
    manifest["properties"] = [one for one in manifest["properties"] if one["property"] != INVARIANT]
    (copied / "evidence.json").write_text(json.dumps(manifest))
    assert "of which there is no evidence" in _wrong(copied)[STEPS]


@pytest.mark.parametrize("drop", ["first", "last"])
def test_cycles_that_are_not_cut(copied, drop):
    entry = next(one for one in _manifest(copied)["properties"] if one["property"] == CYCLES)
    rounds = entry["rounds"][1:] if drop == "first" else entry["rounds"][:-1]
    _changed(copied, CYCLES, rounds=rounds)
    assert _wrong(copied)[CYCLES]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "cannot be read"),
        ("{", "not JSON"),
        ('{"format": 1}', "not evidence of format 2"),
        ('{"format": 2, "properties": []}', "there are none"),
        ('{"format": 2, "properties": [{"game": "x"}]}', "properties[0].property: this is missing"),
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
