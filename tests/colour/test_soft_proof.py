"""Proofs of press files show what the press prints: the plates, overprint and all, in screen colours."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pypdfium2
import pytest
from PIL import Image, ImageCms
from samples import pdf_of, small_pack

from cardgen.art import pdf_writer
from cardgen.art.items import Drawing, Fill
from cardgen.art.pdf_writer import PdfWriter
from cardgen.cli.main import run
from cardgen.colour.colors import BLACK, WHITE, color_from_cmyk
from cardgen.colour.icc import bundled_profile
from cardgen.errors import UsageError
from cardgen.geometry import Rect
from cardgen.output.press import PressJob
from cardgen.output.proof import write_proof
from cardgen.output.proof_report import FileToDeliver, ProofBasis
from cardgen.output.proof_sides import ProofSide, SoftProof, proof_sides
from cardgen.pack.model import Pack
from cardgen.prepress.preflight.findings import Report
from cardgen.prepress.printers.library import find_preset
from cardgen.text.outlines import rectangle

GREEN = color_from_cmyk((0.8, 0.1, 0.9, 0.1))
GROUND = rectangle(Rect(-20, -20, 250, 300))
PATCH = rectangle(Rect(40, 40, 40, 40))


def proof(pack: Pack, job: PressJob | None, shown: list[ProofSide]) -> bytes:
    files = (FileToDeliver("deck.pdf", Report((), (), 2)),)
    return write_proof(
        pack, ProofBasis(None if job else find_preset("thegamecrafter"), job, files), shown
    ).data


def lose_patch(monkeypatch: pytest.MonkeyPatch) -> Drawing:
    """White on black that overprints by accident: /OP alone, as ReportLab writes it."""
    good = PdfWriter.write_fill

    def overprinting(self: PdfWriter, item: Fill) -> None:
        if item.shape is PATCH:
            self.canvas.setOverprintMask(True)
            self.canvas.setStrokeOverprint(True)
        good(self, item)

    monkeypatch.setattr(PdfWriter, "write_fill", overprinting)
    return Drawing((Fill(GROUND, BLACK), Fill(PATCH, WHITE)))


def on_screen(cmyk: tuple[int, ...], profile: str) -> tuple[int, ...]:
    """What a profile makes of inks (0 to 255)."""
    found = ImageCms.profileToProfile(
        Image.new("CMYK", (1, 1), cmyk),
        ImageCms.ImageCmsProfile(io.BytesIO(bundled_profile(profile))),
        ImageCms.createProfile("sRGB"),
        renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
        outputMode="RGB",
        flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )
    assert found is not None
    return tuple(found.getpixel((0, 0)))


def pixel(picture: Any, pack: Pack, x: float, y: float) -> Any:
    """The colour at a point of the card, from the lower left of its trim."""
    bleed, scale = pack.card.bleed, 200 / 72
    return picture.getpixel((round((x + bleed) * scale), picture.height - round((y + bleed) * scale)))


@pytest.mark.parametrize("profile", ["fogra39", "swop"])
def test_colours_are_those_of_the_condition(profile: str) -> None:
    pack = small_pack()
    picture = SoftProof(pack, PressJob(profile=bundled_profile(profile))).picture(
        Drawing((Fill(GROUND, GREEN),))
    )
    shown = pixel(picture, pack, 60, 60)
    inks = tuple(round(255 * part) for part in GREEN.cmyk)
    assert shown == pytest.approx(on_screen(inks, profile), abs=2)
    assert shown != pytest.approx([255 * part for part in GREEN.rgb], abs=8)


def test_paper_is_white_and_the_picture_has_the_bleed() -> None:
    pack = small_pack()
    picture = SoftProof(pack, PressJob()).picture(Drawing((Fill(PATCH, GREEN),)))
    assert pixel(picture, pack, 5, 5) == (255, 255, 255)
    wide, high = (round((side + 2 * pack.card.bleed) / 72 * 200) for side in pack.card.size)
    assert picture.size == pytest.approx((wide, high), abs=1)


def test_black_that_overprints_lets_the_colour_through() -> None:
    art = Drawing((Fill(GROUND, GREEN), Fill(rectangle(Rect(40, 40, 20, 20)), BLACK)))
    pack = small_pack()
    shown = pixel(SoftProof(pack, PressJob(total_ink=4.0)).picture(art), pack, 50, 50)
    assert shown == pytest.approx(on_screen((204, 26, 230, 255), "fogra39"), abs=2)


def test_what_the_press_loses_is_lost_on_every_picture_of_the_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """Large, on the first page, and on the page of the whole pack."""
    pack, job = small_pack(), PressJob()
    lost = lose_patch(monkeypatch)
    shown = [side._replace(art=lost) for side in proof_sides(pack, job)]
    document = pypdfium2.PdfDocument(proof(pack, job, shown))
    seen = 0
    for page in document:
        for form in page.get_objects(max_depth=1, filter=[pypdfium2.raw.FPDF_PAGEOBJ_FORM]):
            a, _, _, _, x, y = form.get_matrix().get()
            picture = page.render(scale=2).to_pil()
            at = (round(2 * (x + 60 * a)), picture.height - round(2 * (y + 60 * a)))
            assert max(picture.getpixel(at)) < 60
            seen += 1
    document.close()
    assert seen >= 3 * len(pack.cards)


def test_a_printer_of_pictures_is_shown_the_drawing_itself() -> None:
    pack = small_pack()
    for job, images in ((None, 0), (PressJob(), len(pack.cards) + 1)):
        with pdf_of(proof(pack, job, proof_sides(pack, job))) as pdf:
            found = {each.objgen for each in pdf.objects if _is_image(each)}
        assert len(found) == images


def _is_image(thing: Any) -> bool:
    import pikepdf

    return isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Image"


def test_the_same_bytes_twice() -> None:
    pack, job = small_pack(), PressJob()
    assert proof(pack, job, proof_sides(pack, job)) == proof(pack, job, proof_sides(pack, job))


def test_a_profile_with_no_way_to_a_screen_is_told() -> None:
    with pytest.raises(UsageError, match="leave --profile out"):
        SoftProof(small_pack(), PressJob(profile=b"no profile"))


def test_press_never_calls_a_file_good_that_loses_its_light_parts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """As if only strokes were said to overprint, which is for fills as well (ISO 32000-1, table 58)."""
    both: Callable[..., Any] = pdf_writer.overprinting

    def strokes_alone(canvas: Any, *, fills: bool = False, strokes: bool = False) -> Any:
        return both(canvas, fills=fills or strokes, strokes=strokes)

    monkeypatch.setattr(pdf_writer, "overprinting", strokes_alone)
    assert run(["press", "short-24", "--only", "K of spades", "-o", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert "overprints, so that what is under it prints through" in said
    assert "Do not send this to the printer yet" in said
