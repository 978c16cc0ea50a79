"""The documentation that came with cardgen, opened in a browser."""

from dataclasses import dataclass
from typing import Annotated

from ..errors import UsageError
from ..units import nearest_word_hint
from .job import JobWithoutPack, Option, Progress
from .kinds import Text
from .result import Result


@dataclass(frozen=True, kw_only=True)
class Docs(JobWithoutPack):
    """Open the documentation in a browser. It came with cardgen, and needs no network.

    \b
    Examples:
      cardgen docs --no-browser
      cardgen docs printing --no-browser
    """

    page: Annotated[
        str,
        Option(
            "The page to open, such as printing, ordering, cards or commands.", Text("PAGE"), argument=True
        ),
    ] = "index"
    no_browser: Annotated[bool, Option("Only say where the page is.")] = False

    def run_without_pack(self, progress: Progress) -> Result:
        """Open a page of the documentation. Raises UsageError if the page does not exist, or if this copy of
        cardgen has no pages.
        """
        import webbrowser

        from ..pack import folders

        # A checkout may have the texts only, until docs/site.py has made pages of them.
        made, texts = (
            folders.bundled_folder("site").glob("*.html"),
            folders.bundled_folder("docs").glob("*.md"),
        )
        pages = {file.stem: file for file in made} or {file.stem: file for file in texts}
        if not pages:
            raise UsageError(
                "this copy of cardgen was installed without pages: read docs/index.md in the project's folder"
            )
        if self.page not in pages:
            raise UsageError(f"there is no page {self.page!r}; {nearest_word_hint(self.page, pages)}")
        file = pages[self.page]
        if not self.no_browser:
            webbrowser.open(file.as_uri())
        return Result(facts={"page": str(file)}, result=f"{file}\n")
