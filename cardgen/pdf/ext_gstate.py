"""Graphics states that mean the same on pages and in forms."""

from __future__ import annotations

from typing import Any


def share_states(canvas: Any) -> None:
    """Let the pages and forms of a ReportLab canvas give states the same names.

    ReportLab numbers them anew in each form, and lists them for pages alone; forms are given those of
    their page when the file is finished (pdfx.py), so the names must agree.
    """
    begin, states = canvas.init_graphics_state, dict[Any, str]()

    def fresh() -> None:
        begin()
        canvas._extgstate._c = states

    canvas.init_graphics_state = fresh
    fresh()
