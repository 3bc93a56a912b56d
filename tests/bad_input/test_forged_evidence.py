"""Evidence of a stranger's: whatever is forged in it is named, and nothing but the folder is touched.

Whoever forges evidence can make the digests right as well, so each forgery here has right ones.
"""

import json
import os
import re
from hashlib import sha256
from random import Random

import pytest
from damage import damaged
from hypothesis import example, given
from hypothesis import strategies as st

from dicelaw.checker.evidence.evidence import digest_of
from dicelaw.checker.recheck import recheck as rechecking
from dicelaw.checker.recheck import scripts, solvers
from dicelaw.checker.recheck.manifest import BadEvidence, load
from dicelaw.checker.recheck.recheck import recheck
from dicelaw.oracle.cli import main
from dicelaw.oracle.errors import ExitCode

CYCLES, INVARIANT = "fragment/priority-window/3/passes-end", "fragment/queue/2/resolves-something"
PLAIN = "fragment/pipeline/arrives"
CHOSEN = (CYCLES, INVARIANT, PLAIN)
OFFERED = "none of those that evidence is made of"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("evidence") / "new"
    words = [word for id in CHOSEN for word in ("--property", id)]
    assert main(["verify", "fragments", *words, "--evidence", str(folder)]) == ExitCode.OK
    return folder


@pytest.fixture
def evidence(made, tmp_path):
    folder = tmp_path / "evidence"
    for file in made.rglob("*.*"):
        place = folder / file.relative_to(made)
        place.parent.mkdir(exist_ok=True, parents=True)
        place.write_bytes(file.read_bytes())
    return folder


def _script(folder, id):
    return folder / "fragments" / f"{id.replace('/', '.')}.smt2"


def _forged(folder, id, change=None, **fields):
    """``change`` the script of ``id`` and what the manifest says of it, with digests that are right."""
    properties = json.loads((folder / "evidence.json").read_text())["properties"]
    entry = next(one for one in properties if one["property"] == id)
    if change is not None:
        script = _script(folder, id)
        text = change(script.read_text())
        assert text != script.read_text()
        script.write_text(text)
        entry["sha256"] = sha256(text.encode()).hexdigest()
    entry.update(fields)
    manifest = {"format": 3, "sha256": digest_of(properties), "properties": properties}
    (folder / "evidence.json").write_text(json.dumps(manifest))


def _entry(folder, id):
    return next(
        one
        for one in json.loads((folder / "evidence.json").read_text())["properties"]
        if one["property"] == id
    )


def _wrong(folder, id, **how):
    return next(row.wrong for row in recheck(load(folder), processes=1, **how) if row.property == id)


def _before_checks(line):
    return lambda text: text.replace("(set-info ", f"{line}\n(set-info ", 1)


def _first_term(term):
    """The first check asserts ``term`` instead of what it asserts."""
    asserted = re.compile(r"(\(push 1\)\n(?:\(assert \|[^\n]*\n)?)\(assert .*?\n(?=\(check-sat)", re.DOTALL)
    return lambda text: asserted.sub(lambda found: f"{found[1]}(assert {term})\n", text, count=1)


def _after_logic(line):
    return lambda text: text.replace("(set-logic ALL)", f"(set-logic ALL)\n{line}")


def _with_names(names, term):
    """The first check asserts ``term``, and ``names`` are declared, so that nothing in it is unknown."""
    declared = _after_logic("\n".join(f"(declare-fun {name} () Int)" for name in names.split()))
    return lambda text: declared(_first_term(term)(text))


def _for_check(lines):
    """``lines`` in the place of the first question of a script."""
    return lambda text: text.replace("(check-sat)", lines, 1)


