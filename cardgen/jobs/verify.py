"""Read a finished PDF of sheets, and compare it with its pack."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ..errors import KeyPath, Problem, UsageError
from ..units import count_with_noun
from .groups import IN_LANGUAGE
from .job import JobWithoutPack, Option, Progress, Tick
from .kinds import GivenPack, PdfFile
from .named_files import read_file
from .result import Block, Result

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..pack.model import Pack
    from ..prepress.verification.sheets import Proof


@dataclass(frozen=True, kw_only=True)
class Verify(JobWithoutPack):
    """Prove a finished PDF of sheets: read it back and compare it with its pack.

    Proven are: each card of the pack is there as often as the pack says, upright and at true size, and
    looks as the pack has it inside its cut; each text, icon and picture of a face is seen as its font or
    its file has it; each back lies behind its front when the paper is flipped as declared; nothing is
    printed in the margin. Name the file of backs too, where they are separate.

    \b
    Examples:
      cardgen verify output/never-over-sheets.pdf
      cardgen verify output/my-pack-sheets.pdf
      cardgen verify cards.pdf --pack my-pack.yaml
      cardgen verify output/never-over-sheets-fronts.pdf output/never-over-sheets-backs.pdf
    """

    files: Annotated[
        tuple[Path | bytes, ...],
        Option(
            "The file of sheets, or those of fronts and of backs.", PdfFile("FILE [BACKS]"), argument=True
        ),
    ]
    pack: Annotated[
        Any,
        Option(
            "The pack it was made of. Without it, one of that name is looked for here, beside the file and "
            "above it, and among those that come with cardgen.",
            GivenPack(),
        ),
    ] = None
    language: Annotated[str | None, IN_LANGUAGE] = None

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield errors for more than two files, and for --language with a loaded pack, whose language is
        fixed.
        """
        yield from super().option_problems(pack)
        if len(self.files) > 2:
            yield Problem("name one file of sheets, or one of fronts and one of backs")
        if self.language and self.pack is not None and not isinstance(self.pack, str | Mapping):
            yield Problem("name the file of the pack: one that is loaded keeps its language")

    def run_without_pack(self, progress: Progress) -> Result:
        """Verify the sheets. The result is a Proof; its faults are those of the Result, too."""
        from ..prepress.verification.sheets import declared_pack
        from ..sandbox.child import PDF, OverLimit, run_confined

        data = [each if isinstance(each, bytes) else read_file(each, "file of sheets") for each in self.files]
        name = self.file_name
        try:
            pack, notes = self.pack, tuple[str, ...]()
            if pack is None:
                title, source = run_confined(declared_pack, data[0], limits=PDF)
                pack = self._path_of_pack_beside(title, source)
                notes = (f"held against {pack}",) if pack else ()
                pack = pack or self._name_of_bundled_pack(title)
            if isinstance(pack, str | Mapping):
                pack = self._load_pack(pack)
            with progress("proving") as tick:
                proof = confined_proof(data[0], pack, data[1] if len(data) > 1 else None, tick)
        except OverLimit as error:
            raise UsageError(f"{name}: checking this file {error}") from None
        facts = {"proven": proof.good, "facts": list(proof.facts), "faults": list(proof.faults)}
        heading = f"{name}: {count_with_noun(len(proof.faults), 'fault')}"
        faults = () if proof.good else ("\n  ".join([heading, *proof.faults]),)
        return Result(facts=facts, result=proof, faults=faults, notes=notes)

    def text_blocks_without_pack(self, made: Result) -> Iterator[Block]:
        """Yield the verdict, the proven facts or the faults, and pictures of cards that differ."""
        proof: Proof = made.result
        kind = "good" if proof.good else "bad"
        verdict = "proven" if proof.good else count_with_noun(len(proof.faults), "fault")
        yield Block.from_text(kind, f"{Path(self.file_name).name}: {verdict}")
        if proof.faults:
            yield Block.from_texts("error", proof.faults)
        if proof.facts:
            yield Block.from_texts("list", proof.facts)
        if proof.not_judged:
            yield Block.from_text("lead", "Not judged:")
            yield Block.from_texts("list", proof.not_judged)
        for card in proof.different:
            yield Block.from_text("lead", f"{card.name[:1].upper()}{card.name[1:]}: what differs is framed.")
            yield Block.from_pictures((("in the file", card.seen), ("in the pack", card.wanted)))

    @property
    def file_name(self) -> str:
        """Return the name of the file of sheets for messages."""
        return "the sheets" if isinstance(self.files[0], bytes) else str(self.files[0])

    @property
    def overrides(self) -> dict[KeyPath, Any]:
        """Return the override that is merged into a pack before it is checked: its language."""
        return {("language",): self.language} if self.language else {}

    def _load_pack(self, name: str | Mapping[str, Any]) -> "Pack":
        from ..checks.examination import load

        return load(name, self.overrides)

    def _path_of_pack_beside(self, title: str, source: str) -> str:
        """Return the path of a pack with this title: in the current folder, beside the sheets or in the
        folder above.

        It is "" if there is none. source: the name of the pack's file or folder.
        """
        from ..pack.library import pack_file

        [first, *_] = self.files
        beside = [] if isinstance(first, bytes) else [first.parent, first.parent.parent]
        for folder in (Path(), *beside) if source else ():
            try:
                name = str(folder / source)
                pack_file(name)
                if self._load_pack(name).name == title:
                    return name
            except UsageError:  # there is none
                continue
        return ""

    def _name_of_bundled_pack(self, title: str) -> str:
        """Return the name of the bundled pack that has this title, in the requested language if there is one.

        Raises UsageError if there is no such pack.
        """
        from ..pack.library import bundled_pack_names, resolve

        for name in bundled_pack_names():
            own = self._load_pack(name).name if self.language else resolve(name).data.get("name")
            if own == title:
                return name
        raise UsageError(
            f"{self.file_name} holds {title!r}, which is not a pack that comes with cardgen: add --pack and "
            "its file"
        )


def confined_proof(
    data: bytes, pack: "Pack", backs: bytes | None = None, tick: Tick | None = None
) -> "Proof":
    """Verify sheets in a child process with limits of time and memory, and return the proof.

    backs: the other file if backs are separate. tick: called with pages done and pages in all. Raises
    UsageError for a file that is not one of cardgen's sheets, and OverLimit.
    """
    from ..prepress.verification.looks import DifferentCard
    from ..prepress.verification.sheets import Proof, verify_sheets
    from ..sandbox.child import pdf_limits, run_confined

    limits = pdf_limits(len(pack.cards))
    return run_confined(
        verify_sheets, data, pack, backs, limits=limits, returns=(Proof, DifferentCard), tick=tick
    )
