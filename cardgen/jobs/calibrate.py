"""A calibration sheet for a printer at home, and what is read off it."""

import math
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from ..errors import Problem, UsageError
from ..layout.calibration import (
    COMBS,
    GRID,
    MARGINS,
    NAMES,
    PROVEN_BACKS,
    PROVEN_FRONTS,
    RULERS,
    Calibration,
    Flip,
    HomePrinter,
    SheetCode,
    reading_faults,
    verify_room_for_marks,
)
from ..units import MM, BadValue, length_text, nearest_word_hint, paper_name, quoted_value, size_text
from . import home_printers
from .groups import PaperOptions, PdfOutputOptions, output_path
from .job import Option, Progress, QuestionJob
from .kinds import FilePath, Parsed
from .named_files import read_file
from .result import Result, ResultFile

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..prepress.verification.calibration_scan import SheetScan

_READING = re.compile(r"([A-Za-z]\w*)\s*[=:]\s*([+\-\u2212]?\d+(?:[.,]\d+)?)\s*(?:mm)?")


def _read_readings(value: object) -> Mapping[str, float]:
    """Return readings in millimetres by name, from a text such as "A=0.3 B=-0.2". Raises BadValue."""
    text = str(value).strip()
    found: dict[str, float] = {}
    rest = text
    while rest:
        match = _READING.match(rest)
        if match is None:
            raise BadValue(
                f"{quoted_value(rest)} is not a reading", 'write a letter and its number: "A=0.3 B=-0.2"'
            )
        name = match[1].upper()
        if name not in NAMES:
            raise BadValue(f"no reading is called {match[1]}", f"the sheet has {', '.join(NAMES)}")
        if name in found:
            raise BadValue(f"{name} is read twice", "keep one of the two")
        found[name] = float(match[2].replace("\u2212", "-").replace(",", "."))
        rest = rest[match.end() :].lstrip(" ,;\n\t")
    if not found:
        raise BadValue("there are no readings", 'write a letter and its number: "A=0.3 B=-0.2"')
    return found


def _verify_readings(value: object) -> None:
    """Raise BadValue unless Python gave numbers of millimetres by name."""
    if not isinstance(value, Mapping):
        raise BadValue(f"{value!r} is no readings", 'write "A=0.3 B=-0.2", or give a dict')
    for name, number in value.items():
        is_number = isinstance(number, int | float) and not isinstance(number, bool)
        if name not in NAMES or not is_number or not math.isfinite(number):
            raise BadValue(f"{name!r}: {number!r} is no reading", "give millimetres by letter: A to U")


def _verify_name(value: object) -> None:
    home_printers.verify_name(str(value))


#: What is asked for each reading.
_QUESTIONS = {
    **{name: f"Comb {name} (mm, + or -)" for name in COMBS},
    **{name: f"Grid {name} (mm, + or -)" for name in GRID},
    **{name: f"{name}, {meaning} (mm)" for name, meaning in RULERS.items()},
    **{name: f"{name}, the smallest number at the {side} edge" for name, side in MARGINS.items()},
}


