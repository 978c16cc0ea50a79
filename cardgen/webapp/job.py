"""The job that opens the studio. It is here, not in `jobs/`, as the studio itself runs jobs."""

import contextlib
import shutil
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

from ..errors import UsageError, install_command
from ..jobs.job import Option, Progress, ReportingJob
from ..jobs.kinds import Number, PackName
from ..jobs.playing import RULES
from ..jobs.result import Result

_INSTALL = f"the studio needs an extra: {install_command('studio')}"
#: Seconds before the browser is opened, which waits for the server.
_OPENED_AFTER = 0.5


@dataclass(frozen=True, kw_only=True)
class Studio(ReportingJob):
    """Open a page on this machine where you change a pack and see it at once.

    Cards, sheets, rulebook and figures are seen as they will be made. Nothing leaves this machine, and
    nothing is saved before you save it. Without a pack you choose one to begin with; your copy is saved in
    this folder. Ctrl-C ends the studio.

    \b
    Examples:
      cardgen studio my-pack.yaml
      cardgen studio
      cardgen studio my-pack.yaml --port 4747 --no-browser
    """

    pack: Annotated[str | None, Option("The pack to change.", PackName(), argument=True)] = None
    port: Annotated[
        int | None,
        Option(
            "The port on this machine; 0 for any that is free. Default: always the same for a folder, so "
            "that the browser finds what it kept of your text.",
            Number(0, 65_535),
        ),
    ] = None
    no_browser: Annotated[bool, Option("Print the address and do not open a browser.")] = False
    trust: Annotated[
        bool,
        Option(
            "Work on packs without a limit of time and memory: for large packs of your own, see SECURITY.md."
        ),
    ] = False

    rules: Annotated[Path | None, RULES] = None
    #: Who sits down to play; the table is opened first, with these choices.
    seating: Mapping[str, Any] | None = None

    def run_reporting(self, progress: Progress, tell: Callable[[str], object]) -> Result:
        """Serve the page until Ctrl-C; the address is printed first. Raises UsageError."""
        from ..pack import library

        serve = _serve_function()
        file, base = self._file_and_base()
        folder = file.parent if file is not None else Path.cwd()
        ports: list[int | None] = []

        def started(address: str, once: str) -> None:
            ports.append(urlsplit(address).port)
            tell(f"The {'table' if self.seating is not None else 'studio'} is open at {address}")
            if file is None and self.seating is None:
                tell(f"Packs that you begin are saved in {folder}")
            tell("Ctrl-C ends it.")
            if not self.no_browser:
                import threading
                import webbrowser

                threading.Timer(_OPENED_AFTER, webbrowser.open, [once]).start()

        with contextlib.suppress(KeyboardInterrupt), tempfile.TemporaryDirectory() as kept:
            if file is None and self.seating is not None and base in library.bundled_pack_names():
                # A pack of cardgen's own is played as it is, and not written to.
                file = Path(kept).resolve() / f"{base}.yaml"
                shutil.copyfile(library.pack_file(base), file)
            serve(folder, file, base, self.port, self.trust, started, self.rules, self.seating)
        again = f"--port {ports[0]}" if self.port == 0 and ports else "the same command"
        tell("")
        return Result(
            notes=(
                f"The studio has ended. The browser keeps what was not saved, and offers it after {again}.",
            )
        )

    def _file_and_base(self) -> tuple[Path | None, str]:
        """Return the pack file to open, and the name of the pack suggested as a base.

        The file is None if the user is to choose one. Raises UsageError for a folder of pictures.
        """
        from ..gaming.games import GAMES
        from ..pack import folders, library

        file = library.pack_file(self.pack) if self.pack else None
        if file is not None and Path(self.pack or "").is_dir():
            begin = f"cardgen new my-pack.yaml --from {self.pack}"
            raise UsageError(f"{self.pack} is a folder of pictures: begin a pack with it, by {begin}")
        if file is not None and file.parent == folders.bundled_folder("packs"):
            # cardgen's own packs are copied, not written to.
            return None, file.stem
        # The pack of a game that has its own.
        base = next(game.name for game in GAMES.values() if game.own_pack)
        return file.resolve() if file is not None else None, base


def _serve_function() -> Callable[..., None]:
    """Return the function that serves the page.

    Raises UsageError if the extra is not installed, and in a notebook.
    """
    try:
        from .server import serve
    except ModuleNotFoundError as error:
        if error.name and error.name.partition(".")[0] in ("starlette", "uvicorn", "anyio", "h11"):
            raise UsageError(_INSTALL) from error
        raise
    import asyncio

    with contextlib.suppress(RuntimeError):
        asyncio.get_running_loop()
        raise UsageError("the studio runs in a program of its own, and not in a notebook: use a terminal")
    return serve
