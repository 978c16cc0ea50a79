"""Preflight of files that are damaged or mean harm: a finding, quickly, and never anything else."""

import time
import zlib

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pikepdf import Array, Dictionary, Name, String
from preflight_changes import drawing, form, page, root
from preflight_samples import TRIM, XMP, bounded, changed, good_x1a, good_x4, opened, with_metadata
from samples import small_pack, thorough

import cardgen.prepress.preflight as module
from cardgen.prepress.preflight import preflight
from cardgen.prepress.preflight.findings import Target

TARGET = Target(trim=TRIM)
GOOD = {"x1a": good_x1a, "x4": good_x4}


@pytest.fixture(autouse=True, scope="module")
def pack(request):
    """Compare files with a pack where a test is `compared`."""
    global PACK
    PACK = small_pack() if getattr(request, "param", False) else None


#: Compare what any damage has left with a pack too, in the thorough run.
compared = pytest.mark.parametrize("pack", [False, thorough(True)], indirect=True, ids=["alone", "compared"])


def refused(data, words=""):
    """Found wanting, in words for people, without the work that the file asks for."""
    before = time.process_time()
    report = preflight(data, TARGET._replace(pack=PACK))
    assert time.process_time() - before < 20
    assert not report.passed
    said = " / ".join(finding.message for finding in report.findings)
    assert words in said
    assert said.isprintable()
    return report


def bearable(data, standard="x1a"):
    """Judged one way or the other."""
    # One file in five is compared, which takes ten times as long.
    pack = PACK if zlib.crc32(data) % 5 == 0 else None
    report = preflight(data, TARGET._replace(standard=standard, pack=pack))
    assert report.passed == (not any(finding.severity == "error" for finding in report.findings))
    return report


@given(st.binary(max_size=300))
def test_any_bytes_are_refused(data):
    refused(data)
    refused(b"%PDF-1.4\n" + data)


def test_an_empty_file_and_a_picture_are_refused():
    refused(b"", "cannot be read")
    refused(b"\x89PNG\r\n\x1a\n" + bytes(100), "cannot be read")


@compared
@settings(max_examples=15)
@given(st.data())
def test_damaged_files_are_judged(data):
    standard = data.draw(st.sampled_from(["x1a", "x4"]))
    whole = GOOD[standard]()
    damaged = bytearray(whole)
    for _ in range(data.draw(st.integers(1, 6))):
        place = data.draw(st.integers(0, len(whole) - 1))
        damaged[place : place + data.draw(st.integers(0, 20))] = data.draw(st.binary(max_size=20))
    bearable(bytes(damaged), standard)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 0.999])
def test_a_truncated_file_is_refused(share):
    data = good_x1a()
    refused(data[: int(len(data) * share)])


VALUES = st.recursive(
    st.booleans()
    | st.integers(-(10**6), 10**6)
    | st.sampled_from(["/A", "/False", "/Page", "/Catalog", "/JavaScript", "", "x", "\0\xff"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["/S", "/Type", "/Kids", "/A", "/Next", "/Subtype", "/Resources", "/N", "/D", "/AP"]
            ),
            inner,
            max_size=3,
        )
    ),
    max_leaves=6,
)


def as_pdf(value):
    """A plain value as an object of a PDF; texts that begin with a slash are names."""
    if isinstance(value, list):
        return Array([as_pdf(each) for each in value])
    if isinstance(value, dict):
        return Dictionary({key: as_pdf(each) for key, each in value.items()})
    if isinstance(value, str):
        return Name(value) if len(value) > 1 and value.startswith("/") else String(value)
    return value


ROOT_KEYS = "Pages OutputIntents Metadata Names OpenAction AA AcroForm Outlines OCProperties Version"
PAGE_KEYS = (
    "MediaBox CropBox BleedBox TrimBox ArtBox Contents Resources Annots AA Rotate UserUnit Type Parent"
)
RESOURCE_KEYS = "Font XObject Pattern Shading ExtGState ColorSpace Properties"


