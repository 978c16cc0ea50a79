"""Printers' presets: what they say is sourced or owned up to, and a faulty one gets messages with places."""

import datetime
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import cardgen
from cardgen import api
from cardgen.cli import report
from cardgen.errors import PackError, Problem, UsageError
from cardgen.jobs.schema import schema_text
from cardgen.pack import library
from cardgen.pack.yaml import Data, read_yaml
from cardgen.prepress.printers import library as printers
from cardgen.prepress.printers.library import read_printer_and_problems
from cardgen.prepress.printers.model import FIGURES, Printer
from cardgen.prepress.printers.requirements import printer_facts
from cardgen.units import MM

HOME = Path(cardgen.__file__).parent
BAD = Path(__file__).parents[1] / "bad_printers"
MARKED = re.compile(r"#( *)\^ (error): (.*)")
SCHEMA = Draft202012Validator(json.loads(schema_text("printer")))
NAMES = printers.preset_names()


def data_of(file: Path) -> dict[str, Data]:
    return read_yaml(str(file), file.read_bytes()).data


# The presets that come along


def test_the_printers_of_the_table_are_there() -> None:
    assert set(NAMES) == {
        "makeplayingcards", "thegamecrafter", "drivethrucards", "cartamundi", "longpack", "mbprint",
        "meinspiel", "printninja", "printerstudio",
    }  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_presets_load_pass_the_schema_and_name_it_for_editors(name: str) -> None:
    file = printers.preset_file(name)
    assert printers.find_preset(name).key == name
    SCHEMA.validate(data_of(file))
    first = file.read_text(encoding="utf-8").splitlines()[0]
    assert first == "# yaml-language-server: $schema=../printer.schema.json"


#: Figures that mean nothing where pictures are handed in, or where PDFs are.
ONLY_PDF = {"total-ink", "condition", "standard", "order", "rich-black", "die-line", "marks", "type"}
ONLY_PICTURES = {"image-formats", "sizes.pixels"}


def stated(data: dict[str, Data], figure: str) -> bool:
    """Whether a preset's file says anything about a figure."""
    head, _, part = figure.partition(".")
    held: Any = data.get(head)
    if head == "sizes" and part:
        return any(isinstance(size, dict) and part in size for size in held.values())
    if part == "steps":
        return isinstance(held, dict) and bool(held.keys() & {"steps", "every"})
    return held is not None and (not part or part in held)


@pytest.mark.parametrize("name", NAMES)
def test_every_figure_has_a_source_or_is_owned_up_to(name: str) -> None:
    """What a file says is covered by a source or said to be unknown; what it leaves out is said to be."""
    printer, data = printers.find_preset(name), data_of(printers.preset_file(name))
    sourced = {figure for source in printer.sources for figure in source.figures}
    idle = ONLY_PDF if printer.form == "images" else ONLY_PICTURES
    if printer.color == "rgb" or "tif" not in printer.image_formats:
        idle = idle | {"picture-profile"}
    for figure in set(FIGURES) - idle - {"decks"}:
        owned = {figure, figure.partition(".")[0]} & set(printer.assumed_keys)
        if figure.startswith("sizes."):
            owned = {figure} & set(printer.assumed_keys)
        assert owned or (stated(data, figure) and figure in sourced), figure
    assert sourced <= set(FIGURES)


@pytest.mark.parametrize("name", NAMES)
def test_sources_say_where_when_and_what(name: str) -> None:
    for source in printers.find_preset(name).sources:
        assert source.says
        assert source.url.startswith("https://") or (not source.url and not source.first_hand)
        assert datetime.date.fromisoformat(source.read) >= datetime.date(2026, 1, 1)


@pytest.mark.parametrize("name", NAMES)
def test_pixels_are_the_trim_with_its_bleed(name: str) -> None:
    """Otherwise a picture would be stretched, or cut in the wrong place."""
    printer = printers.find_preset(name)
    for product in printer.products:
        for side, pixels in zip(product.trim, product.pixels or (), strict=False):
            assert abs((side + 2 * printer.bleed) / 72 * printer.ppi - pixels) < 2


