"""What the painter of comparisons paints exactly: turned pictures, edges of rectangles, joints of lines."""

from __future__ import annotations

from PIL import Image

from cardgen.art.items import Stroke
from cardgen.colour.colors import BLACK
from cardgen.geometry import IDENTITY, Rect
from cardgen.prepress.comparison import painter
from cardgen.text.outlines import open_line, rectangle


def test_a_picture_on_its_side_keeps_its_pixels() -> None:
    picture = Image.frombytes("L", (2, 3), bytes(range(0, 240, 40)))
    for onto, turned in (
        ((0, 1, -1, 0, 3, 0), Image.Transpose.ROTATE_270),
        ((0, -1, 1, 0, 0, 2), Image.Transpose.ROTATE_90),
    ):
        seen = painter._picture_in_box(picture, onto, (0, 0, 3, 2))
        assert seen.tobytes() == picture.transpose(turned).tobytes()


def test_the_edge_of_an_upright_rectangle_covers_as_much_of_a_pixel_as_it_states() -> None:
    layer = painter._shape_mask(rectangle(Rect(1.3, 1, 2.7, 2)), IDENTITY, False, (8, 8), 2)
    assert layer is not None
    row = [layer.mask.getpixel((x, 0)) for x in range(layer.mask.width)]
    assert row[1:] == [255] * (len(row) - 1)
    assert abs(row[0] - 0.7 * 255) <= 2


def test_the_joint_of_a_thick_line_is_closed() -> None:
    """Without it, a notch is left at the outside of each bend."""
    bend = Stroke(open_line((2, 20), (20, 20), (20, 38)), BLACK, 10)
    [layer] = painter.LayerPainter((40, 40), IDENTITY, None).layers_of_item(bend)
    assert layer.mask.getpixel((22 - layer.left, 17 - layer.top)) == 255
