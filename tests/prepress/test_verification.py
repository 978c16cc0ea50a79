"""Proof of sheets: what is right is proven, and each single fault is found."""

import io
import random
import re
from contextlib import nullcontext, suppress

import pikepdf
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw
from samples import (
    PACK,
    declaring,
    edited,
    faults,
    pdf_of,
    saved,
    sheets,
    small_pack,
    thorough,
    unnamed_differences,
)
from test_imposition import card, paper

from cardgen import api
from cardgen.art import index_face
from cardgen.errors import UsageError
from cardgen.geometry import IDENTITY, combined_matrix, half_turn_matrix, scaling
from cardgen.layout import guides, imposition
from cardgen.prepress.verification import sheets as verification
from cardgen.units import MM

pytestmark = pytest.mark.usefixtures("without_sources")


def found(data, *words, pack=PACK, named=False):
    """Whether faults say these words; no other fault must hide one. named: with what it is that differs."""
    with nullcontext() if named else unnamed_differences():
        told = faults(data, pack)
    for each in words:
        assert any(each in fault for fault in told), told


# --- what is right is proven ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "backs", "size"),
    [
        *(("never-over-paper", "gutterfold", "letter"), ("standard-52", "duplex", "a4")),
    ],
)
def test_the_packs_of_the_house_are_proven(name, backs, size):
    pack = api.load(name)
    (data,) = sheets(pack, {"paper": paper(size), "backs": backs})
    found = verification.verify_sheets(data, pack)
    assert found.faults == ()
    assert f"{pack.count} cards of 62 × 88 mm" in found.facts[0]


@st.composite
def layouts(draw):
    options = {
        "paper": draw(st.sampled_from([paper("a4"), paper("letter"), paper("a5"), (150 * MM, 150 * MM)])),
        "orientation": draw(st.sampled_from(("auto", "portrait", "landscape"))),
        "margin": draw(st.sampled_from((0, 3.3, 6.35, 12))) * MM,
        "gutter": draw(st.sampled_from((0, 0.7, 4))) * MM,
        "backs": draw(st.sampled_from(("duplex", "none", "gutterfold", "separate"))),
        "flip": draw(st.sampled_from(("long", "short"))),
    }
    if options["backs"] in ("duplex", "separate") and draw(st.booleans()):
        options["back_offset"] = (draw(st.floats(-3, 3)) * MM, draw(st.floats(-3, 3)) * MM)
        options["back_rotate"] = draw(st.sampled_from((0.0, 0.4, -1.7)))
    guides = {
        "guides": draw(st.sampled_from(("crop", "lines", "ticks", "rounded", "none"))),
        "guides_on": draw(st.sampled_from(("fronts", "backs", "both"))),
        "guides_inside": draw(st.booleans()),
        "copies": draw(st.sampled_from((1, 2))),
        "only": draw(st.sampled_from(((), ("red",), ("+1..+4",)))),
    }
    return options, guides


@settings(max_examples=12)
@given(
    layouts(),
    st.sampled_from(["20 x 20 mm", "41 x 63 mm", "62 x 88 mm", "poker", "70 x 120 mm"]),
    st.sampled_from(["disc", "solid", "paper"]),
    st.sampled_from(["lattice", "rings", "plain"]),
)
def test_whatever_is_made_is_proven(layout, size, style, pattern):
    pack = small_pack(card={"size": size}, style=style, back={"pattern": pattern})
    options, choice = layout
    try:
        files = sheets(pack, options, **choice)
    except UsageError:
        assume(False)
    assert faults(files[0], pack, files[1] if len(files) > 1 else None) == ()


@pytest.mark.parametrize(
    ("size", "flip"), [("a3", "long"), ("a3", "short"), ("legal", "short"), ("tabloid", "long")]
)
def test_larger_papers_are_proven(size, flip):
    (data,) = sheets(layout={"paper": paper(size), "flip": flip}, copies=3)
    assert faults(data) == ()


