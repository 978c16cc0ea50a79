"""Files that mean harm, or none of ours: refused or judged, quickly, and nothing else."""

import io
import random
import time
import zlib
from contextlib import suppress

import pikepdf
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import declaring, edited, faults, pdf_of, plain_sheet, saved, sheets

from cardgen.errors import UsageError
from cardgen.prepress.pdf import readback
from cardgen.prepress.pdf.limits import ANY_WORK, CARD_WORK
from cardgen.prepress.verification import looks


def refused(data, words="."):
    with pytest.raises(UsageError, match=words):
        faults(data)


@given(st.binary(max_size=300))
def test_any_bytes_are_refused(data):
    refused(data)
    refused(b"%PDF-1.7\n" + data)


def test_a_pdf_of_somebody_else_is_refused():
    pdf = pikepdf.new()
    pdf.add_blank_page()
    refused(saved(pdf), "does not say")
    pdf.docinfo["/Keywords"] = "cards, printing"
    refused(saved(pdf), "does not say")


@settings(max_examples=15)
@given(st.data())
def test_damaged_sheets_are_refused_or_judged_and_nothing_else(data):
    whole = plain_sheet()
    damaged = bytearray(whole)
    for _ in range(data.draw(st.integers(1, 6))):
        place = data.draw(st.integers(0, len(whole) - 1))
        damaged[place : place + data.draw(st.integers(0, 20))] = data.draw(st.binary(max_size=20))
    with suppress(UsageError):
        faults(bytes(damaged))


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 0.99])
def test_a_truncated_file_is_refused_or_judged(share):
    (data,) = sheets()
    with suppress(UsageError):
        faults(data[: int(len(data) * share)])


def test_an_encrypted_file_is_refused():
    (data,) = sheets()
    for password in ("", "secret"):
        with pdf_of(data) as pdf:
            out = io.BytesIO()
            pdf.save(out, encryption=pikepdf.Encryption(owner="owner", user=password))
        refused(out.getvalue())


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=5,
)
KEYS = ["pack", "trim", "look", "margin", "backs", "sides", "flip", "fold"]
KEYS += ["back_offset", "back_rotate", "only", "copies", "missing"]


@settings(max_examples=30)
@given(st.sampled_from(KEYS), VALUES)
def test_a_declaration_of_anything_is_refused_or_judged(key, value):
    with suppress(UsageError):
        faults(edited(declaring(**{key: value})))


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"pack":' * 50_000,
        "null",
        "[]",
        '"text"',
        "1e999",
        "{}",
        '{"look": 5}',
        "9" * 10_000,
        '"' + "x" * 2_000_000 + '"',
    ],
)
def test_a_declaration_made_to_hurt_is_refused(text):
    def change(pdf):
        pdf.docinfo["/Keywords"] = text

    refused(edited(change), "does not say")


def test_the_page_tree_may_not_be_huge():
    def many(pdf):
        pdf.Root.Pages.Kids = pikepdf.Array([pdf.pages[0].obj] * 5_000)

    def knot(pdf):
        pdf.Root.Pages.Kids = pikepdf.Array([pdf.Root.Pages])

    def deep(pdf):
        node = pdf.pages[0].obj
        for _ in range(30):
            node = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.Pages, Kids=[node, node]))
        pdf.Root.Pages.Kids = pikepdf.Array([node])

    refused(edited(many), "5000 pages; 6 cards need 12 at most")
    refused(edited(knot))
    refused(edited(deep))


def packed(pdf, data):
    stream = pdf.make_stream(b"")
    stream.write(zlib.compress(data, 9), filter=pikepdf.Name.FlateDecode)
    return stream


def quickly(data, words):
    """Refused, and without the work that the file asks for."""
    before = time.process_time()
    refused(data, words)
    assert time.process_time() - before < 10


