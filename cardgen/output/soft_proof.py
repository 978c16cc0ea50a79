"""Shows on a screen what a press prints: faces drawn from their plates, overprint and all."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from ..art.brush import Brush
from ..errors import UsageError
from ..geometry import shift
from ..pack.model import Pack
from ..pdf.canvas import packed_once
from ..text import fonts
from .press import PressJob, press_of

#: Pixels an inch of a card: sharp on paper at true size, and small enough for a file that is mailed.
_PPI = 200


class SoftProof:
    """Draws sides of a pack's cards with their bleed as the press files of a job have them."""

    def __init__(self, pack: Pack, job: PressJob) -> None:
        """Raise UsageError for a profile that has no way to a screen."""
        from PIL import ImageCms

        fonts.register()
        self.bleed = pack.card.bleed
        self.page = (pack.card.width + 2 * self.bleed, pack.card.height + 2 * self.bleed)
        self.press = press_of(pack, job)
        try:
            # White paper stays white and the press's black becomes the screen's, as eyes adapt to both.
            self.to_screen = ImageCms.buildTransform(
                ImageCms.ImageCmsProfile(io.BytesIO(self.press.profile)),
                ImageCms.createProfile("sRGB"),
                "CMYK",
                "RGB",
                ImageCms.Intent.RELATIVE_COLORIMETRIC,
                ImageCms.Flags.BLACKPOINTCOMPENSATION,
            )
        except (ImageCms.PyCMSError, OSError, ValueError) as error:
            message = "the colour profile cannot show on a screen what is printed"
            raise UsageError(f"{message}; get it again, or leave --profile out") from error

    def picture(self, draw: Callable[[Brush], None]) -> Any:
        """What a function draws of a card (its trim at the origin), as an sRGB image (PIL)."""
        from PIL import ImageCms
        from reportlab.pdfgen.canvas import Canvas

        from ..pdf.plates import separations

        buffer = io.BytesIO()
        with packed_once():
            canvas = Canvas(
                buffer,
                pagesize=self.page,
                pageCompression=0,
                invariant=1,
                initialFontName=fonts.TEXT.name,
            )
            brush = Brush(canvas, "cmyk", self.press)
            with brush.at(shift(self.bleed, self.bleed)):
                draw(brush)
            canvas.save()
        (plates,) = separations(buffer.getvalue(), [0], scale=_PPI / 72)
        return ImageCms.applyTransform(plates.merged(), self.to_screen)
