"""A deck as one HTML page: to send to others, who need nothing but a browser."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ..errors import Problem
from ..units import count_with_noun
from .groups import CARDS, AppearanceAndStrictOptions, output_path, pack_files, part_suffix, path_problems
from .job import Option, Progress
from .kinds import FilePath, Number
from .result import Result, ResultFile

if TYPE_CHECKING:
    from ..checks.examination import Examined

_LEAST_DPI, _MOST_DPI = 72, 600
#: Size in bytes above which mail servers commonly refuse a message.
_MAIL = 25_000_000


@dataclass(frozen=True, kw_only=True)
class Share(AppearanceAndStrictOptions):
    """Make one HTML page of a deck, to send to others: all faces, to search, enlarge and print, and the
    rules.

    The page opens in any browser, also offline. It contains everything that it shows, loads nothing and
    sends nothing.

    \b
    Examples:
      cardgen share never-over
      cardgen share my-pack.yaml --only green --no-rules
    """

    output: Annotated[
        Path | None,
        Option("An HTML file, or a folder. Default: output/PACK.html", FilePath(), letter="o"),
    ] = None
    only: Annotated[tuple[str, ...], Option('Only these: green, "+1..+3", "K of spades", kind=a', CARDS)] = ()
    dpi: Annotated[
        int | None,
        Option(
            "Pixels an inch of its pictures. Default: 300, and fewer for large decks, so that the page can "
            "be sent.",
            Number(_LEAST_DPI, _MOST_DPI),
        ),
    ] = None
    no_rules: Annotated[bool, Option("Leave the rules out.")] = False

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield an error if the file cannot be written, and a warning if --no-rules has no effect."""
        yield from super().option_problems(pack)
        if pack is None:
            yield from path_problems(self.output, "a page", ".html")
        elif self.no_rules:
            from ..output.rulebook import games_with_books

            if not games_with_books(pack.valid_pack, pack.file):
                yield self.no_effect_warning("no_rules", "the pack has no rules")

    def run(self, pack: "Examined", progress: Progress) -> Result:
        """Make the page."""
        from ..output.share_page import MOST_DPI, ShareJob, write_share_page

        job = ShareJob(self.only, self.dpi, not self.no_rules, pack.file)
        with progress("faces", "faces") as tick:
            made = write_share_page(pack.valid_pack, job, tick)
        path = output_path(self.output, f"{pack.slug}{part_suffix(pack.valid_pack, self.only)}", ".html")
        bytes_ = len(made.data)
        size = f"{bytes_ / 1e6:.1f} MB" if bytes_ >= 1e6 else f"{bytes_ / 1e3:.0f} kB"
        about = f"{count_with_noun(made.faces, 'picture')} at {made.dpi:g} dpi"
        if made.books:
            about += f", {count_with_noun(made.books, 'rulebook')}"
        notes = []
        if self.dpi is None and made.dpi < MOST_DPI:
            notes.append(
                f"Its pictures have {made.dpi:g} dpi, to keep it small: --dpi makes them sharper, and --only "
                "shares fewer."
            )
        if bytes_ > _MAIL:
            notes.append(f"It has {size}, which many mail servers refuse: put it into a shared folder.")
        file = ResultFile(path, made.data, f"{about}; one HTML page of {size}")
        return Result(
            [file],
            notes=tuple(notes),
            facts={"faces": made.faces, "dpi": made.dpi, "rulebooks": made.books},
            next_step=f"Next: open {path.name} in a browser, and send it to whom you like.",
            named=self.output,
            kept=pack_files(pack.valid_pack),
        )