@dataclass(frozen=True, kw_only=True)
class Calibrate(QuestionJob, PdfOutputOptions, PaperOptions):
    """Measure how your printer moves what it prints, so that sheets come out in register.

    Print the sheet on both sides, hold it against the light, and read its marks: A to H tell in tenths of a
    millimetre how far the back lies beside the front, L to Q where the front lies on the paper. cardgen keeps
    the readings under the name that you give your printer. Sheets and boxes are then corrected by them, and
    say so. Make and read one sheet for each paper, orientation and way of feeding that you use.

    Instead of reading, scan or photograph both sides on a black ground: --scan measures them from the edges
    of the paper, which must be a rectangle of its nominal size. Then prove the readings by a second sheet.

    \b
    Examples:
      cardgen calibrate laserjet
      cardgen calibrate laserjet --read "A=0.3 B=-0.2 C=0.3 D=-0.2 E=0.4 F=-0.2 G=0.4 H=-0.1"
      cardgen calibrate laserjet --read "J=0 K=-1"
      cardgen calibrate laserjet --scan front.png --scan back.png
      cardgen calibrate laserjet --proof
      cardgen calibrate laserjet --proof --read "A=0 B=0.1 C=0 D=0 E=-0.1 F=0 G=0 H=0"
      cardgen calibrate office --paper letter --landscape --flip short
      cardgen calibrate office --remove
    """

    product = "a calibration sheet"
    asking, answered, every_question = "ask", "read", _QUESTIONS

    name: Annotated[
        str,
        Option(
            "A name for the printer, such as laserjet.",
            Parsed(str, "NAME", verify=_verify_name),
            argument=True,
        ),
    ]
    read: Annotated[
        Mapping[str, float] | None,
        Option(
            "Keep these readings, in millimetres, by their letters on the sheet.",
            Parsed(_read_readings, "READINGS", str, _verify_readings),
        ),
    ] = None
    ask: Annotated[bool, Option("Ask for each reading, and keep them.")] = False
    scan: Annotated[
        tuple[Path, ...],
        Option(
            "Read a scan or a photograph of the sheet's front, and of its back: give it twice. Needs the "
            "extra cardgen-kit[scan].",
            FilePath(only=True, metavar="PICTURE"),
        ),
    ] = ()
    proof: Annotated[
        bool,
        Option(
            "Make the sheet once more, corrected by the readings, to prove them. With --read or --ask: tell "
            "whether the readings of that sheet are good."
        ),
    ] = False
    remove: Annotated[bool, Option("Forget this printer and all its readings.")] = False
    landscape: Annotated[bool, Option("For sheets in landscape orientation.")] = False
    flip: Annotated[Flip, Option("The edge the printer flips on.")] = "long"
    backs: Annotated[
        Literal["duplex", "separate"],
        Option(
            "How backs are printed: by the printer, or in a second pass after you put the paper in again."
        ),
    ] = "duplex"

    @property
    def page(self) -> tuple[float, float]:
        """Return the width and height of the page as it is printed, in points."""
        short, long = sorted(self.paper)
        return (long, short) if self.landscape else (short, long)

    @property
    def questions(self) -> Mapping[str, str]:
        """Return the text of the question for each reading, by the name of the reading; {} without --ask."""
        return _QUESTIONS if self.ask else {}

    def with_answers(self, answers: Mapping[str, str]) -> "Calibrate":
        """Return the job with the answered readings. Raises BadValue."""
        text = " ".join(f"{name}={answer}" for name, answer in answers.items() if answer.strip())
        return replace(self, ask=False, read=_read_readings(text))

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield contradictions."""
        yield from super().option_problems(pack)
        ways = [name for name in ("read", "ask", "scan") if name in self.given]
        if len(ways) > 1:
            yield Problem(
                f"{' and '.join(f'--{name}' for name in ways)} do not go together: keep one", (ways[1],)
            )
        others = [name for name in self.given if name not in ("name", "remove")]
        if self.remove and others:
            flag = others[0].replace("_", "-")
            message = f"--remove forgets the printer with all its readings: leave --{flag} out"
            yield Problem(message, (others[0],))
        if self.scan and self.proof:
            yield Problem("a scanned sheet says itself whether it is a proof: leave out --proof", ("proof",))
        if len(self.scan) > 2:
            yield Problem("give --scan once for the front and once for the back", ("scan",))
        for fault in reading_faults(self.page, self.read) if self.read else ():
            yield Problem(fault, ("read",))

    def run_without_pack(self, progress: Progress) -> Result:
        """Make the sheet, keep the readings, or tell whether those of a proof are good."""
        from ..output.calibration_sheet import write_calibration_sheet

        if self.remove:
            return self._removal_result()
        verify_room_for_marks(self.page)
        if self.scan:
            return self._scan_result(progress)
        if self.read is not None:
            readings = tuple((name, float(self.read[name])) for name in NAMES if name in self.read)
            read = self._calibration_without_readings._replace(readings=readings)
            return self._proof_result(read) if self.proof else self._readings_result(read)
        corrected = self._known_calibration() if self.proof else None
        data = write_calibration_sheet(
            self.name, self.page, self.flip, separate=self.backs == "separate", proof=corrected
        )
        what = "proof" if self.proof else "calibration"
        path = output_path(self.output, f"{self.name}-{what}")
        sheet = "a proof of the readings" if self.proof else "a calibration sheet"
        about = f"{sheet} for {self.name}, 2 pages of {self._paper_text}"
        return Result(
            [ResultFile(path, data, about)],
            facts={"page": [round(side / MM, 3) for side in self.page]},
            next_step=self._next_step(path.name),
            named=self.output,
        )

    def _removal_result(self) -> Result:
        """Return the result that deletes the file of the printer. Raises UsageError if there is none."""
        file = home_printers.home_printer_file(self.name)
        if not file.is_file():
            known = home_printers.home_printer_names()
            hint = nearest_word_hint(self.name, known) if known else "none is kept"
            raise UsageError(f"there is no home printer {self.name!r}; {hint}")
        return Result(notes=(f"{self.name}: its readings are removed ({file})",), obsolete=(file,))

    @property
    def _paper_text(self) -> str:
        name = paper_name(self.paper) or size_text(*self.page)
        return f"{name}, landscape" if self.landscape else name

    def _next_step(self, file: str) -> str:
        """Return the next step for the user after a sheet."""
        way = (
            f"print page 1 of {file}, put the paper in again turned about its {self.flip} edge, "
            "and print page 2"
            if self.backs == "separate"
            else f"print {file} on both sides, flipped on the {self.flip} edge"
        )
        if self.proof:
            return (
                f"Next: {way}, at actual size. All combs should read 0, at most 0.1 more or less. Let "
                f"cardgen judge it:\n  {self._same_command('--proof', '--ask')}"
            )
        return (
            f"Next: {way}, at actual size. Read it as it says, and type the readings:\n"
            f"  {self._same_command('--ask')}"
        )

    def _same_command(self, *more: str) -> str:
        """Return the command for the same printer and paper with other options."""
        words = ["cardgen", "calibrate", self.name, *more, *self._paper_words]
        return " ".join([*words, *self._feed_words])

    @property
    def _sheets_command(self) -> str:
        """Return the command that prints sheets on the paper that was measured."""
        words = ["cardgen", "sheets", "never-over", "--home-printer", self.name, *self._paper_words]
        if "paper" in self.given and not self.landscape:
            words += ["--portrait"]  # else sheets take the orientation that holds more cards
        return " ".join([*words, *self._feed_words])

    @property
    def _paper_words(self) -> list[str]:
        """Return the options of the paper, as `sheets` has them too."""
        words = ["--paper", shlex.quote(str(self.given["paper"]))] if "paper" in self.given else []
        return [*words, *(["--landscape"] if self.landscape else [])]

    @property
    def _feed_words(self) -> list[str]:
        """Return the options of how paper is flipped and fed, as `sheets` has them too."""
        words = ["--flip", self.flip] if self.flip != "long" else []
        return [*words, *(["--backs", self.backs] if self.backs != "duplex" else [])]

    def _known_calibration(self) -> Calibration:
        """Return the kept readings of this page. Raises UsageError if there are none."""
        found = self._known_printer().calibration(self.page, self.flip, separate=self.backs == "separate")
        if found is None:
            raise UsageError(
                f"there are no readings of {self._paper_text} for {self.name}: make its sheet, "
                f"`{self._same_command()}`, and "
                "read it"
            )
        return found

    def _known_printer(self) -> HomePrinter:
        """Return the stored printer of this name with its readings; a printer without readings if none is
        stored.

        Raises UsageError if the printer's file is damaged.
        """
        if not home_printers.home_printer_file(self.name).exists():
            return HomePrinter(self.name)
        try:
            return home_printers.load_home_printer(self.name)
        except BadValue as error:
            raise UsageError(f"{error}; {error.hint}") from None

    def _scan_notes(self) -> Iterator[str]:
        """Yield notes on the assumptions of reading a scan."""
        if self.scan:
            yield f"measured from the edges of the paper, taken as {size_text(*self.page)}"
        if len(self.scan) == 1:
            yield "the back was not scanned, and what was known of it is kept"

    @property
    def _calibration_without_readings(self) -> Calibration:
        """Return a calibration of this printer and page, without readings."""
        return Calibration(self.page, self.flip, self.backs == "separate", ())

    def _scan_result(self, progress: Progress) -> Result:
        """Return the readings measured in pictures of a sheet, or whether a proof is good."""
        scans = [self._read_scan(file, progress) for file in self.scan]
        by_side = {scan.code.side: scan for scan in scans}
        if len(by_side) < len(scans):
            [side] = by_side
            other = "back" if side == "front" else "front"
            raise UsageError(f"both pictures show the {side}: scan the {other} too")
        front, back = by_side.get("front"), by_side.get("back")
        if front is None:
            raise UsageError("the picture shows the back alone: scan the front too, and give --scan twice")
        if back and back.code.is_proof != front.code.is_proof:
            raise UsageError("one picture shows a proof, and the other does not: scan one sheet")
        known = self._known_printer().calibration(self.page, self.flip, separate=self.backs == "separate")
        margins = tuple((name, width / MM) for name, width in front.margins)
        earlier = () if known is None or front.code.is_proof else known.readings
        base = self._calibration_without_readings._replace(
            readings=tuple({**dict(earlier), **dict(margins)}.items())
        )
        read = base.calibration_for_movements(front.movement, back.movement if back else None)
        faults = reading_faults(self.page, dict(read.readings), by_eye=False)
        if faults:
            raise UsageError(
                "the pictures show a sheet that no printer makes, or other paper than "
                f"{self._paper_text}: {'; '.join(faults)}"
            )
        return self._proof_result(read) if front.code.is_proof else self._readings_result(read)

    def _read_scan(self, file: Path, progress: Progress) -> "SheetScan":
        """Return the readings from a picture of a calibration sheet of this printer. Raises UsageError if it
        shows no such sheet.
        """
        from ..prepress.verification.calibration_scan import SheetScan, load_scan_libraries, read_scan
        from ..sandbox.child import PICTURE, OverLimit, run_confined

        load_scan_libraries()
        data = read_file(file, "scan")
        try:
            with progress(f"reading {file.name}"):
                scan = run_confined(
                    read_scan, data, self.page, limits=PICTURE, returns=(SheetScan, SheetCode)
                )
        except OverLimit as error:
            raise UsageError(f"{file}: reading this picture {error}") from None
        except UsageError as error:
            raise UsageError(f"{file} {error}") from None
        found = scan.code
        wanted = SheetCode.from_sheet(
            found.side, self.name, self._calibration_without_readings, found.is_proof
        )
        if found.printer != wanted.printer:
            raise UsageError(f"{file} shows the sheet of another printer than {self.name}: see its heading")
        if found != wanted:
            passes = "printed in two passes" if found.separate else "printed on both sides"
            raise UsageError(
                f"{file} shows a sheet of {found.page[0]} × {found.page[1]} mm, {passes}, flipped on the "
                f"{found.flip} edge: say so by --paper, --landscape, --flip and --backs"
            )
        return scan

    def _proof_result(self, calibration: Calibration) -> Result:
        """Return whether the readings of a proof are small enough; they are not stored."""
        self._known_calibration()
        known = calibration.readings_in_points
        lengths = [
            ("fronts on the paper", calibration.max_front_error, PROVEN_FRONTS, tuple(RULERS)),
            ("backs beside the fronts", calibration.max_back_error, PROVEN_BACKS, (*COMBS, *GRID)),
        ]
        judged = [each for each in lengths if any(name in known for name in each[3])]
        if not judged:
            raise UsageError("margins prove nothing: read A to H, or measure L to Q")
        said = [
            f"{what} are at most {length_text(round(far / MM, 2) * MM)} off" for what, far, _, _ in judged
        ]
        off = [what for what, far, most, _ in judged if far > most]
        both = " and ".join(said)
        facts = {
            "proven": not off,
            **{what.split()[0]: round(far / MM, 3) for what, far, _, _ in judged},
        }
        unknown = [what for what, _, _, names in lengths if not any(name in known for name in names)]
        notes = tuple(f"the {what} were not read, and are not judged" for what in unknown)
        if not off:
            return Result(
                facts=facts,
                notes=notes,
                next_step=f"Proven for {self._paper_text} on {self.name}: {both}.",
            )
        fault = (
            f"not proven: {both}. If proofs differ, the printer feeds paper differently each "
            f"time: print three, and take the middle of their readings. Otherwise make the sheet anew: "
            f"`{self._same_command()}`"
        )
        return Result(facts=facts, notes=notes, faults=(fault,))

    def _readings_result(self, calibration: Calibration) -> Result:
        """Return the printer's file with the readings, and their meaning."""
        printer = self._known_printer().with_calibration(calibration)
        doubtful = tuple(
            f"the combs {names} contradict one another: they lie "
            f"{length_text(round(off / MM, 2) * MM)} from their "
            "common movement; read them again, or print the sheet anew"
            for names, off in calibration.contradicting_combs()
        )
        file = ResultFile(
            home_printers.home_printer_file(self.name),
            home_printers.printer_file_bytes(printer),
            f"the readings of {self._paper_text} for {self.name}",
            (*_movement_texts(calibration), *self._scan_notes()),
        )
        next_step = (
            f"Next: prove them with `{self._same_command('--proof')}`, or print: `{self._sheets_command}`"
        )
        facts = {
            "front": list(calibration.correction(back=False)),
            "back": list(calibration.correction(back=True)),
            "margins": {side: round(width / MM, 2) for side, width in calibration.printed_margins.items()},
        }
        return Result([file], doubtful, facts=facts, next_step=next_step)


