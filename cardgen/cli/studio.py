"""The command that opens the studio: studio."""

from __future__ import annotations

import contextlib
from pathlib import Path
from urllib.parse import urlsplit

import click

from ..errors import UsageError
from ..gaming.games import GAMES
from ..pack import folders, library
from .options import PACK
from .terminal import echo

_INSTALL = "the studio wants the extra cardgen[studio]: pip install 'cardgen[studio]'"


@click.command("studio")
@click.argument("pack", required=False, type=PACK, metavar="[PACK]")
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    default=None,
    help="The port on this machine; 0 for any that is free. Default: always the same for a folder, so that "
    "the browser finds what it kept of your text.",
)
@click.option("--no-browser", is_flag=True, help="Print the address, and open no browser.")
def studio_command(pack: str | None, port: int | None, no_browser: bool) -> int:
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
    try:
        from ..webapp.server import serve
    except ModuleNotFoundError as error:
        if error.name and error.name.partition(".")[0] in ("starlette", "uvicorn", "anyio", "h11"):
            raise UsageError(_INSTALL) from error
        raise
    file = library.find(pack) if pack else None
    # Proposed to begin with: the pack of a game that has one of its own.
    base = next(game.name for game in GAMES.values() if game.own_pack)
    if file is not None and file.parent == folders.folder("packs"):
        # cardgen's own packs are begun from, not written to.
        base, file = file.stem, None
    folder = file.resolve().parent if file is not None else Path.cwd()
    ports: list[int | None] = []

    def started(address: str, once: str) -> None:
        ports.append(urlsplit(address).port)
        echo(f"The studio is open at {address}")
        if file is None:
            echo(f"Packs that you begin are saved in {folder}")
        echo("Ctrl-C ends it.")
        if not no_browser:
            import threading
            import webbrowser

            # A browser may take its time, and it is the server that it waits for.
            threading.Timer(0.5, webbrowser.open, [once]).start()

    with contextlib.suppress(KeyboardInterrupt):
        serve(folder, file.resolve() if file is not None else None, base, port, started)
    again = f"--port {ports[0]}" if port == 0 and ports else "the same command"
    echo(f"\nThe studio has ended. The browser keeps what was not saved, and offers it after {again}.")
    return 0
