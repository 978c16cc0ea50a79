"""Work on strangers' files: what the system ends, and what is said of it; files that lead nowhere else."""

import gc
import os
import pickle
import sys
import time
import zlib
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name
from PIL import Image
from preflight_samples import TRIM, changed, good_x1a
from samples import small_pack

import cardgen
from cardgen import api
from cardgen.checks import examination
from cardgen.cli.main import run
from cardgen.errors import PackError, Problem, UsageError
from cardgen.jobs import wall
from cardgen.jobs.schema import SCHEMA_FILES
from cardgen.sandbox import child as confinement
from cardgen.sandbox import untrusted as untrusted
from cardgen.sandbox.child import Limits, OverLimit, run_confined
from cardgen.units import Sentence

LIMITS = Limits(10, memory=100 << 20, output=1 << 20)
#: For work that goes on until it is ended.
SHORT = LIMITS._replace(seconds=0.3)
linux = pytest.mark.skipif(sys.platform != "linux", reason="the system bounds no memory")


# --- what a child does ----------------------------------------------------------------------------


def echo(value: object) -> object:
    return value


def spin() -> None:
    while True:
        pass


def spin_in_a_library() -> None:
    rows = [1]
    others = [1]
    for _ in range(40):
        rows, others = [rows, rows], [others, others]
    assert rows == others


def wait() -> None:
    time.sleep(60)


def fill_memory() -> int:
    return len(bytearray(300 << 20))


def make_cycles() -> int:
    """Make 400 MB in parts that hold themselves, as documents and their pages do."""
    for _ in range(400):
        page: list[object] = [bytes(1 << 20)]
        page.append(page)
        [[] for _ in range(1000)]
    return len(page)


def write(file: Path) -> None:
    file.write_bytes(b"x")


def abort() -> None:
    os.abort()


def run_out_of_memory(tick: Callable[[int, int], None]) -> None:
    tick(3, 5)
    raise MemoryError


def nested_memory() -> int:
    """Return which file of several an inner child would blame."""
    try:
        run_confined(run_out_of_memory, limits=LIMITS, tick=lambda done, total: None)
    except OverLimit as error:
        return error.done
    return -1


def raise_error(error: Exception) -> None:
    raise error


def nested() -> object:
    return run_confined(echo, os.getpid(), limits=LIMITS)


def count(tick: Callable[[int, int], None]) -> int:
    for done in range(3):
        tick(done, 3)
    return os.getpid()


def test_a_child_gives_back_what_it_found_and_tells_how_far_it_is() -> None:
    told: list[tuple[int, int]] = []
    child = run_confined(count, limits=LIMITS, tick=lambda done, total: told.append((done, total)))
    assert child != os.getpid()
    assert told == [(0, 3), (1, 3), (2, 3)]
    problem = Problem("wrong", ("a",))
    assert run_confined(echo, {"a": (1.5, b"x", None), "b": [problem]}, limits=LIMITS)["b"] == [problem]  # type: ignore[index]
    assert run_confined(nested, limits=LIMITS) != os.getpid()


def test_memory_that_ends_in_a_child_is_blamed_on_the_file_at_hand() -> None:
    assert run_confined(nested_memory, limits=LIMITS) == 3


@pytest.mark.parametrize(
    ("work", "said"),
    [
        (spin, "takes more than 0.3 seconds"),
        (spin_in_a_library, "takes more than 0.3 seconds"),
        pytest.param(fill_memory, "takes more than 100 MB of memory", marks=linux),
        (abort, "makes the program that reads it fail"),
    ],
)
def test_the_system_ends_what_goes_too_far(work: Callable[[], object], said: str) -> None:
    before = time.monotonic()
    with pytest.raises(OverLimit, match=said):
        run_confined(work, limits=SHORT)
    assert time.monotonic() - before < 30


@linux
def test_a_child_frees_cycles_though_a_command_runs_without() -> None:
    of_tests = gc.get_threshold()
    gc.disable()
    # As Python has it: tests collect more rarely.
    gc.set_threshold(700, 10, 10)
    try:
        assert run_confined(make_cycles, limits=LIMITS) == 2
    finally:
        gc.set_threshold(*of_tests)
        gc.enable()


def test_what_only_waits_is_ended_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confinement, "_CLOCK_FACTOR", 1)
    with pytest.raises(OverLimit, match=r"takes more than 0.3 seconds"):
        run_confined(wait, limits=SHORT)


def test_a_child_says_no_more_than_it_may() -> None:
    with pytest.raises(OverLimit, match="makes more than 1 MB"):
        run_confined(echo, bytes(2 << 20), limits=LIMITS)


def test_a_child_writes_no_file(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"File too large|Permission denied"):
        run_confined(write, tmp_path / "x", limits=LIMITS)
    assert not (tmp_path / "x").exists() or not (tmp_path / "x").read_bytes()


def test_a_child_hands_over_plain_records_only() -> None:
    with pytest.raises(OverLimit, match="return an invalid answer"):
        run_confined(echo, Path("x"), limits=LIMITS)


