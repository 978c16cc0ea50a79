"""Files for cutting machines beside other files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ..units import count_with_noun, size_text
from .job import Option
from .result import ResultFile

if TYPE_CHECKING:
    from ..output.cut_paths import CutPaths

#: The end of the names of the files, before their suffixes.
CUT = "-cut"
CUT_SUFFIXES = (".dxf", ".svg")
#: Whether a job also writes the lines for a cutting machine.
CUT_FILES = Option("Also the lines to cut and crease, as SVG and DXF files for a cutting machine.")


def cut_files(paths: CutPaths, file: Path, piece: str = "") -> Iterator[ResultFile]:
    """Yield lines as files for a cutting machine, which have the name of the file beside them.

    piece: the kind of pieces, if there are several.
    """
    from ..output.cut_paths import cut_dxf, cut_svg, extent_size

    suffix = f"{piece and f'-{piece}'}{CUT}"
    layers = [name for name, _ in paths.layers]
    lines = count_with_noun(layers.count("CUT"), "outline")
    if "CREASE" in layers:
        lines = (
            f"{count_with_noun(layers.count('CUT'), 'line')} to cut and {layers.count('CREASE')} to crease"
        )
    about = f"{lines}, {size_text(*extent_size(paths))} in all"
    for ending, write in zip(CUT_SUFFIXES, (cut_dxf, cut_svg), strict=True):
        place = file.with_name(file.stem + suffix + ending)
        yield ResultFile(place, write(paths), about, suffix=suffix + ending)
