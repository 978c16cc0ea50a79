"""A printer at home is calibrated once, and corrects what is printed, wherever it is made."""

import json
import sys
from pathlib import Path

import click
import pikepdf
import pytest
from scanned_sheets import SCANNER, picture_of

import cardgen
from cardgen.cli.main import cli
from cardgen.errors import UsageError
from cardgen.jobs import home_printers
from cardgen.jobs.calibrate import Calibrate
from cardgen.jobs.job import OptionsError
from cardgen.layout.calibration import Calibration
from cardgen.units import MM
from cardgen.webapp.job_process import JobRequest, do_job

pytestmark = pytest.mark.usefixtures("without_sources")

READ = "A=0.3 B=-0.2 C=0.3 D=-0.2 E=0.4 F=-0.2 G=0.4 H=-0.1 L=150.2 Q=40.4"
OWN = 'format: 1\nname: Own\nsuits:\n  green: {sign: "+", color: "#00855B", cards: {2: 2, 1: 1}}\n'


@pytest.fixture
def desk(say):
    """Return a command line for a user with one printer, whose A4 sheets were read."""
    assert say("calibrate", "desk", "--read", READ).code == 0
    return say


def keywords(path):
    with pikepdf.open(path) as pdf:
        return json.loads(str(pdf.docinfo["/Keywords"]))


def test_a_sheet_is_made_read_and_proven(say):
    said = say("calibrate", "desk")
    assert "desk-calibration.pdf: a calibration sheet for desk, 2 pages of A4" in said
    assert "cardgen calibrate desk --ask" in said
    said = say("calibrate", "desk", "--proof")
    assert said.code == 2
    assert "there are no readings of A4 for desk" in said.errors
    said = say("calibrate", "desk", "--read", READ)
    assert "backs, beside the fronts: 0.35 mm to the right" in said
    assert "fronts: 0.4 mm up, 100.13 % wide" in said
    assert "a proof of the readings for desk" in say("calibrate", "desk", "--proof")


def test_the_only_printer_corrects_sheets_and_box_and_says_so(desk):
    said = desk("sheets", "never-over", "--only", "green")
    assert "corrected for the printer desk" in said
    [sheets] = Path("output").glob("*.pdf")
    declared = keywords(sheets)["correction"]
    assert declared["printer"] == "desk"
    assert declared["back"] != declared["front"] != [1, 0, 0, 1, 0, 0]
    with pikepdf.open(sheets) as pdf:
        text = [bytes(page.Contents.read_bytes()) for page in pdf.pages[:2]]
    assert all(b" cm" in content[:200] for content in text)
    said = desk("verify", str(sheets))
    assert (said.code, "corrected for the printer desk, as asked for" in said) == (0, True)
    assert "Corrected for the printer desk." in desk("box", "never-over")


def test_it_is_left_out_with_none_and_named_where_there_are_several(desk):
    assert "corrected" not in desk("sheets", "never-over", "--only", "+4", "--home-printer", "none")
    assert desk("calibrate", "attic", "--read", "J=1 K=0").code == 0
    for job in ("sheets", "box"):
        said = desk(job, "never-over")
        assert (said.code, "orrected" in said) == (0, False)
        assert "not corrected: you have the printers attic and desk; choose one with --home-p" in said.errors
    assert "corrected for the printer attic" in desk(
        "sheets", "never-over", "--only", "+4", "--home-printer", "attic"
    )
    said = desk("sheets", "never-over", "--home-printer", "atic")
    assert (said.code, "did you mean 'attic'?" in said.errors) == (2, True)


def test_a_strangers_pack_is_corrected_behind_its_wall(desk):
    Path("own.yaml").write_text(OWN, encoding="utf-8")
    plain = desk("sheets", "own.yaml", "--home-printer", "none", "-o", "plain.pdf")
    assert plain.code == 0
    for options in ([], ["--trust"]):
        said = desk("sheets", "own.yaml", "-o", "own.pdf", *options)
        assert "corrected for the printer desk" in said
        assert keywords("own.pdf")["correction"]["printer"] == "desk"
        assert desk("verify", "own.pdf", "--pack", "own.yaml").code == 0


def test_python_and_the_studio_correct_as_the_command_line_does(desk, monkeypatch):
    assert desk("sheets", "never-over", "-o", "there.pdf").code == 0
    by_command = Path("there.pdf").read_bytes()
    assert cardgen.sheets("never-over")[0].data == by_command
    assert cardgen.sheets("never-over", home_printer="desk")[0].data == by_command
    options = home_printers.with_home_printer("sheets", {"output": "studio.pdf"})
    outcome = do_job(JobRequest("sheets", options, "never-over"), lambda what, unit="": _Step())
    assert outcome["state"] == "done"
    assert Path("studio.pdf").read_bytes() == by_command