def _for_bound(old, new):
    return lambda text: text.replace(f"({old} queue.length)", f"({new} queue.length)")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_after_logic("(assert false)"), OFFERED),
        (_before_checks("(assert false)"), "there are only checks"),
        (_for_check('; (check-sat)\n(echo "unsat")'), "is not push"),
        (_for_check('(echo "unsat")\n; (check-sat)'), "is not push"),
        (_for_check("(assert false)\n(check-sat)"), "assumes something else"),
        (_before_checks('(set-option :regular-output-channel "OUT")'), "there are only checks"),
        (_before_checks('(set-option :diagnostic-output-channel "OUT")'), "there are only checks"),
        (lambda text: f'(set-option :regular-output-channel "OUT")\n{text}', "begins with (set-logic ALL)"),
        (lambda text: text.replace("(set-logic ALL)", "(set-logic ALL)\n(include \"/etc/passwd\")"), OFFERED),
        (lambda text: f"{text}(get-model)\n", "there are only checks"),
        (lambda text: f"{text}(eval 1)\n", "there are only checks"),
        (_for_check("(check-sat)\n(get-info :all-statistics)"), "is not push"),
        (_for_check("(check-sat) (check-sat)"), "is not push"),
        (lambda text: text.replace("(push 1)", "(push 2)", 1), "is not push"),
        (lambda text: text.replace("(push 1)\n", "(push 1)\n(push 1)\n", 1), "assumes something else"),
        (_first_term("false) (echo \"unsat\""), "in a term"),
        (_first_term("false)(exit"), "in a term"),
        (_first_term("true) (assert false"), "in a term"),
        (_first_term("(! false :named x)"), "in a term"),
        (_first_term("(forall ((x Int)) (= x x))"), "in a term"),
        (_first_term("((_ at-most 1) true)"), "in a term"),
        (_first_term("(= 1 1234567890123456789)"), "in a term"),
        (_first_term("(and true"), "is not one term"),
        (_first_term("true true"), "is not one term"),
        (_first_term(")("), "is not one term"),
        (_first_term("(not-declared 1)"), "in a term"),
        (_first_term("(and 1 2)"), "answers an error, not unsat"),
        (_first_term("true"), "answers sat, not unsat"),
        (lambda text: text.replace("(set-info", "\x1b[2J(set-info", 1), "other characters"),
        (lambda text: text.replace("(set-info", "é", 1), "other characters"),
        (lambda text: text.replace("(set-info", "#|\n(set-info", 1), "a line begins with"),
        (_after_logic("(define-fun-rec f () Bool f)"), OFFERED),
        (_with_names("forall |Int|", "(forall ((?x1 |Int|)) (< ?x1 0))"), "the name 'forall' is applied"),
        (_with_names("|str.len| |str.from_int|", "(< (|str.len| (|str.from_int| 1)) 0)"), "is applied"),
        (_with_names("is_int to_real", "(not (is_int (to_real 1)))"), "is applied"),
        (_with_names("x", "(let ((x 1)) (= x 2))"), "the name 'x' is applied"),
    ],
)  # fmt: skip
def test_a_script_has_nothing_else_than_what_belongs_there(evidence, tmp_path, monkeypatch, change, says):
    monkeypatch.chdir(tmp_path)
    _forged(evidence, INVARIANT, lambda text: change(text).replace("OUT", str(tmp_path / "stolen")))
    assert says in _wrong(evidence, INVARIANT)
    assert [file.name for file in tmp_path.iterdir()] == ["evidence"]


@pytest.mark.parametrize(
    "premise", ["false", "(not true)", "(< queue.length queue.length)", "(= queue.length 9)"]
)
def test_what_is_assumed_has_to_be_possible(evidence, premise):
    defined = re.compile(r"(\(define-fun \|at resolve\| \(\) Bool) .*?\)\n(?=\()", re.DOTALL)
    _forged(evidence, INVARIANT, lambda text: defined.sub(rf"\1 {premise})\n", text))
    assert "what is assumed at resolve answers unsat, not sat" in _wrong(evidence, INVARIANT)


def test_bounds_have_to_leave_something(evidence):
    _forged(evidence, INVARIANT, lambda text: text.replace("(>= 4 queue.length)", "(>= (- 1) queue.length)"))
    assert "answers unsat, not sat" in _wrong(evidence, INVARIANT)


@pytest.mark.parametrize("name", ["window/pass does not raise x", "renamed"])
def test_every_check_of_the_manifest_is_in_the_script_by_its_name(evidence, name):
    checks = _entry(evidence, INVARIANT)["checks"]
    _forged(evidence, INVARIANT, checks=[[checks[0][0], name, checks[0][2]], *checks[1:]])
    assert "check 1 is" in _wrong(evidence, INVARIANT)


def test_an_invented_cut_has_no_check(evidence):
    entry = _entry(evidence, CYCLES)
    assert _wrong(evidence, CYCLES) == ""
    [cut, *others] = entry["rounds"]
    more = [id for id in cut["cycle"] if id not in cut["lowered"]] or [cut["cycle"][0]]
    renamed = {**cut, "lowered": [*cut["lowered"], *more], "measure": "something"}
    _forged(evidence, CYCLES, rounds=[renamed, *others])
    assert "there is no check that" in _wrong(evidence, CYCLES)


