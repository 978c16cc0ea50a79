"""Parts of ReportLab that its manual does not name, each behind a function with a test of its own.

A new version of ReportLab may change any of them: then a test of `tests/text/test_reportlab_parts.py` fails,
and its function is mended here.
"""

from __future__ import annotations

from typing import Any


def document_of(canvas: Any) -> Any:
    """Return the file that a canvas writes, which holds its fonts, forms and pictures."""
    return canvas._doc


def objects_of(canvas: Any) -> dict[str, Any]:
    """Return the objects of a canvas's file by their internal names; more may be added."""
    return canvas._doc.idToObject  # type: ignore[no-any-return]


def pages_of(canvas: Any) -> list[Any]:
    """Return the pages that a canvas has shown."""
    return list(canvas._doc.Pages.pages)


def write_also(page: Any, **entries: Any) -> None:
    """Give a page's dictionary entries that ReportLab does not write of itself."""
    page.__NoDefault__ = [*page.__NoDefault__, *entries]
    for name, value in entries.items():
        setattr(page, name, value)


def list_as_used(canvas: Any, name: str) -> None:
    """List a form or picture among the resources of the page or form that is being drawn.

    name: that under which it was registered.
    """
    canvas._formsinuse.append(name)


def pixels_of(reader: Any) -> Any:
    """Return the pixels (a PIL image) of an ImageReader; None for a JPEG, or anything else."""
    from reportlab.lib.utils import ImageReader

    if not isinstance(reader, ImageReader) or reader.jpeg_fh() is not None:
        return None
    return reader._image
