"""The user's home printers: files with what was read off their calibration sheets, in the user's own folder.

They are not part of a pack, so only the parent of a confined child reads them: it replaces the name of a
printer, among the options of a job, by the printer itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import UsageError
from ..layout.calibration import NAMES, Calibration, HomePrinter, reading_faults
from ..units import MM, BadValue, nearest_word_hint
from .kinds import Kind, Others

#: The word for no home printer, where there is one.
NONE = "none"
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
#: Maximum size of a file in bytes: that of a printer with twenty kinds of paper has some 8 KB.
_MOST_BYTES = 100_000


def home_printers_folder() -> Path:
    """Return the folder of the user's home printers, which may not exist."""
    import click

    return Path(click.get_app_dir("cardgen")) / "home-printers"


def home_printer_names() -> list[str]:
    """Return the names of the user's home printers."""
    try:
        return sorted(
            file.stem for file in home_printers_folder().glob("*.json") if _NAME.fullmatch(file.stem)
        )
    except OSError:
        return []


def home_printer_file(name: str) -> Path:
    """Return the file of a printer, which may not exist."""
    return home_printers_folder() / f"{name}.json"


def verify_name(name: str) -> None:
    """Raise BadValue for a name that cannot be a file's, or that means no printer."""
    if name == NONE or not _NAME.fullmatch(name):
        raise BadValue(
            f"{name!r} cannot name a printer",
            "use small letters, digits and hyphens, such as laserjet or office-2",
        )


def load_home_printer(name: str) -> HomePrinter:
    """Return one of the user's home printers. Raises BadValue if there is none, or its file is damaged."""
    verify_name(name)
    file = home_printer_file(name)
    try:
        data = file.read_bytes()[: _MOST_BYTES + 1]
    except FileNotFoundError:
        known = home_printer_names()
        hint = (
            nearest_word_hint(name, known)
            if known
            else f"make its calibration sheet: `cardgen calibrate {name}`"
        )
        raise BadValue(f"there is no home printer {name!r}", hint) from None
    except OSError as error:
        raise BadValue(f"{file} cannot be read ({error.strerror})") from None
    try:
        if len(data) > _MOST_BYTES:
            raise ValueError("it is too large")
        found = json.loads(data)
        return HomePrinter(name, tuple(_read_calibration(each) for each in found["calibrations"]))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        hint = f"delete it, and read the calibration sheet again: `cardgen calibrate {name}`"
        raise BadValue(f"{file} is damaged ({error})", hint) from None


def _read_calibration(record: Any) -> Calibration:
    """Return the readings of a sheet from JSON. Raises ValueError, KeyError and TypeError."""
    width, height = (float(side) * MM for side in record["page"])
    if record["flip"] not in ("long", "short") or not isinstance(record["separate"], bool):
        raise ValueError("it does not say how paper was flipped")
    readings = {str(name): float(value) for name, value in record["readings"].items()}
    faults = reading_faults((width, height), readings, by_eye=False)
    if faults or not set(readings) <= set(NAMES):
        raise ValueError("; ".join(faults) or "unknown readings")
    return Calibration((width, height), record["flip"], record["separate"], tuple(readings.items()))


def printer_file_bytes(printer: HomePrinter) -> bytes:
    """Return the bytes of a printer's file."""
    calibrations = [
        {
            "page": [round(side / MM, 3) for side in each.page],
            "flip": each.flip,
            "separate": each.separate,
            "readings": dict(each.readings),
        }
        for each in printer.calibrations
    ]
    return (json.dumps({"format": 1, "calibrations": calibrations}, indent=1) + "\n").encode()


class HomePrinterName(Kind):
    """One of the user's home printers. Python may give a HomePrinter."""

    metavar = "NAME"

    def parse_value(self, value: object, others: Others) -> HomePrinter | None:
        """Return the printer; None for the word that means no printer. Raises BadValue."""
        if isinstance(value, HomePrinter):
            return value
        return None if value == NONE else load_home_printer(str(value))

    def as_typed(self, value: HomePrinter) -> str:
        """Return the printer's name."""
        return value.name

    def python_type(self, field: Any) -> Any:
        """Return the type: a printer, or the name of one."""
        return HomePrinter | str

    def usual_values(self) -> list[str]:
        """Return the names of the user's home printers."""
        return home_printer_names()


def with_home_printer(command: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a job with the home printer itself in place of its name.

    If no name is given and the job prints at home, the user's only home printer is used. If the user has
    several, none is chosen, and the job says so. Jobs that print elsewhere, such as on a press, get no
    printer. Raises UsageError for an unknown name.
    """
    from . import find_job
    from .job import options_of

    job, asked = find_job(command), options.get("home_printer")
    if "home_printer" not in options_of(job) or (asked is None and not job.prints_at_home(options)):
        return dict(options)
    known = home_printer_names() if asked is None else [asked]
    if len(known) > 1:
        return {**options, "home_printer": HomePrinter("", unchosen=tuple(known))}
    if not known or not isinstance(known[0], str) or known[0] == NONE:
        return dict(options)
    try:
        return {**options, "home_printer": load_home_printer(known[0])}
    except BadValue as error:
        if asked is None:
            raise UsageError(f"{error}; {error.hint}; or print without it: --home-printer {NONE}") from None
        raise UsageError(f"--home-printer: {error}{f'; {error.hint}' if error.hint else ''}") from None
