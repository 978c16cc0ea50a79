"""What programs that are not ours think of the sheets: qpdf, poppler and Ghostscript."""

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest
from PIL import Image
from samples import small_pack
from test_imposition import paper

from cardgen import api
from cardgen.errors import UsageError
from cardgen.layout.imposition import SheetOptions, impose
from cardgen.output.sheets import Job, write_sheets
from cardgen.pack.selection import cards_to_print
from cardgen.prepress.verification.sheets import verify_sheets
from cardgen.units import MM

pytest_plugins = ["pytester"]

JOBS = {
    "plain": ("never-over", Job()),
    "standard": (
        "standard-52",
        Job(SheetOptions(paper=paper("letter"), flip="short"), "rounded", "both"),
    ),
    "folded": ("never-over-paper", Job(SheetOptions(backs="gutterfold"), "ticks", guides_inside=True)),
    "apart": (
        "short-25",
        Job(SheetOptions(paper=paper("a3"), backs="separate", gutter=3 * MM), "lines"),
    ),
    "moved": ("never-over", Job(SheetOptions(back_offset=(3.0, -2.0), back_rotate=0.7), only=("red",))),
    "single": ("standard-52", Job(SheetOptions(backs="none"), "none", missing=("K of spades",))),
}


@cache
def sheets(key):
    """The sheets of a job, which several programs look at."""
    name, job = JOBS[key]
    return write_sheets(api.load(name), job)


def written(key, folder):
    paths = []
    for file in sheets(key):
        paths.append(folder / f"{key}{file.suffix}.pdf")
        paths[-1].write_bytes(file.data)
    return paths


@pytest.fixture(params=JOBS)
def made(request, tmp_path):
    """The files of a job on disk, its pack and its options."""
    name, job = JOBS[request.param]
    return written(request.param, tmp_path), api.load(name), job


def run(*command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, timeout=120)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.outside("qpdf")
def test_qpdf_finds_nothing_wrong(made):
    for path in made[0]:
        code, said = run("qpdf", "--check", path)
        assert code == 0, said
        assert "No syntax or stream encoding errors found" in said
        assert "WARNING" not in said


@pytest.mark.outside("pdffonts")
def test_poppler_finds_every_font_embedded_and_a_subset(made):
    for path in made[0]:
        code, said = run("pdffonts", path)
        assert code == 0
        assert "Error" not in said
        for row in said.splitlines()[2:]:
            embedded, subset, unicode = re.findall(r"\b(yes|no)\b", row)[:3]
            assert (embedded, subset, unicode) == ("yes", "yes", "yes"), row
            assert "Helvetica" not in row


@pytest.mark.outside("pdfinfo")
def test_poppler_reads_the_size_of_every_page(made):
    paths, pack, job = made
    count = sum(times for _, times in cards_to_print(pack, job.only, job.copies, job.missing))
    width, height = impose(count, pack.card.size, pack.card.bleed, job.layout).grid.page
    for path in paths:
        code, said = run("pdfinfo", "-box", "-l", "9999", path)
        assert code == 0
        pages = int(re.search(r"^Pages:\s+(\d+)", said, re.MULTILINE)[1])
        boxes = re.findall(r"^Page\s+\d+ MediaBox:\s+(.*)$", said, re.MULTILINE)
        assert len(boxes) == pages
        for box in boxes:
            assert [float(side) for side in box.split()] == pytest.approx([0, 0, width, height], abs=0.01)
        assert re.search(r"^PDF version:\s+1\.7$", said, re.MULTILINE)
        assert re.search(r"^Encrypted:\s+no$", said, re.MULTILINE)
        assert re.search(r"^JavaScript:\s+no$", said, re.MULTILINE)


@pytest.mark.outside("gs")
def test_ghostscript_draws_all_without_complaint(tmp_path):
    paths = [path for key in JOBS for path in written(key, tmp_path)]
    quiet = ("-dSAFER", "-dBATCH", "-dNOPAUSE", "-q", "-sDEVICE=nullpage", "-r36")
    code, said = run("gs", *quiet, "-dPDFSTOPONERROR", *paths)
    assert (code, said.strip()) == (0, "")


@pytest.mark.outside("pdftotext")
def test_poppler_finds_the_indices(tmp_path):
    (file,) = write_sheets(small_pack(), Job())
    path = tmp_path / "sheets.pdf"
    path.write_bytes(file.data)
    code, said = run("pdftotext", path, "-")
    assert code == 0
    assert said.count("+4") == 2 * said.count("+1") > 0
    assert "≤0" in said


def test_a_missing_program_skips_here_and_fails_in_ci(pytester, monkeypatch):
    """The marker that the tests above live by."""
    pytester.makeconftest((Path(__file__).parents[1] / "conftest.py").read_text("utf-8"))
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.outside("no-such-program")
        def test_it():
            pass

        def test_other():
            pytest.importorskip("no_such_library")
        """
    )
    pytester.makepyfile(test_file="import pytest; pytest.importorskip('no_such_library')")
    pytester.makeini("[pytest]\nmarkers = outside(program): one\n")
    monkeypatch.delenv("CARDGEN_REQUIRE_OUTSIDE", raising=False)
    alone = ("-p", "no:xdist", "-p", "no:cacheprovider")
    pytester.runpytest(*alone).assert_outcomes(skipped=3)
    monkeypatch.setenv("CARDGEN_REQUIRE_OUTSIDE", "1")
    result = pytester.runpytest(*alone, "--continue-on-collection-errors")
    result.assert_outcomes(failed=1, errors=2)
    result.stdout.fnmatch_lines(["*no-such-program is not installed, and CARDGEN_REQUIRE_OUTSIDE=1*"])


@pytest.mark.outside("qpdf")
def test_sheets_that_qpdf_has_saved_again_are_proven(tmp_path):
    """Its pictures packed anew, with loss."""
    Image.radial_gradient("L").resize((410, 560)).convert("RGB").save(tmp_path / "a.png")
    (tmp_path / "pack.yaml").write_text(
        "format: 1\nname: One\nextras: [{face: image, image: a.png}, {face: joker}]\n"
    )
    pack = api.load(str(tmp_path / "pack.yaml"))
    (file,) = write_sheets(pack, Job())
    (tmp_path / "a.pdf").write_bytes(file.data)
    for options in (["--linearize"], ["--optimize-images"]):
        code, said = run("qpdf", *options, tmp_path / "a.pdf", tmp_path / "b.pdf")
        assert code == 0, said
        data = (tmp_path / "b.pdf").read_bytes()
        assert data != file.data
        assert verify_sheets(data, pack).faults == ()
    assert b"/DCTDecode" in data


@pytest.mark.outside("gs")
def test_sheets_that_ghostscript_has_saved_again_are_refused_in_plain_words(tmp_path):
    """It leaves out which card is where, and that the file is to be printed at actual size."""
    (tmp_path / "a.pdf").write_bytes(write_sheets(small_pack(), Job())[0].data)
    code, said = run("gs", "-q", "-sDEVICE=pdfwrite", "-o", tmp_path / "b.pdf", tmp_path / "a.pdf")
    assert code == 0, said
    with pytest.raises(UsageError, match="prove the file that cardgen wrote"):
        verify_sheets((tmp_path / "b.pdf").read_bytes(), small_pack())