def _movement_texts(calibration: Calibration) -> Iterator[str]:
    """Yield how the printer moves each side, as text."""
    front, back = calibration.front_movement, calibration.back_movement
    known = calibration.readings_in_points
    if any(name in known for name in RULERS):
        yield f"fronts: {_movement_text(front)}"
    if any(name in known for name in (*COMBS, *GRID)):
        a, b, c, d, x, y = (each - other for each, other in zip(back, front, strict=True))
        yield f"backs, beside the fronts: {_movement_text((1 + a, b, c, 1 + d, x, y))}"
    if calibration.printed_margins:
        white = ", ".join(
            f"{side} {length_text(width)}" for side, width in calibration.printed_margins.items()
        )
        yield f"left white: {white}"


def _movement_text(matrix: Any) -> str:
    """Return a movement, given by its matrix, as text."""
    a, b, _, d, x, y = matrix
    parts = [
        f"{length_text(round(abs(length) / MM, 2) * MM)} {way[length < 0]}"
        for length, way in ((x, ("to the right", "to the left")), (y, ("up", "down")))
        if abs(length) >= 0.005 * MM
    ]
    if abs(math.degrees(b)) >= 0.005:
        parts.append(f"turned by {abs(math.degrees(b)):.2f}° {'counter-clockwise' if b > 0 else 'clockwise'}")
    for factor, way in ((a, "wide"), (d, "high")):
        if abs(factor - 1) >= 0.0001:
            parts.append(f"{100 * factor:.2f} % {way}")
    return ", ".join(parts) or "exact"