def test_what_options_lay_over_a_pack_is_declared_and_proven_with_it(never_over):
    changed = {
        ("style",): "solid",
        ("ink-saver",): True,
        ("back", "pattern"): "rings",
        ("stripe",): False,
    }
    (data,) = sheets(api.load("never-over", changed, card("poker")))
    proven = verification.verify_sheets(data, never_over)
    assert proven.faults == ()
    assert any("another size than the pack's own 62 × 88 mm" in fact for fact in proven.facts)


def test_pictures_on_faces_and_backs_are_proven(tmp_path):
    gradient = Image.linear_gradient("L").resize((410, 560))
    Image.merge("RGB", (gradient, gradient.rotate(180), gradient)).save(tmp_path / "a.png")
    gradient.save(tmp_path / "b.jpg")
    gradient.convert("P").save(tmp_path / "c.png")
    (tmp_path / "pack.yaml").write_text(
        "format: 1\nname: Pictures\nback: {image: a.png, one-way: true}\nextras:\n"
        "- {face: image, image: a.png}\n- {face: image, image: b.jpg, copies: 2}\n"
        "- {face: image, image: c.png, copies: 2}\n"
    )
    pack = api.load(str(tmp_path / "pack.yaml"))
    for backs in ("duplex", "gutterfold"):
        (data,) = sheets(pack, {"backs": backs, "flip": "short"})
        assert faults(data, pack) == ()


