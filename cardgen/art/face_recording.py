"""What was written of a face in a PDF, as data that a later run repeats in another file.

Only fonts and pictures make the operators of a face depend on the file. So a record has the fonts in the
order in which the face first shows them, with their names in the file, and their characters beyond ASCII in
that order, with the codes that they got. Another file is given the same characters, and the operators are
right if it gives them the same codes and the fonts the same names. ASCII characters have the same codes in
all files. Pictures are written anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from ..colour.colors import color_from_data
from ..geometry import Rect
from ..text.fonts import Font, font_by_name, reportlab_font
from ..text.reportlab_parts import (
    document_of,
    name_on_pages,
    operators_of,
    resources_of,
    subset_strings,
)
from .items import Picture


class FaceRecording:
    """Records the operators that a writer writes for one face."""

    def __init__(self, canvas: Any) -> None:
        self._canvas = canvas
        #: Whether everything that was written can be repeated.
        self.is_whole = True
        #: For each font, in order, the characters beyond ASCII that the face shows, in order.
        self._shown: dict[Font, dict[str, None]] = {}
        #: Operators, and the data of pictures between them.
        self._parts: list[Any] = []
        self._done = len(operators_of(canvas))

    def add_text(self, font: Font, text: str) -> None:
        """Record that a text is shown in a font."""
        shown = self._shown.setdefault(font, {})
        if not text.isascii():
            shown.update((each, None) for each in text if not each.isascii())

    @contextmanager
    def picture(self, picture: Picture) -> Iterator[None]:
        """Record a picture, which is drawn within the context."""
        self._record_operators()
        file, rect, fit, focus, ground, shade, radius, _, transparency, edge, clip = picture
        self.is_whole = self.is_whole and clip is None
        self._parts.append((str(file), rect, fit, focus, ground, shade, radius, transparency, edge))
        yield
        self._done = len(operators_of(self._canvas))

    def _record_operators(self) -> None:
        self._parts.append("\n".join(operators_of(self._canvas)[self._done :]))

    def to_data(self) -> dict[str, Any] | None:
        """Return the record as JSON, after all is written; None if it cannot be repeated."""
        if not self.is_whole:
            return None
        self._record_operators()
        fonts = []
        for font, characters in self._shown.items():
            text = "".join(characters)
            fonts.append((font.name, text, *_name_and_codes(self._canvas, font, text)))
        return {"fonts": fonts, "parts": self._parts}


class _Writer(Protocol):
    canvas: Any

    def write_picture(self, picture: Picture) -> None: ...


class FaceRepeater:
    """Writes recorded faces into another file."""

    def __init__(self, writer: _Writer) -> None:
        self._writer, self._canvas = writer, writer.canvas
        #: What draws a picture that the file already has, by its data: operators and names of resources.
        self._pictures: dict[str, tuple[list[str], list[str]]] = {}

    def write_face(self, data: dict[str, Any]) -> bool:
        """Write what was recorded of a face. Return False, without writing, if its characters have other
        codes in this file, or if one of its fonts is not yet known in this run.

        data: the result of FaceRecording.to_data(). Characters that have no code yet get theirs, as if the
        face were written.
        """
        for font, text, *given in data["fonts"]:
            known = font_by_name(font)
            if known is None or _name_and_codes(self._canvas, known, text) != given:
                return False
        for part in data["parts"]:
            if not isinstance(part, str):
                self._write_picture(part)
            elif part:
                operators_of(self._canvas).append(part)
        return True

    def _write_picture(self, data: list[Any]) -> None:
        """Write a picture from its recorded data, in the same way as a picture of a new face."""
        key = repr(data)
        operators, resources = operators_of(self._canvas), resources_of(self._canvas)
        if key in self._pictures:
            again, names = self._pictures[key]
            operators += again
            resources += names
            return
        before = len(operators), len(resources)
        file, rect, fit, (x, y), ground, shade, radius, transparency, edge = data
        colors = color_from_data(ground), shade and color_from_data(shade)
        picture = Picture(Path(file), Rect(*rect), fit, (x, y), *colors, radius, None, transparency, edge)
        self._writer.write_picture(picture)
        self._pictures[key] = operators[before[0] :], resources[before[1] :]


def _name_and_codes(canvas: Any, font: Font, text: str) -> list[Any]:
    """Return the name of a font on the pages of a file, and the codes of a text: for each part of the text, a
    font name and the part's codes.
    """
    document, made = document_of(canvas), reportlab_font(font)
    name = name_on_pages(made, document)
    parts = subset_strings(made, text, document) if text else ()
    return [name, [[subset, encoded.decode("latin-1")] for subset, encoded in parts]]
