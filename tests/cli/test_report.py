"""Problems for people and for machines."""

import json

import pytest

from cardgen.cli import report
from cardgen.errors import Mark, Problem, warnings_as_errors

ERROR = Problem(
    "no such style", ("style",), "did you mean 'paper'?", mark=Mark("my.yaml", 3, 8, 4), line="style: papr"
)
WARNING = Problem("too light", severity="warning", mark=Mark("my.yaml"))
NOTE = Problem("told", severity="note", mark=Mark("my.yaml", 2, 1), line="name: x")
NOWHERE = Problem("just so")


def test_text_quotes_the_line_with_a_caret_under_the_value() -> None:
    assert report.problems_text([ERROR]).splitlines() == [
        "my.yaml:3:8: error: no such style",
        "    3 | style: papr",
        "      |        ^^^^",
        "    hint: did you mean 'paper'?",
    ]


def test_the_whole_file_an_option_or_nowhere() -> None:
    assert report.problems_text(
        [WARNING, NOTE, NOWHERE, Problem("x", mark=Mark("--style"))]
    ).splitlines() == [
        "my.yaml: warning: too light",
        "my.yaml:2:1: note: told",
        "error: just so",
        "--style: error: x",
    ]


@pytest.mark.parametrize(
    ("line", "column", "width"),
    [("x" * 5000 + "bad" + "y" * 5000, 5001, 3), ("bad" + "y" * 500, 1, 3), ("y" * 300 + "bad", 301, 3)],
)
def test_of_a_long_line_the_part_around_the_place_is_quoted(line: str, column: int, width: int) -> None:
    _, quoted, carets = report.problems_text(
        [Problem("m", mark=Mark("f", 1, column, width), line=line)]
    ).splitlines()
    assert len(quoted) < 110
    assert quoted[carets.index("^") : carets.rindex("^") + 1] == "bad"


def test_carets_stand_under_wide_and_combining_characters() -> None:
    _, _, carets = report.problems_text(
        [Problem("m", mark=Mark("f", 1, 4, 2), line="東e\u0301京x")]
    ).splitlines()
    assert carets == "      |    ^^^"


def test_carets_do_not_run_past_the_line() -> None:
    _, _, carets = report.problems_text([Problem("m", mark=Mark("f", 1, 3, 999), line="abcd")]).splitlines()
    assert carets.count("^") == 2
    _, _, carets = report.problems_text([Problem("m", mark=Mark("f", 1, 99, 1), line="abcd")]).splitlines()
    assert carets.count("^") == 1


def test_nothing_steers_the_terminal_or_begins_a_line_of_its_own() -> None:
    text = report.problems_text(
        [Problem("a\n::error::b\x1b[31m", hint="c\rd", mark=Mark("f", 1, 1), line="\tx\x1by")]
    )
    assert text.splitlines() == [
        "f:1:1: error: a ::error::b [31m",
        "    1 |  x y",
        "      | ^",
        "    hint: c d",
    ]


def test_json_holds_everything_a_program_needs() -> None:
    first, second, third = json.loads(report.problems_text([ERROR, WARNING, NOWHERE], "json"))
    assert first == {
        "severity": "error",
        "message": "no such style",
        "hint": "did you mean 'paper'?",
        "file": "my.yaml",
        "line": 3,
        "column": 8,
        "path": ["style"],
    }
    assert (second["line"], second["column"], second["hint"]) == (None, None, None)
    assert third["file"] is None
    assert report.problems_text([], "json") == "[]"


def test_annotations_of_github() -> None:
    assert report.problems_text([ERROR, WARNING, NOTE, NOWHERE], "github").splitlines() == [
        "::error file=my.yaml,line=3,col=8::no such style (did you mean 'paper'?)",
        "::warning file=my.yaml::too light",
        "::notice file=my.yaml,line=2,col=1::told",
        "::error::just so",
    ]


def test_annotations_escape_what_would_end_them() -> None:
    """In data % CR LF, in properties : and , too (docs.github.com, toolkit's command.ts)."""
    problem = Problem("100 %\r\n::error::x, y", mark=Mark("C:\\a,b%\n.yaml", 1, 2))
    assert report.problems_text([problem], "github") == (
        "::error file=C%3A\\a%2Cb%25%0A.yaml,line=1,col=2::100 %25%0D%0A::error::x, y"
    )


def test_strict_makes_errors_of_warnings_and_of_nothing_else() -> None:
    assert [problem.severity for problem in warnings_as_errors([ERROR, WARNING, NOTE])] == [
        "error",
        "error",
        "note",
    ]