def test_progress_is_told_after_each_page_of_both_files():
    fronts, backs = sheets(layout={"backs": "separate"}, copies=2)
    told = []
    verification.verify_sheets(fronts, PACK, backs, lambda done, total: told.append((done, total)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


# --- faults of the one who lays cards ------------------------------------------------------------


def patched(monkeypatch, name, change):
    """Sheets made while a method of Imposition is wrapped: change(slot) for each slot of its sides."""
    right = getattr(imposition.Imposition, name)

    def wrong(self, *args):
        slot = right(self, *args)
        return change(self, slot, slot._replace)

    monkeypatch.setattr(imposition.Imposition, name, wrong)


def fronts_patched(monkeypatch, change):
    """Sheets made while the places of all fronts are changed."""
    right = imposition.Imposition._front_slots.func
    monkeypatch.setattr(
        imposition.Imposition,
        "_front_slots",
        property(lambda self: [change(self, spot, spot._replace) for spot in right(self)]),
    )


def moved(dx, dy):
    def change(_self, slot, replace):
        a, b, c, d, e, f = slot.place
        place = (a, b, c, d, e + dx, f + dy)
        return replace(trim=slot.trim.moved(dx, dy), window=slot.window.moved(dx, dy), place=place)

    return change


@pytest.mark.parametrize(
    ("way", "backs"),
    [(way, backs) for way in ((0.2, 0), (0, -0.2)) for backs in ("duplex", "gutterfold")]
    + [((5, 5), "duplex")],
)
def test_backs_a_little_off_are_found(monkeypatch, way, backs):
    patched(monkeypatch, "_back_slot", moved(*way))
    (data,) = sheets(layout={"backs": backs})
    found(data, "a back lies behind no front", "has no back behind it")


@pytest.mark.parametrize("size", ["a4", "a3"])
@pytest.mark.parametrize("flip", ["long", "short"])
def test_backs_for_the_other_flip_are_found(monkeypatch, flip, size):
    right = imposition.Imposition.mirrored_axis.fget
    mirrored = property(lambda self: "xy"[right(self) == "x"])
    monkeypatch.setattr(imposition.Imposition, "mirrored_axis", mirrored)
    (data,) = sheets(layout={"flip": flip, "paper": paper(size)}, copies=2)
    found(data, "a back lies behind no front")


def test_backs_on_their_heads_are_found(monkeypatch):
    def change(_self, slot, replace):
        width, height = slot.trim.width, slot.trim.height
        return replace(place=combined_matrix(half_turn_matrix(width / 2, height / 2), slot.place))

    patched(monkeypatch, "_back_slot", change)
    found(sheets()[0], "a back lies behind no front")


@pytest.mark.parametrize("way", [(-40, 0), pytest.param((0, 40), marks=pytest.mark.thorough)])
def test_cards_in_the_margin_are_found(monkeypatch, way):
    fronts_patched(monkeypatch, moved(*way))
    found(sheets(copies=2)[0], "lies in the margin", "printed in the margin")


def test_cards_over_one_another_are_found(monkeypatch):
    right = imposition.PaperGrid.trim
    monkeypatch.setattr(imposition.PaperGrid, "trim", lambda self, place: right(self, max(place, 1)))
    found(sheets()[0], "lie over one another")


def test_fronts_turned_or_scaled_are_found(monkeypatch):
    half = half_turn_matrix(*(side / 2 for side in card()))
    for wrong, said in ((scaling(0.99), "scaled to 99 %"), (half, "is turned or scaled")):
        with monkeypatch.context() as patch:
            fronts_patched(
                patch,
                lambda _self, slot, replace, wrong=wrong: replace(place=combined_matrix(wrong, slot.place)),
            )
            found(sheets()[0], said)


def test_a_card_clipped_within_its_trim_is_found(monkeypatch):
    def change(_self, slot, replace):
        return replace(window=slot.trim.grown(-2 * MM))

    fronts_patched(monkeypatch, change)
    found(sheets()[0], "the face of green-4 does not look as the pack has it")


def test_moved_backs_that_were_not_moved_are_found(monkeypatch):
    monkeypatch.setattr(imposition.Imposition, "back_offset_matrix", property(lambda _: IDENTITY))
    found(sheets(layout={"back_offset": (2.0, 0.0)})[0], "a back lies behind no front")


@pytest.mark.parametrize("kind", ["crop", "lines"])
def test_guides_in_the_margin_are_found(monkeypatch, kind):
    monkeypatch.setattr(guides, "_crop_mark_span", lambda *_: (2.0, 30.0))
    found(sheets(copies=2, guides=kind)[0], "something is printed in the margin")


def test_a_face_that_is_drawn_wrongly_is_found(monkeypatch):
    """What draws faces is asked again for the proof: only what the sheet makes of them can differ."""
    right = index_face.plan_index_face
    with monkeypatch.context() as patch:
        patch.setattr(index_face, "plan_index_face", lambda *args: right(*args)[:-1])
        (data,) = sheets()
    found(data, "does not look as the pack has it")


# --- faults of a finished file -------------------------------------------------------------------


def rewritten(change, page=0, **options):
    """Sheets with the content of a page changed as text."""

    def edit(pdf):
        content = pdf.pages[page].Contents.read_bytes().decode("latin-1")
        new = change(content)
        assert new != content
        pdf.pages[page].Contents = pdf.make_stream(new.encode("latin-1"))

    return edited(edit, **options)


#: What ends a card, its place and its window.
CARD_ENDS = "EMC\nQ\nQ"


def cards_of(content):
    """A page's content as what comes before the cards, each card, and what comes after."""
    parts = content.split(CARD_ENDS)
    start = parts[0].index("q ")
    cards = [parts[0][start:], *parts[1:-1]]
    return parts[0][:start], [part + CARD_ENDS for part in cards], parts[-1]


def with_cards(change):
    def rewrite(content):
        head, cards, tail = cards_of(content)
        return head + "".join(change(cards)) + tail

    return rewrite


def test_a_file_saved_again_is_still_proven():
    assert faults(edited(lambda pdf: None)) == ()
    assert faults(rewritten(lambda content: content + "\n")) == ()


def test_a_missing_card_is_found():
    data = rewritten(with_cards(lambda cards: cards[:-1]))
    found(data, "the card ≤0 is there 2 times instead of 3", "a back lies behind no front")


def test_a_missing_back_is_found():
    found(rewritten(with_cards(lambda cards: cards[:-1]), page=1), "has no back behind it")


def test_a_card_too_many_is_found():
    data = rewritten(with_cards(lambda cards: [*cards, cards[-1]]))
    found(data, "the card ≤0 is there 4 times instead of 3", "lie over one another")


def test_a_card_too_many_that_is_not_named_is_found():
    """On the other half of the sheet, without its mark."""

    def add(cards):
        drawn = next(line for line in cards[0].splitlines() if line.endswith(" Do"))
        return [*cards, f"\nq 1 0 0 1 40 40 cm\n{drawn}\nQ"]

    found(rewritten(with_cards(add)), "something is printed beside the cards")


def test_another_card_under_a_cards_name_is_found():
    data = rewritten(lambda content: content.replace("(red-0)", "(green-4)"))
    found(data, "the card ≤0 is there 0 times", "the face of green-4 does not look")


def test_faces_that_changed_places_are_found():
    def swap(pdf):
        forms = pdf.pages[0].Resources.XObject
        one, other = (key for key in sorted(forms.keys()) if "face" in key)
        forms[one], forms[other] = forms[other], forms[one]

    data = edited(swap)
    found(
        data,
        "the face of green-4 does not look as the pack has it",
        "the face of red-0 does not look as the pack has it",
        "the face of red-0 does not say 0",
    )


def test_a_card_of_another_pack_is_found():
    found(rewritten(lambda content: content.replace("(green-1)", "(blue-1)")), "does not belong to this job")


@pytest.mark.parametrize(
    "cover",
    [
        "1 g 100 600 60 60 re f",
        "0.5 0 0.5 rg 100 600 20 200 re f",
    ],
)
def test_a_face_that_is_painted_over_is_found(cover):
    found(rewritten(lambda content: f"{content}\n{cover}\n"), "does not look as the pack has it")


def test_a_card_that_is_named_and_not_drawn_is_found():
    data = rewritten(lambda content: content.replace("/FormXob.face-3 Do", "", 1))
    found(data, "the face of red-0 does not look as the pack has it")


def test_a_back_that_is_not_drawn_is_found():
    data = rewritten(lambda content: content.replace("/FormXob.back Do", "", 1), page=1)
    found(data, "page 2: a back does not look as the pack has it")


def test_a_back_drawn_turned_is_found(tmp_path):
    """A back that has a top: its mark says upright, its drawing is on its head."""
    Image.linear_gradient("L").resize((410, 560)).save(tmp_path / "a.png")
    (tmp_path / "pack.yaml").write_text(
        "format: 1\nname: One way\nback: {image: a.png, one-way: true}\nextras: [{face: joker, copies: 4}]\n"
    )
    pack = api.load(str(tmp_path / "pack.yaml"))
    (data,) = sheets(pack)
    assert faults(data, pack) == ()
    width, height = card()
    with pdf_of(data) as pdf:
        content = pdf.pages[1].Contents.read_bytes()
        turned = f"BDC -1 0 0 -1 {width:.4f} {height:.4f} cm".encode()
        pdf.pages[1].Contents = pdf.make_stream(content.replace(b"BDC", turned, 1))
        data = saved(pdf)
    found(data, "a back does not look as the pack has it", pack=pack)


#: Pictures of 250 pixels per inch for small cards.
_PIXELS = (366, 520)


def picture_pack(folder, **pictures):
    """A pack of one card for each picture (an RGB image), in a file of the name's ending: red_png."""
    lines = ["format: 1", "name: Pictures", "card: {size: 31 x 44 mm}", "back: {pattern: plain}", "extras:"]
    for name, picture in pictures.items():
        file = name.replace("_", ".")
        picture.save(folder / file)
        lines.append(f"- {{face: image, image: {file}}}")
    (folder / "pack.yaml").write_text("\n".join(lines) + "\n")
    return api.load(str(folder / "pack.yaml"))


def grey(level):
    return Image.new("RGB", _PIXELS, (level, level, level))


def marked(picture, size):
    """The picture with a black square of so many pixels."""
    picture = picture.copy()
    picture.paste((0, 0, 0), (150, 150, 150 + size, 150 + size))
    return picture


def harsh(seed):
    """What lossy compression is worst at: sharp and saturated shapes, lines, small type."""
    chance = random.Random(seed)
    picture = Image.new("RGB", _PIXELS, "white")
    pen = ImageDraw.Draw(picture)
    for _ in range(30):
        x, y = chance.randrange(350), chance.randrange(500)
        ink = tuple(chance.choices((0, 60, 128, 200, 255), k=3))
        chance.choice((pen.ellipse, pen.rectangle))((x, y, x + chance.randrange(5, 90), y + 40), fill=ink)
        pen.text((y % 300, x), "Draw 8 cards, then discard 6", fill=ink, font_size=chance.choice((20, 40)))
        pen.line((x, y, y % 350, x), fill=ink, width=chance.choice((1, 2, 4)))
    return picture


def drawn_pictures(pdf):
    """The pictures on the first page, in the order in which they are drawn."""
    names = re.findall(rb"(/\S+) Do", pdf.pages[0].Contents.read_bytes())
    found = (pdf.pages[0].Resources.XObject[name.decode()] for name in names)
    return [thing for thing in found if thing.Subtype == "/Image"]


def with_pictures(pack, change):
    """Sheets of a pack whose pictures (PDF streams) are changed by a function of the list of them."""
    (data,) = sheets(pack, {"backs": "none"})
    with pdf_of(data) as pdf:
        change(drawn_pictures(pdf))
        return saved(pdf)


def swap(pictures):
    one, other = pictures[:2]
    data = one.read_raw_bytes(), one.Filter
    one.write(other.read_raw_bytes(), filter=other.Filter)
    other.write(data[0], filter=data[1])


def packed_anew(pictures, change=lambda image: image, quality=75):
    for picture in pictures:
        out = io.BytesIO()
        change(pikepdf.PdfImage(picture).as_pil_image()).save(out, "JPEG", quality=quality)
        picture.write(out.getvalue(), filter=pikepdf.Name.DCTDecode)


def tinted(by):
    """Makes a picture greener by so much."""

    def change(image):
        red, green, blue = image.split()
        return Image.merge("RGB", (red, green.point(lambda level: level + by), blue))

    return change


@pytest.mark.parametrize("first", [grey(120), marked(grey(180), 8)])
def test_pictures_that_changed_places_are_found(tmp_path, first):
    pack = picture_pack(tmp_path, a_png=first, b_png=grey(180))
    data = with_pictures(pack, swap)
    found(data, "the face of extra-1 does not look as the pack has it", pack=pack)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (grey(179), grey(180)),
        (marked(grey(180), 2), grey(180)),
    ],
)
def test_pictures_that_are_hard_to_tell_apart_are_found_when_they_changed_places(tmp_path, one, other):
    """Even where they have been packed anew."""
    pack = picture_pack(tmp_path, a_png=one, b_png=other, c_png=grey(90))
    right = with_pictures(pack, packed_anew)
    assert faults(right, pack) == ()
    with pdf_of(right) as pdf:
        swap(drawn_pictures(pdf))
        wrong = saved(pdf)
    found(
        wrong,
        "the face of extra-1 looks more like that of extra-2",
        "the face of extra-2 looks more like that of extra-1",
        pack=pack,
    )


