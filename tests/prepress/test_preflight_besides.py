"""Marks, die lines and conditions: held against what the printer wants of them."""

import pytest
from samples import small_pack

from cardgen.colour.icc import CONDITIONS
from cardgen.output.press import DieLine, PressJob, press_target, write_press
from cardgen.prepress.pdf.pdfx import OutputIntent
from cardgen.prepress.preflight import preflight
from cardgen.prepress.preflight.findings import Target
from cardgen.prepress.printers.library import find_preset

PACK = small_pack()
GRACOL = CONDITIONS["gracol"]


def rules(job, **wanted):
    """The rules that find something in the files of a job, held against a target with these wishes."""
    found = set()
    for file in write_press(PACK, job):
        target = press_target(PACK, job, None, file.suffix)._replace(**wanted)
        found |= {finding.rule for finding in preflight(file.data, target).findings}
    return found


@pytest.mark.parametrize(
    ("drawn", "wish", "expected"),
    [
        (True, "allowed", set()),
        (False, "allowed", set()),
        (True, "forbidden", {"marks"}),
        (False, "forbidden", set()),
        (True, "wanted", set()),
        (False, "wanted", {"marks"}),
    ],
)
def test_marks_are_there_if_and_only_if_the_printer_has_them_so(drawn, wish, expected):
    assert rules(PressJob(marks=drawn, order="faces"), marks=wish) == expected


def test_a_die_line_that_is_wanted_must_be_there():
    wanted = {"die_line": "wanted", "spots": ("CutContour",)}
    assert rules(PressJob(order="faces"), **wanted) == {"die-line-wanted"}
    assert rules(PressJob(order="faces", die_line=DieLine()), **wanted) == set()
    assert rules(PressJob(order="faces", die_line=DieLine("page")), **wanted) == set()


def test_a_die_line_in_a_file_of_its_own_is_not_missed_in_the_others():

    job = PressJob(order="faces", die_line=DieLine("file"))
    printer = find_preset("longpack")
    targets = [press_target(PACK, job, printer, suffix).die_line for suffix in ("", "-die-line")]
    assert targets == ["allowed", printer.die_line]


def test_another_condition_than_the_printers_is_told():
    job = PressJob(order="faces", intent=OutputIntent(GRACOL.identifier, GRACOL.info))
    (file,) = write_press(PACK, job)
    target = press_target(PACK, job, None, "")._replace(condition="FOGRA39")
    (finding,) = preflight(file.data, target).findings
    assert (finding.rule, finding.severity) == ("condition", "warning")
    assert "CGATS TR 006" in finding.message
    assert rules(job, condition="CGATS TR 006") == set()


def test_a_standard_alone_wants_none_of_it():
    assert (Target().marks, Target().die_line, Target().condition) == ("allowed", "allowed", None)


def test_a_page_for_the_die_line_ends_the_faces_and_not_the_backs():
    job = PressJob(order="separate", die_line=DieLine("page"))
    files = {file.suffix: file for file in write_press(PACK, job)}
    assert {suffix: file.pages for suffix, file in files.items()} == {"-faces": 7, "-backs": 6}
    assert rules(job) == set()
