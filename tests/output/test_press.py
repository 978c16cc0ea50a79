"""Press files: what is in them, seen from the PDF itself."""

import io
import re

import pikepdf
import pytest
from PIL import Image, ImageChops, ImageDraw, ImageStat
from samples import pdf_of, small_pack

from cardgen import api
from cardgen.colour import images
from cardgen.colour.conversion import cmyk_picture
from cardgen.colour.icc import CONDITIONS, bundled_profile
from cardgen.errors import UsageError
from cardgen.output.press import DieLine, PressJob, press_job, press_target, write_press
from cardgen.prepress.pdf.pdfx import OutputIntent
from cardgen.prepress.pdf.plates import separate_pages
from cardgen.prepress.preflight import preflight
from cardgen.prepress.printers import library as printers
from cardgen.sandbox import child
from cardgen.units import MM

pytestmark = pytest.mark.usefixtures("without_sources")

PACK = small_pack()
FOGRA39 = CONDITIONS["fogra39"]
X4 = PressJob(
    standard="x4", intent=OutputIntent(FOGRA39.identifier, FOGRA39.info, True, bundled_profile("fogra39"))
)


def press(pack=PACK, **options):
    return write_press(pack, PressJob(**options))


def one(pack=PACK, **options):
    (file,) = press(pack, **options)
    return file.data


def streams(data):
    """The operators of all pages and forms, as text."""
    with pdf_of(data) as pdf:
        parts = [page.Contents.read_bytes() for page in pdf.pages]
        parts += [
            each.read_bytes()
            for each in pdf.objects
            if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Form"
        ]
    return "\n".join(part.decode("latin-1") for part in parts)


def drawn(page):
    """The operators of a page and of the forms on it, as text."""
    parts = [page.Contents, *(page.Resources.get("/XObject", {}).values())]
    return "\n".join(part.read_bytes().decode("latin-1") for part in parts)


def state(page):
    """All that the graphics states on a page set."""
    return {
        key: value for each in page.Resources.get("/ExtGState", {}).values() for key, value in each.items()
    }


def sides(data):
    """For each page, the card that is drawn there: its id, or "back"; "" for none."""
    with pdf_of(data) as pdf:
        texts = [page.Contents.read_bytes().decode("latin-1") for page in pdf.pages]
    return [" ".join(re.findall(r"/Card \((.*?)\)", text)) for text in texts]


def box(page, name):
    return [float(edge) for edge in page[name]]


# Identity


def test_a_file_says_that_it_is_pdf_x_1a():
    data = one()
    assert data.startswith(b"%PDF-1.4")
    with pdf_of(data) as pdf:
        info = pdf.docinfo
        assert str(info["/GTS_PDFXVersion"]) == "PDF/X-1a:2003"
        assert str(info["/Title"]) == "Small: cards for the press"
        assert info["/Trapped"] == pikepdf.Name("/False")
        assert all(str(info[key]).startswith("D:20") for key in ("/CreationDate", "/ModDate"))
        assert len(pdf.trailer.ID) == 2
        (intent,) = pdf.Root.OutputIntents
        assert intent.S == "/GTS_PDFX"
        assert str(intent.OutputConditionIdentifier) == "FOGRA39"
        assert str(intent.RegistryName) == "http://www.color.org"
        assert "/DestOutputProfile" not in intent
        assert "/ViewerPreferences" not in pdf.Root
        assert "/Outlines" not in pdf.Root


def test_pdf_x_4_embeds_its_profile_and_is_known_by_its_metadata():
    (file,) = write_press(PACK, X4)
    assert file.data.startswith(b"%PDF-1.6")
    with pdf_of(file.data) as pdf:
        profile = pdf.Root.OutputIntents[0].DestOutputProfile
        assert profile.read_bytes() == bundled_profile("fogra39")
        assert profile.N == 4
        assert "/Filter" not in pdf.Root.Metadata
        said = pdf.Root.Metadata.read_raw_bytes().decode("utf-8")
        assert "<pdfxid:GTS_PDFXVersion>PDF/X-4<" in said
        assert ">Small: cards for the press<" in said
        assert "/GTS_PDFXVersion" not in pdf.docinfo