def test_pictures_packed_anew_are_proven_and_those_that_changed_colour_are_not(tmp_path):
    pack = picture_pack(tmp_path, a_jpg=grey(120), b_png=harsh(2))
    assert faults(with_pictures(pack, packed_anew), pack) == ()
    for by in (12, 60):
        data = with_pictures(pack, lambda pictures, by=by: packed_anew(pictures[:1], tinted(by)))
        found(data, "the face of extra-1 does not look as the pack has it", pack=pack)


@pytest.mark.parametrize("change", ["1 0 0 1 0.3 0 cm", "0.995 0 0 0.995 0 0 cm"])
def test_a_face_that_is_drawn_a_little_off_is_found(change):
    """Its mark says where it should be."""
    data = rewritten(lambda content: content.replace("BDC", f"BDC {change}", 1))
    found(data, "the face of green-4 does not look as the pack has it")


@pytest.mark.parametrize("mark", ["0 g 150 650 0.8 0.8 re f", "0.5 G 0.3 w 100 650 m 130 650 l S"])
def test_a_small_mark_on_a_face_is_found(mark):
    found(rewritten(lambda content: f"{content}\nq {mark} Q\n"), "does not look as the pack has it")


@pytest.mark.parametrize(("inset", "seen"), [(1.5, False), (4.0, True)])
def test_marks_are_looked_for_as_far_as_a_rounded_corner_is_cut(inset, seen):
    """By 10 mm: what is 1.5 mm from both edges is cut off, and what is 4 mm from both is not."""
    pack = small_pack(card={"corner": "10 mm"})
    (data,) = sheets(pack)
    with pdf_of(data) as pdf:
        content = pdf.pages[0].Contents.read_bytes().decode("latin-1")
        x, y = map(float, re.search(r"q 1 0 0 1 (\S+) (\S+) cm\s+/Front", content).groups())
        mark = f"0 g {x + inset * MM:.4f} {y + inset * MM:.4f} 1 1 re f"
        pdf.pages[0].Contents = pdf.make_stream(f"{content}\nq {mark} Q\n".encode("latin-1"))
        with unnamed_differences():
            told = faults(saved(pdf), pack)
    assert any("does not look as the pack has it" in fault for fault in told) is seen, told


