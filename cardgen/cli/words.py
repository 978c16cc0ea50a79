"""The command that begins translations and brings them up to date: words."""

from __future__ import annotations

from pathlib import Path

import click

from ..errors import UsageError
from ..pack import folders
from ..pack.values import language_tag
from ..units import counted
from .loading import load_checked, pack_of, save
from .options import PACK, Parsed
from .terminal import Progress, echo


@click.command("words")
@click.argument("pack", type=PACK, metavar="PACK")
@click.argument("language", type=Parsed("language", language_tag, "LANGUAGE"))
@click.option("--game", metavar="GAME", help="Which of the pack's games: see `cardgen list games`.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder of the translation. Default: beside the pack.",
)
def words_command(pack: str, language: str, game: str | None, output: Path | None) -> None:
    """Begin a translation of a rulebook, or bring it up to date with the texts as they are now.

    What was translated stays: a text that was changed keeps its translation, marked as fuzzy and with the
    text as it was, and that of a text that is gone is kept at the end.

    \b
    Examples:
      cardgen words my-pack.yaml de
      cardgen words never-over pt -o .
    """
    from ..output.rulebook import BookJob
    from ..output.words import write_catalogue

    [examined] = load_checked([pack], {}, None, False)
    folder = output or Path(examined.file).parent
    if output is None and folder == folders.folder("packs"):
        raise UsageError(f"{pack} comes with cardgen: say in which folder to translate it, such as -o .")
    with Progress(f"{examined.slug}: rules"):
        file, made = write_catalogue(pack_of(examined), BookJob(game, beside=examined.file), language, folder)
    save({file: made.text.encode()})
    states = {"new": made.new, "changed": made.changed, "gone": made.gone}
    told = ", ".join(f"{number} {state}" for state, number in states.items() if number)
    echo(
        f"{file}: {counted(made.messages, 'text')} of the rules, {told or 'nothing new'}; "
        f"{made.missing} to translate"
    )
    next_ = f"translate them with a PO editor such as Poedit, and make the book with --language {language}"
    echo(f"Next: {next_}.")
