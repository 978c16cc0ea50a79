"""How colours look in the inks of a press: converted by the same profile as in files, but by other code."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, NamedTuple

from ...colour.colors import Color
from ...colour.conversion import PressInks


class InkDisplay(NamedTuple):
    """A press profile, and a function that converts CMYK pictures to RGB as they are displayed (PIL)."""

    profile: bytes
    shown: Callable[[Any], Any]

    def displayed_color(self, color: Color) -> tuple[int, ...]:
        """Return the RGB levels (0 to 255) with which a colour printed by the press is displayed."""
        return _displayed_color_of_ink(PressInks(self.profile).with_press_inks(color).cmyk, self.shown)

    def displayed_picture(self, picture: Any) -> Any:
        """Return an sRGB picture as it is displayed after conversion to inks. A grey picture is converted to
        black ink only.
        """
        from PIL import Image, ImageChops, ImageCms

        inks: Any
        grey = picture.convert("L")
        if ImageChops.difference(picture, Image.merge("RGB", (grey, grey, grey))).getbbox() is None:
            none = Image.new("L", grey.size)
            inks = Image.merge("CMYK", (none, none, none, ImageChops.invert(grey)))
        else:
            inks = ImageCms.applyTransform(picture, _profile_transform(self.profile))
        return self.shown(inks)


@lru_cache(maxsize=1024)
def _displayed_color_of_ink(cmyk: tuple[float, ...], convert: Callable[[Any], Any]) -> tuple[int, ...]:
    """Return the RGB levels with which an ink colour is displayed. cmyk: the share of each ink, 0 to 1."""
    from PIL import Image

    levels: Any = tuple(round(255 * part) for part in cmyk)
    return tuple(convert(Image.new("CMYK", (4, 4), levels)).getpixel((1, 1)))


@cache
def _profile_transform(profile: bytes) -> Any:
    """Return the transform (PIL) from sRGB to the inks of a press profile."""
    from PIL import ImageCms

    return ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"),
        ImageCms.ImageCmsProfile(io.BytesIO(profile)),
        "RGB",
        "CMYK",
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )


def cmyk_without_profile(inks: Any) -> Any:
    """Return a CMYK picture converted to RGB without a profile: each ink absorbs its share of the light."""
    return inks.convert("RGB")


def cmyk_as_pdfium_shows(inks: Any) -> Any:
    """Return a CMYK picture converted to RGB by pdfium, which renders a page with only that picture."""
    import pypdfium2

    wide, high = inks.size
    pixels, content = inks.tobytes(), b"%d 0 0 %d 0 0 cm /I Do" % (wide, high)
    parts = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Contents 4 0 R "
        b"/Resources << /XObject << /I 5 0 R >> >> >>" % (wide, high),
        b"<< /Length %d >> stream\n%s\nendstream" % (len(content), content),
        b"<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceCMYK "
        b"/BitsPerComponent 8 /Length %d >> stream\n%s\nendstream" % (wide, high, len(pixels), pixels),
    ]
    data, places = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, part)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"xref\n0 6\n0000000000 65535 f \n%strailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
    document = pypdfium2.PdfDocument(data + end % (table, len(data)))
    try:
        return document[0].render(scale=1, rev_byteorder=True).to_pil().convert("RGB")
    finally:
        document.close()