def test_a_name_with_signs_of_xml_stays_a_name():
    (file,) = write_press(small_pack(name="<R&D> “2”"), X4)
    with pdf_of(file.data) as pdf, pdf.open_metadata() as meta:
        assert meta["dc:title"] == "<R&D> “2”: cards for the press"
        assert str(pdf.docinfo["/Title"]) == "<R&D> “2”: cards for the press"


@pytest.mark.parametrize("options", [{}, {"marks": True, "sheet": (3, 2)}, {"order": "separate"}])
def test_the_same_job_gives_the_same_bytes(options):
    assert [file.data for file in press(**options)] == [file.data for file in press(**options)]


# Boxes


def test_a_page_is_the_card_and_its_bleed():
    with pdf_of(one()) as pdf:
        for page in pdf.pages:
            whole = pytest.approx([0, 0, 68 * MM, 94 * MM], abs=0.01)
            assert box(page, "/MediaBox") == box(page, "/BleedBox") == whole
            assert box(page, "/TrimBox") == pytest.approx([3 * MM, 3 * MM, 65 * MM, 91 * MM], abs=0.01)
            assert "/ArtBox" not in page
            assert "/Trans" not in page
            assert "/Rotate" not in page


def test_the_bleed_is_the_packs():
    pack = small_pack(card={"bleed": "5 mm"})
    with pdf_of(one(pack)) as pdf:
        assert box(pdf.pages[0], "/TrimBox")[0] == pytest.approx(5 * MM, abs=0.01)
        assert box(pdf.pages[0], "/MediaBox")[2] == pytest.approx(72 * MM, abs=0.01)


def test_grounds_run_a_millimetre_past_the_bleed():
    page = streams(one(small_pack(style="solid")))
    ground = -4 * MM
    assert f"{ground:.4f} {ground:.4f} m" in page


def test_marks_lie_outside_the_bleed():
    with pdf_of(one(marks=True)) as pdf:
        page = pdf.pages[0]
        assert box(page, "/BleedBox")[0] == pytest.approx(13 * MM, abs=0.01)
        (marks,) = [form for name, form in page.Resources.XObject.items() if "marks" in name]
        low_x, low_y, right, top = box(page, "/BleedBox")
        ends = []
        for operands, operator in pikepdf.parse_content_stream(marks):
            if str(operator) in ("m", "l"):
                ends.append([float(each) for each in operands])
        assert ends
        assert not any(low_x < x < right and low_y < y < top for x, y in ends)


# Inks


def test_cards_are_in_the_packs_own_inks_and_nothing_is_in_rgb():
    green = {"sign": "+", "color": {"rgb": "#00855B", "cmyk": [86, 12, 80, 33]}, "cards": {1: 2}}
    said = streams(one(small_pack(suits={"green": green})))
    assert "0.86 0.12 0.8 0.33 k" in said
    assert not re.search(r"\b(rg|RG|cs|CS|sc|SC|scn|SCN|sh)\b", said)


def test_text_that_is_only_there_to_be_searched_is_left_out():
    assert " 3 Tr" in streams(api.sheets(PACK)[0].data)
    assert " Tr" not in streams(one())


def black_pack(**more):
    suit = {"sign": "+", "color": "#000000", "cards": {1: 1}}
    return small_pack(suits={"a": suit}, extras=[{"face": "text", "text": "Black on white"}], **more)


def test_black_type_and_lines_overprint_and_large_black_does_not():
    data = one(black_pack(back={"pattern": "plain", "color": "#000000"}), order="back-last")
    with pdf_of(data) as pdf:
        text, back = pdf.pages[1], pdf.pages[2]
        assert {key: int(state(text)[key]) for key in ("/OP", "/OPM")} == {"/OP": 1, "/OPM": 1}
        assert re.search(r"gRLs\d gs\n0 0 0 1 k\nBT", drawn(text))
        assert "0 0 0 1 k" in drawn(back)
        assert " gs" not in drawn(back)


