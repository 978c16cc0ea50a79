"""Preflight, rules for pages: their boxes, their size, their fonts."""

import re

import pytest
from pikepdf import Array, Dictionary, Name
from preflight_changes import drawing, form, found, looked_at, page, state
from preflight_samples import ART, BLEED, MEDIA, TRIM, changed, good_x1a, good_x4

from cardgen.prepress.preflight.findings import group_findings
from cardgen.units import MM

INNER = [ART, ART, ART + TRIM[0], ART + TRIM[1]]


def box(left=0.0, low=0.0, right=0.0, top=0.0):
    """The trim with its edges moved outwards by so much."""
    return Array([INNER[0] - left, INNER[1] - low, INNER[2] + right, INNER[3] + top])


WIDE = BLEED
FAULTS = {
    "a broken box": ("media-box", "BleedBox is not a rectangle", page(BleedBox=Array([0, 0, 5]))),
    "a box without size": ("media-box", "CropBox is not a rectangle", page(CropBox=Array([5, 5, 5, 9]))),
    "words in a box": ("media-box", "not a rectangle", page(CropBox=Array([0, 0, Name.A, 9]))),
    "trim and art": ("trim-box", "TrimBox and an ArtBox", page(ArtBox=box())),
    "crop beyond the page": (
        "box-nesting",
        "CropBox reaches beyond",
        page(CropBox=Array([-9, -9, 400, 400])),
    ),
    "trim beyond the bleed": ("box-nesting", "beyond the BleedBox", page(BleedBox=box(WIDE, WIDE, WIDE, -9))),
    "crop within the bleed": ("box-nesting", "cuts into the bleed", page(CropBox=box(1, 1, 1, 1))),
    "crop within the trim": ("box-nesting", "beyond the CropBox", page(CropBox=box(-9, -9, -9, -9))),
    "too large": (
        "trim-size",
        "62.53 × 88 mm; the card is 62 × 88 mm",
        page(TrimBox=box(0, 0, 1.5, 0), BleedBox=box(WIDE, WIDE, WIDE + 1.5, WIDE)),
    ),
    "the card with its bleed": (
        "trim-box",
        "the card with its bleed (62 × 88 mm with 3 mm of bleed); only the TrimBox is missing",
        page(TrimBox=None, BleedBox=None, MediaBox=box(WIDE, WIDE, WIDE, WIDE)),
    ),
    "the trim round the bleed": (
        "trim-box",
        "the card with its bleed (62 × 88 mm with 3 mm of bleed); the TrimBox goes round its bleed too",
        page(TrimBox=box(WIDE, WIDE, WIDE, WIDE), BleedBox=None, MediaBox=box(WIDE, WIDE, WIDE, WIDE)),
    ),
    "no bleed box": ("bleed-size", "no BleedBox", page(BleedBox=None)),
    "no bleed on one side": ("bleed-size", "on the top: 0 mm", page(BleedBox=box(WIDE, WIDE, WIDE, 0))),
    "little bleed": (
        "bleed-size",
        "on the left and right: 2 mm instead of 3 mm",
        page(BleedBox=box(2 * MM, WIDE, 2 * MM, WIDE)),
    ),
    "a scaled page": ("user-unit", "UserUnit", lambda pdf: scaled(pdf)),
    "a turned page": ("turned-page", "Rotate 90", page(Rotate=90)),
    "a page askew": ("turned-page", "Rotate 45", page(Rotate=45)),
    "turned by a word": ("turned-page", "Rotate /Left", page(Rotate=Name.Left)),
}


def scaled(pdf):
    """A page of the same size, in units of two points."""
    leaf = pdf.pages[2].obj
    for key in ("/MediaBox", "/BleedBox", "/TrimBox"):
        leaf[key] = Array([float(side) / 2 for side in leaf[key]])
    leaf.UserUnit = 2
    content = pdf.pages[2].Contents.read_bytes()
    leaf.Contents = pdf.make_stream(b".5 0 0 .5 0 0 cm\n" + content)


@pytest.mark.parametrize("fault", FAULTS)
def test_one_rule_finds_the_one_fault(fault):
    rule, words, change = FAULTS[fault]
    report = looked_at(changed(good_x1a(), change))
    assert {finding.rule for finding in report.findings} == {rule}, report.findings
    assert words in report.findings[0].message
    assert {finding.page for finding in report.findings} == {3}


def test_a_turned_page_does_not_pass():
    """Programs that impose pages may print that card on its side."""
    assert looked_at(changed(good_x1a(), page(Rotate=180))).findings[0].severity == "error"