class _Step:
    def __enter__(self):
        return lambda done, total: None

    def __exit__(self, *error):
        return None


def test_a_page_that_was_not_read_is_warned_of(desk):
    said = desk("sheets", "never-over", "--landscape", "--flip", "short")
    assert "not corrected: nothing is known of 297 × 210 mm" in said.errors
    assert "cardgen calibrate desk --landscape --flip short" in said.errors
    small = desk("sheets", "never-over", "--paper", "a5", "--only", "+4")
    assert "`cardgen calibrate desk --paper a5" in small.errors


def test_the_only_printer_is_not_asked_for_what_it_does_not_print(desk):
    for job, options in (("sheets", {"cutter": "cricut"}), ("box", {"press": True})):
        assert home_printers.with_home_printer(job, options) == options


def test_verify_refuses_a_correction_that_no_printer_needs(desk):
    desk("sheets", "never-over", "--only", "+4", "-o", "small.pdf")
    for change in ("wide", "elsewhere"):
        with pikepdf.open("small.pdf") as pdf:
            declared = json.loads(str(pdf.docinfo["/Keywords"]))
            front = declared["correction"]["front"]
            declared["correction"]["front"] = (
                [1.2, *front[1:]] if change == "wide" else [*front[:4], 40, front[5]]
            )
            pdf.docinfo["/Keywords"] = json.dumps(declared)
            pdf.save("other.pdf")
        said = desk("verify", "other.pdf")
        assert said.code != 0, change


def test_sheets_that_lie_elsewhere_on_the_paper_are_not_proven_by_a_correction(say, monkeypatch):
    away = (1.0, 0.0, 0.0, 1.0, 30 * MM, 0.0)
    monkeypatch.setattr(Calibration, "correction", lambda self, *, back: away)
    assert say("calibrate", "desk", "--read", "J=1 K=0").code == 0
    assert say("sheets", "never-over", "--only", "+4", "-o", "far.pdf").code == 0
    said = say("verify", "far.pdf")
    assert (said.code, "farther than any printer" in said.errors) == (2, True)


def test_readings_are_asked_for(say, monkeypatch):
    answers = {"A": "+0.3", "B": "-0,2", "C": "0.3", "D": "-.2"}

    def answer(question, **how):
        name = question.split(",")[0].split(" (")[0].split()[-1]
        return answers.get(name, "0") if name in "ABCDEFGH" else ""

    monkeypatch.setattr(click, "prompt", answer)
    said = say("calibrate", "desk", "--ask")
    assert (said.code, "'.2' is not" in said.errors or "is not a reading" in said.errors) == (2, True)
    answers["D"] = "-0.2"
    assert say("calibrate", "desk", "--ask").code == 0
    [calibration] = home_printers.load_home_printer("desk").calibrations
    assert dict(calibration.readings)["B"] == -0.2
    assert "L" not in dict(calibration.readings)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--read", "A=0.3"], "B, C, D, E, F, G and H are missing"),
        (["--read", "A 0.3"], "is not a reading"),
        (["--read", "V=1"], "no reading is called V"),
        (["--read", "J=1 K=1 J=2"], "J is read twice"),
        (["--read", "J=1 K=1", "--ask"], "--read and --ask do not go together"),
        (["--scan", "a.png", "--proof"], "leave out --proof"),
        (["--scan", "a.png"], "there is no file a.png"),
        (["--read", "J=1 K=1", "--proof"], "there are no readings of A4 for desk"),
        (["--paper", "100 x 150 mm"], "calibrate with larger paper"),
    ],
)
def test_bad_readings_are_explained(options, message, say):
    said = say("calibrate", "desk", *options)
    assert (said.code, said) == (2, "")
    assert message in said.errors
    assert not home_printers.home_printer_names()