def test_makeplayingcards_wants_its_exact_pixels_and_steps() -> None:
    printer = printers.find_preset("makeplayingcards")
    poker = printer.nearest_product((63.5 * MM, 88.9 * MM))
    assert poker.pixels == (822, 1122)
    assert printer.nearest_product((63 * MM, 88 * MM)).pixels == (816, 1110)
    assert printer.bleed / 72 * 300 == pytest.approx(36)
    assert printer.decks.steps[:7] == (18, 36, 55, 72, 90, 108, 126)
    assert (printer.decks.steps[-1], printer.decks.most) == (612, 612)
    assert printer.form == "images"


def test_the_game_crafter_cuts_at_37_and_a_half_pixels() -> None:
    printer = printers.find_preset("thegamecrafter")
    pixels = {product.name: product.pixels for product in printer.products}
    assert pixels["poker"] == (825, 1125)
    assert pixels["bridge"] == (750, 1125)
    assert pixels["tarot"] == (900, 1500)
    assert pixels["micro"] == (450, 600)
    assert printer.bleed / 72 * 300 == pytest.approx(37.5)
    assert (printer.bleed + printer.safe) / 72 * 300 == pytest.approx(75)
    assert printer.color == "rgb"


def test_drivethrucards_wants_each_back_before_its_face_and_little_ink() -> None:
    printer = printers.find_preset("drivethrucards")
    assert (printer.order, printer.standard, printer.die_line) == ("back-face", "x1a", "forbidden")
    assert (printer.total_ink, printer.rich_black) == (2.4, (0.6, 0.4, 0.4, 1.0))
    assert printer.condition == "swop-v2"


def test_meinspiel_wants_two_files_of_pdf_x_4() -> None:
    printer = printers.find_preset("meinspiel")
    assert (printer.order, printer.backs, printer.standard) == ("separate", "each", "x4")
    assert printer.drift == pytest.approx(1.5 * MM)
    assert printer.safe == pytest.approx(4 * MM)


# Finding one


@pytest.mark.parametrize("spelt", ["makeplayingcards", "MakePlayingCards", "Make Playing Cards"])
def test_a_name_may_be_spelt_as_people_do(spelt: str) -> None:
    assert printers.find_preset(spelt).key == "makeplayingcards"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("makeplayingcard", "did you mean 'makeplayingcards'"),
        ("./mine.yaml", "there is no file ./mine.yaml"),
        ("mbprint.yaml", "there is no file mbprint.yaml"),
        ("", "--printer is empty"),
        ("\0", "no preset"),
    ],
)
def test_who_is_not_known_is_said_so(name: str, said: str) -> None:
    with pytest.raises(UsageError, match=re.escape(said)):
        printers.find_preset(name)


GOOD = "format: 1\nname: Mine\nsizes: {poker: poker}\nbleed: 3 mm\nsafe: 3 mm\ncolor: cmyk\nform: pdf\n"


def test_a_preset_of_one_s_own_goes_by_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my-printer.yaml").write_text(GOOD)
    assert printers.find_preset("my-printer.yaml") == printers.find_preset("./my-printer.yaml")
    assert printers.find_preset("my-printer").key == "my-printer"
    assert printers.find_preset("my-printer").products[0].trim == (63.5 * MM, 88.9 * MM)


def test_no_file_takes_the_name_of_a_bundled_preset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("mbprint", "mbprint.yaml"):
        Path(name).write_text(GOOD)
    assert printers.find_preset("mbprint").name == "MB Print"
    assert printers.find_preset("mbprint.yaml").name == "Mine"
    with pytest.raises(UsageError, match=re.escape("my-printer.yaml or, where that lies here, my-printer")):
        printers.find_preset("nobody")


