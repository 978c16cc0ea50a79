"""Begin a translation of a pack or its rules, or update it with the present texts."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ..errors import Problem, Suggestion, UsageError
from ..units import count_with_noun
from .groups import GAME
from .job import Job, Option, Progress
from .kinds import LANGUAGE, FilePath
from .result import Result, ResultFile

if TYPE_CHECKING:
    from ..checks.examination import Examined
    from ..languages.catalogue import Update


@dataclass(frozen=True, kw_only=True)
class Words(Job):
    """Begin a translation of a pack, or of rules, or bring it up to date with the texts as they are now.

    The texts of a pack are written into a table (csv), those of rules into a catalogue (PO): of the template
    beside the pack, or with --game of that game's book. What was translated stays: a text that was
    changed keeps its translation, marked and with the text as it was; one that is gone is kept at the end.

    \b
    Examples:
      cardgen words my-pack.yaml de
      cardgen words my-pack.yaml pt --game never-over
    """

    updates_files = True

    language: Annotated[str, Option("The language to translate into.", LANGUAGE, argument=True)]
    game: Annotated[
        str | None,
        Option("Translate the rules of this game: see `cardgen list games`.", GAME),
    ] = None
    output: Annotated[
        Path | None,
        Option(
            "The folder of the translation. Default: beside the pack.",
            FilePath("dir", only=True),
            letter="o",
        ),
    ] = None

    def option_problems(self, pack: "Examined | None") -> Iterator[Problem]:
        """Yield an error for a translation beside the packs that come with cardgen."""
        yield from super().option_problems(pack)
        if pack is None:
            return
        from ..pack import folders

        if self.output is None and Path(pack.file).parent == folders.bundled_folder("packs"):
            yield Problem(
                f"{pack.name} comes with cardgen: say in which folder to translate it, such as -o ."
            )

    def run(self, pack: "Examined", progress: Progress) -> Result:
        """Write the texts of the pack, or of its rules, with their present translations."""
        from ..books.templates import pack_template_file

        folder = self.output or Path(pack.file).parent
        parts = [self._table_result(pack, folder)] if self.game is None else []
        if self.game is not None or pack_template_file(pack.file):
            parts.append(self._catalogue_result(pack, folder, progress))
        files = [file for made in parts for file in made]
        return Result(
            files,
            notes=tuple(note for made in parts for note in made.notes),
            next_step=_joined_steps([made.next_step for made in parts if made.next_step]),
            suggestions=tuple(each for made in parts for each in made.suggestions),
        )

    def _table_result(self, pack: "Examined", folder: Path) -> Result:
        """Return the table of a pack's texts. If the pack has no table, the new one begins with the base's
        translations.
        """
        from ..pack import library
        from ..pack.translations import (
            CATALOGUE,
            shown_texts,
            texts_to_translate,
            untranslated_pack,
            updated_translation,
        )

        written_pack = untranslated_pack(pack.valid_pack)
        texts, is_own = shown_texts(written_pack), True
        own = pack.valid_pack.languages.get(self.language)
        named = own or f"words/{self.language}.csv"
        folders = [folder]
        if pack.name:
            whole = library.resolve(pack.name, text=pack.text)
            folders.append(whole.folder_of_value(("languages", self.language)))
            texts = texts_to_translate(written_pack, whole, self.language)
            is_own = whole.is_in_own_file(("languages", self.language))
        old = next(filter(None, (_table_below(each, named) for each in folders)), None)
        # A table in xlsx or ods remains unchanged, and continues as csv.
        is_catalogue = Path(named).suffix == CATALOGUE
        written = named if is_catalogue else Path(named).with_suffix(".csv").as_posix()
        file = folder / written
        stale = _table_below(folder, written) if old != file else None
        is_of_base = not is_own and old is not None and old.parent != file.parent
        base, old = (old, None) if is_of_base else (None, old)
        data, made = updated_translation(
            texts, self.language, is_catalogue, *filter(None, (old, stale)), base=base
        )
        if not made.texts:
            return Result(notes=(f"{pack.slug}: the pack has no texts to translate",))
        line = f"  languages: {{{self.language}: {written}}}"
        next_step = f"Next: fill in the translations, and add to the pack:\n{line}"
        if own == written and is_own:
            next_step = (
                f"Next: fill in the translations and clear their states, then add --language {self.language}."
            )
        elif own and is_own:
            next_step = f"Next: name it in the pack in place of {own}, which stays as it was:\n{line}"
        about = _change_description(f"{count_with_noun(made.texts, 'text')} of the pack", made)
        named_there = Suggestion(("languages", self.language), written)
        suggestions = () if own == written and is_own else (named_there,)
        return Result([ResultFile(file, data, about)], next_step=next_step, suggestions=suggestions)

    def _catalogue_result(self, pack: "Examined", folder: Path, progress: Progress) -> Result:
        """Return the catalogue of the texts of rules."""
        from ..output.rulebook import BookJob, untranslated_template
        from ..output.words import catalogue_for_translation

        job = BookJob(self.game, beside="" if self.game else pack.file)
        with progress("rules"):
            file, text, made = catalogue_for_translation(pack.valid_pack, job, self.language, folder)
        template, notes = untranslated_template(pack.valid_pack, job), tuple[str, ...]()
        if not template.language:
            # A catalogue without a language applies to every language.
            own = f"write `language: {pack.valid_pack.language}` at the top of {Path(template.file).name}"
            notes = (f"not used so far, as the template does not say its language: {own}",)
        next_step = f"Next: add --language {self.language}; nothing is left to translate in {file.name}."
        if made.missing:
            next_step = (
                f"Next: translate {file.name} with a PO editor such as Poedit, and add --language "
                f"{self.language}."
            )
        about = _change_description(f"{count_with_noun(made.texts, 'text')} of the rules", made)
        return Result([ResultFile(file, text.encode(), about, notes)], next_step=next_step)


def _joined_steps(steps: list[str]) -> str:
    """Return several next steps as one text, the later ones beginning with "Then"."""
    return "\n".join(steps[:1] + [f"Then {step.removeprefix('Next: ')}" for step in steps[1:]])


def _table_below(folder: Path, name: str) -> Path | None:
    """Return a table in or below a folder, or None. Raises UsageError if it leads out."""
    from ..sandbox import untrusted

    try:
        return untrusted.admit(folder, name)
    except untrusted.FileMissing:
        if not (folder / name).resolve().is_relative_to(folder.resolve()):
            raise UsageError(f"{name!r} is a link that leads out of the pack's folder") from None
        return None
    except untrusted.Unreachable as error:
        raise UsageError(f"{error}; {error.hint}") from None


def _change_description(noun: str, update: "Update") -> str:
    """Return a translation's description, with the changes to it."""
    states = {"new": update.new, "changed": update.changed, "gone": update.gone}
    changes = ", ".join(f"{number} {state}" for state, number in states.items() if number) or "nothing new"
    return f"{noun}, {changes}; {update.missing} to translate"