@compared
@settings(max_examples=30)
@given(st.sampled_from(ROOT_KEYS.split()), VALUES)
def test_a_catalog_of_anything_is_judged(key, value):
    bearable(changed(good_x4(), lambda pdf: pdf.Root.__setitem__(f"/{key}", as_pdf(value))), "x4")


@compared
@settings(max_examples=30)
@given(st.sampled_from(PAGE_KEYS.split()), VALUES)
def test_a_page_of_anything_is_judged(key, value):
    bearable(changed(good_x1a(), page(**{key: lambda _: as_pdf(value)})))


@compared
@settings(max_examples=30)
@given(st.sampled_from(RESOURCE_KEYS.split()), VALUES)
def test_resources_of_anything_are_judged(key, value):
    def change(pdf):
        pdf.pages[2].obj.Resources[f"/{key}"] = as_pdf(value)

    def within(pdf):
        pdf.pages[2].obj.Resources[f"/{key}"] = Dictionary(Odd=as_pdf([value])[0])

    bearable(changed(good_x1a(), change))
    bearable(changed(good_x1a(), within))


@settings(max_examples=15)
@given(
    st.sampled_from(["/Title", "/CreationDate", "/ModDate", "/Trapped", "/GTS_PDFXVersion"]),
    VALUES | st.text("0123456789D:+-'Z \0\xff\u20ac", max_size=40),
)
def test_information_of_anything_is_judged(key, value):
    bearable(changed(good_x1a(), lambda pdf: pdf.docinfo.__setitem__(key, as_pdf(value))))


@settings(max_examples=15)
@given(
    st.text(max_size=60)
    | st.sampled_from(["[" * 99999, "<a>" * 99999, "&a;", "<a xmlns='" + "x" * 99999 + "'/>"])
)
def test_metadata_of_anything_are_judged(text):
    text = text.encode("utf-8", "replace").decode()
    bearable(changed(good_x4(), lambda pdf: with_metadata(pdf, text)), "x4")
    bearable(changed(good_x4(), lambda pdf: with_metadata(pdf, XMP.replace("Sample", text))), "x4")


def test_metadata_may_not_grow_out_of_themselves():
    lines = ['<!ENTITY a0 "ha">'] + [f'<!ENTITY a{n + 1} "{f"&a{n};" * 10}">' for n in range(12)]
    bomb = f"<!DOCTYPE x [{''.join(lines)}]><x>&a12;</x>"
    refused(changed(good_x1a(), lambda pdf: with_metadata(pdf, bomb)), "may not have")


# --- loops and depths ------------------------------------------------------------------------------


def test_the_list_of_pages_may_not_be_a_knot():
    def knot(pdf):
        pdf.Root.Pages.Kids.append(pdf.Root.Pages)

    def deep(pdf):
        node = pdf.pages[0].obj
        for _ in range(30):
            node = pdf.make_indirect(Dictionary(Type=Name.Pages, Kids=Array([node, node])))
        pdf.Root.Pages = node

    def many(pdf):
        pdf.Root.Pages.Kids = Array([pdf.pages[0].obj] * 50_000)

    for change in (knot, deep, many):
        refused(changed(good_x1a(), change))


def test_a_page_may_not_be_named_twice():
    data = good_x1a()
    with opened(data) as pdf:
        one, other = (pdf.pages[at].obj.objgen[0] for at in (0, 1))
    refused(data.replace(b"%d 0 R %d 0 R" % (one, other), b"%d 0 R %d 0 R" % (one, one)), "named twice")


def test_forms_may_not_run_in_circles():
    def circle(pdf):
        inner = form(pdf)
        inner.Resources = Dictionary(XObject=Dictionary(Me=inner))
        return inner

    bearable(changed(good_x1a(), drawing(circle)))


def test_forms_may_not_be_nested_without_end():
    def deep(pdf):
        inner = form(pdf)
        for _ in range(500):
            inner = form(pdf, Resources=Dictionary(XObject=Dictionary(In=pdf.make_indirect(inner))))
        return inner

    refused(changed(good_x1a(), drawing(deep)), "nests it far deeper")