def test_a_message_changes_no_class() -> None:
    """An instruction of pickle sets attributes of whatever it was given before, a class as well."""
    message = b"\x80\x04ccardgen.jobs.wall\nStrangerFiles\nN}X\x04\x00\x00\x00findX\x01\x00\x00\x00xs\x86b."
    before = wall.StrangerFiles.find
    confinement._RecordUnpickler(message, ("cardgen.",)).load()
    assert wall.StrangerFiles.find == before
    several = (wall.StrangerFiles([Path("a")], {}), Path("b"), Fraction(1, 3), Sentence("{a}", a=1))
    found = confinement._RecordUnpickler(pickle.dumps(several), ("cardgen.", type(Path()), Fraction)).load()
    assert found == several
    assert [type(each) for each in found] == [type(each) for each in several]


def test_a_pack_that_is_given_back_is_data_and_not_without_number() -> None:
    pack = cardgen.load("never-over")
    given = replace(pack, is_trusted=True)
    vars(given)["count"] = 1
    examination.verify_pack(given)
    assert (given.count, given.is_trusted) == (pack.count, False)
    for quantity in (10**9, -1, "1"):
        endless = replace(pack, cards=(pack.cards[0]._replace(quantity=quantity),))
        with pytest.raises(OverLimit):
            examination.verify_pack(endless)


def test_errors_for_people_come_through() -> None:
    with pytest.raises(UsageError, match="no such thing"):
        run_confined(raise_error, UsageError("no such thing"), limits=LIMITS)
    with pytest.raises(PackError) as caught:
        run_confined(raise_error, PackError([Problem("wrong")]), limits=LIMITS)
    assert caught.value.problems == [Problem("wrong")]
    with pytest.raises(RuntimeError, match="in raise_error"):
        run_confined(raise_error, ValueError("a fault of ours"), limits=LIMITS)


def test_where_nothing_can_be_forked_a_child_starts_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert run_confined(echo, 1, limits=LIMITS) == 1
    with pytest.raises(OverLimit, match=r"takes more than 0\.2 seconds"):
        run_confined(spin, limits=LIMITS._replace(seconds=0.2))


# --- PDFs -----------------------------------------------------------------------------------------


def forms(pdf: pikepdf.Pdf, deep: int, holder: str = "Do") -> pikepdf.Object:
    """A form that draws another twice, and so on."""
    inner = pdf.make_stream(b"0 0 5 5 re f", Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 99, 99]))
    for _ in range(deep):
        resources = Dictionary(XObject=Dictionary(F=inner))
        inner = pdf.make_stream(
            b"/F Do 1 0 0 1 1 1 cm /F Do",
            Type=Name.XObject,
            Subtype=Name.Form,
            BBox=Array([0, 0, 999, 999]),
            Resources=resources,
        )
    return inner


def doubling(deep: int) -> bytes:
    def change(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].obj.Resources = Dictionary(XObject=Dictionary(F=forms(pdf, deep)))
        pdf.pages[0].obj.Contents = pdf.make_stream(b"/F Do")

    return changed(good_x1a(), change)


def stitched() -> bytes:
    """A shading by a function that is put together of functions that are put together, and so on."""

    def change(pdf: pikepdf.Pdf) -> None:
        function = pdf.make_indirect(Dictionary(FunctionType=2, Domain=[0, 1], C0=[0], C1=[1], N=1))
        for _ in range(20_000):
            function = pdf.make_indirect(
                Dictionary(FunctionType=3, Domain=[0, 1], Functions=[function], Bounds=[], Encode=[0, 1])
            )
        shading = Dictionary(
            ShadingType=2, ColorSpace=Name.DeviceGray, Coords=[0, 0, 99, 99], Function=function
        )
        pdf.pages[0].obj.Resources = Dictionary(Shading=Dictionary(S=shading))
        pdf.pages[0].obj.Contents = pdf.make_stream(b"/S sh")

    return changed(good_x1a(), change)


def drawn(content: bytes) -> bytes:
    def change(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].obj.Contents = pdf.make_stream(zlib.compress(content), Filter=Name.FlateDecode)

    return changed(good_x1a(), change)


HOSTILE = {
    "forms, 20 deep": lambda: doubling(20),
    "forms, 40 deep": lambda: doubling(40),
    "stitched functions": stitched,
    "graphics states": lambda: drawn(b"q " * 20_000_000),
    "rectangles": lambda: drawn(b"0 0 9 9 re f\n" * 2_000_000),
}