def test_content_may_not_be_huge(monkeypatch):
    """A tenth of it, at a tenth of what cards may need."""
    monkeypatch.setattr(readback, "ANY_WORK", ANY_WORK // 10)
    monkeypatch.setattr(readback, "CARD_WORK", CARD_WORK // 10)

    def unpacks(pdf):
        pdf.pages[0].Contents = packed(pdf, b"q Q " * 3_000_000)

    quickly(edited(unpacks), "this PDF has far more content than its cards need")


def test_content_may_not_be_made_of_endless_small_steps(monkeypatch):
    """At a small part of what cards may need."""
    monkeypatch.setattr(readback, "ANY_WORK", ANY_WORK // 10)
    monkeypatch.setattr(readback, "CARD_WORK", CARD_WORK // 50)

    def steps(pdf):
        pdf.pages[0].Contents = packed(pdf, b"q Q " * 60_000)

    quickly(edited(steps, copies=100), "this PDF has far more content than its cards need")


@pytest.mark.parametrize(("most", "passes"), [(8_000, True), (4_000, False)])
def test_what_is_behind_too_many_statements_is_not_passed_over(most, passes, monkeypatch):
    monkeypatch.setattr(readback, "MOST_OPERATORS", most)

    def steps(pdf):
        content = pdf.pages[0].Contents.read_bytes()
        pdf.pages[0].Contents = packed(pdf, content + b"\nq Q" * 3_000)

    if passes:
        assert faults(edited(steps)) == ()
    else:
        refused(edited(steps), "this PDF has far more content than its cards need")


def test_forms_may_not_multiply():
    def multiply(pdf):
        inner = pdf.make_stream(b"0 0 1 1 re f")
        for _ in range(12):
            forms = pikepdf.Dictionary({"/F": inner})
            inner = pdf.make_stream(b"/F Do " * 10)
            inner.update({"/Type": pikepdf.Name.XObject, "/Subtype": pikepdf.Name.Form})
            inner.BBox = [0, 0, 9, 9]
            inner.Resources = pikepdf.Dictionary(XObject=forms)
            forms["/F"].update({"/Type": pikepdf.Name.XObject, "/Subtype": pikepdf.Name.Form})
        pdf.pages[0].Resources.XObject["/Bomb"] = inner
        content = pdf.pages[0].Contents.read_bytes()
        pdf.pages[0].Contents = pdf.make_stream(content + b"\n/Bomb Do\n")

    quickly(edited(multiply), "this PDF has far more content than its cards need")


def test_a_form_may_not_draw_itself():
    def knot(pdf):
        form = pdf.pages[0].Resources.XObject["/FormXob.face-1"]
        resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary({"/Me": form}))
        content = form.read_bytes()
        form.write(content + b"\n/Me Do\n")
        form.Resources = resources

    quickly(edited(knot), "drawn within itself")


def test_a_picture_may_not_be_huge():
    def huge(pdf):
        picture = packed(pdf, bytes(100_000))
        picture.update({"/Type": pikepdf.Name.XObject, "/Subtype": pikepdf.Name.Image})
        picture.update({"/Width": 65_000, "/Height": 65_000, "/BitsPerComponent": 1})
        picture.ColorSpace = pikepdf.Name.DeviceGray
        pdf.pages[0].Resources.XObject["/Bomb"] = picture
        content = pdf.pages[0].Contents.read_bytes()
        pdf.pages[0].Contents = pdf.make_stream(content + b"\n/Bomb Do\n")

    quickly(edited(huge), "too large")


@pytest.mark.parametrize("box", [[0, 0, 1e9, 1e9], [0, 0, 0, 0], [0, 0, -100, -100], [0, 0, "x", 5], [1], 7])
def test_a_page_may_not_have_an_absurd_size(box):
    def change(pdf):
        pdf.pages[0].MediaBox = box

    with suppress(UsageError):
        assert faults(edited(change))  # what qpdf makes good is Letter paper, and found


@pytest.mark.parametrize("place", ["0 0 0 0 0 0", "1 0 0 0 99 99", "9e99 0 0 9e99 0 0", "1 0 0 1 -9e99 0"])
def test_a_card_may_not_lie_in_an_absurd_place(place):
    def change(pdf):
        content = pdf.pages[0].Contents.read_bytes()
        odd = content.replace(b"/Front", b"%s cm /Front" % place.encode(), 1)
        assert odd != content
        pdf.pages[0].Contents = pdf.make_stream(odd)

    with suppress(UsageError):
        assert faults(edited(change))


def test_odd_filters_are_refused():
    def change(pdf):
        content = pdf.pages[0].Contents.read_bytes()
        pdf.pages[0].Contents = pikepdf.Stream(
            pdf, content.hex().encode() + b">", Filter=pikepdf.Name.ASCIIHexDecode
        )

    (data,) = sheets()
    with pdf_of(data) as pdf:
        change(pdf)
        out = io.BytesIO()
        pdf.save(out, stream_decode_level=pikepdf.StreamDecodeLevel.none, compress_streams=False)
    refused(out.getvalue(), "compressed in a way")


def test_what_pdfium_cannot_show_is_refused(monkeypatch):
    def broken(_self, *_args, **_options):
        raise pypdfium2.PdfiumError("no")

    (data,) = sheets()
    monkeypatch.setattr(looks._RenderedPage, "__init__", broken)
    refused(data, "cannot be shown")


def test_random_noise_in_the_streams_is_refused_or_judged():
    chance = random.Random(7)
    for _ in range(20):

        def change(pdf):
            pdf.pages[0].Contents = pdf.make_stream(chance.randbytes(400))

        with suppress(UsageError):
            assert faults(edited(change))