def test_a_colour_a_little_off_is_found():
    def change(pdf):
        form = pdf.pages[0].Resources.XObject["/FormXob.face-1"]
        content = form.read_bytes()
        first = re.search(rb"([\d.]+) ([\d.]+) ([\d.]+) rg", content)
        paler = b"%s %.4f %s rg" % (first[1], float(first[2]) + 0.02, first[3])
        form.write(content.replace(first[0], paler))

    found(edited(change), "the face of green-4 does not look as the pack has it")


def test_a_file_without_the_names_of_its_cards_is_refused():
    def drop_marks(pdf):
        for page in pdf.pages:
            content = page.Contents.read_bytes()
            page.Contents = pdf.make_stream(re.sub(rb"/(Front|Back) <<.*?>> BDC|EMC", b"", content))

    data = edited(drop_marks)
    with pytest.raises(UsageError, match="does not say which card lies where"):
        faults(data)


@pytest.mark.parametrize(("by", "percent"), [(0.98, "98 %"), (1.03, "103 %"), (0.975, "97.5 %")])
def test_scaled_sheets_are_one_fault(by, percent):
    def change(pdf):
        for page in pdf.pages:
            content = page.Contents.read_bytes()
            page.Contents = pdf.make_stream(f"{by} 0 0 {by} 0 0 cm\n".encode() + content)

    (fault,) = faults(edited(change))
    assert f"scaled to {percent}" in fault


