"""Pictures of printed calibration sheets, as scanners and cameras take them."""

import io
import math
import random
from itertools import pairwise
from typing import NamedTuple

import pypdfium2
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageOps

from cardgen.geometry import Matrix, Point, transformed_point
from cardgen.units import MM


class Camera(NamedTuple):
    """How a picture is taken."""

    #: Pixels per inch in the middle of the sheet.
    dpi: float = 200
    degrees: float = 0.0
    #: By how much the sheet's upper edge, and its right one, seem smaller, as a share.
    tilt: tuple[float, float] = (0.0, 0.0)
    #: Standard deviations: of blur in pixels, and of noise in levels.
    blur: float = 0.6
    noise: float = 2.0
    #: The quality of the JPEG; 0 for a PNG.
    quality: int = 90
    #: By how many levels one side of the picture is darker than the other.
    shade: int = 0
    ground: int = 40
    #: How much the lens bends lines, as a share at the corners.
    bend: float = 0.0
    seed: int = 0


SCANNER = Camera()
PHOTOGRAPH = Camera(
    dpi=220, degrees=3, tilt=(0.05, -0.03), blur=1.0, noise=4, quality=75, shade=60, ground=90, bend=0.004
)


def picture_of(pdf: bytes, side: int, moved: Matrix, camera: Camera = SCANNER) -> bytes:
    """Return a PNG or JPEG of one page of a PDF, printed on paper with a movement.

    moved: where the printer puts points of that side, from its middle.
    """
    fine = 1.5 * camera.dpi
    document = pypdfium2.PdfDocument(pdf)
    width, height = document[side].get_size()
    page = document[side].render(scale=fine / 72, grayscale=True).to_pil().convert("L")
    document.close()
    page = page.filter(ImageFilter.GaussianBlur(0.8))
    per_point = camera.dpi / 72
    reach = math.hypot(width, height) if camera.degrees % 90 else max(width, height)
    size = round((reach + 20 * MM) * per_point)
    turn = math.radians(camera.degrees)

    def seen(x: float, y: float) -> Point:
        """Return where the picture shows a point of the paper, in points from its middle."""
        below = 1 + camera.tilt[0] * y / height + camera.tilt[1] * x / width
        x, y = x / below, y / below
        u, v = x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)
        return size / 2 + u * per_point, size / 2 - v * per_point

    half = width / 2, height / 2
    edges = [(-half[0], half[1]), (half[0], half[1]), (half[0], -half[1]), (-half[0], -half[1])]
    printed = _perspective(
        [seen(*transformed_point(moved, *corner)) for corner in edges],
        [(0, 0), (page.width, 0), page.size, (0, page.height)],
    )
    ink = ImageOps.invert(page).transform(
        (size, size), Image.Transform.PERSPECTIVE, printed, Image.Resampling.BICUBIC
    )
    mask = Image.new("L", (4 * size, 4 * size))
    ImageDraw.Draw(mask).polygon([(4 * x, 4 * y) for x, y in (seen(*corner) for corner in edges)], fill=255)
    paper = mask.reduce(4)
    picture = Image.new("L", (size, size), camera.ground)
    picture.paste(ImageOps.invert(ink).point(lambda level: round(20 + level * 0.88)), (0, 0), paper)
    if camera.bend:
        picture = _bent(picture, camera.bend)
    picture = picture.filter(ImageFilter.GaussianBlur(camera.blur))
    if camera.shade:
        light = (
            Image.linear_gradient("L")
            .resize(picture.size)
            .point(lambda level: 255 - level * camera.shade // 255)
        )
        picture = ImageChops.multiply(picture, light)
    if camera.noise:
        rng = random.Random(camera.seed)
        grain = bytes(max(0, min(255, round(rng.gauss(128, camera.noise)))) for _ in range(16_384))
        tile = Image.frombytes("L", (128, 128), grain)
        noise = Image.new("L", picture.size)
        for left in range(0, size, 128):
            for top in range(0, size, 128):
                noise.paste(tile.rotate(90 * rng.randrange(4)), (left, top))
        picture = ImageChops.add(picture, noise, 1, -128)
    out = io.BytesIO()
    if camera.quality:
        picture.save(out, "JPEG", quality=camera.quality)
    else:
        picture.save(out, "PNG")
    return out.getvalue()


def _bent(picture: Image.Image, bend: float) -> Image.Image:
    """Return a picture through a lens that bends lines, in squares."""
    size, cells = picture.width, 24
    middle = size / 2

    def source(x: float, y: float) -> Point:
        u, v = (x - middle) / (middle * math.sqrt(2)), (y - middle) / (middle * math.sqrt(2))
        more = 1 + bend * (u * u + v * v)
        return middle + (x - middle) * more, middle + (y - middle) * more

    mesh = []
    steps = [round(size * n / cells) for n in range(cells + 1)]
    for left, right in pairwise(steps):
        for top, foot in pairwise(steps):
            corners = (source(left, top), source(left, foot), source(right, foot), source(right, top))
            mesh.append(((left, top, right, foot), tuple(each for corner in corners for each in corner)))
    return picture.transform(picture.size, Image.Transform.MESH, mesh, Image.Resampling.BICUBIC)


def _perspective(shown: list[Point], source: list[Point]) -> list[float]:
    """Return Pillow's coefficients of the projection from what is shown to its source."""
    from cardgen.prepress.verification.calibration_scan import _least_squares

    rows, values = [], []
    for (x, y), (u, v) in zip(shown, source, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    return _least_squares(rows, values)