def test_many_things_in_one_place_are_bounded(monkeypatch):
    monkeypatch.setattr("cardgen.prepress.pdf.document.MOST_OBJECTS", 50)

    def many(pdf):
        pdf.pages[2].obj.Resources.XObject = Dictionary({f"/X{number}": form(pdf) for number in range(60)})

    refused(changed(good_x1a(), many), "far more")


def test_actions_may_run_in_circles_and_down_long_chains():
    def circle(pdf):
        one = pdf.make_indirect(Dictionary(S=Name.URI))
        one.Next = pdf.make_indirect(Dictionary(S=Name.JavaScript, Next=one))
        return one

    def chain(pdf):
        last = pdf.make_indirect(Dictionary(Title=String("last")))
        for _ in range(5_000):
            last = pdf.make_indirect(Dictionary(Title=String("x"), Next=last))
        return pdf.make_indirect(Dictionary(First=last))

    report = refused(changed(good_x1a(), root(OpenAction=circle)))
    assert {finding.rule for finding in report.findings} >= {"action", "javascript"}
    bearable(changed(good_x1a(), root(Outlines=chain)))


def test_arrays_within_arrays_are_bounded():
    def deep(pdf):
        value = Array()
        for _ in range(200):
            value = Array([value])
        return value

    bearable(changed(good_x1a(), root(OpenAction=deep)))
    data = good_x1a().replace(b"/Title (Sample)", b"/Title " + b"[" * 100_000)
    refused(data)


# --- bombs ---------------------------------------------------------------------------------------


def packed(pdf, data, times=1):
    """A stream that unpacks to far more than it is."""
    stream = pdf.make_stream(b"")
    for _ in range(times):
        data = zlib.compress(data, 9)
    names = [Name.FlateDecode] * times
    stream.write(data, filter=names[0] if times == 1 else Array(names))
    return stream


HUGE = b" " * ((1 << 20) + 1000)
RAW = {"stream_decode_level": pikepdf.StreamDecodeLevel.none, "compress_streams": False}


def test_content_may_not_unpack_without_bound(monkeypatch):
    bounded(monkeypatch, MOST_STREAM=1 << 20)
    for times in (1, 2):
        change = page(Contents=lambda pdf, times=times: packed(pdf, HUGE, times))
        refused(changed(good_x1a(), change, **RAW))


def test_all_content_together_may_not_unpack_without_bound(monkeypatch):
    bounded(monkeypatch, MOST_STREAM=100_000, MOST_UNPACKED=1_000_000)

    def change(pdf):
        for leaf in pdf.pages:
            leaf.obj.Contents = Array([packed(pdf, b" " * 90_000) for _ in range(9)])

    refused(changed(good_x1a(), change, **RAW), "far more")


def test_a_profile_a_font_and_metadata_may_not_unpack_without_bound(monkeypatch):
    bounded(monkeypatch, MOST_STREAM=1 << 20)

    def profile(pdf):
        pdf.Root.OutputIntents[0].DestOutputProfile = packed(pdf, HUGE)
        pdf.Root.OutputIntents[0].DestOutputProfile.N = 4

    def font(pdf):
        (name,) = pdf.pages[0].obj.Resources.Font.keys()
        pdf.pages[0].obj.Resources.Font[name].FontDescriptor.FontFile2 = packed(pdf, HUGE)

    def metadata(pdf):
        pdf.Root.Metadata = packed(pdf, HUGE)

    for change in (profile, font, metadata):
        refused(changed(good_x1a(), change, **RAW))


