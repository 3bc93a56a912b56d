"""Patterns of mappings that never end, or grow without end, and what is no pattern."""

import time

import pytest

from dicelaw.model.foreign.limits import GROUPS, MAPPED
from dicelaw.oracle.audit.pattern import BadPattern, Pattern
from dicelaw.oracle.errors import ExitCode

MAPPING = """\
log: text
start: {{heroes: [barbarian, paladin]}}
kinds:
  roll: {{pattern: '{}', step: '*/die', by: who, choices: {{face: face}}}}
"""


@pytest.fixture
def audited(run, tmp_path):
    def audit(pattern, line="nothing", mapping=MAPPING):
        (tmp_path / "map.yaml").write_text(mapping.format(pattern), encoding="utf-8")
        (tmp_path / "log").write_text(f"{line}\n", encoding="utf-8")
        return run("audit", "dice-throne", tmp_path / "log", "--mapping", tmp_path / "map.yaml")

    return audit


@pytest.mark.parametrize("pattern", ["(a+)+b", "(a|a)*b", "(.*a){20}b", "(?:a?){500}a{500}"])
def test_patterns_that_go_back_and_back_end_soon(audited, pattern):
    begin = time.perf_counter()
    code, _, err = audited(f"(?P<who>{pattern})(?P<face>x)", "a" * 20_000)
    assert (code, "no pattern of" in err) == (ExitCode.BAD_INPUT, True)
    assert time.perf_counter() - begin < 20


@pytest.mark.parametrize(
    ("pattern", "says"),
    [
        ("(?=a)b", "invalid perl operator: (?="),
        (r"(?P<who>a)\1", r"invalid escape sequence: \1"),
        ("(?P=who)", "invalid"),
        ("a{100000}", "invalid repetition size: {100000}"),
        ("a{1000000000}", "invalid repetition size: {1000000000}"),
        ("a{1,99999999999}", "invalid repetition size: {1,99999999999}"),
        ("a{99999999999,}", "invalid repetition size: {99999999999,}"),
        ("((a{100}){100}){100}", "invalid repetition size"),
        ("(a)" * (GROUPS + 1), f"it has {GROUPS + 1} groups; the limit is {GROUPS}"),
        ("(a" * 1_500, "missing )"),
    ],
)
def test_what_is_no_pattern_is_said(audited, pattern, says):
    code, _, err = audited(pattern)
    assert code == ExitCode.BAD_INPUT
    assert f"map.yaml:4: kinds.roll.pattern: '{pattern[:20]}" in err.replace("\\\\", "\\")
    assert f"is not a regular expression that audits take: {says}" in err
    assert len(err) < 600


def test_braces_that_are_text_stay_so():
    assert Pattern(r"\{1000000000\}(?P<n>\d)").values(b"{1000000000}7", ("n",)) == ("7",)


def test_values_of_groups():
    pattern = Pattern(r"(?P<who>\pL+) rolls (?P<n>\d+)(?P<more>!)?")
    assert pattern.names == {"who", "n", "more"}
    assert pattern.values("Zoë rolls 5".encode(), ("n", "who", "more")) == ("5", "Zoë", None)
    assert pattern.values(b"Zoe rolls 5 ", ("n",)) is None
    with pytest.raises(BadPattern, match="half of a character"):
        Pattern("\ud800")


def test_very_many_entries_are_refused(audited):
    names = ", ".join(f"n{number}" for number in range(MAPPED + 1))
    code, _, err = audited(names, mapping="log: json\nkind: t\nhidden: [{}]\nkinds: {{a: ignore}}\n")
    assert code == ExitCode.BAD_INPUT
    assert f"hidden: these are {MAPPED + 1} entries; the limit is {MAPPED}" in err


@pytest.mark.parametrize("index", ["²", "9" * 5000, "-1", "7"])
def test_places_in_lists(run, tmp_path, index):
    (tmp_path / "map.yaml").write_text(
        "log: json\nkind: t\nstart: {heroes: [barbarian, paladin]}\n"
        f"kinds: {{roll: {{step: '*/die', by: 'list.{index[:4990]}'}}}}\n",
        encoding="utf-8",
    )
    (tmp_path / "log").write_text('{"t": "roll", "list": ["1", "2"]}\n', encoding="utf-8")
    code, _, _ = run("audit", "dice-throne", tmp_path / "log", "--mapping", tmp_path / "map.yaml")
    assert code in (ExitCode.ILLEGAL, ExitCode.BAD_INPUT)
