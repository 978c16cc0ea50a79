"""Images and shadings as four grey ones, one for each plate (ISO 32000-1, 8.9.5 and 8.7.4.5)."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ..functions import read_function, read_numbers
from ..limits import MANY_PIXELS, MOST_PIXELS, Unreadable
from ..streams import decode_ascii_filters, filter_names, unpack_stream
from .inks import CannotSeparate, InkSpace, PlateInks

#: Pillow's raw modes for grey samples, by bits.
_RAW = {2: "L;2", 4: "L;4"}

#: Steps of a shading: more than levels of grey.
_STEPS = 1024
#: Filters that pdfium decodes, but neither pikepdf nor Pillow.
_FAX = {"/CCITTFaxDecode", "/JBIG2Decode"}


class ImageSamples:
    """An image in a supported colour space: the plates that it changes when overprinting, and its grey
    plates.
    """

    def __init__(self, pdf: Any, image: Any, space: InkSpace) -> None:
        self.pdf, self.image, self.space = pdf, image, space
        self.size = (int(image.Width), int(image.Height))
        if not (0 < self.size[0] * self.size[1] <= MOST_PIXELS and min(self.size) > 0):
            raise CannotSeparate("an image that is too large", "picture")
        #: One of its colours, for properties that all share.
        self.inks: PlateInks = space.inks(space.space.initial_color)
        self._plates: list[Any] | None = None

    def plate_images(self) -> list[Any]:
        """Return the image of each plate."""
        if self._plates is None:
            try:
                self._plates = self._separate()
            except Unreadable as error:
                raise CannotSeparate(f"an image: {error}", "picture") from error
        return self._plates

    def _separate(self) -> list[Any]:
        from PIL import Image

        if self.space.space.family == "DeviceGray":
            if not _FAX & set(filter_names(self.image)):
                # Used unchanged: if samples are missing, so is their ink.
                self._read_band(self._bits_per_component())
            empty = self.grey_image(Image.new("L", self.size, 255))
            return [empty, empty, empty, self.image]
        return [self.grey_image(level) for level in self.plate_levels()]

    def _subsampled(self, picture: Any) -> Any:
        """Return a picture reduced by subsampling, if it has very many pixels."""
        share = (MANY_PIXELS / (self.size[0] * self.size[1])) ** 0.5
        if share >= 1:
            return picture
        # Pillow's constant for nearest neighbour.
        return picture.resize([max(1, int(side * share)) for side in self.size], 0)

    def grey_image(self, level: Any) -> Any:
        """Return a grey image of eight bits with the masks of this image. level: its pixels (PIL, L)."""
        import pikepdf

        made = pikepdf.Stream(self.pdf, level.tobytes())
        made.Type, made.Subtype = pikepdf.Name.XObject, pikepdf.Name.Image
        made.Width, made.Height = level.size
        made.ColorSpace, made.BitsPerComponent = pikepdf.Name.DeviceGray, 8
        for key in ("/SMask", "/Mask", "/Interpolate"):
            if key in self.image:
                made[key] = self.image[key]
        return made

    def plate_levels(self) -> list[Any]:
        """Return the image on each of the four plates (PIL, L): 255 for no ink, 0 for full ink."""
        from PIL import ImageChops

        decode = read_numbers(self.image.get("/Decode", [])) or None
        if self.space.space.family == "DeviceCMYK":
            bands = self._cmyk_samples().split()
            steps = list(zip(decode[::2], decode[1::2], strict=True)) if decode else [(0.0, 1.0)] * 4
            return [
                ImageChops.invert(band) if step == (0, 1) else band.point(_grey_levels(*step))
                for band, step in zip(bands, steps, strict=True)
            ]
        if self.space.space.parts == 1:
            return self._levels_of_one_component(decode)
        return self._levels_of_process_inks(decode)

    def _cmyk_samples(self) -> Any:
        """Return the samples of a CMYK image as stored in the file, before any Decode."""
        from PIL import Image, ImageChops

        picture = self._jpeg_picture()
        if picture is not None:
            if picture.mode != "CMYK":
                raise CannotSeparate("a JPEG image that is not what it is said to be", "picture")
            # Pillow treats all such files as Adobe's and inverts them; PDF uses Decode for that.
            return ImageChops.invert(self._subsampled(picture))
        if self._bits_per_component() != 8:
            raise CannotSeparate(f"a CMYK image of {self._bits_per_component()} bits", "picture")
        return self._subsampled(Image.frombytes("CMYK", self.size, self._sample_data(4)))

    def _levels_of_one_component(self, decode: list[float] | None) -> list[Any]:
        """Return the plates of an image of one component: a spot colour, or indices of a table."""
        bits = self._bits_per_component()
        most = (1 << bits) - 1
        low, high = decode or (0.0, float(most) if self.space.space.family == "Indexed" else 1.0)
        samples = self._subsampled(self._read_band(bits))
        # Pillow scales fewer bits to all levels.
        parts = [low + (level * most // 255) / most * (high - low) for level in range(256)]
        amounts = [self.space.inks([part]).amounts for part in parts]
        return [samples.point([round(255 * (1 - each[plate])) for each in amounts]) for plate in range(4)]

    def _read_band(self, bits: int) -> Any:
        from PIL import Image

        picture = self._jpeg_picture()
        if picture is not None:
            if picture.mode != "L":
                raise CannotSeparate("a JPEG image that is not what it is said to be", "picture")
            return picture
        data = self._sample_data(1)
        if bits == 1:
            return Image.frombytes("1", self.size, data).convert("L")
        return Image.frombytes("L", self.size, data, *(("raw", _RAW[bits]) if bits in _RAW else ()))

    def _levels_of_process_inks(self, decode: list[float] | None) -> list[Any]:
        """Return the plates of an image whose components are process inks."""
        from PIL import Image

        count = self.space.space.parts
        if count > 4 or self._bits_per_component() != 8 or decode or self._jpeg_picture() is not None:
            raise CannotSeparate("an image of several colorants, in a form that is not read")
        mode = {2: "LA", 3: "RGB", 4: "CMYK"}[count]
        bands = Image.frombytes(mode, self.size, self._sample_data(count)).split()
        #: The component of each plate.
        probes = [
            self.space.inks([float(place == at) for place in range(count)]).amounts for at in range(count)
        ]
        blank = Image.new("L", self.size, 255)
        plates = []
        for plate in range(4):
            found = [band for band, probe in zip(bands, probes, strict=True) if probe[plate]]
            plates.append(found[0].point(_grey_levels(0, 1)) if found else blank)
        return plates

    def _bits_per_component(self) -> int:
        return int(self.image.get("/BitsPerComponent", 8))

    def _sample_data(self, components: int) -> bytes:
        """Return the samples, row by row."""
        bits = self._bits_per_component()
        if bits not in (1, 2, 4, 8):
            raise CannotSeparate(f"an image of {bits} bits", "picture")
        size = -(-self.size[0] * components * bits // 8) * self.size[1]
        data = unpack_stream(self.image, size + 1024)
        if len(data) < size:
            raise CannotSeparate("an image with fewer samples than it should have", "picture")
        return data[:size]

    def _jpeg_picture(self) -> Any:
        """Return the picture if it is stored as JPEG; None otherwise."""
        from PIL import Image

        data, rest = decode_ascii_filters(self.image)
        if rest != ["/DCTDecode"]:
            return None
        parameters = self.image.get("/DecodeParms", {})
        try:
            if "ColorTransform" in str(parameters):
                raise CannotSeparate("a JPEG image with a colour transform of its own")
            picture = Image.open(io.BytesIO(data), formats=["JPEG"])
            if picture.size != self.size:
                raise CannotSeparate("a JPEG image that is not what it is said to be", "picture")
            picture.load()
        except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
            raise CannotSeparate("a damaged JPEG image", "picture") from error
        return picture


def refuse_masks(image: Any) -> None:
    """Raise CannotSeparate if an image has a mask of an unsupported kind."""
    import pikepdf

    if {"/JPXDecode", "/Crypt"} & set(filter_names(image)):
        raise CannotSeparate("an image compressed as JPEG 2000, or encrypted", "picture")
    if "/OC" in image:
        raise CannotSeparate("a layer")
    if isinstance(image.get("/Mask"), pikepdf.Array):
        raise CannotSeparate("an image with a colour made transparent")
    for mask in (image.get("/SMask"), image.get("/Mask")):
        if mask is None:
            continue
        wide = int(mask.Width) * int(mask.Height)
        if "/Matte" in mask or "/JPXDecode" in filter_names(mask) or not 0 < wide <= MOST_PIXELS:
            raise CannotSeparate("an image with a mask that is not supported")


@lru_cache(maxsize=64)
def _grey_levels(low: float, high: float) -> Sequence[int]:
    """Return the grey level of each sample level from 0 to 255.

    low, high: the amounts of ink of levels 0 and 255.
    """
    return [round(255 * (1 - min(max(low + level / 255 * (high - low), 0), 1))) for level in range(256)]


# --- shadings -----------------------------------------------------------------------------------


def shading_plates(source: Any, space: InkSpace, pdf: Any) -> list[Any]:
    """Return the grey shadings of an axial or radial shading for each plate. Raises CannotSeparate for other
    kinds.
    """
    if int(source.ShadingType) not in (2, 3):
        raise CannotSeparate("a shading that is neither axial nor radial")
    ramp, ground = read_function(source.Function), None
    low, high = read_numbers(source.get("/Domain", [0, 1]))
    places = (low + (high - low) * step / _STEPS for step in range(_STEPS + 1))
    amounts = [space.inks(ramp(at)).amounts for at in places]
    if "/Background" in source:
        ground = space.inks(read_numbers(source.Background)).amounts
    made = []
    for plate in range(4):
        levels = bytes(round(255 * (1 - each[plate])) for each in amounts)
        grey = _grey_shading(source, _sampled_function_object(pdf, low, high, levels))
        if ground is not None:
            grey.Background = [1 - ground[plate]]
        made.append(grey)
    return made


def _grey_shading(source: Any, ramp: Any) -> Any:
    """Return a shading of the same geometry in grey."""
    import pikepdf

    made = pikepdf.Dictionary(ColorSpace=pikepdf.Name.DeviceGray, Function=ramp)
    for key in ("/ShadingType", "/Coords", "/Domain", "/Extend", "/BBox", "/AntiAlias"):
        if key in source:
            made[key] = source[key]
    return made


def _sampled_function_object(pdf: Any, low: float, high: float, levels: bytes) -> Any:
    """Return a sampled function that gives the grey at each place (7.10.2)."""
    made = pdf.make_stream(levels)
    made.FunctionType, made.BitsPerSample = 0, 8
    made.Domain, made.Range, made.Size = [low, high], [0, 1], [_STEPS + 1]
    return pdf.make_indirect(made)