def test_mirrored_sheets_are_one_fault():
    def change(pdf):
        for page in pdf.pages:
            content = page.Contents.read_bytes()
            page.Contents = pdf.make_stream(b"-1 0 0 1 595.2756 0 cm\n" + content)

    (fault,) = faults(edited(change))
    assert "the sheets are mirrored" in fault


def test_content_in_several_streams_is_proven():
    def change(pdf):
        for page in pdf.pages:
            begin, rest = page.Contents.read_bytes().split(b"BDC", 1)
            parts = [pdf.make_stream(begin), pdf.make_stream(b"BDC" + rest)]
            page.Contents = pikepdf.Array(parts)

    assert faults(edited(change)) == ()


def test_a_difference_of_a_card_is_named():
    flipped = rewritten(lambda content: content.replace("BDC", f"BDC -1 0 0 1 {card()[0]:.4f} 0 cm", 1))
    found(flipped, "the face of green-4 does not look as the pack has it: it is mirrored", named=True)
    moved = rewritten(lambda content: content.replace("BDC", "BDC 1 0 0 1 5.669 0 cm", 1))
    found(moved, "it is shifted by 2.0 mm to the right", named=True)
    cover = rewritten(lambda content: f"{content}\n1 g 100 600 60 60 re f\n")
    found(cover, "is covered by white", named=True)


