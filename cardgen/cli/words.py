"""The command that begins translations and brings them up to date: words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .. import api
from ..errors import UsageError
from ..pack import folders, library
from ..pack.values import language_tag
from ..units import counted
from .loading import load_checked, pack_of, save
from .options import PACK, Parsed
from .terminal import Progress, echo

if TYPE_CHECKING:
    from ..pack import translations
    from ..rulebook import catalogue


@click.command("words")
@click.argument("pack", type=PACK, metavar="PACK")
@click.argument("language", type=Parsed("language", language_tag, "LANGUAGE"))
@click.option("--game", metavar="GAME", help="Translate the rules of this game: see `cardgen list games`.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder of the translation. Default: beside the pack.",
)
def words_command(pack: str, language: str, game: str | None, output: Path | None) -> None:
    """Begin a translation of a pack, or of rules, or bring it up to date with the texts as they are now.

    The texts of a pack are written into a table (csv), those of rules into a catalogue (PO): of the template
    beside the pack, or with --game of that game's book. What was translated stays: a text that was
    changed keeps its translation, marked and with the text as it was; one that is gone is kept at the end.

    \b
    Examples:
      cardgen words my-pack.yaml de
      cardgen words my-pack.yaml pt --game never-over
    """
    from ..rulebook.templates import beside_pack

    [examined] = load_checked([pack], {}, None, False)
    folder = output or Path(examined.file).parent
    if output is None and folder == folders.folder("packs"):
        raise UsageError(f"{pack} comes with cardgen: say in which folder to translate it, such as -o .")
    if game is None:
        _write_table(examined, pack, language, folder)
    if game is not None or beside_pack(examined.file):
        _write_catalogue(examined, game, language, folder)


def _write_table(examined: api.Examined, name: str, language: str, folder: Path) -> None:
    """Write the table of a pack's texts; one of its base is taken over where it has none of its own."""
    from ..pack.translations import updated

    pack = pack_of(examined)
    named = pack.languages.get(language, f"words/{language}.csv")
    file = folder / named
    taken = library.resolve(name).folder(("languages", language)) / named
    old = next((each for each in (file, taken) if each.is_file()), None)
    made = updated(pack, old)
    if not made.texts:
        echo(f"{examined.slug}: the pack has no texts to translate")
        return
    save({file: made.data})
    _tell(file, f"{counted(made.texts, 'text')} of the pack", made)
    if language in pack.languages:
        echo(f"Next: fill in the translations and empty their states, then add --language {language}.")
    else:
        echo(f"Next: fill in the translations, and add to the pack:\n  languages: {{{language}: {named}}}")


def _write_catalogue(examined: api.Examined, game: str | None, language: str, folder: Path) -> None:
    from ..output.rulebook import BookJob, untranslated
    from ..output.words import write_catalogue

    job = BookJob(game, beside="" if game else examined.file)
    with Progress(f"{examined.slug}: rules"):
        file, made = write_catalogue(pack_of(examined), job, language, folder)
    save({file: made.text.encode()})
    _tell(file, f"{counted(made.messages, 'text')} of the rules", made)
    template = untranslated(pack_of(examined), job)
    if not template.language:
        # One that says nothing of its language is in every language as it stands.
        own = f"write `language: {pack_of(examined).language}` at the top of {Path(template.file).name}"
        echo(f"  not used so far, as the template does not say its language: {own}")
    echo(f"Next: translate them with a PO editor such as Poedit, and add --language {language}.")


def _tell(file: Path, what: str, made: translations.Update | catalogue.Update) -> None:
    states = {"new": made.new, "changed": made.changed, "gone": made.gone}
    told = ", ".join(f"{number} {state}" for state, number in states.items() if number) or "nothing new"
    echo(f"{file}: {what}, {told}; {made.missing} to translate")