def packed_objects(size):
    """A file whose catalog is in a stream of objects that unpacks to so many bytes."""
    raw = b"1 0 <</Type/Catalog/Pages 4 0 R>>" + b" " * size
    body = zlib.compress(raw, 9)
    out, at = bytearray(b"%PDF-1.6\n"), {}
    stream = b"<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length %d>>stream\n%b\nendstream"
    for number, data in (
        (2, stream % (len(body), body)),
        (4, b"<</Type/Pages/Kids[5 0 R]/Count 1>>"),
        (5, b"<</Type/Page/Parent 4 0 R/MediaBox[0 0 100 100]/Resources<<>>>>"),
    ):
        at[number] = len(out)
        out += b"%d 0 obj\n%b\nendobj\n" % (number, data)
    at[3] = len(out)

    def row(kind, one, other):
        return bytes([kind]) + one.to_bytes(4, "big") + bytes([other])

    rows = row(0, 0, 0) + row(2, 2, 0) + b"".join(row(1, at[number], 0) for number in (2, 3, 4, 5))
    head = b"<</Type/XRef/Size 6/W[1 4 1]/Root 1 0 R/Length %d>>" % len(rows)
    out += b"3 0 obj\n%bstream\n%b\nendstream\nendobj\nstartxref\n%d\n%%%%EOF" % (head, rows, at[3])
    return bytes(out)


def test_packed_objects_are_read():
    report = preflight(packed_objects(100), TARGET._replace(standard="x4"))
    assert report.pages == 1
    assert "damage" not in {finding.rule for finding in report.findings}


def test_packed_objects_may_not_unpack_without_bound(monkeypatch):
    bounded(monkeypatch, MOST_STREAM=1 << 20)
    # On opening the file, and all such streams together before any object is asked for.
    refused(packed_objects((1 << 20) + 1000), "damaged, or is not a PDF")
    bounded(monkeypatch, MOST_UNPACKED=1 << 19)
    refused(packed_objects((1 << 19) + 1000), "cannot be read")


def test_a_pikepdf_that_knows_no_bounds_refuses_packed_objects(monkeypatch):
    monkeypatch.delattr("pikepdf.settings.set_qpdf_limits", raising=False)
    refused(packed_objects(100), "cannot decompress")
    assert preflight(good_x1a(), TARGET).passed


def test_the_bounds_hold_only_while_a_file_is_looked_at():
    before = pikepdf.settings.get_qpdf_limits()
    preflight(good_x1a(), TARGET)
    preflight(b"nothing", TARGET)
    assert pikepdf.settings.get_qpdf_limits() == before


def test_a_file_may_not_be_larger_than_any_press_file(monkeypatch):
    monkeypatch.setattr("cardgen.prepress.pdf.document.MOST_FILE", 1000)
    refused(good_x1a(), "larger than any press file")


def test_many_findings_are_cut_short(monkeypatch):
    monkeypatch.setattr(module, "_MOST", 2)
    report = preflight(good_x1a(), Target(trim=(9, 9)))
    assert [finding.rule for finding in report.findings] == ["trim-size"] * 3
    assert "more problems like these" in report.findings[-1].message


# --- failing closed --------------------------------------------------------------------------------


def test_a_rule_that_stumbles_has_not_passed_the_file(monkeypatch):
    def stumbling_rule(file, target):
        yield from ()
        raise ZeroDivisionError

    monkeypatch.setattr(module, "RULES", (*module.RULES[:3], stumbling_rule))
    report = preflight(good_x1a(), Target(trim=TRIM))
    assert not report.passed
    assert [finding.rule for finding in report.findings] == ["stumbling-rule"]
    assert "could not be checked" in report.findings[0].message


@pytest.mark.parametrize("rule", module.RULES, ids=module.rule_name)
def test_every_rule_says_what_it_stands_on(rule):
    assert len(rule.__doc__ or "") > 60


def test_what_a_file_calls_its_parts_cannot_steer_the_terminal():
    def change(pdf):
        odd = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name("/A\x1b[31m"))
        pdf.pages[2].obj.Resources.Font = Dictionary({"/\x1b[2J": odd})

    report = refused(changed(good_x1a(), change), "is not embedded")
    assert all(finding.where is None or finding.where.isprintable() for finding in report.findings)
