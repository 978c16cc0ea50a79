"""Preflight: what a file says that it is. Each rule alone finds the file with its one fault."""

import re
import zlib

import pytest
from pikepdf import Dictionary, Name, String
from preflight_changes import (
    FOGRA,
    GOOD,
    cut_short,
    described,
    finds_the_one_fault,
    found,
    info,
    intent,
    looked_at,
    no_intents,
    put,
    read_rules_file,
    root,
    two_intents,
    xmp,
)
from preflight_samples import XMP, changed, good_x1a, good_x4, opened, profile_of, saved, with_metadata

from cardgen.prepress.preflight import preflight
from cardgen.prepress.preflight.findings import Target

MODULES = ("identification", "intents", "metadata")
BELOW = {"damage", "file-id"}


@pytest.mark.parametrize("standard", GOOD)
def test_in_a_good_file_there_is_nothing_to_find(standard):
    report = looked_at(GOOD[standard](), standard)
    assert report.findings == ()
    assert report.passed
    assert report.pages == 4


def test_what_is_well_is_told_with_figures():
    facts = looked_at(good_x1a()).facts
    assert "PDF/X-1a:2003, PDF 1.4" in facts
    assert "for the printing condition FOGRA39 (Offset on coated paper, ISO 12647-2)" in facts
    assert "4 pages of 62 × 88 mm with 3 mm bleed" in facts
    assert "1 font, all embedded" in facts


def test_a_standard_is_not_the_other():
    assert "identification" in found(good_x4(), "x1a")[0]
    assert "identification" in found(good_x1a(), "x4")[0]


