"""Mapping files and logs that are malformed, broken off, or name what there is not."""

import json

import pytest
from audit_logs import MAPPING, as_text, random_play, written

from dicelaw.model.foreign.limits import LINE_LENGTH
from dicelaw.oracle.cli import main
from dicelaw.oracle.errors import ExitCode

BEGIN = {"t": "begin", "one": "barbarian", "two": "paladin"}
FIRST = {"t": "first", "who": "Ann"}
TEXT = "log: text\nstart: {heroes: [barbarian, paladin]}\nkinds:\n  first: "
CSV = """\
log: csv
kind: what
start: {heroes: [barbarian, paladin]}
kinds:
  first: {step: setup/start-player, choices: {player: who}}
  draw: {step: draw/card, choices: {card: card}}
"""


@pytest.fixture
def audited(tmp_path, monkeypatch, capsys):
    """Audits a log through a mapping: the code and what is said on stdout and stderr."""
    monkeypatch.chdir(tmp_path)

    def run(log, mapping=MAPPING, *options):
        for name, content in (("log", log), ("map.yaml", mapping)):
            (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        code = main(["audit", "dice-throne", "log", "--mapping", "map.yaml", *options])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return code, out, err

    return run


WRONG_MAPPINGS = {
    "shape": (MAPPING.replace("log: json", "log: jsn"), "map.yaml:1: log: 'jsn' is not one of json, csv"),
    "no shape": (MAPPING.replace("log: json\n", ""), "map.yaml:1: log: an empty value is not one of"),
    "field": (
        "kindz: 3\n" + MAPPING,
        "map.yaml:1: kindz: no field of a mapping is called 'kindz'; near: kind, kinds",
    ),
    "kind": (MAPPING.replace("kind: t\n", ""), "kind: this is the field that tells the kind"),
    "field of a kind": (MAPPING.replace("begin: {start", "begin: {strt"), "near: start"),
    "step without choices": (
        MAPPING.replace("chat: ignore", "chat: {by: who}"),
        "`by` and `choices` belong to",
    ),
    "empty kind": (MAPPING.replace("chat: ignore", "chat: {names: {}}"), "has a start, a step or a check"),
    "kinds": ("log: json\nkind: t\nstart: {heroes: [a, b]}\nkinds: [1]\n", "kinds: [1] is not a row of"),
    "no kinds": ("log: json\nkind: t\nstart: {heroes: [a, b]}\n", "kinds: this says what each kind of line"),
    "no start": ("log: json\nkind: t\nkinds: {a: ignore}\n", "start: nothing says who plays"),
    "seat": (
        MAPPING.replace("Bob: 2", "Bob: 0"),
        "map.yaml:3: seats.Bob: 0 is not a seat; seats are numbers",
    ),
    "offset": (MAPPING.replace("which: 1", "which: one"), "offsets.which: 'one' is not a number to add"),
    "name": (MAPPING.replace("{raise: up", "{raise: true"), "names.way.raise: true is neither a name nor"),
    "source": (
        MAPPING.replace("{player: who}", "{player: [who]}"),
        "choices.player: ['who'] is neither the name",
    ),
    "heroes": (
        "start: {heroes: [barbarian]}\n" + MAPPING,
        "map.yaml:1: start.heroes: 2 to 6 heroes play; given: 1",
    ),
    "scenario": ("start: {scenario: x, edition: later}\n" + MAPPING, "a scenario file has all of a start"),
    "edition": ("start: {heroes: [a, b], edition: '1999'}\n" + MAPPING, "no edition is called '1999'"),
    "edition alone": ("start: {edition: '1999'}\n" + MAPPING, "no edition is called '1999'"),
    "split": ("split: {faces: 3}\n" + MAPPING, "split.faces: 3 is not what separates values"),
    "pattern in JSON": (
        MAPPING.replace("chat: ignore", "chat: {pattern: x}"),
        "only `log: text` has patterns",
    ),
    "no pattern": (TEXT + "{step: setup/start-player}\n", "kinds.first.pattern: a kind of `log: text` has"),
    "bad pattern": (TEXT + "{pattern: '(', step: x}\n", "'(' is not a regular expression"),
    "no group": (
        TEXT + "{pattern: '(?P<who>.*)', step: x, by: whom}\n",
        "no field of these lines is called 'whom'",
    ),
    "delimiter": ("delimiter: ';;'\n" + CSV, "delimiter: ';;' is not one character"),
    "not YAML": ("log: [", "this is not YAML"),
    "not UTF-8": (b"log: \xff", "map.yaml:1: the file: this is not UTF-8 text"),
    "a list": ("- log\n", "is not a file of fields"),
}


@pytest.mark.parametrize("name", WRONG_MAPPINGS)
def test_a_wrong_mapping_is_named_by_line_and_field(audited, name):
    mapping, says = WRONG_MAPPINGS[name]
    code, out, err = audited(as_text([BEGIN]), mapping)
    assert code in (ExitCode.BAD_INPUT, ExitCode.UNKNOWN_NAME)
    assert out == ""
    assert err.startswith("error: map.yaml:")
    assert says in err


def test_all_mistakes_of_a_mapping_come_at_once(audited):
    _, _, err = audited("", MAPPING.replace("log: json", "log: jsn").replace("Bob: 2", "Bob: true"))
    assert [line.split(":")[-3].strip() for line in err.splitlines()][1:] != []
    assert "map.yaml:1: log" in err
    assert "map.yaml:3: seats.Bob" in err


WRONG_LOGS = {
    "empty": ("", "log: this log has no lines"),
    "blank": ("\n \n", "log: this log has no lines"),
    "only ignored": ('{"t": "chat"}\n', "log: no line of this log says a step or a check"),
    "not JSON": ('{"t": "begin"', "log:1: this line is not JSON"),
    "two values": ('{"t": "chat"} {}', "log:1: this line is not JSON"),
    "no object": ("[1]", "log:1: this line is not a JSON object"),
    "deep": ("[" * 100_000, "log:1: this line is not JSON"),
    "no kind": ('{"x": 1}', "log:1: t: this field, which tells the kind, is missing"),
    "unknown kind": ('\n{"t": "chatt"}', "log:2: t: no kind of line is called 'chatt'; near: chat"),
    "kind of another type": ('{"t": [1]}', "log:1: t: no kind of line is called '[1]'"),
    "not UTF-8": (b'{"t": "chat"}\n\xff\xfe\n', "log:2: this is not UTF-8 text"),
    "binary": (b"\x00\x01\x02", "log:1: this line is not JSON"),
    "huge line": (b'{"t": "chat"}\n' + b"x" * (LINE_LENGTH + 10) + b"\n", "log:2: this line is longer than"),
    "endless line": (b"x" * (6 * LINE_LENGTH), "log:1: this line is longer than"),
    "step first": (as_text([FIRST]), "log:1: first: no line before this one says which heroes play"),
}


@pytest.mark.parametrize("name", WRONG_LOGS)
def test_a_wrong_log_is_bad_input(audited, name):
    log, says = WRONG_LOGS[name]
    code, out, err = audited(log)
    assert (code, out) == (ExitCode.BAD_INPUT, "")
    assert err.startswith(f"error: {says}")


UNKNOWN = {
    "hero": ({**BEGIN, "one": "barbarien"}, "no hero is called 'barbarien'; near: barbarian"),
    "seat": ({"t": "pass", "who": "Cid"}, "who: no seat is called 'Cid'; there are: Ann, Bob, 1, 2"),
    "card": ({"t": "draw", "who": "Ann", "card": "smak-2"}, "no card is called 'smak-2'"),
    "transition": (
        {"t": "do", "who": "Ann", "what": "offense/choose/anounce"},
        "near: offense/choose/announce",
    ),
    "no transition": ({"t": "do", "who": "Ann"}, "what: this field, which tells the step, is missing"),
    "choice": ({"t": "do", "what": "main-1/sell", "share": 1}, "has the choice share"),
    "value": ({"t": "roll", "faces": 1.5}, "faces: 1.5 is neither a name, a whole number, nor a list"),
    "object": ({"t": "roll", "faces": {"a": 1}}, "is neither a name, a whole number, nor a list"),
    "state": ({"t": "state", "who": "Cid", "hp": 3}, "no field of the state is called 'health[Cid]'"),
    "value of the state": ({"t": "state", "turn": "Cid"}, "no value of turn is called 'Cid'"),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_unknown_names_are_named_with_their_line(audited, name):
    row, says = UNKNOWN[name]
    rows = [row] if row["t"] == "begin" else [BEGIN, FIRST, row]
    code, out, err = audited(as_text(rows))
    assert code in (ExitCode.UNKNOWN_NAME, ExitCode.BAD_INPUT)
    assert out == ""
    assert err.startswith(f"error: log:{len(rows)}: ")
    assert says in err


def test_a_log_that_breaks_off_in_a_line(audited):
    text = as_text(written(random_play(1, steps=40)))
    code, _, err = audited(text[:-9])
    assert code == ExitCode.BAD_INPUT
    assert f"log:{text.count(chr(10))}: this line is not JSON" in err


def test_a_face_that_no_die_has_is_an_illegal_step(audited):
    rows = written(random_play(1, steps=60, calm=1))
    at = next(at for at, row in enumerate(rows) if row["t"] == "roll")
    code, out, _ = audited(as_text([*rows[:at], {"t": "roll", "faces": [7]}]), MAPPING, "--format", "json")
    assert code == ExitCode.ILLEGAL
    report = json.loads(out)
    assert (report["line"], report["verdict"]) == (at + 1, "illegal")
    assert "face = 7 is not in 1..6" in report["says"]


CSV_LOG = "what,who,card\nfirst,1,\ndraw,,vegas-baby\ndraw,,head-bash\n"


def test_csv_is_read_by_its_columns(audited):
    code, out, _ = audited(CSV_LOG, CSV)
    assert code == ExitCode.OK
    assert "every step is legal: 3 events, to draw" in out
    same = "\n".join(CSV_LOG.replace(",", ";").splitlines()[1:])
    code, out, _ = audited(same, "columns: [what, who, card]\ndelimiter: ;\n" + CSV)
    assert code == ExitCode.OK
    code, out, _ = audited(CSV_LOG + "draw,,head-bash\n", CSV)
    assert code == ExitCode.ILLEGAL
    assert "setup/shuffle-and-draw" in out


@pytest.mark.parametrize(
    ("log", "says"),
    [
        (CSV_LOG.replace("what,", "kind,"), "log:1: the columns: no column is called 'what'"),
        (CSV_LOG + "draw,\n", "log:5: this line has 2 cells, and there are 3 columns"),
        (CSV_LOG + 'draw,"a"b,\n', "log:5: this line is not CSV"),
        (CSV_LOG + "drew,,\n", "log:5: what: no kind of line is called 'drew'; near: draw"),
    ],
)
def test_wrong_csv(audited, log, says):
    code, _, err = audited(log, CSV)
    assert code == ExitCode.BAD_INPUT
    assert err.startswith(f"error: {says}")


def test_text_that_no_pattern_fits(audited):
    mapping = TEXT + "{pattern: '(?P<who>.) begins', step: setup/start-player, choices: {player: who}}\n"
    assert audited("1 begins\n", mapping)[0] == ExitCode.OK
    code, _, err = audited("1 begins\nwell\n", mapping)
    assert code == ExitCode.BAD_INPUT
    assert err.startswith("error: log:2: no pattern of map.yaml fits this line: 'well'")
    assert audited("1 begins\nwell\n", "others: ignore\n" + mapping)[0] == ExitCode.OK


def test_files_that_are_not_there(audited, tmp_path, capsys):
    audited("", MAPPING)
    for arguments in (["absent", "--mapping", "map.yaml"], ["log", "--mapping", "absent"]):
        assert main(["audit", "dice-throne", *arguments]) == ExitCode.BAD_INPUT
        assert "absent: this cannot be read" in capsys.readouterr().err
    assert main(["audit", "dice-throne", str(tmp_path), "--mapping", "map.yaml"]) == ExitCode.BAD_INPUT
    assert "this is a folder" in capsys.readouterr().err
    assert main(["audit", "dice-thron", "log", "--mapping", "map.yaml"]) == ExitCode.UNKNOWN_NAME


def test_slips_of_a_mapping_are_noted(audited):
    mapping = "hidden: draw/crd\n" + MAPPING.replace("{player: who}", "{player: whoo}")
    code, _, err = audited(as_text([BEGIN, FIRST]), mapping)
    assert code == ExitCode.OK
    assert "note: map.yaml:9: kinds.first: no line of this kind has the field 'whoo'" in err
    assert "note: map.yaml: hidden: no transition of this game is called 'draw/crd'; near: draw/card" in err
