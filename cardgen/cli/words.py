"""The command that begins translations and brings them up to date: words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .. import api
from ..errors import UsageError
from ..pack import folders, library
from ..pack.values import language_tag
from ..sandbox import untrusted
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
    own = pack.languages.get(language)
    named = own or f"words/{language}.csv"
    taken = library.resolve(name).folder(("languages", language))
    old = next(filter(None, (_there(each, named) for each in (folder, taken))), None)
    # What another program keeps as xlsx or ods stays as it is, and goes on as csv.
    written = Path(named).with_suffix(".csv").as_posix()
    file = folder / written
    stale = _there(folder, written) if old != file else None
    made = updated(pack, *filter(None, (old, stale)))
    if not made.texts:
        echo(f"{examined.slug}: the pack has no texts to translate")
        return
    save({file: made.data})
    _tell(file, f"{counted(made.texts, 'text')} of the pack", made)
    if own == written:
        echo(f"Next: fill in the translations and empty their states, then add --language {language}.")
    elif own:
        echo(f"Next: name it in the pack in place of {own}, which stays as it was:")
        echo(f"  languages: {{{language}: {written}}}")
    else:
        echo(f"Next: fill in the translations, and add to the pack:\n  languages: {{{language}: {written}}}")


def _there(folder: Path, named: str) -> Path | None:
    """Return a table in a folder or below it, or None. Raises UsageError if it leads out."""
    try:
        return untrusted.admit(folder, named)
    except untrusted.NotThere:
        if not (folder / named).resolve().is_relative_to(folder.resolve()):
            raise UsageError(f"{named!r} is a link that leads out of the pack's folder") from None
        return None
    except untrusted.Unreachable as error:
        raise UsageError(f"{error}; {error.hint}") from None


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
    if made.missing:
        echo(f"Next: translate them with a PO editor such as Poedit, and add --language {language}.")
    else:
        echo(f"Next: nothing is left to translate; add --language {language}.")


def _tell(file: Path, what: str, made: translations.Update | catalogue.Update) -> None:
    states = {"new": made.new, "changed": made.changed, "gone": made.gone}
    told = ", ".join(f"{number} {state}" for state, number in states.items() if number) or "nothing new"
    echo(f"{file}: {what}, {told}; {made.missing} to translate")