#: The rule that finds it, what it says, the good file and the one change that spoils it.
FAULTS = {
    # identification
    "not identified": ("identification", "does not say", "x1a", info(GTS_PDFXVersion=None)),
    "another standard": ("identification", "PDF/X-3", "x1a", info(GTS_PDFXVersion=String("PDF/X-3:2003"))),
    "another conformance": ("identification", "X-3", "x1a", info(GTS_PDFXConformance=String("PDF/X-3:2002"))),
    "a name for a text": ("identification", "nothing", "x1a", info(GTS_PDFXVersion=Name("/PDF"))),
    "x4 not identified": ("identification", "does not say", "x4", xmp("PDF/X-4<", "<")),
    "x4 says x5": ("identification", "PDF/X-5g", "x4", xmp("PDF/X-4<", "PDF/X-5g<")),
    "x4 also x1a": ("identification", "PDF/X-1a", "x4", info(GTS_PDFXVersion=String("PDF/X-1a:2003"))),
    "x1a with the xmp of x4": ("identification", "pdfxid", "x1a", with_metadata),
    # versions
    "catalog too new": ("version", "PDF 1.7", "x1a", root(Version=Name("/1.7"))),
    "catalog of no version": ("version", "invalid", "x1a", root(Version=Name("/new"))),
    "x4 too new": ("version", "PDF 2.0", "x4", root(Version=Name("/2.0"))),
    # output intents
    "no intent": ("output-intent", "no output intent", "x1a", no_intents),
    "two intents": ("output-intent", "two output intents", "x1a", two_intents),
    "another's intent": ("output-intent", "no output intent", "x1a", intent(S=Name("/GTS_PDFA1"))),
    "no identifier": (
        "output-intent",
        "OutputConditionIdentifier",
        "x1a",
        intent(OutputConditionIdentifier=None),
    ),
    "no info": ("output-intent", "Info is missing", "x1a", intent(Info=String(""))),
    "no registry": ("output-intent", "registry", "x1a", intent(RegistryName=None)),
    "wrong registry": ("output-intent", "registry", "x1a", intent(RegistryName=String("http://example.org"))),
    "unregistered": (
        "output-intent",
        "not in the ICC's registry",
        "x1a",
        intent(OutputConditionIdentifier=String("My press")),
    ),
    "no profile": ("output-intent", "holds no profile", "x4", intent(DestOutputProfile=None)),
    "profile elsewhere": ("output-intent", "outside", "x4", intent(DestOutputProfileRef=Dictionary())),
    "a display's profile": (
        "output-intent",
        "'mntr'",
        "x4",
        intent(DestOutputProfile=FOGRA(put(12, b"mntr"))),
    ),
    "an rgb profile": ("output-intent", "for RGB", "x4", intent(DestOutputProfile=FOGRA(put(16, b"RGB ")))),
    "no profile at all": (
        "output-intent",
        "damaged",
        "x4",
        intent(DestOutputProfile=FOGRA(put(36, b"none"))),
    ),
    "half a profile": ("output-intent", "damaged", "x4", intent(DestOutputProfile=FOGRA(cut_short))),
    "profile of no use in x1a": (
        "output-intent",
        "'scnr'",
        "x1a",
        intent(DestOutputProfile=FOGRA(put(12, b"scnr"))),
    ),
    "wrong number of inks": (
        "output-intent",
        "number of inks",
        "x4",
        lambda pdf: pdf.Root.OutputIntents[0].DestOutputProfile.__setitem__("/N", 3),
    ),
    "a profile of another condition": (
        "output-intent",
        r"names CGATS TR 006, and holds a profile of FOGRA39 \('cardgen FOGRA39L coated, total ink 300'\)",
        "x4",
        intent(OutputConditionIdentifier=String("CGATS TR 006")),
    ),
    "a profile of another condition in x1a": (
        "output-intent",
        r"names FOGRA39, and holds a profile of CGATS TR 001 \('U.S. Web Coated \(SWOP\) v2'\)",
        "x1a",
        intent(DestOutputProfile=FOGRA(described("U.S. Web Coated (SWOP) v2"))),
    ),
    # information
    "no title": ("title", "no title", "x1a", info(Title=None)),
    "an empty title": ("title", "no title", "x1a", info(Title=String("  "))),
    "no day of making": ("dates", "CreationDate", "x1a", info(CreationDate=None)),
    "no day of change": ("dates", "ModDate", "x1a", info(ModDate=None)),
    "an american date": ("dates", "not a date", "x1a", info(ModDate=String("02/29/2024"))),
    "a day that never was": ("dates", "not a date", "x1a", info(CreationDate=String("D:20230229120000Z"))),
    "x4 with a bad date": ("dates", "not a date", "x4", info(ModDate=String("yesterday"))),
    "not trapped": ("trapped", "does not say whether it is trapped", "x1a", info(Trapped=None)),
    "unknown": ("trapped", "unknown", "x1a", info(Trapped=Name("/Unknown"))),
    "trapped as a text": ("trapped", "unknown value", "x1a", info(Trapped=String("False"))),
    "trapped as a boolean": ("trapped", "unknown value", "x1a", info(Trapped=False)),
    "an underscore": ("trapped", "/False_", "x1a", info(Trapped=Name("/False_"))),
    # XMP
    "no xmp": ("xmp", "PDF/X-4|no metadata", "x4", lambda pdf: pdf.Root.__delitem__("/Metadata")),
    "xmp not well formed": ("xmp", "not well formed", "x1a", lambda pdf: with_metadata(pdf, "<x><y></x>")),
    "xmp with a doctype": (
        "xmp",
        "may not have",
        "x1a",
        lambda pdf: with_metadata(pdf, '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>'),
    ),
    "xmp without a title": ("xmp", "dc:title", "x4", xmp(">Sample<", "><")),
    "xmp without a date": ("xmp", "xmp:MetadataDate", "x4", xmp("xmp:MetadataDate", "xmp:OtherDate")),
    "xmp with a bad date": (
        "xmp",
        "not a date",
        "x4",
        xmp("MetadataDate>2024-02-29", "MetadataDate>2023-02-29"),
    ),
    "xmp without trapped": ("xmp", "pdf:Trapped", "x4", xmp("pdf:Trapped", "pdf:Tripped")),
    "xmp with unknown": (
        "xmp",
        "'Unknown'",
        "x4",
        lambda pdf: (
            xmp("<pdf:Trapped>False", "<pdf:Trapped>Unknown")(pdf),
            info(Trapped=None)(pdf),
        ),
    ),
    "xmp without a document's id": ("xmp", "xmpMM:DocumentID", "x4", xmp("xmpMM:DocumentID", "xmpMM:Other")),
    "xmp without a version": ("xmp", "xmpMM:VersionID", "x4", xmp("VersionID>1<", "VersionID><")),
    "another title": ("xmp-contradiction", "Title", "x4", info(Title=String("Another"))),
    "another day": (
        "xmp-contradiction",
        "CreationDate",
        "x4",
        info(CreationDate=String("D:20240301120000Z")),
    ),
    "otherwise trapped": ("xmp-contradiction", "Trapped", "x4", info(Trapped=Name("/True"))),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_one_rule_finds_the_one_fault(fault):
    finds_the_one_fault(*FAULTS[fault])


def test_every_rule_has_a_fault_that_it_alone_finds():
    # Those below are spoilt in other ways.
    assert read_rules_file(*MODULES) - BELOW == {rule for rule, *_ in FAULTS.values()}


def test_a_file_that_is_too_new_or_has_no_version():
    with opened(good_x1a()) as pdf:
        assert found(saved(pdf, "1.5"))[0] == {"version"}
    data = good_x1a().replace(b"%PDF-1.4", b"%PDF-one", 1)
    assert "version" in found(data)[0]
    with opened(good_x4()) as pdf:
        report = looked_at(saved(pdf, "1.4"), "x4")
    assert {finding.rule for finding in report.findings} == {"version"}
    assert report.passed


def test_a_file_without_an_id():
    # qpdf writes one whatever it is told, so it is spoilt in the finished file
    data = good_x1a()
    assert found(data.replace(b"/ID [", b"/XD ["))[0] == {"file-id"}
    empty = re.sub(rb"/ID \[<([0-9a-f]{32})><([0-9a-f]{32})>\]", b"/ID [<><>]" + b" " * 64, data)
    assert empty != data
    assert found(empty)[0] == {"file-id"}


def test_metadata_that_are_compressed():
    with opened(good_x4()) as pdf:
        text = pdf.Root.Metadata.read_bytes()
    packed = zlib.compress(text)
    with opened(good_x4()) as pdf:
        stream = pdf.Root.Metadata
        stream.write(packed.ljust(len(text)))
        data = saved(pdf, compress_streams=False)
    start = data.index(packed)
    head = data.rindex(b"<<", 0, start)
    spoilt = (
        data[:head]
        + data[head:start].replace(b"/Subtype /XML", b"/Filter/FlateDecode/Subtype/XML")
        + data[start:]
    )
    rules, said = found(spoilt, "x4")
    assert "xmp" in rules
    assert "compressed" in said


def test_compact_metadata_are_understood():
    """XMP may have its properties as attributes."""
    text = XMP
    for name, value in re.findall(r"<((?:xmp|pdf|xmpMM|pdfxid):\w+)>([^<]*)</", XMP):
        text = text.replace(f"<{name}>{value}</{name}>\n", "")
        text = text.replace(' rdf:about=""', f' rdf:about="" {name}="{value}"')
    assert "<xmp:" not in text
    assert found(changed(good_x4(), lambda pdf: with_metadata(pdf, text)), "x4") == (set(), "")


def test_dates_that_mean_the_same_are_no_contradiction():
    change = info(CreationDate=String("D:20240229140000+02'00'"), ModDate=String("D:20240229120000Z"))
    assert found(changed(good_x4(), change), "x4") == (set(), "")


@pytest.mark.parametrize("written", ["D:20240229120000Z'", "20240229120000+00'00'", "20240229120000Z"])
def test_a_date_that_can_be_read_is_a_warning_however_it_is_written(written):
    data = changed(good_x1a(), info(CreationDate=String(written)))
    (finding,) = preflight(data, Target()).findings
    assert (finding.rule, finding.severity) == ("dates", "warning")
    assert written in finding.message


def test_a_user_s_own_profile_needs_no_registry():
    def change(pdf):
        intent(OutputConditionIdentifier=String("My press"), RegistryName=None)(pdf)
        pdf.Root.OutputIntents[0].DestOutputProfile = profile_of(pdf, "gracol")

    assert found(changed(good_x1a(), change)) == (set(), "")


@pytest.mark.parametrize(
    "name", ["Coated FOGRA39 (ISO 12647-2:2004)", "ISO Coated v2 300% (ECI)", "House profile, 2024", ""]
)
def test_a_profile_that_says_the_same_or_nothing_is_no_contradiction(name):
    change = intent(DestOutputProfile=FOGRA(described(name)))
    assert found(changed(good_x4(), change), "x4") == (set(), "")


def test_an_older_x1a_is_taken():
    change = info(GTS_PDFXVersion=String("PDF/X-1:2001"), GTS_PDFXConformance=String("PDF/X-1a:2001"))
    assert found(changed(good_x1a(), change)) == (set(), "")
