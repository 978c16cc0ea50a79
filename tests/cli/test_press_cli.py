"""`cardgen press` as it is typed: presets, files, what is refused, and what is said when preflight fails."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import ImageCms
from samples import pdf_of, small_pack, thorough

from cardgen.cli import main
from cardgen.colour.icc import bundled_profile
from cardgen.output.press import PressJob, write_press
from cardgen.prepress.pdf.pdfx import OutputIntent
from cardgen.prepress.preflight import preflight
from cardgen.prepress.preflight.findings import Target
from cardgen.units import MM

pytestmark = pytest.mark.usefixtures("without_sources")

PACK = """format: 1
name: Small
suits:
  green: {sign: "+", color: "#00855B", cards: {2: 2, 1: 1}}
"""


@pytest.fixture
def press(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """Run `cardgen press small.yaml` with more arguments; returns the code, and what was said."""
    monkeypatch.chdir(tmp_path)
    Path("small.yaml").write_text(PACK, encoding="utf-8")

    def command(*arguments: str) -> tuple[int, str]:
        code = main.run(["press", "small.yaml", *arguments])
        out, errors = capsys.readouterr()
        return code, out + errors

    return command


def made() -> list[str]:
    return sorted(file.name for file in Path("output").iterdir()) if Path("output").is_dir() else []


def test_a_preset_decides_what_is_not_typed(press: Any) -> None:
    code, said = press("--printer", "meinspiel", "--size", "skat")
    assert code == 0
    assert made() == ["small-meinspiel-backs.pdf", "small-meinspiel-faces.pdf"]
    assert "MeinSpiel cuts no 62 × 88 mm: the pack is drawn again at 59 × 91 mm" in said
    assert "PDF/X-4 for FOGRA39, 59 × 91 mm and 3 mm bleed" in said
    proof, order = (
        f"`cardgen {command} small.yaml --printer meinspiel --size '59 x 91 mm'`"
        for command in ("proof", "order")
    )
    assert (
        f"Next: if you have looked at every face in {proof}, send this to the printer: {order} says how."
        in said
    )
    with pdf_of(Path("output/small-meinspiel-faces.pdf").read_bytes()) as pdf:
        assert len(pdf.pages) == 3


def test_what_is_typed_goes_before_the_preset_and_is_said_not_to_be_what_it_wants(press: Any) -> None:
    code, said = press(
        "--printer", "cartamundi", "--order", "faces", "--bleed", "4 mm", "--condition", "gracol"
    )
    assert code == 1
    assert "3 pages, PDF/X-1a:2003 for CGATS TR 006, 63 × 88 mm and 4 mm bleed" in said
    for wish in (
        "Cartamundi wants 3 mm of bleed, not 4 mm",
        "Cartamundi prints for FOGRA39, not CGATS TR 006",
    ):
        assert wish in said
    # What the printer has not published is not said to be its wish.
    assert "wants --order" not in said
    assert "This is not what Cartamundi wants" in said


def test_a_preset_of_ones_own_is_named_by_its_path(press: Any) -> None:
    assert main.run(["printers", "mbprint", "--copy", "mine.yaml"]) == 0
    code, said = press("--printer", "./mine.yaml")
    assert code == 0
    assert made() == ["small-mine.pdf"]
    assert "--printer ./mine.yaml" in said


def test_another_condition_s_profile_is_said_to_have_converted_colours(press: Any) -> None:
    code, said = press("--condition", "fogra51")
    assert code == 0
    assert "warning: no profile of FOGRA51 comes with cardgen: pictures, and colours stated in RGB" in said
    code, said = press("--condition", "fogra39")
    assert (code, "comes with cardgen" in said) == (0, False)


def test_preflight_says_whose_profile_has_converted_colours() -> None:
    job = PressJob(intent=OutputIntent("FOGRA51", "Premium coated", stand_in="FOGRA39"))
    [file] = write_press(small_pack(), job)
    facts = preflight(file.data, Target(bleed=3 * MM)).facts
    assert (
        "for the printing condition FOGRA51 (Premium coated; colours in RGB converted with a profile of "
        "FOGRA39)" in facts
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--printer", "makeplayingcards"], "takes pictures, no PDF: use `cardgen images"),
        (["--printer", "cartamundi", "--keep-size"], "Cartamundi does not cut 62 × 88 mm"),
        (["--printer", "cartamundi", "--size", "tarot"], "Cartamundi does not cut 70 × 120 mm"),
        (["--printer", "drivethrucards", "--die-line", "art"], "DriveThruCards wants no die line"),
        (["--printer", "nobody"], "there is no preset for 'nobody'"),
        (["--gutter", "3 mm"], "add --sheet"),
        (["--sheet", "6by9"], "write columns x rows"),
        (["--sheet", "50x50"], "ask for fewer"),
        (["--bleed", "20 mm"], "from 0 to 10 mm"),
        (["--rich-black", "60,40"], "write C,M,Y,K in per cent"),
        (["--die-line", "art", "--die-line-name", "Black"], "cannot name a die line"),
        (["--standard", "x4", "--condition", "fogra51"], "add --profile"),
        (["--profile", "small.yaml"], "is not an ICC profile"),
        (["--profile", "rgb.icc"], "an output profile for CMYK is needed"),
        (["-o", "small.yaml"], "is a file"),
        (["--printer", "mbprint", "--marks"], "MB Print wants no marks"),
        (["--backs", "once"], "add --order separate"),
        (["--die-line-name", "Thru-cut"], "add --die-line"),
        (["--die-line", "art", "--die-line-name", "A)B /x"], "cannot name a die line"),
        (["--copies", "500"], "send one deck, and order the number of copies"),
        (["--profile", "half.icc"], "half.icc: a part of the profile is missing"),
        (
            ["--profile", "swop.icc", "--condition", "fogra51"],
            "swop.icc is a profile of CGATS TR 003 (cardgen CGATS TR 003 (SWOP coated 3), total ink 240), "
            "and not of FOGRA51",
        ),
    ],
)
def test_what_cannot_be_done_is_refused_and_nothing_is_written(
    press: Any, arguments: list[str], message: str
) -> None:
    Path("rgb.icc").write_bytes(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    whole = bundled_profile("swop")
    Path("swop.icc").write_bytes(whole)
    Path("half.icc").write_bytes(whole[:140] + b"\xff\xff\xff\xff" + whole[144:])
    code, said = press(*arguments)
    assert (code, made()) == (2, [])
    assert message in said


def test_a_file_that_a_printer_would_refuse_is_written_and_said_to_be_no_good(press: Any) -> None:
    heavy = PACK.replace('"#00855B"', '{rgb: "#00855B", cmyk: [100, 90, 90, 90]}')
    Path("small.yaml").write_text(heavy, encoding="utf-8")
    code, said = press()
    assert (code, made()) == (1, ["small-press.pdf"])
    assert "ink" in said
    assert "369 % of ink lie on one spot" in said
    assert "Do not send this to the printer yet" in said
    assert "Next:" not in said


def test_sheets_and_die_lines_are_files_of_their_own(press: Any) -> None:
    assert press("--sheet", "2x2", "--die-line", "file")[0] == 0
    assert made() == ["small-press-sheets-die-line.pdf", "small-press-sheets.pdf"]


def test_a_part_of_a_pack_does_not_replace_the_file_of_the_whole(press: Any) -> None:
    for arguments in ((), ("--only", "+2"), ("--missing", "+1:2")):
        assert press(*arguments)[0] == 0
    assert made() == ["small-press-missing.pdf", "small-press-some.pdf", "small-press.pdf"]


def test_a_printers_own_name_of_a_size_is_understood(press: Any) -> None:
    assert main.run(["printers", "longpack", "--copy", "mine.yaml"]) == 0
    text = Path("mine.yaml").read_text(encoding="utf-8")
    Path("mine.yaml").write_text(
        text.replace("sizes:\n", "sizes:\n  tarot: 69.9 x 120.7 mm\n"), encoding="utf-8"
    )
    code, said = press("--size", "tarot", "--printer", "./mine.yaml")
    assert code == 0
    assert "69.9 × 120.7 mm" in said


def test_files_that_belong_together_are_written_together_or_not_at_all(press: Any) -> None:
    Path("output/small-press-backs.pdf").mkdir(parents=True)
    code, said = press("--order", "separate")
    assert (code, made()) == (2, ["small-press-backs.pdf"])
    assert "small-press-backs.pdf could not be written" in said


def test_a_narrow_gutter_is_told_of(press: Any) -> None:
    code, said = press("--sheet", "2x2", "--gutter", "1 mm")
    assert code == 0
    assert "leaves 0.5 mm of bleed between cards" in said


@pytest.mark.parametrize(
    ("made_with", "told"),
    [
        (["--per", "face"], ["--per", "face"]),
        thorough(["--die-line", "page"], []),
        (["--sheet", "2x2"], ["--sheet"]),
        thorough(["--order", "back-last"], ["--order", "back-last"]),
    ],
)
def test_preflight_by_itself_judges_each_form_of_file_as_press_does(
    press: Any, made_with: list[str], told: list[str]
) -> None:
    assert press(*made_with)[0] == 0
    (name,) = made()
    assert main.run(["preflight", f"output/{name}", "--pack", "small.yaml", *told]) == 0


def test_backs_once_in_a_file_of_their_own_are_judged_so(press: Any) -> None:
    assert press("--order", "separate", "--backs", "once")[0] == 0
    backs = ["preflight", "output/small-press-backs.pdf", "--pack", "small.yaml", "--order", "separate"]
    assert main.run([*backs, "--backs", "once"]) == 0
    assert main.run(backs) == 1


def test_a_colour_with_too_much_ink_is_told_at_its_line_and_named_as_the_cause(press: Any) -> None:
    heavy = PACK.replace('"#00855B"', "{cmyk: [90, 40, 90, 60]}")
    back = "back: {color: {cmyk: [85, 30, 80, 55]}, ink: {cmyk: [60, 60, 60, 60]}}\n"
    Path("small.yaml").write_text(heavy + back, encoding="utf-8")
    code, said = press("--printer", "drivethrucards")
    assert code == 1
    assert (
        "small.yaml:4:36: warning: this colour has 280 % of ink in all, and DriveThruCards takes 240 %"
        in said
    )
    assert "small.yaml:5:22: warning: this colour has 250 %" in said
    assert said.count("warning: this colour") == 2
    assert "state less ink, such as cmyk: [80, 28, 75, 55]" in said
    named = "suits.green.color (90/40/90/60), back.color (85/30/80/55)"
    assert f"state less ink in the pack, 240 % at most, for {named}" in said
    assert "rich black" not in said
    # Nothing is said for a printer who takes as much, or of the back that no card has.
    assert "this colour" not in press("--printer", "cartamundi")[1]
    own = back.replace("back:", "  - {face: title, back: {pattern: plain}}\nback:").replace("85", "84")
    Path("small.yaml").write_text(PACK.replace("}}", "}, back: {}}") + "extras:\n" + own, encoding="utf-8")
    assert "this colour" not in press("--printer", "drivethrucards")[1]