@pytest.mark.parametrize("rule", ["forbidden", "allowed", "wanted"])
def test_a_preset_says_what_it_wants_of_marks(rule: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(GOOD + f"marks: {rule}\n")
    assert printers.find_preset(str(file)).marks == rule


def test_who_wants_no_marks_says_so() -> None:
    assert {name for name in NAMES if printers.find_preset(name).marks != "allowed"} == {
        "mbprint",
        "meinspiel",
    }
    assert ("marks", "must not be in the file") in printer_facts(printers.find_preset("mbprint"))


def test_rgb_in_a_pdf_is_refused_by_any_standard(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(GOOD.replace("cmyk", "rgb") + "standard: x4\n")
    with pytest.raises(PackError, match="cardgen makes its PDFs in CMYK") as caught:
        printers.find_preset(str(file))
    assert [problem.path for problem in caught.value.problems] == [("color",)]


def test_a_pack_is_no_preset_and_a_preset_no_pack(tmp_path: Path) -> None:
    """One message each, not one for every key that the other has."""
    preset, variant = tmp_path / "my-printer.yaml", tmp_path / "mine.yaml"
    preset.write_text(GOOD)
    variant.write_text("extends: my-printer\nname: Mine\n")
    with pytest.raises(PackError) as caught:
        api.examine(str(preset))
    [problem] = caught.value.problems
    assert problem.message == "this is a printer's preset, not a pack"
    assert f"--printer {preset}" in problem.hint
    assert problem.mark is not None
    assert problem.mark.line == 3
    assert [each.message for each in api.examine(str(variant)).problems if each.path == ("sizes",)] == [
        problem.message
    ]
    for pack in (variant, library.pack_file("never-over")):
        with pytest.raises(PackError) as caught:
            printers.find_preset(str(pack))
        [problem] = caught.value.problems
        assert problem.message == "this is a pack, not a printer's preset"


def test_what_is_left_out_is_as_the_model_says() -> None:
    printer, problems = read_printer_and_problems(dict(read_yaml("x", GOOD.encode()).data))
    assert problems == []
    products = printer.products
    assert printer == Printer(
        key="", name="Mine", url="", products=products, bleed=3 * MM, safe=3 * MM, drift=1.5 * MM,
        color="cmyk", form="pdf",
    )  # fmt: skip


def test_a_preset_too_large_is_not_read_whole(tmp_path: Path) -> None:
    file = tmp_path / "large.yaml"
    with file.open("wb") as opened:
        opened.truncate(1 << 40)
    with pytest.raises(PackError, match="too large for a preset"):
        printers.find_preset(str(file))


# Sizes


def test_a_size_that_is_not_cut_is_drawn_again_or_refused() -> None:
    printer = printers.find_preset("makeplayingcards")
    pack = api.load("never-over")
    drawn = printers.pack_fitted_to_printer(pack, printer)
    assert printers.redrawing_sentence(pack.card.size, drawn, printer) == (
        "MakePlayingCards cuts no 62 × 88 mm: the pack is drawn again at 63 × 88 mm "
        "(art of the same size, nothing stretched)"
    )
    with pytest.raises(UsageError, match=r"does not cut 62 × 88 mm; it cuts poker .*--keep-size"):
        printers.verify_size_of_printer(pack.card, printer)
    with pytest.raises(UsageError, match="does not cut 70 × 70 mm; it cuts poker"):
        printers.pack_fitted_to_printer(pack, printer, (70 * MM, 70 * MM))


def test_a_size_that_is_cut_is_left_alone() -> None:
    printer = printers.find_preset("makeplayingcards")
    pack = api.load("never-over", size=(63 * MM, 88 * MM))
    printers.verify_size_of_printer(pack.card, printer)
    assert (
        printers.redrawing_sentence(pack.card.size, printers.pack_fitted_to_printer(pack, printer), printer)
        == ""
    )


def test_art_that_scales_is_said_to() -> None:
    printer = printers.find_preset("meinspiel")
    pack = api.load("never-over")
    drawn = printers.pack_fitted_to_printer(pack, printer, (59 * MM, 91 * MM))
    said = printers.redrawing_sentence(pack.card.size, drawn, printer)
    assert "drawn again at 59 × 91 mm (art scaled by 0.95, nothing stretched)" in said


# Faulty ones


def expected(file: Path) -> list[tuple[int, int, str]]:
    found: list[tuple[int, int, str]] = []
    line_number = 0
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if marked := MARKED.fullmatch(line):
            column = len(marked[1]) + 2
            found.append((line_number, 1 if column == 2 else column, marked[3]))
        else:
            assert "^ " not in line
            line_number = number
    return found


def said(problem: Problem) -> tuple[int, int, str]:
    assert problem.mark
    text = f"{problem.message} -> {problem.hint}" if problem.hint else problem.message
    return problem.mark.line, 1 if problem.mark.column == 2 else problem.mark.column, text


FAULTY = sorted(BAD.glob("*.yaml"))


@pytest.mark.parametrize("file", FAULTY, ids=lambda file: file.stem)
def test_a_bad_preset_gets_just_these_messages(file: Path) -> None:
    with pytest.raises(PackError) as caught:
        printers.find_preset(str(file))
    assert caught.value.exit_code == 1
    assert [said(problem) for problem in caught.value.problems] == expected(file)
    assert all(problem.mark and problem.mark.file == str(file) for problem in caught.value.problems)


@pytest.mark.parametrize("file", FAULTY, ids=lambda file: file.stem)
def test_no_message_about_a_preset_speaks_of_packs(file: Path) -> None:
    with pytest.raises(PackError) as caught:
        printers.find_preset(str(file))
    assert not re.search(r"\bpacks?\b", report.problems_text(caught.value.problems))


# The schema


def test_the_schema_is_itself_sound_and_describes_every_key() -> None:
    schema = json.loads(schema_text("printer"))
    Draft202012Validator.check_schema(schema)
    for part in [schema, *schema["$defs"].values()]:
        for form in part.get("anyOf", [part]):
            for key, value in {**part, **form}.get("properties", {}).items():
                assert value.get("description"), key


#: Faults that take two values to see, or a list of those there are.
UNSEEN = {"nothing", "together", "narrow", "screen", "default"}


@pytest.mark.parametrize("file", FAULTY, ids=lambda file: file.stem)
def test_an_editor_marks_what_a_schema_can_see(file: Path) -> None:
    if file.stem not in ("syntax", "yaml"):
        assert SCHEMA.is_valid(data_of(file)) == (file.stem in UNSEEN)


# Any bytes

Look = Callable[[bytes], Printer | None]


@pytest.fixture(scope="module")
def look(tmp_path_factory: pytest.TempPathFactory) -> Look:
    """Read bytes as a preset; whatever they are, it ends well, and all that is said can be written."""
    file = tmp_path_factory.mktemp("any") / "any.yaml"

    def found(raw: bytes) -> Printer | None:
        file.write_bytes(raw)
        try:
            printer = printers.find_preset(str(file))
        except PackError as error:
            assert error.problems  # noqa: PT017 - most bytes raise nothing
            for problem in error.problems:
                assert problem.mark is not None
                assert len(problem.message) < 500
            report.problems_text(error.problems)
            return None
        assert printer.nearest_product((62 * MM, 88 * MM)) in printer.products
        return printer

    return found


TEXTS = [printers.preset_file(name).read_bytes() for name in NAMES]
LINES = [line for text in TEXTS for line in text.decode().splitlines()]
VALUES = st.sampled_from(
    """
    1 | 0 | -1 | 300 | 1.5 | x | no | true | 3mm | "3 mm" | 30mm | 0mm | poker | pdf | images | rgb | cmyk
    | [] | {} | [1, 2] | {a: 1} | [png] | [tif] | separate | faces | back-last | 18 | 612 | ~ | ? | ٣ | ≤ | x4
    | face | 2026-11-20 | https://example.org | [18, 36] | [60, 40, 40, 100] | {poker: poker} | {most: 18}
    | {every: 5} | {poker: {trim: poker, pixels: 822 x 1122}} | {least: 99, steps: [54, 72]} | 0.12 in
    """.split("|")  # noqa: SIM905
)
KEYS = st.sampled_from(sorted(json.loads(schema_text("printer"))["properties"]))


@given(raw=st.binary(max_size=200))
def test_any_bytes_give_a_printer_or_problems(raw: bytes, look: Look) -> None:
    look(raw)


@given(data=st.data())
@settings(max_examples=40)
def test_presets_with_a_few_bytes_changed(data: st.DataObject, look: Look) -> None:
    raw = bytearray(data.draw(st.sampled_from(TEXTS)))
    for _ in range(data.draw(st.integers(1, 5))):
        place = data.draw(st.integers(0, len(raw) - 1))
        raw[place : place + data.draw(st.integers(0, 4))] = data.draw(st.binary(max_size=4))
    look(bytes(raw))


@given(lines=st.lists(st.sampled_from(LINES), max_size=25))
@settings(max_examples=30)
def test_lines_of_presets_shuffled_together(lines: list[str], look: Look) -> None:
    look("\n".join(["format: 1", *lines]).encode())


@given(changes=st.dictionaries(KEYS, VALUES, min_size=1, max_size=4))
@settings(max_examples=80)
def test_presets_with_values_changed(changes: dict[str, str], look: Look) -> None:
    """What passes can be drawn for, and its order can be planned."""
    kept = [line for line in GOOD.splitlines() if line.partition(":")[0] not in changes]
    printer = look(
        "\n".join([*kept, *(f"{key}: {value.strip()}" for key, value in changes.items())]).encode()
    )
    if printer:
        from cardgen.prepress.printers.ordering import plan_order

        examined = api.examine("never-over", printer=printer)
        assert examined.pack
        assert plan_order(examined.pack, examined.data, printer, (62 * MM, 88 * MM)).cards == 56


# The command


@pytest.fixture
def run(say: Any) -> Any:
    """Run a command line in an empty folder."""
    return say


def test_the_list_fits_a_terminal_and_names_all(run: Any) -> None:
    lines = run("printers").splitlines()
    for name in NAMES:
        (line,) = (line for line in lines if line.startswith(name))
        assert printers.find_preset(name).name in line
        assert "RGB" in line or "CMYK" in line
    assert max(map(len, lines)) <= 100


@pytest.mark.parametrize("name", NAMES)
def test_one_printer_is_shown_with_sources_and_what_is_not_known(name: str, run: Any) -> None:
    text = run("printers", name)
    printer = printers.find_preset(name)
    joined = " ".join(text.split())
    for source in printer.sources:
        assert source.url in joined
        assert source.says in joined
        assert source.read in joined
    for unknown in printer.unknown:
        assert unknown.partition(": ")[2] in joined
    for note in printer.notes:
        assert note in joined
    assert all(len(line) <= 100 for line in text.splitlines() if "https://" not in line)


@pytest.mark.parametrize("name", NAMES)
def test_a_copy_is_the_same_printer_and_can_be_changed(name: str, run: Any) -> None:
    assert run("printers", name, "--copy", "my-printer.yaml").code == 0
    assert replace(printers.find_preset("my-printer.yaml"), key=name) == printers.find_preset(name)
    text = Path("my-printer.yaml").read_text(encoding="utf-8")
    assert text.startswith("# yaml-language-server: $schema=printer.schema.json\n")
    assert Path("printer.schema.json").read_text(encoding="utf-8") == schema_text("printer")
    Path("my-printer.yaml").write_text(re.sub("(?m)^safe: .*", "safe: 3.5 mm", text))
    assert printers.find_preset("my-printer.yaml").safe == pytest.approx(3.5 * MM)
    assert "3.5 mm" in run("printers", "my-printer.yaml")


def test_a_copy_replaces_nothing(run: Any) -> None:
    Path("mine.yaml").write_text("mine")
    said = run("printers", "mbprint", "--copy", "mine")
    assert (said.code, Path("mine.yaml").read_text()) == (2, "mine")
    assert "mine.yaml is already there" in said.errors
    Path("printer.schema.json").write_text("{}")
    assert run("printers", "mbprint", "--copy", "other.yaml").code == 2
    assert not Path("other.yaml").exists()
    assert run("printers", "--copy", "other.yaml").code == 2


def test_faults_of_a_preset_are_said_with_their_lines(run: Any) -> None:
    Path("mine.yaml").write_text(GOOD + "blead: 3 mm\n")
    said = run("printers", "mine.yaml")
    assert said.code == 1
    assert said.errors.startswith("mine.yaml:8:1: error: 'blead' is not a key known here\n")
    assert "hint: did you mean 'bleed'?" in said.errors


def test_the_schema_of_presets_is_printed_or_written(run: Any) -> None:
    assert run("schema", "--of", "printer") == schema_text("printer")
    assert run("schema", "--of", "printer", "-o", "p.json").code == 0
    assert Path("p.json").read_text(encoding="utf-8") == schema_text("printer")


def test_programs_get_the_numbers_shapes_and_foil_of_printers() -> None:
    records = {each["key"]: each for each in api.printers().facts}
    makeplayingcards, gamecrafter = records["makeplayingcards"], records["thegamecrafter"]
    assert (makeplayingcards["most_cards"], makeplayingcards["price_steps"][:3]) == (612, [18, 36, 55])
    assert makeplayingcards["special_inks"] is None
    assert makeplayingcards["sizes"]["poker-eu"] == [63, 88]
    assert gamecrafter["most_cards"] is None
    assert gamecrafter["shapes"] == ["circle", "flat-hexagon", "rectangle"]
    assert records["drivethrucards"]["total_ink"] == 240