@pytest.mark.parametrize(
    "mark",
    ["0 g 3 3 5 5 re f", "0.6 G 0.3 w 2 2 m 590 2 l S", "0.5 g 585 400 5 5 re f", "0.7 g 200 835 3 3 re f"],
)
def test_anything_in_the_margin_is_found(mark):
    found(rewritten(lambda content: f"{content}\nq {mark} Q\n"), "something is printed in the margin")


def test_a_missing_back_page_is_found():
    def drop(pdf):
        del pdf.pages[1]

    found(edited(drop, copies=2), "a sheet has no back page")


def test_pages_in_the_wrong_order_are_found():
    found(edited(lambda pdf: pdf.pages.reverse()), "are not a front and a back")


def test_a_page_of_another_size_is_found():
    def widen(pdf):
        pdf.pages[1].MediaBox = [0, 0, 612, 842]

    found(edited(widen), "page 2: it is not as large as the first")


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("/Rotate", 180, "shown turned"),
        ("/Rotate", 90, "shown turned"),
        ("/UserUnit", 1.03, "it has UserUnit"),
        ("/CropBox", [50, 50, 500, 500], "it has CropBox"),
        ("/MediaBox", [10, 0, 605.2756, 841.8898], "lower left corner is not 0, 0"),
        ("/Annots", [], "it has Annots"),
        (
            "/Group",
            pikepdf.Dictionary(S=pikepdf.Name.Transparency),
            "it has a Group that is not blended in RGB",
        ),
    ],
)
def test_a_page_that_would_be_printed_otherwise_is_found(key, value, words):
    def change(pdf):
        pdf.pages[0].obj[key] = value

    found(edited(change), words)


@pytest.mark.parametrize("entry", [b"/Rotate 180", b"/MediaBox [9 0 604 842]", b"/CropBox [9 9 99 99]"])
def test_what_comes_down_from_the_page_tree_is_found(entry):
    (data,) = sheets()
    data = re.sub(rb"/Rotate 0|/MediaBox \[.*?\]", b"", data)
    with suppress(UsageError):
        assert faults(data.replace(b"/Type /Pages", entry + b" /Type /Pages"))


@pytest.mark.parametrize("kind", ["/Pattern", "/Shading", "/Properties", "/ColorSpace"])
def test_what_no_sheet_has_among_its_resources_is_found(kind):
    def on_page(pdf):
        resources = pikepdf.Dictionary(dict(pdf.pages[0].Resources.items()))
        resources[kind] = pikepdf.Dictionary()
        pdf.pages[0].Resources = resources

    def in_form(pdf):
        pdf.pages[0].Resources.XObject["/FormXob.face-1"].Resources[kind] = pikepdf.Dictionary()

    found(edited(on_page), f"it has {kind[1:]}")
    found(edited(in_form), f"it has {kind[1:]}")


@pytest.mark.parametrize(
    ("entry", "words"),
    [("/BM", "it has the blend mode /Normal"), ("/TR", "state with TR"), ("/OP", "state with OP")],
)
def test_a_graphics_state_may_set_opacity_and_nothing_else(entry, words):
    def change(pdf, **entries):
        resources = pikepdf.Dictionary(dict(pdf.pages[0].Resources.items()))
        resources.ExtGState = pikepdf.Dictionary(G=pikepdf.Dictionary(ca=0.5, CA=0.5, **entries))
        pdf.pages[0].Resources = resources

    assert not faults(edited(change))
    found(edited(lambda pdf: change(pdf, **{entry[1:]: pikepdf.Name.Normal})), words)


