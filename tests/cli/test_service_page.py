"""docs/service.md: its worked example runs, and its tables are those of the program."""

import json
import re
from pathlib import Path

import pytest
from served import Client

from dicelaw.oracle.formats.service_formats import OPERATIONS, Limits
from dicelaw.oracle.service.http_app import STATUS, application
from dicelaw.oracle.service.service import Service
from dicelaw.oracle.service.stdio import answer_line

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "service.md").read_text(encoding="utf-8")


def _rows(title):
    """The cells of the table of a section."""
    section = PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("| `")]
    return [[cell.strip().strip("`") for cell in row] for row in rows]


def _example():
    blocks = re.findall(r"^```text\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    lines = "".join(blocks).splitlines()
    assert [line[:2] for line in lines] == ["> ", "< "] * (len(lines) // 2)
    return [(asked[2:], shown[2:]) for asked, shown in zip(lines[::2], lines[1::2], strict=True)]


def test_the_worked_example_runs():
    service, named = Client().service, {}
    for asked, shown in _example():
        for name, key in named.items():
            asked = asked.replace(f'"{name}"', f'"{key}"')  # noqa: PLW2901 (the placeholders of the page)
        reply = json.loads(answer_line(service, asked.encode()).model_dump_json(exclude_none=True))
        if keys := reply.get("result", {}).get("keys"):
            named = dict(
                zip(
                    ("OWNER", "SEAT-1", "SEAT-2", "WATCH"),
                    [keys["owner"], *keys["seats"], keys["watch"]],
                    strict=True,
                )
            )
        told = json.dumps(reply, ensure_ascii=False)
        for name, key in named.items():
            told = told.replace(key, name)
        pattern = ".*".join(re.escape(part) for part in shown.split("…"))
        assert re.fullmatch(pattern, told), f"{asked}\nis answered by\n{told}\nnot by\n{shown}"


def test_the_operations_are_those_of_the_program():
    rows = _rows("Operations")
    assert [row[0] for row in rows] == list(OPERATIONS)
    paths = application(Service()).openapi()["paths"]
    served = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}
    assert {row[1] for row in rows} == served


@pytest.mark.parametrize("viewer", ["1", "watch"])
def test_whose_keys_do_what(viewer):
    client = Client()
    keys = client.open()
    for op, _, _, _, whose in _rows("Operations"):
        if whose == "none":
            continue
        decision = {"decision": "pass"} if op in ("why-not", "apply") else {}
        wanted = {"goal": "over"} if op == "search" else {}
        reply = client.reply(op, session=keys[viewer], **decision, **wanted)
        allowed = whose == "any" or (viewer == "1" and "seat" in whose)
        assert (reply.get("error", {}).get("code") != "forbidden") == allowed, op


def test_the_errors_are_those_of_the_program():
    assert {code: int(status) for code, status, _ in _rows("Errors")} == STATUS


def test_the_limits_are_those_of_the_program():
    rows = {name: (float(number), says) for name, number, says in _rows("Limits")}
    assert rows == {name: (field.default, field.description) for name, field in Limits.model_fields.items()}


def test_links_lead_somewhere():
    links = re.findall(r"\]\(([^)#]+)", PAGE)
    assert links
    for target in links:
        assert (Path(__file__).resolve().parents[2] / "docs" / target).exists(), target