def test_black_in_a_card_that_is_there_twice_overprints_as_well():
    """Such a card is a form, which must bring the states along that it names."""
    suit = {"sign": "+", "color": "#000000", "cards": {1: 2, 2: 3}}
    back = {"pattern": "lattice", "ink": "#000000", "color": "#FFFFFF"}
    pack = small_pack(suits={"a": suit}, back=back)
    for job in (PressJob(), PressJob(marks=True, die_line=DieLine()), PressJob(sheet=(3, 2))):
        (file,) = write_press(pack, job)
        with pdf_of(file.data) as pdf:
            for page in pdf.pages:
                for name, form in page.Resources.XObject.items():
                    named = set(re.findall(r"/(gRLs\d+) gs", form.read_bytes().decode("latin-1")))
                    found = form.Resources.get("/ExtGState", {})
                    assert named <= {key[1:] for key in found}, name
                    if "face" in name:
                        assert {int(found[f"/{key}"].get("/op", 1)) for key in named} == {1}
        assert preflight(file.data, press_target(pack, job, None, "")).findings == ()


def test_only_pure_black_overprints():
    assert " gs" not in streams(
        one(small_pack(suits={"a": {"sign": "+", "color": "#123456", "cards": {1: 1}}}))
    )


def test_rich_black_is_for_large_areas_only():
    rich = (0.6, 0.4, 0.4, 1)
    pack = black_pack(back={"pattern": "plain", "color": "#000000"})
    with pdf_of(one(pack, order="back-last", rich_black=rich)) as pdf:
        text, back = (drawn(page) for page in list(pdf.pages)[1:])
    assert "0.6 0.4 0.4 1 k" in back
    assert "0.6 0.4 0.4 1 k" not in text
    assert "0 0 0 1 k" in text
    assert "0.6 0.4 0.4 1 k" not in streams(one(pack))


def test_no_transparency_is_in_a_press_file():
    data = one(marks=True, die_line=DieLine())
    with pdf_of(data) as pdf:
        for each in pdf.objects:
            if isinstance(each, pikepdf.Stream | pikepdf.Dictionary):
                assert not {"/Group", "/SMask", "/ca", "/CA", "/BM"} & set(each.keys())


# Pictures


@pytest.fixture
def drawing(tmp_path):
    """A picture with a red patch, black lines, and a white ground."""
    image = Image.new("RGB", (804, 1111), "white")
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, 400, 400), fill=(200, 30, 40))
    for step in range(6):
        pen.line((40, 500 + 60 * step, 760, 540 + 60 * step), fill="black", width=3 + step)
    file = tmp_path / "drawing.png"
    image.resize((1206, 1666), Image.Resampling.LANCZOS).save(file)
    return file


def test_black_lines_in_a_picture_stay_on_the_black_plate(drawing):
    with Image.open(drawing) as image:
        made = cmyk_picture(image.convert("RGB"), bundled_profile("fogra39"))
    lines = made.crop((0, 700, 1206, 1666))
    cyan, magenta, yellow, black = (band.getextrema() for band in lines.split())
    assert black[1] == 255
    assert max(cyan[1], magenta[1], yellow[1]) <= 2
    red = made.getpixel((200, 200))
    assert red[1] > 220
    assert red[0] < 20


def test_a_grey_picture_is_black_ink_alone():
    made = cmyk_picture(Image.new("RGB", (2, 2), (100, 100, 100)), bundled_profile("fogra39"))
    assert made.getpixel((0, 0)) == (0, 0, 0, 155)


def test_a_picture_in_a_pack_is_cmyk_in_the_file(drawing, tmp_path):
    with Image.open(drawing) as image:
        image.reduce(4).save(tmp_path / "small.png")
    (tmp_path / "pack.yaml").write_text(
        "format: 1\nname: P\nextras: [{face: image, image: small.png}]\nback: {image: small.png}\n"
    )
    data = one(api.load(str(tmp_path / "pack.yaml")))
    with pdf_of(data) as pdf:
        found = [
            each
            for each in pdf.objects
            if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == "/Image"
        ]
        assert {str(each.ColorSpace) for each in found} == {"/DeviceCMYK"}
        assert not any("/SMask" in each for each in found)


def test_each_picture_for_the_press_has_time_of_its_own_beside_the_faces(tmp_path, monkeypatch):
    allowed = []
    monkeypatch.setattr(child, "extend_time", lambda what, *time: allowed.append(time))
    rows = ["extras: [{face: image, image: one.png}, {face: image, image: two.png}]"]
    for name in ("one", "two"):
        Image.new("RGB", (10, 14), (200, 10, 10)).save(tmp_path / f"{name}.png")
    (tmp_path / "pack.yaml").write_text("\n".join(["format: 1", "name: P", *rows, "back: {image: one.png}"]))
    one(api.load(str(tmp_path / "pack.yaml")))
    assert (2, 2.0) in allowed