MODEL = "other than the model"


@pytest.mark.parametrize(
    ("id", "change", "fields", "says"),
    [
        (INVARIANT, _first_term("(< 1 0)"), {}, "is not what the model says"),
        (INVARIANT, _for_bound("<= 1", "<= 0"), {}, "is not what the model says"),
        (INVARIANT, _for_bound(">= 4", ">= 3"), {}, "are not those of the model"),
        (INVARIANT, None, {"says": "Everything is well."}, "its says is not what the model says"),
        (INVARIANT, None, {"scope": "all values of all games"}, "its scope is not what the model says"),
        (INVARIANT, None, {"engine": "graph"}, "no such proof of it as 'graph'"),
        (INVARIANT, None, {"engine": "ranking"}, "no such proof of it as 'ranking'"),
        (PLAIN, None, {"property": "fragment/pipeline/is-fine"}, "no such property"),
        (PLAIN, None, {"game": "poker"}, "no such game"),
        (PLAIN, None, {"rests_on": [INVARIANT]}, MODEL),
    ],
)  # fmt: skip
def test_what_is_confirmed_with_the_model_is_about_the_model(evidence, id, change, fields, says):
    _forged(evidence, id, change, **fields)
    assert says in _wrong(evidence, fields.get("property", id), model=True)


def test_an_obligation_that_is_dropped_is_missed_by_the_model(evidence):
    checks = _entry(evidence, INVARIANT)["checks"]
    _forged(evidence, INVARIANT, lambda text: text[: text.rindex("(set-info ")], checks=checks[:-1])
    assert _wrong(evidence, INVARIANT) == ""
    assert _wrong(evidence, INVARIANT, model=True) == f"its checks: lacks {' '.join(checks[-1])!r}, {MODEL}"


def test_an_edge_that_is_left_out_is_missed_by_the_model(evidence):
    entry = _entry(evidence, CYCLES)
    cycle = {id for cut in entry["rounds"] for id in cut["cycle"]}
    kept = [edge for edge in entry["edges"] if edge[0] not in cycle]
    _forged(evidence, CYCLES, edges=kept, rounds=[])
    assert _wrong(evidence, CYCLES) == ""
    assert MODEL in _wrong(evidence, CYCLES, model=True)
    _forged(evidence, CYCLES, edges=kept, rounds=entry["rounds"])
    assert "is not about one part of what is left" in _wrong(evidence, CYCLES)


def test_rounds_are_about_what_the_model_has(evidence):
    rounds = [{**cut, "measure": "luck"} for cut in _entry(evidence, CYCLES)["rounds"]]
    measure = _entry(evidence, CYCLES)["rounds"][0]["measure"]
    checks = [
        [kind, name.replace(measure, "luck"), at] for kind, name, at in _entry(evidence, CYCLES)["checks"]
    ]
    _forged(evidence, CYCLES, lambda text: text.replace(measure, "luck"), rounds=rounds, checks=checks)
    assert "the model does not have" in _wrong(evidence, CYCLES, model=True)


def test_with_the_model_it_says_what_is_left_out(evidence, capsys):
    assert main(["recheck", str(evidence), "--model"]) == ExitCode.OK
    out, err = capsys.readouterr()
    assert "fragments: without evidence here: fragment/" in out
    assert f"evidence {load(evidence).sha256}" in out
    assert "3 confirmed by z3 and the model" in out
    assert err.endswith("--model\n")


@pytest.mark.parametrize(
    "file",
    ["../outside.smt2", "/etc/passwd", "fragments/../../outside.smt2", ".", "fragments", "pipe", "link",
     "folder/outside.smt2"],
)  # fmt: skip
def test_nothing_outside_of_the_folder_is_read(evidence, tmp_path, file):
    inside = _script(evidence, INVARIANT)
    (tmp_path / "outside.smt2").write_bytes(inside.read_bytes())
    os.mkfifo(evidence / "pipe")
    (evidence / "link").symlink_to(tmp_path / "outside.smt2")
    (evidence / "folder").symlink_to(tmp_path)
    _forged(evidence, INVARIANT, file=file)
    assert _wrong(evidence, INVARIANT).startswith(f"{file}: this ")


