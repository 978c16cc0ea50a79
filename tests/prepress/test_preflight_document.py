"""Preflight: what a file holds beside its art. Each rule alone finds the file with its one fault."""

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String
from preflight_changes import (
    GOOD,
    OPEN_WEB,
    OUTSIDE,
    SCRIPT,
    attached,
    drawing,
    finds_the_one_fault,
    form,
    found,
    image,
    info,
    layer,
    looked_at,
    no_intents,
    note,
    outline,
    page,
    read_rules_file,
    root,
    state,
    switched,
)
from preflight_samples import changed, good_x1a, opened, saved

MODULES = ("security", "forbidden_features")
BELOW = {"encryption", "packing"}

#: The rule that finds it, what it says, the good file and the one change that spoils it.
FAULTS = {
    # what runs, locks or hides
    "a script on opening": ("javascript", "JavaScript", "x1a", root(OpenAction=SCRIPT)),
    "a script by name": (
        "javascript",
        "JavaScript",
        "x1a",
        root(Names=Dictionary(JavaScript=Dictionary(Names=Array([String("a"), SCRIPT])))),
    ),
    "a script on closing": ("javascript", "JavaScript", "x4", root(AA=Dictionary(WC=SCRIPT))),
    "a script on turning": ("javascript", "JavaScript", "x1a", page(AA=Dictionary(O=SCRIPT))),
    "a script after a script": ("javascript", "JavaScript", "x1a", note("Link", OUTSIDE, A=SCRIPT)),
    "a script in a rendition": (
        "javascript",
        "JavaScript",
        "x4",
        root(OpenAction=Dictionary(S=Name.Rendition, JS=String("1"))),
    ),
    "an action on opening": ("action", "URI", "x1a", root(OpenAction=OPEN_WEB)),
    "an action without a kind": ("action", "no kind", "x1a", root(OpenAction=Dictionary())),
    "an action of its own kind": ("action", "Odd", "x4", page(AA=Dictionary(O=Dictionary(S=Name.Odd)))),
    "an action in the outline": ("action", "URI", "x1a", root(Outlines=outline)),
    "a link outside": ("action", "Launch", "x4", note("Link", OUTSIDE, A=Dictionary(S=Name.Launch))),
    "a form": ("form-fields", "form", "x1a", root(AcroForm=Dictionary(Fields=Array([Dictionary()])))),
    "an xml form": ("form-fields", "form", "x4", root(AcroForm=Dictionary(Fields=Array(), XFA=String("x")))),
    "a note on the art": ("annotation", "on the art", "x1a", note()),
    "a note in the bleed": ("annotation", "on the art", "x4", note(rect=(4, 4, 5, 5))),
    "a note without a place": ("annotation", "no position", "x1a", note(rect=(1, 2))),
    "marks on the art": ("annotation", "on the art", "x1a", note("PrinterMark")),
    "traps": ("annotation", "contains traps", "x1a", note("TrapNet")),
    "an attachment": ("embedded-file", "embedded", "x1a", root(Names=attached)),
    "an attachment on a note": ("embedded-file", "embedded", "x4", note("FileAttachment", OUTSIDE)),
    "a folder": ("embedded-file", "folder", "x4", root(Collection=Dictionary())),
    # foreign means
    "postscript": ("foreign-object", "PostScript", "x1a", drawing(lambda pdf: form(pdf, Subtype=Name.PS))),
    "postscript in a form": (
        "foreign-object",
        "PostScript",
        "x4",
        drawing(lambda pdf: form(pdf, Subtype2=Name.PS)),
    ),
    "postscript for a form": (
        "foreign-object",
        "PostScript",
        "x1a",
        drawing(lambda pdf: form(pdf, PS=pdf.make_stream(b"showpage"))),
    ),
    "an unknown object": (
        "foreign-object",
        "neither a form nor an image",
        "x4",
        drawing(lambda pdf: form(pdf, Subtype=Name.Hologram)),
    ),
    "a part elsewhere": (
        "external-stream",
        "another file",
        "x1a",
        drawing(lambda pdf: form(pdf, FFilter=Name.FlateDecode)),
    ),
    "another's page": (
        "external-stream",
        "page of another",
        "x4",
        drawing(lambda pdf: form(pdf, Ref=Dictionary())),
    ),
    "opi": ("opi", "placeholder", "x1a", drawing(lambda pdf: form(pdf, OPI=Dictionary()))),
    "opi in an image": ("opi", "placeholder", "x4", drawing(lambda pdf: image(pdf, OPI=Dictionary()))),
    "another picture": (
        "alternate-image",
        "in place",
        "x1a",
        drawing(
            lambda pdf: image(pdf, Alternates=Array([Dictionary(Image=image(pdf), DefaultForPrinting=True)]))
        ),
    ),
    "a transfer function": ("transfer-function", "tones", "x1a", state(TR=Name.Identity)),
    "another transfer function": ("transfer-function", "tones", "x4", state(TR2=Name.Identity)),
    "a screen by name": (
        "halftone",
        "screen",
        "x1a",
        state(HT=Dictionary(HalftoneType=1, HalftoneName=String("Fine"), Frequency=60, Angle=45)),
    ),
    "a screen that is allowed": (
        "halftone",
        "may follow or not",
        "x1a",
        state(HT=Dictionary(HalftoneType=1, Frequency=60, Angle=45, SpotFunction=Name.Round)),
    ),
    "under colour removal": (
        "black-generation",
        "undercolour removal",
        "x4",
        state(UCR=Dictionary(FunctionType=2, Domain=[0, 1], N=1)),
    ),
    "black generation": ("black-generation", "black generation", "x1a", state(BG2=Name.Identity)),
    "a screen of type 6": ("halftone", "screen", "x4", state(HT=Dictionary(HalftoneType=6))),
    "a screen's phase": ("halftone", "screen", "x1a", state(HTP=Array([0, 0]))),
    "a screen that bends tones": (
        "halftone",
        "screen",
        "x4",
        state(
            HT=Dictionary(HalftoneType=5, Default=Dictionary(HalftoneType=1, TransferFunction=Name.Identity))
        ),
    ),
    "layers": ("layers", "has layers", "x1a", root(OCProperties=layer)),
    "a form on a layer": (
        "layers",
        "on a layer",
        "x1a",
        drawing(lambda pdf: form(pdf, OC=Dictionary(Type=Name.OCG, Name=String("x")))),
    ),
    "layers that switch": ("layers", "switched", "x4", root(OCProperties=switched(AS=Array()))),
    "a layer that is off": (
        "layers",
        "off",
        "x4",
        root(OCProperties=switched(OFF=lambda layers: Array([layers.OCGs[0]]))),
    ),
    "a view": (
        "viewer-preferences",
        "ViewArea",
        "x1a",
        root(ViewerPreferences=Dictionary(ViewArea=Name.TrimBox)),
    ),
    "a printer's clip": (
        "viewer-preferences",
        "PrintClip",
        "x4",
        root(ViewerPreferences=Dictionary(PrintClip=Name.ArtBox)),
    ),
    "wishes to a printer": (
        "viewer-preferences",
        "PrintScaling",
        "x1a",
        root(ViewerPreferences=Dictionary(PrintScaling=Name("/None"))),
    ),
    "one plate": ("separated-page", "one plate", "x1a", page(SeparationInfo=Dictionary())),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_one_rule_finds_the_one_fault(fault):
    finds_the_one_fault(*FAULTS[fault])


def test_every_rule_has_a_fault_that_it_alone_finds():
    # Those below are spoilt in other ways.
    assert read_rules_file(*MODULES) - BELOW == {rule for rule, *_ in FAULTS.values()}


@pytest.mark.parametrize(
    ("fault", "page_number", "where"),
    [
        ("a script on opening", None, "OpenAction"),
        ("a script by name", None, "Names > JavaScript"),
        ("a link outside", 3, "Annots > A"),
        ("an action in the outline", None, "Outlines > First > Next > Next > A"),
        ("a note on the art", 3, "annotation 1 (Text)"),
        ("opi in an image", 3, "image Odd"),
        ("a transfer function", 3, "graphics state Odd"),
    ],
)
def test_findings_say_where(fault, page_number, where):
    _, _, standard, change = FAULTS[fault]
    findings = looked_at(changed(GOOD[standard](), change), standard).findings
    assert (page_number, where) in {(finding.page, finding.where) for finding in findings}


@pytest.mark.parametrize("fault", ["traps", "wishes to a printer", "a layer that is off"])
def test_what_a_printer_would_not_refuse_is_a_warning(fault):
    _, _, standard, change = FAULTS[fault]
    report = looked_at(changed(GOOD[standard](), change), standard)
    assert report.findings
    assert report.passed


@pytest.mark.parametrize("password", ["", "secret"])
def test_an_encrypted_file(password):
    with opened(good_x1a()) as pdf:
        locked = pikepdf.Encryption(owner="owner", user=password, R=3, aes=False, metadata=False)
        data = saved(pdf, deterministic_id=False, static_id=True, encryption=locked)
    rules, said = found(data)
    assert rules == {"encryption"}
    assert ("password" in said) == bool(password)


def test_a_version_that_is_too_new_is_no_fact():
    new = saved(opened(good_x1a()), "1.7")
    report = looked_at(new)
    assert [each.rule for each in report.findings] == ["version"]
    assert not any("PDF 1.7" in fact for fact in report.facts)
    assert any("PDF 1.4" in fact for fact in looked_at(good_x1a()).facts)


def test_content_that_is_packed_with_lzw():
    def change(pdf):
        # The code for "clear" and that for "end" (ISO 32000-1, 7.4.4): nothing, packed.
        odd = form(pdf)
        odd.write(b"\x80\x40\x40", filter=Name.LZWDecode)
        pdf.pages[2].obj.Resources.XObject = Dictionary(Odd=odd)

    data = changed(
        good_x1a(), change, stream_decode_level=pikepdf.StreamDecodeLevel.none, compress_streams=False
    )
    rules, said = found(data)
    assert rules == {"packing"}
    assert "LZW" in said


@pytest.mark.parametrize(
    "change",
    [
        root(OpenAction=lambda pdf: Array([pdf.pages[1].obj, Name.Fit])),
        note(rect=(0, 0, 1, 1)),
        root(AcroForm=Dictionary(Fields=Array())),
        state(TR2=Name.Default, HT=Name.Default, BG2=Name.Default, UCR2=Name.Default),
        root(ViewerPreferences=Dictionary(ViewArea=Name.BleedBox, DisplayDocTitle=True)),
        info(Producer=String("Somebody's program"), ModDate=String("D:2024")),
        page(PieceInfo=Dictionary()),
    ],
)
def test_what_is_allowed_is_not_found(change):
    assert found(changed(good_x1a(), change)) == (set(), "")


def test_without_a_standard_only_what_no_press_can_print_is_found():
    plain = changed(good_x1a(), lambda pdf: (no_intents(pdf), info(GTS_PDFXVersion=None, Title=None)(pdf)))
    assert found(plain, None) == (set(), "")
    assert found(changed(plain, root(OpenAction=SCRIPT)), None)[0] == {"javascript"}