def test_a_cmyk_picture_keeps_its_inks(tmp_path):
    file = tmp_path / "cmyk.jpg"
    Image.new("CMYK", (40, 40), (10, 200, 30, 0)).save(file, quality=100)
    image = images.press_picture(file, 10, 10, bundled_profile("fogra39"))
    assert image._image.mode == "CMYK"
    assert image._image.getpixel((5, 5)) == pytest.approx((10, 200, 30, 0), abs=2)


# Order


ONCE = ["green-4", "green-4", "green-1", "red-0", "red-0", "red-0"]
#: Order: the cards on the pages of each file.
ORDERS = {
    "face-back": {"": [side for card in ONCE for side in (card, "back")]},
    "back-face": {"": [side for card in ONCE for side in ("back", card)]},
    "back-last": {"": [*ONCE, "back"]},
    "back-first": {"": ["back", *ONCE]},
    "faces": {"": ONCE},
    "separate": {"-faces": ONCE, "-backs": ["back"] * 6},
}


@pytest.fixture(scope="module")
def threes():
    suits = {
        "green": {"sign": "+", "color": "#00855B", "cards": {"4": 2, "1": 1}},
        "red": {"sign": "≤", "color": "#961129", "cards": {"0": 3}},
    }
    return small_pack(suits=suits)


@pytest.mark.parametrize("order", ORDERS)
def test_pages_come_in_the_order_that_is_asked_for(threes, order):
    files = press(threes, order=order)
    assert {file.suffix: sides(file.data) for file in files} == ORDERS[order]
    assert files[0].cards == 6


def test_a_page_for_each_face_and_one_back(threes):
    files = press(threes, order="separate", per="face", backs="once")
    assert [sides(file.data) for file in files] == [["green-4", "green-1", "red-0"], ["back"]]


def test_cards_can_be_chosen(threes):
    assert sides(one(threes, order="faces", only=("red",), copies=2)) == ["red-0"] * 6
    with pytest.raises(UsageError, match="blue"):
        press(threes, only=("blue",))


# Die lines


def plate(data):
    """Names of the spot colours in a file, and the operators that follow them."""
    return set(re.findall(r"/Separation /(\w+)", _dump(data)))


def _dump(data):
    with pdf_of(data) as pdf:
        spaces = [each for each in pdf.objects if isinstance(each, pikepdf.Array) and len(each) == 4]
        return " ".join(f"{each[0]} {each[1]}" for each in spaces if each[0] == "/Separation")


def test_a_die_line_is_a_plate_of_its_own_on_the_faces():
    data = one(die_line=DieLine())
    assert plate(data) == {"CutContour"}
    with pdf_of(data) as pdf:
        face, back = (page.Contents.read_bytes().decode("latin-1") for page in list(pdf.pages)[:2])
        found = state(pdf.pages[0])
    assert "SCN" in face
    assert "SCN" not in back
    assert (found["/OP"], found["/OPM"]) == (True, 1)
    # From the corner's arc to the corner's arc: 3 mm in from the trim, which is 3 mm in from the bleed.
    assert f"{6 * MM:.4f}".rstrip("0") in face


def test_a_die_line_can_have_its_own_page_or_file():
    data = one(die_line=DieLine("page", "Thru-cut"), order="faces")
    assert sides(data)[-1] == ""
    assert len(sides(data)) == 7
    files = press(die_line=DieLine("file"), order="faces")
    assert [(file.suffix, file.pages) for file in files] == [("", 6), ("-die-line", 1)]
    assert plate(files[0].data) == set()
    assert plate(files[1].data) == {"CutContour"}


# Sheets


def test_a_sheet_holds_columns_and_rows_of_cards_with_backs_behind():
    data = one(sheet=(2, 2), order="face-back")
    assert [side.split() for side in sides(data)] == [ONCE[:4], ["back"] * 4, ONCE[4:], ["back"] * 2]
    with pdf_of(data) as pdf:
        trim = box(pdf.pages[0], "/TrimBox")
        assert trim[2] - trim[0] == pytest.approx((2 * 62 + 6) * MM, abs=0.01)