@linux
@pytest.mark.parametrize(
    "make",
    [
        pytest.param(make, id=name, marks=[pytest.mark.thorough] if name == "forms, 20 deep" else [])
        for name, make in HOSTILE.items()
    ],
)
def test_a_pdf_that_asks_for_too_much_is_refused(
    make: Callable[[], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    import resource

    monkeypatch.setattr(confinement, "PDF", Limits(0.25, memory=200 << 20))
    monkeypatch.setattr(confinement, "_SECONDS_A_FACE", 0)
    data, before = make(), resource.getrusage(resource.RUSAGE_CHILDREN)
    [looked] = api.preflight(data, pack=small_pack(), size=TRIM).result.files
    report = looked.report
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert not report.passed
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 2
    assert all(finding.message.isprintable() for finding in report.findings)


# --- pictures -------------------------------------------------------------------------------------


def png(file: Path, width: int, height: int, depth: int) -> None:
    """A picture of a single colour: so many channels of 8 bits, each line packed with all others."""
    kind = {1: 0, 3: 2, 4: 6}[depth]
    packer = zlib.compressobj(1)
    line = bytes(1 + width * depth)
    body = b"".join(packer.compress(line) for _ in range(height)) + packer.flush()

    def chunk(name: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + name + data + zlib.crc32(name + data).to_bytes(4, "big")

    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([8, kind, 0, 0, 0])
    file.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b""))


PACK = "format: 1\nname: Mine\nextends: never-over\nback: {image: back.png}\n"


@pytest.fixture
def pictured(tmp_path: Path) -> Path:
    """A pack with a picture on its backs."""
    (tmp_path / "mine.yaml").write_text(PACK)
    Image.new("RGB", (1700, 2300), "navy").save(tmp_path / "back.png")
    return tmp_path / "mine.yaml"


def test_a_picture_of_one_line_is_refused_by_its_head(pictured: Path) -> None:
    png(pictured.with_name("back.png"), 59_999_999, 1, 1)
    (problem,) = api.examine(str(pictured)).of("error")
    assert problem.message == "this picture has more pixels than can be opened safely"
    assert problem.mark is not None
    assert problem.mark.line == 4


@linux
def test_a_picture_that_takes_too_much_is_told_at_its_place(
    pictured: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    png(pictured.with_name("back.png"), 4000, 4000, 4)
    monkeypatch.setattr(confinement, "PICTURE", Limits(5, memory=50 << 20))
    (problem,) = api.examine(str(pictured)).of("error")
    assert problem.path == ("back", "image")
    assert "memory" in problem.message or "cannot be opened" in problem.message


@linux
@pytest.mark.thorough
def test_the_largest_picture_is_opened_in_a_bounded_memory(tmp_path: Path) -> None:
    """60 million pixels with transparency are 240 MB; what is made of them is small."""
    png(tmp_path / "a.png", 7500, 8000, 4)
    untrusted.admit(tmp_path, "a.png")
    assert run_confined(has_top_and_bottom, tmp_path / "a.png", limits=Limits(30, memory=600 << 20)) is False


def has_top_and_bottom(file: Path) -> bool:
    from cardgen.colour.images import has_top_and_bottom

    return has_top_and_bottom(file, 180, 250)


def test_a_picture_that_is_changed_after_its_check_is_not_drawn(pictured: Path) -> None:
    pack = api.load(str(pictured))
    back = pictured.with_name("back.png")
    assert api.sheets(pack)
    back.unlink()
    back.symlink_to("/etc/hostname")
    with pytest.raises(UsageError, match="changed while cardgen was at work"):
        api.sheets(pack)


# --- files ----------------------------------------------------------------------------------------


def test_a_link_that_is_turned_after_it_was_followed_leads_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "x").write_text("hidden")
    home = tmp_path / "home"
    (home / "below").mkdir(parents=True)
    (home / "below" / "x").write_text("open")
    resolved = untrusted._resolved_path

    def turned(file: Path) -> Path:
        """Another folder takes the place of one on the way, just after it was looked at."""
        found = resolved(file)
        (home / "below").rename(home / "was")
        (home / "below").symlink_to(tmp_path / "secret")
        return found

    assert untrusted.read_beside(home, "below/x", 9) == b"open"
    monkeypatch.setattr(untrusted, "_resolved_path", turned)
    with pytest.raises(OSError, match=r"ymbolic link|irectory"):
        untrusted.read_beside(home, "below/x", 9)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders")
@pytest.mark.parametrize("named", ["pipe", "/dev/tty", "/dev/zero"])
@pytest.mark.parametrize(
    "command",
    [
        ["rulebook", "never-over", "--template", "{}"],
        ["press", "never-over", "--profile", "{}"],
        ["preflight", "{}"],
        ["verify", "{}"],
        ["printers", "./{}"],
    ],
    ids=lambda command: command[0],
)
def test_pipes_and_devices_are_no_files(
    command: list[str],
    named: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    assert run([part.format(named) for part in command]) == 2
    assert named.removeprefix("/") in capsys.readouterr().err
    assert not (tmp_path / "output").exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders")
def test_a_pipe_in_the_place_of_a_schema_is_in_the_way(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(tmp_path / SCHEMA_FILES["pack"])
    assert run(["new", str(tmp_path / "mine.yaml")]) == 2
    assert "in the way" in capsys.readouterr().err


def test_a_pdf_has_more_time_for_each_face_that_it_is_compared_with() -> None:
    assert confinement.pdf_limits(0) == confinement.PDF
    assert confinement.pdf_limits(1000).seconds == confinement.PDF.seconds + 300