def test_boxes_are_found_on_the_pages_above():
    """The MediaBox and the resources may be kept once for all pages."""

    def change(pdf):
        for key in ("/MediaBox", "/Resources"):
            pdf.Root.Pages[key] = pdf.pages[0].obj[key]
            for leaf in pdf.pages:
                del leaf.obj[key]

    def many_levels(pdf):
        change(pdf)
        kids = list(pdf.Root.Pages.Kids)
        halves = [
            pdf.make_indirect(Dictionary(Type=Name.Pages, Kids=Array(part), Count=2, Parent=pdf.Root.Pages))
            for part in (kids[:2], kids[2:])
        ]
        pdf.Root.Pages.Kids = Array(halves)
        for half in halves:
            for kid in half.Kids:
                kid.Parent = half

    assert found(changed(good_x1a(), change)) == (set(), "")
    assert found(changed(good_x1a(), many_levels)) == (set(), "")


def test_a_page_without_a_media_box():
    """Without it there is no page to draw on either, and what is drawn cannot be checked."""
    rules, said = found(changed(good_x1a(), page(MediaBox=None)))
    assert "media-box" in rules
    assert rules <= {"media-box", "content"}
    assert "no MediaBox" in said


def test_a_page_without_a_trim_box():
    """Nothing but the page's own size is left, and bleed without a cut is none: all that says so is true."""
    rules, said = found(changed(good_x1a(), page(TrimBox=None)))
    assert rules >= {"trim-box", "trim-size"}
    assert "no TrimBox" in said
    assert found(changed(good_x1a(), page(TrimBox=None)), trim=None, bleed=0)[0] == {"trim-box", "page-sizes"}


def test_an_art_box_will_do():
    def change(pdf):
        for leaf in pdf.pages:
            leaf.obj.ArtBox = leaf.obj.TrimBox
            del leaf.obj["/TrimBox"]

    assert found(changed(good_x1a(), change)) == (set(), "")


def test_pages_on_their_side_are_told_from_pages_of_another_size():
    rules, said = found(good_x1a(), trim=TRIM[::-1])
    assert rules == {"trim-size"}
    assert said.count("lies on its side") == 4
    rules, said = found(good_x1a(), trim=(63 * MM, 88 * MM))
    assert rules == {"trim-size"}
    assert "is cut to 62 × 88 mm; the card is 63 × 88 mm" in said


def test_programs_that_round_are_forgiven():
    assert found(good_x1a(), trim=(TRIM[0] + 0.2, TRIM[1] - 0.2), bleed=BLEED + 0.2) == (set(), "")


def test_pages_of_different_sizes_are_found_where_the_size_is_not_known():
    change = page(TrimBox=box(0, 0, -2 * MM, 0))
    rules, said = found(changed(good_x1a(), change), trim=None)
    assert rules == {"page-sizes"}
    assert "60 × 88 mm, the first to 62 × 88 mm" in said
    assert found(good_x1a(), trim=None) == (set(), "")


def test_a_sheet_has_no_card_s_size():
    assert found(good_x1a(), trim=(9, 9), sheet=True)[0].isdisjoint({"trim-size", "bleed-size"})


def test_warnings_pass():
    assert looked_at(changed(good_x1a(), page(CropBox=box(1, 1, 1, 1)))).passed
    assert not looked_at(changed(good_x1a(), page(CropBox=box(-9, -9, -9, -9)))).passed
    assert MEDIA[0] > TRIM[0] + 2 * BLEED


# --- fonts ---------------------------------------------------------------------------------------


def font_for_role(pdf):
    (found,) = {each.objgen: each for each in pdf.pages[0].obj.Resources.Font.values()}.values()
    return found


def helvetica():
    return Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica)


def with_font(font=None):
    """Resources that name a font, one of the fourteen if not said."""
    return Dictionary(Font=Dictionary(H=font or helvetica()))


def spoilt_file(key, words):
    def change(pdf):
        descriptor = font_for_role(pdf).FontDescriptor
        descriptor[key] = pdf.make_stream(words)
        if key != "/FontFile2":
            del descriptor["/FontFile2"]

    return change


def type0(pdf):
    descendant = Dictionary(Type=Name.Font, Subtype=Name.CIDFontType2, BaseFont=Name.Odd)
    return Dictionary(
        Type=Name.Font,
        Subtype=Name.Type0,
        BaseFont=Name.Odd,
        Encoding=Name("/Identity-H"),
        DescendantFonts=Array([pdf.make_indirect(descendant)]),
    )