def test_what_is_told_after_each_page_counts_them():
    told = []
    write_press(PACK, PressJob(), lambda done, pages: told.append((done, pages)))
    assert told == [(page, 12) for page in range(1, 13)]


def test_what_reportlab_is_handed_must_be_ink():
    from reportlab.lib.colors import CMYKColor, CMYKColorSep, red

    from cardgen.output.press import _verify_ink_color

    rich, spot = CMYKColor(0.6, 0.4, 0.4, 1), CMYKColorSep(0, 1, 0, 0, spotName="CutContour")
    assert _verify_ink_color(rich) is rich
    assert _verify_ink_color(spot) is spot
    with pytest.raises(ValueError, match="no place in a press file"):
        _verify_ink_color(red)


def test_every_page_can_be_drawn():
    import pypdfium2

    document = pypdfium2.PdfDocument(io.BytesIO(one(marks=True, die_line=DieLine(), sheet=(3, 2))))
    for page in document:
        assert page.render(scale=0.2).to_pil().getextrema() != ((255, 255),) * 3


@pytest.mark.parametrize("order", ["face-back", "back-last"])
def test_pages_that_are_alike_are_drawn_once(order: str) -> None:
    """A deck of many equal cards takes hardly more than one of each: in time, and in bytes."""
    pack = small_pack()
    [once] = write_press(pack, PressJob(per="face", order=order))
    [all_] = write_press(pack, PressJob(order=order))
    with pdf_of(once.data) as few, pdf_of(all_.data) as many:
        assert len(many.pages) == all_.pages > len(few.pages)
        assert len({page.objgen for page in many.pages}) == all_.pages
        streams = {page.Contents.objgen for page in many.pages}
        assert len(streams) == len({page.Contents.read_bytes() for page in many.pages}) == 4
    assert len(all_.data) < len(once.data) + 600 * all_.pages
    [marked] = write_press(pack, PressJob(order=order, marks=True))
    with pdf_of(marked.data) as pdf:
        assert len({page.Contents.objgen for page in pdf.pages}) == len(pdf.pages)


# --- type as outlines ----------------------------------------------------------------------------


@pytest.mark.parametrize("job", [PressJob(marks=True), X4._replace(marks=True)], ids=["x1a", "x4"])
def test_type_as_outlines_needs_no_font_and_looks_the_same(job, never_over):
    job = job._replace(only=("+4", "summary"), per="face")
    [fonts], [outlines] = (write_press(never_over, job._replace(outlines=each)) for each in (False, True))
    assert not re.search(r"\b(BT|Tf|Tj|TJ)\b", streams(outlines.data))
    with pdf_of(outlines.data) as pdf:
        assert not any("/Font" in each for each in pdf.objects if isinstance(each, pikepdf.Dictionary))
    pages = range(fonts.pages)
    for one_page, other in zip(
        separate_pages(fonts.data, pages, scale=3), separate_pages(outlines.data, pages, scale=3), strict=True
    ):
        apart = ImageChops.difference(one_page.as_cmyk(), other.as_cmyk())
        for plate in apart.split():
            # Only edges of letters: PDFium moves those of a font to whole pixels.
            assert ImageStat.Stat(plate.point(lambda level: 255 * (level > 128))).mean[0] / 255 < 0.002


def test_outlines_overprint_as_type_does_and_are_proven(standard):
    job = PressJob(only=("A of spades", "2 of spades"), per="face", outlines=True)
    [file] = write_press(standard, job)
    with pdf_of(file.data) as pdf:
        assert any(state(page).get("/op") for page in pdf.pages)
    report = preflight(file.data, press_target(standard, job, None, file.suffix))
    assert (report.passed, report.findings) == (True, ())


def test_outlines_of_another_card_are_found(never_over):
    job = PressJob(only=("+4",), per="face", outlines=True)
    [file] = write_press(never_over, job._replace(only=("+3",)))
    assert not preflight(file.data, press_target(never_over, job, None, file.suffix)).passed


def test_printers_that_ask_for_outlines_get_them():
    for name, outlines in (("mbprint", True), ("meinspiel", True), ("drivethrucards", False)):
        assert press_job(printers.find_preset(name)).outlines == outlines
