"""Small pictures stand in for those that a file and its pack share; no fault is missed for that."""

from __future__ import annotations

import pikepdf
import pytest
from PIL import Image
from preflight_samples import changed, without_known_pictures
from samples import sheets

from cardgen import api
from cardgen.colour import encoded_pictures
from cardgen.output.press import PressJob, press_target, write_press
from cardgen.prepress.comparison.faces import FaceJudge
from cardgen.prepress.pdf import stand_ins
from cardgen.prepress.pdf.plates import samples
from cardgen.prepress.pdf.stand_ins import stand_ins_of_file
from cardgen.prepress.preflight import pictures, preflight
from cardgen.prepress.verification import looks
from cardgen.prepress.verification.sheets import verify_sheets
from cardgen.units import MM

pytestmark = pytest.mark.usefixtures("without_sources")


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    """Two cards with pictures, one a JPEG, too fine for a coarse drawing."""
    folder = tmp_path_factory.mktemp("stand-ins")
    for name in ("a.png", "b.jpg"):
        Image.merge("RGB", [Image.effect_noise((250, 345), 90) for _ in range(3)]).save(folder / name)
    (folder / "pack.yaml").write_text(
        "format: 1\nname: Fine\ncard: {size: 44 x 62 mm, corner: 2 mm}\ncards:\n  - layout: full\n    rows:\n"
        "      - {corner: 1, title: Rain, picture: a.png}\n      - {corner: 2, title: Ruin, picture: b.jpg}\n"
    )
    return api.load(str(folder / "pack.yaml"))


@pytest.fixture(scope="module")
def pressed(pack):
    """Its file for a press: faces are on pages 1 and 3."""
    (file,) = write_press(pack, PressJob())
    return file.data


def images(pdf):
    return [each for each in pdf.objects if isinstance(each, pikepdf.Stream) and "/Width" in each]


def swap(pdf):
    one, other = (each for each in images(pdf) if each.Width > 100)
    for key in ("/Width", "/Height"):
        one[key], other[key] = other[key], one[key]
    data = one.read_bytes(), other.read_bytes()
    one.write(data[1])
    other.write(data[0])


def move_picture(pdf):
    """Move the picture of page 3 alone, by 0.1 mm."""
    leaf = pdf.pages[2]
    content = leaf.Contents.read_bytes()
    start = content.rindex(b"cm", 0, content.index(b" Do"))
    content = content[: start + 2] + b" 1 0 0 1 %.5f 0 cm " % (0.1 / 44) + content[start + 2 :]
    leaf.Contents = pdf.make_stream(content)


def move_page(pdf):
    leaf = pdf.pages[2]
    leaf.Contents = pdf.make_stream(b"1 0 0 1 %.5f 0 cm\n" % (0.1 * MM) + leaf.Contents.read_bytes())


def retouch(pdf):
    """Change a hundredth of the pixels of a picture."""
    image = max(images(pdf), key=lambda each: each.Width)
    data = bytearray(image.read_bytes())
    middle = len(data) // 2
    data[middle : middle + len(data) // 100] = bytes(len(data) // 100)
    image.write(bytes(data))


def looks_of(data, pack):
    report = preflight(data, press_target(pack, PressJob(), None, ""))
    return report, [each for each in report.findings if each.rule == "deck"]


def test_pages_of_the_pack_are_equal_by_their_stand_ins_alone(pack, pressed, monkeypatch):
    monkeypatch.setattr(
        FaceJudge, "_compare_coarsely", lambda *parts: pytest.fail("drawn") if parts[-1] else None
    )
    report, found = looks_of(pressed, pack)
    assert found == []
    assert report.compared["equal"] == report.compared["pages"] == 4


def test_press_says_of_the_pictures_that_it_has_packed_what_preflight_finds_in_them(
    pack, pressed, monkeypatch
):
    def unpacked(*parts):
        pytest.fail("unpacked")

    with monkeypatch.context() as patch:
        patch.setattr(pictures, "_inflated_length", unpacked)
        patch.setattr(encoded_pictures, "press_picture", unpacked)
        patch.setattr(stand_ins, "unpack_stream", unpacked)
        patch.setattr(stand_ins, "MOST_PICTURES", 0)
        patch.setattr(samples, "unpack_stream", unpacked)
        known = looks_of(pressed, pack)
    without_known_pictures(monkeypatch)
    assert looks_of(pressed, pack) == known


def entry(name, value):
    """A change of an entry of a picture, or of its DecodeParms, whose packed data stay as they are."""

    def change(pdf):
        image = max(images(pdf), key=lambda each: each.Width)
        holder = image if name in image else image.DecodeParms
        holder[name] = value

    return change


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("/Columns", 200),
        ("/Predictor", 1),
        ("/Colors", 3),
        ("/Width", 200),
        ("/ColorSpace", pikepdf.Name.DeviceRGB),
    ],
)
def test_packed_pictures_that_are_described_otherwise_are_not_known(pack, pressed, monkeypatch, name, value):
    data = changed(pressed, entry(name, value))
    found = looks_of(data, pack)
    assert found[0].findings
    without_known_pictures(monkeypatch)
    assert looks_of(data, pack) == found


@pytest.mark.parametrize("change", [swap, move_picture, move_page, retouch])
def test_a_fault_of_a_picture_is_found(pack, pressed, change):
    _, found = looks_of(changed(pressed, change), pack)
    assert found


def test_sheets_are_proven_by_stand_ins_and_a_moved_picture_is_found(pack, monkeypatch):
    (data,) = sheets(pack, {"backs": "none"})
    with monkeypatch.context() as patch:
        patch.setattr(looks._DrawnSides, "card_faults", lambda *parts: pytest.fail("drawn with pictures"))
        assert verify_sheets(data, pack).good

    def move(pdf):
        leaf = pdf.pages[0]
        content = leaf.Contents.read_bytes()
        start = content.rindex(b"cm", 0, content.index(b" Do"))
        content = content[: start + 2] + b" 1 0 0 1 0.02 0 cm " + content[start + 2 :]
        leaf.Contents = pdf.make_stream(content)

    assert not verify_sheets(changed(data, move), pack).good


def test_a_file_of_several_revisions_is_drawn_as_it_is(pressed):
    """Programs may take different revisions for the latest."""
    assert stand_ins_of_file(pressed) is not None
    assert stand_ins_of_file(pressed + pressed[pressed.rindex(b"startxref") :]) is None
