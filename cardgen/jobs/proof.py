"""A proof: one PDF to look at before anything is paid for."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..errors import Problem
from ..units import count_with_noun
from .groups import AppearanceAndStrictOptions, PaperOptions, PdfOutputOptions, output_path
from .job import Progress, options_of
from .press_files import PressFileOptions, PressFormatOptions, preflight_report
from .result import Result, ResultFile

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..output.press import PressJob
    from ..output.proof_report import FileToDeliver
    from ..pack.model import Pack


@dataclass(frozen=True, kw_only=True)
class Proof(PdfOutputOptions, PaperOptions, PressFileOptions, AppearanceAndStrictOptions):
    """Make a proof to look at before you pay: every face large, its inks, the whole pack, all warnings.

    The files that `cardgen press` makes with the same options are preflighted, and the proof says at its top
    how that went; exit code 1 means that a printer would refuse them.

    \b
    Examples:
      cardgen proof never-over
      cardgen proof never-over --printer makeplayingcards --paper letter
      cardgen proof my-pack.yaml --standard x4 -o proof.pdf
    """

    pieces = "each"

    numbers_copies = True

    product = "a proof"

    @property
    def is_for_pictures(self) -> bool:
        """Tell whether the printer takes pictures, so that no press files are made."""
        return self.printer is not None and self.printer.form != "pdf"

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield contradictions; for a printer that takes pictures, also errors for options of press files."""
        yield from super().option_problems(pack)
        if not self.is_for_pictures:
            yield from self.press_problems()
            if pack is None:
                self.press_job()
            return
        assert self.printer is not None  # noqa: S101 - so says for_pictures
        of_files = PressFormatOptions.__annotations__.keys() | PressFileOptions.__annotations__.keys()
        about_files = of_files & self.given.keys()
        for name in sorted(about_files):
            flag = options_of(type(self))[name].flag
            yield Problem(f"{self.printer.name} takes pictures, no PDF: leave {flag} out", (name,))

    def run(self, pack: "Examined", progress: Progress) -> Result:
        """Make the files to hand in, check them for the printer, and draw the proof."""
        from ..output.proof import write_proof
        from ..output.proof_report import (
            FileToDeliver,
            ProofBasis,
            is_accepted,
            picture_report,
            unjudged_count,
        )
        from ..output.proof_sides import proof_sides

        job = None if self.is_for_pictures else self.press_job()
        drawn = self.with_bleed(pack.valid_pack)
        shown = proof_sides(drawn, job)
        if job is None:
            assert self.printer is not None  # noqa: S101 - so says for_pictures
            files = [FileToDeliver("pictures", picture_report(drawn, self.printer, shown))]
        else:
            files = self._preflighted_files(pack, drawn, job, progress)
        checked = ProofBasis(
            self.printer, job, tuple(files), pack.problems, pack.allowed, self.size_note(pack)
        )
        with progress("proof") as tick:
            made = write_proof(drawn, checked, shown, self.paper, tick)
        good = is_accepted(checked, drawn)
        what = "preflight" if job else "the check of pictures for the printer"
        verdict = f"the {drawn.card_noun}s pass {what}"
        if not good:
            verdict = "there are faults: see the list on its first page"
        elif unjudged := unjudged_count(checked):
            verdict = f"{verdict}, except for {count_with_noun(unjudged, 'thing')} that it did not judge"
        whose = f"-{self.printer.key}" if self.printer else ""
        path = output_path(self.output, f"{pack.slug}{whose}-proof")
        about, facts = (
            f"{count_with_noun(made.pages, 'page')}, {verdict}",
            {"pages": made.pages, "passed": good},
        )
        return Result(
            [ResultFile(path, made.data, about if good else "", facts=facts)],
            faults=() if good else (f"{path}: {about}",),
            facts=facts,
            result=checked,
            next_step=self._next_step(pack, job),
            named=self.output,
        )

    def _preflighted_files(
        self, pack: "Examined", drawn: "Pack", job: "PressJob", progress: Progress
    ) -> "list[FileToDeliver]":
        """Return the press files, made and named as by `press`, with preflight's report on each."""
        from ..output.press import write_press
        from ..output.proof_report import FileToDeliver

        stem = self.file_name(pack.slug)
        with progress("pages for the press") as tick:
            files = write_press(drawn, job, tick)
        checked = []
        for file in files:
            report = preflight_report(file, stem, drawn, job, self.printer, progress)
            part = (file.suffix.strip("-").replace("-", " ") or "cards") if len(files) > 1 else ""
            checked.append(FileToDeliver(f"{stem}{file.suffix}.pdf", report, part))
        return checked

    def _next_step(self, pack: "Examined", job: "PressJob | None") -> str:
        """Return the next step for the user."""
        command = self.same_command("press" if job else "images", pack)
        others = self.given.keys() - {"printer", "output", "paper", "size"}
        same = ", with the options of this proof" if others else ""
        return f"Next: look at every page, then make the files for the printer: {command}{same}."
