"""How pictures are stored in PDFs."""

from __future__ import annotations

import io
import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, JpegImagePlugin
from reportlab.pdfgen.canvas import Canvas

from cardgen.art.item_writer import Press
from cardgen.art.items import Picture
from cardgen.art.pdf_objects import register_image
from cardgen.art.pdf_writer import write_pdf
from cardgen.colour import encoded_pictures, images
from cardgen.colour.colors import Color
from cardgen.colour.conversion import PressInks
from cardgen.colour.icc import bundled_profile
from cardgen.geometry import Rect
from cardgen.prepress.pdf import streams
from cardgen.prepress.pdf.limits import Unreadable
from cardgen.text.reportlab_parts import pdf_bytes, without_ascii_encoding


def photograph(mode: str) -> Image.Image:
    """A picture of soft colours with grain, more than 20,000 of them."""
    dice = random.Random(1)
    bands = len(mode)
    soft = Image.frombytes(mode, (9, 9), dice.randbytes(81 * bands)).resize((200, 150))
    grain = Image.frombytes(mode, (200, 150), bytes(byte % 8 for byte in dice.randbytes(30_000 * bands)))
    return Image.blend(soft, grain, 0.3)


@contextmanager
def stored(picture: Image.Image) -> Iterator[pikepdf.Stream]:
    """The picture as an object of an open file."""
    with without_ascii_encoding():
        canvas = Canvas(io.BytesIO())
        name, _ = register_image(canvas, picture, None, soft=False, level=-1)
        canvas.doForm(name)
        canvas.showPage()
        data = pdf_bytes(canvas)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        [image] = (each for each in pdf.objects if isinstance(each, pikepdf.Stream) and "/Width" in each)
        yield image


@pytest.mark.parametrize("mode", ["RGB", "CMYK"])
def test_photographs_are_filtered_and_come_out_as_they_were(mode: str) -> None:
    picture = photograph(mode)
    with stored(picture) as found:
        assert found.DecodeParms.Predictor == 15
        # qpdf compresses a stream again whose filters are an array.
        assert found.Filter == "/FlateDecode"
        assert found.read_bytes() == picture.tobytes()
        assert len(found.read_raw_bytes()) < 0.8 * len(picture.tobytes())


def test_flat_pictures_are_not_filtered() -> None:
    with stored(Image.new("RGB", (200, 150), (10, 20, 30))) as found:
        assert "/DecodeParms" not in found
        assert len(found.read_raw_bytes()) < 500


def test_filtered_rows_are_read_within_limits_on_every_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where memory cannot be limited, only what is known to be small is unpacked by qpdf."""
    monkeypatch.setattr(streams, "can_limit", lambda: False)
    picture = photograph("RGB")
    size = len(picture.tobytes())
    with stored(picture) as found:
        assert streams.unpack_stream(found, size) == picture.tobytes()
        with pytest.raises(Unreadable):
            streams.unpack_stream(found, size // 3)


def test_a_shaded_jpeg_is_embedded_unchanged_and_looks_as_if_shaded_by_pillow(tmp_path: Path) -> None:
    file, color = tmp_path / "art.jpg", Color((0.1, 0.2, 0.3), (0, 0, 0, 1))
    photograph("RGB").resize((300, 400)).save(file, quality=95)
    shown = Picture(file, Rect(0, 0, 72, 96), shade=color)
    data = write_pdf([shown], (72, 96))
    assert file.read_bytes() in data
    [drawn] = (page.render(scale=300 / 72).to_pil() for page in pypdfium2.PdfDocument(data))
    shaded = images._displayed_picture(file, 72, 96, images.PictureLooks(shade=color.rgb))
    apart = ImageChops.difference(drawn.convert("RGB"), shaded.resize(drawn.size))
    assert max(high for _, high in apart.getextrema()) <= 6


@pytest.mark.parametrize("mode", ["RGB", "L"])
def test_a_jpeg_is_stored_once_and_not_decoded(
    mode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, other = tmp_path / "one.jpg", tmp_path / "two.jpg"
    photograph("RGB").convert(mode).save(file)
    other.write_bytes(file.read_bytes())
    monkeypatch.setattr(JpegImagePlugin.JpegImageFile, "load", None)
    data = write_pdf([Picture(file, Rect(0, 0, 72, 54)), Picture(other, Rect(72, 0, 72, 54))], (144, 54))
    assert data.count(file.read_bytes()) == 1
    with pikepdf.open(io.BytesIO(data)) as pdf:
        [image] = (each for each in pdf.objects if isinstance(each, pikepdf.Stream) and "/Width" in each)
        assert (image.Filter, image.Width, image.Height) == ("/DCTDecode", 200, 150)
        assert image.ColorSpace == {"RGB": "/DeviceRGB", "L": "/DeviceGray"}[mode]


def test_a_press_picture_is_converted_once_for_all_files_and_anew_when_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, calls = tmp_path / "art.png", []

    def counted(*source: object) -> object:
        calls.append(source)
        return images.press_picture(*source)  # type: ignore[arg-type]

    monkeypatch.setattr(encoded_pictures, "press_picture", counted)
    photograph("RGB").save(file)
    press = Press(PressInks(bundled_profile("fogra39")))
    shown = Picture(file, Rect(0, 0, 72, 54))

    def pixels(*, draft: bool) -> Image.Image:
        data = write_pdf([shown], (72, 54), "cmyk", press, draft=draft)
        return next(iter(pypdfium2.PdfDocument(data))).render(scale=2).to_pil()

    first = pixels(draft=False)
    assert pixels(draft=True) == first
    assert len(calls) == 1
    photograph("RGB").transpose(Image.Transpose.ROTATE_180).save(file)
    os.utime(file, ns=(1, 1))
    assert pixels(draft=True) != first
    assert len(calls) == 2