def type3(**resources):
    return Dictionary(
        Type=Name.Font,
        Subtype=Name.Type3,
        FontBBox=Array([0, 0, 1, 1]),
        FontMatrix=Array([1, 0, 0, 1, 0, 0]),
        CharProcs=Dictionary(),
        Encoding=Dictionary(Differences=Array([])),
        FirstChar=0,
        LastChar=0,
        Widths=Array([0]),
        **resources,
    )


def in_resources(category, make):
    def change(pdf):
        resources = pdf.pages[2].obj.Resources
        others = dict(resources[category].items()) if category in resources else {}
        resources[category] = Dictionary({**others, "/Odd": pdf.make_indirect(make(pdf))})

    return change


def pattern(pdf):
    made = pdf.make_stream(b"0 0 1 1 re f")
    made.update({"/PatternType": 1, "/PaintType": 1, "/TilingType": 1, "/XStep": 9, "/YStep": 9})
    made.BBox = Array([0, 0, 9, 9])
    made.Resources = with_font()
    return made


def appearance(pdf):
    pdf.pages[2].obj.Annots = Array(
        [
            Dictionary(
                Type=Name.Annot,
                Subtype=Name.Stamp,
                Rect=Array([0, 0, 1, 1]),
                AP=Dictionary(N=Dictionary(On=form(pdf, Resources=with_font()))),
            )
        ]
    )


def no_file(pdf):
    del font_for_role(pdf).FontDescriptor["/FontFile2"]


FONTS = {
    "not embedded": ("is not embedded", "font F1+0", no_file, 1),
    "one of the fourteen": (
        "Helvetica is not embedded",
        "font Odd",
        in_resources("/Font", lambda _: helvetica()),
        3,
    ),
    "of two bytes": ("Odd is not embedded", "font Odd", in_resources("/Font", type0), 3),
    "in a form": (
        "is not embedded",
        "form Odd > font H",
        drawing(lambda pdf: form(pdf, Resources=with_font())),
        3,
    ),
    "in a form in a form": (
        "is not embedded",
        "form Odd > form Deep > font H",
        drawing(
            lambda pdf: form(
                pdf, Resources=Dictionary(XObject=Dictionary(Deep=form(pdf, Resources=with_font())))
            )
        ),
        3,
    ),
    "in a pattern": ("is not embedded", "pattern Odd > font H", in_resources("/Pattern", pattern), 3),
    "in a drawn font": (
        "is not embedded",
        "font Odd > font H",
        in_resources("/Font", lambda _: type3(Resources=with_font())),
        3,
    ),
    "in a state": (
        "is not embedded",
        "graphics state Odd > font",
        lambda pdf: state(Font=Array([pdf.make_indirect(helvetica()), 9]))(pdf),
        3,
    ),
    "in an appearance": ("is not embedded", "annotation 1 (Stamp) > appearance > font H", appearance, 3),
    "an empty file": ("damaged", "font F1+0", spoilt_file("/FontFile2", b""), 1),
    "half a file": (
        "its file is damaged",
        "font F1+0",
        spoilt_file("/FontFile2", b"\0\1\0\0\0\x09" + b"\0" * 60),
        1,
    ),
    "another file": ("its file is damaged", "font F1+0", spoilt_file("/FontFile3", b"not a font"), 1),
    "no type 1": ("its file is damaged", "font F1+0", spoilt_file("/FontFile", b"PK" * 200), 1),
    "no font at all": ("is damaged", "font Odd", in_resources("/Font", lambda _: Array([1])), 3),
}


@pytest.mark.parametrize("fault", FONTS)
def test_fonts_are_found_wherever_they_hide(fault):
    words, where, change, number = FONTS[fault]
    findings = looked_at(changed(good_x1a(), change)).findings
    assert {finding.rule for finding in findings} - {"type-3-font"} == {"font"}, findings
    assert words in findings[0].message
    assert (findings[0].where, findings[0].page) == (where, number)


def test_a_font_whose_glyphs_are_drawn_is_embedded():
    rules, said = found(changed(good_x1a(), in_resources("/Font", lambda _: type3())))
    assert rules == {"type-3-font"}
    assert "is of Type 3: its characters are drawings or pixels" in said


def test_a_font_that_all_pages_share_is_one_fault_of_all_pages():
    findings = looked_at(changed(good_x4(), no_file), "x4").findings
    assert len(group_findings(findings)) == 1
    assert [finding.page for finding in findings] == [1, 2, 3, 4]
    assert re.match(r"the font [A-Z]{6}\+SourceSansPro\S* is not embedded", findings[0].message)