def test_parts_on_a_layer_are_found():
    def change(pdf):
        pdf.pages[0].Resources.XObject["/FormXob.face-1"]["/OC"] = pikepdf.Dictionary()

    found(edited(change), "a part of it has OC")


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("/PrintScaling", "/AppDefault", "actual size"),
        ("/Duplex", "/DuplexFlipShortEdge", "flipped as it declares"),
        ("/Duplex", "/Simplex", "flipped as it declares"),
    ],
)
def test_wrong_wishes_to_the_printer_are_found(key, value, words):
    def change(pdf):
        pdf.Root.ViewerPreferences[key] = pikepdf.Name(value)

    found(edited(change), words)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"flip": "short"}, "a back lies behind no front"),
        ({"backs": "none", "sides": ["front"]}, "there are backs, though none are declared"),
        ({"copies": 2}, "is there 2 times instead of 4"),
        ({"only": ["green"]}, "does not belong to this job"),
        ({"missing": ["+1:2", "+4:2", "≤0:3"]}, "the card +1 is there 1 times instead of 2"),
        thorough({"trim": [180, 250]}, "lie over one another"),
        ({"margin": 60.0}, "lies in the margin"),
        ({"back_offset": [3, 0]}, "a back lies behind no front"),
        ({"back_rotate": 1}, "a back lies behind no front"),
        thorough(
            {"look": {"style": "solid", "ink_saver": False, "stripe": True, "back": "lattice"}},
            "does not look as the pack has it",
        ),
        (
            {"look": {"style": "disc", "ink_saver": False, "stripe": True, "back": "rings"}},
            "a back does not look as the pack has it",
        ),
    ],
)
def test_a_file_that_declares_what_it_is_not_is_found(changes, words):
    found(edited(declaring(**changes)), words)


def test_sheets_of_a_pack_that_has_changed_since_are_found():
    (data,) = sheets()
    suits = {"green": {"sign": "+", "color": "#00855B", "cards": {"4": 2, "1": 1}}}
    found(data, "red-0 does not belong", pack=small_pack(suits=suits))


@pytest.mark.thorough
def test_sheets_of_a_pack_whose_colours_have_changed_since_are_found():
    (data,) = sheets()
    other = {"green": {"sign": "+", "color": "#961129", "cards": {"4": 2, "1": 1}}}
    other["red"] = {"sign": "≤", "color": "#961129", "cards": {"0": 3}}
    found(data, "the face of green-4 does not look", pack=small_pack(suits=other))
    found(data, "a back does not look", pack=small_pack(back={"color": "#AA0000"}))


def test_sheets_of_another_pack_are_refused(never_over):
    with pytest.raises(UsageError, match="sheets of 'Small', not of 'NEVER OVER'"):
        faults(sheets()[0], never_over)


def test_files_that_do_not_belong_together_are_refused():
    fronts, backs = sheets(layout={"backs": "separate"})
    assert faults(fronts, backs=backs) == ()
    others = sheets(layout={"backs": "separate", "flip": "short"})
    (both,) = sheets()
    for first, second, words in (
        (fronts, None, "name it as well"),
        (backs, fronts, "not the fronts"),
        (backs, None, "not the fronts"),
        (fronts, fronts, "does not hold the backs"),
        (fronts, others[1], "different jobs"),
        (both, backs, "name one file"),
    ):
        with pytest.raises(UsageError, match=words):
            faults(first, backs=second)


def test_backs_of_too_few_pages_are_refused():
    fronts, backs = sheets(layout={"backs": "separate"}, copies=2)
    with pdf_of(backs) as pdf:
        del pdf.pages[1]
        fewer = saved(pdf)
    with pytest.raises(UsageError, match="2 pages of fronts and 1 of backs"):
        faults(fronts, backs=fewer)