@pytest.mark.parametrize("file", ["", "x" * 5000, "a\0b", "a\nb"])
def test_a_file_whose_name_is_none_is_refused(evidence, file):
    _forged(evidence, INVARIANT, file=file)
    with pytest.raises(BadEvidence, match="file: there are characters in a name that no name has"):
        load(evidence)


def test_a_manifest_that_leads_out_is_refused(evidence, tmp_path):
    (evidence / "evidence.json").rename(tmp_path / "evidence.json")
    (evidence / "evidence.json").symlink_to(tmp_path / "evidence.json")
    with pytest.raises(BadEvidence, match="leads out of the folder"):
        load(evidence)


HARD = "(and (> a 1) (> b 1) (> c 1) (= (+ (* a (* a a)) (* b (* b b))) (* c (* c c))))"
LETS = "".join(f"(let ((?x{n} (* ?x{n - 1} ?x{n - 1}))) " for n in range(1, 70))
ENDLESS = f"(let ((?x0 999999999)) {LETS}(= ?x69 7){')' * 70}"


def test_a_check_has_a_budget(evidence, capsys, monkeypatch):
    for options in ("FAST", "USUAL"):
        monkeypatch.setattr(solvers, options, (*getattr(solvers, options), "(set-option :rlimit 200000)"))
    names = "".join(f"(declare-fun {name} () Int)\n" for name in "abc")
    hard = _first_term(HARD)
    _forged(
        evidence, PLAIN, lambda text: hard(text).replace("(set-logic ALL)\n", f"(set-logic ALL)\n{names}")
    )
    assert main(["recheck", str(evidence)]) == ExitCode.UNDECIDED
    out, _ = capsys.readouterr()
    assert "are unknown" in out
    assert "2 confirmed by z3" in out


def test_what_the_fast_options_leave_open_is_asked_without_them(evidence, monkeypatch):
    monkeypatch.setattr(solvers, "FAST", (*solvers.FAST, "(set-option :rlimit 1)"))
    assert all(found.confirmed for found in recheck(load(evidence)))
    monkeypatch.setattr(solvers, "USUAL", solvers.FAST)
    assert not any(found.confirmed for found in recheck(load(evidence)))


TOKENS = ("(", ")", " ", "and", "|a b|", "|", "low", "(and low", "12", "$x1", '"', "|a(b|", "at", "let")


@given(st.lists(st.sampled_from(TOKENS), max_size=8).map("".join))
@example("(and |a b| low)")
def test_what_is_quickly_seen_to_be_a_term_is_one_token_by_token(text):
    names = {"|a b|", "low", "|a(b|"}
    if scripts._is_plainly_term(text, names):
        assert scripts._read_term(1, text, names) == text
    elif text == "(and |a b| low)":
        pytest.fail("this is plainly a term")


def test_a_check_that_no_budget_stops_ends_all_the_same(evidence, capsys, monkeypatch):
    """z3 does not count how long its numbers become."""
    monkeypatch.setattr(solvers, "SECONDS", 2)
    monkeypatch.setattr(rechecking, "SECONDS", 2)
    _forged(evidence, INVARIANT, _first_term(ENDLESS))
    assert main(["recheck", str(evidence)]) == ExitCode.UNDECIDED
    out, _ = capsys.readouterr()
    assert "resolves-something: NOT CONFIRMED" in out
    assert "a check took more than 2 s of computing, or too much memory" in out
    assert "2 confirmed by z3" in out


def test_random_damage_is_never_confirmed(evidence):
    """Of the manifest and of the scripts: one bit, one byte, an end that is missing."""
    files = [evidence / "evidence.json", *sorted(evidence.rglob("*.smt2"))]
    random, kept, read = Random(0), load(evidence).entries, 0
    for number in range(500):
        file = files[number % len(files)]
        whole = file.read_bytes()
        file.write_bytes(damaged(whole, random))
        try:
            manifest = load(evidence)
        except BadEvidence:
            assert file.suffix == ".json"
        else:
            read += 1
            assert manifest.entries == kept  # a line break became a space, at the most
            for entry in manifest.entries if file.suffix == ".smt2" else ():
                if file.name in entry.file:
                    wrong, _ = rechecking._of(rechecking.Question(evidence, entry, "z3"))
                    assert wrong == f"{entry.file} is not the script that was written: its checksum differs"
        file.write_bytes(whole)
    assert read >= 375
    file = evidence / "evidence.json"
    file.write_bytes(file.read_bytes()[:-9])
    assert main(["recheck", str(evidence)]) == ExitCode.BAD_INPUT