def test_a_scan_is_kept_and_its_proof_proven(say):
    moved = (1.002, 0.001, -0.001, 0.999, 2.0, -1.5), (1.002, -0.001, 0.001, 1.0, 1.0, 0.5)
    scans = ["--scan", "0.png", "--scan", "1.png"]
    for options in ([], ["--proof"]):
        assert say("calibrate", "desk", "--paper", "a5", *options, "-o", "sheet.pdf").code == 0
        for side in (0, 1):
            picture = picture_of(Path("sheet.pdf").read_bytes(), side, moved[side], SCANNER._replace(dpi=150))
            Path(f"{side}.png").write_bytes(picture)
        said = say("calibrate", "desk", "--paper", "a5", *scans)
        assert said.code == 0, said.errors
    assert "Proven for A5 on desk" in said
    # The proof changed nothing.
    [read] = home_printers.load_home_printer("desk").calibrations
    assert read.front_movement == pytest.approx(moved[0], abs=0.15)
    said = say("calibrate", "desk", "--paper", "a5", "--scan", "1.png", "--scan", "1.png")
    assert (said.code, "both pictures show the back: scan the front too" in said.errors) == (2, True)
    said = say("calibrate", "attic", "--paper", "a5", "--scan", "0.png")
    assert "shows the sheet of another printer than attic" in said.errors
    assert "shows a sheet of 148 × 210 mm" in say("calibrate", "desk", "--scan", "0.png").errors


def test_readings_of_a_proof_are_judged_and_not_kept(desk):
    kept = home_printers.load_home_printer("desk")
    combs = "A=0.1 B=0 C=0 D=0.1 E=0 F=0 G=0.1 H=0"
    said = desk("calibrate", "desk", "--proof", "--read", combs)
    assert (said.code, "Proven for A4 on desk: backs beside the fronts are at most" in said) == (0, True)
    assert "the fronts on the paper were not read" in said.errors + said
    said = desk("calibrate", "desk", "--proof", "--read", combs.replace("H=0", "H=0.9"))
    assert (said.code, "not proven" in said.errors) == (1, True)
    assert home_printers.load_home_printer("desk") == kept


def test_the_next_command_is_for_the_same_paper(say):
    said = say("calibrate", "desk", "--paper", "140 x 200 mm")
    assert "cardgen calibrate desk --ask --paper '140 x 200 mm'" in said


@pytest.mark.parametrize(
    "options",
    [
        [],
        ["--backs", "separate"],
        ["--paper", "a3", "--flip", "short"],
        ["--paper", "letter", "--landscape"],
    ],
)
def test_the_suggested_print_is_corrected_by_what_was_just_read(options, say):
    said = say("calibrate", "desk", *options, "--read", "J=1 K=0")
    command = said.partition("or print: `cardgen ")[2].partition("`")[0]
    printed = say(*command.split(), "--only", "+4")
    assert (printed.code, "corrected for the printer desk" in printed) == (0, True), command


def test_home_printers_are_listed_with_their_papers_and_their_folder(say):
    assert "no home printer yet" in say("list", "home-printers")
    say("calibrate", "desk", "--read", "J=1 K=0")
    say("calibrate", "desk", "--paper", "letter", "--landscape", "--backs", "separate", "--read", "J=1 K=0")
    said = say("list", "home-printers")
    assert said.splitlines()[1].split(maxsplit=1) == ["desk", "A4; Letter, landscape, in two passes"]
    assert str(home_printers.home_printers_folder()) in said
    home_printers.home_printer_file("desk").unlink()
    assert "desk" not in say("list", "home-printers")


def test_without_the_extra_a_scan_is_not_read(say, monkeypatch):
    monkeypatch.setitem(sys.modules, "zxingcpp", None)
    assert 'pip install "cardgen-kit[scan]"' in say("calibrate", "desk", "--scan", "a.png").errors


def test_a_damaged_file_is_named_and_stops_nothing_else(desk):
    file = home_printers.home_printer_file("desk")
    for text in (
        "{",
        '{"calibrations": 3}',
        '{"calibrations": [{"page": [210, 297], "readings": {"A": 99}}]}',
    ):
        file.write_text(text, encoding="utf-8")
        said = desk("sheets", "never-over", "--only", "+4")
        assert said.code == 2
        assert "desk.json is damaged" in said.errors
        assert "--home-printer none" in said.errors
    assert desk("sheets", "never-over", "--only", "+4", "--home-printer", "none").code == 0


def test_a_name_is_a_files_name():
    for name in ("none", "../evil", "A", "a/b", ""):
        with pytest.raises((OptionsError, UsageError)):
            Calibrate.from_options({"name": name})
    assert "calibrate" in cli.list_commands(click.Context(cli))


def test_a_printer_is_forgotten_with_all_its_readings(desk):
    assert "leave --paper out" in desk("calibrate", "desk", "--remove", "--paper", "a3").errors
    assert "desk: its readings are removed" in desk("calibrate", "desk", "--remove")
    assert "no home printer yet" in desk("list", "home-printers")
    assert "there is no home printer 'desk'" in desk("calibrate", "desk", "--remove").errors
